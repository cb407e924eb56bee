"""What an amount is for: a price per month does not tell the price per user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

_PER = later(r"(?i)\b(?:per|for each|for every) (?!cent\b|capita\b|se\b)(?P<noun>[a-z]{3,})")
_TIMES = frozenset("second minute hour day night week month quarter year annum calendar".split())


def other_rate(question: str, texts: Sequence[str]) -> str:
    """What a statement gives its amount per, where the question asks for it per another thing: `month, not per user`.

    `texts` are the statement and what it stands under. Empty where only time is asked for, or a thing is named too.
    """
    asked = [match["noun"].lower() for match in _PER.finditer(question)]
    told = [match["noun"].lower() for text in texts for match in _PER.finditer(text)]
    things = [noun for noun in asked if noun not in _TIMES]
    if not things or not told or any(noun not in _TIMES for noun in told):
        return ""
    return f"{told[0]}, not per {things[0]}"
