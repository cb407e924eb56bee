"""Sheets of the older and the open formats: written as those of newer workbooks are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.convert.builder import Run
from kts.ingest.convert.xlsx.tables import (
    Merged,
    Row,
    Value,
    blocks_of,
    by_top,
    continued,
    letters,
    tables_of,
    write_table,
)
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.convert.builder import Cell, TextBuilder
    from kts.ingest.convert.xlsx.tables import Table

__all__ = ["BETWEEN", "Merged", "Row", "Value", "write_sheet"]

BETWEEN = Run("\n\n")
"""Between the paragraphs of a cell: a space in a table, a blank line in the frame that is a table of one cell."""


def write_sheet(
    builder: TextBuilder, title: str, state: str, rows: Iterable[tuple[int, Row]], merged: Sequence[Merged] = ()
) -> int:
    """Write a sheet under its name; the number of cells that hold text. `state` says how it is hidden, if it is."""

    def shown(number: int, column: int, value: Value) -> Cell:
        return (Run(value.text, Location("xlsx", sheet=title, cell=f"{letters(column)}{number}"), state),)

    builder.block(shown(1, 1, Value(title)), prefix="## ")
    areas = by_top(merged)
    cells = 0

    def tables() -> Iterator[Table]:
        nonlocal cells
        for block in blocks_of(_every(rows)):
            cells += sum(len(row) for row in block.values())
            yield from tables_of(block, areas)

    for table in continued(tables()):
        write_table(builder, table, shown)
    return cells


def _every(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """The rows with an empty one wherever numbers are left out."""
    before = 0
    for number, row in rows:
        if number > before + 1:
            yield number - 1, {}
        before = number
        yield number, row
