"""EVID-4: limits part all amounts between them, and an amount lies in one of the bands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.answer.tables.bands import apart, band, holding
from kts.lexicon.quantities import quantities

ORDERS = ("up to £1,000", "up to £10,000", "up to £30,000", "above £30,000")
LOANS = (
    "loans not exceeding €75,000",
    "loans exceeding €75,000 but not exceeding €400,000",
    "loans exceeding €400,000",
)
ARREARS = ("After 30 days in arrears", "After 90 days in arrears", "After 180 days in arrears")
FEES = ("less than 12 months", "from 12 months to under 36 months", "36 months or longer")
RANGES = ("£0 - £50", "£51 - £250", "over £250")
SERVICE = ("Trial (first 6 months)", "Up to 2 years", "2 to 5 years", "More than 5 years")


def held_by(asked: str, texts: tuple[str, ...]) -> list[str]:
    bands = {text: found for text in texts if (found := band(text, quantities(text)))}
    return sorted(holding(apart(bands), quantities(asked)[0]))


@pytest.mark.parametrize(
    ("asked", "texts", "says"),
    [
        ("£25,000", ORDERS, "up to £30,000"),
        ("£500", ORDERS, "up to £1,000"),
        ("£10,000", ORDERS, "up to £10,000"),
        ("over £10,000", ORDERS, "up to £30,000"),
        ("above £30,000", ORDERS, "above £30,000"),
        ("more than £45,000", ORDERS, "above £30,000"),
        ("less than £1,000", ORDERS, "up to £1,000"),
        ("€60,000", LOANS, LOANS[0]),
        ("€75,000", LOANS, LOANS[0]),
        ("more than €75,000", LOANS, LOANS[1]),
        ("€900,000", LOANS, LOANS[2]),
        ("100 days", ARREARS, ARREARS[1]),
        ("200 days", ARREARS, ARREARS[2]),
        ("12 months", FEES, FEES[1]),
        ("4 years", FEES, FEES[2]),
        ("3 months", SERVICE, SERVICE[0]),
        ("6 years", SERVICE, SERVICE[3]),
        ("over £50", RANGES, "£51 - £250"),
    ],
)
def test_evid_4_the_band_that_holds_an_amount(asked: str, texts: tuple[str, ...], says: str):
    assert held_by(asked, texts) == [says]


def test_evid_4_an_amount_outside_of_all_bands_lies_in_none():
    assert held_by("10 days", ARREARS) == []
    assert held_by("£300", ("£25 to £200", "above £500")) == []


@given(st.lists(st.integers(1, 10_000), min_size=2, max_size=6, unique=True), st.integers(1, 10_000))
def test_evid_4_limits_in_a_row_hold_every_amount_once(limits: list[int], asked: int):
    texts = (*(f"up to ${limit}" for limit in limits), f"above ${max(limits)}")
    (found,) = held_by(f"${asked}", texts)
    least = min((limit for limit in limits if asked <= limit), default=None)
    assert found == (f"up to ${least}" if least else f"above ${max(limits)}")


BETRAEGE = ("bis 2.000 €", "über 2.000 bis 8.000 €", "über 8.000 €")
STUFEN = ("unter 500 Euro", "von 500 Euro bis unter 4.000 Euro", "ab 4.000 Euro")
MONTANTS = ("jusqu'à 2 000 €", "de 2 000 à 8 000 €", "plus de 8 000 €")


@pytest.mark.parametrize(
    ("asked", "texts", "says"),
    [
        ("3.500 €", BETRAEGE, ["über 2.000 bis 8.000 €"]),
        ("EUR 3,500", BETRAEGE, ["über 2.000 bis 8.000 €"]),
        ("2.000 €", BETRAEGE, ["bis 2.000 €"]),
        ("12.000,00 EUR", BETRAEGE, ["über 8.000 €"]),
        ("4.000 Euro", STUFEN, ["ab 4.000 Euro"]),
        ("499 Euro", STUFEN, ["unter 500 Euro"]),
        ("3 500 €", MONTANTS, ["de 2 000 à 8 000 €"]),
        ("900 €", MONTANTS, ["jusqu'à 2 000 €"]),
    ],
)
def test_evid4_bands_of_german_and_french_part_the_amounts(asked, texts, says):
    assert held_by(asked, texts) == says


@pytest.mark.parametrize("text", ["Vertrag über 8.000 €", "eine Gebühr von 50 €"])
def test_evid4_a_thing_of_an_amount_is_no_band(text):
    found = band(text, quantities(text))
    assert found is not None
    assert not found.limited


@pytest.mark.parametrize(
    "cell", ["\u00a315,000 each loss; \u00a350,000 flood", "\u00a315,000 / \u00a350,000 with tools"]
)
def test_two_amounts_of_two_cases_are_no_band(cell: str) -> None:
    assert band(cell, quantities(cell)) is None


@pytest.mark.parametrize(
    "cell", ["\u00a315,000 to \u00a350,000", "\u00a315,000 \u2013 \u00a350,000", "from \u00a315,000 up to \u00a350,000"]
)
def test_two_ends_are_a_band(cell: str) -> None:
    found = band(cell, quantities(cell))
    assert found is not None
    assert (found.low, found.high) == (15_000, 50_000)
