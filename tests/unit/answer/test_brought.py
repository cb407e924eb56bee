"""EVID-3: a question that brings a value is asked for what stands in its place."""

from __future__ import annotations

import pytest

from kts.answer.question.brought import asked_for, brought_by, is_all_asked, ways
from kts.answer.tables.rows import amounts

ALL = [
    ("Is the notice period three months?", "How long is the notice period?"),
    ("Is the fee EUR 90 a month?", "How much is the fee a month?"),
    ("Is the discount on spare parts 12 %?", "What percentage is the discount on spare parts?"),
    ("Is the gap 3 mm?", "What is the gap?"),
    ("Do I have 60 days to hand it in?", "How many days do I have to hand it in?"),
    ("Do we owe 40 euros?", "How much do we owe?"),
    ("Are there 4 inspections per year?", "How many inspections per year are there?"),
    ("Is it allowed to store 12 pallets in row B?", "How many pallets is it allowed to store in row B?"),
    ("Are the filters changed twice a year?", "How often are the filters changed?"),
    ("I come from Lima. Is it 2,900 euros a term?", "I come from Lima. How much is it a term?"),
    ("What do I owe for a lost key, is it 10 euros?", "What do I owe for a lost key, how much is it?"),
    ("Ist die Miete 900 Euro?", "Wie hoch ist die Miete?"),
    ("Haben wir 14 Tage Zeit?", "Wie viele Tage haben wir Zeit?"),
]
BESIDE = [
    ("Can I send it back after 45 days?", ("After how many days can I send it back?", "Can I send it back?")),
    ("Do orders over 90 euros need a stamp?", ("Over how much do orders need a stamp?", "Do orders need a stamp?")),
    ("Does the tenant pay for a repair of 700 euros?", ("Does the tenant pay for a repair?",)),
    ("Can a 17-year-old drive it?", ("Can drive it?",)),
    ("The bill is 900 euros. May I pay it myself?", ("The bill. May I pay it myself?",)),
    ("What happens when I am 20 days late?", ("What happens when I am late?",)),
    ("Ours was opened five months ago, is it still good?", ("Ours was opened, is it still good?",)),
    ("The oven shows 50 °C, may I open it?", ("The oven shows, may I open it?",)),
    ("Darf ich nach 45 Tagen kündigen?", ("Nach wie viele Tagen darf ich kündigen?", "Darf ich kündigen?")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "asked"), ALL)
def test_a_value_that_is_all_that_is_asked_about_is_asked_for(question: str, asked: str) -> None:
    """The question for it comes first, and what has the same value elsewhere is no key."""
    brought = amounts(question)
    assert ways(question, brought)[0] == asked
    assert is_all_asked(question, brought)


@pytest.mark.parametrize(("question", "asked"), BESIDE)
def test_a_value_of_a_case_is_left_out(question: str, asked: tuple[str, ...]) -> None:
    """A limit is asked for, too; the small words that led to the value go with it."""
    brought = amounts(question)
    assert ways(question, brought) == asked
    assert not is_all_asked(question, brought)


@pytest.mark.parametrize(
    "question",
    [
        "Which fee is due for an order of 900 euros?",
        "Is the term of 12 months and the fee of 90 euros right?",
        "Is the pump in room 12 serviced?",
    ],
)
def test_other_questions_are_not_asked_for_a_value(question: str) -> None:
    """Those that ask by another word, that bring two values, or none."""
    assert asked_for(question, amounts(question)) is None


@pytest.mark.parametrize(
    "question",
    ["Which two members were absent?", "When does support for 4.0 end?", "What is the dose for a calf of 90 kg?"],
)
def test_what_is_asked_for_by_a_value_is_no_case(question: str) -> None:
    """Without the value another question would be asked."""
    assert brought_by(question) == ()


def test_how_many_there_are_may_be_asked_about() -> None:
    """By yes or no."""
    (one,) = brought_by("May I take 3 boxes home?")
    assert one.text == "3 boxes"
