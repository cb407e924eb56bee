"""Who acts alone where two must act, a place where it is so only elsewhere, and who is told of a thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.qualified import LEAST, LIMITED
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import stems, tokens
from kts.lexicon.letters import UPPER
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides


def alone(sides: Sides) -> Iterator[Finding]:
    """One who acts alone, where the statement or the sentence behind it has him act together with another one."""
    said = _ALONE.search(sides.claim)
    before = tokens(sides.claim[: said.start()]) if said else ()
    if said is None or not before or denied(negated(sides.claim), *said.span()):
        return
    for text, place in ((sides.statement, None), *((one.text, one.span) for one in sides.behind if one.joined)):
        with_him = _TOGETHER.search(text)
        own = tokens(text[: with_him.start()]) if with_him else ()
        acts = {token.stem for token in own[-ACTS:]}
        if with_him and not _ALONE.search(text) and any(token.stem in acts for token in before):
            told = f"the claim says {quoted(said[0])}, the evidence {quoted(text)}"
            here, there = Span(*said.span()), Span(*with_him.span()) if place is None else None
            weight = max(LEAST, sides.alignment.held)
            yield Finding("excluded", conflict=True, text=told, claim=here, evidence=there, weight=weight, beside=place)
            return


ACTS = 2
"""Words before `together with` among which the one who acts stands, with a verb or without; a default."""
_ALONE = later(
    r"\b(?:alone|(?:on|by) (?:his|her|its|their)(?: or her)? own|(?:by )?(?:himself|herself|itself|themselves)|"
    r"single-handed)\b",
    re.IGNORECASE,
)
_TOGETHER = later(r"\b(?:together|jointly|along) with\b", re.IGNORECASE)


def only_there(sides: Sides) -> Iterator[Finding]:
    """A place that the claim names, where the statement says that it is so only in another one."""
    only = _ONLY_IN.search(sides.statement)
    there = stems(sides.statement)
    if only is None or LIMITED.search(sides.claim):
        return
    for said in _IN.finditer(sides.claim):
        own = [one for one in names(sides.claim) if one.start == said.end()]
        if own and there.isdisjoint(own[0].stems):
            text = f"the claim says {quoted(own[0].text)}, the evidence {quoted(only[0])}"
            place = Span(own[0].start, own[0].end)
            yield Finding("only_any", conflict=False, text=text, claim=place, evidence=Span(*only.span()))
            return


def in_others(sides: Sides) -> Iterator[Finding]:
    """What a sentence beside the statement says of other places than the claim's, of which the statement speaks."""
    there = stems(sides.statement)
    own = [one for one in names(sides.claim) if there.issuperset(one.stems)]
    for one in (*sides.behind[:1], *sides.before):
        case = _OF_PLACES.match(one.text)
        others = [name for name in names(one.text) if case and name.start < case.end()]
        if not own or not others or not one.joined:
            continue
        said, told = stems(sides.claim), stems(one.text)
        if any(not said.isdisjoint(name.stems) for name in others) or any(told.issuperset(each.stems) for each in own):
            continue
        rest = [token for token in sides.alignment.alone if token.stem in told]
        if len(rest) >= ELSEWHERE and not negated(one.text) and not negated(sides.statement):
            text = f"the evidence says it of {quoted(case[0] if case else one.text)}"
            place = Span(own[0].start, own[0].end)
            yield Finding("other_clause", conflict=False, text=text, claim=place, beside=one.span)
            return


ELSEWHERE = 2
"""Words of the claim that the statement lacks and a sentence on another place has, from which the claim is of that; a
default."""
_OF_PLACES = later(
    r"\W*(?i:but |however, )?(?i:in|at|on|for|inside|within) (?i:the )?"
    rf"(?:[{UPPER}][\w-]*(?: [{UPPER}][\w-]*)*)(?:(?:, | and | or )(?:[{UPPER}][\w-]*(?: [{UPPER}][\w-]*)*))*,? ",
)
_ONLY_IN = later(rf"\bonly (?:with)?in(?:side)? (?:the )?[{UPPER}][\w-]+(?: [{UPPER}][\w-]+)*")
_IN = later(r"\b(?:with)?in(?:side)? (?:the )?(?=[A-Z])")


def informed(sides: Sides) -> Iterator[Finding]:
    """Another one whom somebody informs than the one who is informed."""
    ours, theirs = _told(sides.claim), _told(sides.statement)
    for verb, (who, span) in ours.items():
        other = theirs.get(verb)
        if other and not set(who) & set(other[0]) and stems(sides.statement).isdisjoint(who):
            here, there = sides.claim[slice(*span)], sides.statement[slice(*other[1])]
            text = f"the claim says {quoted(here)}, the evidence {quoted(there)}"
            yield Finding("party", conflict=False, text=text, claim=span, evidence=other[1])
            return


_TELLS = r"(?P<verb>inform|notif|tell|told|alert|consult|warn)(?:y|ies|ied|s|ed)?\b"
_NAMED = rf"(?P<who>[{UPPER}][\w-]*(?: [{UPPER}][\w-]*)*)"
_ACTIVE = later(rf"\b{_TELLS} (?:the |its |their |a |an )?{_NAMED}")
_PASSIVE = later(rf"{_NAMED} (?:is|are|was|were|(?:must|shall|has to|have to|will|should) be) (?:\w+ly )?{_TELLS}")


def _told(text: str) -> dict[str, tuple[tuple[str, ...], Span]]:
    """Each verb of telling -> the stems of who is told, by a name, and where."""
    found: dict[str, tuple[tuple[str, ...], Span]] = {}
    for shape in (_ACTIVE, _PASSIVE):
        for match in shape.finditer(text):
            verb = match["verb"].lower().replace("told", "tell")
            found.setdefault(verb, (tuple(sorted(stems(match["who"]))), Span(*match.span("who"))))
    return found
