"""Values that agree though no figure is the same: twice a year and every six months, a rise and the two amounts."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.lexicon.quantities import comparable, quantities

if TYPE_CHECKING:
    from kts.answer.agree import Sides
    from kts.lexicon.quantities import Quantity

_A_YEAR = {"day": 365.0, "week": 52.0, "month": 12.0, "quarter": 4.0, "year": 1.0}
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "other": 2}
_NUMBER = rf"(?P<number>\d{{1,3}}|{'|'.join(_WORDS)})"
_TIMES = re.compile(
    rf"\b(?:(?P<once>once)|(?P<twice>twice)|{_NUMBER} times) (?:a|an|per|each|every|in a) "
    r"(?P<unit>day|week|month|quarter|year)\b",
    re.IGNORECASE,
)
_EVERY = re.compile(rf"\b(?:every|each) (?:{_NUMBER} )?(?P<unit>day|week|month|quarter|year)s?\b", re.IGNORECASE)
_ADVERB = re.compile(r"\b(?P<unit>dai|week|month|quarter|year)ly\b|\bannual(?:ly)?\b", re.IGNORECASE)
NEAR = 0.02
"""How much two frequencies may differ that are told as the same: a month is not quite four weeks (a default)."""


def as_often(sides: Sides, one: Quantity) -> bool:
    """Whether a quantity of the claim is part of how often a thing is, which the statement says in other words."""
    ours = [rate for start, end, rate in _rates(sides.claim) if start <= one.start < end]
    theirs = [rate for _, _, rate in _rates(sides.statement)]
    return bool(ours) and any(abs(ours[0] - rate) <= NEAR * rate for rate in theirs)


@lru_cache(maxsize=256)
def _rates(text: str) -> tuple[tuple[int, int, float], ...]:
    """How many times a year things are in a text, each with its place."""
    found = []
    for match in _TIMES.finditer(text):
        count = 1 if match["once"] else 2 if match["twice"] else _count(match["number"])
        found.append((match.start(), match.end(), count * _A_YEAR[match["unit"].lower()]))
    found += [
        (match.start(), match.end(), _A_YEAR[match["unit"].lower()] / (_count(match["number"]) or 1))
        for match in _EVERY.finditer(text)
    ]
    for match in _ADVERB.finditer(text):
        unit = (match["unit"] or "year").lower().replace("dai", "day")
        found.append((match.start(), match.end(), _A_YEAR[unit]))
    return tuple(found)


def _count(word: str | None) -> int:
    if not word:
        return 0
    return int(word) if word.isdigit() else _WORDS[word.lower()]


_UP = re.compile(r"\b(?:go(?:es)? up|went up|ris(?:es?|en)|rose|rais(?:es?|ed)|increas(?:es?|ed))\b", re.IGNORECASE)
_DOWN = re.compile(
    r"\b(?:go(?:es)? down|went down|falls?|fell|fallen|lower(?:s|ed)?|reduc(?:es?|ed)|"
    r"cuts?|decreas(?:es?|ed)|drops?|dropped)\b",
    re.IGNORECASE,
)
_BY = re.compile(r"\bby (?:exactly )?\Z", re.IGNORECASE)
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
