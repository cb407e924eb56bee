"""EVID-3: the value of a question is held against what the documents state in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

MOORING = """# Berth agreement, Quay 4

Harbour office and berth holder agree as follows.

## 1 Dues

The dues are EUR 1,840 per quarter, payable by the fifth day of each quarter.

## 2 Notice

Either side may end this agreement with six months' written notice to the end of a year.

## 3 Security

The berth holder leaves a security of two quarters' dues. It is paid back within 60 days after the boat has left.

## 4 Repairs

Repairs of the jetty are made by the harbour office. The berth holder makes those of his lines and cleats up to EUR 500
a case.
"""
EXCURSIONS = """# Rules for excursions

## Buses

A bus is hired for groups of more than 15 people. The limit for a day is EUR 620.

## Refunds

Receipts are handed in within 30 days after the end of the excursion.

## Consent

Excursions that cost more than EUR 2,000 need the consent of the head teacher.
"""
PRICES = """# Price list of the print shop

| Product | Format | Price |
| --- | --- | --- |
| Poster | A1 | EUR 24.00 |
| Banner | 2 x 1 m | EUR 68.00 |
| Business cards | 100 pieces | EUR 35.00 |
"""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("office")
    for name, text in (("berth", MOORING), ("excursions", EXCURSIONS), ("prices", PRICES)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8", newline="\n")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "lead", "told"),
    [
        ("Is the notice three months?", "six months' written notice", "six months and a year, not three months"),
        ("Are the dues EUR 2,000 per quarter?", "EUR 1,840 per quarter", "EUR 1,840 per quarter, not EUR 2,000"),
        ("Is a poster 35 euros?", "EUR 24.00", "EUR 24.00, not 35 euros"),
    ],
)  # fmt: skip
def test_another_value_than_the_documents_have_is_told(office: Workspace, question: str, lead: str, told: str) -> None:
    """The place that states it leads, and both values are said; nothing is confirmed."""
    said = office.ask(question)
    assert lead in said.claims[0].text
    assert said.verdict == "low_confidence"
    assert any(told in one.detail for one in said.unmet)
    assert said.query == question


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("Does an excursion of 2,600 euros need consent?", "more than EUR 2,000"),
        ("Does the berth holder pay for a repair of 700 euros to his cleats?", "up to EUR 500"),
    ],
)
def test_a_limit_settles_a_value_of_a_case(office: Workspace, question: str, lead: str) -> None:
    """The rule leads, and it is no doubt that it names another value."""
    said = office.ask(question)
    assert lead in said.claims[0].text
    assert not said.unmet


def test_a_limit_that_was_asked_for_is_held_against_the_value(office: Workspace) -> None:
    """Where the rule had to be asked for without the value, a note holds the two together."""
    said = office.ask("Can I still hand in my receipts after 45 days?")
    assert said.claims[0].text == "Receipts are handed in within 30 days after the end of the excursion."
    assert "to be held against 45 days: 30 days" in said.notes


def test_the_same_value_is_confirmed(office: Workspace) -> None:
    """What the documents state is no doubt."""
    said = office.ask("Is the security paid back within 60 days?")
    assert "within 60 days" in said.claims[0].text
    assert not said.unmet
    assert not any("to be held against" in note for note in said.notes)


def test_the_same_value_of_another_thing_is_no_answer(office: Workspace) -> None:
    """EUR 68 is the price of a banner; of parking nothing is said."""
    assert office.ask("Is the parking permit 68 euros?").verdict != "answered"
