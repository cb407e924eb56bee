"""EVID-1: what a freeze or a ban does not hold for is allowed while it lasts."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

BAN = "- From May to July no nets are laid\n- Crab pots are not part of the ban\n"
STOP = "The moratorium does not apply to research vessels.\n"


def said(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Fishing", heading="Fishing ban")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Crab pots are forbidden during the ban.", BAN),
        ("Crab pots may not be laid during the ban.", BAN),
        ("Nothing may be laid during the ban, not even crab pots.", BAN),
        ("Research vessels have to wait until the moratorium is over.", STOP),
        ("Crab pots are part of the ban.", BAN),
    ],
)
def test_it_is_not_forbidden(claim, text):
    assert said(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Crab pots may be laid during the ban.", BAN),
        ("Crab pots are exempt from the ban.", BAN),
        ("Nothing but crab pots may be laid during the ban.", BAN),
        ("Research vessels can still go out during the moratorium.", STOP),
    ],
)
def test_it_is_allowed(claim, text):
    assert said(claim, text) != "contradicted"
