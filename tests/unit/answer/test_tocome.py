"""EVID-9, EVID-10: statements of a day to come, and what was only claimed or is a target of somebody's own."""

from __future__ import annotations

import pytest

from kts.answer.standing.tocome import begins_on, not_yet
from kts.answer.standing.wished import wished


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("From 1 May 2031 a locker costs 3 EUR.", "2031-05-01"),
        ("Please note: as of 1 May 2031 the gate closes at 20:00.", "2031-05-01"),
        ("A locker costs 3 EUR from 1 May 2031.", "2031-05-01"),
        ("The deposit is 40 EUR with effect from 1 May 2031.", "2031-05-01"),
        ("Effective 1 May 2031 the deposit is 40 EUR.", "2031-05-01"),
        ("From May 2031 a locker costs 3 EUR.", "2031-05-01"),
        ("A locker costs 2 EUR, from 1 May 2031 3 EUR.", ""),
        ("A locker costs 2 EUR until 30 April 2031 and 3 EUR from 1 May 2031.", ""),
        ("The fee is raised from 2 EUR to 3 EUR from 1 May 2031.", ""),
        ("From 1 May 2031 a locker costs 3 EUR; it now costs 2 EUR.", ""),
        ("Courses starting 1 May 2031 cost 90 EUR.", ""),
        ("The letter from 1 May 2031 asks for 3 EUR.", ""),
        ("The hall was let from 1 May 2031 to 3 May 2031 for 3 EUR a day.", ""),
        ("A locker costs 3 EUR.", ""),
    ],
)
def test_a_statement_of_a_later_day_says_so_where_it_begins_or_ends(text: str, day: str) -> None:
    assert begins_on(text) == day


SOON = "From 1 May 2031 a locker costs 3 EUR."


def test_who_asks_for_the_day_or_for_what_is_to_come_wants_it() -> None:
    assert not_yet(SOON, "How much does a locker cost?", "2031-04-30") == "2031-05-01"
    assert not_yet(SOON, "How much does a locker cost?", "2031-05-01") == ""
    for asked in ("What is the new price of a locker?", "a locker in June 2031", "From when does a locker cost 3 EUR?"):
        assert not_yet(SOON, asked, "2031-04-30") == ""


@pytest.mark.parametrize(
    ("question", "text", "is_wished"),
    [
        ("How many days were granted for the wet screed?", "We claim 21 days for the wet screed.", True),
        ("How many days did we get for the wet screed?", "The Contractor hereby requests 21 days.", True),
        ("How many days were granted for the wet screed?", "We claimed 21 days, of which 13 were granted.", False),
        ("How many days are claimed for the wet screed?", "We claim 21 days for the wet screed.", False),
        ("Within how many days must an invoice be paid?", "We request payment within 21 days.", False),
        ("When is the foyer tiled?", "Our own target for the foyer is 22 May.", True),
        ("When is our internal target for the foyer?", "Our own target for the foyer is 22 May.", False),
        ("When is the foyer tiled?", "The target for the foyer is 22 May.", False),
    ],
)
def test_what_was_only_claimed_or_hoped_for(question: str, text: str, is_wished: bool) -> None:
    assert bool(wished(question, text)) is is_wished
