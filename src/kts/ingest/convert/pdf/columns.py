"""Tables without ruling lines: rows of text whose gaps stand above one another."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from statistics import median
from typing import TYPE_CHECKING

from kts.ingest.convert.pdf.bidi import is_right_to_left
from kts.ingest.convert.pdf.page import BOLD
from kts.ingest.convert.pdf.rows import AMOUNTS, FIGURE, SPACE, YEARS
from kts.ingest.convert.pdf.tables import Table, merged_header

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pdf.page import Line
    from kts.ingest.convert.pdf.rows import Row
    from kts.ingest.convert.pdf.tables import Cell

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
LIST_ROWS = 4
"""Rows of two cells that make a list of terms or amounts with their meaning."""
LISTED = 0.6
"""Share of its rows that stand in the columns of the one above; a label in bold letters may end elsewhere."""
LABEL = 60
"""Longest label, in characters, that may run over the columns of figures."""
CONTINUED = 1.6
"""A row that goes on with the one above is no further away than so many line heights."""
ALIGNED = 2.0
"""Pieces begin at one place when their left edges are no further apart, in points."""
MOST_PARTS = 3
"""Most columns whose one-word headings stand so close that they look like one piece of text."""
_MAX_COLUMNS = 40
_SIGNS = re.compile(r"[*\u2020\u2021\u00a7]+")
_NUMBERED = re.compile(r"[*\u2020\u2021\u00a7]+|[(\[]?(?:\d{1,2}|[a-z]{1,4})[.)\]]?|\d{1,2}(?:\.\d{1,3})+\.?")
"""What stands before notes and clauses, and is no term."""


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
        if len(row.pieces) > 1 and _is_note(row) and not _in_columns(rows, number, last - 1):
            break
        if len(row.pieces) > 1:
            last = number + 1
        elif _interrupts(row, rows[max(last - 1, start)], _height_of_figures(rows, start, number)):
            break
    if last < len(rows) and _ends_cell(rows[last], rows[last - 1]):
        last += 1
    return _before_second_header(rows, start, last)


def _ends_cell(row: Row, above: Row) -> bool:
    """Whether a row is the last line of the cell above it, right of the first column."""
    near = above.middle - row.middle < CONTINUED * max(row.height, 1.0)
    lefts = [piece.box[0] for piece in above.pieces[1:] if not FIGURE.fullmatch(piece.text)]
    return near and len(row.pieces) == 1 and any(abs(row.pieces[0].box[0] - left) <= ALIGNED for left in lefts)


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
    across = len(above.pieces) > 1 and piece.box[0] < above.pieces[1].box[0] - ALIGNED < piece.box[2]
    return across and len(piece.text) > LABEL


def _is_note(row: Row) -> bool:
    """Whether a row is a sentence with a mark before it (`(1) Products include ...`), not cells."""
    long = any(len(piece.text) > 3 * CELL_TEXT for piece in row.pieces) or _SIGNS.fullmatch(row.pieces[0].text)
    return bool(long) and not any(FIGURE.fullmatch(piece.text) for piece in row.pieces[1:])


def _in_columns(rows: Sequence[Row], number: int, above: int) -> bool:
    """Whether a long row stands in the columns of the last one above it, or a term in those of the next one below."""
    row = rows[number]
    if _in_columns_of(row, rows[above]):
        return True
    below = next((other for other in rows[number + 1 : number + 1 + SINGLE_ROWS] if len(other.pieces) > 1), None)
    return below is not None and not _NUMBERED.fullmatch(row.pieces[0].text) and _in_columns_of(row, below)


def _in_columns_of(row: Row, above: Row) -> bool:
    """Whether all pieces of a row begin or end where those of the one above do."""
    if len(row.pieces) != len(above.pieces):
        return False
    pairs = zip(row.pieces, above.pieces, strict=True)
    return all(min(abs(one.box[0] - two.box[0]), abs(one.box[2] - two.box[2])) <= ALIGNED for one, two in pairs)


def _leads(rows: Sequence[Row], at: int) -> bool:
    """Whether a row of one piece may be the first header line: it stands over the columns, not at the left edge."""
    piece = rows[at].pieces[0]
    if len(piece.text) > 3 * CELL_TEXT:
        return False
    below = [row for row in rows[at + 1 : at + 2 + 2 * SINGLE_ROWS] if len(row.pieces) > 1]
    if not below or piece.size > LARGER * below[0].height:
        return False
    width = max([row.pieces[-1].box[2] for row in below]) - min([row.pieces[0].box[0] for row in below])
    narrow = piece.box[2] - piece.box[0] < HEADER_WIDTH * width
    return narrow and any(piece.box[0] > row.pieces[0].box[2] for row in below)


def _table(rows: Sequence[Row]) -> Table | None:
    """The table that these rows make, if they make one."""
    several = [row for row in rows if len(row.pieces) > 1]
    first = _first_figures(rows)
    body = [row for row in rows[first:] if len(row.pieces) > 1] if first < len(rows) else several
    columns = _columns(body)
    if len(columns) > 2 and _is_list(several[1:], _columns(several[1:])):  # noqa: PLR2004
        columns = _columns(several[1:])  # the words above the columns stand in their middle
    if not 2 <= len(columns) <= _MAX_COLUMNS or not _is_table(several, body, columns):  # noqa: PLR2004
        return None
    depth = _header_depth(rows, first)
    placed = [_cells(row, _columns_of(row, columns), len(columns), header=False) for row in rows[depth:]]
    lines = [line for row in rows for line in row.pieces]
    lefts, bottoms, rights, tops = zip(*[line.box for line in lines], strict=True)
    box = (min(lefts), min(bottoms), max(rights), max(tops))
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
    if any(any(map(str.isdigit, piece.text)) for piece in first.pieces):
        return False
    bold = all(piece.look == BOLD for piece in first.pieces) and not all(
        piece.look == BOLD for row in others for piece in row.pieces
    )
    return bold or any(any(map(str.isdigit, piece.text)) for row in others for piece in row.pieces[1:])


def _columns(body: Sequence[Row]) -> list[tuple[float, float]]:
    """The columns' left and right edges: what the pieces of the rows cover."""
    spans = sorted(chain.from_iterable([row.spans for row in body]))
    if not spans:
        return []
    space = SPACE * median([row.height for row in body])
    columns: list[tuple[float, float]] = []
    low, high = spans[0]
    for left, right in spans[1:]:
        if left >= high + space:
            columns.append((low, high))
            low, high = left, right
        elif right > high:
            high = right
    return [*columns, (low, high)]


def _is_table(several: Sequence[Row], body: Sequence[Row], columns: Sequence[tuple[float, float]]) -> bool:
    others = [piece for row in body for piece in row.pieces[1:]]
    figures = sum([len(piece.text) <= CELL_TEXT and any(map(str.isdigit, piece.text)) for piece in others])
    numeric = figures >= FIGURES * len(others)
    if len(several) < FEWEST_ROWS and not (numeric and len(columns) >= FEWEST_ROWS > len(several) > 1):
        return False
    if _is_list(several, columns):
        return True
    if numeric:
        return median([len(piece.text) for piece in others]) <= CELL_TEXT
    return median([len(piece.text) for row in several for piece in row.pieces]) <= CELL_TEXT and _aligned(others)


def _is_list(several: Sequence[Row], columns: Sequence[tuple[float, float]]) -> bool:
    """Whether rows are terms or amounts, each with what it means beside it, however long that is."""
    if len(several) < LIST_ROWS or len(columns) != 2:  # noqa: PLR2004
        return False
    terms = [row.pieces[0].text for row in several]
    if median(map(len, terms)) > CELL_TEXT // 2 or 2 * sum(map(bool, map(_NUMBERED.fullmatch, terms))) >= len(terms):
        return False
    steps = [_in_columns_of(row, above) for above, row in pairwise(several)]
    return sum(steps) >= LISTED * len(steps)


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
    numbered = list(enumerate(columns))
    over = [[number for number, (low, high) in numbered if left < high and right > low] for left, right in row.spans]
    return [numbers or [_nearest(columns, sum(span) / 2)] for numbers, span in zip(over, row.spans, strict=True)]


def _cells(row: Row, over: Sequence[list[int]], width: int, *, header: bool) -> list[Cell]:
    cells: list[Cell] = [()] * width
    for piece, numbers in zip(row.pieces, over, strict=True):
        if len(numbers) == 1:
            cells[numbers[0]] += (piece,)
            continue
        parts = _parted(piece, len(numbers))
        for place, number in enumerate(numbers if header or len(parts) > 1 else numbers[:1]):
            cells[number] += (parts[place % len(parts)],)
    return cells


def _between(span: tuple[float, float], columns: Sequence[tuple[float, float]], over: Sequence[int]) -> list[int]:
    """The columns on both sides of a header whose middle is over the space between two; never the labels'."""
    middle = (span[0] + span[1]) / 2
    left = max((number for number, (low, _) in enumerate(columns) if low <= middle), default=0)
    if columns[left][1] >= middle or left + 1 >= len(columns) or left < 1 or len(over) > 1:
        return []
    return [left, left + 1]


def _parted(piece: Line, columns: int) -> list[Line]:
    """One word a column, where a piece has as many single words as columns below it (`Data Money`)."""
    words = piece.text.split() if columns > 1 else []
    if len(words) != columns:
        return [piece]
    figures = [FIGURE.fullmatch(word) is not None for word in words]
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
    """Whether a row holds only words under words: no label of its own, no figures.

    Rows of several cells without a label follow one another as rows.
    """
    if cells[0]:
        only = not any(cells[1:])
        return only and bool(above[0]) and any(above[1:]) and cells[0][0].text[:1].islower()
    lines = [line for cell in cells for line in cell]
    if not above[0] and sum(map(bool, cells)) > 1:
        return False
    under = all(above[n] for n, cell in enumerate(cells) if cell)
    return under and bool(lines) and not any(FIGURE.fullmatch(line.text) for line in lines)


def _begun(above: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    """Whether the row above is nothing but the beginning of this row's label."""
    return (
        bool(above[0])
        and not any(above[1:])
        and bool(cells[0])
        and cells[0][0].text[:1].islower()
        and not above[0][-1].text.endswith((":", "."))
    )
