"""RANK-3: small trees learn an order, rise where they must, and say what each column adds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts.learn.bootstrap import interval
from kts.learn.trees import Forest, Tree, as_json, from_json, laid, scored
from kts.learn.trees_fit import Growth, Query, fit

COLUMNS = ("good", "noise", "bad")
GROWTH = Growth(trees=12, leaves=4, rows=10, share=1.0, questions=1.0, rate=0.3)
LEAF = -1


def judged(count=60, candidates=20, seed=3):
    """Questions in which `good` says what is relevant, `bad` the contrary, and `noise` nothing."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        rows = random.normal(size=(candidates, 3)).round(3)
        rows[:, 2] = -rows[:, 0] + random.normal(scale=0.1, size=candidates)
        grades = (rows[:, 0] > 1.0).astype(float)
        if grades.any():
            found.append(Query(rows, grades))
    return found


@pytest.fixture(scope="module")
def forest():
    return fit(judged(), COLUMNS, rising=("good",), growth=GROWTH)


def total(forest, rows):
    return scored(forest, laid(forest), np.asarray(rows, float)).total


def test_rank3_what_is_relevant_comes_first(forest):
    for query in judged(20, seed=4):
        best = int(np.argmax(total(forest, query.signals)))
        assert query.grades[best] == 1


def test_the_same_questions_give_the_same_trees():
    assert fit(judged(), COLUMNS, rising=("good",), growth=GROWTH) == fit(
        judged(), COLUMNS, rising=("good",), growth=GROWTH
    )


VALUES = st.floats(-3, 3, allow_nan=False)
ROWS = st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=8)


@given(ROWS, st.floats(0, 3))
def test_rank3_more_of_a_rising_column_is_never_worse(forest, rows, more):
    less = total(forest, rows)
    risen = total(forest, [(good + more, noise, bad) for good, noise, bad in rows])
    assert (risen >= less - 1e-12).all()


@given(ROWS)
def test_rank6_the_parts_of_a_score_sum_to_it(forest, rows):
    found = scored(forest, laid(forest), np.asarray(rows, float))
    np.testing.assert_allclose(found.parts.sum(axis=1) + found.bias, found.total, atol=1e-9)
    by_hand = [sum(_walked(tree, row) for tree in forest.trees) for row in rows]
    np.testing.assert_allclose(found.total, by_hand, atol=1e-9)


def _walked(tree, row):
    node = 0
    while tree.column[node] != LEAF:
        node = tree.left[node] if row[tree.column[node]] <= tree.threshold[node] else tree.right[node]
    return tree.value[node]


def test_a_forest_survives_its_file(forest):
    again = from_json(json.loads(json.dumps(as_json(forest, digits=12))))
    rows = np.random.default_rng(1).normal(size=(50, 3))
    np.testing.assert_allclose(total(again, rows), total(forest, rows), atol=1e-8)


@pytest.mark.parametrize(
    "change", [{"left": [0, 0, 0]}, {"right": [9, 0, 0]}, {"column": ["other", "", ""]}, {"value": [0.0]}]
)
def test_a_file_that_leads_nowhere_is_refused(change):
    tree = {"column": ["a", "", ""], "threshold": [0, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0], "value": [0, -1, 1]}
    assert total(from_json({"columns": ["a"], "trees": [tree]}), [[1.0], [-1.0]]).tolist() == [1, -1]
    with pytest.raises((ValueError, KeyError)):
        from_json({"columns": ["a"], "trees": [tree | change]})


def test_a_tree_of_one_leaf_says_the_same_of_everybody():
    alone = Forest(("a",), (Tree((LEAF,), (0.0,), (0,), (0,), (0.25,)),))
    assert total(alone, [[1.0], [2.0]]).tolist() == [0.25, 0.25]


@given(st.lists(st.floats(-1, 1, allow_nan=False), min_size=1, max_size=30), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_an_interval_holds_its_mean_and_knows_no_order(values, random):
    found = interval(values, resamples=200)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert interval(random.sample(values, len(values)), resamples=200) == pytest.approx(found)


def test_an_interval_of_equal_values_is_a_point():
    assert interval([0.5] * 9) == (0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="nothing"):
        interval([])
