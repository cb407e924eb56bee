"""EVID-1, EVID-3, EVID-9: what people of a clinic and of a software house asked, and were answered wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts.answers import Answer

AGREEMENT = """# BOILER CARE AND REPAIR AGREEMENT

Contract number KM-B-3310

between **Kelso Mills**, 2 Weir Lane ("the Mill"), and **Tarrant Heating Ltd** ("the Supplier").

Dated 3 May 2023.

## 4. Prices
4.1 The Mill pays £61 for each visit of a fitter.
4.2 Invoices fall due 40 days after receipt.
"""
AMENDMENT = """# AMENDMENT No. 1

{named}, between Kelso Mills and Tarrant Heating Ltd.

Dated 9 October 2024. Takes effect on 1 January 2025.

## 1. Changes
1.1 In clause 4.1 the price for each visit of a fitter becomes £74 (before: £61).
1.2 In clause 4.2 "40 days" is replaced by "21 days".
"""
ROTA = """# Watch at the weir

| Week from | First keeper | Second keeper |
| --- | --- | --- |
| 7 July | Ina Brodie | Paul Quist |
| 14 July | Paul Quist | Runa Sund |

## Rules

Swaps are written down here.

Known swap: Runa does the week from 7 July instead of Ina, who is away. Ina takes over Paul's week from 14 July.
"""
OUTAGE = """# Report: pump stop of 19 May 2025

## What happened

The pumps stopped because a fuse of the weir had burnt.
"""
QUESTIONS = """# Questions about the mill

## Visits

New guests cannot book a tour online yet. The wait for a tour is about nine days at the weir and four days at the kiln.

The allowance is £30 for a night at the weir and £80 for a public holiday.

The cost of coal makes the old prices untenable.
"""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("mill")
    for name, text in (("rota.md", ROTA), ("outage.md", OUTAGE), ("questions.md", QUESTIONS)):
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / name) for name in ("rota.md", "outage.md", "questions.md")])
        yield opened


def asked(mill: Workspace, question: str) -> Answer:
    return mill.ask(question, record=False)


@pytest.mark.parametrize(
    "named",
    ["to the Boiler Care and Repair Agreement, contract number KM-B-3310", "Contract number KM-B-3310"],
    ids=["by its name", "by its number"],
)
def test_evid_9_an_amendment_that_names_its_agreement_below_its_title_holds(tmp_path: Path, named: str):
    (tmp_path / "agreement.md").write_text(AGREEMENT, encoding="utf-8")
    (tmp_path / "amendment.md").write_text(AMENDMENT.format(named=named), encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path / "agreement.md"), str(tmp_path / "amendment.md")])
        found = asked(opened, "When do invoices fall due?")
        assert "21 days" in found.claims[0].text
        assert any("now reads: 4.2 Invoices fall due 21 days after receipt." in note for note in found.notes)
        assert "£74" in asked(opened, "What does the Mill pay for each visit of a fitter?").claims[0].text
        before = opened.ask("When do invoices fall due?", as_of="2024-12-31", record=False)
        assert "40 days" in before.claims[0].text


def test_evid_9_a_swap_below_a_rota_stands_before_the_row(mill: Workspace):
    found = asked(mill, "Who is the first keeper in the week from 7 July?")
    assert [one.text.split(";")[0][:20] for one in found.claims[:2]] == ["Known swap: Runa doe", "Week from: 7 July"]
    assert asked(mill, "Who is first keeper in the week from 14 July?").claims[0].text.startswith("Ina takes over")


def test_evid_9_a_swap_of_another_column_changes_nothing(mill: Workspace):
    found = asked(mill, "Who is the second keeper in the week from 7 July?")
    assert found.claims[0].text.startswith("Week from: 7 July")


def test_evid_3_a_month_is_met_by_a_day_of_it(mill: Workspace):
    found = asked(mill, "Why did the pumps stop in May?")
    assert "fuse" in found.claims[0].text
    assert not found.unmet
    assert asked(mill, "Why did the pumps stop in March?").unmet


@pytest.mark.parametrize(
    "question",
    [
        "How much do you get for a night at the weir on a public holiday?",
        "Why were the old prices untenable?",
        "How long is the wait for a tour for new guests at the kiln?",
        "Where doesn't the wait for a tour take nine days?",
    ],
)
def test_evid_3_nothing_is_doubted_that_the_text_says(mill: Workspace, question: str):
    found = asked(mill, question)
    said = "\n".join((*found.doubts, *found.notes))
    for doubt in ("does not speak of you", "gives no reason", "leaves out New guests", "doesn't"):
        assert doubt not in said


RUNBOOK = """# Runbook of the sluice

Exit codes of `sluicectl open`: 0 done, 3 water too high, 5 no power.

**May I open it by hand?**
- Yes, from the north wall.

## Marks

- **Lamps:** a new lamp cannot be lit until one is out.
- **Silt:** at half height the keeper gets a mail. At the top nothing passes.
- **Gates:** the oldest stays, the new one is kept shut.
"""
BOARD = """# Board, 4 April 2025

Ragnar will open the tender for the new wheel in May.

The lease of the shed ends on 31 July, and the landlord will not extend.

| Course | Form | Length | Deadline |
| --- | --- | --- | --- |
| First aid | on site | 2 hours | 31 May |
| Night watch | on site, with Ina Brodie | 1 hour | 30 June |
"""


@pytest.fixture(scope="module")
def sluice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("sluice")
    for name, text in (("runbook.md", RUNBOOK), ("board.md", BOARD)):
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / name) for name in ("runbook.md", "board.md")])
        yield opened


def test_evid_3_a_code_that_a_list_of_codes_has_not_is_no_sure_answer(sluice: Workspace):
    assert asked(sluice, "exit code 5 of sluicectl open").verdict == "answered"
    found = asked(sluice, "exit code 7 of sluicectl open")
    assert found.verdict != "answered"
    assert "what is cited is about codes 0, 3, 5, not code 7" in found.doubts


def test_evid_1_the_entry_whose_label_is_asked_for_comes_alone(sluice: Workspace):
    found = asked(sluice, "What happens to the silt at its mark?")
    assert [one.text[:5] for one in found.claims] == ["Silt:"]


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("Who teaches first aid?", "what is cited names nobody"),
        ("Who is the landlord of the shed?", "what is cited names nobody"),
        ("Who won the tender for the new wheel?", "what is cited tells what was offered or planned, not what was done"),
    ],
)
def test_evid_3_who_did_it_is_not_told_where_nobody_did(sluice: Workspace, question: str, doubt: str):
    found = asked(sluice, question)
    assert found.verdict != "answered"
    assert not found.claims or doubt in found.doubts


def test_evid_3_a_row_that_names_somebody_tells_who(sluice: Workspace):
    found = asked(sluice, "Who teaches the night watch course?")
    assert "Ina Brodie" in found.claims[0].text
    assert "what is cited names nobody" not in found.doubts


GUIDE = """GUIDE FOR NEW KEEPERS

REFUNDS
  Up to 50 pounds        any keeper from month 2
  50 to 250 pounds       the head keeper (Ina Brodie)
  over 250 pounds        Ivo Brandt, estates
"""
MINUTES = """# Notes of the keepers, 24 June 2025

4. Release of the eels
Runa wants 7 July. It is the day on which the moon is full. Paul asked for 14 July because
the weir is shut then. Decided: 14 July. No music this time.
"""


@pytest.fixture(scope="module")
def weir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("weir")
    for name, text in (("guide.txt", GUIDE), ("notes.md", MINUTES)):
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / name) for name in ("guide.txt", "notes.md")])
        yield opened


def test_evid_1_a_line_of_columns_answers_alone(weir: Workspace):
    said = [one.text for one in asked(weir, "Which keeper may give refunds of 50 to 250 pounds?").claims]
    assert "50 to 250 pounds: the head keeper (Ina Brodie)" in said
    assert not any("Ivo" in one and "Ina" in one for one in said)


def test_evid_10_what_was_decided_stands_before_what_somebody_wanted(weir: Workspace):
    found = asked(weir, "When is the release of the eels?")
    assert "Decided: 14 July" in found.claims[0].text
    assert "Runa wants 7 July" in asked(weir, "Which day did Runa want for the eels?").claims[0].text
