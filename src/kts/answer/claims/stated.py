"""What a text that somebody hands in states: its claims, and beside them what only names, asks or recommends.

What is put aside is told and never dropped in silence. A figure, or a reason behind a recommendation, can be held
against documents: such a sentence stays a claim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.split import is_predicated, pointed, unmarked
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator


HEADING = 10
"""Words of a line up to which it may be a heading (a default, not fitted)."""
_DASHES = later(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t:-]*)*")
_RULE = later(r"={3,}|-{3,}")
_NUMBER = later(r"(?:#{1,6}\s+)?(?:\(?\d{1,2}(?:\.\d{1,2})*[.)]?|[A-Z][.)])\s+")
_YEAR = later(r"\b(?:19|20)\d\d\b")
_ENTRY = later(r"[ \t]*(?:[-*+\u2022\u25cf>]\s|\|)")
_ENDED = later(r"[.!?;:,\u2026\u3002][\"'\u201d\u2019)\]*_]*\Z")
_LETTERHEAD = later(
    r"[ \t]*(?:\*\*)?(?:to|from|cc|bcc|date|sent|subject|re|an|von|datum|betreff)(?:\*\*)?:", re.IGNORECASE
)
_ASKS = later(r"[?\uff1f][\"'\u201d\u2019)\]*_]*\Z")
_POLITE = later(
    r"(?:(?:and|so|then|also|und)\s+|if\s[^,]{1,60},\s*)?(?:please\b(?!\s+(?:note|be\s+(?:aware|advised)|remember|bear|keep\s+in))"
    r"|let\s+(?:me|us)\s+know\b|(?:do\s+not|don't|don\u2019t)\s+hesitate\b|feel\s+free\b|thank\s+you\b|thanks\b"
    r"|(?:i|we)\s+hope\b|(?:i\s+am|i'm|i\u2019m|we\s+are)\s+happy\s+to\b|(?:kind|best|warm)\s+regards\b|dear\s|hello\b|hi\b"
    r"|bitte\b(?!\s+beachten)|lassen\s+sie\s+(?:mich|uns)\s+wissen\b|vielen\s+dank\b|mit\s+freundlichen\b|(?:viele|beste)\s+gr)",
    re.IGNORECASE,
)
_RECOMMENDS = later(
    r"\b(?:i|we)(?:\s+(?:would|do|can|also|therefore|thus|hence|strongly|still|only|further|again)){0,3}"
    r"\s+(?:recommend|suggest|advise|propose|urge|encourage)\b"
    r"|\bit\s+(?:is|would\s+be)\s+(?:strongly\s+|also\s+)?(?:recommended|advisable|advised|suggested)\b"
    r"|\b(?:my|our)\s+(?:recommendation|advice|suggestion|proposal)\s+(?:is|would\s+be)\b"
    r"|\b(?:ich|wir)\s+(?:empfehlen?|raten?|schlagen?\s+vor)\b|\b(?:empfehlen|raten)\s+wir\b|\bes\s+empfiehlt\s+sich\b",
    re.IGNORECASE,
)
_GROUND = later(r"\b(?:because|since|given\s+that|due\s+to|owing\s+to|although|but|weil|denn|aber)\b", re.IGNORECASE)


class Stating(NamedTuple):
    """The claims of a text, and its lines and sentences that state nothing; each in the order of the text."""

    claims: tuple[str, ...]
    aside: tuple[str, ...] = ()


def stating(text: str) -> Stating:
    """The claims of a text, without the headers of its tables, its headings, and what asks or recommends."""
    held: list[str] = []
    aside: list[str] = []
    for stretch, names in _stretches(text):
        if names:
            aside += [] if stretch.lstrip().startswith("#") else [stretch.strip()]
            continue
        for one in pointed(stretch):
            (aside if _asks(one.text) else held).append(one.text)
    return Stating(tuple(held), tuple(aside))


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The text in parts, and whether a part is a line that names what follows: a title is no sentence's beginning."""
    lines = text.splitlines(keepends=True)
    opening, began = True, 0
    for number, line in enumerate(lines):
        opening = opening and (not line.strip() or line.lstrip().startswith("#") or bool(_LETTERHEAD.match(line)))
        before, after = (lines[number - 1] if number else "", lines[number + 1] if number + 1 < len(lines) else "")
        if line.strip() and (
            (opening and _LETTERHEAD.match(line)) or _is_header(line, after) or _is_heading(before, line, after)
        ):
            yield "".join(lines[began:number]), False
            yield line, True
            began = number + 1 + bool(_RULE.fullmatch(after.strip()))
    yield "".join(lines[began:]), False


def _is_header(line: str, after: str) -> bool:
    """Whether a line is the header of a table; one with a figure is a row of a table that has none."""
    return "|" in line and bool(_DASHES.fullmatch(after.strip())) and not re.search(r"\d", _YEAR.sub("", line))


def _is_heading(before: str, line: str, after: str) -> bool:
    """Whether a line by itself is a heading: a few words without a verb, a figure or a stop, or underlined."""
    said = unmarked(line)
    if _ENTRY.match(line) or "|" in line or not re.search(r"[^\W\d_]", said):
        return False
    if _RULE.fullmatch(after.strip()) and not before.strip():
        return True
    named = _NUMBER.sub("", said)
    if _ENDED.search(named) or ":" in named or re.search(r"\d", named) or len(named.split()) > HEADING:
        return False
    apart = not before.strip() or bool(_ENDED.search(before.strip()))
    alone = not after.strip() or bool(_ENTRY.match(after)) or named.isupper()
    return apart and alone and not is_predicated(named)


def _asks(sentence: str) -> bool:
    """Whether a sentence asks, greets or recommends, and gives neither a figure nor a reason that could be checked."""
    if _ASKS.search(sentence):
        return True
    if re.search(r"\d", sentence) or _GROUND.search(sentence):
        return False
    return bool(_POLITE.match(sentence) or _RECOMMENDS.search(sentence))
