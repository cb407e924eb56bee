"""What somebody did to a document: who reviewed it has not approved it, and who prepared it has not signed it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_ACTS = (
    r"approved|authori[sz]ed|ratified|genehmigt|freigegeben|approuv\u00e9e?s?",
    r"signed|countersigned|unterschrieben|unterzeichnet|sign\u00e9e?s?",
    r"reviewed|checked|proof-?read|gepr\u00fcft|relue?s?|v\u00e9rifi\u00e9e?s?",
    r"prepared|drafted|wrote|written|authored|compiled|erstellt|verfasst|r\u00e9dig\u00e9e?s?",
    r"proposed|suggested|requested|recommended|vorgeschlagen|beantragt|propos\u00e9e?s?",
)
"""One act each, as it is told of what was done."""
_ACT = later("|".join(rf"(?P<a{at}>(?<![\w-])(?:{act})(?![\w-]))" for at, act in enumerate(_ACTS)), re.IGNORECASE)
_RULE = later(r"(?i)\b(?:must|shall|should|may|can|will|is|are|be|being|needs?|requires?|before|until|unless|if)\b")
"""What tells how it is done, not that it was."""


def other_act(sides: Sides) -> Iterator[Finding]:
    """An act of the claim that the statement does not have, where it has another of the kind."""
    ours, theirs = _acts(sides.claim), _acts(sides.statement)
    if len(ours) != 1 or not theirs or ours.keys() & theirs.keys() or _RULE.search(sides.claim):
        return
    (here,), there = ours.values(), next(iter(theirs.values()))
    text = f"the claim says {quoted(here[0])}, the evidence {quoted(there[0])}"
    yield Finding("other_act", conflict=False, text=text, claim=Span(*here.span()), evidence=Span(*there.span()))


def _acts(text: str) -> dict[str, re.Match[str]]:
    found: dict[str, re.Match[str]] = {}
    for match in _ACT.finditer(text):
        found.setdefault(str(match.lastgroup), match)
    return found
