"""How sure a counted error rate is: the exact binomial bound, and a threshold that keeps a promise.

Clopper & Pearson 1934; the threshold is chosen as in Angelopoulos et al. 2021, "Learn then test": thresholds are
tested from the strictest down from a few starting points, and the first one that fails ends that row of tests, so that
only the number of starting points has to be corrected for.
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE = 0.99
"""Probability with which a promise holds of all questions to come, unless another is asked for; of as many questions
as were judged, which vary as much again, it then holds in 95 of 100 (evaluation/confidence)."""
STARTS = 4
"""Starting points of the test: a start among few questions fails by one mistake (a default, not fitted)."""
HALVINGS = 60
"""Of the interval in which a bound is sought: to the last digit of a double."""


class Promise(NamedTuple):
    """A threshold with what is shown of it.

    `answered` questions reach it, `wrong` of them wrongly; with the asked
    probability the rate of wrong ones is at most `bound`.
    """

    threshold: float
    answered: int
    wrong: int
    bound: float


def upper_bound(wrong: int, count: int, *, sure: float = SURE) -> float:
    """The rate that is exceeded with probability 1 - `sure` at most, after `wrong` of `count`; 1 without any."""
    if wrong >= count:
        return 1.0
    low, high = wrong / count, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, count, middle) > 1 - sure else (low, middle)
    return high


def _at_most(wrong: int, count: int, rate: float) -> float:
    """P(X <= wrong) of a binomial."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return float(wrong >= count)
    inside, outside = math.log(rate), math.log1p(-rate)
    logs = [
        math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1) + k * inside + (count - k) * outside
        for k in range(wrong + 1)
    ]
    top = max(logs)
    return min(1.0, math.exp(top) * math.fsum(math.exp(one - top) for one in logs))


def promised(
    chances: Sequence[float],
    right: Sequence[bool],
    *,
    error: float,
    sure: float = SURE,
    asked: int | None = None,
) -> Promise | None:
    """The lowest threshold that keeps the rate of wrong answers at `error` or below, with probability `sure`.

    `right` says whether an answer at that chance would be right. The rate is that among the answers; with `asked`,
    the number of all questions, those that can never be answered included, it is that among the questions: who
    abstains makes no mistake. None when not even the surest questions allow it.
    """
    ordered = sorted(zip(chances, right, strict=True), key=lambda pair: -pair[0])
    counts = _counts(ordered)
    wrong = list(accumulate(not good for _, good in ordered))
    starts = 1 if asked else STARTS
    strict = 1 - (1 - sure) / starts
    best = 0
    for start in range(starts):
        for count in counts[start * len(counts) // starts :]:
            if _at_most(wrong[count - 1], asked or count, error) > 1 - strict:  # the bound is above the error
                break
            best = max(best, count)
    if not best:
        return None
    bound = upper_bound(wrong[best - 1], asked or best, sure=strict)
    return Promise(ordered[best - 1][0], best, wrong[best - 1], bound)


def _counts(ordered: Sequence[tuple[float, bool]]) -> list[int]:
    """How many are answered at each distinct threshold, the strictest first."""
    return [
        count
        for count in range(1, len(ordered) + 1)
        if count == len(ordered) or ordered[count][0] < ordered[count - 1][0]
    ]
