"""How many questions can be answered at which share of wrong answers (El-Yaniv & Wiener 2010)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Point(NamedTuple):
    """Answering down to `threshold` answers the share `coverage` of the questions, `risk` of them wrongly."""

    threshold: float
    coverage: float
    risk: float


def curve(scores: Sequence[float], right: Sequence[bool]) -> tuple[Point, ...]:
    """A point for every distinct score, the surest first."""
    ordered = sorted(zip(scores, right, strict=True), key=lambda pair: -pair[0])
    points, wrong = [], 0
    for count, (score, good) in enumerate(ordered, 1):
        wrong += not good
        if count == len(ordered) or ordered[count][0] < score:
            points.append(Point(score, count / len(ordered), wrong / count))
    return tuple(points)


def answered_at(scores: Sequence[float], right: Sequence[bool], *, precision: float) -> float:
    """The greatest share of questions that can be answered with that share of right answers, 0 when none can."""
    return max((one.coverage for one in curve(scores, right) if one.risk <= 1 - precision), default=0.0)
