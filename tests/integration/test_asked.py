"""EVID-3, EVID-4, EVID-9, EVID-10: parties by name, amounts between limits, what was changed and what was decided."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAM = Path(__file__).parents[2] / "evaluation" / "answers" / "asked"
"""Invented documents, on which questions in pairs are judged (evaluation/answers)."""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with Workspace.create(str(tmp_path_factory.mktemp("asked") / "index"), environment=WORDS) as opened:
        opened.ingest([str(EXAM)])
        yield opened


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("When does Harrow Foods have to pay invoices?", "When does the Buyer have to pay invoices?"),
        ("What insurance must Linden keep?", "What insurance must the Supplier keep?"),
        (
            "How often must the inside be redecorated in the Harbour Yard lease?",
            "How often must the inside be redecorated?",
        ),
        (
            "How long does the Linden contract let the Supplier keep batch records?",
            "How long must the Supplier keep batch records?",
        ),
        ("What may Marlow Cycles use the premises for?", "What may the Tenant of bicycles use the premises for?"),
    ],
)
def test_evid_3_who_names_the_party_is_answered_as_who_names_its_role(asked: Workspace, name: str, role: str):
    by_name, by_role = asked.ask(name, record=False), asked.ask(role, record=False)
    assert by_name.claims[0].text == by_role.claims[0].text
    assert by_name.confidence > by_role.confidence - 0.15


def test_evid_4_a_line_that_says_who_a_party_is_does_not_answer_for_it(asked: Workspace):
    found = asked.ask("What is the liability of Orrin Partners limited to?", record=False)
    assert found.claims[0].text.endswith("liability is limited to £250,000 in total.")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Who approves an order above £30,000?", "board"),
        ("Who approves an order above 30,000?", "board"),
        ("Who approves an order of £25,000 at Ardent?", "finance director"),
        ("Who approves a school purchase above £200?", "the bursar"),
        ("Who may approve a loan of €200,000?", "regional credit committee"),
        ("Which valuation is needed for a loan over €1,000,000?", "two independent valuations"),
        ("What is the fee for early repayment after 18 months?", "1 % of the balance"),
        ("What happens to a loan that is 100 days in arrears?", "passed to the recovery team"),
        ("Who is told when a room is at 6 °C?", "the shift leader is told"),
        ("What happens if a room reaches 9 °C?", "the quality manager decides"),
        ("Who cleans a spill of 20 litres?", "the safety team"),
    ],
)
def test_evid_4_the_band_that_holds_the_amount_leads(asked: Workspace, question: str, says: str):
    found = asked.ask(question, record=False)
    assert says in found.claims[0].text
    assert found.confidence > 0.5


def test_evid_2_an_amount_of_another_thing_gets_no_band(asked: Workspace):
    assert asked.ask("Who approves overtime of more than 10 hours?", record=False).verdict != "answered"
    assert asked.ask("Which discount does an order above £30,000 get?", record=False).verdict != "answered"


def test_evid_9_what_an_amendment_changed_is_listed_in_its_order(asked: Workspace):
    found = asked.ask("What did Amendment No. 2 change?", record=False)
    assert [claim.text[:20] for claim in found.claims] == [
        'In clause 3.1 "4.5 %',
        "Clause 4.2 is amende",
        "Clause 6.1 is delete",
    ]


def test_evid_9_what_changed_since_a_version_are_the_rows_of_later_ones(asked: Workspace):
    found = asked.ask("What has changed in the backup procedure since version 3?", record=False)
    assert [claim.text.partition(";")[0] for claim in found.claims] == ["Version: 5", "Version: 4"]
    only = asked.ask("What changed in version 4 of the backup procedure?", record=False)
    assert [claim.text.partition(";")[0] for claim in only.claims] == ["Version: 4"]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("How much may the treasurer spend on a single purchase?", {"£150", "£400"}),
        ("How much are the subscriptions a year?", {"£42", "£48"}),
        ("On which day are bonfires allowed?", {"Saturday, October, March", "Sunday, Saturday, November, February"}),
    ],
)
def test_evid_10_what_was_decided_otherwise_is_shown_beside_the_rule(asked: Workspace, question: str, values: set[str]):
    found = asked.ask(question, record=False)
    assert found.verdict == "conflicting"
    (told,) = found.conflicts
    assert {side.value.removesuffix(" a year") for side in told.sides} == values
    assert any(side.date for side in told.sides)
    assert {side.citation.path for side in told.sides} <= {claim.citations[0].path for claim in found.claims}
