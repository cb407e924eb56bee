"""EVID-2, TERM-4: contracts are wrapped by hand and indented where a line goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.dates import dates
from kts.lexicon.quantities import quantities
from kts.lexicon.unwrapped import unwrapped


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("within thirty (30)\n      days of it", "day", "thirty (30)\n      days"),
        ("no later than\n  10  business\n  days", "business_day", "10  business\n  days"),
        ("in rotation during any one   week", "week", "one   week"),
    ],
)
def test_a_quantity_goes_over_the_end_of_a_line(text: str, unit: str, said: str) -> None:
    (found,) = quantities(text)
    assert (found.unit, found.text) == (unit, said)
    assert text[found.start : found.end] == said


def test_a_date_goes_over_the_end_of_a_line() -> None:
    text = "made on March 31,\n    1998 by them"
    (found,) = dates(text)
    assert (found.first, found.text) == ("1998-03-31", "March 31,\n    1998")


@pytest.mark.parametrize("text", ["Section 3\n\n   Days are counted.", "| 30 |\n| days |"])
def test_a_paragraph_and_a_row_end_where_they_end(text: str) -> None:
    assert unwrapped(text).text == text


def test_any_one_of_them_is_still_no_number() -> None:
    assert quantities("any one lender") == ()


@given(st.text(alphabet=" \n\tab3,|\u00a0", max_size=40), st.data())
def test_places_are_those_of_the_original(text: str, data: st.DataObject) -> None:
    line = unwrapped(text)
    black = [at for at, sign in enumerate(line.text) if not sign.isspace()]
    if black:
        at = data.draw(st.sampled_from(black))
        start, end = line.span(at, at + 1)
        assert text[start:end] == line.text[at]
