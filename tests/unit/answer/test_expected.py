"""EVID-2, EVID-4: the kind of answer that a question asks for."""

from __future__ import annotations

import pytest

from kts.answer.constraints.expected import asks_for_all, expected, holds


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When is the fee due?", "date"),
        ("On which day did the deal close?", "date"),
        ("How many loans are in the pool?", "number"),
        ("What is the yearly fee?", "number"),
        ("Which percentage applies?", "number"),
        ("Who signs the letter?", "who"),
        ('What does "Servicer" mean?', "definition"),
        ("How do I load the file?", "procedure"),
        ("May a clerk waive a charge?", "yes_no"),
        ("Which template does the procedure forbid?", "other"),
    ],
)
def test_evid_4_kinds_of_questions(question, kind):
    assert expected(question) == kind


@pytest.mark.parametrize(
    ("kind", "text", "there"),
    [
        ("number", "It is thirty days.", True),
        ("number", "It is blue.", False),
        ("date", "It closed on March 18, 2021.", True),
        ("date", "It closed well.", False),
        ("definition", "“Servicer” means the bank.", True),
        ("other", "It is blue.", True),
    ],
)
def test_evid_4_texts_that_hold_such_an_answer(kind, text, there):
    assert holds(kind, text) is there


@pytest.mark.parametrize(
    "question",
    [
        "What are the steps of the close?",
        "What has changed in version 4?",
        "In which order are they run?",
        "What is new?",
        "What is different since the spring?",
        "What are the steps when the pump fails?",
        "When the pump fails, what are the steps?",
    ],
)
def test_evid_4_some_questions_ask_for_all_of_a_list(question):
    assert asks_for_all(question)


@pytest.mark.parametrize(
    "question",
    [
        "How long does step 4 take?",
        "Who signs the change?",
        "When was it changed?",
        "What is New York's tax rate?",
        "Who signed the order of 3 May?",
        "How many steps does the staircase have?",
        "What is the purchase order of Acme worth?",
        "Who wrote the summary?",
    ],
)
def test_evid_4_most_ask_for_one_line_of_it(question):
    assert not asks_for_all(question)
