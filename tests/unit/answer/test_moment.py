"""EVID-3: words for days around today name days, and nothing else does."""

from __future__ import annotations

from datetime import date

import pytest

from kts.answer.question.moment import moment

TODAY = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("question", "first", "last", "asked"),
    [
        ("Who is on call today?", "2026-11-26", "2026-11-26", "Who is on call on 26 November 2026?"),
        ("Who is on duty tomorrow night?", "2026-11-27", "2026-11-27", "Who is on duty on 27 November 2026 night?"),
        ("Wer hatte gestern Dienst?", "2026-11-25", "2026-11-25", "Wer hatte on 25 November 2026 Dienst?"),
        (
            "Who is on call this week?",
            "2026-11-23",
            "2026-11-29",
            "Who is on call from 23 November 2026 to 29 November 2026?",
        ),
        (
            "Wer hat in der n\u00e4chsten Woche Dienst?",
            "2026-11-30",
            "2026-12-06",
            "Wer hat in der from 30 November 2026 to 6 December 2026 Dienst?",
        ),
        ("What was sold last month?", "2026-10-01", "2026-10-31", "What was sold in October 2026?"),
        ("What is due in the coming month?", "2026-12-01", "2026-12-31", "What is due in December 2026?"),
        ("What did we earn last year?", "2025-01-01", "2025-12-31", "What did we earn in 2025?"),
    ],
)
def test_a_word_for_days_names_them(question, first, last, asked):
    found = moment(question, TODAY)
    assert (found.first, found.last, found.asked[0]) == (first, last, asked)


def test_a_day_and_a_week_are_asked_by_the_number_of_their_week_too():
    assert moment("Who is on call this week?", TODAY).asked[1] == "Who is on call in week 48?"
    assert moment("Who is on call next week?", date(2026, 12, 30)).asked[1] == "Who is on call in week 1?"


@pytest.mark.parametrize(
    "question",
    [
        "Who is on call?",
        "What is today's rate?",
        "Is it due today or tomorrow?",
        "Am Morgen?",
        "Who left the last weekend?",
    ],
)
def test_other_words_name_none(question):
    assert moment(question, TODAY) is None
