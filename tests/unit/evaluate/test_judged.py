"""EVAL: judged questions over files, by file and by quoted place."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.evaluate.judged import (
    Place,
    Question,
    evaluate_questions,
    holds_quote,
    read_questions,
    score_question,
)

LATE = Place("policies/late.md", "The late charge is 5 percent of the overdue payment.")
FEE = Place("contracts/loan.pdf", "a fee of USD 25 for each returned item")
QUESTION = Question(id="q", question="What is charged?", kind="policy", places=(LATE, FEE))

words = st.lists(st.text("abcdef", min_size=1, max_size=4), min_size=1, max_size=12)


@given(before=words, quote=words, after=words, gap=st.sampled_from([" ", "\n", "\t  ", "\u00a0"]))
def test_a_quote_is_held_whatever_the_white_space(before, quote, after, gap):
    assert holds_quote(gap.join([*before, *quote, *after]), " ".join(quote))


@given(quote=words, text=words)
def test_a_text_that_holds_a_quote_holds_it_with_more_around_it(quote, text):
    held, longer = " ".join(text), " ".join(["x", *text, "y"])
    assert not holds_quote(held, " ".join(quote)) or holds_quote(longer, " ".join(quote))


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("THE LATE CHARGE is\n5 percent | of the overdue payment", True),
        ("the charge is 5 percent of the payment", True),
        ("the charge is 5 percent", False),
        ("late late late late late late late late late", False),
        ("", False),
    ],
)
def test_four_fifths_of_the_tokens_are_enough(text, held):
    assert holds_quote(text, LATE.quote) is held


def test_a_place_counts_where_file_and_words_agree():
    passages = [
        ("contracts/loan.pdf", "unrelated"),
        (LATE.file, "title only"),
        ("copy.md", LATE.quote),
        (FEE.file, f"... {FEE.quote} ..."),
    ]
    scores = score_question(QUESTION, passages, ks=(1, 3, 10))
    assert [scores[f"file_success@{k}"] for k in (1, 3, 10)] == [1.0, 1.0, 1.0]
    assert [scores[f"file_recall@{k}"] for k in (1, 3, 10)] == [0.5, 1.0, 1.0]
    assert scores["file_ndcg@10"] == 1.0
    assert [scores[f"quote_success@{k}"] for k in (1, 3, 10)] == [0.0, 0.0, 1.0]
    assert scores["quote_recall@10"] == 0.5
    assert scores["quote_ndcg@10"] == pytest.approx((1 / math.log2(5)) / (1 + 1 / math.log2(3)))


def test_a_second_passage_of_the_same_place_gains_nothing_and_files_count_once():
    passages = [(LATE.file, LATE.quote), (LATE.file, LATE.quote), (FEE.file, FEE.quote)]
    scores = score_question(QUESTION, passages, ks=(2, 3))
    assert scores["file_recall@2"] == 1.0
    assert scores["quote_recall@2"] == 0.5
    assert scores["quote_ndcg@3"] == pytest.approx((1 + 1 / 2) / (1 + 1 / math.log2(3)))


def test_one_passage_with_both_places_is_perfect_and_not_more():
    twice = Question(id="q", question="?", places=(LATE, Place(LATE.file, "overdue payment")))
    scores = score_question(twice, [(LATE.file, LATE.quote)], ks=(1, 10))
    assert set(scores.values()) == {1.0}


def test_a_place_without_a_quote_is_its_file():
    question = Question(id="q", question="?", places=(Place("a.md"),))
    assert score_question(question, [("a.md", "anything")], ks=(1,))["quote_success@1"] == 1.0


@given(
    passages=st.lists(
        st.tuples(
            st.sampled_from([LATE.file, FEE.file, "x.md"]),
            st.sampled_from([LATE.quote, FEE.quote, "nothing"]),
        ),
        max_size=12,
    )
)
def test_scores_are_shares_and_grow_with_k(passages):
    scores = score_question(QUESTION, passages, ks=(1, 5, 10))
    assert all(0 <= value <= 1 for value in scores.values())
    for level in ("file", "quote"):
        for metric in ("success", "recall"):
            found = [scores[f"{level}_{metric}@{k}"] for k in (1, 5, 10)]
            assert found == sorted(found)


def test_questions_are_asked_once_and_reported_by_kind_and_split():
    questions = (
        QUESTION,
        Question(id="r", question="Where?", kind="lookup", split="test", places=(FEE,)),
        Question(id="u", question="Who is king?", answerable=False),
    )
    asked = []

    def search(text):
        asked.append(text)
        return [(FEE.file, FEE.quote)]

    report = evaluate_questions(questions, search, ks=(10,))
    assert asked == ["What is charged?", "Where?"]
    found = json.loads(json.dumps(report.as_json()))
    assert (found["questions"], found["unanswerable"]) == (2, 1)
    assert found["means"]["file_recall@10"] == 0.75
    assert found["by_kind"]["lookup"]["quote_recall@10"] == 1.0
    assert found["by_kind"]["policy"]["quote_recall@10"] == 0.5
    assert set(found["by_split"]) == {"", "test"}
    assert report.as_text(("file_recall@10",)) == (
        "kind    questions  file_recall@10\n"
        "all             2          0.7500\n"
        "lookup          1          1.0000\n"
        "policy          1          0.5000"
    )


def test_questions_are_read_with_defaults(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text(
        '{"id": "1", "question": "a?", "kind": "k", "split": "dev", "places": [{"file": "f", "quote": "w"}],'
        ' "answerable": true}\n{"id": "2", "question": "b?", "places": [], "answerable": false}\n',
        encoding="utf-8",
    )
    assert read_questions(path) == (
        Question("1", "a?", "k", "dev", (Place("f", "w"),), answerable=True),
        Question("2", "b?", answerable=False),
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "1", "question": "again?", "answerable": false}', "'1' occurs a second time"),
        ('{"id": "2", "question": "?", "answerable": true}', "an answerable question has places"),
        ('{"id": "2", "question": "?", "answerable": false, "places": [{"file": "f"}]}', "has none"),
        ('{"id": "2", "question": "?", "places": {}}', '"places" must be a list'),
        ('{"id": "2", "question": "?", "answerable": "no"}', '"answerable" true or false'),
        ('{"id": "2", "question": "?", "places": ["f"]}', "a place must be an object"),
        ('{"id": "2", "question": "?", "places": [{"quote": "f"}]}', '"file" must be a string'),
        ('{"id": "2", "answerable": false}', '"question" must be a string'),
    ],
)
def test_a_damaged_question_is_named_by_file_and_line(tmp_path, line, message):
    path = tmp_path / "questions.jsonl"
    path.write_text(f'{{"id": "1", "question": "?", "answerable": false}}\n{line}\n', encoding="utf-8")
    with pytest.raises(UsageError, match=message) as caught:
        read_questions(path)
    assert caught.value.message.startswith(f"{path}:2: ")
