"""The content hash (RELIABILITY I6): what an index holds, whatever way it got there."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kts.store.rows import dumps

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_LIVE = "first_generation IS NOT NULL AND last_generation IS NULL"
_SELECTED = (
    (
        (
            "'document', document_id, label, hex(version.path), hex(version.sha256), converter, fingerprint, outcome,"
            " reason, hex(text.sha256), title, doc_type, regime, language, content_date, metadata, encoding, bom, marks"
        ),
        "version JOIN root USING (root_id) JOIN text USING (text_id)",
        "document_id",
    ),
    (
        "'section', document_id, ordinal, id, parent, level, number, heading, start, \"end\"",
        "section JOIN version USING (version_id)",
        "document_id, ordinal",
    ),
    (
        (
            "'passage', document_id, id, section, level, kind, start, \"end\", hex(text_sha256), title_length,"
            " heading_length, body_length, hex(terms)"
        ),
        "passage JOIN version USING (version_id)",
        'document_id, start, "end", level, id',
    ),
    (
        "'identifier', passage.id, norm, identifier.kind",
        "identifier JOIN passage USING (passage_id) JOIN version USING (version_id)",
        "passage.id, norm, identifier.kind",
    ),
    (
        "'image', document_id, ordinal, hex(version_image.sha256), at, alt, location",
        "version_image JOIN version USING (version_id)",
        "document_id, ordinal",
    ),
    (
        "'map', document_id, start, hex(body)",
        "map_block JOIN version USING (version_id)",
        "document_id, start",
    ),
)


def rows(db: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """The canonical rows, sorted, without generations, times and row numbers."""
    for columns, tables, order in _SELECTED:
        yield from db.execute(f"SELECT {columns} FROM {tables} WHERE {_LIVE} ORDER BY {order}")


def content_hash(db: sqlite3.Connection) -> str:
    """SHA-256 over the canonical rows of the newest generation."""
    digest = hashlib.sha256()
    for row in rows(db):
        digest.update(dumps(list(row)).encode("utf-8", "surrogatepass"))
        digest.update(b"\n")
    return digest.hexdigest()
