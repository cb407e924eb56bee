"""The grid of a Word 97-2003 table: cells are stored row by row, and where they stand tells which are merged.

After [MS-DOC], section numbers in the docstrings.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.ingest.convert.builder import Cell

DEFINITION = 0xD608
"""The property of a row's end that says where its cells stand (sprmTDefTable, 2.6.3)."""
NEAR = 30
"""Twips (1,440 an inch) by which edges of one line of the grid may differ: what dragging by hand leaves."""
_CELL_SIZE = 20
_MERGED, _BELOW, _BELOW_FIRST = 0x0002, 0x0020, 0x0040
"""Flags of a cell (2.9.336): the continuation of the cell before it, of the one above, the first of those."""
MAX_COLUMNS = 200


class Shape(NamedTuple):
    """A row's edges from left to right, and how each cell goes on another: `left`, `above` or not."""

    edges: tuple[int, ...] = ()
    goes_on: tuple[str, ...] = ()


def shape_of(operand: bytes) -> Shape:
    """The shape that a row's definition gives (2.9.321); none where it is damaged."""
    count = operand[2] if len(operand) > 2 else 0  # noqa: PLR2004 - its length, then the number of cells
    ends = 3 + 2 * (count + 1)
    if not count or len(operand) < ends:
        return Shape()
    flags = [
        struct.unpack_from("<H", operand, at)[0] if at + 2 <= len(operand) else 0
        for at in range(ends, ends + _CELL_SIZE * count, _CELL_SIZE)
    ]
    return Shape(struct.unpack_from(f"<{count + 1}h", operand, 3), tuple(map(_goes_on, flags)))


def _goes_on(flags: int) -> str:
    if flags & _MERGED:
        return "left"
    return "above" if flags & _BELOW and not flags & _BELOW_FIRST else ""


def grid_of(rows: Sequence[tuple[Sequence[Cell], Shape]]) -> list[list[Cell]]:
    """The cells by row and column, merged ones in every place that they cover; one across the table in its first.

    Rows stay as they are where one of them does not say where its cells stand.
    """
    if any(len(shape.edges) != len(cells) + 1 for cells, shape in rows):
        return [list(cells) for cells, _ in rows]
    columns = lines_of(edge for _, shape in rows for edge in shape.edges)[:-1]
    if len(columns) > MAX_COLUMNS:
        return [list(cells) for cells, _ in rows]
    grid: list[list[Cell]] = []
    for cells, shape in rows:
        grid.append(_row(cells, shape, columns, grid[-1] if grid else []))
    return grid


def _row(cells: Sequence[Cell], shape: Shape, columns: Sequence[int], above: Sequence[Cell]) -> list[Cell]:
    row: list[Cell] = [()] * len(columns)
    if len(columns) > 1 and set(shape.goes_on[1:]) <= {"left"} and not any(cells[1:]) and _is_whole(shape, columns):
        return [cells[0], *row[1:]]
    shown: Cell = ()
    for cell, left, right, goes_on in zip(cells, shape.edges, shape.edges[1:], shape.goes_on, strict=False):
        covered = [index for index, edge in enumerate(columns) if left - NEAR <= edge < right - NEAR]
        shown = shown if goes_on == "left" and not cell else cell
        if goes_on == "above" and not cell and covered and above:
            shown = above[covered[0]]
        for index in covered:
            row[index] = shown
    return row


def _is_whole(shape: Shape, columns: Sequence[int]) -> bool:
    """Whether a row reaches from the first column to behind the last."""
    return abs(shape.edges[0] - columns[0]) <= NEAR and shape.edges[-1] > columns[-1] + NEAR


def lines_of(edges: Iterable[int], near: int = NEAR) -> list[int]:
    """The distinct places of edges, those that are near to each other as one."""
    found: list[int] = []
    for edge in sorted(edges):
        if not found or edge - found[-1] > near:
            found.append(edge)
    return found
