"""Keeping the derived indexes at the newest generation: catch up, or build anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kts.lexicon.analyse import spelled
from kts.records import IndexChange, IndexedPassage
from kts.store.rows import TERMS, damaged_terms, path_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from typing import NamedTuple

    from kts.ports import PassageIndex
    from kts.structure import PreparedDocument
else:
    from kts.nouns import NamedTuple


class Stored(NamedTuple):
    """A version that was just stored: its key, what it holds, and the keys of its passages in their order."""

    key: int
    prepared: PreparedDocument
    passages: Sequence[int]


def catch_up(index: PassageIndex, db: sqlite3.Connection) -> bool:
    """Bring the index to the newest generation of `db`; returns whether anything was done."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    if index.generation == newest:
        return False
    if not 0 < index.generation < newest or index.wasted:
        index.rebuild(_since(db, 0), generation=newest)
    else:
        index.apply(_since(db, index.generation), generation=newest)
    return True


def rebuild(index: PassageIndex, db: sqlite3.Connection) -> None:
    """Build the index anew from the truth."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    index.rebuild(_since(db, 0), generation=newest)


def _since(db: sqlite3.Connection, generation: int) -> Iterator[IndexChange]:
    for key, gone in changes(db, generation):
        yield removal(key) if gone else addition(db, key)


def changes(db: sqlite3.Connection, generation: int) -> list[tuple[int, bool]]:
    """The versions that came or went since a generation and whether they are gone; since none, all that are live."""
    if not generation:
        rows = db.execute(
            "SELECT version_id, 0 FROM version WHERE first_generation IS NOT NULL AND last_generation IS NULL"
            " ORDER BY document_id"
        )
    else:
        rows = db.execute(
            "SELECT change.version_id, coalesce(max(version.last_generation IS NOT NULL), 1) FROM change"
            " LEFT JOIN version USING (version_id) WHERE generation > ? GROUP BY change.version_id ORDER BY 1",
            (generation,),
        )
    return [(key, bool(gone)) for key, gone in rows]


def addition(db: sqlite3.Connection, key: int) -> IndexChange:
    """A version with its passages, as an index takes it in."""
    return IndexChange("add", key, tuple(_passages(db, key)))


def addition_of(db: sqlite3.Connection, stored: Stored) -> IndexChange:
    """The same of a version that was just stored: what it holds need not be read again."""
    version, prepared, keys = stored
    shared = document_filters(db, version)
    numbers: dict[int | None, str] = {section.index: section.number for section in prepared.document.sections}
    entering = []
    for key, p in zip(keys, prepared.passages, strict=True):
        codes = tuple(sorted({norm for norm, _ in p.identifiers})) if p.identifiers else ()
        named = _own_filters(p.level, p.kind, codes, numbers.get(p.section, ""))
        entering.append(IndexedPassage(key, version, p.level, _spelled(db, key, p.terms), {**shared, **named}))
    return IndexChange("add", version, tuple(entering))


def removal(key: int) -> IndexChange:
    """A version that leaves an index."""
    return IndexChange("remove", key)


def _passages(db: sqlite3.Connection, version: int) -> Iterator[IndexedPassage]:
    shared = document_filters(db, version)
    named = passage_filters(db, version)
    rows = db.execute(
        f"SELECT passage_id, level, {TERMS} FROM passage WHERE version_id = ? ORDER BY passage_id", (version,)
    )
    for key, level, row in rows:
        yield IndexedPassage(key, version, level, _spelled(db, key, row), {**shared, **named[key]})


def _spelled(db: sqlite3.Connection, key: int, row: bytes) -> str:
    try:
        if row:
            return spelled(row)
    except (IndexError, ValueError):
        pass
    raise damaged_terms(db, key)


def passage_filters(db: sqlite3.Connection, version: int) -> dict[int, dict[str, tuple[str, ...]]]:
    """The filter values that passages of a version have of their own, by passage key."""
    codes: dict[int, list[str]] = {}
    for key, norm in db.execute(
        "SELECT passage_id, norm FROM identifier WHERE passage_id IN"
        " (SELECT passage_id FROM passage WHERE version_id = ?) ORDER BY passage_id, norm",
        (version,),
    ):
        codes.setdefault(key, []).append(norm)
    rows = db.execute(
        "SELECT passage_id, passage.level, kind, coalesce(number, '') FROM passage"
        " LEFT JOIN section ON section.version_id = passage.version_id AND ordinal = passage.section"
        " WHERE passage.version_id = ? ORDER BY passage_id",
        (version,),
    )
    named = {}
    for key, level, kind, number in rows:
        named[key] = _own_filters(level, kind, tuple(codes.get(key, ())), number)
    return named


def _own_filters(level: str, kind: str, codes: tuple[str, ...], number: str) -> dict[str, tuple[str, ...]]:
    values = {"code": codes, "section": (number,) if number else (), "item_type": (kind,) if level == "item" else ()}
    return {name: value for name, value in values.items() if value}


def document_filters(db: sqlite3.Connection, version: int) -> dict[str, tuple[str, ...]]:
    """The filter values that all passages of a version share."""
    document_id, path, doc_type, regime, language, date, metadata = db.execute(
        "SELECT document_id, path, doc_type, regime, language, content_date, metadata FROM version"
        " WHERE version_id = ?",
        (version,),
    ).fetchone()
    parts = path_text(path).encode("utf-8", "replace").decode().split("/")
    named = {
        "document": (document_id,),
        "path": tuple("/".join(parts[:depth]) for depth in range(1, len(parts) + 1)),
        "doc_type": (doc_type,),
        "regime": (regime,),
        "language": (language,),
        "date": (date,),
        "tool": tools_of(json.loads(metadata)),
    }
    return {name: kept for name, values in named.items() if (kept := tuple(value for value in values if value))}


def tools_of(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The tools that metadata names: a word or a list of them; a file may hold anything there."""
    named = metadata.get("tool")
    listed = named if isinstance(named, list | tuple) else [named]
    return tuple(str(tool).casefold() for tool in listed if isinstance(tool, str | int | float))
