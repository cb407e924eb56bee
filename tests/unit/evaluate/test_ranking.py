"""RANK-3: a ranker is measured on questions that it was not fitted on."""

from __future__ import annotations

import numpy as np
import pytest

from kts.errors import UsageError
from kts.evaluate.ranking import Candidates, measured, trained
from kts.learn.trees_fit import Growth
from kts.search.ranker_fitted import FittedRanker, read

COLUMNS = ("fused", "lexical", "noise")
GROWTH = Growth(trees=10, leaves=4, rows=10, rate=0.3, share=1.0)


def questions(count, *, seed, helpful=True):
    """The fused order is half right; `lexical` knows better, or says nothing."""
    random, found = np.random.default_rng(seed), []
    for _ in range(count):
        truth = random.normal(size=15)
        lexical = truth if helpful else random.normal(size=15)
        rows = np.stack([truth + random.normal(scale=1.5, size=15), lexical, random.normal(size=15)], axis=1)
        order = np.argsort(-rows[:, 0], kind="stable")
        grades = tuple(float(value > 1.2) for value in truth[order])
        found.append(Candidates(rows[order], grades, tuple(map(str, range(15))), (1.0,) * int(sum(grades) or 1)))
    return found


@pytest.fixture(scope="module")
def report():
    sets = {"one": questions(60, seed=1), "two": questions(60, seed=2)}
    return trained(sets, COLUMNS, rising=("fused", "lexical"), growth=GROWTH)


def test_what_helps_everywhere_gains_on_the_set_that_was_left_out(report):
    assert set(report.sets) == {"one", "two"}
    assert report.pooled.questions == 120
    assert report.pooled.difference.low > 0
    assert report.pooled.ranked == pytest.approx(report.pooled.fused + report.pooled.difference.mean)


def test_what_helps_one_set_only_is_found_out():
    sets = {"one": questions(60, seed=1), "other": questions(60, seed=2, helpful=False)}
    found = trained(sets, COLUMNS, rising=("fused", "lexical"), growth=GROWTH)
    assert found.sets["other"].difference.low <= 0


def test_one_set_is_measured_by_its_fifths():
    found = trained({"one": questions(80, seed=3)}, COLUMNS, rising=("fused", "lexical"), growth=GROWTH)
    assert found.pooled.questions == 80
    assert found.pooled.difference.low > 0


def test_the_value_is_a_ranker(report):
    ranker = FittedRanker(read(report.value))
    signals = {"fused": [1.0, 0.0], "lexical": [2.0, -2.0], "noise": [0.0, 0.0], "identifiers": [0.0, 0.0]}
    first, last = (sum(parts.values()) for parts in ranker.parts(signals))
    assert first > last


def test_too_few_questions_are_refused():
    with pytest.raises(UsageError, match="20"):
        trained({"one": questions(5, seed=1)}, COLUMNS, rising=())


def test_a_document_counts_once_at_its_best_passage():
    rows = [(3.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0)]
    once = Candidates(rows, (0.0, 1.0, 0.0), ("a", "a", "b"), (1.0,))
    assert measured(once, [3, 2, 1])[1] == 1.0
    assert measured(once, [1, 2, 3])[1] == pytest.approx(1 / np.log2(3))
    assert measured(once._replace(per_document=False), [3, 2, 1])[1] == pytest.approx(1 / np.log2(3))
