"""Whose consent or money it takes: needed against not needed, at one's own cost against another's, and against or.

Also what a claim leaves of a statement that is of some only: a list of members without that one, a subject without its
restrictive clause.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.actors import is_actor
from kts.answer.claims.agree.conditions import exceptions
from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.match import long, related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_LEAVE = r"(?:consent|approval|permission|authori[sz]ation)"
_BETWEEN = r"(?:(?!\b(?:and|but|or|if|unless|except|provided)\b)[^.;,:]){0,60}?"
_NOT_NEEDED = later(
    rf"(?:\bnot|n't|\bnever) (?:need|require|have to (?:obtain|ask|get|seek))\b{_BETWEEN}\b{_LEAVE}"
    rf"|\b(?:needs?|requires?|takes?) no {_BETWEEN}{_LEAVE}"
    rf"|\bno {_BETWEEN}{_LEAVE} (?:is|are|will be) (?:needed|required)"
    rf"|\b{_LEAVE} (?:is|are) not (?:needed|required)",
    re.IGNORECASE,
)
_NEEDED = later(
    r"\b(?:need(?:s|ed)?|require[sd]?|must (?:first )?(?:obtain|have|get|seek|ask)|subject to|(?:only|but) with)\b"
    rf"{_BETWEEN}\b{_LEAVE}|\b{_LEAVE}\b{_BETWEEN} (?:is|are) (?:needed|required)"
    r"|\b(?:may|can)\b(?! not)(?:(?!\b(?:and|but|or|without)\b)[^.;,:]){0,80}? with "
    rf"(?:the |an? |their |his |her |its )?(?:prior |written |express )*{_LEAVE}",
    re.IGNORECASE,
)
_WITHOUT = later(
    rf"\bwithout\b{_BETWEEN}\b{_LEAVE}|\bwithout (?:asking|consulting|seeking|checking with|having to ask)\b",
    re.IGNORECASE,
)
HELD = 0.5
"""Share of the claim that a statement must hold for its consent to be of the same act; a default, not fitted."""


def consent(sides: Sides) -> Iterator[Finding]:
    """An act that takes somebody's consent on one side and none on the other, or the consent of who needs it."""
    both = _stances(sides)
    if both is None:
        return
    (said, here), (stated, there) = both
    if said != stated:
        text = (
            f"the claim says {quoted(sides.claim[slice(*here)])}, the evidence {quoted(sides.statement[slice(*there)])}"
        )
        yield Finding("contrast", conflict=True, text=text, claim=here, evidence=there)
    elif said and (turned := _exchanged(sides)):
        yield turned


def same_consent(sides: Sides) -> bool:
    """Whether both say that an act takes consent, or both that it takes none: *not without*, *needs*, *may with*."""
    both = _stances(sides)
    return both is not None and both[0][0] == both[1][0] and not _exchanged(sides)


def _stances(sides: Sides) -> tuple[tuple[bool, Span], tuple[bool, Span]] | None:
    """Whether the claim and the statement say that an act takes consent; None where they speak of other acts."""
    ours, theirs = _stance(sides.claim), _stance(sides.statement)
    if ours is None or theirs is None or sides.alignment.held < HELD:
        return None
    stated, there = theirs
    if any(_of_the_exception(sides, span) for span in exceptions(sides.statement)) and not exceptions(sides.claim):
        stated = not stated
    return ours, (stated, there)


def _exchanged(sides: Sides) -> Finding | None:
    """The one who consents and the one who needs it, the other way round."""
    ours, theirs = _GIVER.search(sides.claim), _GIVER.search(sides.statement)
    if ours is None or theirs is None:
        return None
    mine, other = ((one["whose"] or one["of"]).casefold() for one in (ours, theirs))
    both = [
        {token.word.casefold().removesuffix("'s") for token in tokens(one)} for one in (sides.claim, sides.statement)
    ]
    if mine == other or not (is_actor(mine) and is_actor(other)) or not all({mine, other} <= words for words in both):
        return None
    text = f"in the claim {quoted(mine)} consents, in the evidence {quoted(other)}"
    return Finding("swapped", conflict=True, text=text, claim=Span(*ours.span()), evidence=Span(*theirs.span()))


_GIVER = later(
    rf"\b(?P<whose>[a-z]+)(?:'s|s') (?:prior |written |express |own )*{_LEAVE}"
    rf"|\b{_LEAVE} (?:of|from|by) (?:the |an? |their |its )?(?P<of>[a-z]+)\b",
    re.IGNORECASE,
)


def _stance(text: str) -> tuple[bool, Span] | None:
    """Whether consent is needed, and where that is said; None where a text does not say it, or both."""
    found: set[tuple[bool, Span]] = set()
    free = [Span(*match.span()) for match in _NOT_NEEDED.finditer(text)]
    found.update((False, span) for span in free)
    for match in _WITHOUT.finditer(text):
        others = [one for one in negated(text) if not match.start() <= one.cue_start < match.end()]
        barred = any(one.cue_start < match.start() and one.kind != "exception" for one in others)
        found.add((barred, Span(*match.span())))
    for match in _NEEDED.finditer(text):
        if not any(span.start <= match.end() - 1 < span.end for span in free):
            found.add((True, Span(*match.span())))
    return found.pop() if len({needed for needed, _ in found}) == len(found) == 1 else None


def _of_the_exception(sides: Sides, span: Span) -> bool:
    """Whether the claim has all that only the exception of the statement speaks of."""
    own = tokens(sides.statement)
    rule = {token.stem for token in own if not span.start <= token.start < span.end}
    only = [token for token in own if span.start <= token.start < span.end and token.stem not in rule]
    said = {token.stem: True for token in tokens(sides.claim)}
    return bool(only) and all(related(token.stem, said) for token in only)


def of_the_exception(sides: Sides) -> Iterator[Finding]:
    """The rule claimed of what the statement takes out: `drinks at dinners are not paid` of `except at dinners`."""
    spans = exceptions(sides.statement)
    if not spans or exceptions(sides.claim) or _ONLY.search(sides.claim) or _stance(sides.claim):
        return
    for span in spans:
        rule = sides.statement[: span.start] + sides.statement[span.end :]
        if _of_the_exception(sides, span) and bool(negated(sides.claim)) == bool(negated(rule)):
            text = f"the evidence takes it out: {quoted(sides.statement[slice(*span)])}"
            yield Finding("exception", conflict=True, text=text, evidence=span)
            return


_ONLY = later(r"\b(?:only|even|also|including)\b", re.IGNORECASE)


def own(sides: Sides) -> Iterator[Finding]:
    """At its own cost against at another one's."""
    for text, other in ((sides.statement, sides.claim), (sides.claim, sides.statement)):
        for match in _OWN.finditer(text):
            whose = next((one for one in _WHOSE.finditer(other) if one["what"].lower() == match["what"].lower()), None)
            if whose is None or _acts(other, whose.start(), whose["who"]):
                continue
            spans = (Span(*whose.span()), Span(*match.span()))
            here, there = spans if other is sides.claim else reversed(spans)
            said, stated = sides.claim[slice(*here)], sides.statement[slice(*there)]
            told = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
            yield Finding("contrast", conflict=True, text=told, claim=here, evidence=there)
            return


_OWN = later(r"\b(?:its|their|his|her) own (?P<what>[a-z]{4,})\b", re.IGNORECASE)
_WHOSE = later(r"\b(?P<who>[A-Za-z][\w-]+)(?:'s|s') (?:own |sole )?(?P<what>[a-z]{4,})\b")


def _acts(text: str, end: int, who: str) -> bool:
    """Whether somebody is named before, so that what follows is his own."""
    return bool(re.search(rf"\b{re.escape(who)}\b", text[:end], re.IGNORECASE))


def joined(sides: Sides) -> Iterator[Finding]:
    """Both against one of two, where a condition or a duty hangs on it."""
    if long(sides.claim) or long(sides.statement):
        return
    pairs = {pair.evidence: pair.claim for pair in sides.alignment.pairs}
    theirs = tokens(sides.statement)
    for joint in _JOINT.finditer(sides.statement):
        before = [token for token in theirs if joint.start() - REACH <= token.start and token.end <= joint.start()]
        behind = [token for token in theirs if joint.end() <= token.start and token.end <= joint.end() + REACH]
        if not before or not behind or before[-1] not in pairs or behind[0] not in pairs:
            continue
        one, other = pairs[before[-1]], pairs[behind[0]]
        said = _JOINT.search(sides.claim, one.end, other.start) if one.end < other.start else None
        if (
            said is None
            or said["word"].lower() == joint["word"].lower()
            or _several(sides, one, other, before[-1], behind[0])
        ):
            continue
        if not _BINDS.search(sides.statement, 0, before[-1].start) or not _BINDS.search(sides.claim, 0, one.start):
            continue
        if denied(sides.statement, *before[-1][:2]) or denied(sides.claim, *one[:2]):
            continue
        text = f"where the evidence says {quoted(joint['word'])}, the claim says {quoted(said['word'])}"
        yield Finding("contrast", conflict=True, text=text, claim=Span(*said.span()), evidence=Span(*joint.span()))
        return


def _bound(sides: Sides, one: Token, before: Token) -> bool:
    """Whether a condition or a duty stands before the words on both sides, and neither is denied."""
    binds = _BINDS.search(sides.statement, 0, before.start) and _BINDS.search(sides.claim, 0, one.start)
    return bool(binds) and not denied(sides.statement, *before[:2]) and not denied(sides.claim, *one[:2])


def _several(sides: Sides, one: Token, other: Token, before: Token, behind: Token) -> bool:
    """Whether there is more than one joint between the two words on either side, or another clause."""
    stretches = (sides.claim[one.end : other.start], sides.statement[before.end : behind.start])
    return any(len(_JOINT.findall(stretch)) != 1 or re.search(r"[;:.]", stretch) for stretch in stretches)


_JOINT = later(r"\b(?P<word>and|or)\b", re.IGNORECASE)
_BINDS = later(
    r"\b(?:if|unless|provided|when|must|shall|needs?|requires?|required|either|both|has to|have to|with the)\b",
    re.IGNORECASE,
)
REACH = 40
"""Characters from a joint to the words that it joins, at most; a default, not fitted."""


def members(sides: Sides) -> Iterator[Finding]:
    """Something counted among what a definition lists without it."""
    match, claimed = _MEANS.match(sides.statement), _INCLUDES.search(sides.claim)
    if match is None or claimed is None or match["list"].count(",") < LISTED:
        return
    term = {token.stem for token in tokens(match["term"])}
    said = {token.stem for token in tokens(sides.claim[: claimed.start()])}
    listed = {token.stem: True for token in tokens(match["list"])}
    member = [token for token in tokens(sides.claim) if token.start >= claimed.end()]
    if term and term <= said and member and not any(related(token.stem, listed) for token in member):
        text = f"what the evidence lists has no {quoted(sides.claim[member[0].start : member[-1].end])}"
        yield Finding("definition", conflict=False, text=text, claim=Span(member[0].start, member[-1].end))


LISTED = 2
"""Commas of what is a list of members; a default, not fitted."""
_MEANS = later(
    r"[\s\"'\u201c\u2018*(_]*(?:(?:the|an?) )?(?P<term>[\w -]{3,60}?)[\"'\u201d\u2019*)_]* "
    r"(?:means|includes?|comprises?|consists? of|are|is) (?P<list>[^.;]+)",
    re.IGNORECASE,
)
_INCLUDES = later(r"\b(?:includes?|comprises?|consists? of|covers?|contains?)\b", re.IGNORECASE)


def of_some(sides: Sides) -> Iterator[Finding]:
    """What the statement says of those `that ...`, claimed of all: its subject without the clause that restricts it."""
    match = _THOSE.match(sides.statement)
    if match is None:
        return
    noun = next((token for token in tokens(sides.statement) if token.end == match.end("noun")), None)
    claimed = tokens(sides.claim)
    if noun is None or not claimed or not related(noun.stem, {claimed[0].stem: True}):
        return
    if not _VERB.match(sides.claim, claimed[0].end):
        return
    said = {token.stem: True for token in claimed}
    clause = [token for token in tokens(sides.statement) if match.start("clause") <= token.start < match.end("clause")]
    if 2 * sum(1 for token in clause if related(token.stem, said)) < len(clause):
        place = Span(match.start("clause"), match.end("clause"))
        text = f"the evidence says it of those {quoted(sides.statement[slice(*place)])}"
        yield Finding("of_some", conflict=False, text=text, evidence=place)


_HAS = r"(?:needs?|must|may|shall|can(?:not)?|will|should|are|is|have|has|requires?|gets?|receives?)\b"
_THOSE = later(
    r"[\W\d]*(?:(?:all|any|an?|every) )?(?:\w+ )?(?P<noun>[A-Za-z]{3,}) "
    r"(?P<clause>(?:that|who|which) (?:(?!\bonly\b)[^,.;:]){5,60}?) (?:also |always |normally )?" + _HAS,
    re.IGNORECASE,
)
_VERB = later(r" (?:also |always |only )?" + _HAS, re.IGNORECASE)
