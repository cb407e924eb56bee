"""EVID-1: what says the same the other way round is no contradiction; the real opposite of it still is one."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

RULES = (
    "Crew must inform the harbour office no later than two hours before the departure.\n\n"
    "Either party may end the berth licence with three months' notice.\n\n"
    "A diver may only be hired after a medical check by the club doctor.\n\n"
    "Members may paint the boat shed with the committee's written consent.\n\n"
    "Guests may cancel a booking free of charge.\n\n"
    "Either side may leave the pool by giving a month's notice, but not with effect before 1 June 2027.\n\n"
    "A proposal to buy a crane was postponed.\n\n"
    "The treasurer must pay dues within ten days after receipt of the bill.\n"
)
LIMITS = (
    "| Cargo | Storage | Reject on arrival above |\n| --- | --- | --- |\n"
    "| Ice cream | -25 to -21 \u00b0C | -19 \u00b0C |\n| Berries | -20 to -18 \u00b0C | -15 \u00b0C |\n"
)


def said(claim, text=RULES):
    return gate.judge(claim, [Evidence(text)]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Crew must inform the harbour office at least two hours before the departure.", RULES),
        ("Both parties may end the berth licence with three months' notice.", RULES),
        ("A diver may not be hired until the club doctor has made a medical check.", RULES),
        ("Without the committee's written consent members cannot paint the boat shed.", RULES),
        ("Guests may cancel a booking at no cost.", RULES),
        ("Either side cannot leave the pool with effect before 1 June 2027.", RULES),
        ("The proposal to buy a crane was not approved.", RULES),
        ("Ice cream arriving at -17 \u00b0C must be rejected on arrival.", LIMITS),
    ],
)
def test_the_same_the_other_way_round(claim, text):
    assert said(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Crew must inform the harbour office at most two hours before the departure.", RULES),
        ("Both parties must end the berth licence with three months' notice.", RULES),
        ("A diver may not be hired after a medical check by the club doctor.", RULES),
        ("Members cannot paint the boat shed even with the committee's written consent.", RULES),
        ("Without the committee's written consent members may paint the boat shed.", RULES),
        ("Guests may not cancel a booking free of charge.", RULES),
        ("The treasurer must not pay dues before receipt of the bill.", RULES),
        ("The proposal to buy a crane was approved.", RULES),
        ("Ice cream arriving at -22 \u00b0C must be rejected on arrival.", LIMITS),
        ("Ice cream arriving at -17 \u00b0C must be accepted.", LIMITS),
    ],
)
def test_its_opposite_is_not(claim, text):
    assert said(claim, text) != "supported"
