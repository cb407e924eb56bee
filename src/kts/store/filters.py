"""The typed filter as SQL over `version`, `passage` and `section`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.store.rows import dumps, path_bytes

if TYPE_CHECKING:
    from kts.types import Filter


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
        f" WHERE lower(given.value) IN (SELECT value FROM json_each(:m_{name})))"
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
