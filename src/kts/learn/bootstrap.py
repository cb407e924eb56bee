"""How far a mean would move on other questions of the same kind: the bootstrap over questions (Efron 1979)."""

from __future__ import annotations

import random
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

RESAMPLES = 2000
SEED = 20_260_101
LEVEL = 0.95


class Interval(NamedTuple):
    """A mean and the interval that holds it on `LEVEL` of the resamples."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float], *, resamples: int = RESAMPLES) -> Interval:
    """The mean of the values with its percentile interval; the same values give the same numbers.

    Raises ValueError for no values.
    """
    if not values:
        message = "nothing to resample"
        raise ValueError(message)
    drawn = random.Random(SEED)  # noqa: S311 - a resample is no secret
    count = len(values)
    ordered = sorted(values)  # the order of the questions must not matter
    means = sorted(fsum(drawn.choices(ordered, k=count)) / count for _ in range(resamples))
    edge = round(resamples * (1 - LEVEL) / 2)
    return Interval(fsum(values) / count, means[edge], means[-1 - edge])
