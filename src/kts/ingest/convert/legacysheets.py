"""Sheets of the older and the open formats as Markdown: cells by row and column, written in blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.ingest.convert.builder import Cell, TextBuilder

MAX_CAPTIONS = 3
"""Lines of one cell above a table that are its caption: a title, a subtitle, a date."""
MAX_MERGED_COLUMNS = 200

BETWEEN = Run("\n\n")
"""Between the paragraphs of a cell: a space in a table, a blank line in the frame that is a table of one cell."""

Row = dict[int, str]
"""The cells of a row that hold text, by column from 1."""


class Merged(NamedTuple):
    """A merged range: rows and columns from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


def write_sheet(
    builder: TextBuilder, title: str, state: str, rows: Iterable[tuple[int, Row]], merged: Sequence[Merged] = ()
) -> int:
    """Write a sheet under its name; the number of cells that hold text. `state` says how it is hidden, if it is."""
    builder.block([Run(title, Location("xlsx", sheet=title, cell="A1"), state)], prefix="## ")
    cells = 0
    for block in _blocks(rows):
        cells += sum(len(row) for row in block.values())
        _write(builder, title, state, _filled(block, merged))
    return cells


def _blocks(rows: Iterable[tuple[int, Row]]) -> Iterator[dict[int, Row]]:
    """Rows by number, divided where one is empty."""
    block: dict[int, Row] = {}
    for number, row in rows:
        if block and (not row or number > max(block) + 1):
            yield block
            block = {}
        if row:
            block[number] = row
    if block:
        yield block


def _filled(block: Mapping[int, Row], merged: Sequence[Merged]) -> Mapping[int, Row]:
    """The block with merged cells filled: a row's label over its rows, a header over its columns."""
    filled = {number: dict(row) for number, row in block.items()}
    first = min(block)
    for area in merged:
        text = block.get(area.top, {}).get(area.left)
        if text is None:
            continue
        header = area.top <= first + 1 and (len(block[area.top]) > 1 or area.bottom > area.top)
        right = min(area.right, area.left + MAX_MERGED_COLUMNS) if header else area.left
        for number in range(area.top, area.bottom + 1):
            for column in range(area.left, right + 1) if number in filled else ():
                filled[number].setdefault(column, text)
    return filled


def _write(builder: TextBuilder, title: str, state: str, block: Mapping[int, Row]) -> None:
    rows = sorted(block.items())
    captions = _captions([row for _, row in rows])
    for number, row in rows[:captions]:
        builder.block(_run(title, state, number, column, text) for column, text in row.items())
    table = rows[captions:]
    if table:
        columns = range(min(min(row) for _, row in table), max(max(row) for _, row in table) + 1)
        builder.table([_cells(title, state, number, row, columns) for number, row in table])


def _captions(rows: Sequence[Row]) -> int:
    """How many rows at the top are captions: all in a block of one cell, else a few of one cell before wider ones."""
    narrow = next((index for index, row in enumerate(rows) if len(row) > 1), len(rows))
    if narrow == len(rows):
        return len(rows) if len(rows) == 1 else 0
    return narrow if narrow <= MAX_CAPTIONS else 0


def _cells(title: str, state: str, number: int, row: Row, columns: range) -> list[Cell]:
    return [(_run(title, state, number, column, row[column]),) if column in row else () for column in columns]


def _run(title: str, state: str, number: int, column: int, text: str) -> Run:
    return Run(text, Location("xlsx", sheet=title, cell=f"{column_name(column)}{number}"), state)


def column_name(column: int) -> str:
    """The letters of a column: 1 is A, 27 is AA."""
    name = ""
    while column:
        column, index = divmod(column - 1, 26)
        name = chr(ord("A") + index) + name
    return name
