"""The order in which a page is read: columns one after the other, what spans them between their parts."""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf
from statistics import median
from typing import TYPE_CHECKING

from kts.ingest.convert.pdf.bidi import is_right_to_left
from kts.ingest.convert.pdf.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pdf.page import Box, Line

    Item = Line | Table

GUTTER = 7.0
"""Narrowest space between two columns of text, in points."""
MOST_GUTTERS = 4
"""Spaces of a page, the widest ones, that are looked at as gutters."""
COLUMN_LINES = 4
"""Fewest lines of a column."""
COLUMN_TEXT = 14
"""Median characters of a column's lines: shorter ones are the cells of a table."""
NARROW = 0.62
"""Lines wider than this share of the page's text are not looked at when a gutter is sought."""
SPANNING_SHARE = 0.35
"""Share of a page's items that may cross a gutter: titles, figures, notes."""
COLUMN_FILL = 0.65
"""A column's rows fill at least this share of its width, in the median."""
SAME_COLUMN = 0.3
"""Items stand in one column when they share so much of the narrower one's width."""
LETTERED_LINES, LETTERED_ROWS = 0.3, 0.75
"""Shares of a column's lines and rows that hold letters: fewer are figures of a table."""
FEWEST_FIELDS = 3
"""Fewest fields on the right of a form (a default, not fitted)."""
FIELDS = 0.6
"""Share of the rows on the right that are fields beside others (a default, not fitted)."""
SAME_HEIGHT = 3.0
"""Middles of lines in one row differ by less, in points (a default, not fitted)."""
_MAX_DEPTH = 4
_LATIN = re.compile("[A-Za-z]")


def regions(items: Sequence[Item]) -> list[list[Item]]:
    """The parts of a page that hold one column each, in reading order; the items of each in their given order."""
    return _regions(list(items), 0)


def _regions(items: list[Item], depth: int) -> list[list[Item]]:
    gutter = _gutter(items) if depth < _MAX_DEPTH else None
    if gutter is None:
        return [items] if items else []
    low, high = gutter
    spanning = [item for item in items if item.box[0] < low and item.box[2] > high]
    tops = sorted(((item.box[1] + item.box[3]) / 2 for item in spanning), reverse=True)
    sides: list[tuple[list[Item], list[Item], list[Item]]] = [([], [], []) for _ in range(len(tops) + 1)]
    for item in items:
        height = (item.box[1] + item.box[3]) / 2
        crossing = item.box[0] < low and item.box[2] > high
        band = sum(top > height or (crossing and top == height) for top in tops)
        sides[band][0 if crossing else 1 if (item.box[0] + item.box[2]) / 2 < (low + high) / 2 else 2].append(item)
    ordered: list[list[Item]] = []
    backwards = is_right_to_left(item.text for item in items if not isinstance(item, Table))
    for across, left, right in _merged(sides):
        if across:
            ordered.append(across)
        for side in (right, left) if backwards else (left, right):
            ordered += _regions(side, depth + 1)
    return ordered


def _merged(
    sides: Sequence[tuple[list[Item], list[Item], list[Item]]],
) -> list[tuple[list[Item], list[Item], list[Item]]]:
    """Bands that follow one another without columns between them as one."""
    kept: list[tuple[list[Item], list[Item], list[Item]]] = []
    for across, left, right in sides:
        if kept and not kept[-1][1] and not kept[-1][2]:
            before = kept.pop()
            kept.append(([*before[0], *across], left, right))
        else:
            kept.append((across, left, right))
    return kept


def _gutter(items: Sequence[Item]) -> tuple[float, float] | None:
    """The widest space that text stands on both sides of, if it parts columns of text."""
    if len(items) < 2 * COLUMN_LINES:
        return None
    boxes = [item.box for item in items]
    lefts, rights = [box[0] for box in boxes], [box[2] for box in boxes]
    widest = NARROW * (max(rights) - min(lefts))
    narrow = sorted([(left, right) for left, right in zip(lefts, rights, strict=True) if right - left < widest])
    if len(narrow) < 2 * COLUMN_LINES:
        return None
    spaces = _spaces(narrow, len(items) // 20)
    for space in sorted(spaces, key=lambda space: (space[0] - space[1], space[0]))[:MOST_GUTTERS]:
        if _parts(items, *space):
            return space
    return None


def _spaces(intervals: Sequence[tuple[float, float]], tolerance: int) -> list[tuple[float, float]]:
    """Stretches wider than a gutter that at most `tolerance` intervals cover."""
    edges = [(low, 1) for low, _ in intervals] + [(high, -1) for _, high in intervals]
    edges.sort()
    spaces: list[tuple[float, float]] = []
    covering = 0
    for (at, step), (following, _) in pairwise(edges):
        covering += step
        if covering > tolerance or following <= at:
            continue
        if spaces and spaces[-1][1] == at:
            spaces[-1] = (spaces[-1][0], following)
        else:
            spaces.append((at, following))
    return [space for space in spaces if space[1] - space[0] >= GUTTER]


def _parts(items: Sequence[Item], low: float, high: float) -> bool:
    left = [item for item in items if item.box[2] <= low + 1]
    right = [item for item in items if item.box[0] >= high - 1]
    across = len(items) - len(left) - len(right)
    if across > SPANNING_SHARE * len(items) or not (_is_column(right) and _is_column(left)):
        return False
    if _are_fields(left, right):
        return False
    top = min(max(item.box[3] for item in side) for side in (left, right))
    bottom = max(min(item.box[1] for item in side) for side in (left, right))
    beside = [sum(bottom <= (item.box[1] + item.box[3]) / 2 <= top for item in side) for side in (left, right)]
    return min(beside) >= COLUMN_LINES - 1


def _are_fields(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether what stands right are fields of a form, each beside one on the left: `Date: ...   Permit valid: ...`."""
    rows = list(_rows([item for item in right if not isinstance(item, Table)]))
    names = [row for row in rows if min(row, key=lambda line: line.box[0]).text.rstrip().endswith(":")]
    if len(names) < FEWEST_FIELDS or len(names) < FIELDS * len(rows):
        return False
    lines = [item for item in left if not isinstance(item, Table)]
    heights = [(item.box[1] + item.box[3]) / 2 for item in lines if item.text.rstrip().endswith(":")]
    middles = [(row[0].box[1] + row[0].box[3]) / 2 for row in names]
    beside = sum(any(abs(one - other) < SAME_HEIGHT for other in heights) for one in middles)
    return beside >= FIELDS * len(names)


def _is_column(side: Sequence[Item]) -> bool:
    lines = [item for item in side if not isinstance(item, Table)]
    if sum(_has_letters(line.text) for line in lines) < LETTERED_LINES * len(lines):
        return False
    rows = list(_rows(lines))
    if len(rows) < COLUMN_LINES:
        return any(isinstance(item, Table) for item in side) and len(rows) > 1
    width = max(line.box[2] for line in lines) - min(line.box[0] for line in lines)
    filled = median(max(line.box[2] for line in row) - min(line.box[0] for line in row) for row in rows)
    lettered = sum(any(_has_letters(line.text) for line in row) for row in rows)
    long = median(sum(len(line.text) for line in row) for row in rows) >= COLUMN_TEXT
    return long and filled >= COLUMN_FILL * width and lettered >= LETTERED_ROWS * len(rows)


def _has_letters(text: str) -> bool:
    if _LATIN.search(text):
        return True
    return not text.isascii() and (text.upper() != text.lower() or any(map(str.isalpha, text)))


def _rows(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines that stand at one height."""
    row: list[Line] = []
    for line in sorted(lines, key=lambda line: line.box[1] + line.box[3]):
        if row and line.box[1] + line.box[3] - row[0].box[1] - row[0].box[3] > max(line.size, 1.0):
            yield row
            row = []
        row.append(line)
    if row:
        yield row


def in_order(items: Sequence[Item]) -> bool:
    """Whether no item of one column stands above one that comes before it."""
    boxes = [item.box for item in items]
    last = inf
    for number, box in enumerate(boxes):
        if box[1] >= last and any(_above(box, other) for other in boxes[:number] if box[1] >= other[3]):
            return False
        last = box[3]
    return True


def _above(box: Box, other: Box) -> bool:
    """Whether a box stands in the column of another one, above whose top it begins."""
    left, _, right, _ = box
    low, _, high, _ = other
    return min(right, high) - max(left, low) > SAME_COLUMN * min(right - left, high - low)
