"""A bound that a statement sets and the ticket's own value lies beyond: `up to $10,000` is no rule for 45,000.

Only values of one kind and unit are compared, and only where no statement of the same passage tells what lies beyond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Claim
    from kts.lexicon.quantities import Quantity
    from kts.tickets.nouns import Ticket

KINDS = frozenset({"money", "duration", "time_of_day", "percent", "measure"})
"""Kinds of values that a rule has bounds of; counts are of many things."""
_BEFORE = later(r"(?i)\b(?:before|until|till|by|no later than|not later than)\s*\Z")
_BEYOND = later(
    r"(?i)\b(?:later|above|over|more than|beyond|exceed\w*|otherwise|larger|longer|higher|older|from|after|afterwards|"
    r"else|anything else|all others?)\b"
)
"""Tells what holds on the other side."""
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.0, "year": 365.0, "hour": 1 / 24, "minute": 1 / 1440}


def beyond(ticket: Ticket, claims: Sequence[Claim]) -> tuple[str, ...]:
    """The statements with a bound below a value of the ticket, each with both, where none tells of what lies beyond."""
    own = [one for one in quantities(ticket.description) if one.kind in KINDS and not one.upper]
    if not own:
        return ()
    stated = [(one, found) for one in claims for found in quantities(one.text) if found.kind in KINDS]
    found = []
    for claim, limit in stated:
        if not _is_upper(limit, claim.text):
            continue
        near = [one for one in claims if one == claim or _places(one) == _places(claim)]
        others = any(_BEYOND.search(one.text) for one in near)
        for value in own:
            told = any(one in near and _alike(value, other) and _size(other) >= _size(value) for one, other in stated)
            if _alike(value, limit) and _size(value) > _size(limit) and not told and not others:
                found.append(f"{value.text.strip()} is beyond {limit.text.strip()}: {' '.join(claim.text.split())}")
    return tuple(dict.fromkeys(found))


def _places(claim: Claim) -> frozenset[str]:
    """The passages that a statement is cited from: what lies beyond its bound is told there, or of another thing."""
    return frozenset(one.passage_id for one in claim.citations)


def _is_upper(limit: Quantity, text: str) -> bool:
    """Whether a value is the upper end of what a statement holds for."""
    return limit.comparator in {"<", "<="} or (
        limit.kind == "time_of_day" and bool(_BEFORE.search(text, 0, limit.start))
    )


def _alike(one: Quantity, other: Quantity) -> bool:
    days = one.unit in _DAYS and other.unit in _DAYS
    return one.kind == other.kind and (one.unit == other.unit or (one.kind == "duration" and days))


def _size(one: Quantity) -> float:
    """The value in the unit that all of its kind are compared in."""
    return one.value * _DAYS.get(one.unit, 1.0) if one.kind == "duration" else one.value
