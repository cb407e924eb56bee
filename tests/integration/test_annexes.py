"""EVID-3: an annex is of the party of its agreement, though it names nobody in its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

AGREEMENT = """# Hosting Agreement HSA-2021-{number}

between Wexcombe Mills Ltd, Calne (the "Customer") and {name}, Dover (the "Supplier"), dated {number} September 2021.

## 4 Staff

The Supplier engages the subcontractors listed in Annex 3. {name} tells the Customer of each new one. The Supplier runs
its systems in Dover.

## 5 Notice

The Supplier must notify the Customer of an outage within {number} hours.
"""
ANNEX = """# Annex {at} to HSA-2021-14: {about}

Supplier: Torvald Cloud Ltd

"""
STAFF = """| Subcontractor | Seat | Service |
| --- | --- | --- |
| Kelda Paper Ltd | Bath | Off-site archive |
| Osk Watch AB | Lund | Operation of systems at weekends |
"""
MEASURES = """| No. | Measure | Value |
| --- | --- | --- |
| B1 | Mean time to repair (MTTR) | 5 hours |
| B2 | Mean time to answer (MTTA) | 11 minutes |
"""
MAIL = """From: Ada Holm <ada@wexcombe.example>
To: Ben Ruiz <ben@wexcombe.example>
Subject: Torvald: whom to ring at weekends
Date: Thu, 20 Mar 2025 09:14:00 +0000

Hello Ben,

Torvald gave us a new number for weekends: duty officer, 01380 770 889. Mr Ask is the manager of Torvald since May.

Ada
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("hosting")
    for name, number in (("Torvald Cloud Ltd", 14), ("Brindle Data Ltd", 22)):
        (folder / name).mkdir()
        text = AGREEMENT.format(name=name, number=number)
        (folder / name / f"HSA-2021-{number}.md").write_text(text, encoding="utf-8")
    (folder / "weekends.eml").write_text(MAIL, encoding="utf-8")
    for at, about, rows in ((2, "Measures", MEASURES), (3, "Subcontractors", STAFF)):
        text = ANNEX.format(at=at, about=about) + rows
        (folder / "Torvald Cloud Ltd" / f"HSA-2021-14 Annex {at}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What is Torvald's MTTR?", "5 hours"),
        ("Who operates Torvald's systems at weekends?", "Osk Watch"),
        ("Within how many hours must Torvald notify an outage?", "14 hours"),
    ],
)
def test_what_an_annex_says_is_found_by_the_party_of_its_agreement(folder: Workspace, question: str, says: str) -> None:
    found = folder.ask(question, record=False)
    assert found.claims
    assert says in found.claims[0].text


@pytest.mark.parametrize("question", ["What is Brindle's MTTR?", "Who operates Brindle's systems at weekends?"])
def test_an_annex_is_of_no_other_party(folder: Workspace, question: str) -> None:
    assert folder.ask(question, record=False).verdict != "answered"
