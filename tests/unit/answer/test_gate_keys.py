"""EVID-1: a row is held against the one whom the claim names; what another's row says supports nothing."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

BERTHS = """| Berth | Vessel | Skipper | Dues | Home port |
| --- | --- | --- | --- | --- |
| BT-101 | Seahawk II | Olga Brandt | EUR 4,100 | Tromso |
| BT-102 | Marlin | Pete Okoro | EUR 7,900 | Cork |
| BT-103 | Osprey Star | Ana Lima | EUR 2,300 | Faro |
"""


def support(claim: str) -> str:
    return judge(claim, [Evidence(BERTHS, title="Berths")]).support


@pytest.mark.parametrize(
    "claim",
    [
        "Marlin's dues are EUR 4,100.",
        "The skipper of Marlin is Ana Lima.",
        "Olga Brandt is the skipper of Osprey Star.",
        "Seahawk is at home in Cork.",
    ],
)
def test_general11_what_anothers_row_says_supports_nothing(claim):
    assert support(claim) != "supported"


def test_general11_another_value_in_the_named_row_contradicts():
    assert support("Osprey Star's dues are EUR 7,900.") == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "Marlin's dues are EUR 7,900.",
        "The skipper of Marlin is Pete Okoro.",
        "Olga Brandt is the skipper of Seahawk II.",
        "The dues of berth BT-103 are EUR 2,300.",
    ],
)
def test_general11_the_own_row_supports(claim):
    assert support(claim) == "supported"
