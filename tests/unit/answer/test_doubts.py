"""EVID-5: what makes an answer doubtful however well its words fit the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.extract import Held
from kts.answer.choose.smallest import Chosen
from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.means import Picked
from kts.answer.units.quotable import Unit
from kts.answer.verdict.doubts import BEYOND, doubts
from kts.answers import Evidence
from kts.types import Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path


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
        ("What does an approved freezer cost?", "An approved freezer is filled to no more than 60 % of its space."),
        ("How long did the old rules keep loan files?", "The old rules were made by the Filing Room in 2014."),
        ("What dose for a child of 20 kg?", "Children under 3 kg get none."),
        ("How long is the cable?", "The cable was laid on 3 May 2014."),
        ("How long is the vacuum test?", "The vacuum test is run once a week, on a cold chamber."),
        ("How long does the self-test take?", "The self-test is run every morning before the first load."),
        ("How long does cleaning take?", "4.1 Cleaning starts within 30 minutes after the end of the examination."),
        ("How long are keys kept in staging?", "Keys are kept for 48 hours in production."),
        ("How long is probation for agency staff?", "Probation is six months."),
        ("How long must a password be?", "A password must be kept secret."),
        ("What is the severity of the disk alert?", "The disk alert means that the disk is full."),
        ("How many copies are kept?", "Copies are kept in the vault."),
        ("What is the default of max_turbo_workers?", "The default of max_workers is 2."),
    ],
)
def test_what_speaks_against_an_answer(question: str, unit: str) -> None:
    assert against(question, unit)


def test_what_a_document_is_about_by_its_title_is_not_about_another_number() -> None:
    title = "Incident report: cold store 3"
    asked = "How many pallets were put on hold in cold store 2?"
    assert against(asked, "46 pallets were put on hold.", title=title)
    assert not against(asked, "46 pallets were put on hold in store 2.", title=title)
    assert not against(asked.replace("2?", "3?"), "46 pallets were put on hold.", title=title)


def test_a_length_that_stands_before_the_lead_is_of_something_else() -> None:
    texts = ("The standard cycle lasts 38 minutes.", "The cleaning cycle is run every morning.", "It takes 20 minutes.")
    evidence = (Evidence(" ".join(texts)),)

    def found(*chosen: int) -> tuple[str, ...]:
        units = [Unit(texts[at], Span(at * 50, at * 50 + len(texts[at])), 0, at, "sentence") for at in chosen]
        picked = Picked(tuple(Chosen(Held(unit, frozenset(), ()), 1.0, 1.0) for unit in units), (), frozenset())
        return doubts("How long does the cleaning cycle take?", (), (), picked, evidence)

    assert found(1, 0)
    assert not found(1, 2)


def test_an_interim_dividend_is_no_final_one() -> None:
    assert against("What was the final dividend?", "The board paid an interim dividend of 8 pence.")


def test_a_day_that_is_still_to_come_tells_nothing_that_happened_on_it() -> None:
    asked = "What did the council decide on 20 May 2026?"
    assert against(asked, "The next meeting is on 20 May 2026.", title="Minutes of 18 March 2026")
    assert not against(asked, "The council chose Ms Roe as its chair.", title="Minutes of 20 May 2026")
    assert not against(asked, "On 20 May 2026 the council chose Ms Roe as its chair.")
    assert not against("What is on 20 May 2026?", "The next meeting is on 20 May 2026.")


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How much did Tollgate cost us?", "Tollgate was paid $900."),
        ("How long did the old rules keep loan files?", "The old rules kept loan files for seven years."),
        ("How long was the system down?", "| INC-7 | 46 min |"),
        ("What is the severity of the disk alert?", "This alert is critical."),
        ("What is the default of max_workers?", "The default of `max\\_workers` is 2."),
        ("How long is the cable?", "The cable is 5 metres."),
        ("How long is the test?", "The test is run once a week and takes 20 minutes."),
        ("How long do repairs take?", "Repairs are completed within five days."),
        ("How long is the break?", "A break is 20 minutes every four hours."),
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


@pytest.mark.parametrize(
    ("question", "lead", "doubtful"),
    [
        ("What torque does the bolt need?", "The bolt is tightened to 25 Nm.", False),
        ("What torque does the bolt need?", "The bolt is tightened by 3 people.", True),
        ("What torque does the bolt need?", "The bolt is tightened in 2014.", True),
        ("What fare does a trip above $300 have?", "A trip above $300 is approved by the board.", True),
        ("What deadline does the bid have?", "The bid is handed in by Monday.", False),
        ("What deadline does the bid have?", "The bid is handed in on paper.", True),
        ("What is the fare for children?", "Children pay $3.", False),
    ],
)
def test_a_lead_may_tell_what_is_asked_for_without_its_name(question: str, lead: str, doubtful: bool) -> None:
    chosen = Chosen(Held(Unit(lead, Span(0, len(lead)), 0, 0, "sentence"), frozenset(), ()), 1.0, 1.0)
    picked, evidence = Picked((chosen,), (), frozenset()), (Evidence(lead),)
    assert bool(doubts(question, (), (), picked, evidence, unheard={"torque", "deadline", "fare"})) == doubtful


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("What torque does the wheel bolt need?", "not in any document: torque"),
        ("What torque does the wheel bolt need in zirconium?", "not in any document: torque, zirconium"),
    ],
)
def test_that_no_document_names_it_is_noted_once(tmp_path: Path, question: str, note: str) -> None:
    (tmp_path / "wheel.md").write_text("# Wheel\n\nThe wheel bolt needs a large wrench.\n", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as workspace:
        workspace.ingest([str(tmp_path / "wheel.md")])
        said = workspace.ask(question)
    assert (said.verdict, said.notes) == ("low_confidence", (note,))


@pytest.mark.parametrize(
    ("question", "doubtful"),
    [
        ("What is the default port of pgrouter?", True),
        ("Does pgrouter support pools?", True),
        ("How do I install pgrouter on two hosts?", True),
        ("What is the cost of attrition?", False),
        ("Which port has the pgrouter?", False),
    ],
)
def test_evid_2_a_bare_name_in_small_letters_that_no_document_holds_is_a_doubt(question: str, doubtful: bool) -> None:
    lead = "The default port is 5432."
    chosen = Chosen(Held(Unit(lead, Span(0, len(lead)), 0, 0, "sentence"), frozenset(), ()), 1.0, 1.0)
    picked, evidence = Picked((chosen,), (), frozenset()), (Evidence(lead),)
    said = doubts(question, (), (), picked, evidence, unheard={"pgrouter", "attrition"})
    assert ("not in any document: pgrouter" in said) == doubtful


def test_beside_a_sure_answer_an_everyday_word_is_no_news(tmp_path: Path) -> None:
    rule = "# Wheel\n\nThe safe speed of the wheel is 25 m/s.\n\nThe wheel is blue.\n"
    (tmp_path / "wheel.md").write_text(rule, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as workspace:
        workspace.ingest([str(tmp_path / "wheel.md")])
        sure = workspace.ask("When it drifts, what is the safe speed of the wheel?")
        other = workspace.ask("What is the safe speed of the zirconium wheel?")
    assert (sure.verdict, sure.notes) == ("answered", ())
    assert other.notes[:1] == ("not in any document: zirconium",)


def test_nothing_chosen_has_nothing_against_it() -> None:
    assert doubts("How much did it cost?", (), (), Picked((), (), frozenset()), ()) == ()


def test_evid_2_an_amount_beyond_the_limits_of_a_table_is_a_doubt() -> None:
    unit = Unit("Clerks open at 8.", Span(0, 17), 0, 0, "sentence")
    lead = Chosen(Held(unit, frozenset(), ()), 1.0, 1.0)
    said = doubts(
        "Who may spend 90,000?", (), (), Picked((lead,), (), frozenset(), beyond=True), (Evidence(unit.text),)
    )
    assert BEYOND in said
