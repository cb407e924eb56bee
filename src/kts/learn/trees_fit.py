"""LambdaMART: small trees fitted to put what is relevant first (Burges 2010), rising where they must. numpy only.

Trees grow leaf by leaf over binned columns (Ke et al. 2017, LightGBM). A column that must not fall splits only where
the left side is not greater than the right one, and the middle of both bounds all that is split below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.learn.trees import LEAF, Forest, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BINS = 64
"""Values that a column is cut into at most."""
TOP = 12
"""Ranks whose mistakes count: a little more than what is shown and measured."""


class Growth(NamedTuple):
    """How far trees grow: chosen by leaving out one family of sets at a time (decision 0015)."""

    trees: int = 50
    leaves: int = 7
    rate: float = 0.1
    ridge: float = 5.0
    rows: int = 60
    share: float = 0.6
    """Share of the columns that each tree may use."""
    questions: float = 0.8
    """Share of the questions that each tree is grown on."""
    forests: int = 2
    """Forests whose mean is taken, each with draws of its own: two are steadier than one of twice the trees."""
    seed: int = 20_260_101
    """What chooses the columns and the questions of each tree."""


class Query(NamedTuple):
    """The candidates of a question: (candidates, columns) of signals, their grades (0 for not relevant), a weight."""

    signals: Floats
    grades: Floats
    weight: float = 1.0


class _Grown(NamedTuple):
    """A leaf: its rows and their sums, its place among the nodes, the bounds of its value, the best split left."""

    rows: NDArray[np.intp]
    sums: Floats
    node: int
    bounds: tuple[float, float]
    split: _Split | None


class _Split(NamedTuple):
    gain: float
    column: int
    bin: int
    left: float
    right: float


class _Binned(NamedTuple):
    """Columns cut into bins; `edges` are the upper values of each column's bins."""

    cells: NDArray[np.intp]
    edges: list[Floats]


class _Slopes(NamedTuple):
    first: Floats
    second: Floats


def fit(
    queries: Sequence[Query], columns: Sequence[str], *, rising: Sequence[str], growth: Growth | None = None
) -> Forest:
    """Fit a forest to judged questions; more of a `rising` column is never worse. The same input, the same trees."""
    growth = growth or Growth()
    rows = np.concatenate([query.signals for query in queries])
    binned, ups = _binned(rows), np.array([name in set(rising) for name in columns])
    order = _Order(queries)
    trees: list[Tree] = []
    for number in range(growth.forests):
        trees += _grown(binned, ups, order, growth, np.random.default_rng(growth.seed + number))
    return Forest(tuple(columns), tuple(trees))


def _grown(
    binned: _Binned, ups: NDArray[np.bool_], order: _Order, growth: Growth, random: np.random.Generator
) -> list[Tree]:
    """One forest, its values divided by the number of forests."""
    score, trees = np.zeros(len(binned.cells)), []
    for _ in range(growth.trees):
        slopes = order.slopes(score)
        kept = order.drawn(growth.questions, random)
        used = np.sort(random.permutation(len(ups))[: max(1, round(growth.share * len(ups)))])
        tree = _Growing(binned, slopes, ups, used, growth).grown(kept)
        score += scored_once(tree, binned)
        trees.append(tree._replace(value=tuple(one / growth.forests for one in tree.value)))
    return trees


def _binned(rows: Floats) -> _Binned:
    cells = np.empty(rows.shape, np.intp)
    edges = []
    for column in range(rows.shape[1]):
        values = rows[:, column]
        distinct = np.unique(values)
        cut = distinct if len(distinct) <= BINS else np.unique(np.quantile(values, np.linspace(0, 1, BINS + 1)[1:]))
        middles = np.append((cut[:-1] + cut[1:]) / 2, np.inf)  # a threshold lies between two values, not on one
        edges.append(middles)
        cells[:, column] = np.searchsorted(middles[:-1], values, side="left")
    return _Binned(cells, edges)


class _Order:
    """The judged questions laid side by side, and what a ranking of them should change."""

    def __init__(self, queries: Sequence[Query]) -> None:
        widest = max(len(query.grades) for query in queries)
        self._there = np.zeros((len(queries), widest), bool)
        self._gain = np.zeros((len(queries), widest))
        for at, query in enumerate(queries):
            self._there[at, : len(query.grades)] = True
            self._gain[at, : len(query.grades)] = query.grades
        self._discount = 1 / np.log2(np.arange(2, widest + 2))
        best = -np.sort(-self._gain, axis=1)[:, :TOP]
        self._ideal = np.maximum((best * self._discount[: best.shape[1]]).sum(axis=1), 1e-9)
        weights = np.array([query.weight for query in queries])
        self._weight = weights * len(weights) / weights.sum()

    def slopes(self, score: Floats) -> _Slopes:
        """First and second derivatives of the pairwise loss, each pair by the nDCG that it would change."""
        laid = np.full(self._there.shape, -np.inf)
        laid[self._there] = score
        order = np.argsort(-laid, axis=1, kind="stable")
        values = np.where(np.isneginf(laid), 0.0, laid)
        value, gain, there = (np.take_along_axis(one, order, 1) for one in (values, self._gain, self._there))
        first, second = self._pairs(value, gain, there)
        back = np.empty_like(first), np.empty_like(second)
        for target, source in zip(back, (first, second), strict=True):
            np.put_along_axis(target, order, source * self._weight[:, None], 1)
        return _Slopes(back[0][self._there], back[1][self._there])

    def drawn(self, share: float, random: np.random.Generator) -> NDArray[np.intp]:
        """The rows of a share of the questions; of all where none was drawn."""
        kept = random.random(len(self._there)) < share
        rows = np.flatnonzero(np.repeat(kept, self._there.sum(axis=1)))
        return rows if len(rows) else np.arange(int(self._there.sum()))

    def _pairs(self, value: Floats, gain: Floats, there: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        top = min(TOP, value.shape[1])
        more = gain[:, :top, None] - gain[:, None, :]  # > 0: the upper one is the better one
        far = value[:, :top, None] - value[:, None, :]
        delta = np.abs(more) * np.abs(self._discount[:top, None] - self._discount[None, :]) / self._ideal[:, None, None]
        later = np.arange(value.shape[1])[None, :] > np.arange(top)[:, None]
        counted = later[None] & (more != 0) & there[:, :top, None] & there[:, None, :]
        spread = (value.max(axis=1) != value.min(axis=1))[:, None, None]
        delta = np.where(counted, np.where(spread, delta / (0.01 + np.abs(far)), delta), 0.0)
        sign = np.sign(more)
        wrong = 1 / (1 + np.exp(np.clip(sign * far, -50, 50)))
        push, curve = sign * delta * wrong, delta * wrong * (1 - wrong)
        first, second = -push.sum(axis=1), curve.sum(axis=1)
        first[:, :top] += push.sum(axis=2)
        second[:, :top] += curve.sum(axis=2)
        total = 2 * np.abs(push).sum(axis=(1, 2))
        norm = np.where(total > 0, np.log2(1 + total) / np.maximum(total, 1e-12), 1.0)[:, None]
        return first * norm, second * norm


class _Growing:
    """One tree while it grows: a node's sums are its parent's less its sibling's: the smaller is summed."""

    def __init__(
        self, binned: _Binned, slopes: _Slopes, ups: NDArray[np.bool_], used: NDArray[np.intp], growth: Growth
    ) -> None:
        self._cells, self._edges = binned
        self._slopes, self._ups, self._used, self._growth = slopes, ups[used], used, growth
        self._places = np.arange(len(used)) * BINS
        self._tree: list[list[float]] = []

    def grown(self, rows: NDArray[np.intp]) -> Tree:
        """The tree over these rows."""
        first, second = self._slopes.first[rows].sum(), self._slopes.second[rows].sum()
        leaves = [self._leaf(rows, self._sums(rows), (-np.inf, np.inf), first / (second + self._growth.ridge))]
        while len(leaves) < self._growth.leaves:
            best = max((leaf for leaf in leaves if leaf.split), key=_gained, default=None)
            if best is None or best.split is None:
                break
            leaves = [leaf for leaf in leaves if leaf.node != best.node] + self._split(best, best.split)
        column, threshold, left, right, value = zip(*self._tree, strict=True)
        whole = [tuple(int(one) for one in field) for field in (column, left, right)]
        return Tree(whole[0], threshold, whole[1], whole[2], tuple(self._growth.rate * one for one in value))

    def _split(self, leaf: _Grown, split: _Split) -> list[_Grown]:
        """Both children of a leaf, which becomes a node."""
        column = int(self._used[split.column])
        self._tree[leaf.node][:4] = [
            column, float(self._edges[column][split.bin]), len(self._tree), len(self._tree) + 1,
        ]  # fmt: skip
        below = self._cells[leaf.rows, column] <= split.bin
        sides = leaf.rows[below], leaf.rows[~below]
        small = int(len(sides[1]) < len(sides[0]))
        sums = self._sums(sides[small])
        both = (leaf.sums - sums, sums) if small else (sums, leaf.sums - sums)
        middle, (low, high) = (split.left + split.right) / 2, leaf.bounds
        bounds = ((low, middle), (middle, high)) if self._ups[split.column] else ((low, high), (low, high))
        worths = split.left, split.right
        return [self._leaf(*side) for side in zip(sides, both, bounds, worths, strict=True)]

    def _leaf(self, rows: NDArray[np.intp], sums: Floats, bounds: tuple[float, float], worth: float) -> _Grown:
        self._tree.append([LEAF, 0.0, 0, 0, float(worth)])
        return _Grown(rows, sums, len(self._tree) - 1, bounds, self._best(len(rows), sums, bounds))

    def _sums(self, rows: NDArray[np.intp]) -> Floats:
        """Of each used column and bin the slopes' sums and the number of rows: (3, columns, bins)."""
        cells = (self._cells[np.ix_(rows, self._used)] + self._places).ravel()
        size, width = len(self._used) * BINS, len(self._used)
        weights = (self._slopes.first[rows], self._slopes.second[rows])
        sums = [np.bincount(cells, np.repeat(one, width), size) for one in weights]
        return np.stack([*sums, np.bincount(cells, minlength=size)]).reshape(3, width, BINS)

    def _best(self, count: int, sums: Floats, bounds: tuple[float, float]) -> _Split | None:
        """The split that gains most, None where none may be."""
        ridge, fewest = self._growth.ridge, self._growth.rows
        if count < 2 * fewest:
            return None
        first, second, rows = sums.cumsum(axis=2)
        other_first, other_second, others = (one[:, -1:] - one for one in (first, second, rows))
        left = np.clip(first / (second + ridge), *bounds)
        right = np.clip(other_first / (other_second + ridge), *bounds)
        gain = _gain(first, second, left, ridge) + _gain(other_first, other_second, right, ridge)
        allowed = (rows >= fewest) & (others >= fewest) & ((left <= right) | ~self._ups[:, None])
        gain = np.where(allowed, gain, -np.inf)
        whole = np.clip(first[0, -1] / (second[0, -1] + ridge), *bounds)
        at = int(np.argmax(gain))
        column, cut = divmod(at, BINS)
        gained = float(gain[column, cut] - _gain(first[0, -1], second[0, -1], whole, ridge))
        if not gained > 0:
            return None
        return _Split(gained, column, cut, float(left[column, cut]), float(right[column, cut]))


def _gained(leaf: _Grown) -> float:
    return leaf.split.gain if leaf.split else 0.0


def scored_once(tree: Tree, binned: _Binned) -> Floats:
    """What one tree says of every row."""
    nodes = np.zeros(len(binned.cells), np.intp)
    column, threshold = np.array(tree.column), np.array(tree.threshold)
    children = np.array([tree.left, tree.right])
    cuts = np.array([
        0 if one == LEAF else int(np.searchsorted(binned.edges[one], edge, side="left"))
        for one, edge in zip(tree.column, threshold, strict=True)
    ])  # fmt: skip
    while True:
        inner = np.flatnonzero(column[nodes] != LEAF)
        if not len(inner):
            break
        at = nodes[inner]
        beyond = binned.cells[inner, column[at]] > cuts[at]
        nodes[inner] = children[beyond.astype(np.intp), at]
    return np.array(tree.value)[nodes]


def _gain(first: Any, second: Any, value: Any, ridge: float) -> Any:
    """How much the loss falls when all rows of a node get this value."""
    return 2 * first * value - (second + ridge) * value * value
