"""EVID-1: how a thing came out: approved or put off, for or against, carried out or not yet, offered or done."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

MINUTES = (
    "The request for a second boat shed was deferred.\n\n"
    "The club accepted the bid of Marlow Boats for the new pontoon. Ms Ferris voted against.\n\n"
    "The rigging was due for inspection in April 2025, but the visit had been postponed because of the storm.\n\n"
    "The regatta was postponed from 3 May to 10 May.\n\n"
    "Up to four unused training hours may be carried over.\n\n"
    "We are prepared to cut the mooring fee in the north basin by 8 %, on condition that you sign for two years.\n\n"
    "We offer to repaint the hull on the Tarn berth for free.\n"
)


def said(claim, text=MINUTES):
    return gate.judge(claim, [Evidence(text)]).support


@pytest.mark.parametrize(
    "claim",
    [
        "The club approved the request for a second boat shed.",
        "The club agreed to the request for a second boat shed and adopted it.",
        "The club declined the request for a second boat shed.",
        "Ms Ferris voted for the bid of Marlow Boats for the new pontoon.",
        "Ms Ferris supported the bid of Marlow Boats for the new pontoon.",
        "The inspection of the rigging was carried out in April 2025.",
        "Up to four unused training hours are paid out.",
        "The mooring fee in the north basin was cut by 8 %.",
        "They offer to repaint the hull on both berths for free.",
    ],
)
def test_another_outcome_supports_nothing(claim):
    assert said(claim) != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The request for a second boat shed was put off.",
        "The request for a second boat shed was not approved.",
        "The club accepted the bid of Marlow Boats.",
        "Ms Ferris voted against the bid of Marlow Boats.",
        "The inspection of the rigging was not carried out in April 2025.",
        "Up to four unused training hours may be carried over.",
        "We are prepared to cut the mooring fee in the north basin by 8 %.",
    ],
)
def test_the_same_outcome_does(claim):
    assert said(claim) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The regatta was held on 10 May.", "The regatta was postponed from 3 May to 10 May."),
        ("The lender approved the loan.", "The lender approved the loan and deferred the fee."),
        ("The plan was carried out.", "If the plan is postponed, the crew that carried it out is told."),
        ("The bylaw was endorsed by the crew.", "The bylaw must be approved before the visit is postponed."),
    ],
)
def test_an_outcome_of_a_case_or_of_something_else_is_none(claim, text):
    found = gate.weighed(claim, [Evidence(text)])
    assert not any(each.kind == "antonym" for one in found for each in one.findings)
