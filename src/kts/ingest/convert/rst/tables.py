"""Tables of reStructuredText cut into cells: each cell is a list of (line, start column, end column)."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from kts.ingest.convert.lines import SourceLine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


Piece = tuple[int, int, int]
Cells = list[list[list[Piece]]]

_GRID = re.compile(r"\+(?:[-=]+\+)+")
_BORDER = re.compile(r"=+(?: +=+)+")
_COLUMN = re.compile(r"=+")
_ROW = re.compile(r"\s*\*\s+-(?:\s+|$)")
_CELL = re.compile(r"\s+-(?:\s+|$)")
_CSV_CELL = re.compile(r"[ \t]*(?:\"((?:[^\"]|\"\")*)\"|([^,]+))[ \t]*(?:,|$)")
_HEADER = re.compile(r"\s*:header:\s*")
_OPTION = re.compile(r"\s*:[\w-]+:")


def is_grid(text: str) -> bool:
    """Whether a line is a border of a grid table."""
    return bool(_GRID.fullmatch(text))


def is_border(text: str) -> bool:
    """Whether a line is a border of a simple table with two columns or more."""
    return bool(_BORDER.fullmatch(text))


def simple_table(lines: list[str]) -> Cells:
    """The rows of a simple table; a row whose first cell is empty continues the one above."""
    columns = [match.span() for match in _COLUMN.finditer(lines[0])]
    starts = [start for start, _ in columns]
    ends = [*starts[1:], 1_000_000]
    rows: Cells = []
    for number, line in enumerate(lines):
        text = line.strip()
        if not text or is_border(text) or re.fullmatch(r"[- ]+", text):
            continue
        pieces = [(number, start, min(end, len(line))) for start, end in zip(starts, ends, strict=True)]
        if rows and not line[starts[0] : ends[0]].strip():
            for cell, piece in zip(rows[-1], pieces, strict=True):
                cell.append(piece)
        else:
            rows.append([[piece] for piece in pieces])
    return rows


def grid_table(lines: list[str]) -> Cells:
    """The rows of a grid table, merged cells in every place that they cover; none when its lines do not meet."""
    columns = sorted(
        {index for line in lines if line.startswith("+") for index, sign in enumerate(line) if sign == "+"}
    )
    columns = sorted({*columns, *(index for line in lines for index in _inner_corners(line))})
    borders = [number for number, line in enumerate(lines) if _GRID.search(line)]
    if len(columns) < 2 or len(borders) < 2 or not all(_is_closed(line, columns) for line in lines):  # noqa: PLR2004
        return []
    roots: dict[tuple[int, int], tuple[int, int]] = {}
    for row, column in product(range(len(borders) - 1), range(len(columns) - 1)):
        roots[row, column] = _root(lines, borders, columns, (row, column), roots)
    areas: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place, root in roots.items():
        areas.setdefault(root, []).append(place)
    cells = {root: _pieces(places, borders, columns, lines) for root, places in areas.items()}
    return [[cells[roots[row, column]] for column in range(len(columns) - 1)] for row in range(len(borders) - 1)]


def _inner_corners(line: str) -> list[int]:
    return [index for match in _GRID.finditer(line) for index in range(*match.span()) if line[index] == "+"]


def _is_closed(line: str, columns: Sequence[int]) -> bool:
    return len(line) > columns[-1] and line[columns[0]] in "+|" and line[columns[-1]] in "+|"


def _root(
    lines: list[str],
    borders: Sequence[int],
    columns: Sequence[int],
    place: tuple[int, int],
    roots: Mapping[tuple[int, int], tuple[int, int]],
) -> tuple[int, int]:
    """The first place of the cell that covers a place: its own, or that of the one on its left or above it."""
    row, column = place
    left, right = columns[column], columns[column + 1]
    inside = lines[borders[row] + 1 : borders[row + 1]]
    if column and inside and not any(line[left] in "|+" for line in inside):
        return roots[row, column - 1]
    above = lines[borders[row]][left + 1 : right]
    return roots[row - 1, column] if row and above.strip("-=") else place


def _pieces(
    places: Sequence[tuple[int, int]], borders: Sequence[int], columns: Sequence[int], lines: Sequence[str]
) -> list[Piece]:
    """The stretches of lines between the edges of a cell; borders of its neighbours are none."""
    first, last = min(row for row, _ in places), max(row for row, _ in places)
    left = columns[min(column for _, column in places)]
    right = columns[max(column for _, column in places) + 1]
    numbers = range(borders[first] + 1, borders[last + 1])
    return [(number, left + 1, right) for number in numbers if lines[number][left + 1 : right].strip("-=+")]


def list_table(lines: Sequence[SourceLine]) -> list[list[list[SourceLine]]]:
    """The rows of a `list-table`: a list whose items are lists of cells, each cell as its lines."""
    rows: list[list[list[SourceLine]]] = []
    for line in lines:
        row, cell = _ROW.match(line.text), _CELL.match(line.text)
        if row is not None:
            rows.append([[_after(line, row.end())]])
        elif cell is not None and rows:
            rows[-1].append([_after(line, cell.end())])
        elif rows:
            rows[-1][-1].append(line)
    return rows


def csv_table(lines: Sequence[SourceLine]) -> list[list[list[SourceLine]]]:
    """The rows of a `csv-table`, those of its `header` option first; a row is a line."""
    rows: list[list[list[SourceLine]]] = []
    for line in lines:
        header = _HEADER.match(line.text)
        if line.text and (header is not None or not _OPTION.match(line.text)):
            start = header.end() if header is not None else line.indent
            cells = _CSV_CELL.finditer(line.text, start)
            rows.append(
                [
                    [SourceLine(cell[cell.lastindex or 0], line.start + cell.start(cell.lastindex or 0))]
                    for cell in cells
                ]
            )
    return rows


def _after(line: SourceLine, at: int) -> SourceLine:
    return SourceLine(line.text[at:], line.start + at)
