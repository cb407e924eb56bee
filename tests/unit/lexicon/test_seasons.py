"""EVID-3: a day or a month within a stretch of every year."""

from __future__ import annotations

import pytest

from kts.lexicon.seasons import days_of, rest, seasons


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("open between 15 October and 20 March", [(1015, 320)]),
        ("from April to September", [(401, 931)]),
        ("November through February, and May-July", [(1101, 231), (501, 731)]),
        ("from the 1st of May until the end of August", [(501, 831)]),
        ("March 3 to June 4", [(303, 604)]),
        ("from 1 May 2026 to 3 July 2026", []),
        ("on 3 May and 4 June", []),
        ("Ms May to march home", []),
    ],
)
def test_stretches_without_a_year(text: str, found: list[tuple[int, int]]) -> None:
    assert [tuple(one[:2]) for one in seasons(text)] == found


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("in January", True),
        ("on 14 October", False),
        ("on 20 March 2027", True),
        ("in July", False),
        ("in March", True),
    ],
)
def test_a_stretch_over_the_turn_of_the_year(text: str, *, held: bool) -> None:
    (one,) = seasons("between 15 October and 20 March")
    days = days_of(text)
    assert days
    assert one.holds(*days) is held


def test_what_names_no_day_or_month_lies_in_no_stretch() -> None:
    assert days_of("in 2026, on Monday") is None


def test_the_rest_of_the_year() -> None:
    assert rest("and within two days in the rest of the year")
    assert not rest("and the rest is paid in June")
