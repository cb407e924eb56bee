"""EVID-9: what a document changed is asked for, and what a statement changes."""

from __future__ import annotations

import pytest

from kts.answer.constraints.named import constraints
from kts.answer.standing.changes import alters, asks_for_changes, only_changes


@pytest.mark.parametrize(
    "question",
    [
        "What did Amendment No. 2 change?",
        "What was changed by the first amendment?",
        "Which clauses have been amended?",
        "What has changed since version 3?",
        "How does Amendment 3 modify the lease?",
    ],
)
def test_evid_9_a_question_for_what_was_changed(question: str):
    assert asks_for_changes(question)


@pytest.mark.parametrize(
    "question",
    [
        "When may the price be changed?",
        "Who must approve a change?",
        "What is the notice period?",
        "What is the rate on a new mortgage?",
        "What is the fee where the rate is changed?",
        "How has the notice period changed?",
        "What does a lock change cost us at Linden?",
    ],
)
def test_evid_9_a_question_for_something_else(question: str):
    assert not asks_for_changes(question)


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ('In clause 3.1 "4.5 %" is replaced by "6.1 %".', True),
        ("The Commitment is hereby increased to £2,600,000.", True),
        ("Clause 7 shall now read as follows:", True),
        ("The parties hereby delete clause 9.", True),
        ("The parties amended it on 15 March 2022.", False),
        ("All other terms stay in force.", False),
    ],
)
def test_evid_9_a_statement_that_changes_something(text: str, does: bool):
    assert alters(text) is does


def test_evid_9_a_question_for_changes_alone_is_asked_in_the_words_of_the_changes():
    question, texts = "What did Amendment No. 2 change?", ["Clause 6.1 is deleted and replaced.", "It was signed."]
    assert only_changes(question, constraints(question), texts) == "What is deleted or replaced by Amendment No. 2?"
    other = "What did Amendment No. 2 change in the rate of interest?"
    assert only_changes(other, constraints(other), texts) == ""
