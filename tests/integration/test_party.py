"""EVID-3, EVID-4: who names a party asks for what its agreement says, in which it is only the Contractor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

AGREEMENT = """# Agreement for Cleaning

This Agreement is dated 3 May 2024 and is made between Tarrow College Limited (the Client) and Ellwick Cleaning Limited
(the Contractor).

## 4. Reporting

4.1 The Contractor shall report damage to a building to the Client within 2 hours.

## 5. Helpers

5.1 The Contractor shall not hand any part of the work to a subcontractor without the prior written consent of the
Client's Bursar.

## 6. Payment

6.1 The Client shall pay a valid invoice within 30 days of its receipt.
"""
AMENDMENT = """# Amendment No. 1 to the Agreement for Cleaning

This amendment is dated 2 June 2025 and is made between Tarrow College Limited and Ellwick Cleaning Limited.

## 1. Changes

1.1 In clause 6.1 the words "30 days" are replaced by the words "20 days".
"""
MAIL = """From: Ann Reed <ann@ellwick.example>
To: Rob Hale <rob@tarrow.example>
Subject: Ellwick - {about}
Date: Tue, 2 Sep 2025 09:00:00 +0000

Dear Rob,

Ellwick is sorry that {about} was late again. {more}

Ellwick will send a new plan to the college next week.

Ann, for Ellwick
"""
MAILS = {
    "invoice": "They went to the old address of the college.",
    "report": "Everybody at Ellwick knows how damage is reported.",
    "helpers": "Two helpers of Ellwick were ill.",
}
POLICY = """# Damage to buildings

Staff of the college report damage to a building to the porter within 24 hours of noticing it.
"""


@pytest.fixture(scope="module")
def college(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("college")
    (folder / "cleaning.md").write_text(AGREEMENT, encoding="utf-8")
    (folder / "cleaning-amendment.md").write_text(AMENDMENT, encoding="utf-8")
    (folder / "damage.md").write_text(POLICY, encoding="utf-8")
    for about, more in MAILS.items():
        (folder / f"{about}.eml").write_text(MAIL.format(about=about, more=more), encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("May Ellwick use subcontractors?", "prior written consent"),
        ("How soon must Ellwick report damage to a building?", "within 2 hours"),
        ("how soon must ellwick report damage to a building", "within 2 hours"),
        ("How many days do we have to pay Ellwick's invoices?", '"20 days"'),
    ],
)
def test_evid_3_the_agreement_of_a_party_answers_before_what_names_it(college: Workspace, question: str, says: str):
    assert says in college.ask(question, record=False).claims[0].text


def test_evid_3_what_no_agreement_says_of_a_party_is_looked_for_where_it_is_named(college: Workspace):
    found = college.ask("Why was Ellwick late with the helpers?", record=False)
    assert "helpers" in found.claims[0].citations[0].path


def test_evid_3_what_a_party_did_is_told_by_no_agreement(college: Workspace):
    found = college.ask("When did Ellwick report the damage to a building?", record=False)
    assert found.verdict == "low_confidence"
    assert found.doubts == ("what is cited says what shall be done, not what was done",)
    had_to = college.ask("How soon did Ellwick have to report damage to a building?", record=False)
    assert not any("shall be done" in one for one in had_to.doubts)
