"""Laws of calibration: monotone maps, bounds that hold, order that stays."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kts.evaluate.calibration import Outcome, auroc, bins, calibrate
from kts.learn.bounds import promised, upper_bound
from kts.learn.isotonic import interpolated, isotonic
from kts.learn.platt import platt

CHANCES = st.floats(0, 1, allow_nan=False)
JUDGED = st.lists(st.tuples(CHANCES, st.booleans()), min_size=1, max_size=60)


@given(JUDGED)
def test_isotonic_rises_stays_within_0_and_1_and_keeps_the_mean(pairs: list[tuple[float, bool]]) -> None:
    points = isotonic([score for score, _ in pairs], [float(good) for _, good in pairs])
    assert all(low <= high and left <= right for (left, low), (right, high) in pairwise(points))
    fitted = [interpolated(points, score) for score, _ in pairs]
    assert all(0 <= one <= 1 for one in fitted)
    assert math.isclose(sum(fitted), sum(good for _, good in pairs), abs_tol=1e-6)


@given(JUDGED)
def test_isotonic_is_at_least_as_close_as_any_constant(pairs: list[tuple[float, bool]]) -> None:
    points = isotonic([score for score, _ in pairs], [float(good) for _, good in pairs])
    mean = sum(good for _, good in pairs) / len(pairs)
    loss = sum((interpolated(points, score) - good) ** 2 for score, good in pairs)
    assert loss <= sum((mean - good) ** 2 for _, good in pairs) + 1e-9


@given(JUDGED)
def test_platt_rises_and_stays_within_0_and_1(pairs: list[tuple[float, bool]]) -> None:
    found = platt([score for score, _ in pairs], [good for _, good in pairs])
    values = [found(at / 10) for at in range(11)]
    assert all(low <= high for low, high in pairwise(values))
    assert all(0 < one < 1 for one in values)


@given(st.integers(0, 200), st.integers(1, 200), st.floats(0.5, 0.999))
def test_the_bound_is_above_the_share_and_is_where_the_binomial_says(wrong: int, more: int, sure: float) -> None:
    count = wrong + more
    bound = upper_bound(wrong, count, sure=sure)
    assert wrong / count <= bound <= 1
    below = sum(math.comb(count, k) * bound**k * (1 - bound) ** (count - k) for k in range(wrong + 1))
    assert math.isclose(below, 1 - sure, abs_tol=1e-6)


@given(st.integers(0, 50), st.integers(1, 50))
def test_more_mistakes_and_fewer_questions_raise_the_bound(wrong: int, more: int) -> None:
    count = wrong + more + 1
    assert upper_bound(wrong, count) <= upper_bound(wrong + 1, count)
    assert upper_bound(wrong, count + 1) <= upper_bound(wrong, count)


@given(JUDGED, st.floats(0.01, 0.9), st.booleans())
def test_a_promise_says_what_it_counted(pairs: list[tuple[float, bool]], error: float, of_all: bool) -> None:
    said, right = [one for one, _ in pairs], [good for _, good in pairs]
    found = promised(said, right, error=error, asked=len(pairs) + 5 if of_all else None)
    if found is not None:
        shown = [good for one, good in pairs if one >= found.threshold]
        assert (found.answered, found.wrong) == (len(shown), shown.count(False))
        assert found.bound <= error


@given(JUDGED)
def test_auroc_of_the_reverse_is_the_rest(pairs: list[tuple[float, bool]]) -> None:
    said, right = [one for one, _ in pairs], [good for _, good in pairs]
    if 0 < sum(right) < len(right):
        assert math.isclose(auroc(said, right) + auroc([-one for one in said], right), 1.0)


@given(JUDGED)
def test_bins_lose_no_question(pairs: list[tuple[float, bool]]) -> None:
    assert sum(one.size for one in bins([one for one, _ in pairs], [good for _, good in pairs])) == len(pairs)


@given(JUDGED)
def test_calibrating_never_changes_the_order(pairs: list[tuple[float, bool]]) -> None:
    found = calibrate([Outcome(str(at), one, good) for at, (one, good) in enumerate(pairs)])
    mapped = [found.fitted(one) for one in sorted(one for one, _ in pairs)]
    assert all(low <= high + 1e-12 for low, high in pairwise(mapped))
