"""Tables of reStructuredText cut into cells: each cell is a list of (line, start column, end column)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class SourceLine(NamedTuple):
    """A line of the file without its end; `start` is its character offset."""

    text: str
    start: int

    @property
    def indent(self) -> int:
        """Leading white space, in characters."""
        return len(self.text) - len(self.text.lstrip())


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
    """The rows of a grid table between full borders; none when columns are merged: it stays as it is."""
    places = [index for index, letter in enumerate(lines[0]) if letter == "+"]
    rows: Cells = []
    row: list[list[Piece]] = []
    for number, line in enumerate(lines):
        if is_grid(line.strip()) or line.strip().startswith("+"):
            if [index for index, letter in enumerate(line) if letter == "+"] != places:
                return []
            rows.extend([row] if row else [])
            row = []
            continue
        if any(len(line) <= place or line[place] != "|" for place in places):
            return []
        row = row or [[] for _ in places[1:]]
        for cell, (start, end) in zip(row, pairwise(places), strict=True):
            cell.append((number, start + 1, end))
    return rows


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
