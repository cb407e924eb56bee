"""Cells of a sheet by their names: `B7`, and the range `A6:G6`."""

from __future__ import annotations


def column(name: str) -> tuple[int, str]:
    """What the names of columns are ordered by: B before AA."""
    return len(name), name


def range_of(cells: list[str]) -> str:
    """The smallest range that holds all of the cells: `A2:C2`, or the one cell; names of another form as they are."""
    columns = sorted({cell.rstrip("0123456789") for cell in cells}, key=column)
    rows = sorted(int(digits) for cell in cells if (digits := cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")).isdecimal())
    if len(rows) < len(cells):
        return cells[0]
    first, last = f"{columns[0]}{rows[0]}", f"{columns[-1]}{rows[-1]}"
    return first if first == last else f"{first}:{last}"
