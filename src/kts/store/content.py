"""What a version holds, and what an index holds, as hashes that do not depend on how it got there (RELIABILITY I6).

A version's digest covers every row that was derived from its file: headings, places, terms and metadata as well as
text. It is stored when the version is, `kts verify` computes it again, and the generation chain is built on it.
"""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kts.store.rows import TERMS, dumps

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_ROWS = (
    (
        "SELECT document_id, label, version.path, version.sha256, size, converter, fingerprint, outcome, reason, title,"
        " text.sha256, doc_type, regime, language, content_date, metadata, encoding, bom, marks FROM version"
        " JOIN root USING (root_id) JOIN text USING (text_id) WHERE version_id = ?"
    ),
    (
        'SELECT ordinal, id, parent, level, number, heading, start, "end" FROM section WHERE version_id = ?'
        " ORDER BY ordinal"
    ),
    (
        'SELECT id, section, level, kind, start, "end", text_sha256, title_length, heading_length, body_length,'
        f" {TERMS}"
        ' FROM passage WHERE version_id = ? ORDER BY start, "end", level, id'
    ),
    (
        "SELECT passage.id, norm, identifier.kind FROM identifier JOIN passage USING (passage_id) WHERE version_id = ?"
        " ORDER BY passage.id, norm"
    ),
    "SELECT ordinal, version_image.sha256, at, alt, location FROM version_image WHERE version_id = ? ORDER BY ordinal",
    "SELECT start, body FROM map_block WHERE version_id = ? ORDER BY start",
)


_CONTEXTS = (
    'SELECT id, context_sha256 FROM passage WHERE version_id = ? AND length(context_sha256) ORDER BY start, "end",'
    " level, id"
)
"""Apart, because versions that were stored before there were vectors have none, and keep their digest."""


_STRUCTURE = tuple(
    f"SELECT '{table}', ordinal, {columns} FROM {table} WHERE version_id = ? ORDER BY ordinal"
    for table, columns in (
        ("item", 'id, item_type, section, start, "end", metadata'),
        ("definition", 'term, norm, start, "end", term_start, term_end, kind, scope, source'),
        ("reference", 'start, "end", text, kind, number, section, target, document, relative, resolved'),
    )
)
"""Apart for the same reason; each row says which table it is of."""


def version_digest(db: sqlite3.Connection, key: int) -> bytes:
    """SHA-256 over all rows of a version, without row numbers, generations and times."""
    digest = hashlib.sha256()
    with _undecoded(db):
        for query in (*_ROWS, _CONTEXTS, *_STRUCTURE):
            cursor = db.execute(query, (key,))
            while rows := cursor.fetchmany(TOGETHER):
                digest.update(
                    b"".join([
                        _WHOLE[value]
                        if type(value) is int
                        else b"%d:%b" % (len(value), value)
                        if value is not None
                        else _NONE
                        for row in rows
                        for value in row
                    ])
                )  # fmt: skip
            if query in _ROWS:
                digest.update(b"\n")
    return digest.digest()


TOGETHER = 1_000
"""Rows that are hashed in one go; a version's are a few dozen, or a hundred thousand."""


@contextmanager
def _undecoded(db: sqlite3.Connection) -> Iterator[None]:
    """Texts come as the bytes that are stored: that is what is hashed, and to decode and encode them took a third."""
    before = db.text_factory
    db.text_factory = bytes
    try:
        yield
    finally:
        db.text_factory = before


def _measured(value: int | None) -> bytes:
    """A value as text with its length before it, so that no two rows look alike."""
    content = str(value).encode()
    return b"%d:%b" % (len(content), content)


_NONE = _measured(None)


class _Whole(dict[int, bytes]):
    """Whole numbers measured: most values of most rows are small ones."""

    def __missing__(self, number: int) -> bytes:
        measured = _measured(number)
        if 0 <= number < KEPT_NUMBERS:
            self[number] = measured
        return measured


KEPT_NUMBERS = 32_768
"""Numbers below which their measure is kept (some 3 MB at most)."""
_WHOLE = _Whole()


def vectors_digest(db: sqlite3.Connection, key: int, model: int) -> bytes:
    """SHA-256 over the vectors of a version's texts under a model, by text."""
    digest = hashlib.sha256()
    rows = db.execute(
        "SELECT DISTINCT vector.text_sha256, body FROM passage JOIN vector ON vector.model_id = ?"
        " AND vector.text_sha256 = passage.context_sha256 WHERE version_id = ? AND level = 'chunk'"
        " ORDER BY vector.text_sha256",
        (model, key),
    )
    for text, body in rows:
        digest.update(text)
        digest.update(body)
    return digest.digest()


def embedded_lines(db: sqlite3.Connection, generation: int) -> list[list[str]]:
    """What became of vectors in a generation, without row numbers."""
    rows = db.execute(
        "SELECT state, embedded.reason, hash, document_id, lower(hex(version.digest)), lower(hex(embedded.digest))"
        " FROM embedded JOIN model USING (model_id) JOIN version USING (version_id) WHERE generation = ?",
        (generation,),
    )
    return [list(row) for row in rows]


def content_hash(db: sqlite3.Connection) -> str:
    """SHA-256 over the digests of the live versions and of their vectors, by document."""
    rows = db.execute(
        "SELECT document_id, lower(hex(digest)), coalesce((SELECT lower(hex(embedded.digest)) FROM embedded"
        " JOIN model USING (model_id) WHERE embedded.version_id = version.version_id"
        " AND hash = (SELECT value FROM meta WHERE name = 'model') ORDER BY generation DESC LIMIT 1), '')"
        " FROM version WHERE first_generation IS NOT NULL AND last_generation IS NULL ORDER BY document_id"
    )
    return hashlib.sha256(dumps([list(row) for row in rows]).encode()).hexdigest()
