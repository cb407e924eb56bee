"""EVID-5: whom a document leaves out, and what speaks of their opposite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.excluded import exclusion
from kts.answer.verdict.subjects import other_kind, other_side
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from kts.answers import Answer

RULES = (
    "# Bicycle rules\n\n"
    "These rules hold for all tenants of the tower. Guests are not covered by this document. "
    "The annexe has its own rules.\n\n"
    "# Cellar\n\n"
    "Tenants may keep two bicycles in the cellar. Tenants of the top floor may not keep bicycles in the cellar. "
    "Shop owners may not keep bicycles longer than three days.\n\n"
    "# Fees\n\nA key to the cellar costs 12 EUR a year.\n"
)


def asked(folder: Path, question: str) -> Answer:
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        return opened.ask(question, record=False)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many bicycles may guests keep in the cellar?", "Guests are not covered by this document."),
        ("How many bicycles may the annexe keep in the cellar?", "The annexe has its own rules."),
    ],
)
def test_evid_5_who_is_left_out_is_told_first_and_the_rest_is_doubtful(tmp_path: Path, question: str, said: str):
    found = asked(tmp_path, question)
    assert found.verdict == "low_confidence"
    assert found.claims[0].text == said
    assert len(found.claims) > 1


@pytest.mark.parametrize(
    "question",
    ["How many bicycles may tenants keep in the cellar?", "Are guests covered?", "What does a key to the cellar cost?"],
)
def test_evid_5_others_are_not_left_out(tmp_path: Path, question: str):
    assert not any("leaves out" in doubt for doubt in asked(tmp_path, question).doubts)


@pytest.mark.parametrize(
    ("question", "text", "who"),
    [
        ("How many days do interns get?", "Interns and agency workers are not covered.", "Interns"),
        ("May agency workers park?", "Interns and agency workers are excluded from this policy.", "agency workers"),
        ("How long may night staff rest?", "Night and weekend staff may not rest.", "Night staff"),
        ("What is the fee for visitors?", "This tariff does not apply to visitors or pupils.", "visitors"),
        ("When must the lender answer?", "3.2 The Lender has no right to object.", "Lender"),
        ("What is the sick pay in Lund?", "It does not apply to the Lund branch, which has its own rules.", "Lund"),
        ("What is the sick pay in Malm\u00f6?", "It does not apply to the Lund branch, which has its own rules.", ""),
        ("How many days do interns get?", "Disputes about pay are not covered; interns are paid.", ""),
        ("How many days do intern supervisors get?", "The intern is not covered.", ""),
        ("How many days do intern managers get?", "The intern is not covered.", ""),
        ("How much notice must the lender give?", "The Lender may not call without 10 days' notice.", ""),
        ("How many days do interns get?", "Interns are not covered by the dental plan.", ""),
        ("How do I write to interns?", "Interns are not covered.", ""),
        (
            "What grade does a Dr. med. need?",
            "The degree of Dr. med. is conferred under its own regulations.",
            "Dr. med",
        ),
        ("Where do we meet for the Mill?", "The Mill and the Old Barn have plans of their own.", "Mill"),
        ("When is the drill in the Old Barn?", "The Mill and the Old Barn are not dealt with here.", "Old Barn"),
        ("What do tenants pay?", "Tenants are charged by the clerk under these rules.", ""),
        ("What is sold in the mill?", "The mill is not dealt with here.", ""),
    ],
)
def test_evid_5_who_is_left_out_is_whom_the_question_is_about(question: str, text: str, who: str):
    found = exclusion(question, text)
    assert (found.who if found else "") == who


@pytest.mark.parametrize(
    ("question", "lead", "kind"),
    [
        ("What do non-members pay?", "Members pay 3 EUR.", "non-members"),
        ("How long do part time staff rest?", "Full-time staff rest 40 minutes.", "part-time"),
        ("How long do part-time staff rest?", "Full-time staff rest 40 minutes, part-time staff 20.", ""),
        ("How long do staff rest?", "Full-time staff rest 40 minutes.", ""),
        ("How long do full-time and part-time staff rest?", "Full-time staff rest 40 minutes.", ""),
    ],
)
def test_evid_5_the_opposite_kind_answers_nothing(question: str, lead: str, kind: str):
    assert other_kind(question, lead, ()) == kind


@pytest.mark.parametrize(
    ("question", "lead", "side"),
    [
        ("When may the seller cancel the order?", "4. The Buyer may cancel within 10 days.", "Buyer"),
        ("When may the seller cancel the order?", "The Buyer may cancel; the Seller may cancel in May.", ""),
        ("What does the seller receive for the order?", "The Buyer shall pay 10 EUR.", ""),
        ("How soon must the seller hear that the order is late?", "The Buyer must tell the other in 3 days.", ""),
        ("When may the buyer cancel the order?", "The Buyer may cancel within 10 days.", ""),
        ("Can the customer cancel the policy?", "The Policyholder may cancel within 10 days.", ""),
        ("Can the tenant cancel the order?", "The Client may cancel within 10 days.", "Client"),
        ("May the landlord sublet the unit?", "4.2 The Tenant shall not sublet the unit.", "Tenant"),
    ],
)
def test_evid_5_what_the_other_side_may_do_answers_nothing(question: str, lead: str, side: str):
    assert other_side(question, lead) == side
