"""What a document leaves out: contracts that are filed in public have stars, crosses or a line where a figure was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.constraints.expected import expected
from kts.answer.tables.columns import PRICE
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP = (
    r"(?:\[\s?(?:\*\s?){1,5}\s?\]|\*{3,}|\bX{4,}\b|_{4,}(?![ _(]*\d)|\u2588+"
    r"|\[(?i:redacted|omitted|confidential|\u2022|\u25cf|blank|amount|date|percentage)\])"
)
_VALUE_GONE = later(
    rf"(?:\b(?i:of|to|at|is|are|be|for|than|within|by|least|exceed|equals?|total(?:s|ling)?|every|minimum|maximum)"
    rf"|[$\u20ac\u00a3\u00a5:])\s?{_GAP}"
    rf"|{_GAP}\s?(?:%|\b(?i:per\s?cent|percent|percentage|days?|months?|years?|hours?|units?|users?|dollars?|per)\b)"
)
"""A gap where a value would stand: behind `a fee of`, before `days`."""
_STATED = later(r"[$\u20ac\u00a3\u00a5]\s?\d|\d\s?(?:%|per ?cent\b)|\b(?:USD|EUR|GBP|JPY)\s?\d")
_NUMBER = later(r"(?<![\w.(])\d[\d,.]*(?![\w)])|\(\d[\d,.]*\)")
_WORTH = later(
    r"(?i)\b(?:prices?|costs?|fees?|charges?|rent|salary|amount|royalt(?:y|ies)|rate|percent(?:age)?|dollars?|pays?)\b"
)
LEFT_OUT = "the document leaves out the value that is asked for"


def left_out(question: str, texts: Sequence[str]) -> bool:
    """Whether a value is asked for, what leads states none, and what is cited has a gap in the place of one.

    `texts` are those of the units, the lead first.
    """
    if not texts or not any(map(_VALUE_GONE.search, texts)):
        return False
    priced = PRICE.search(question) or _WORTH.search(question)
    if not priced and expected(question) != "number":
        return False
    return not (_STATED if priced else _NUMBER).search(texts[0])
