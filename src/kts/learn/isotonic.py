"""Isotonic regression: the best monotone step function from scores to outcomes (pool adjacent violators).

Ayer et al. 1955; as a calibration Zadrozny & Elkan 2002. Between two pools the map is linear, so that scores that
differ keep differing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Pool(NamedTuple):
    """Neighbouring scores that share one value: the sum of their outcomes, their weight, first and last score."""

    total: float
    weight: float
    first: float
    last: float

    @property
    def mean(self) -> float:
        return self.total / self.weight


def isotonic(scores: Sequence[float], outcomes: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """The fitted values as (score, value) points, scores and values rising; least squares. Empty without scores."""
    pools: list[_Pool] = []
    for one in _ties(scores, outcomes):
        pools.append(one)
        while len(pools) > 1 and pools[-2].mean >= pools[-1].mean:
            last, before = pools.pop(), pools.pop()
            pools.append(_Pool(before.total + last.total, before.weight + last.weight, before.first, last.last))
    return tuple(dict.fromkeys(point for pool in pools for point in ((pool.first, pool.mean), (pool.last, pool.mean))))


def _ties(scores: Sequence[float], outcomes: Sequence[float]) -> list[_Pool]:
    """One pool for each distinct score, in order."""
    found: dict[float, tuple[float, float]] = {}
    for score, outcome in zip(scores, outcomes, strict=True):
        total, weight = found.get(score, (0.0, 0.0))
        found[score] = (total + float(outcome), weight + 1)
    return [_Pool(total, weight, score, score) for score, (total, weight) in sorted(found.items())]


def interpolated(points: Sequence[tuple[float, float]], score: float) -> float:
    """The value at a score: linear between points, the nearest value outside of them. Raises ValueError for none."""
    if not points:
        message = "there are no points"
        raise ValueError(message)
    if score <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if score <= right:
            return min(high, low + (high - low) * (score - left) / (right - left)) if right > left else high
    return points[-1][1]
