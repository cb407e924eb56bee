"""The grid of a PPT table: it is stored as a group of text boxes, which cells they are tells where they stand."""

from __future__ import annotations

from typing import NamedTuple

from kts.ingest.convert.legacy.doctables import lines_of

NEAR = 8
"""Master units (576 an inch) by which edges of one line of the grid may differ: rounding, not design."""
MAX_CELLS = 10_000
"""Cells of the grid beyond which a group is no table that a slide could show."""


class Box(NamedTuple):
    """A text box of a group: its edges in the units of the group, and its text."""

    left: int
    top: int
    right: int
    bottom: int
    text: str


def grid_of(boxes: list[Box]) -> list[list[str]]:
    """The texts by row and column, merged cells in every place that they cover; empty for boxes that are no grid."""
    columns, rows = lines_of((box.left for box in boxes), NEAR), lines_of((box.top for box in boxes), NEAR)
    if not columns or len(columns) * len(rows) > MAX_CELLS:
        return []
    cells = [[""] * len(columns) for _ in rows]
    for box in boxes:
        for row in _covered(rows, box.top, box.bottom):
            for column in _covered(columns, box.left, box.right):
                cells[row][column] = cells[row][column] or box.text
    return cells


def _covered(edges: list[int], start: int, end: int) -> list[int]:
    return [index for index, edge in enumerate(edges) if start - NEAR <= edge < max(end - NEAR, start + 1)]
