"""Sheets of the older and the open formats: written as those of newer workbooks are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.convert.builder import Run
from kts.ingest.convert.docxtables import one_header
from kts.ingest.convert.xlsxtables import Merged, Row, Value, blocks_of, by_top, letters, tables_of
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.convert.builder import Cell, TextBuilder
    from kts.ingest.convert.xlsxtables import Table

__all__ = ["BETWEEN", "Merged", "Row", "Value", "write_sheet"]

BETWEEN = Run("\n\n")
"""Between the paragraphs of a cell: a space in a table, a blank line in the frame that is a table of one cell."""


def write_sheet(
    builder: TextBuilder, title: str, state: str, rows: Iterable[tuple[int, Row]], merged: Sequence[Merged] = ()
) -> int:
    """Write a sheet under its name; the number of cells that hold text. `state` says how it is hidden, if it is."""
    sheet = _Sheet(builder, title, state)
    builder.block([sheet.run(1, 1, title)], prefix="## ")
    areas = by_top(merged)
    cells = 0
    for block in blocks_of(_every(rows)):
        cells += sum(len(row) for row in block.values())
        for table in tables_of(block, areas):
            sheet.table(table)
    return cells


def _every(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """The rows with an empty one wherever numbers are left out."""
    before = 0
    for number, row in rows:
        if number > before + 1:
            yield number - 1, {}
        before = number
        yield number, row


class _Sheet:
    """Writes the tables of one sheet; lives for one sheet."""

    def __init__(self, builder: TextBuilder, title: str, state: str) -> None:
        self.builder, self.title, self.state = builder, title, state

    def table(self, table: Table) -> None:
        """Write a table below its captions; one without a header has an empty one."""
        for number, row in table.captions:
            cells = [self.run(number, column, value.text) for column, value in row.items()]
            self.builder.block([piece for cell in cells for piece in (cell, Run(": "))][:-1])
        if not table.rows:
            return
        rows = [[self._cell(number, row, column) for column in table.columns] for number, row in table.rows]
        if not table.headers:
            rows.insert(0, [()] * len(table.columns))
        self.builder.table(one_header(rows, table.headers))

    def _cell(self, number: int, row: Row, column: int) -> Cell:
        return (self.run(number, column, row[column].text),) if column in row else ()

    def run(self, number: int, column: int, text: str) -> Run:
        """A cell's text at its place."""
        return Run(text, Location("xlsx", sheet=self.title, cell=f"{letters(column)}{number}"), self.state)
