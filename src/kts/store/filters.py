"""The typed filter as SQL over `version`, `passage` and `section`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.store.rows import dumps, path_bytes, path_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from kts.types import Filter

_VALUES = {
    "path": ("version.path", "version"),
    "tool": ("folded(given.value)", "version, json_each(version.metadata, '$.tool') AS given"),
    "section": ("section.number", "section JOIN version USING (version_id)"),
    "item_type": ("kind", "passage JOIN version ON version.version_id = passage.version_id AND level = 'item'"),
    "code": ("norm", "identifier JOIN passage USING (passage_id) JOIN version USING (version_id)"),
}
"""Where the values of a filter stand that are no columns of documents: the expression, and the tables."""


def values_of(db: sqlite3.Connection, field: str, live: str, at: Mapping[str, object]) -> tuple[str, ...]:
    """The distinct live values of a field; of `path` the folders, too."""
    column, tables = _VALUES.get(field, (field, "version"))
    rows = db.execute(f"SELECT DISTINCT {column} FROM {tables} WHERE {live}", dict(at)).fetchall()
    found = {path_text(value) if field == "path" else str(value) for (value,) in rows if value}
    if field == "path":
        found |= {path[:end] for path in found for end, mark in enumerate(path) if mark == "/"}
    return tuple(sorted(found))


def admitted(db: sqlite3.Connection, at: Mapping[str, object], filters: Filter, live: str) -> bool:
    """Whether any live passage of the level that `at` names passes the filter."""
    where, values = compile_filter(filters)
    row = db.execute(
        "SELECT 1 FROM version JOIN passage USING (version_id) LEFT JOIN section"
        " ON section.version_id = passage.version_id AND ordinal = passage.section"
        f" WHERE passage.level = :level AND {live} AND {where} LIMIT 1",
        {**at, **values},
    )
    return row.fetchone() is not None


def compile_filter(filters: Filter) -> tuple[str, dict[str, object]]:
    """A condition and its named values; `1` when nothing is asked."""
    values: dict[str, object] = {}
    parts: list[str] = []
    for column, wanted in (
        ("version.doc_type", filters.doc_type),
        ("version.regime", filters.regime),
        ("version.language", filters.language),
        ("version.document_id", filters.document),
        ("section.number", filters.section),
    ):
        if wanted:
            name = f"f{len(values)}"
            parts.append(f"{column} IN (SELECT value FROM json_each(:{name}))")
            values[name] = dumps(list(wanted))
    if filters.without:
        parts.append("version.document_id NOT IN (SELECT value FROM json_each(:without))")
        values["without"] = dumps(list(filters.without))
    parts += _paths(filters.path, values)
    parts += _metadata("tool", filters.tool, values) + _codes(filters.code, values)
    if filters.since:
        parts.append("version.content_date >= :since AND version.content_date <> ''")
        values["since"] = filters.since
    if filters.until:
        parts.append("substr(version.content_date, 1, 10) <= :until AND version.content_date <> ''")
        values["until"] = filters.until
    if filters.item_type:
        parts.append("passage.kind IN (SELECT value FROM json_each(:item_type)) AND passage.level = 'item'")
        values["item_type"] = dumps(list(filters.item_type))
    return " AND ".join(parts) or "1", values


def _paths(prefixes: tuple[str, ...], values: dict[str, object]) -> list[str]:
    alternatives = []
    for number, prefix in enumerate(prefixes):
        exact = path_bytes(prefix.rstrip("/"))
        values[f"p{number}"] = exact
        values[f"q{number}"] = exact + b"/"
        alternatives.append(f"(version.path = :p{number} OR substr(version.path, 1, length(:q{number})) = :q{number})")
    return [f"({' OR '.join(alternatives)})"] if alternatives else []


def _metadata(name: str, wanted: tuple[str, ...], values: dict[str, object]) -> list[str]:
    if not wanted:
        return []
    values[f"m_{name}"] = dumps([value.casefold() for value in wanted])
    condition = (
        f"EXISTS (SELECT 1 FROM json_each(version.metadata, '$.{name}') AS given"
        f" WHERE folded(given.value) IN (SELECT value FROM json_each(:m_{name})))"
    )
    return [condition]


def _codes(codes: tuple[str, ...], values: dict[str, object]) -> list[str]:
    if not codes:
        return []
    values["codes"] = dumps(list(codes))
    condition = (
        "EXISTS (SELECT 1 FROM identifier AS named WHERE named.passage_id = passage.passage_id"
        " AND named.norm IN (SELECT value FROM json_each(:codes)))"
    )
    return [condition]
