"""RANK-3: a ranker is measured on questions that it was not fitted on."""

from __future__ import annotations

import numpy as np
import pytest

from kts.errors import UsageError
from kts.evaluate.ranking import Candidates, measured, trained
from kts.search.ranker_fitted import FittedRanker, read

NAMES = ("pairs", "rarest")


def questions(count, *, seed, helpful=True):
    """The fused order is half right; `pairs` knows better, or says nothing; `rarest` says nothing."""
    random, found = np.random.default_rng(seed), []
    for _ in range(count):
        truth = random.normal(size=15)
        fused = truth + random.normal(scale=0.4, size=15)
        pairs = (truth > 1.2) * 3.0 if helpful else random.normal(size=15)
        order = np.argsort(-fused, kind="stable")
        columns = {"fused": fused, "identifiers": np.zeros(15), "pairs": pairs, "rarest": random.normal(size=15)}
        columns = {name: values[order].tolist() for name, values in columns.items()}
        grades = tuple(float(value > 1.2) for value in truth[order])
        found.append(Candidates(columns, grades, tuple(map(str, range(15))), (1.0,) * int(sum(grades) or 1)))
    return found


@pytest.fixture(scope="module")
def report():
    sets = {"one": questions(60, seed=1), "two": questions(60, seed=2)}
    return trained(sets, NAMES)


def test_what_helps_everywhere_gains_on_the_set_that_was_left_out(report):
    assert set(report.sets) == {"one", "two"}
    assert report.pooled.questions == 120
    assert report.pooled.difference.low > 0
    assert report.pooled.ranked == pytest.approx(report.pooled.fused + report.pooled.difference.mean)
    assert report.macro == pytest.approx(sum(gain.difference.mean for gain in report.sets.values()) / 2)
    assert report.value["weights"]["pairs"] > report.value["weights"]["rarest"]
    assert set(report.left_out) == {"one", "two"}


def test_what_helps_one_set_only_is_found_out():
    sets = {"one": questions(60, seed=1), "other": questions(60, seed=2, helpful=False)}
    found = trained(sets, NAMES)
    assert found.sets["other"].difference.low <= 0


def test_one_set_is_measured_by_its_fifths():
    found = trained({"one": questions(80, seed=3)}, NAMES)
    assert found.pooled.questions == 80
    assert found.pooled.difference.low > 0


def test_the_value_is_a_ranker(report):
    ranker = FittedRanker(read(report.value))
    signals = {
        "lexical": [0.0, 0.0],
        "dense": [0.0, 0.0],
        "pairs": [2.0, -2.0],
        "rarest": [0.0, 0.0],
        "identifiers": [0.0, 0.0],
    }
    first, last = (sum(parts.values()) for parts in ranker.parts(signals))
    assert first > last


def test_too_few_questions_are_refused():
    with pytest.raises(UsageError, match="20"):
        trained({"one": questions(5, seed=1)}, NAMES)


def test_a_document_counts_once_at_its_best_passage():
    columns = {"fused": (3.0, 2.0, 1.0), "identifiers": (0.0,) * 3}
    once = Candidates(columns, (0.0, 1.0, 0.0), ("a", "a", "b"), (1.0,))
    assert measured(once, [3, 2, 1])[1] == 1.0
    assert measured(once, [1, 2, 3])[1] == pytest.approx(1 / np.log2(3))
    assert measured(once._replace(per_document=False), [3, 2, 1])[1] == pytest.approx(1 / np.log2(3))
