"""EVID-1: who does it by his post, who pays, and what was chosen of two."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

HOUSE = (
    "Fire alarms at night are answered by the night porter. If a guest loses the key, the duty manager issues a new "
    "one against a deposit. The head housekeeper decides on late check-outs.\n\n"
    "The hotel bears the cost of the taxi to the station.\n\n"
    "In the event of a leak the engineer in charge informs the director by telephone.\n\n"
    "The first breakfast is free, each further one costs 12 euros.\n\n"
    "Requests for leave are decided by the HR manager within two weeks.\n\n"
    "The board chose the Merlin because of its warranty, while Falcon is cheaper.\n"
)
OFFERS = "Offers: Bellini (Aria 3) EUR 35,900, Analytica (RapidGas) EUR 38,200. The meeting prefers the RapidGas.\n"


def said(claim, text=HOUSE):
    return gate.judge(claim, [Evidence(text)]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("If a guest loses the key, the night porter issues a new one against a deposit.", HOUSE),
        ("The secretary informs the director by telephone in the event of a leak.", HOUSE),
        ("The shift manager decides on requests for leave within two weeks.", HOUSE),
        ("The duty manager decides on late check-outs.", HOUSE),
        ("The guest pays for the taxi to the station.", HOUSE),
        ("Guests pay for the first breakfast.", HOUSE),
        ("The board chose the Falcon.", HOUSE),
        ("The meeting prefers the Aria 3.", OFFERS),
    ],
)
def test_what_somebody_else_does_is_not_supported(claim, text):
    assert said(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("If a guest loses the key, the manager issues a new one against a deposit.", HOUSE),
        ("The supervisor on duty issues a new one against a deposit if a guest loses the key.", HOUSE),
        ("The engineer informs the director by telephone in the event of a leak.", HOUSE),
        ("The HR manager decides on requests for leave within two weeks.", HOUSE),
        ("The manager decides on requests for leave within two weeks.", HOUSE),
        ("The hotel pays for the taxi to the station.", HOUSE),
        ("The first breakfast is free.", HOUSE),
        ("The board chose the Merlin.", HOUSE),
        ("The meeting prefers the RapidGas.", OFFERS),
    ],
)
def test_what_they_do_themselves_is_supported(claim, text):
    assert said(claim, text) == "supported"


def test_both_posts_are_named():
    found = gate.judge("The shift manager decides on requests for leave within two weeks.", [Evidence(HOUSE)])
    told = [one.text for one in found.reasons if one.kind == "other_party"]
    assert told == ["in the claim \u201cshift manager\u201d acts, in the evidence \u201chr manager\u201d"]


def test_a_sentence_of_another_act_of_somebody_is_no_support():
    found = gate.judge("The head cook orders the fire drill.", [Evidence("The head cook tastes each soup.\n")])
    assert found.support == "unsupported"
