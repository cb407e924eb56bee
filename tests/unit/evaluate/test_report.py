"""EVAL: two runs side by side, for people and for programs."""

from __future__ import annotations

import json

import pytest

from kts.errors import UsageError
from kts.evaluate.metrics import evaluate_run
from kts.evaluate.report import as_json, compare, table

QRELS = {f"q{number}": {"good": 1} for number in range(6)}


def run_with(*places):
    """A run whose list for query n has the relevant document at the n-th given place (0: not at all)."""
    lists = [[f"x{n}" for n in range(1, place)] + ["good"] * (place > 0) for place in places]
    return {f"q{n}": [(doc, -float(r)) for r, doc in enumerate(docs)] for n, docs in enumerate(lists)}


OURS = evaluate_run(QRELS, run_with(1, 1, 1, 2, 0, 3))
REFERENCE = evaluate_run(QRELS, run_with(2, 2, 1, 1, 0, 0))


def test_the_table_has_a_row_for_each_run():
    assert table({"kts": OURS, "plain": REFERENCE}, metrics=("mrr@10", "recall@10", "ndcg@5")) == (
        "run    queries  mrr@10  recall@10  ndcg@5\n"
        "kts          6  0.6389     0.8333       -\n"
        "plain        6  0.5000     0.6667       -"
    )


def test_the_dictionary_is_json():
    found = json.loads(json.dumps(as_json({"kts": OURS})))
    assert found["kts"]["queries"] == 6
    assert found["kts"]["mrr@10"] == pytest.approx(0.6389, abs=1e-4)


def test_a_comparison_counts_wins_losses_and_ties_and_lists_losses_first():
    found = compare({"demo": (OURS, REFERENCE)}, metric="mrr@10")
    assert (found.wins, found.losses, found.ties) == (3, 1, 2)
    assert found.rows[0] == ("demo", "q3", 0.5, 1.0)
    assert found.significance.difference == pytest.approx(found.ours - found.reference)
    assert found.significance.low <= found.significance.difference <= found.significance.high
    assert "better on 3, worse on 1, same on 2 of 6 queries" in found.as_text()
    assert json.loads(json.dumps(found.as_json()))["per_query"][0]["query"] == "q3"


def test_a_run_compared_with_itself_has_no_difference():
    found = compare({"a": (OURS, OURS), "b": (REFERENCE, REFERENCE)})
    assert (found.wins, found.losses, found.ties) == (0, 0, 12)
    assert (found.significance.p, found.randomisation_p) == (1.0, 1.0)
    assert found.significance.sets == 2


def test_comparing_nothing_is_an_error():
    with pytest.raises(UsageError, match="nothing to compare"):
        compare({})
