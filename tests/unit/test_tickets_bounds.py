"""TICK-6: a rule up to a bound is no answer to a ticket on more."""

from __future__ import annotations

import pytest

from kts.answers import Claim
from kts.tickets.bounds import beyond
from kts.tickets.nouns import Ticket


@pytest.mark.parametrize(
    ("body", "said", "is_one"),
    [
        ("Who signs for $45,000?", ("Up to $10,000 the team lead signs.",), True),
        ("Who signs for $4,500?", ("Up to $10,000 the team lead signs.",), False),
        ("Who signs for $45,000?", ("Up to $10,000 the team lead signs.", "Above that the board signs."), False),
        ("Who signs for $45,000?", ("Up to $10,000 the lead signs, up to $90,000 the head.",), False),
        ("I called at 18:50. When is it done?", ("Calls before 18:00 are done on the same day.",), True),
        ("I called at 17:50. When is it done?", ("Calls before 18:00 are done on the same day.",), False),
        ("I bought it 6 weeks ago.", ("It may be returned within 30 days of delivery.",), True),
        ("I bought it 3 weeks ago.", ("It may be returned within 30 days of delivery.",), False),
        ("I bought it 6 weeks ago for 90 EUR.", ("It costs 30 EUR.",), False),
    ],
)
def test_tick_6_a_value_beyond_the_bound_of_a_statement_is_named(body, said, is_one):
    claims = tuple(Claim(one, "supported", (), (), 0.9) for one in said)
    assert bool(beyond(Ticket("1", "", body), claims)) is is_one
