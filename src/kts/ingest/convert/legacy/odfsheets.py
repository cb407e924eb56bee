"""Cells of an OpenDocument sheet: the text as displayed, dates in ISO 8601, repetitions unrolled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.ingest.convert.legacy.odftext import OFFICE, TABLE, TEXT, paragraph_text
from kts.ingest.convert.legacy.sheets import Merged, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.legacy.sheets import Row

MAX_REPEATED = 1_000
"""Repetitions of a row or cell with text that are unrolled; sheets end in a million empty ones."""
MAX_MERGED = 10_000
_NUMBERS = frozenset({"float", "percentage", "currency", "date", "time"})


def sheet_rows(sheet: Any) -> tuple[list[tuple[int, Row]], list[Merged]]:
    """The rows that hold text, by number from 1, and the merged ranges."""
    rows: list[tuple[int, Row]] = []
    merged: list[Merged] = []
    number = 1
    for element in sheet.iter(f"{TABLE}table-row"):
        repeated = _count(element, "number-rows-repeated")
        row, spans = _row(element, number)
        if row:
            rows.extend((number + step, dict(row)) for step in range(min(repeated, MAX_REPEATED)))
            merged.extend(spans[: MAX_MERGED - len(merged)])
        number += repeated
    return rows, merged


def _row(element: Any, number: int) -> tuple[Row, list[Merged]]:
    row: Row = {}
    merged: list[Merged] = []
    column = 1
    for cell in _cells(element):
        repeated = _count(cell, "number-columns-repeated")
        text = _shown(cell)
        if text:
            value = Value(text, number=cell.get(f"{OFFICE}value-type") in _NUMBERS)
            row.update({column + step: value for step in range(min(repeated, MAX_REPEATED))})
        down, across = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
        if text and (down > 1 or across > 1):
            merged.append(Merged(number, column, number + down - 1, column + across - 1))
        column += repeated
    return row, merged


def _cells(row: Any) -> Iterator[Any]:
    yield from (cell for cell in row if cell.tag in {f"{TABLE}table-cell", f"{TABLE}covered-table-cell"})


def _count(element: Any, name: str) -> int:
    value = element.get(f"{TABLE}{name}", "1")
    return max(int(value), 1) if value.isdigit() else 1


def _shown(cell: Any) -> str:
    """A date as it is stored, all else as it is displayed."""
    if cell.get(f"{OFFICE}value-type") == "date":
        stored = str(cell.get(f"{OFFICE}date-value", ""))
        return stored.removesuffix("T00:00:00").replace("T", " ")
    return "\n".join(filter(None, (paragraph_text(part) for part in cell.findall(f"{TEXT}p")))).strip()
