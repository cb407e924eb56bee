"""EVID-1: orders, plans and exceptions against claims in free words that turn them, or tell them."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

HOTELS = "The hotel limit is EUR 165 per night, in London and Zurich EUR 220."


def support(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Rules")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It is fine to fail over during a schema migration.", "Never fail over while a schema migration runs."),
        ("You may open the valve while the pump runs.", "Do not open the valve while the pump runs."),
        (
            "Fees for a cancelled yearly subscription are refunded.",
            "A yearly subscription ends at the end of the year; fees that were paid are not refunded.",
        ),
        ("There is an iOS app.", "An iOS app is not planned."),
        ("The iOS app is available.", "An iOS app is not planned."),
        ("The tool supports Danish.", "Danish is planned for the summer of 2027."),
        ("The hotel limit in London is EUR 165.", HOTELS),
        ("The hotel limit in Zurich is EUR 165.", HOTELS),
    ],
)
def test_what_is_turned_is_not_supported(claim, text):
    assert support(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("You must never fail over while a schema migration runs.", "Never fail over while a schema migration runs."),
        ("One should always lock the cabinet.", "Always lock the cabinet."),
        ("The hotel limit in London is EUR 220.", HOTELS),
        ("The hotel limit is EUR 165 per night.", HOTELS),
        ("An iOS app is not planned.", "An iOS app is not planned."),
        ("Danish is planned for the summer of 2027.", "Danish is planned for the summer of 2027."),
        ("A cancelled order is not refunded.", "Cancelled orders are not refunded."),
    ],
)
def test_what_is_told_in_other_words_is_supported(claim, text):
    assert support(claim, text) == "supported"


def test_an_order_for_one_case_denies_nothing_of_another():
    text = "Never fail over while a schema migration runs."
    assert support("You may fail over after the schema migration.", text) != "contradicted"


PRICES = """\
| Article | Edition | Price EUR per month | Users | Support |
| --- | --- | --- | --- | --- |
| SL-200 | Team | 129 | 20 | Email and chat |
| SL-300 | Business | 349 | 75 | Phone 8-18 |
| SL-400 | Enterprise | 1190 | Unlimited | Phone 24/7 |
"""


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("SL-200 Team costs EUR 129 per month.", True),
        ("SL-200 Team costs EUR 139 per month.", False),
        ("SL-300 Business costs EUR 129 per month.", False),
    ],
)
def test_a_row_with_a_price_says_what_a_thing_costs(claim, told):
    assert (support(claim, PRICES) == "supported") is told


def test_whose_support_is_meant_is_no_value_of_the_column_of_support():
    assert support("Enterprise customers can call support at night.", PRICES) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The audit includes all sites.", "The audit is planned for May 2027. It includes all sites."),
        ("The invoice has to be paid within 30 days.", "The invoice will be released on Monday."),
    ],
)
def test_what_is_planned_does_not_contradict_what_else_is_said_of_it(claim, text):
    assert support(claim, text) != "contradicted"
