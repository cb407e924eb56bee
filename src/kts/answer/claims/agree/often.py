"""Values that agree though no figure is the same: twice a year and every six months, a rise and the two amounts."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities
from kts.lexicon.quantities_numbers import MULTIPLES, ONES
from kts.types import Span

if TYPE_CHECKING:
    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.quantities import Quantity

_A_YEAR = {"minute": 525_600.0, "hour": 8_760.0, "day": 365.0, "week": 52.0, "month": 12.0, "quarter": 4.0, "year": 1.0}
_WORKING = r"(?:(?:working|business|calendar) |week)?"
"""A working day is told as a day: what is done on each of them is done daily."""
_UNIT = rf"{_WORKING}(?P<unit>{'|'.join(_A_YEAR)})"
_NUMBER = rf"(?P<number>\d{{1,3}}|other|second|{'|'.join(word for word in ONES if word != 'zero')})"
_TIMES = later(
    rf"\b(?:(?P<multiple>{'|'.join(MULTIPLES)})|{_NUMBER} times) (?:a|an|per|each|every|in a) {_UNIT}\b", re.IGNORECASE
)
_EVERY = later(rf"\b(?:every|each) (?:{_NUMBER} )?{_UNIT}s?\b", re.IGNORECASE)
_ADVERB = later(r"\b(?P<unit>hour|dai|week|month|quarter|year)ly\b|\bannual(?:ly)?\b", re.IGNORECASE)
NEAR = 0.02
"""How much two frequencies may differ that are told as the same: a month is not quite four weeks (a default)."""


class Often(NamedTuple):
    """How many times a year a thing is, and where that stands."""

    times: float
    span: Span


def as_often(sides: Sides, one: Quantity) -> bool:
    """Whether a quantity of the claim is part of how often a thing is, which the statement says in other words."""
    ours = [rate for rate in how_often(sides.claim) if rate.span.start <= one.start < rate.span.end]
    return bool(ours) and any(as_rare(ours[0], other) for other in how_often(sides.statement))


def as_rare(one: Often, other: Often) -> bool:
    """Whether two frequencies are the same."""
    return abs(one.times - other.times) <= NEAR * other.times


@lru_cache(maxsize=256)
def how_often(text: str) -> tuple[Often, ...]:
    """How many times a year things are, in the order of the text: `twice a year`, `every other week`, `hourly`."""
    found = [
        Often(
            (MULTIPLES.get((match["multiple"] or "").lower()) or _count(match["number"])) * _a_year(match), _at(match)
        )
        for match in _TIMES.finditer(text)
    ]
    found += [Often(_a_year(match) / _count(match["number"]), _at(match)) for match in _EVERY.finditer(text)]
    found += [Often(_a_year(match), _at(match)) for match in _ADVERB.finditer(text)]
    return tuple(sorted(found, key=lambda one: one.span))


def _a_year(match: re.Match[str]) -> float:
    return _A_YEAR[(match["unit"] or "year").lower().replace("dai", "day")]


def _at(match: re.Match[str]) -> Span:
    return Span(*match.span())


def _count(word: str | None) -> int:
    number = (word or "1").lower()
    return 2 if number in {"other", "second"} else max(1, int(number)) if number.isdigit() else ONES[number]


_UP = later(r"\b(?:go(?:es)? up|went up|ris(?:es?|en)|rose|rais(?:es?|ed)|increas(?:es?|ed))\b", re.IGNORECASE)
_DOWN = later(
    r"\b(?:go(?:es)? down|went down|falls?|fell|fallen|lower(?:s|ed)?|reduc(?:es?|ed)|"
    r"cuts?|decreas(?:es?|ed)|drops?|dropped)\b",
    re.IGNORECASE,
)
_BY = later(r"\bby (?:exactly )?\Z", re.IGNORECASE)
_FROM, _TO = re.compile(r"\bfrom \Z", re.IGNORECASE), re.compile(r"\A to \Z", re.IGNORECASE)


def as_changed(sides: Sides, one: Quantity) -> bool:
    """Whether the claim says by how much a value goes up or down that the statement gives from one to the other."""
    before = sides.claim[: one.start]
    up, down = _UP.search(before), _DOWN.search(before)
    if not _BY.search(before) or bool(up) == bool(down):
        return False
    stated = quantities(sides.statement)
    for first, second in pairwise(stated):
        told = _FROM.search(sides.statement[: first.start]) and _TO.match(sides.statement[first.end : second.start])
        if told and comparable(first, second) and comparable(one, first):
            change = second.value - first.value
            return abs((change if up else -change) - one.value) <= NEAR * 0.001 * abs(one.value)
    return False
