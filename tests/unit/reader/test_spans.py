"""The likeliest span of all, among the tokens that are the text's."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kts.reader.spans import LONGEST, best

LOGITS = st.lists(st.tuples(st.floats(-8, 8, width=32), st.floats(-8, 8, width=32)), min_size=3, max_size=40)


def logs(logits):
    total = math.log(sum(math.exp(one) for one in logits))
    return [one - total for one in logits]


@given(LOGITS, st.data())
def test_no_other_span_is_likelier(logits, data):
    start, end = ([float(pair[side]) for pair in logits] for side in (0, 1))
    low = data.draw(st.integers(0, len(logits) - 1))
    high = data.draw(st.integers(low + 1, len(logits)))
    found = best(np.array(start, np.float32), np.array(end, np.float32), low=low, high=high)
    starts, ends = logs(start), logs(end)
    scores = {(i, j): starts[i] + ends[j] for i in range(low, high) for j in range(i, min(high, i + LONGEST))}
    assert (found.first, found.last) in scores
    assert math.isclose(found.score, max(scores.values()), abs_tol=1e-4)


def test_an_end_before_the_start_and_a_span_that_is_too_long_are_none():
    start, end = np.zeros(60, np.float32), np.zeros(60, np.float32)
    start[10], end[5], end[10 + LONGEST], end[20] = 9, 9, 9, 8
    assert best(start, end, low=0, high=60)[:2] == (10, 20)


def test_without_tokens_there_is_no_span():
    assert best(np.zeros(4, np.float32), np.zeros(4, np.float32), low=2, high=2) is None
