"""EVID-9, EVID-10: editions, minutes and circulars of one folder, and what holds today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

FEES = """# Schedule of Fees - Edition {edition}

{said}

## Accounts

| Item | Basic | Premium |
| --- | --- | --- |
| Monthly fee | EUR {fee} | EUR 14 |
| Replacement card | EUR {card} | free |
"""
POLICY = """# Lending Policy

In force from 1 February 2025.

## 3.1 Ceilings

For rented flats the ceiling is 65 %.

## 3.2 Valuation

Property with a loan above EUR 400,000 is valued by an external valuer from the panel.
"""
CIRCULAR = """# Circular 2025/{number}

In force from 1 {month} 2025. This circular amends the Lending Policy.

## 1. Flats (amends section 3.1)

The ceiling for rented flats is lowered from {old} % to {new} %.
"""
MINUTES = """# Minutes of the Lending Committee

Date: 12 June 2025

## Item 3 Valuation

Mr Lind proposes to raise the threshold for an external valuer of property from EUR 400,000 to EUR 500,000. Decision:
the threshold is raised to EUR 500,000 from 1 July 2025 for all branches.

## Item 4 Holiday homes

Proposal to finance holiday homes up to 70 %. Decision: rejected. The committee comes back to it.
"""


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("bank")
    old = FEES.format(edition=11, said="Valid from 1 January 2023 **until 31 March 2025**.", fee=3, card=10)
    new = FEES.format(edition=12, said="Valid from 1 April 2025. Replaces edition 11.", fee=4, card=12)
    texts = {
        "fees_ed11.md": old,
        "fees_ed12.md": new,
        "policy.md": POLICY,
        "circular-07.md": CIRCULAR.format(number="07", month="September", old=65, new=60),
        "circular-08.md": CIRCULAR.format(number="08", month="November", old=60, new=55),
        "minutes.md": MINUTES,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "day", "says"),
    [
        ("What is the monthly fee of the Basic account?", "", "EUR 4"),
        ("What is the monthly fee of the Basic account in edition 11?", "", "EUR 3"),
        ("What is the monthly fee of the Basic account in edition 12?", "", "EUR 4"),
        ("What is the monthly fee of the Basic account?", "2024-06-01", "EUR 3"),
        ("Above which loan is property valued by an external valuer?", "2025-10-01", "raised to EUR 500,000"),
        ("Above which loan is property valued by an external valuer?", "2025-06-20", "above EUR 400,000"),
        ("Above which loan is property valued by an external valuer?", "2025-03-01", "above EUR 400,000"),
        ("What is the ceiling for rented flats?", "2025-12-01", "55 %"),
        ("What is the ceiling for rented flats?", "2025-10-01", "from 65 % to 60 %"),
        ("What is the ceiling for rented flats?", "2025-03-01", "ceiling is 65 %"),
        ("Are holiday homes financed up to 70 %?", "", "Decision: rejected"),
    ],
)
def test_evid_9_what_holds_on_the_day_leads(bank: Workspace, question: str, day: str, says: str):
    assert says in bank.ask(question, as_of=day, record=False).claims[0].text


@pytest.mark.parametrize(
    "question",
    ["What is the monthly fee of the Basic account in edition 13?", "What does circular 2025/09 say of the ceiling?"],
)
def test_evid_9_an_edition_that_is_not_there_is_not_answered_for_by_another(bank: Workspace, question: str):
    assert bank.ask(question, record=False).verdict in {"abstained", "low_confidence"}


def test_evid_9_two_editions_are_compared_by_a_row_of_each(bank: Workspace):
    found = bank.ask("Compare edition 11 and edition 12 monthly fee", record=False)
    cited = {claim.citations[0].path.rpartition("/")[2] for claim in found.claims if "Monthly fee" in claim.text}
    assert cited == {"fees_ed11.md", "fees_ed12.md"}


def test_evid_9_a_claim_is_judged_as_of_a_day(bank: Workspace):
    claim = "The monthly fee of the Basic account is EUR 3."
    (today,), (then,) = (list(bank.check([claim], as_of=day)) for day in ("", "2024-06-01"))
    assert (today.claim.support, then.claim.support) == ("contradicted", "supported")
