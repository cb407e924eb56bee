"""How well probabilities agree with what came true, and a map that makes them agree better.

ECE over bins of equal count (Nixon et al. 2019); AUROC with ties as a half (Mann & Whitney 1947). The error after
calibration is cross-validated: a map is never judged on what it was fitted on.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.evaluate.riskcoverage import answered_at, curve
from kts.learn.bounds import SURE, promised
from kts.learn.isotonic import interpolated, isotonic
from kts.learn.platt import platt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.evaluate.riskcoverage import Point
    from kts.learn.bounds import Promise

BINS = 10
FOLDS = 5
ENOUGH_FOR_ISOTONIC = 1000
"""Outcomes from which a free curve beats a logistic one (Niculescu-Mizil & Caruana 2005, figure 8)."""
FEWEST = 20
"""Questions without which nothing can be fitted: some of each outcome in every fold."""
PRECISION = 0.9


class Outcome(NamedTuple):
    """A judged question: the probability that was said, and whether the evidence was right.

    A refused one is not answered whatever the probability: the evidence does not meet what it names.
    """

    id: str
    chance: float
    right: bool
    refused: bool = False
    near_miss: bool = False


class Bin(NamedTuple):
    """Of `size` questions with `said` as mean probability the share `came` was right."""

    said: float
    came: float
    size: int


class Map(NamedTuple):
    """A monotone map of the logit: `steps` as (logit, probability), or `slope` and `offset` where there are none."""

    method: str
    slope: float
    offset: float
    steps: tuple[tuple[float, float], ...] = ()

    def __call__(self, chance: float) -> float:
        """The calibrated probability."""
        score = logit(chance)
        return interpolated(self.steps, score) if self.steps else _logistic(self.slope * score + self.offset)


class CalibrationReport(NamedTuple):
    """What was measured, and the map and threshold that were fitted. `promise` is None when none can be made."""

    fitted: Map
    questions: int
    right: int
    refused: int
    near_misses: int
    auroc: float
    ece_before: float
    ece_after: float
    coverage: float
    error: float
    sure: float
    of: str
    promise: Promise | None
    answered: float
    bins: tuple[Bin, ...]
    curve: tuple[Point, ...]

    def as_json(self) -> dict[str, Any]:
        """Everything, with plain values."""
        values = self._asdict()
        del values["fitted"]
        values["map"] = {"method": self.fitted.method, "slope": self.fitted.slope, "offset": self.fitted.offset,
                         "steps": [list(step) for step in self.fitted.steps]}  # fmt: skip
        values["promise"] = None if self.promise is None else self.promise._asdict()
        values["bins"] = [one._asdict() for one in self.bins]
        values["curve"] = [one._asdict() for one in self.curve]
        return values


def calibrate(
    outcomes: Sequence[Outcome],
    *,
    error: float = 0.1,
    sure: float = SURE,
    method: str = "auto",
    of: str = "questions",
) -> CalibrationReport:
    """Fit a map, and a threshold that keeps wrong answers at a rate of `error` at most, with probability `sure`.

    `method` is platt, isotonic or auto. The rate is `of` all questions asked, where abstaining is no mistake, or of
    the answers given, which is the harder promise. Refused questions are never answered.
    """
    judged = [one for one in outcomes if not one.refused]
    chosen = method if method != "auto" else ("isotonic" if len(judged) >= ENOUGH_FOR_ISOTONIC else "platt")
    said, right = [one.chance for one in judged], [one.right for one in judged]
    found = fit(said, right, method=chosen)
    mapped = [found(chance) for chance in said]
    promise = promised(mapped, right, error=error, sure=sure, asked=len(outcomes) if of == "questions" else None)
    out_of_fold = list(_cross_validated(said, right, chosen))
    return CalibrationReport(
        fitted=found,
        questions=len(outcomes),
        right=sum(right),
        refused=len(outcomes) - len(judged),
        near_misses=sum(one.near_miss for one in outcomes),
        auroc=auroc(said, right),
        ece_before=ece(said, right),
        ece_after=ece([chance for chance, _ in out_of_fold], [good for _, good in out_of_fold]),
        coverage=answered_at(mapped, right, precision=PRECISION),
        error=error,
        sure=sure,
        of=of,
        promise=promise,
        answered=_answered(outcomes, found, promise),
        bins=bins([chance for chance, _ in out_of_fold], [good for _, good in out_of_fold]),
        curve=curve(mapped, right),
    )


def _answered(outcomes: Sequence[Outcome], found: Map, promise: Promise | None) -> float:
    """The share of the questions with the right evidence that will be answered."""
    right = [one for one in outcomes if one.right]
    if promise is None or not right:
        return 0.0
    return sum(not one.refused and found(one.chance) >= promise.threshold for one in right) / len(right)


def fit(said: Sequence[float], right: Sequence[bool], *, method: str) -> Map:
    """The map of one method, platt or isotonic."""
    scores = [logit(chance) for chance in said]
    if method == "isotonic":
        return Map(method, 1.0, 0.0, isotonic(scores, [float(one) for one in right]))
    curve_found = platt(scores, right)
    return Map(method, curve_found.slope, curve_found.offset)


def _cross_validated(said: Sequence[float], right: Sequence[bool], method: str) -> Iterator[tuple[float, bool]]:
    """Each question's probability by a map that was fitted without its fold; folds alternate, so halves look alike."""
    for fold in range(FOLDS):
        inside = [at for at in range(len(said)) if at % FOLDS != fold]
        found = fit([said[at] for at in inside], [right[at] for at in inside], method=method) if inside else None
        for at in range(fold, len(said), FOLDS):
            yield (found(said[at]) if found else said[at]), right[at]


def ece(said: Sequence[float], right: Sequence[bool]) -> float:
    """Expected calibration error: the mean distance of what was said from what came true, over bins of equal count."""
    count = len(said) or 1
    return math.fsum(abs(one.said - one.came) * one.size for one in bins(said, right)) / count


def bins(said: Sequence[float], right: Sequence[bool], *, count: int = BINS) -> tuple[Bin, ...]:
    """The reliability diagram: bins of equal count, by probability."""
    ordered = sorted(zip(said, right, strict=True))
    edges = [round(len(ordered) * number / count) for number in range(count + 1)]
    parts = [ordered[low:high] for low, high in pairwise(edges) if high > low]
    return tuple(
        Bin(math.fsum(chance for chance, _ in part) / len(part), sum(good for _, good in part) / len(part), len(part))
        for part in parts
    )


def auroc(scores: Sequence[float], right: Sequence[bool]) -> float:
    """The probability that a right one scores above a wrong one; .5 where there is only one kind."""
    ordered = sorted(zip(scores, right, strict=True))
    good = sum(right)
    if not good or good == len(ordered):
        return 0.5
    ranks, start = 0.0, 0
    while start < len(ordered):
        end = _after_ties(ordered, start)
        ranks += (start + end + 1) / 2 * sum(one for _, one in ordered[start:end])
        start = end
    return (ranks - good * (good + 1) / 2) / (good * (len(ordered) - good))


def _after_ties(ordered: Sequence[tuple[float, bool]], start: int) -> int:
    end = start + 1
    while end < len(ordered) and ordered[end][0] == ordered[start][0]:
        end += 1
    return end


def logit(chance: float) -> float:
    """The logit, within what a double can tell from 0 and 1."""
    kept = min(max(chance, 1e-9), 1 - 1e-9)
    return math.log(kept / (1 - kept))


def _logistic(score: float) -> float:
    return 1 / (1 + math.exp(-min(max(score, -700.0), 700.0)))


def shifted(recent: Sequence[float], seen: Sequence[float], *, sure: float = 0.99) -> bool:
    """Whether probabilities said lately are of another distribution than those seen when calibrating.

    Two-sample Kolmogorov-Smirnov test with Smirnov's asymptotic bound; never for a handful of questions.
    """
    if len(recent) < FEWEST or len(seen) < FEWEST:
        return False
    limit = math.sqrt(-math.log((1 - sure) / 2) / 2 * (len(recent) + len(seen)) / (len(recent) * len(seen)))
    return _distance(recent, seen) > limit


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    below: Callable[[Sequence[float], float], float] = lambda values, at: sum(v <= at for v in values) / len(values)  # noqa: E731
    return max(abs(below(one, at) - below(other, at)) for at in (*one, *other))
