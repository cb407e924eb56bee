"""Numbers that only look like versions: a text that writes `1.5` and `1,5` speaks of how decimals are written."""

from __future__ import annotations

from kts.lexicon.patterns import later

_COMMA = later(r"(?<![\d.,])\d{1,4},\d{1,4}(?![\d]|[.,]\d)")


def is_decimal(number: str, text: str) -> bool:
    """Whether the text has the number with a comma for its point, too."""
    return number.count(".") == 1 and any(one[0].replace(",", ".") == number for one in _COMMA.finditer(text))
