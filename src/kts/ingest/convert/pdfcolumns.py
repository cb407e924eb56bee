"""Tables without ruling lines: rows of text whose gaps stand above one another."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.pdfbidi import is_right_to_left
from kts.ingest.convert.pdfpage import BOLD
from kts.ingest.convert.pdftables import Table, merged_header

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pdfpage import Box, Line
    from kts.ingest.convert.pdftables import Cell

SAME_ROW = 0.5
"""Lines whose middles differ by less than this share of the smaller one's height stand side by side."""
SCRIPT_SIZE = 0.85
"""Raised and lowered signs are at most so large, as a share of the letters beside them (.65 to .8 are usual)."""
SCRIPT_GAP = 0.15
"""They stand no further from the letters, in line heights, than this."""
TOUCHING = 0.1
"""Pieces no further apart than this, in line heights, have no blank between them; a blank takes .2 and more."""
ROW_GAP = 3.2
"""A table ends where the next row is further away than so many line heights."""
FEWEST_ROWS = 3
"""Rows of several cells that make a table; two are enough with three columns of figures."""
SINGLE_ROWS = 3
"""Rows of one cell (labels, second lines of cells) that may follow one another inside a table."""
CELL_TEXT = 32
"""Median characters of the cells of a table without figures: longer ones are columns of text."""
FIGURES = 0.4
"""Share of the cells right of the first column that hold digits in a table of figures."""
MAX_HEADER = 10
"""Most header rows of a table, in lines; quarterly reports print up to ten."""
HEADER_WIDTH = 0.6
"""A header line over several columns takes at most this share of the table's width; a title takes more."""
LARGER = 1.1
"""A line so much larger than the rows below it is no header of theirs."""
SPACE = 0.25
"""Narrowest space between two columns, in line heights."""
LABEL = 60
"""Longest label, in characters, that may run over the columns of figures."""
SIGN_GAP = 12.0
"""Widest gap, in line heights, between a sign of money and its amount: it stands at the column's left edge."""
BULLET_GAP = 5.0
"""Widest gap, in line heights, between a bullet or number and its text."""
MARK_GAP = 0.75
"""Widest gap, in line heights, between a label and the marks of its notes; amounts stand further away."""
CONTINUED = 1.6
"""A row that goes on with the one above is no further away than so many line heights."""
ALIGNED = 2.0
"""Pieces begin at one place when their left edges are no further apart, in points."""
MOST_PARTS = 3
"""Most columns whose one-word headings stand so close that they look like one piece of text."""
_MAX_COLUMNS = 40
_SIGN = re.compile(r"(?:US|C|A)?[$\u20ac\u00a3\u00a5(\[+\u2013\u2014-]{1,3}")
_MONEY = frozenset("$\u20ac\u00a3\u00a5")
_CLOSING = re.compile(r"[)%\]]{1,3}|pts?|bps?")
_BULLET = re.compile(
    r"[\u2022\u25cf\u25aa\u25e6\u2023\u00b7\u25a0\u25a1\u2610\u2611\u2612o\u2013\u2014*-]"
    r"|\(?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,3})+\.?|(?i:article|section|item) [\w.]{1,6}"
)
_MARKS = re.compile(r"(?:\(\d{1,2}\)|\[\d{1,2}\]|[*\u2020\u2021])+")
_FIGURE = re.compile(
    r"(?:US|USD|EUR|GBP)?\s*[$\u20ac\u00a3(+\u2212\u2013\u2014-]*\s*\(?\d[\d.,\s]*\s*[%)]*|[\u2013\u2014-]|n/?[am]",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d|[A-Z][a-z]{2,8}\.? \d{1,2},?(?: (?:19|20)\d\d)?|Q[1-4].*")


NO_FIGURES, YEARS, AMOUNTS = 0, 1, 2


class Row(NamedTuple):
    """Pieces side by side, from left to right, with the ranks of each one's first and last line.

    `spans` are their left and right edges without signs of money, which stand at the edge of the column before.
    `figures` says whether figures stand right of the first piece: NO_FIGURES, YEARS alone, or others too.
    """

    pieces: tuple[Line, ...]
    ranks: tuple[tuple[int, int], ...]
    spans: tuple[tuple[float, float], ...]
    middle: float
    height: float
    figures: int = 0


Ranked = tuple[int, "Line"]


def visual_rows(lines: Sequence[Ranked]) -> list[Row]:
    """The lines, with their ranks in the given order, as rows from the top of the page to its bottom."""
    rows: list[Row] = []
    group: list[Ranked] = []
    for ranked in sorted(lines, key=_from_top):
        if group and not beside(group[0][1], ranked[1]):
            rows.append(_row(group))
            group = []
        group.append(ranked)
    if group:
        rows.append(_row(group))
    return rows


def _from_top(ranked: Ranked) -> tuple[float, float]:
    left, bottom, _, top = ranked[1].box
    return (-(bottom + top), left)


def beside(first: Line, second: Line) -> bool:
    """Whether two lines stand at one height, or one is a small sign raised or lowered beside the other."""
    low, high = first.box, second.box
    apart = abs(low[1] + low[3] - high[1] - high[3])
    small, large = first.size, second.size
    if small > large:
        small, large = large, small
    small, large = max(small, 1.0), max(large, 1.0)
    return apart < 2 * SAME_ROW * (large if small <= SCRIPT_SIZE * large else small)


def _row(group: Sequence[Ranked]) -> Row:
    if len(group) == 1:
        rank, line = group[0]
        left, bottom, right, top = line.box
        return Row((line,), ((rank, rank),), ((left, right),), (bottom + top) / 2, line.size)
    pieces: list[Line] = []
    ranks: list[tuple[int, int]] = []
    spans: list[tuple[float, float]] = []
    for rank, piece in sorted(group, key=lambda ranked: (ranked[1].box[0], ranked[0])):
        left, right = piece.box[0], piece.box[2]
        if pieces and _belongs(pieces[-1], piece, first=len(pieces) == 1):
            signed = _SIGN.fullmatch(pieces[-1].text)
            pieces[-1], ranks[-1] = joined(pieces[-1], piece), (ranks[-1][0], rank)
            spans[-1] = (left if signed else spans[-1][0], right)
        else:
            pieces.append(piece)
            ranks.append((rank, rank))
            spans.append((left, right))
    first = group[0][1].box
    height = max(line.size for _, line in group)
    middle = (first[1] + first[3]) / 2
    return Row(tuple(pieces), tuple(ranks), tuple(spans), middle, height, _figures(pieces))


def _figures(pieces: Sequence[Line]) -> int:
    found = [piece.text for piece in pieces[1:] if _FIGURE.fullmatch(piece.text)]
    if not found:
        return NO_FIGURES
    return AMOUNTS if any(not _YEAR.fullmatch(text) for text in found) or pieces[0].text[-1:] == ":" else YEARS


def _belongs(before: Line, after: Line, *, first: bool) -> bool:
    """Signs of money belong to their amounts, brackets and per cent signs to theirs, bullets to their text."""
    if before.hidden != after.hidden:
        return False
    gap, height = after.box[0] - before.box[2], max(after.size, 1.0)
    if _CLOSING.fullmatch(after.text):
        return gap < BULLET_GAP * height
    if _SIGN.fullmatch(before.text) and (after.text[:1].isdigit() or _FIGURE.fullmatch(after.text)):
        return gap < (SIGN_GAP if before.text[-1] in _MONEY else SPACE) * height
    if gap > BULLET_GAP * height or not _BULLET.fullmatch(before.text):
        marked = gap < MARK_GAP * height and before.text[-1:].isalpha()
        return marked and _MARKS.fullmatch(after.text) is not None
    if before.text.startswith("[") or not any(letter.isalnum() for letter in before.text):
        return True
    return first and any(letter.isalpha() for letter in after.text)


def joined(before: Line, after: Line) -> Line:
    """Two pieces of one row as one line."""
    tight = before.text.endswith(("$", "(", "\u20ac", "\u00a3")) or after.text.startswith((")", "%"))
    tight = tight or _is_script(before, after) or _touches(before, after)
    text = f"{before.text}{'' if tight else ' '}{after.text}"
    place = _around(before.place, after.place) if before.place and after.place else None
    box = _around(before.box, after.box)
    look = before.look if before.look == after.look else 0
    return before._replace(text=text, box=box, place=place, look=look, hyphen=after.hyphen)


def _is_script(before: Line, after: Line) -> bool:
    small, large = sorted((before.size, after.size))
    return small <= SCRIPT_SIZE * large and after.box[0] - before.box[2] < SCRIPT_GAP * large


def _touches(before: Line, after: Line) -> bool:
    return abs(after.box[0] - before.box[2]) < TOUCHING * max(before.size, after.size)


def _around(first: Box, second: Box) -> Box:
    return (min(first[0], second[0]), min(first[1], second[1]), max(first[2], second[2]), max(first[3], second[3]))


def with_tables(rows: Sequence[Row]) -> Iterator[tuple[int, Row | Table]]:
    """The rows, those that make a table replaced by it, each with the rank of its first line."""
    at = 0
    while at < len(rows):
        end = _end(rows, at)
        first = _first_figures(rows[at:end])
        if MAX_HEADER < first < end - at:
            for number in range(at, at + first - MAX_HEADER):
                yield _rank(rows[number : number + 1]), rows[number]
            at += first - MAX_HEADER
            continue
        table = _table(rows[at:end]) if end - at > 1 else None
        if table is None:
            passed = max(1, (end - at) // 4)
            for number in range(at, at + passed):
                yield _rank(rows[number : number + 1]), rows[number]
            at += passed
        else:
            yield _rank(rows[at:end]), table
            at = end


def _rank(rows: Sequence[Row]) -> int:
    return min(first for row in rows for first, _ in row.ranks)


def _end(rows: Sequence[Row], start: int) -> int:
    """Where the rows end that may belong to a table which begins at `start`."""
    if len(rows[start].pieces) < 2 and not _leads(rows, start):  # noqa: PLR2004
        return start
    below = next((row for row in rows[start + 1 : start + 1 + SINGLE_ROWS] if len(row.pieces) > 1), None)
    if below is not None and rows[start].height > LARGER * below.height:
        return start
    last = start + (len(rows[start].pieces) > 1)
    for number in range(start + 1, len(rows)):
        above, row = rows[number - 1], rows[number]
        if above.middle - row.middle > ROW_GAP * max(above.height, row.height) or number - last > SINGLE_ROWS:
            break
        if len(row.pieces) > 1 and _is_prose(row):
            break
        if len(row.pieces) > 1:
            last = number + 1
        elif _interrupts(row, rows[max(last - 1, start)], _height_of_figures(rows, start, number)):
            break
    return _before_second_header(rows, start, last)


def _before_second_header(rows: Sequence[Row], start: int, end: int) -> int:
    """Where the table's header comes again above other figures: a table of its own (`December 31`, `September 24`)."""
    first = start + _first_figures(rows[start:end])
    heads = {tuple(piece.text for piece in row.pieces) for row in rows[start:first] if len(row.pieces) > 1}
    for number in range(first + 1, end) if heads else ():
        if tuple(piece.text for piece in rows[number].pieces) in heads:
            edge = rows[first].pieces[0].box[2]
            above = (at for at in range(number - 1, first, -1) if not _stands_over(rows[at], edge))
            return next(above, first) + 1
    return end


def _stands_over(row: Row, edge: float) -> bool:
    """Whether a row may be header: no amounts, nothing left of the labels' right edge."""
    return row.figures != AMOUNTS and row.pieces[0].box[0] > edge


def _height_of_figures(rows: Sequence[Row], start: int, number: int) -> float:
    """How high the letters are below the first label, where all that stands above it is header over the columns.

    Headers may be set in smaller letters than the table (`Three Months Ended`).
    """
    label = rows[number].pieces[0]
    if len(label.text) > LABEL or not all(_stands_over(row, label.box[2]) for row in rows[start:number]):
        return 0.0
    below = (row.height for row in rows[number + 1 : number + 1 + SINGLE_ROWS] if row.figures == AMOUNTS)
    return next(below, 0.0)


def _interrupts(row: Row, above: Row, height: float) -> bool:
    """Whether a row of one piece ends the table above it: larger letters, or a sentence across its columns."""
    piece = row.pieces[0]
    if row.height > LARGER * max(above.height, height):
        return True
    across = len(above.pieces) > 1 and piece.box[0] < above.pieces[1].box[0] < piece.box[2]
    return across and len(piece.text) > LABEL


def _is_prose(row: Row) -> bool:
    """Whether a row is a sentence with a mark before it (`(1) Products include ...`), not cells."""
    long = any(len(piece.text) > 3 * CELL_TEXT for piece in row.pieces)
    return long and not any(_FIGURE.fullmatch(piece.text) for piece in row.pieces[1:])


def _leads(rows: Sequence[Row], at: int) -> bool:
    """Whether a row of one piece may be the first header line: it stands over the columns, not at the left edge."""
    piece = rows[at].pieces[0]
    if len(piece.text) > 3 * CELL_TEXT:
        return False
    below = [row for row in rows[at + 1 : at + 2 + 2 * SINGLE_ROWS] if len(row.pieces) > 1]
    if not below or piece.size > LARGER * below[0].height:
        return False
    width = max(row.pieces[-1].box[2] for row in below) - min(row.pieces[0].box[0] for row in below)
    narrow = piece.box[2] - piece.box[0] < HEADER_WIDTH * width
    return narrow and any(piece.box[0] > row.pieces[0].box[2] for row in below)


def _table(rows: Sequence[Row]) -> Table | None:
    """The table that these rows make, if they make one."""
    several = [row for row in rows if len(row.pieces) > 1]
    first = _first_figures(rows)
    body = [row for row in rows[first:] if len(row.pieces) > 1] if first < len(rows) else several
    columns = _columns(body)
    if not 2 <= len(columns) <= _MAX_COLUMNS or not _is_table(several, body, columns):  # noqa: PLR2004
        return None
    depth = _header_depth(rows, first)
    placed = [_cells(row, _columns_of(row, columns), len(columns), header=False) for row in rows[depth:]]
    lines = [line for row in rows for line in row.pieces]
    box = lines[0].box
    for line in lines:
        box = _around(box, line.box)
    head = merged_header(_headers(rows[:depth], columns)) or [() for _ in columns]
    kept = _continued(rows[depth:], placed)
    backwards = is_right_to_left(line.text for line in lines)
    ordered = (tuple(reversed(row)) if backwards else tuple(row) for row in (head, *kept))
    return Table(lines[0].page, box, tuple(ordered), ruled=False)


def _first_figures(rows: Sequence[Row]) -> int:
    """The first row with a figure right of its first piece that is no year: rows above it are header."""
    for number, row in enumerate(rows):
        if row.figures == AMOUNTS:
            return number
    years = (number for number, row in enumerate(rows) if row.figures == YEARS and number)
    return next(years, len(rows))


def _header_depth(rows: Sequence[Row], first: int) -> int:
    """How many rows are header: those above the figures, but for labels of their first rows (`Net sales:`)."""
    if first >= len(rows):
        return int(_is_header(rows))
    several = [number for number, row in enumerate(rows[:first]) if len(row.pieces) > 1]
    single = [number for number, row in enumerate(rows[:first]) if row.pieces[0].box[0] > rows[first].pieces[0].box[2]]
    return max(several or single, default=-1) + 1


def _is_header(rows: Sequence[Row]) -> bool:
    """Whether the first row of a table without plain figures names its columns: words only, above some digits."""
    first, others = rows[0], rows[1:]
    if len(first.pieces) < max(len(row.pieces) for row in others):
        return False
    if any(letter.isdigit() for piece in first.pieces for letter in piece.text):
        return False
    bold = all(piece.look == BOLD for piece in first.pieces) and not all(
        piece.look == BOLD for row in others for piece in row.pieces
    )
    return bold or any(letter.isdigit() for row in others for piece in row.pieces[1:] for letter in piece.text)


def _columns(body: Sequence[Row]) -> list[tuple[float, float]]:
    """The columns' left and right edges: what the pieces of the rows cover."""
    height = median(row.height for row in body) if body else 0.0
    columns: list[tuple[float, float]] = []
    for left, right in sorted(span for row in body for span in row.spans):
        if columns and left < columns[-1][1] + SPACE * height:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _is_table(several: Sequence[Row], body: Sequence[Row], columns: Sequence[tuple[float, float]]) -> bool:
    others = [piece for row in body for piece in row.pieces[1:]]
    figures = sum(any(letter.isdigit() for letter in piece.text) and len(piece.text) <= CELL_TEXT for piece in others)
    numeric = figures >= FIGURES * len(others)
    if len(several) < FEWEST_ROWS and not (numeric and len(columns) >= FEWEST_ROWS > len(several) > 1):
        return False
    if numeric:
        return median(len(piece.text) for piece in others) <= CELL_TEXT
    return median(len(piece.text) for row in several for piece in row.pieces) <= CELL_TEXT and _aligned(others)


def _aligned(pieces: Sequence[Line]) -> bool:
    """Whether most pieces begin where another one begins."""
    lefts = sorted(piece.box[0] for piece in pieces)
    near = [after - before <= ALIGNED for before, after in pairwise(lefts)]
    alike = sum(one or other for one, other in pairwise([False, *near, False]))
    return alike >= 0.6 * len(lefts)


def _headers(rows: Sequence[Row], columns: Sequence[tuple[float, float]]) -> list[list[Cell]]:
    """The pieces of header rows by column, those over several columns in each of them.

    A piece right above another one that is as wide is an earlier line of one heading and goes where that one goes.
    """
    placed: list[list[Cell]] = []
    below: list[tuple[float, list[int]]] = []
    for row in reversed(rows):
        over = _columns_of(row, columns)
        taken = {number for numbers in over for number in numbers}
        for at, span in enumerate(row.spans):
            middle = (span[0] + span[1]) / 2
            same = [numbers for other, numbers in below if abs(middle - other) <= ALIGNED and {*over[at]} <= {*numbers}]
            over[at] = same[-1] if same else sorted({*over[at], *(set(_between(span, columns, over[at])) - taken)})
        below += [((left + right) / 2, numbers) for (left, right), numbers in zip(row.spans, over, strict=True)]
        placed.insert(0, _cells(row, over, len(columns), header=True))
    return placed


def _columns_of(row: Row, columns: Sequence[tuple[float, float]]) -> list[list[int]]:
    """The columns that each piece of a row stands over, or the nearest one."""
    over = [_over(span, columns) for span in row.spans]
    return [numbers or [_nearest(columns, sum(span) / 2)] for numbers, span in zip(over, row.spans, strict=True)]


def _cells(row: Row, over: Sequence[list[int]], width: int, *, header: bool) -> list[Cell]:
    cells: list[list[Line]] = [[] for _ in range(width)]
    for piece, numbers in zip(row.pieces, over, strict=True):
        parts = _parted(piece, len(numbers))
        for place, number in enumerate(numbers if header or len(parts) > 1 else numbers[:1]):
            cells[number].append(parts[place % len(parts)])
    return [tuple(cell) for cell in cells]


def _over(span: tuple[float, float], columns: Sequence[tuple[float, float]]) -> list[int]:
    return [number for number, (low, high) in enumerate(columns) if span[0] < high and span[1] > low]


def _between(span: tuple[float, float], columns: Sequence[tuple[float, float]], over: Sequence[int]) -> list[int]:
    """The columns on both sides of a header whose middle is over the space between two; never the labels'."""
    middle = (span[0] + span[1]) / 2
    left = max((number for number, (low, _) in enumerate(columns) if low <= middle), default=0)
    if columns[left][1] >= middle or left + 1 >= len(columns) or left < 1 or len(over) > 1:
        return []
    return [left, left + 1]


def _parted(piece: Line, columns: int) -> list[Line]:
    """One word a column, where a piece has as many single words as columns below it (`Data Money`)."""
    words = piece.text.split()
    if len(words) != columns or columns == 1:
        return [piece]
    figures = [_FIGURE.fullmatch(word) is not None for word in words]
    if columns > MOST_PARTS or (any(figures) and not all(figures)):
        return [piece]
    return [piece._replace(text=word) for word in words]


def _nearest(columns: Sequence[tuple[float, float]], middle: float) -> int:
    distances = [max(low - middle, middle - high, 0.0) for low, high in columns]
    return distances.index(min(distances))


def _continued(rows: Sequence[Row], placed: Sequence[list[Cell]]) -> list[list[Cell]]:
    """Rows that are second lines of the row above, or whose label begins above, joined with it."""
    kept: list[list[Cell]] = []
    above: Row | None = None
    for row, cells in zip(rows, placed, strict=True):
        near = above is not None and above.middle - row.middle < CONTINUED * max(row.height, 1.0)
        if kept and near and (_goes_on(kept[-1], cells) or _begun(kept[-1], cells)):
            kept[-1] = [(*one, *other) for one, other in zip(kept[-1], cells, strict=True)]
        else:
            kept.append(list(cells))
        above = row
    return kept


def _goes_on(above: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    """Whether a row holds only words under words: no label of its own, no figures."""
    if cells[0]:
        only = not any(cells[1:])
        return only and bool(above[0]) and any(above[1:]) and cells[0][0].text[:1].islower()
    lines = [line for cell in cells for line in cell]
    under = all(above[n] for n, cell in enumerate(cells) if cell)
    return under and bool(lines) and not any(_FIGURE.fullmatch(line.text) for line in lines)


def _begun(above: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    """Whether the row above is nothing but the beginning of this row's label."""
    return (
        bool(above[0])
        and not any(above[1:])
        and bool(cells[0])
        and cells[0][0].text[:1].islower()
        and not above[0][-1].text.endswith((":", "."))
    )
