"""What a freeze, a ban or another stop does not hold for: `fixes are not part of the freeze` allows them.

The denial is of the stop, so a claim that forbids them then says the opposite though both deny something, and one that
allows them says the same though only one does.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.conditions import exceptions, within
from kts.answer.claims.agree.sides import Finding, told_apart
from kts.answer.claims.match import related, tokens
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_STOP = (
    r"(?P<stop>freeze|ban|embargo|lock-?down|moratorium|prohibition|black-?out|curfew|stand-?still|restrictions?"
    r"|suspension|quarantine|stoppage|shut-?down)\b"
)
_ARTICLE = r"(?:(?:the|this|that|any|our|a) )?(?:[\w-]+ ){0,3}?"
_EXEMPT = later(
    rf"(?P<who>[^.;:|]{{2,80}}?) (?:is|are|stays?|remains?|was|were)(?: \w+ly)? (?:(?:not|never) (?:a |any )?"
    rf"(?:part of|subject to|covered by|affected by|included in|touched by|within|under)|exempt(?:ed)? from"
    rf"|excluded from|outside(?: of)?|unaffected by|free from) {_ARTICLE}{_STOP}",
    re.IGNORECASE,
)
_HOLDS_NOT = later(
    rf"{_STOP} (?:(?:does|do|did) not|doesn't) (?:apply to|cover|include|affect|concern|extend to|hold for) "
    r"(?:the |any )?(?P<who>[^.;:|,]{2,80})",
    re.IGNORECASE,
)
_FORBIDS = later(
    r"\b(?:(?:may|must|shall|can|could|should|will|is|are|be|do|does)(?: \w+ly)? (?:not|never)|cannot|can't|won't"
    r"|(?:isn|aren|mustn|don|doesn)'t|forbidden|prohibited|banned|barred|disallowed|impossible|refused|blocked|stopped"
    r"|not even|(?:nothing|nobody|no one)(?! (?:but|except|other than|apart from)\b)"
    r"|no (?=\w+(?: \w+)? (?:may|can|is|are|must))|has to wait|have to wait|must wait|wait until)\b",
    re.IGNORECASE,
)
_ALLOWS = later(
    r"\b(?:may|can|could|allowed|permitted|possible|free to|still|continue[sd]?|go(?:es)? (?:on|out|ahead))\b",
    re.IGNORECASE,
)


class Exempt(NamedTuple):
    """Whom or what a stop does not hold for, what the stop is called, and where all of it stands."""

    who: str
    stop: str
    span: Span


@lru_cache(maxsize=1024)
def exempt(text: str) -> Exempt | None:
    """What a text takes out of a stop."""
    match = _EXEMPT.search(text) or _HOLDS_NOT.search(text)
    return Exempt(match["who"], match["stop"], Span(*match.span())) if match and tokens(match["who"]) else None


def _told(sides: Sides) -> Exempt | None:
    """What the statement takes out of a stop, where the claim speaks of that and of the stop in other words."""
    found = exempt(sides.statement)
    if found is None or exempt(sides.claim):
        return None
    said = {token.stem: True for token in tokens(sides.claim)}
    return found if all(related(token.stem, said) for token in tokens(f"{found.who} {found.stop}")) else None


def _forbids(claim: str, found: Exempt) -> re.Match[str] | None:
    """Where a claim forbids what is taken out of the stop; `nothing but fixes` allows the fixes."""
    own = {token.stem: True for token in tokens(found.who)}
    places = [token.start for token in tokens(claim) if related(token.stem, own)]
    aside = exceptions(claim)
    if any(within(place, aside) for place in places):
        return None
    return _FORBIDS.search(claim)


def forbidden(sides: Sides) -> Iterator[Finding]:
    """What a stop does not hold for, claimed to be forbidden while it lasts."""
    found = _told(sides)
    cue = _forbids(sides.claim, found) if found else None
    if found and cue:
        here = Span(*cue.span())
        text = told_apart(sides.claim, here, sides.statement, found.span)
        yield Finding("exception", conflict=True, text=text, claim=here, evidence=found.span)


def allowed(sides: Sides) -> bool:
    """Whether the claim allows what the statement takes out of a stop: the denial there is none of what is claimed."""
    found = _told(sides)
    return found is not None and not _forbids(sides.claim, found) and bool(_ALLOWS.search(sides.claim))


def both_exempt(sides: Sides) -> bool:
    """Whether both take the same out of a stop, each in its own words: `exempt from`, `not part of`."""
    ours, theirs = exempt(sides.claim), exempt(sides.statement)
    if ours is None or theirs is None:
        return False
    mine, other = ({token.stem: True for token in tokens(f"{one.who} {one.stop}")} for one in (ours, theirs))
    return all(related(stem, mine) for stem in other) and all(related(stem, other) for stem in mine)


FREED = later(
    r"\b(?:not|never|part|subject|covered|affected|included|touched|within|under|exempt(?:ed)?|excluded|outside"
    r"|unaffected|free|from|of|to|by|in|does|do|did|apply|cover|include|affect|concern|extend|hold|for)\b",
    re.IGNORECASE,
)
"""The words by which that is said."""
