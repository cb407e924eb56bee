"""Tables of reStructuredText cut into cells: each cell is a list of (line, start column, end column)."""

from __future__ import annotations

import re
from itertools import pairwise

Piece = tuple[int, int, int]
Cells = list[list[list[Piece]]]

_GRID = re.compile(r"\+(?:[-=]+\+)+")
_BORDER = re.compile(r"=+(?: +=+)+")
_COLUMN = re.compile(r"=+")


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
