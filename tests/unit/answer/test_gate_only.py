"""EVID-1: who alone does a thing, what is done only with something, and who does it instead of another one."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

SEALS = "Seals are broken only by a customs officer (Ruth Abel)."
FILM = "Guests may be filmed only with their consent."
BILDER = "Bilder dürfen nur mit Zustimmung der Eltern gezeigt werden."


def support(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Rules")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Seals are broken by the Night Guard.", SEALS),
        ("Only the night guard breaks seals.", SEALS),
        ("The seals are broken by the porter.", SEALS),
        ("Der Verein darf Bilder ohne Zustimmung der Eltern zeigen.", BILDER),
    ],
)
def test_general11_what_is_done_by_one_only_supports_no_other(claim, text):
    assert support(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Guests may be filmed without consent.", FILM),
        ("Bilder dürfen ohne Zustimmung der Eltern gezeigt werden.", BILDER),
    ],
)
def test_general11_doing_without_what_is_needed_contradicts(claim, text):
    assert support(claim, text) == "contradicted"


@pytest.mark.parametrize(
    "claim", ["The Buyer insures the goods against theft.", "The goods are insured by the Buyer.", "The Buyer insures."]
)
def test_general11_what_one_does_instead_of_another_contradicts(claim):
    assert support(claim, "The Seller, not the Buyer, insures the goods.") == "contradicted"


@pytest.mark.parametrize(
    "claim",
    ["The Seller insures the goods.", "The Buyer does not insure the goods.", "The Seller insures, not the Buyer."],
)
def test_general11_what_one_does_himself_supports(claim):
    assert support(claim, "The Seller, not the Buyer, insures the goods.") == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Only a customs officer breaks the seals.", SEALS),
        ("Seals are broken only by a customs officer.", SEALS),
        ("Guests may not be filmed without their consent.", FILM),
        ("Without consent guests may not be filmed.", FILM),
        ("Bilder dürfen nur mit Zustimmung der Eltern gezeigt werden.", BILDER),
    ],
)
def test_general11_the_one_and_the_condition_support(claim, text):
    assert support(claim, text) == "supported"
