"""The embedded images of the live documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from kts.store.filters import compile_filter
from kts.store.rows import location_of, path_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from kts.types import Filter, Location

_LIVE = "first_generation IS NOT NULL AND last_generation IS NULL"


class StoredImage(NamedTuple):
    """A live image at its first place by path: `title` and `path` are the document's, `alt` is its author's words."""

    sha256: str
    suffix: str
    size: int
    path: str
    title: str
    alt: str


class ImagePlace(NamedTuple):
    """Where a live image stands: the version's key, the offset in its text, and the place in the original if known."""

    version: int
    at: int
    location: Location | None


def images(db: sqlite3.Connection) -> Iterator[StoredImage]:
    """The live images, each content once, by path."""
    rows = db.execute(
        "SELECT lower(hex(image.sha256)), suffix, length(body), version.path, title, alt"
        " FROM version_image JOIN image ON image.sha256 = version_image.sha256"
        f" JOIN version ON version.version_id = version_image.version_id WHERE {_LIVE}"
        " ORDER BY version.path, version.root_id, ordinal"
    )
    seen: set[str] = set()
    for digest, suffix, size, path, title, alt in rows:
        if digest not in seen:
            seen.add(digest)
            yield StoredImage(digest, suffix, size, path_text(path), title, alt)


def body(db: sqlite3.Connection, digest: str) -> bytes:
    """The image itself, empty when it has left the store."""
    row = db.execute("SELECT body FROM image WHERE sha256 = ?", (bytes.fromhex(digest),)).fetchone()
    return row[0] if row else b""


def body_of(db: sqlite3.Connection, version: int, digest: str) -> bytes:
    """An image of a version by its SHA-256, empty where it has none of that name."""
    row = db.execute(
        "SELECT body FROM version_image JOIN image ON image.sha256 = version_image.sha256"
        " WHERE version_id = ? AND lower(hex(image.sha256)) = ?",
        (version, digest),
    ).fetchone()
    return row[0] if row else b""


def places(db: sqlite3.Connection, filters: Filter) -> dict[str, ImagePlace]:
    """Each live image of the documents that pass, at its first place by path.

    An image is no passage: where passages are filtered, by section, code or kind of item, there is none.
    """
    if filters.section or filters.code or filters.item_type:
        return {}
    condition, values = compile_filter(filters)
    rows = db.execute(
        "SELECT lower(hex(version_image.sha256)), version.version_id, at, location FROM version_image"
        f" JOIN version ON version.version_id = version_image.version_id WHERE {_LIVE} AND {condition}"
        " ORDER BY version.path, version.root_id, ordinal",
        values,
    )
    found: dict[str, ImagePlace] = {}
    for digest, version, at, location in rows:
        fields = json.loads(location)
        found.setdefault(digest, ImagePlace(version, at, location_of(fields) if fields else None))
    return found
