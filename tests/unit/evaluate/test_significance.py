"""EVAL (RETRIEVAL): paired, stratified, seeded tests of a difference."""

from __future__ import annotations

import sys
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import MissingExtra, UsageError
from kts.evaluate.significance import paired_bootstrap, paired_differences, randomisation_test

values = st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=1, max_size=30)
strata = st.dictionaries(st.sampled_from(["a", "b", "c"]), values, min_size=1)


@given(differences=strata)
def test_each_set_counts_the_same_and_the_interval_lies_within_the_data(differences):
    found = paired_bootstrap(differences, resamples=200)
    assert found.difference == pytest.approx(fmean(fmean(row) for row in differences.values()), abs=1e-12)
    lowest = fmean(min(row) for row in differences.values())
    highest = fmean(max(row) for row in differences.values())
    assert lowest - 1e-9 <= found.low <= found.high <= highest + 1e-9
    assert 1 / 201 <= found.p <= 1
    assert found.queries == sum(map(len, differences.values()))
    assert found.sets == len(differences)


@given(differences=strata)
def test_the_same_seed_gives_the_same_result_in_any_order_of_queries(differences):
    reordered = {name: row[::-1] for name, row in reversed(differences.items())}
    assert paired_bootstrap(differences, resamples=100) == paired_bootstrap(reordered, resamples=100)
    assert randomisation_test(differences, resamples=100) == randomisation_test(reordered, resamples=100)


@given(row=st.lists(st.sampled_from([-0.5, -0.25, 0.25, 0.5]), min_size=1, max_size=20))
def test_the_randomisation_test_does_not_care_who_is_ours(row):
    mirrored = [-value for value in row]
    ours = randomisation_test({"s": row}, resamples=500)
    assert ours == pytest.approx(randomisation_test({"s": mirrored}, resamples=500), abs=0.1)


def test_no_difference_is_no_evidence():
    found = paired_bootstrap({"s": [0.0] * 40})
    assert (found.difference, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    assert randomisation_test({"s": [0.0] * 40}) == 1.0


def test_a_constant_gain_is_certain():
    found = paired_bootstrap({"s": [0.1] * 40, "t": [0.2] * 5})
    assert found.low == pytest.approx(found.high)
    assert found.p == pytest.approx(1 / 10_001)
    assert randomisation_test({"s": [0.1] * 40}) == pytest.approx(1 / 10_001)


def test_the_exact_sign_distribution_is_approached():
    # Of the 16 sign patterns of four equal differences two are as extreme: p = 1/8.
    assert randomisation_test({"s": [0.3] * 4}) == pytest.approx(0.125, abs=0.02)


def test_the_interval_is_that_of_the_normal_law_for_many_queries():
    row = np.random.default_rng(7).normal(0.02, 0.2, 2_000)
    found = paired_bootstrap({"s": row.tolist()})
    error = row.std() / len(row) ** 0.5
    assert found.low == pytest.approx(row.mean() - 1.96 * error, abs=error / 8)
    assert found.high == pytest.approx(row.mean() + 1.96 * error, abs=error / 8)
    assert found.p == pytest.approx(randomisation_test({"s": row.tolist()}), abs=0.01)


def test_under_no_true_difference_p_is_uniform():
    samples = np.random.default_rng(3).normal(0, 1, (200, 40)).tolist()
    ps = [paired_bootstrap({"s": row}, resamples=300, seed=n).p for n, row in enumerate(samples)]
    assert 0.02 <= fmean(p <= 0.1 for p in ps) <= 0.2
    assert 0.4 <= fmean(p <= 0.5 for p in ps) <= 0.6


def test_runs_over_different_queries_are_not_compared():
    with pytest.raises(UsageError, match="differ in 2 judged queries, the first is 'a'"):
        paired_differences({"a": 1.0, "c": 0.5}, {"b": 1.0, "c": 0.25})
    assert paired_differences({"a": 1.0}, {"a": 0.25}) == {"a": 0.75}


@pytest.mark.parametrize("differences", [{}, {"s": []}, {"s": [0.1], "t": []}])
def test_an_empty_set_is_an_error(differences):
    with pytest.raises(UsageError, match="nothing to compare"):
        paired_bootstrap(differences)


def test_without_numpy_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra) as caught:
        randomisation_test({"s": [0.1]})
    assert caught.value.hint == "pip install numpy"
