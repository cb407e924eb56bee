"""How nouns become rows and back: the only place that knows both."""

from __future__ import annotations

import json
import os
import sys
import zlib
from typing import TYPE_CHECKING, Any

from kts.errors import CorruptStore
from kts.types import Location, Mapped, Marked, SourceFile, line_ends

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from kts.types import SourceMap

_OF_PATHS = (sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
BLOCK = 16_384
"""Characters of a text block: a snippet reads one or two, not the document."""
PACKED_LEVELS = frozenset({"section", "item"})
"""Levels whose forward rows are packed: only a question asked of such a level reads them."""
TERMS = "CASE WHEN passage.level IN ('section', 'item') THEN unpacked(passage.terms) ELSE passage.terms END"
"""The forward row of a passage, packed or not."""
EFFORT = 3
"""Of zlib: 1 takes a twentieth less time and leaves 3 % more, 6 takes a third more and leaves 4 % less."""


def path_bytes(path: str) -> bytes:
    """The file system's bytes of a surrogate-escaped path."""
    return os.fsencode(path)


def path_text(path: bytes) -> str:
    """The surrogate-escaped text of path bytes."""
    return path.decode(*_OF_PATHS)


def dumps(value: Any) -> str:
    """Canonical JSON: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def pretty(value: Any) -> bytes:
    """Indented, sorted JSON for people; path bytes that are no text are shown escaped."""
    text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)
    return (text + "\n").encode("utf-8", "backslashreplace")


def folded(value: object) -> str | None:
    """A value without its case, whatever its script: SQLite's `lower` knows A to Z only."""
    return None if value is None else str(value).casefold()


def packed(content: str | bytes) -> bytes:
    """A text block or a forward row as it is stored."""
    return zlib.compress(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content, EFFORT)


def unpacked(row: bytes) -> bytes:
    """The inverse for a forward row; one of an older store begins with a new line, and is one already.

    Nothing of a damaged row, which no sound one is: an error within a statement could not say whose row it is.
    """
    try:
        return row if row[:1] == b"\n" else zlib.decompress(row)
    except (zlib.error, TypeError):
        return b""


def damaged_terms(db: sqlite3.Connection, key: int) -> CorruptStore:
    """What to raise where the forward row of a passage cannot be read."""
    id_, path = db.execute(
        "SELECT passage.id, path FROM passage JOIN version USING (version_id) WHERE passage_id = ?", (key,)
    ).fetchone()
    message = f"the terms of {id_} in {path_text(path)} cannot be read"
    return CorruptStore(message, hint="kts verify --full lists what is damaged; kts reindex --full makes it anew")


def files_of(db: sqlite3.Connection, document_ids: Sequence[str]) -> dict[str, tuple[str, SourceFile]]:
    """(label of its root, file as it was last read) of each live document, by way of its version.

    No index finds a file by its document: to look for each through all files takes longer the more there are.
    """
    rows = db.execute(
        "SELECT file.document_id, root.label, file.path, file.size, file.mtime_ns, lower(hex(file.sha256))"
        " FROM json_each(?) JOIN version ON version.document_id = json_each.value"
        " JOIN file ON file.root_id = version.root_id AND file.path = version.path"
        " JOIN root ON root.root_id = file.root_id WHERE file.document_id = version.document_id"
        " AND version.first_generation IS NOT NULL AND version.last_generation IS NULL",
        (dumps(document_ids),),
    )
    return {
        id_: (label, SourceFile(label, path_text(path), size, mtime, sha256))
        for id_, label, path, size, mtime, sha256 in rows
    }


def text_of(body: str | bytes) -> str:
    """The inverse for a text block; an older store holds the text itself. Raises CorruptStore."""
    if isinstance(body, str):
        return body
    try:
        return zlib.decompress(body).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError) as error:
        message = f"a block of a stored text cannot be read: {error}"
        raise CorruptStore(message, hint="kts verify --full says whose; kts reindex --full reads it again") from error


def whole_text(db: sqlite3.Connection, text_id: int) -> str:
    """A stored text. Raises CorruptStore."""
    rows = db.execute("SELECT body FROM text_block WHERE text_id = ? ORDER BY start", (text_id,))
    return "".join([text_of(body) for (body,) in rows])


def blocks(text: str) -> Iterator[tuple[int, int, int, str]]:
    """`(start, UTF-8 bytes before, line, body)` of each block; a CR LF pair is never cut."""
    start, size, line = 0, 0, 1
    while start < len(text):
        end = min(start + BLOCK, len(text))
        if text[end - 1 : end + 1] == "\r\n":
            end += 1
        body = text[start:end]
        yield start, size, line, body
        size += len(body.encode("utf-8", "surrogatepass"))
        line += line_ends(body)
        start = end


def location_fields(location: Location) -> dict[str, Any]:
    """The fields that are set, for JSON."""
    return {name: value for name, value in location._asdict().items() if value is not None and value != ()}


def location_of(fields: dict[str, Any]) -> Location:
    """The inverse of `location_fields`."""
    boxes = tuple(tuple(box) for box in fields.get("boxes", ()))
    return Location(**{**fields, "boxes": boxes})


def map_blocks(source_map: SourceMap, length: int) -> Iterator[tuple[int, bytes]]:
    """The map's entries by text block: compressed JSON of `[start, end, location]`."""
    grouped: dict[int, list[list[Any]]] = {}
    for entry in source_map.entries:
        place = [entry.start, entry.end, location_fields(entry.location)]
        first, last = entry.start // BLOCK, max(entry.start, min(entry.end, length) - 1) // BLOCK
        for number in range(first, last + 1):
            grouped.setdefault(number, []).append(place)
    for number, places in sorted(grouped.items()):
        yield number * BLOCK, zlib.compress(dumps(places).encode(), 6)


def entries(body: bytes) -> tuple[Mapped, ...]:
    """The entries of one map block."""
    return tuple(Mapped(start, end, location_of(fields)) for start, end, fields in json.loads(zlib.decompress(body)))


def mapped(db: sqlite3.Connection, version: int) -> Iterator[Mapped]:
    """All entries of a version's source map in the order of its text; none for decoded text."""
    for (body,) in db.execute("SELECT body FROM map_block WHERE version_id = ? ORDER BY start", (version,)):
        yield from entries(body)


def marks(source_map: SourceMap) -> str:
    """Hidden and OCR ranges as JSON."""
    return dumps(
        {
            name: [[mark.start, mark.end, mark.kind, mark.confidence] for mark in ranges]
            for name, ranges in (("hidden", source_map.hidden), ("ocr", source_map.ocr))
            if ranges
        }
    )


def hidden_in(body: str) -> tuple[Marked, ...]:
    """The hidden ranges of what `marks` made, in the order of the text."""
    return tuple(sorted(Marked(*one) for one in json.loads(body).get("hidden", ()))) if body else ()
