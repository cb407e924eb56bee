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
