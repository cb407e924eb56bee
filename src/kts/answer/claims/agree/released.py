"""Entries of release notes and logs of changes: what `Removed:` or `Added:` stands before, claimed the other way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import tokens
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_MARK = r"\W*(?P<mark>{})(?: (?:features?|support|in (?:this|version \S+)))?(?:\*\*)? ?[:\u2013-]"
_REMOVED = later(
    _MARK.format(
        "removed|discontinued|withdrawn|retired|gone|dropped|deleted|end of life|no longer (?:available|supported)"
    ),
    re.IGNORECASE,
)
_ADDED = later(_MARK.format("new|added|introduced|now available"), re.IGNORECASE)
_GOES = later(
    r"\b(?:remov\w+|discontinu\w+|withdr[ae]w\w*|retir\w+|gone|dropp?\w*|delet\w+|no longer|not|never|without|lacks?|"
    r"lost|until|before|earlier|previous\w*|former\w*|replac\w+|was|were|had|used to|ended|ends|end of life)\b|n't\b",
    re.IGNORECASE,
)
"""What a claim has that may well be so of what was removed."""
_GONE = later(
    r"\b(?:(?:was|were|has been|have been|is|are|got|been) (?:\w+ )?(?:removed|discontinued|withdrawn|retired|dropped|"
    r"deleted|taken out)|no longer|is gone|are gone)\b",
    re.IGNORECASE,
)
SHARE = 0.5
"""Share of the entry's words that the claim must have to be of what the entry is of; a default, not fitted."""


def entries(sides: Sides) -> Iterator[Finding]:
    """What was removed, claimed to be there; what is new, claimed to be gone."""
    removed, added = _REMOVED.match(sides.statement), _ADDED.match(sides.statement)
    mark = removed or added
    if mark is None or not _is_of(sides, mark.end()):
        return
    gone = _GONE.search(sides.claim)
    if (removed and not _GOES.search(sides.claim)) or (added and gone):
        place = Span(*mark.span("mark"))
        text = f"the evidence has it under {quoted(mark['mark'])}"
        yield Finding("antonym", conflict=True, text=text, claim=Span(*gone.span()) if gone else None, evidence=place)


def _is_of(sides: Sides, start: int) -> bool:
    """Whether the claim names what stands behind the mark."""
    own = [token.stem for token in tokens(sides.statement) if token.start >= start]
    said = {token.stem for token in tokens(sides.claim)}
    return bool(own) and sum(stem in said for stem in own) >= SHARE * len(own)
