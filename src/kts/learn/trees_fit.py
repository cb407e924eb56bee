"""LambdaMART: small trees fitted to put what is relevant first (Burges 2010), rising where they must. numpy only.

Trees grow leaf by leaf over binned columns (Ke et al. 2017, LightGBM). A column that must not fall splits only where
the left side is not greater than the right one, and the middle of both bounds all that is split below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
SEED = 20_260_101


class Growth(NamedTuple):
    """How far trees grow: chosen by leaving out one family of sets at a time (decision 0015)."""

    trees: int = 80
    leaves: int = 7
    rate: float = 0.1
    ridge: float = 5.0
    rows: int = 60
    share: float = 0.6
    """Share of the columns that each tree may use."""
    questions: float = 0.8
    """Share of the questions that each tree is grown on."""


class Query(NamedTuple):
    """The candidates of a question: (candidates, columns) of signals, their grades (0 for not relevant), a weight."""

    signals: Floats
    grades: Floats
    weight: float = 1.0


class _Grown(NamedTuple):
    """A leaf: its rows, its place among the nodes, the bounds of its value, and the best split that is left."""

    rows: NDArray[np.intp]
    node: int
    low: float
    high: float
    split: _Split | None


class _Split(NamedTuple):
    gain: float
    column: int
    bin: int
    left: float
    right: float


class _Binned(NamedTuple):
    """Columns cut into bins, one number space for all: column x BINS + bin; `edges` are the upper values of bins."""

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
    random = np.random.default_rng(SEED)
    score = np.zeros(len(rows))
    trees = []
    for _ in range(growth.trees):
        slopes = order.drawn(order.slopes(score), growth.questions, random)
        used = np.sort(random.permutation(len(columns))[: max(1, round(growth.share * len(columns)))])
        tree, added = _tree(binned, slopes, ups, used, growth)
        score += added
        trees.append(tree)
    return Forest(tuple(columns), tuple(trees))


def _binned(rows: Floats) -> _Binned:
    cells = np.empty(rows.shape, np.intp)
    edges = []
    for column in range(rows.shape[1]):
        values = rows[:, column]
        distinct = np.unique(values)
        cut = distinct if len(distinct) <= BINS else np.unique(np.quantile(values, np.linspace(0, 1, BINS + 1)[1:]))
        middles = np.append((cut[:-1] + cut[1:]) / 2, np.inf)  # a threshold lies between two values, not on one
        edges.append(middles)
        cells[:, column] = np.searchsorted(middles[:-1], values, side="left") + column * BINS
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

    def drawn(self, slopes: _Slopes, share: float, random: np.random.Generator) -> _Slopes:
        """The slopes of a share of the questions, those of the others being 0."""
        kept = random.random(len(self._there)) < share
        rows = np.repeat(kept, self._there.sum(axis=1))
        return _Slopes(np.where(rows, slopes.first, 0.0), np.where(rows, slopes.second, 0.0))

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


def _tree(
    binned: _Binned, slopes: _Slopes, ups: NDArray[np.bool_], used: NDArray[np.intp], growth: Growth
) -> tuple[Tree, Floats]:
    """Grow one tree; also what it adds to each row."""
    count = len(slopes.first)
    everything = np.arange(count)
    column, threshold, left, right = [LEAF], [0.0], [0], [0]
    value = [growth.rate * _value(slopes.first.sum(), slopes.second.sum(), growth.ridge)]
    leaves = [_leaf(everything, 0, (-np.inf, np.inf), binned, slopes, ups, used, growth)]
    while len(leaves) < growth.leaves:
        best = max((leaf for leaf in leaves if leaf.split), key=lambda leaf: leaf.split.gain, default=None)  # type: ignore[union-attr]
        if best is None or best.split is None:
            break
        split, node = best.split, best.node
        edge = binned.edges[split.column][split.bin]
        below = binned.cells[best.rows, split.column] - split.column * BINS <= split.bin
        column[node], threshold[node], left[node], right[node] = split.column, float(edge), len(column), len(column) + 1
        middle = (split.left + split.right) / 2
        bounds = ((best.low, middle), (middle, best.high)) if ups[split.column] else ((best.low, best.high),) * 2
        leaves = [leaf for leaf in leaves if leaf.node != node]
        for rows, ends, worth in (
            (best.rows[below], bounds[0], split.left),
            (best.rows[~below], bounds[1], split.right),
        ):
            leaves.append(_leaf(rows, len(column), ends, binned, slopes, ups, used, growth))
            column.append(LEAF)
            threshold.append(0.0)
            left.append(0)
            right.append(0)
            value.append(growth.rate * worth)
    added = np.empty(count)
    for leaf in leaves:
        added[leaf.rows] = value[leaf.node]
    return Tree(tuple(column), tuple(threshold), tuple(left), tuple(right), tuple(value)), added


def _value(first: float, second: float, ridge: float) -> float:
    return float(first / (second + ridge))


def _leaf(
    rows: NDArray[np.intp],
    node: int,
    bounds: tuple[float, float],
    binned: _Binned,
    slopes: _Slopes,
    ups: NDArray[np.bool_],
    used: NDArray[np.intp],
    growth: Growth,
) -> _Grown:
    return _Grown(rows, node, *bounds, _best_split(rows, bounds, binned, slopes, ups, used, growth))


def _best_split(
    rows: NDArray[np.intp],
    bounds: tuple[float, float],
    binned: _Binned,
    slopes: _Slopes,
    ups: NDArray[np.bool_],
    used: NDArray[np.intp],
    growth: Growth,
) -> _Split | None:
    """The split that gains most, None where none may be."""
    if len(rows) < 2 * growth.rows:
        return None
    size = binned.cells.shape[1] * BINS
    cells = binned.cells[np.ix_(rows, used)].ravel()
    first, second, count = (
        np.bincount(cells, np.repeat(one, len(used)), size).reshape(-1, BINS)[used].cumsum(axis=1)
        for one in (slopes.first[rows], slopes.second[rows], np.ones(len(rows)))
    )
    whole_first, whole_second, whole = first[:, -1:], second[:, -1:], count[:, -1:]
    left = np.clip(first / (second + growth.ridge), *bounds)
    right = np.clip((whole_first - first) / (whole_second - second + growth.ridge), *bounds)
    gain = _gain(first, second, left, growth.ridge)
    gain += _gain(whole_first - first, whole_second - second, right, growth.ridge)
    gain -= _gain(
        whole_first, whole_second, np.clip(whole_first / (whole_second + growth.ridge), *bounds), growth.ridge
    )
    allowed = (count >= growth.rows) & (whole - count >= growth.rows) & ((left <= right) | ~ups[used][:, None])
    gain = np.where(allowed, gain, -np.inf)
    at = int(np.argmax(gain))
    if not gain.ravel()[at] > 0:
        return None
    place, cut = divmod(at, BINS)
    return _Split(float(gain[place, cut]), int(used[place]), cut, float(left[place, cut]), float(right[place, cut]))


def _gain(first: Floats, second: Floats, value: Floats, ridge: float) -> Floats:
    """How much the loss falls when all rows of a node get this value."""
    gained: Floats = 2 * first * value - (second + ridge) * value * value
    return gained
