"""EVID-5: what makes an answer doubtful however well its words fit the question."""

from __future__ import annotations

import pytest

from kts.answer.choose import Chosen
from kts.answer.constraints import constraints
from kts.answer.doubts import doubts
from kts.answer.extract import Held
from kts.answer.means import Picked
from kts.answer.meets import unmet
from kts.answer.units import Unit
from kts.answers import Evidence
from kts.types import Span


def against(question: str, unit: str, *, passage: str = "", title: str = "") -> tuple[str, ...]:
    evidence = (Evidence(passage or unit, title=title),)
    wants = constraints(question)
    chosen = Chosen(Held(Unit(unit, Span(0, len(unit)), 0, 0, "sentence"), frozenset(), ()), 1.0, 1.0)
    return doubts(question, wants, unmet(wants, evidence), Picked((chosen,), (), frozenset()), evidence)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How much did Tollgate cost us?", "Tollgate delivers bills and due dates."),
        ("How much do pensioners pay for a swim?", "Pensioners swim on Monday."),
        ("How long did the old rules keep loan files?", "The old rules were made by the Filing Room in 2014."),
        ("What dose for a child of 20 kg?", "Children under 3 kg get none."),
        ("How long is the cable?", "The cable was laid on 3 May 2014."),
        ("How long must a password be?", "A password must be kept secret."),
    ],
)
def test_what_speaks_against_an_answer(question: str, unit: str) -> None:
    assert against(question, unit)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How much did Tollgate cost us?", "Tollgate was paid $900."),
        ("How long did the old rules keep loan files?", "The old rules kept loan files for seven years."),
        ("How long was the system down?", "| INC-7 | 46 min |"),
        ("How long is the cable?", "The cable is 5 metres."),
        ("How long does the offer last?", "The offer ends on 31 March 2025."),
        ("How long does the offer last?", "From 1 March 2025 to 31 March 2025."),
        ("How long must a password be?", "A password has twelve letters."),
        ("How much did Tollgate cost us?", "Tollgate was free."),
        ("How much do pensioners pay for a swim?", "Pensioners pay 50 percent."),
        ("What dose for a child of 20 kg?", "Children above 3 kg get 5 ml."),
        ("When is it due?", "It is due on Monday."),
        ("What happened in March 2024?", "On March 3 a disk failed."),
        ("What happened in March 2024?", "A disk failed."),
    ],
)
def test_what_does_not(question: str, unit: str) -> None:
    assert against(question, unit, title="Report, March 2024") == ()


def test_a_lead_of_another_month_than_the_sentence_beside_it() -> None:
    unit, beside = "In October 40 tests failed.", "The next test is in March 2024."
    question = "How many tests failed in March 2024?"
    assert against(question, unit, passage=f"{unit} {beside}") == ("what is cited is about October, not March 2024",)
    assert against(question, "In March 40 tests failed.", passage=f"In March 40 tests failed. {beside}") == ()


@pytest.mark.parametrize(
    ("question", "doubtful"),
    [
        ("What torque does the nut need?", True),
        ("What is the torque of the nut?", True),
        ("Which nut has a torque?", False),
        ("What is the torque nut?", False),
        ("What wrench does it need?", False),
    ],
)
def test_what_is_asked_for_has_a_name_that_no_document_holds(question: str, doubtful: bool) -> None:
    chosen = Chosen(Held(Unit("It is a nut.", Span(0, 12), 0, 0, "sentence"), frozenset(), ()), 1.0, 1.0)
    picked, evidence = Picked((chosen,), (), frozenset()), (Evidence("It is a nut."),)
    assert bool(doubts(question, (), (), picked, evidence, unheard={"torque"})) == doubtful


def test_nothing_chosen_has_nothing_against_it() -> None:
    assert doubts("How much did it cost?", (), (), Picked((), (), frozenset()), ()) == ()
