"""EVID-4: what is told apart by a number behind its name."""

from __future__ import annotations

import pytest

from kts.answer.tables.numbered import for_another, of_its_number, other_number

LEVELS = (
    "A level 1 alarm is answered within an hour.",
    "Level 2: the duty officer answers within ten minutes.",
    "Levels 1 and 2 are logged.",
    "All alarms are logged.",
    "Level 3 alarms go to the fire brigade within 2 minutes.",
)


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("How fast is a level 2 alarm answered?", {0, 4}),
        ("How fast are alarms of levels 1 and 2 answered?", {4}),
        ("How fast is a level 7 alarm answered?", set()),
        ("How fast are alarms answered?", set()),
        ("What is logged within 2 minutes of an alarm?", set()),
        ("Which alarms came in May 2, which on March 3?", set()),
    ],
)
def test_evid_4_what_is_said_of_another_number_does_not_answer(question: str, others: set[int]) -> None:
    assert for_another(question, LEVELS) == others


def test_evid_4_a_capital_is_a_number_too() -> None:
    texts = ("Parking in zone C costs 4.", "Parking in Zone D costs 6.", "Zone wardens. A fine is 40.")
    assert for_another("What does parking cost in zone D?", texts) == {0}


def test_evid_4_a_range_holds_its_numbers_and_an_open_one_is_not_told_apart() -> None:
    texts = (
        "Grade 4 posts are advertised.",
        "Grades 1 to 6 report weekly.",
        "Grades 7-9 report daily.",
        "Grade 3 and above vote.",
    )
    assert for_another("Who reports in grade 4?", texts) == {2}


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("What torque has the valve on line 3?", "This is only for line 2.", "line 2, not line 3"),
        ("What torque has the valve on line 2?", "This is for lines 1 and 2.", ""),
        ("What torque has the valve on line 3?", "The torque is 20 Nm.", ""),
        ("What torque has the valve on line 3?", "For line 2 and above it is 20 Nm.", ""),
        ("What torque has the valve?", "This is only for line 2.", ""),
    ],
)
def test_evid_4_what_speaks_of_another_number_is_told(question: str, text: str, said: str) -> None:
    assert other_number(question, [text]) == said


@pytest.mark.parametrize(
    ("question", "at"),
    [
        ("How fast is a level 2 alarm answered?", 1),
        ("Who is called for a level 3 alarm?", 4),
        ("How fast is a level 1 alarm answered?", None),  # the first is of this number
        ("How fast is a level 5 alarm answered?", None),
        ("How fast is an alarm answered?", None),
    ],
)
def test_evid_4_the_statement_of_the_number_goes_before_one_of_another(question: str, at: int | None) -> None:
    assert of_its_number(question, LEVELS) == at
