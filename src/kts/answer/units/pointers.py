"""Sentences that only say where to look: `For information about volumes, see the guide`, a line that is a link.

They hold the words of many questions and answer none, but for those that ask where something stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answers import FENCE
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.units.quotable import Unit

_WHERE = later(
    r"(?i)\b(?:where|links?|urls?|web ?(?:sites?|pages?)|sites?|pages?|address(?:es)?|documentation|guides?|manuals?|"
    r"references?|refers?|chapters?|sections?|see|read more)\b"
)
_MARK = later(r"\s*(?:[-*+\u2022]\s+)?")
_ELSEWHERE = later(
    r"(?i)\b(?:topics?|contents|see|also|related|additional|references?|resources?|links?|further|more|next steps|"
    r"sources?)\W*\Z"
)
"""What stands above a list of links that are no answer."""
_LINK = later(
    r"!?\[[^\[\]\n]*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\)|\[[^\[\]\n]*\])|<?https?://\S+"
)
_ANY_WORD = later(r"[^\W_]")
_GO = r"(?:please\s+)?(?:see|refer\s+to|consult)"
_PLACE = (
    r"(?:(?:the|our|this)\s+)?(?:\[|https?://|[\"\u201c]|(?:also|following|next|previous|section|chapter|appendix|"
    r"annex|table|figure|page|topic|documentation|link|below|above|guide|manual)\b)"
)
_MORE = (
    r"(?:(?:more|further|additional|detailed|general|related|background|full)\s+)*(?:information|details?|instructions|"
    r"guidance|explanations?|examples?|an\s+(?:example|overview)|a\s+(?:description|list))\b"
)
_ANY = r"(?:[^;:.]|\.(?=\S))*?"
_SEES = later(
    r"(?:\(?\d{1,2}[.)])?\W*(?:"
    + "|".join((
        rf"{_GO}\s+{_PLACE}",
        rf"{_GO}\s{_ANY}\sfor\s+{_MORE}",
        rf"for\s+(?:{_MORE}|(?:more|further|detailed)\b(?!\s+than)){_ANY},\s*{_GO}\s",
        rf"to\s+(?:learn|find\s+out|read)\s+more\b{_ANY},\s*{_GO}\s",
        r"learn\s+more\b",
        rf"{_MORE}\s(?:can\s+be|is|are)\s+(?:also\s+)?(?:found|available|given|provided)\s(?:in|at|on)\b",
    ))
    + r")(?:[^;.!?]|[.!?](?=\S))*+(?:[;.!?]\W*)?\Z",
    re.IGNORECASE,
)  # fmt: skip
"""One sentence that is nothing but a hint; behind a semicolon, or in a sentence after it, something may be said."""


def asks_where(question: str) -> bool:
    """Whether a question asks for a place to look at, which a sentence that points there answers."""
    return _WHERE.search(question) is not None


def telling(units: Sequence[Unit]) -> list[Unit]:
    """The units of a passage without those that only point elsewhere, where something else stands under their label."""
    pointing = [points(unit) for unit in units]
    labels = {unit.intro for unit, only in zip(units, pointing, strict=True) if not only}
    return [unit for unit, only in zip(units, pointing, strict=True) if not (only and _labelled(unit.intro, labels))]


def _labelled(intro: str, labels: AbstractSet[str]) -> bool:
    """Whether one of the labels is that of an introduction, which may go on with the line before its list."""
    return any(label.startswith(intro) or intro.startswith(label) for label in labels)


def points_elsewhere(text: str) -> bool:
    """Whether a sentence is nothing but a hint where to read on."""
    return _SEES.match(text) is not None


def points(unit: Unit) -> bool:
    """Whether a unit only points elsewhere. Links in a list are what it lists, where that is not further reading."""
    if unit.kind not in {"sentence", "entry"} or FENCE in unit.text:
        return False
    text = unit.text[_MARK.match(unit.text).end() :]  # type: ignore[union-attr]
    if _SEES.match(text):
        return True
    rest, links = _LINK.subn("", text)
    listed = unit.kind == "entry" and unit.intro and not _ELSEWHERE.search(unit.intro)
    return bool(links) and not listed and not _ANY_WORD.search(rest)
