"""EVID-1: a sentence with the same words in the same frame, and something else in one place of it, is no support."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

LIBRARY = "The keys of the archive are carried by the librarian on duty and are never left with visitors or cleaners."
BOATS = "Members may sail any dinghy, but only the harbour master can lend out the launch or sell it."
CHOICE = "A trip called off by the captain is repeated or refunded, as the members choose."
ENGINES = "The committee chose diesel engines instead of electric motors, because of the range."
WARMER = "Sails of cotton dry less quickly than sails of nylon."
THEN = "Alarms are rung on the bell, then entered in the log."
SHARE = "Forty per cent of the members paid the fee by card."

FALSE = [
    ("The librarian on duty may hand the keys of the archive to visitors.", LIBRARY),
    ("Anyone can lend out the launch of the harbour.", BOATS),
    ("Only the harbour master may sail a dinghy.", "Any member may sail a dinghy of the harbour."),
    ("When the captain calls a trip off, the captain chooses between repeating and refunding it.", CHOICE),
    ("Electric motors were preferred to diesel engines.", ENGINES),
    ("Sails of cotton dry more quickly than sails of nylon.", WARMER),
    ("Alarms are first entered in the log and then rung on the bell.", THEN),
    ("Skuas are kept colder than terns.", "Keep terns at 5 degrees and skuas at 8 degrees."),
    ("Both buoys hang from the same chain.", "Each buoy hangs from a different chain."),
    ("A majority of the members paid the fee by card.", SHARE),
]


@pytest.mark.parametrize(("claim", "text"), FALSE)
def test_another_filling_of_the_frame_is_no_support(claim: str, text: str) -> None:
    assert judge(claim, [Evidence(text, title="Rules")]).support != "supported"


TRUE = [
    ("The librarian on duty carries the keys of the archive.", LIBRARY),
    ("Visitors do not get the keys of the archive.", LIBRARY),
    ("Only the harbour master can lend out the launch.", BOATS),
    ("When the captain calls a trip off, the members choose between repeating and refunding it.", CHOICE),
    ("Diesel engines were preferred to electric motors.", ENGINES),
    ("Sails of nylon dry more quickly than sails of cotton.", WARMER),
    ("Alarms are first rung on the bell and then entered in the log.", THEN),
    ("Terns are kept colder than skuas.", "Keep terns at 5 degrees and skuas at 8 degrees."),
    ("At most two boats may be moored at the pier.", "Never moor more than two boats at the pier."),
]


@pytest.mark.parametrize(("claim", "text"), TRUE)
def test_the_same_filling_is_supported(claim: str, text: str) -> None:
    assert judge(claim, [Evidence(text, title="Rules")]).support == "supported"


OPPOSITES = [
    ("The drill reached its target.", "The drill missed its target by nine minutes."),
    ("Orders are merged without anyone having to ask.", "Orders of one day are merged on request."),
    ("Whoever leaves the club gives up the locker.", "A member who leaves the club keeps the locker."),
    ("Guests have to bring their own towels.", "Towels are provided for all guests."),
]


@pytest.mark.parametrize(("claim", "text"), OPPOSITES)
def test_opposites_of_several_words_are_no_support(claim: str, text: str) -> None:
    assert judge(claim, [Evidence(text, title="Rules")]).support != "supported"


def test_an_abbreviated_limit_is_the_limit() -> None:
    text = "Limits of the desk\nmaxBookings: 12\nminCrew: 3"
    assert judge("The desk takes a maximum of 12 bookings.", [Evidence(text, title="Desk")]).support == "supported"
