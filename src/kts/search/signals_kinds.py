"""What kind of thing a question asks for, and whether a passage holds one: a date, an amount, a person, a place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_NUMBERS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|half"
KINDS = (
    (
        re.compile(
            r"\b(?:when|(?:what|which) (?:year|date|day|month|time)|how (?:long|old|often|recent)|date)\b",
            re.IGNORECASE,
        ),
        re.compile(rf"\b(?:1\d{{3}}|20\d\d|{_MONTHS})\b"),
    ),
    (
        re.compile(
            r"\bhow (?:many|much|large|big|far|high|tall|fast|deep|long|old)\b|\b(?:number|amount|rate) of\b|\bpercent"
            r"|\bwhat (?:percentage|number|amount|share|rate|fraction|proportion|size|population)\b|\btotal\b",
            re.IGNORECASE,
        ),
        re.compile(rf"\d|\b(?:{_NUMBERS})\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\b(?:who|whom|whose|what (?:person|man|woman|author|name))\b", re.IGNORECASE),
        re.compile(r"(?<=[a-z,] )[A-Z][a-z]+"),
    ),
)
"""What asks for a kind, and what one of the kind looks like."""


def expects(question: str) -> Callable[[str], float]:
    """How much of what the question asks for a text holds: the share of its kinds; 0 where it names none."""
    wanted = [looks for asks, looks in KINDS if asks.search(question)]
    if not wanted:
        return lambda _text: 0.0
    return lambda text: sum(1.0 for looks in wanted if looks.search(text)) / len(wanted)
