"""What a statement sets side by side, and a claim mixes up: one's value or quality with the other's name.

`A warning below 20 %, a critical alert below 8 %` does not say that an alert is critical below 20 %.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import is_actor
from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.agree.values import DOWN, UP, holds, stepped, twins, unclaimed
from kts.answer.claims.match import opposites, related, senses, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_JOINS = later(r";|,|\b(?:and|but|while|whereas|or)\b", re.IGNORECASE)
_ENDS = later(r"[;.](?=\s|\Z)")
_OF_BOTH = later(
    r"[,;](?= (?:but |and )?(?:in|for|at|from|to|on|with|during|within) [^,;.]+ (?:and|or) [^,;.]*\Z)", re.IGNORECASE
)
"""Where a stretch of several begins that have one value: `, in London and Zurich EUR 220`."""
_NOT = later(
    r"(?:[,;]|\band\b|\bbut\b)\s*(?:and |but )?(?P<who>[^,;.]{3,60}?)\s+(?:is|are|was|were|do|does|did|has|have|can|"
    r"may|must|will|shall|should)(?: not|n't)\s*(?=[.;,]|\Z)",
    re.IGNORECASE,
)
"""`fees are paid, fines are not`: what the verb of the clause before is denied of."""


LONGEST = 30
"""Words with a meaning of a statement that sets two things side by side, at most; a default: longer ones list more."""


class Halves(NamedTuple):
    """The stems of two stretches of a statement that the other one lacks.

    `behind` are those behind the first's anchor; all of the first's where the second has a subject of its own.
    """

    first: frozenset[str]
    second: frozenset[str]
    behind: frozenset[str]


def contrasts(sides: Sides) -> Iterator[Finding]:
    """A value or quality of one thing that the claim gives to the other one."""
    for one, other, claimed in (*_values(sides), *_qualities(sides)):
        first, second = sorted((one, other))
        halves = _halves(sides.statement, first, second)
        if halves is None or denied(sides.claim, *claimed):
            continue
        words = _near(sides.claim, claimed)
        known = [stem for stem in words if related(stem, dict.fromkeys(halves.first | halves.second))]
        if _mixed(known, halves, first=one == first):
            here, there = sides.claim[claimed.start : claimed.end], sides.statement[other.start : other.end]
            text = f"the evidence says so of something else, and {quoted(there)} where the claim says {quoted(here)}"
            yield Finding("contrast", conflict=True, text=text, claim=claimed, evidence=other)
            return


def _mixed(words: Sequence[str], halves: Halves, *, first: bool) -> bool:
    """Whether a claim with one stretch's anchor has the other stretch's words in place of its own."""
    own, other = (halves.first, halves.second) if first else (halves.second, halves.behind)

    def has(group: frozenset[str]) -> frozenset[str]:
        return frozenset(found for stem in words if (found := related(stem, dict.fromkeys(sorted(group)))))

    missing = own - has(own)
    return bool(has(other)) and bool(missing) and (first or not has(own))


def _values(sides: Sides) -> Iterator[tuple[Span, Span, Span]]:
    """A value that both sides have, and another one of its kind that only the statement has."""
    free = unclaimed(sides.claim, sides.statement)
    for one, alike in twins(sides.claim, sides.statement):
        rivals = [other for other in free if comparable(one, other)] if len(alike) == 1 else []
        if len(rivals) == 1:
            yield (
                Span(alike[0].start, alike[0].end),
                Span(rivals[0].start, rivals[0].end),
                Span(one.start, one.end),
            )


def _qualities(sides: Sides) -> Iterator[tuple[Span, Span, Span]]:
    """A word that both sides have, whose opposite the statement has too."""
    pairs = _contrasted(sides.statement)
    for mine in tokens(sides.claim) if pairs else ():
        for twin, rival in pairs:
            if _means(mine.stem, twin.stem) and rival.stem not in _near(sides.claim, Span(*mine[:2])):
                yield Span(*twin[:2]), Span(*rival[:2]), Span(*mine[:2])


@lru_cache(maxsize=1024)
def _contrasted(text: str) -> tuple[tuple[Token, Token], ...]:
    """The pairs of opposites, both ways, that stand in one text and name nobody."""
    known = opposites()
    own = [token for token in tokens(text) if token.stem in known and not is_actor(token.word)]
    return tuple((one, other) for one in own for other in own if other.stem in known[one.stem])


def _means(one: str, other: str) -> bool:
    known = senses()
    return one == other or not known.get(one, frozenset()).isdisjoint(known.get(other, ()))


def _halves(text: str, first: Span, second: Span) -> Halves | None:
    """The statement cut between two anchors; none where nothing joins the two stretches."""
    joins = list(_JOINS.finditer(text, first.end, second.start))
    if not joins or not any(first.end <= token.start < second.start for token in tokens(text)):
        return None
    if len(tokens(text)) > LONGEST or "(" in text[first.end : second.start]:
        return None
    of_both = _OF_BOTH.search(text, first.end, second.start)
    cut = next(one for one in joins[::-1] if not of_both or one.start() == of_both.start())
    begins = [one.end() for one in _ENDS.finditer(text, 0, first.start)]
    stop = _ENDS.search(text, second.end)
    start, end = (begins[-1] if begins else 0), (stop.start() if stop else len(text))
    anchors = {(first.start, first.end), (second.start, second.end)}
    own = [token for token in tokens(text) if (token.start, token.end) not in anchors]
    left = frozenset(token.stem for token in own if start <= token.start < cut.start())
    right = frozenset(token.stem for token in own if cut.end() <= token.start < end)
    subject = any(cut.end() <= token.start < second.start and token.stem in right - left for token in own)
    begin = start if subject and cut[0] in {";", ","} else first.end
    behind = frozenset(token.stem for token in own if begin <= token.start < cut.start())
    return Halves(left - right, right - left, behind - right)


def _near(claim: str, place: Span) -> list[str]:
    """The stems of the claim's stretch that a word stands in, without that word."""
    cuts = [0, *(one.start() for one in _JOINS.finditer(claim)), len(claim)]
    start = max(cut for cut in cuts if cut <= place.start)
    end = min((cut for cut in cuts if cut >= place.end), default=len(claim))
    return [token.stem for token in tokens(claim) if start <= token.start < end and token.start != place.start]


_FREE = later(
    r"\b(?:free of (?:charge|cost|any \w+)|for free|for nothing|(?:is|are|be) free(?=[.,;]|\Z| for\b| to\b)|"
    r"at no (?:extra |additional |further )?(?:cost|charge)|without (?:charge|payment|a fee|paying)|"
    r"(?:costs?|pays?|owes?) nothing|(?:is|are|be) not charged|no (?:charge|fee|cost))\b",
    re.IGNORECASE,
)
_NOT_BEFORE = later(r"(?:\b(?:not|never|nor|longer)|n't) (?:\w+ )?\Z")
_PARTS = later(r";|,|\b(?:but|while|whereas)\b", re.IGNORECASE)


def charged(sides: Sides) -> Iterator[Finding]:
    """What the claim calls free, where the clause on the same thing has a price: `guests pay 3 pounds`."""
    free = _FREE.search(sides.claim)
    said = min(sides.alignment.pairs, key=lambda pair: pair.claim.start, default=None)
    if not free or not said or _NOT_BEFORE.search(sides.claim, 0, free.start()):
        return
    if any(one.kind == "money" for one in quantities(sides.claim)):
        return
    cuts = [0, *(one.end() for one in _PARTS.finditer(sides.statement)), len(sides.statement)]
    start = max(cut for cut in cuts if cut <= said.evidence.start)
    end = min(cut for cut in cuts if cut >= said.evidence.end)
    price = next((one for one in quantities(sides.statement) if start <= one.start < end and one.kind == "money"), None)
    if price and price.value and not _FREE.search(sides.statement, start, end):
        text = f"the claim says {quoted(free[0])}, the evidence {quoted(price.text)}"
        yield Finding("contrast", conflict=True, text=text, claim=Span(*free.span()), evidence=Span(*price[:2]))


def steps(sides: Sides) -> Iterator[Finding]:
    """A value that the statement gives under another one of its bounds than the claim's case."""
    bounds = [one for one in quantities(sides.statement) if one.comparator in UP | DOWN]
    cases = [one for one, alike in twins(sides.claim, sides.statement) if not alike and not one.comparator]
    if len(bounds) < STEPS or len(cases) != 1:
        return
    step = stepped(sides, cases[0])
    if step and not holds(step.bound, cases[0]):
        said, there = quoted(step.stated.text), quoted(step.bound.text)
        text = f"the evidence says {said} of {there}, not of {quoted(cases[0].text)}"
        yield Finding("contrast", conflict=True, text=text, claim=Span(step.claimed.start, step.claimed.end))


STEPS = 2
"""Bounds of a statement that gives a value for each, at least."""


def left_out(sides: Sides) -> Iterator[Finding]:
    """What a statement denies of one thing with the verb of the clause before, and a claim affirms of that thing."""
    who = denied_of(sides)
    if who and not negated(sides.claim):
        text = f"the evidence denies it of {quoted(sides.statement[who.start : who.end])}"
        yield Finding("contrast", conflict=True, text=text, evidence=who)


def denied_of(sides: Sides) -> Span | None:
    """What the claim speaks of, where the statement only denies of it what it says of another thing."""
    match = _NOT.search(sides.statement)
    if not match:
        return None
    who = frozenset(token.stem for token in tokens(match["who"]))
    said = {token.stem: True for token in tokens(sides.claim)}
    before = [token.stem for token in tokens(sides.statement[: match.start()])]
    meant = bool(who) and who <= said.keys() and bool(before) and before[-1] not in who
    return Span(*match.span("who")) if meant and related(before[-1], said) else None
