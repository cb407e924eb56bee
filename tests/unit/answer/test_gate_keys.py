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


DUES = """| Berth | Vessel | Monthly dues | Deposit |
| --- | --- | --- | --- |
| BT-101 | Marlin | EUR 600 | EUR 900 |
"""


@pytest.mark.parametrize(
    ("claim", "support_"),
    [
        ("Marlin pays EUR 600 a month.", "supported"),
        ("Marlin pays EUR 7,200 a year.", "supported"),
        ("The monthly dues of Marlin are EUR 600.", "supported"),
        ("The monthly dues of Marlin are EUR 650 a month.", "contradicted"),
        ("Marlin pays EUR 600 a year.", "unsupported"),
    ],
)
def test_general11_a_header_gives_its_amounts_their_period(claim, support_):
    assert judge(claim, [Evidence(DUES, title="Berths")]).support == support_
