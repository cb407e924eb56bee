"""EVID-1: a claim that needs less than the statement: one of two conditions, one month instead of two in a row."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

CLUB = (
    "The club may lock a berth if the unpaid dues exceed 300 euros and the member has been reminded in writing.\n\n"
    "The club may end a contract if a boat stayed away in two consecutive seasons.\n\n"
    "Guests may moor free of charge if the harbour is not full.\n\n"
    "Rowing is always allowed, even in the closed season.\n"
)


def said(claim: str) -> str:
    return judge(claim, [Evidence(CLUB, title="Club rules")]).support


@pytest.mark.parametrize(
    "claim",
    [
        "The club may lock a berth if the unpaid dues exceed 300 euros and the member has been reminded in writing.",
        "The club may lock a berth if a member who was reminded in writing has unpaid dues of more than 300 euros.",
        "The club may end a contract if a boat stayed away in two consecutive seasons.",
        "The club may end a contract if a boat stayed away for two seasons in a row.",
        "Guests may moor free of charge if the harbour is not full.",
        "Rowing is allowed during the closed season.",
    ],
)
def test_all_of_it(claim):
    assert said(claim) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The club may lock a berth if the unpaid dues exceed 300 euros.",
        "The club may end a contract if a boat stayed away in one season.",
        "The club may end a contract if a boat stayed away for a season.",
    ],
)
def test_less_than_that(claim):
    assert said(claim) != "supported"
