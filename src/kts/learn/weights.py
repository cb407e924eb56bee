"""Weights of a sum, fitted so that what is relevant is the likeliest choice among the candidates. numpy only.

The chance of a candidate is the softmax of its score (conditional logit, McFadden 1974; ListNet, Cao et al. 2007). The
loss is convex, so there is one answer, and the same questions give it on every machine. Weights never fall below 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SHARPNESS = 1.5
"""What a deviation of the fused evidence adds to the logarithm of a candidate's chance (a default: between 1 and 2 the
weights change little)."""
RIDGE = 0.0005
"""Price of the square of a weight: what a column must not say without evidence (a default)."""
TRUST = 0.5
"""Share of the fitted weights that is taken. Likelihood counts every place of the list and nDCG the first ten: over
families left out .5 and .7 gain alike, 1 less (evaluation/ranker)."""
SWEEPS = 40
"""How often each weight is looked at (a default; after ten they move by less than a thousandth)."""
STILL = 1e-6
DIGITS = 4


class Query(NamedTuple):
    """The candidates of a question: fused evidence, (candidates, columns) of signals, grades, what it weighs.

    Candidates that are shown as one, passages of a document, are given once.
    """

    base: Floats
    signals: Floats
    grades: Floats
    weight: float = 1.0


class _Laid(NamedTuple):
    """The questions side by side; what is not there has a base of minus infinity."""

    base: Floats
    signals: Floats
    wanted: Floats
    weights: Floats


def fit(queries: Sequence[Query], columns: Sequence[str]) -> Mapping[str, float]:
    """The weight of each column. Raises ValueError for no questions."""
    laid = _laid(queries)
    weights = np.zeros(len(columns))
    for _ in range(SWEEPS):
        before = weights.copy()
        for at in range(len(columns)):
            slope, curve = _slopes(laid, weights, at)
            weights[at] = max(0.0, weights[at] - slope / curve)
        if np.abs(weights - before).max() < STILL:
            break
    return {name: round(TRUST * float(weight), DIGITS) for name, weight in zip(columns, weights, strict=True)}


def _laid(queries: Sequence[Query]) -> _Laid:
    if not queries:
        message = "nothing to fit to"
        raise ValueError(message)
    widest = max(len(query.base) for query in queries)
    base = np.full((len(queries), widest), -np.inf)
    signals = np.zeros((len(queries), widest, queries[0].signals.shape[1]))
    wanted = np.zeros((len(queries), widest))
    for at, query in enumerate(queries):
        count = len(query.base)
        base[at, :count], signals[at, :count] = query.base, query.signals
        wanted[at, :count] = query.grades / query.grades.sum()
    weights = np.array([query.weight for query in queries])
    return _Laid(base, signals, wanted, weights / weights.sum())


def _slopes(laid: _Laid, weights: Floats, at: int) -> tuple[float, float]:
    """First and second derivative of the loss by one weight."""
    scores = SHARPNESS * (laid.base + laid.signals @ weights)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    column = SHARPNESS * laid.signals[:, :, at]
    expected = (chances * column).sum(axis=1)
    spread = (chances * (column - expected[:, None]) ** 2).sum(axis=1)
    slope = laid.weights @ (expected - (laid.wanted * column).sum(axis=1)) + 2 * RIDGE * weights[at]
    return float(slope), float(laid.weights @ spread + 2 * RIDGE)
