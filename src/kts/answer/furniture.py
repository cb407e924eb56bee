"""What a page carries beside its text: running titles with the page's number, titles in capitals.

They hold the words of many questions, for they name what the document is about, and say nothing of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.extract import raised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.extract import Held

FURNITURE = 5.0
"""What such a line loses on the scale of the extraction's scores: it leads no answer and pads none (a default)."""
SHORT = 120
"""Characters up to which a line may be one (a default)."""
_FURNITURE = re.compile(
    r"(?P<page>(?![Ss]ee\b)[^.;:?!\n]{0,100}(?<!\bon )(?<!\bsee )(?<!\bfrom )\bPage \d{1,4}(?: of \d{1,4})?\W*)"
    r"|(?P<source>Source: [^\n]{3,100}, \d{1,2}/\d{1,2}/\d{4}\W*)"
    r"|(?P<capitals>(?=(?:\W*[A-Z\d]\S*)*?[A-Z]{3}\S*\s(?:\S+\s)*?[A-Z]{4})[A-Z][A-Z\d&,'\u2019().\s/\u2013-]*\s[A-Z\d&,'\u2019()/-]+)"
)


def is_furniture(text: str) -> bool:
    """Whether a unit is such a line; capitals only without a stop: `DO NOT OPEN.` says something."""
    return len(text) <= SHORT and _FURNITURE.fullmatch(text.strip("*_# \n")) is not None


def furniture_last(ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """What says something before what only stands around it."""
    return raised(ranked, lambda one: -FURNITURE * (one.unit.kind == "sentence" and is_furniture(one.unit.text)))
