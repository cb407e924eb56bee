"""What was done to a document: who reviewed it has not approved it, and its title does not say that it is signed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.tables import written_row
from kts.answer.standing.drafts import says_draft
from kts.lexicon.dates import dates
from kts.lexicon.negation import negated
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
_DONE = later(
    rf"(?i)(?<![\w-])(?:{_ACTS[0]}|{_ACTS[1]}|executed|concluded|agreed(?! to\b)|in force|binding|in kraft"
    r"|abgeschlossen|vereinbart)(?![\w-])"
)
"""How it is told that an agreement was made; a draft of it was not."""
_SIGNED = later(rf"(?i){_ACTS[1]}")
_SIGNS = later(r"(?i)(?<![\w-])(?:(?:counter)?sign(?!if)|executed|unterschr|unterzeichn|gezeichnet|gez\.|/s/)")
"""How a page of signatures says that something is signed."""
_DUE = later(
    r"(?i)\b(?:must|shall|should|may|can|will|to be|needs?|requires?|before|until|unless|if|muss|soll|kann|wird)\b"
)
_TITLE = later(r"\s*#{1,6}[ \t]")
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


_TAKES_EFFECT = (
    r"t(?:akes?|ook) effect|(?:comes?|came|enter(?:s|ed)?) into (?:force|effect)|effective|in force|with effect"
)
_IN_FORCE = later(rf"(?i)\b(?:{_TAKES_EFFECT})\b")
_FROM_THEN = later(rf"(?i)\b(?:{_TAKES_EFFECT}|as of|from|applies|applied|starts?|started|begins?|began)\b")
_MADE = later(r"(?i)\b(?:made|dated|signed|executed|concluded|entered into)\b")


def only_made(sides: Sides) -> Iterator[Finding]:
    """That something took effect on the day on which the statement says that it was made."""
    ours, theirs = _IN_FORCE.search(sides.claim), _MADE.search(sides.statement)
    if ours is None or theirs is None or _MADE.search(sides.claim) or _FROM_THEN.search(sides.statement):
        return
    days = {one.first for one in dates(sides.claim)} & {one.first for one in dates(sides.statement)}
    if days:
        text = f"the claim says {quoted(ours[0])}, the evidence {quoted(theirs[0])}"
        yield Finding("other_act", conflict=False, text=text, claim=Span(*ours.span()), evidence=Span(*theirs.span()))


def not_done(sides: Sides) -> Iterator[Finding]:
    """That something was signed, approved or agreed on, where nothing but the name of its document is met.

    A title or a draft says none of it; any other statement must say that it was signed, or stand under what does:
    a heading, the head of its column.
    """
    ours = _DONE.search(sides.claim)
    if ours is None or _DUE.search(sides.claim) or negated(sides.claim) or _DONE.search(sides.statement):
        return
    is_titled, is_draft = _TITLE.match(sides.statement), says_draft(f"{sides.statement} {sides.about}")
    own = written_row(sides)
    heads = " ".join(own.heads) if own else ""
    is_unsigned = _SIGNED.fullmatch(ours[0]) and not _SIGNS.search(f"{sides.statement} {sides.about} {heads}")
    if not (is_titled or is_draft or is_unsigned):
        return
    text = f"a draft is not {ours[0]}" if is_draft else f"the evidence does not say that it is {ours[0]}"
    yield Finding("other_act", conflict=False, text=text, claim=Span(*ours.span()))


def _acts(text: str) -> dict[str, re.Match[str]]:
    found: dict[str, re.Match[str]] = {}
    for match in _ACT.finditer(text):
        found.setdefault(str(match.lastgroup), match)
    return found
