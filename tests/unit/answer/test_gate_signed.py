"""EVID-2: who reviewed a document has not approved it."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge, weighed
from kts.answers import Evidence

PAPER = "Reviewed by Thomas Keller on 8 February 2024."
BOTH = "Reviewed and approved by Thomas Keller on 8 February 2024."
RULE = "Orders above 10,000 euros are signed by the CFO."


def said(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Travel policy 2024")]).support


def kinds(claim: str, text: str) -> set[str]:
    return {each.kind for one in weighed(claim, [Evidence(text, title="Travel policy 2024")]) for each in one.findings}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The travel policy 2024 was approved by Thomas Keller.", PAPER),
        ("Thomas Keller signed the travel policy 2024.", PAPER),
        ("Thomas Keller wrote the travel policy 2024.", BOTH),
    ],
)
def test_an_act_supports_no_other_act(claim: str, text: str) -> None:
    assert "other_act" in kinds(claim, text)
    assert said(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The travel policy 2024 was reviewed by Thomas Keller.", PAPER),
        ("The travel policy 2024 was approved by Thomas Keller.", BOTH),
        ("Orders above 10,000 euros are approved by the CFO.", RULE),
        ("Orders above 10,000 euros must be approved by the CFO.", RULE),
    ],
)
def test_the_same_act_and_a_rule_are_let_be(claim: str, text: str) -> None:
    assert "other_act" not in kinds(claim, text)


def test_the_act_of_the_document_supports() -> None:
    assert said("The travel policy 2024 was reviewed by Thomas Keller.", PAPER) == "supported"


MADE = "This Amendment No. 1 is made on 20 May 2025 between Nordhem AS and Tarn Foods Ltd."


def test_the_day_on_which_it_was_made_is_not_that_on_which_it_takes_effect() -> None:
    assert judge("The amendment took effect on 20 May 2025.", [Evidence(MADE)]).support == "unsupported"
    assert judge("The amendment was made on 20 May 2025.", [Evidence(MADE)]).support == "supported"
    text = MADE.replace("is made on", "is made with effect from")
    assert judge("The amendment took effect on 20 May 2025.", [Evidence(text)]).support == "supported"
