"""Platt scaling: a logistic curve from a score to a probability (Platt 1999, with the targets of his section 2.2).

Fitted by Newton's method in pure Python: one score and one outcome a question, a few hundred of them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = 100
"""Newton steps at most; some ten are needed."""
SMALL = 1e-10
"""Change of the parameters below which the fit is done."""
RIDGE = 1e-6
"""Added to the curvature, so that separable data give a steep curve and no overflow."""
STEEPEST = 30.0
"""Greatest logit: beyond it no probability differs from 0 or 1."""


class Platt(NamedTuple):
    """`probability = 1 / (1 + exp(-(slope x score + offset)))`; a slope below 0 is never fitted."""

    slope: float
    offset: float

    def __call__(self, score: float) -> float:
        """The probability of a score."""
        return _logistic(self.slope * score + self.offset)


def platt(scores: Sequence[float], outcomes: Sequence[bool]) -> Platt:
    """Fit the curve. With one outcome only, or no scores, the slope is 0 and the curve says the (smoothed) share."""
    positive = sum(outcomes)
    negative = len(outcomes) - positive
    high, low = (positive + 1) / (positive + 2), 1 / (negative + 2)
    share = (positive + 1) / (len(outcomes) + 2)
    flat = Platt(0.0, math.log(share / (1 - share)))
    if not positive or not negative:
        return flat
    centre = math.fsum(scores) / len(scores)
    scale = math.sqrt(math.fsum((score - centre) ** 2 for score in scores) / len(scores))
    if not scale:
        return flat
    found = _fitted([(score - centre) / scale for score in scores], [high if one else low for one in outcomes])
    slope = found.slope / scale
    return Platt(slope, found.offset - slope * centre) if slope > 0 else flat


def _fitted(scores: Sequence[float], targets: Sequence[float]) -> Platt:
    slope = offset = 0.0
    for _ in range(STEPS):
        chances = [_logistic(slope * score + offset) for score in scores]
        errors = [chance - target for chance, target in zip(chances, targets, strict=True)]
        curves = [chance * (1 - chance) for chance in chances]
        a = math.fsum(c * x * x for c, x in zip(curves, scores, strict=True)) + RIDGE
        b = math.fsum(c * x for c, x in zip(curves, scores, strict=True))
        d = math.fsum(curves) + RIDGE
        first = math.fsum(e * x for e, x in zip(errors, scores, strict=True))
        second = math.fsum(errors)
        bottom = a * d - b * b
        step_slope, step_offset = (d * first - b * second) / bottom, (a * second - b * first) / bottom
        slope, offset = _bounded(slope - step_slope), _bounded(offset - step_offset)
        if abs(step_slope) + abs(step_offset) < SMALL:
            break
    return Platt(slope, offset)


def _bounded(value: float) -> float:
    return min(max(value, -STEEPEST), STEEPEST)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-min(max(value, -STEEPEST), STEEPEST)))
