"""What an amount is for: a price per month does not tell the price per user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.quantities_units import SPELLINGS, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_PER = later(r"(?i)\b(?:per|for each|for every) (?!cent\b|capita\b|se\b)(?P<noun>[a-z]{3,})")
_TIMES = frozenset({"night", "quarter", "annum", "calendar"})
"""Nouns of time beside the units of one."""


def other_rate(question: str, texts: Sequence[str]) -> str:
    """What a statement gives its amount per, where the question asks for it per another thing: `month, not per user`.

    `texts` are the statement and what it stands under. Empty where only time is asked for, or a thing is named too.
    """
    asked = [match["noun"].lower() for match in _PER.finditer(question)]
    told = [match["noun"].lower() for text in texts for match in _PER.finditer(text)]
    things = [noun for noun in asked if not _is_time(noun)]
    if not things or not told or not all(map(_is_time, told)):
        return ""
    return f"{told[0]}, not per {things[0]}"


def _is_time(noun: str) -> bool:
    return noun in _TIMES or (noun in SPELLINGS and kind_of(SPELLINGS[noun]) == "duration")
