"""The same one or another one, once or again, for each of what: small words that turn a rule round."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.dropped import alike
from kts.answer.claims.agree.sides import Finding, denied, told_apart
from kts.answer.claims.match import related, tokens
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_SAME = later(r"\b(?:the|this|that) (?:very )?same\b|\bidentical\b", re.IGNORECASE)
_OTHER = later(
    r"\b(?:an? (?:brand[- ])?new|another|an? (?:different|fresh|separate|further|second)"
    r"|(?:new|different|fresh|separate)(?= \w+s\b))\b",
    re.IGNORECASE,
)


def same_or_other(sides: Sides) -> Iterator[Finding]:
    """The same thing where the statement has a new one, and the other way round: `with a new filter`."""
    for one, other in ((_SAME, _OTHER), (_OTHER, _SAME)):
        said, stated = one.search(sides.claim), other.search(sides.statement)
        if not said or not stated or one.search(sides.statement) or other.search(sides.claim):
            continue
        mine, theirs = _noun(sides.claim, said.end()), _noun(sides.statement, stated.end())
        if mine is None or theirs is None or mine.stem != theirs.stem:
            continue
        if denied(sides.claim, *said.span()) == denied(sides.statement, *stated.span()):
            here, there = Span(said.start(), mine.end), Span(stated.start(), theirs.end)
            text = told_apart(sides.claim, here, sides.statement, there)
            yield Finding("antonym", conflict=True, text=text, claim=here, evidence=there)
            return


def _noun(text: str, place: int) -> Token | None:
    """The first word with a meaning right behind a place."""
    found = next((token for token in tokens(text) if token.start >= place), None)
    return found if found and found.start - place <= 1 else None


_AGAIN = later(
    r"\b(?:a|any|the|one) (?P<one>second|third|further|additional|repeated) (?P<what>[a-z]{3,})"
    r"|\b(?P<again>twice|again|repeatedly|several times|more than once|as often as)\b",
    re.IGNORECASE,
)
_ONCE = later(
    r"\b(?:(?:only |just |at most )?once(?=[,.;)]|\Z| by\b| for\b| with\b| after\b| only\b| if\b"
    r"| (?:in|during|within) (?:the|any|its|their|all)\b)"
    r"|only once|only one|(?:no|not) more than (?:one|once)|at most (?:one|once)|a single)\b",
    re.IGNORECASE,
)
_PERMITTED = later(r"\b(?:may|can|could|allowed|permitted|possible|entitled)\b", re.IGNORECASE)


def once(sides: Sides) -> Iterator[Finding]:
    """Again, or a second one, of what the statement allows once."""
    said, stated = _AGAIN.search(sides.claim), _ONCE.search(sides.statement)
    if not said or not stated or _AGAIN.search(sides.statement) or not _PERMITTED.search(sides.statement):
        return
    if said["one"] and re.search(rf"\b{said['one']}\b", sides.statement, re.IGNORECASE):
        return
    there = {token.stem: True for token in tokens(sides.statement)}
    what = tokens(said["what"] or "")
    if said["what"] and not any(related(token.stem, there) for token in what):
        return
    if not _PERMITTED.search(sides.claim) or denied(sides.claim, *said.span()):
        return
    here, place = Span(*said.span()), Span(*stated.span())
    text = told_apart(sides.claim, here, sides.statement, place)
    yield Finding("exception", conflict=True, text=text, claim=here, evidence=place)


_EACH = later(
    r"\b(?:(?:for |of |on |in |to |with |per )?(?:each|every)(?: (?:single|individual|new|full))?|per) "
    r"(?P<what>[a-z][a-z-]{2,})\b(?! (?:one|other|two|second|third)\b)",
    re.IGNORECASE,
)
_TIMES = frozenset(
    "second minute hour day night week month quarter year annum shift time morning evening weekday monday tuesday "
    "wednesday thursday friday saturday sunday cent person".split()
)
"""What tells how often, which is compared as that."""


def each(sides: Sides) -> Iterator[Finding]:
    """For each of one thing, of what the statement says for each of another: signed for each order, for each lot."""
    theirs = [one for one in _EACH.finditer(sides.statement) if one["what"].lower().rstrip("s") not in _TIMES]
    there = {token.stem: True for token in tokens(sides.statement)}
    for said in _EACH.finditer(sides.claim) if theirs else ():
        what = said["what"].lower()
        own = tokens(what)
        if what.rstrip("s") in _TIMES or not own or any(related(token.stem, there) for token in own):
            continue
        if not any(token.word == what for token in sides.alignment.alone):
            continue
        claimed = {token.stem: True for token in tokens(sides.claim)}
        rivals = [
            one
            for one in theirs
            if not alike(what, one["what"]) and not any(related(token.stem, claimed) for token in tokens(one["what"]))
        ]
        if rivals:
            here, place = Span(*said.span()), Span(*rivals[0].span())
            text = told_apart(sides.claim, here, sides.statement, place)
            yield Finding("rate_gap", conflict=False, text=text, claim=here, evidence=place)
            return
