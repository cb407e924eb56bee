"""RANK-5: candidates as columns are the same as objects, in the same order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kts.search.candidates import CLOSE, Candidates, Fused, Listed, Scored
from kts.search.rank import ordered

NEAR = st.integers(0, 40).map(lambda steps: 1 + steps * CLOSE / 7)
"""Scores of which some are equal when they are rounded, and some nearly are."""
SCORES = st.lists(NEAR | st.floats(-9, 9), max_size=20)
NAMES = st.randoms(use_true_random=False)


def fused(scores, random):
    names = random.sample(range(len(scores)), len(scores))
    return [
        Fused(Scored(key, f"chunk_{name:02d}", key % 3, score, 0.0, 0.0), score, {"lexical": score})
        for key, (name, score) in enumerate(zip(names, scores, strict=True))
    ]


@given(SCORES, NAMES)
def test_rank_columns_hold_what_the_objects_hold(scores, random):
    scored = [one.scored for one in fused(scores, random)]
    columns = Candidates.of(scored)
    assert list(columns) == scored == columns[:]
    assert columns[1:3] == scored[1:3]
    assert Candidates.of(columns) is columns


@given(SCORES, NAMES)
def test_rank_best_first_is_by_the_rounded_score_and_the_id(scores, random):
    listed = Listed.of(fused(scores, random))
    assert list(listed.best_first()) == ordered(listed)


@given(SCORES, NAMES)
def test_rank_a_list_is_the_same_however_it_is_looked_at(scores, random):
    listed = Listed.of(fused(scores, random)).best_first()
    every = list(listed)
    assert [listed[at] for at in range(len(listed))] == every
    assert [*listed[:3], *listed[3:]] == every
    assert listed.column(listed.candidates.keys) == [one.scored.key for one in every]
