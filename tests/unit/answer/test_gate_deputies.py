"""EVID-1: claims that give one person's part to another: deputies, houses that people sign for, objects put first."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

DESK = "The night editor is Iris Vane (substitute: Leo Quist)."
SIGNED = "Signed: Hugo Ferri (Northlake), Mara Toth (Redstone Ltd)."
MAIL = "During my leave my substitute for press calls is Leo Quist."


def support(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Notes")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Iris Vane is the substitute of Leo Quist.", DESK),
        ("Leo Quist's substitute is Iris Vane.", DESK),
        ("Iris Vane is the substitute.", DESK),
        ("Leo Quist is the night editor.", DESK),
        ("Mara Toth signed for Northlake.", SIGNED),
        ("Hugo Ferri signed on behalf of Redstone.", SIGNED),
    ],
)
def test_general11_the_part_of_another_person_contradicts(claim, text):
    assert support(claim, text) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Ida Noll is the substitute of Leo Quist.", MAIL),
        (
            "Mängel rügt der Verkäufer binnen 5 Tagen.",
            "Der Käufer rügt Mängel binnen 5 Tagen beim Kundendienst des Verkäufers.",
        ),
        (
            "Defects are notified by the Seller within 5 days.",
            "The Buyer notifies defects within 5 days at the Seller's service desk.",
        ),
    ],
)
def test_general11_what_another_one_does_supports_nothing(claim, text):
    assert support(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Leo Quist is the substitute of Iris Vane.", DESK),
        ("Iris Vane is the night editor.", DESK),
        ("Mara Toth signed for Redstone.", SIGNED),
        ("Hugo Ferri and Mara Toth signed for Northlake and Redstone.", SIGNED),
        (
            "Mängel rügt der Käufer binnen 5 Tagen.",
            "Der Käufer rügt Mängel binnen 5 Tagen beim Kundendienst des Verkäufers.",
        ),
        (
            "Defects are notified by the Buyer within 5 days.",
            "The Buyer notifies defects within 5 days at the Seller's service desk.",
        ),
        ("Leo Quist is an editor.", "The editors are Iris Vane and Leo Quist."),
    ],
)
def test_general11_the_own_part_supports(claim, text):
    assert support(claim, text) == "supported"
