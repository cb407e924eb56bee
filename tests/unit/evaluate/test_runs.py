"""EVAL (WIRE `eval --run-out`): TREC run files keep the order that was ranked."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.evaluate.runs import first_of_each, rank, read_run, write_run

# Ids as file names are: blanks inside, any script; nothing that ends a line or opens with a byte order mark.
letters = st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters="\ufeff")
words = st.text(letters, min_size=1, max_size=8)
document_ids = st.lists(words, min_size=1, max_size=3).map(" ".join)
scores = st.floats(width=32, allow_nan=False, allow_infinity=False, max_value=2.0**100, min_value=-(2.0**100))
ranked_lists = st.lists(st.tuples(document_ids, scores), min_size=1, unique_by=lambda pair: pair[0])
runs = st.dictionaries(words, ranked_lists, max_size=4)


@given(run=runs)
def test_a_written_run_is_read_in_the_same_order(tmp_path_factory, run):
    path = tmp_path_factory.mktemp("run") / "run.trec"
    write_run(run, path)
    found = read_run(path)
    assert found.keys() == run.keys()
    for query, ranked in run.items():
        assert [document for document, _ in found[query]] == [document for document, _ in ranked]


@given(scores=st.dictionaries(document_ids, scores))
def test_scores_in_falling_order_are_written_as_they_are(tmp_path_factory, scores):
    distinct = {score: document for document, score in scores.items()}
    ranked = [(distinct[score], score) for score in sorted(distinct, reverse=True)]
    path = tmp_path_factory.mktemp("run") / "run.trec"
    write_run({"q": ranked}, path)
    assert [score for _, score in read_run(path).get("q", ())] == [score for _, score in ranked]


@given(scores=st.dictionaries(document_ids, st.sampled_from([0.0, 1.0, 2.0])))
def test_rank_orders_by_score_then_id_whatever_the_order_of_insertion(scores):
    ranked = rank(scores)
    assert ranked == rank(dict(reversed(scores.items())))
    keys = [(-score, document) for document, score in ranked]
    assert keys == sorted(keys)


@given(passages=st.lists(st.tuples(st.sampled_from("abc"), scores)))
def test_first_of_each_keeps_one_entry_a_document_and_its_order(passages):
    folded = first_of_each(passages)
    assert [document for document, _ in folded] == list(dict.fromkeys(document for document, _ in passages))
    assert all(pair in passages for pair in folded)


def test_ties_of_a_file_are_ordered_by_id_and_the_rank_column_is_ignored(tmp_path):
    path = tmp_path / "run.trec"
    path.write_text("q Q0 b 1 1.5 x\nq Q0 a 2 1.5 x\n\nq\tQ0\tc  d\t3\t9\tx\r\n", encoding="utf-8")
    assert read_run(path) == {"q": (("c  d", 9.0), ("a", 1.5), ("b", 1.5))}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("q Q0 a 1 1.0", "six columns"),
        ("q Q0 a 1 high x", "'high'"),
        ("q Q0 a 1 nan x", "finite"),
        ("q Q0 first 2 0.1 x", "'first' occurs a second time"),
    ],
)
def test_a_damaged_line_is_named(tmp_path, line, message):
    path = tmp_path / "run.trec"
    path.write_text(f"q Q0 first 1 2.0 x\n{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=message) as caught:
        read_run(path)
    assert caught.value.message.startswith(f"{path}:2: ")
    assert caught.value.path == str(path)


@pytest.mark.parametrize(
    ("query", "document", "score"),
    [("a b", "d", 1.0), ("", "d", 1.0), ("q", "a\nb", 1.0), ("q", " d", 1.0), ("q", "", 1.0)]
    + [("q", "d", score) for score in (math.nan, math.inf, -math.inf, 1e300)],
)
def test_what_a_run_file_cannot_hold_is_refused(tmp_path, query, document, score):
    with pytest.raises(UsageError) as caught:
        write_run({query: [(document, score)]}, tmp_path / "run.trec")
    assert caught.value.hint
