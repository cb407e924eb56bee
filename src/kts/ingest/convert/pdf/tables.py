"""Tables of a page: ruled ones cell by cell; the cells of both kinds as rows of Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.pdf.bidi import is_right_to_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.ingest.convert.pdf.page import Box, Line
    from kts.ingest.convert.pdf.rules import Lattice

LAYOUT_CELL = 1_500
"""A grid with so many characters in one cell is a frame around text, no table."""

REPEATED = 60
"""Longest header text, in characters, that is repeated over the columns it spans."""

Cell = tuple["Line", ...]
"""The lines of a cell from top to bottom."""


class Table(NamedTuple):
    """Rows of cells, the first row the header; `box` lies on the upright page.

    A cell that spans rows stands in each of them, one that spans columns in each of them in header rows and in
    the first of them elsewhere, as with the tables of HTML pages.
    """

    page: int
    box: Box
    rows: tuple[tuple[Cell, ...], ...]
    ruled: bool = True


def ruled_tables(lines: Sequence[Line], lattices: Iterable[Lattice]) -> list[Line | Table]:
    """The lines in their order, those inside a grid replaced by its table where the first of them stands."""
    items: list[Line | Table] = list(lines)
    boxes = [item.box for item in items]
    for lattice in lattices:
        left_edge, bottom_edge, right_edge, top_edge = _box(lattice)
        cells: dict[int, list[Line]] = {}
        inside: set[int] = set()
        for index, (left, bottom, right, top) in enumerate(boxes):
            if right < left_edge or left > right_edge or top < bottom_edge or bottom > top_edge:
                continue
            line = items[index]
            if isinstance(line, Table) or line.hidden:
                continue
            owner = lattice.cell_at((left + right) / 2, (bottom + top) / 2)
            if owner >= 0:
                cells.setdefault(owner, []).append(line)
                inside.add(index)
        rows = _rows(lattice, cells) if cells else None
        if rows is None:
            continue
        first = min(inside)
        table = Table(lines[0].page, _box(lattice), rows)
        items = [table if n == first else item for n, item in enumerate(items) if n == first or n not in inside]
        boxes = [item.box for item in items]
    return items


def _box(lattice: Lattice) -> Box:
    return (lattice.xs[0], lattice.ys[-1], lattice.xs[-1], lattice.ys[0])


def _rows(lattice: Lattice, cells: dict[int, list[Line]]) -> tuple[tuple[Cell, ...], ...] | None:
    """The rows of a grid without those and without columns that hold nothing; None for a frame or a drawing."""
    if any(sum(len(line.text) for line in lines) > LAYOUT_CELL for lines in cells.values()):
        return None
    grid, cells = _header_parted(lattice, cells)
    sorted_cells = {owner: top_down(lines) for owner, lines in cells.items()}
    depth = _header_depth(grid, cells)
    rows: list[list[Cell]] = []
    for number, owners in enumerate(grid):
        seen: set[int] = set()
        row: list[Cell] = []
        for owner in owners:
            cell = sorted_cells.get(owner, ())
            again = owner in seen and (number >= depth or sum(len(line.text) for line in cell) > REPEATED)
            row.append(() if again else cell)
            seen.add(owner)
        rows.append(row)
    wide = [
        column for column in range(len(grid[0])) if any(_starts(grid, row, column, cells) for row in range(len(grid)))
    ]
    kept = [[row[column] for column in wide] for row in rows]
    head = merged_header(kept[:depth])
    body = [row for number, row in enumerate(kept[depth:], start=depth) if any(row) and _is_new(grid, number, cells)]
    full = [head, *body] if any(head) else body
    if len(full) < 2 or len(wide) < 2 or len(cells) < 3:  # noqa: PLR2004
        return None
    backwards = is_right_to_left(line.text for lines in cells.values() for line in lines)
    return tuple(tuple(reversed(row)) if backwards else tuple(row) for row in full)


def _header_parted(lattice: Lattice, cells: dict[int, list[Line]]) -> tuple[list[list[int]], dict[int, list[Line]]]:
    """The grid and its cells, header cells parted from the cells below where only shading parts the two rows.

    Such a cell reaches over both rows, but holds lines above the edge between them and lines below it.
    """
    grid, parted = [list(row) for row in lattice.owner], dict(cells)
    if len(grid) < 2:  # noqa: PLR2004
        return grid, parted
    edge = lattice.ys[1]
    for owner in {*grid[0]} & {*grid[1]}:
        upper = [line for line in cells.get(owner, ()) if line.box[1] >= edge - 1]
        lower = [line for line in cells.get(owner, ()) if line.box[3] <= edge + 1]
        if upper and lower and len(upper) + len(lower) == len(cells[owner]):
            below = -1 - owner
            parted[owner], parted[below] = upper, lower
            grid[1:] = [[below if other == owner else other for other in row] for row in grid[1:]]
    return grid, parted


def _starts(grid: Sequence[Sequence[int]], row: int, column: int, cells: dict[int, list[Line]]) -> bool:
    """Whether a cell with text begins in this column."""
    owner = grid[row][column]
    return owner in cells and (column == 0 or grid[row][column - 1] != owner)


def _is_new(grid: Sequence[Sequence[int]], row: int, cells: dict[int, list[Line]]) -> bool:
    """Whether a cell with text begins in this row: a row of nothing but cells from above is no row."""
    return any(owner in cells and owner not in grid[row - 1] for owner in grid[row])


def _header_depth(grid: Sequence[Sequence[int]], cells: dict[int, list[Line]]) -> int:
    """How many rows are header: the first with text, and the next where it parts what a header cell spans."""
    for number, owners in enumerate(grid):
        found = {owner for owner in owners if owner in cells}
        if not found:
            continue
        below = grid[number + 1] if number + 1 < len(grid) else ()
        for owner in found:
            under = {below[column] for column, other in enumerate(owners) if other == owner} if below else set()
            if len(found) > 1 and len({other for other in under if other in cells} - {owner}) > 1:
                return number + 2
        return number + 1
    return len(grid)


def merged_header(rows: Sequence[Sequence[Cell]]) -> list[Cell]:
    """One header row: what stands in a column of several, one after the other, each line once."""
    if not rows:
        return []
    head: list[Cell] = []
    for column in range(max(map(len, rows))):
        lines = [line for row in rows if column < len(row) for line in row[column]]
        head.append(tuple(dict.fromkeys(lines)))
    return head


def top_down(lines: Iterable[Line]) -> Cell:
    """Lines of one cell in reading order."""
    left = sorted(lines, key=lambda line: (-(line.box[1] + line.box[3]), line.box[0]))
    ordered: list[Line] = []
    while left:
        first = left[0]
        middle = (first.box[1] + first.box[3]) / 2
        row = [line for line in left if line.box[1] <= middle <= line.box[3] or line is first]
        backwards = is_right_to_left(line.text for line in row)
        ordered += sorted(row, key=lambda line: line.box[0], reverse=backwards)
        left = [line for line in left if line not in row]
    return tuple(ordered)
