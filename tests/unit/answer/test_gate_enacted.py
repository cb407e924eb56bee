"""EVID-2: a statement that only names whom or what it is claimed of does not say that something happened."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge, weighed
from kts.answers import Evidence


def said(claim: str, text: str, title: str = "Harbour works") -> str:
    return judge(claim, [Evidence(text, title=title)]).support


def kinds(claim: str, text: str) -> set[str]:
    return {each.kind for one in weighed(claim, [Evidence(text, title="Harbour works")]) for each in one.findings}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Jane Moor resigned.", "Harbour master: Jane Moor."),
        ("Ms. Moor was suspended.", "Lifts need a plan approved by the harbour master, Ms. Jane Moor."),
        ("The harbour office approved the zinc anodes.", "Subject: Zinc anodes in place of aluminium."),
        ("Policy HK-3391 was cancelled.", "Insurer: Nordmark plc. Policy HK-3391."),
        ("The guarantee was called.", "The guarantee falls by one half when the quay is handed over."),
        ("Olsen has emigrated.", "Present: T. Olsen (chair), J. Berg, D. Quist."),
    ],
)
def test_a_name_alone_supports_no_act(claim: str, text: str) -> None:
    assert "unenacted" in kinds(claim, text)
    assert said(claim, text) == "unsupported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Jane Moor resigned.", "Jane Moor has resigned as harbour master."),
        ("The harbour office approved the zinc anodes.", "The zinc anodes are approved by the harbour office."),
        ("The zinc anodes were approved.", "The harbour office refused nothing but the zinc anodes."),
        ("The anodes were delivered on 3 May 2024.", "Anodes at the yard: 3 May 2024."),
        ("Policy HK-3391 covers hull damage.", "Policy HK-3391: hull damage."),
        ("Berths must be booked.", "Berths: by telephone."),
        ("When a boat was sold, the berth ends.", "Berth contracts end with the boat."),
        ("The agreed price holds for a year.", "Price: fixed for one year."),
        ("The motion to close the quay was turned down.", "Motion to close the quay. Rejected."),
    ],
)
def test_acts_that_are_told_and_what_is_no_act_are_let_be(claim: str, text: str) -> None:
    assert "unenacted" not in kinds(claim, text)


CELL = (
    "| Item | Minute | By |\n|---|---|---|\n"
    "| 4.2 | 58 of 60 anchors accepted. Anchors K12 and K31 failed the pull test. | Olsen |\n"
    "| 5.1 | K12 accepted after a second test; K31 to be set again. | Olsen |"
)


def test_a_clause_of_a_cell_on_others_supports_nothing_of_one_with_its_own() -> None:
    assert said("Anchor K31 was accepted.", CELL) != "supported"
    assert said("K12 was accepted after a second test.", CELL) == "supported"


def test_a_part_left_out_of_what_holds_is_denied() -> None:
    text = "Sites Kai 1, Kai 3 and Kai 4 are not affected."
    assert said("The closure applies to Kai 3.", text) != "supported"
    assert said("The closure covers Kai 1.", text) != "supported"
    assert "contrast" not in kinds("Kai 1 has two cranes.", text)


def test_what_a_statement_rules_out_at_its_end_is_not_so() -> None:
    text = "Samples are drawn two hours after the start, never right after rinsing."
    assert said("Samples are drawn right after rinsing.", text) == "contradicted"
    assert said("Samples are never drawn right after rinsing.", text) == "supported"
    assert "contrast" not in kinds("Samples are drawn two hours after the start.", text)


def test_one_who_acts_is_counted_against_two() -> None:
    text = "The lock is opened by two officers."
    assert said("One officer opens the lock.", text) != "supported"
    assert said("The lock is opened by two officers.", text) == "supported"


@pytest.mark.parametrize("lead", ["Proposal JM:", "Idea (Kim):", "Suggestion Kim Berg:"])
def test_a_proposal_by_somebody_is_a_proposal(lead: str) -> None:
    text = f"{lead} raise the quay dues to 40 euros. Not decided."
    assert said("The quay dues were raised to 40 euros.", text) != "supported"


def test_what_is_labelled_as_accepted_is_none() -> None:
    assert "asked_for" not in kinds("The quay dues are 40 euros.", "Proposal accepted: quay dues of 40 euros.")


def test_free_from_denies() -> None:
    assert said("Hull paint is free from lead.", "Hull paint contains lead.") == "contradicted"
    assert said("Hull paint contains lead.", "Hull paint is free of zinc and lead.") != "supported"
    assert "contrast" not in kinds("Delivery is free of charge.", "The price includes the charge for delivery.")
    assert said("Hull paint is free from lead.", "Hull paint contains no lead.") == "supported"
