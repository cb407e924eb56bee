"""RANK-3: weights are those under which what is relevant is the likeliest choice, and they never speak against."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts.learn.weights import Query, fit


def query(base, signals, grades, weight=1.0):
    return Query(np.array(base, float), np.array(signals, float), np.array(grades, float), weight)


HELPS = query([0.1, 0.0, -0.1], [[0.0, 0.0], [1.0, 0.0], [0.2, 0.0]], [0, 1, 0])
"""The fused evidence is wrong by a tenth, and the first signal knows."""
MISLEADS = query([0.1, 0.0, -0.1], [[0.0, 0.0], [0.0, 1.0], [0.1, 0.0]], [1, 0, 0])
"""The fused evidence is right, and the second signal speaks against it."""


def test_what_helps_has_a_weight_and_what_misleads_none():
    weights = fit([HELPS, MISLEADS], ["helps", "misleads"])
    assert weights["helps"] > 0
    assert weights["misleads"] == 0


def test_a_question_that_weighs_more_decides():
    signals = [[0.0], [1.0]]
    first, second = query([0.1, 0.0], signals, [0, 1]), query([0.1, 0.0], signals, [1, 0])
    assert fit([first._replace(weight=3.0), second], ["one"])["one"] > 0
    assert fit([first, second._replace(weight=3.0)], ["one"]) == {"one": 0.0}


def test_questions_of_different_length_stand_side_by_side():
    short = query([0.1, 0.0], [[0.0], [1.0]], [0, 1])
    longer = query([0.1, 0.0, -50.0], [[0.0], [1.0], [0.0]], [0, 1, 0])
    assert fit([short, longer], ["one"])["one"] == pytest.approx(fit([short], ["one"])["one"], abs=1e-4)


def test_nothing_to_fit_to_is_refused():
    with pytest.raises(ValueError, match="nothing"):
        fit([], ["one"])


VALUE = st.floats(-2, 2).map(lambda value: round(value, 3))
QUESTIONS = st.lists(
    st.lists(st.tuples(VALUE, VALUE, VALUE, st.integers(0, 2)), min_size=2, max_size=6).filter(
        lambda own: any(one[3] for one in own)
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=25)
@given(QUESTIONS)
def test_the_same_questions_in_any_order_give_the_same_weights(drawn):
    found = [query([one[0] for one in own], [one[1:3] for one in own], [one[3] for one in own]) for own in drawn]
    weights = fit(found, ["one", "other"])
    again = fit(found[::-1], ["one", "other"])
    assert all(value >= 0 for value in weights.values())
    assert weights == pytest.approx(again, abs=2e-3)
