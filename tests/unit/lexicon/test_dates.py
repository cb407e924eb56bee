"""EVID-1: dates and periods as ranges of days."""

from __future__ import annotations

import pytest

from kts.lexicon.dates import agrees, compatible, dates


@pytest.mark.parametrize(
    ("text", "first", "last", "kind"),
    [
        ("March 1, 2021", "2021-03-01", "2021-03-01", "day"),
        ("1 March 2021", "2021-03-01", "2021-03-01", "day"),
        ("2021-03-01", "2021-03-01", "2021-03-01", "day"),
        ("2021-03-01T03:58:02Z INFO started size=1820", "2021-03-01", "2021-03-01", "day"),
        ("25/12/2023", "2023-12-25", "2023-12-25", "day"),
        ("the last day of February 2024", "2024-02-29", "2024-02-29", "day"),
        ("March 2024", "2024-03-01", "2024-03-31", "month"),
        ("Q2 2024", "2024-04-01", "2024-06-30", "quarter"),
        ("2Q24", "2024-04-01", "2024-06-30", "quarter"),
        ("the second quarter of 2023", "2023-04-01", "2023-06-30", "quarter"),
        ("H1 2024", "2024-01-01", "2024-06-30", "half"),
        ("FY2023", "2023-01-01", "2023-12-31", "fiscal_year"),
        ("in 2023", "2023-01-01", "2023-12-31", "year"),
        ("the 25th of each month", "---25", "---25", "day_of_month"),
        ("March 15", "--03-15", "--03-15", "month_day"),
    ],
)
def test_evid1_usual_spellings_are_read(text, first, last, kind):
    (found,) = dates(text)
    assert (found.first, found.last, found.kind) == (first, last, kind)


def test_evid1_an_ambiguous_date_has_both_readings_until_the_order_is_known():
    assert {found.first for found in dates("3/1/2021")} == {"2021-03-01", "2021-01-03"}
    assert [found.first for found in dates("3/1/2021", day_first=True)] == ["2021-01-03"]


@pytest.mark.parametrize("text", ["the Servicer may not pay", "2021-A", "$2,023", "they march on", "February 30, 2021"])
def test_evid1_what_is_no_date_gives_no_day(text):
    assert [found for found in dates(text) if found.kind == "day"] == []
    assert "may" not in [found.text for found in dates(text)]


def test_evid1_a_day_agrees_with_its_year_and_not_the_other_way_round():
    (day,), (year,) = dates("March 1, 2021"), dates("in 2021")
    assert agrees(year, day)
    assert not agrees(day, year)
    assert compatible(day, year)
    assert not compatible(day, dates("March 2, 2021")[0])


def test_evid1_a_date_without_a_year_agrees_on_what_both_name():
    (yearly,), (day,) = dates("March 15"), dates("March 15, 2022")
    assert agrees(yearly, day)
    assert agrees(day, yearly)
    assert not agrees(dates("March 16")[0], day)
