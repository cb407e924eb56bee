"""Items, definitions and references as rows, and back: what a version holds besides its text and its sections."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kts.store.rows import dumps
from kts.structure import Definition, Item, Reference
from kts.types import Span

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from kts.structure import Structure

TABLES = ("item", "definition", "reference")
EVERYTHING = Span(0, 1 << 62)
_ITEM = 'SELECT item_type, start, "end", section, ordinal, metadata, id FROM item'
_DEFINITION = 'SELECT version_id, term, norm, start, "end", term_start, term_end, kind, scope, source FROM definition'
_REFERENCE = (
    'SELECT start, "end", text, kind, number, section, target, document, relative, resolved FROM reference'
    ' WHERE version_id = ? AND start < ? AND "end" > ? ORDER BY ordinal'
)


def insert(db: sqlite3.Connection, key: int, found: Structure) -> None:
    """Store what was found in a version, inside the caller's transaction."""
    db.executemany(
        "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (key, at, one.id, one.item_type, one.section, *one.span, dumps(dict(one.metadata)))
            for at, one in enumerate(found.items)
        ),
    )
    db.executemany(
        "INSERT INTO definition VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (key, at, one.term, one.norm, *one.span, *one.term_span, one.kind, one.scope, one.source)
            for at, one in enumerate(found.definitions)
        ),
    )
    db.executemany(
        "INSERT INTO reference VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (key, at, *one.span, *one[1:-2], int(one.relative), int(one.resolved))
            for at, one in enumerate(found.references)
        ),
    )


def items(db: sqlite3.Connection, key: int, span: Span | None = None) -> tuple[Item, ...]:
    """The items of a version, or those that touch a span, in reading order."""
    within = span or EVERYTHING
    where = ' WHERE version_id = ? AND start < ? AND "end" > ? ORDER BY ordinal'
    rows = db.execute(_ITEM + where, (key, within.end, within.start))
    return tuple(
        Item(kind, Span(a, b), section, at, json.loads(more), id_) for kind, a, b, section, at, more, id_ in rows
    )


def definitions(db: sqlite3.Connection, key: int, norms: Sequence[str] = ()) -> tuple[Definition, ...]:
    """The definitions of a version in reading order; with `norms`, those of these terms."""
    some = " AND norm IN (SELECT value FROM json_each(?))" if norms else ""
    given = (key, dumps(list(norms))) if norms else (key,)
    rows = db.execute(f"{_DEFINITION} WHERE version_id = ?{some} ORDER BY ordinal", given)
    return tuple(_definition(row)[1] for row in rows)


def defined(db: sqlite3.Connection, norm: str, *, live: str, at: dict[str, int]) -> tuple[tuple[int, Definition], ...]:
    """(document key, definition) of a term in all live versions, by document id and place."""
    columns = _DEFINITION.replace("version_id", "definition.version_id", 1)
    rows = db.execute(
        f"{columns} JOIN version USING (version_id) WHERE norm = :norm AND {live} ORDER BY document_id, ordinal",
        {**at, "norm": norm},
    )
    return tuple(_definition(row) for row in rows)


def _definition(row: tuple[Any, ...]) -> tuple[int, Definition]:
    key, term, norm, start, end, term_start, term_end, kind, scope, source = row
    return key, Definition(term, norm, Span(start, end), Span(term_start, term_end), kind, scope, source)


def references(db: sqlite3.Connection, key: int, span: Span | None = None) -> tuple[Reference, ...]:
    """The references in a version, or those that touch a span, in reading order."""
    within = span or EVERYTHING
    return tuple(_reference(row) for row in db.execute(_REFERENCE, (key, within.end, within.start)))


def _reference(row: tuple[Any, ...]) -> Reference:
    start, end, *between, relative, resolved = row
    return Reference._make([Span(start, end), *between, bool(relative), bool(resolved)])
