"""Ruling lines, and the grids of cells that they make."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.convert.pdf.page import Box

Rule = tuple[float, float, float, float]

THIN = 3.0
"""Widest ruling line, in points."""
SHORTEST = 5.0
"""Shortest ruling line, in points: shorter ones are dots, ticks and dashes."""
SHORTEST_EDGE = 15.0
"""Shortest edge of a grid, in points, its pieces joined: shorter ones are those of boxes to tick."""
NEAR = 3.0
"""Ends and lines that are closer than this, in points, meet."""
MAX_LINES = 2_000
"""A page with more distinct lines is a drawing."""
FEWEST_CELLS = 3
"""A grid of fewer cells is a frame or a line with a mark."""
MAX_CELLS = 20_000
OVERHANG = 12.0
"""A level line that goes on so far, in points, beyond the last upright one has an open cell there."""

_HEIGHT = itemgetter(1)


def rule_of(box: Box) -> Rule | None:
    """The box as a ruling line without width, if it is thin and long enough."""
    left, bottom, right, top = box
    width, height = right - left, top - bottom
    if height <= THIN and width >= SHORTEST and width > height:
        middle = (bottom + top) / 2
        return (left, middle, right, middle)
    if width <= THIN and height >= SHORTEST and height > width:
        middle = (left + right) / 2
        return (middle, bottom, middle, top)
    return None


class Lattice(NamedTuple):
    """A grid of ruling lines: cell edges from left to right and from top to bottom.

    `owner[row][column]` is the number of the cell that this field of the grid belongs to, the field of its upper
    left corner counted row by row: cells without a line between them are one.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    owner: tuple[tuple[int, ...], ...]

    def cell_at(self, x: float, y: float) -> int:
        """The cell around a point, -1 outside."""
        if not (self.xs[0] <= x < self.xs[-1] and self.ys[-1] <= y < self.ys[0]):
            return -1
        column = bisect_right(self.xs, x) - 1
        row = next(number for number, edge in enumerate(self.ys[1:]) if edge <= y)
        return self.owner[row][column]


class Rules:
    """The ruling lines of an upright page, those on one another joined."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        level: list[Rule] = []
        upright: list[Rule] = []
        for left, low, right, high in rules:
            if right - left > high - low:
                level.append((left, low, right, high))
            else:
                upright.append((low, left, high, right))
        turned = _joined(upright)
        self.level = [rule for rule in _joined(level) if rule[2] - rule[0] >= SHORTEST_EDGE]
        self.upright = [(x, low, x, high) for low, x, high, _ in turned if high - low >= SHORTEST_EDGE]
        self.upright.sort()
        self._xs = [rule[0] for rule in self.upright]

    def crosses(self, left: float, right: float, y: float) -> bool:
        """Whether an upright line stands between two places at this height."""
        begin, end = bisect_right(self._xs, left), bisect_left(self._xs, right)
        return begin < end and any(low <= y <= high for _, low, _, high in self.upright[begin:end])

    def lattices(self) -> Iterator[Lattice]:
        """The grids of lines that touch one another, with three cells or more."""
        if not self.upright or len(self.level) < 2 or len(self.level) + len(self.upright) > MAX_LINES:  # noqa: PLR2004
            return
        for level, upright in self._touching():
            lattice = _lattice(level, upright)
            if lattice is not None and len({owner for row in lattice.owner for owner in row}) >= FEWEST_CELLS:
                yield lattice

    def _touching(self) -> Iterator[tuple[list[Rule], list[Rule]]]:
        lines = [*self.level, *self.upright]
        parent = list(range(len(lines)))
        border = len(self.level)
        for number, (left, y, right, _) in enumerate(self.level):
            begin, end = bisect_left(self._xs, left - NEAR), bisect_right(self._xs, right + NEAR)
            for other in range(begin, end):
                if self.upright[other][1] - NEAR <= y <= self.upright[other][3] + NEAR:
                    _unite(parent, number, border + other)
        groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
        for number, line in enumerate(lines):
            groups[_root(parent, number)][number >= border].append(line)
        yield from (group for _, group in sorted(groups.items()) if group[0] and group[1])


def _joined(rules: Sequence[Rule]) -> list[Rule]:
    """Level lines with those on one another and those that continue one another joined."""
    rows: list[list[Rule]] = []
    for rule in sorted(rules, key=_HEIGHT):
        if rows and rule[1] - rows[-1][0][1] <= NEAR / 2:
            rows[-1].append(rule)
        else:
            rows.append([rule])
    joined: list[Rule] = []
    for row in rows:
        height = row[0][1]
        begin, end = None, 0.0
        for left, _, right, _ in sorted(row):
            if begin is not None and left <= end + NEAR:
                end = max(end, right)
                continue
            if begin is not None:
                joined.append((begin, height, end, height))
            begin, end = left, right
        if begin is not None:
            joined.append((begin, height, end, height))
    return joined


def _root(parent: list[int], item: int) -> int:
    while parent[item] != item:
        parent[item] = parent[parent[item]]
        item = parent[item]
    return item


def _unite(parent: list[int], first: int, second: int) -> None:
    """One set of two; the smaller root stays, so that a cell is named by its first field."""
    low, high = sorted((_root(parent, first), _root(parent, second)))
    parent[high] = low


def _distinct(values: Iterable[float]) -> list[float]:
    kept: list[float] = []
    for value in sorted(values):
        if not kept or value - kept[-1] > NEAR:
            kept.append(value)
    return kept


def _lattice(level: Sequence[Rule], upright: Sequence[Rule]) -> Lattice | None:
    xs, ys = _distinct(rule[0] for rule in upright), _distinct(rule[1] for rule in level)
    left, right = min(rule[0] for rule in level), max(rule[2] for rule in level)
    xs = [*([left] if left < xs[0] - OVERHANG else []), *xs, *([right] if right > xs[-1] + OVERHANG else [])]
    low, high = min(rule[1] for rule in upright), max(rule[3] for rule in upright)
    ys = [*([low] if low < ys[0] - OVERHANG else []), *ys, *([high] if high > ys[-1] + OVERHANG else [])]
    ys.reverse()
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 1 or not 2 <= rows * columns <= MAX_CELLS:  # noqa: PLR2004
        return None
    parent = list(range(rows * columns))
    beside = [[(low, high) for at, low, _, high in upright if abs(at - x) <= NEAR] for x in xs[1:-1]]
    below = [[(start, end) for start, at, end, _ in level if abs(at - y) <= NEAR] for y in ys[1:-1]]
    middles = [(one + other) / 2 for one, other in pairwise(xs)]
    for row, heights in enumerate(pairwise(ys)):
        y = sum(heights) / 2
        for column, x in enumerate(middles):
            field = row * columns + column
            if column + 1 < columns and not _covers(beside[column], y):
                _unite(parent, field, field + 1)
            if row + 1 < rows and not _covers(below[row], x):
                _unite(parent, field, field + columns)
    owner = tuple(tuple(_root(parent, row * columns + column) for column in range(columns)) for row in range(rows))
    return Lattice(tuple(xs), tuple(ys), owner)


def _covers(stretches: Sequence[tuple[float, float]], place: float) -> bool:
    return any(start <= place <= end for start, end in stretches)
