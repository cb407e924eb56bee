"""Tables on a sheet: where one ends and the next begins, what is caption, what is header."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run
from kts.ingest.convert.docx.tables import one_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kts.ingest.convert.builder import Cell, TextBuilder

MAX_MERGED_COLUMNS = 200
MAX_FILLED = 100_000
"""Cells that merged ranges fill in one block of rows."""
HEADER_ROWS = 10
"""Rows at the top of a table among which its header is looked for."""
HEADER_SHARE = 0.6
"""Share of the table's usual number of filled cells from which a row can be its header."""
WORDS = 0.8
"""Share of a header's cells that hold words or years."""
WIDE_GAP = 3
"""Steps from the last column of a table to the first of another one whose rows have no names: two empty ones between.
A default, not fitted."""
GOES_ON_SHARE = 0.5
"""Share of a header's cells that a row below an empty one fills which belongs to it; figures that sum a table up, such
as `Closing balance`, stand apart. A default."""
VALUES = 3
"""Cells from which a sparse row below an empty one is none that sums a table up: a name and two values. A default."""
REMARK = 4
"""Words from which a cell says something by itself: a remark, no name or value of a table. A default, not fitted."""
HELD = 4
"""Tables that are looked at for the one that goes on below: those side by side come one after the other."""
_FIGURE = re.compile(
    r"(?:[A-Z]{3}\s?|[-+\u2212\u20ac$\u00a3])*\d[\d.,'\u2019\s]*(?:%|\u2030|[A-Z]{3}|[\u20ac$\u00a3])?"
)
"""A number written as text: `-10 %`, `CHF 450`."""
_MAX_CUTS = 100
_MAX_GAPS = 50
_YEARS = range(1900, 2101)
MAX_CAPTIONS = 3
"""Rows of one cell above a table of one cell a row: a title, a subtitle and a date."""


class Value(NamedTuple):
    """A cell's displayed text; `number` when it is one, or a date; `hidden` names the way in which it is hidden.

    `date` says that the number is a date.
    """

    text: str
    number: bool = False
    hidden: str = ""
    date: bool = False


class Merged(NamedTuple):
    """A merged range: rows and columns from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


Row = dict[int, Value]
Block = dict[int, Row]
MergedByTop = Mapping[int, Sequence[Merged]]


class Table(NamedTuple):
    """A table of a sheet: rows by number. `captions` stand above it; `headers` says how many rows are its header.

    With `headers` 0 the first row holds values already. `columns` run from the first to the last.
    """

    captions: tuple[tuple[int, Row], ...]
    rows: tuple[tuple[int, Row], ...]
    headers: int
    columns: range


def write_table(builder: TextBuilder, table: Table, shown: Callable[[int, int, Value], Cell]) -> None:
    """Write a table below its captions; one without a header has an empty one. `shown` is of row, column and value."""
    for number, row in table.captions:
        cells = [shown(number, column, value) for column, value in row.items()]
        builder.block([piece for cell in cells for piece in (*cell, Run(": "))][:-1])
    if not table.rows:
        return
    rows = [
        [shown(number, column, row[column]) if column in row else () for column in table.columns]
        for number, row in table.rows
    ]
    if not table.headers:
        rows.insert(0, [()] * len(table.columns))
    builder.table(one_header(rows, table.headers))


def blocks_of(rows: Iterable[tuple[int, Row]]) -> Iterator[Block]:
    """Rows by number, divided where a row is empty."""
    block: Block = {}
    for number, row in rows:
        if row:
            block[number] = row
        elif block:
            yield block
            block = {}
    if block:
        yield block


def by_top(areas: Iterable[Merged]) -> MergedByTop:
    """Merged ranges by their first row, so that a block looks at its own only."""
    found: dict[int, list[Merged]] = {}
    for area in areas:
        found.setdefault(area.top, []).append(area)
    return found


def tables_of(block: Block, merged: MergedByTop) -> Iterator[Table]:
    """The tables of a block of rows, those side by side from left to right."""
    covered = frozenset(
        column for number in block for area in merged.get(number, ()) for column in _within(area, MAX_MERGED_COLUMNS)
    )
    for part in _parts(block, 0, covered):
        yield _table(filled(part, merged), merged)


def _within(area: Merged, most: int) -> range:
    """The columns that a merged range covers besides its first."""
    return range(area.left + 1, min(area.right, area.left + most) + 1)


def _parts(block: Block, depth: int, covered: frozenset[int]) -> list[Block]:
    """The block cut at empty rows and columns, and where tables only touch at a corner."""
    cut = (_cut_rows(block) or _cut_columns(block, covered)) if depth < _MAX_CUTS else None
    if cut is None:
        return [block]
    return [part for half in cut for part in _parts(half, depth + 1, covered)]


def _cut_rows(block: Block) -> tuple[Block, Block] | None:
    """At the first empty row, or where all that is below lies beside all that is above."""
    numbers = list(block)
    after = _reach(block, reversed(numbers))
    before = _reach(block, numbers)
    for upper, lower in pairwise(numbers):
        left, right = before[upper], after[lower]
        apart = left[1] < right[0] or right[1] < left[0]
        if lower - upper > 1 or (apart and left[1] > left[0] and right[1] > right[0]):
            return _halves(block, lower)
    return None


def _reach(block: Block, numbers: Iterable[int]) -> dict[int, tuple[int, int]]:
    """The first and last column of all rows up to each, in the order given."""
    found: dict[int, tuple[int, int]] = {}
    first, last = 1 << 30, 0
    for number in numbers:
        first, last = min(first, *block[number]), max(last, *block[number])
        found[number] = (first, last)
    return found


def _halves(block: Block, at: int) -> tuple[Block, Block]:
    upper = {number: row for number, row in block.items() if number < at}
    return upper, {number: row for number, row in block.items() if number >= at}


def _cut_columns(block: Block, covered: frozenset[int]) -> tuple[Block, Block] | None:
    """At the first empty column with a table on each side, or with a table and a column of remarks on its right.

    What is right of it belongs to the left when it is only numbers: the rows' names are on the left then. More empty
    columns divide it from there all the same where it has a header of its own. Columns that merged cells cover
    (`covered`) are not empty.
    """
    columns = sorted({column for row in block.values() for column in row})
    gaps = [(left, right) for left, right in pairwise(columns) if right - left > 1]
    for left, right in gaps[:_MAX_GAPS]:
        if len(columns) > 2:  # noqa: PLR2004 - two lone columns are one table
            west = _beside(block, lambda column, edge=left: column <= edge)  # type: ignore[misc]
            east = _beside(block, lambda column, edge=right: column >= edge)  # type: ignore[misc]
            table = _is_table(east) and (_has_names(east, right) or _is_apart(left, right, east))
            if _is_table(west) and (table or (left + 1 not in covered and _are_remarks(east))):
                return west, east
    return None


def _beside(block: Block, keep: Callable[[int], bool]) -> Block:
    rows = ((number, {column: value for column, value in row.items() if keep(column)}) for number, row in block.items())
    return {number: row for number, row in rows if row}


def _is_table(block: Block) -> bool:
    return len({column for row in block.values() for column in row}) > 1 and len(block) > 1


def _are_remarks(block: Block) -> bool:
    """Whether a block is one column of whole remarks, a heading above them at most."""
    cells = [value for row in block.values() for value in row.values()]
    lone = len({column for row in block.values() for column in row}) == 1
    return lone and all(map(_is_remark, cells[1:] or cells))


def _is_remark(value: Value) -> bool:
    return not value.number and len(value.text.split()) >= REMARK


def _is_apart(left: int, right: int, east: Block) -> bool:
    """Whether a table stands too far from the one on its left to be part of it, and says itself what is in it."""
    first = next(iter(east.values()))
    return right - left >= WIDE_GAP and len(first) > 1 and not any(value.number for value in first.values())


def _has_names(block: Block, column: int) -> bool:
    """Whether the first column names rows: texts, not numbers, below its top."""
    values = [row[column] for row in block.values() if column in row][1:]
    return bool(values) and sum(not value.number for value in values) * 2 > len(values)


def filled(block: Block, merged: MergedByTop) -> Block:
    """The block with merged cells filled in all places that they cover; one alone in its row is a caption."""
    result = {number: dict(row) for number, row in block.items()}
    room, last = MAX_FILLED, max(block)
    for area in (area for number in block for area in merged.get(number, ())):
        value = block[area.top].get(area.left)
        alone = len(block[area.top]) == 1 and area.right > area.left
        if value is None or alone or room <= 0:
            continue
        columns = range(area.left, min(area.right, area.left + MAX_MERGED_COLUMNS) + 1)
        for number in range(area.top, min(area.bottom, last) + 1):
            room -= len(columns)
            if number in result:
                result[number].update({column: value for column in columns if column not in result[number]})
    return result


def _table(block: Block, merged: MergedByTop) -> Table:
    rows = list(block.items())
    captions: list[tuple[int, Row]] = []
    while rows and len(rows[0][1]) == 1 and (len(rows) == 1 or len(rows[1][1]) > 1 or _one_cell_each(rows)):
        captions.append(rows.pop(0))
    if not rows:
        return Table(tuple(captions), (), 0, range(0))
    at = _header(rows)
    captions.extend(rows[:at])
    rows = rows[at:]
    columns = range(min(min(row) for _, row in rows), max(max(row) for _, row in rows) + 1)
    return Table(tuple(captions), tuple(rows), _header_rows(rows, merged), columns)


def _one_cell_each(rows: Sequence[tuple[int, Row]]) -> bool:
    """Whether the rows begin with a few of one cell: above a table, or remarks that are all there is."""
    leading = next((index for index, (_, row) in enumerate(rows) if len(row) > 1), len(rows))
    alone = leading == len(rows)
    return leading <= MAX_CAPTIONS and (not alone or all(_is_remark(*row.values()) for _, row in rows))


def _header(rows: Sequence[tuple[int, Row]]) -> int:
    """The index of the header: the first of the upper rows that is nearly full and words for the most part."""
    counts = sorted(len(row) for _, row in rows)
    usual = counts[len(counts) * 3 // 4]
    if usual < 3:  # noqa: PLR2004 - names and values in two columns have no better header than their first row
        return 0
    for at, (_, row) in enumerate(rows[:HEADER_ROWS]):
        if len(row) >= HEADER_SHARE * usual and is_header(row, _below(rows, at)):
            return at
    return 0


def is_header(row: Row, below: Row) -> bool:
    """Whether a row is made of words, of years or of days under one word; `below` is the next row.

    Days and months head the columns of a plan: two of them at least, none of which has another date below it.
    """
    words = sum(not value.number for value in row.values())
    years = sum(value.number and value.text.isdecimal() and int(value.text) in _YEARS for value in row.values())
    days = [column for column, value in row.items() if value.date]
    plans = len(days) > 1 and bool(below) and not any(below[column].date for column in days if column in below)
    return words + years + plans * len(days) > WORDS * len(row)


def _below(rows: Sequence[tuple[int, Row]], at: int) -> Row:
    return rows[at + 1][1] if at + 1 < len(rows) else {}


def continued(tables: Iterable[Table]) -> Iterator[Table]:
    """The tables, those joined that one empty row cuts in two: below it the columns hold what they held above."""
    held: list[Table] = []
    for table in tables:
        at = next((at for at, above in enumerate(held) if _goes_on(above, table)), None)
        if at is None:
            held.append(table)
        else:
            held[at] = held[at]._replace(rows=held[at].rows + table.rows)
        if len(held) > HELD:
            yield held.pop(0)
    yield from held


def _goes_on(above: Table, below: Table) -> bool:
    """Whether a table is the rest of the one above: no header, and a number where that one has numbers alone."""
    if below.captions or not below.rows or not above.headers or len(above.columns) < 3:  # noqa: PLR2004 - see _header
        return False
    (first, row), last = below.rows[0], above.rows[-1][0]
    within = below.columns.start >= above.columns.start and below.columns.stop <= above.columns.stop
    sparse = len(row) < VALUES and len(row) < GOES_ON_SHARE * len(above.rows[0][1])
    if first != last + 2 or not within or sparse or _is_headed(below):
        return False
    body = [held for _, held in above.rows[above.headers :]]
    return any(_is_figure(value) and _holds_numbers(body, column) for column, value in row.items())


def _is_headed(table: Table) -> bool:
    """Whether the first row is a header; numbers that are text make none where the next row has their like."""
    (_, row), following = table.rows[0], _below(table.rows, 0)
    if not is_header(row, following):
        return False
    figures = {column: value for column, value in row.items() if _is_figure(value) and not value.number}
    like = all(
        _is_figure(following[column]) and not following[column].number for column in figures if column in following
    )
    return not figures or len(figures) < len(row) - 1 or not like


def _is_figure(value: Value) -> bool:
    return value.number or bool(_FIGURE.fullmatch(value.text))


def _holds_numbers(rows: Sequence[Row], column: int) -> bool:
    values = [row[column] for row in rows if column in row]
    return bool(values) and all(map(_is_figure, values))


def _header_rows(rows: Sequence[tuple[int, Row]], merged: MergedByTop) -> int:
    """1, 2 where merged cells of the first row stand over words of the second, 0 where the first holds values."""
    number, row = rows[0]
    if len(rows) > 1 and len(row) > 1 and not is_header(row, _below(rows, 0)):
        return 0
    wide = [area for area in merged.get(number, ()) if area.bottom == number and area.right > area.left]
    if len(rows) > 2 and wide and len(rows[1][1]) > 1 and all(not value.number for value in rows[1][1].values()):  # noqa: PLR2004 - two headers and a row
        return 2
    return 1


@lru_cache(maxsize=20_000)
def letters(column: int) -> str:
    """The name of a column: 1 is A, 27 is AA."""
    name = ""
    while column:
        column, index = divmod(column - 1, 26)
        name = chr(ord("A") + index) + name
    return name


def column_of(name: str) -> int:
    """The number of a column: A is 1, AA is 27."""
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
