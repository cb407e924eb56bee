"""What a claim drops or adds: a condition that it expressly does without, the unit of a rate, how often, from when on.

The claim has the statement's words and value; what the value is per, on what it depends or from when it counts is
another, or is said not to matter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.often import as_rare, how_often
from kts.answer.claims.agree.sides import Finding, quoted, told_apart
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import related, tokens
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.often import Often
    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token
    from kts.lexicon.quantities import Quantity

_DOES_WITHOUT = later(
    r"\b(?:(?:even |auch )?(?:without|ohne)(?: having| needing)?"
    r"(?: (?:an?|any|the|its|their|die|den|das|eine?n?|jede))?|regardless of|irrespective of|"
    r"no matter (?:what|how|which|who)|whatever) (?P<what>(?:[\w-]+ ?){1,4})",
    re.IGNORECASE,
)
"""What a claim says not to be needed, or not to matter."""
_ON_CONDITION = later(
    r"\b(?:only (?:if|when|where|once|while|with|as long as|so long as|to the extent)|nur (?:mit|nach|wenn)|"
    r"provided(?: that)?|on condition that|on the condition that|subject to|as long as|so long as|"
    r"depend(?:s|ing) on|requires? that)\b(?P<what>[^;.]+)",
    re.IGNORECASE,
)
_WITHOUT = later(r"\b(?:without|ohne|regardless|irrespective|no matter|whether or not)\b", re.IGNORECASE)
MOSTLY = 0.6
"""Share of what the claim does without that the statement's condition must name; a default, not fitted."""


def dispensed(sides: Sides) -> Iterator[Finding]:
    """What the claim does without, and the statement makes a condition: `only if maintained under a contract`."""
    said = _DOES_WITHOUT.search(sides.claim)
    if said is None or _WITHOUT.search(sides.statement):
        return
    what = [token for token in tokens(sides.claim) if said.start("what") <= token.start < said.end("what")]
    for condition in _ON_CONDITION.finditer(sides.statement) if what else ():
        start, end = condition.span("what")
        named = {pair.claim for pair in sides.alignment.pairs if start <= pair.evidence.start < end}
        held = sum(token.weight for token in what if token in named)
        if held >= MOSTLY * sum(token.weight for token in what) and not _denied(
            sides.claim, said.start() or len(sides.claim)
        ):
            here, place = Span(*said.span()), Span(*condition.span())
            yield Finding(
                "exception",
                conflict=True,
                text=told_apart(sides.claim, here, sides.statement, place),
                claim=here,
                evidence=place,
            )
            return


def _denied(claim: str, end: int) -> bool:
    """Whether the claim denies what it says before that place: `not covered without a contract`."""
    return bool(
        re.search(
            r"\b(?:not|no|never|nobody|cannot|only|nicht|nie|niemand|kein\w*|nur)\b|n't\b", claim[:end], re.IGNORECASE
        )
    )


_REGARDLESS = later(
    r"\b(?:regardless of|irrespective of|no matter (?:what|how|which)|whatever) (?:the |its |their )?(?P<what>[\w-]+)",
    re.IGNORECASE,
)
_BAND = later(
    r"\b(?:from|above|over|up to|below|under|at least|more than|less than|minimum|maximum|min\.?|max\.?) (?:of )?\d"
    r"|\d\+|[<>\u2264\u2265] ?\d",
    re.IGNORECASE,
)


def regardless(sides: Sides) -> Iterator[Finding]:
    """What is said not to matter, of a value of one band, `Price from 10 pallets`, or without a word of it there."""
    said = _REGARDLESS.search(sides.claim)
    if said is None:
        return
    if not sides.statement.startswith("|"):
        yield from _unspoken(sides, said)
        return
    heads, cells = (text.strip().strip("|").split("|") for text in (sides.near.partition("\n")[0], sides.statement))
    claimed = quantities(sides.claim)
    for head, cell in zip(heads, cells, strict=False):
        if _BAND.search(head) and any(equal(one, other) for one in claimed for other in quantities(cell)):
            text = f"the claim says {quoted(said[0])}, the evidence has it under {quoted(head.strip())}"
            yield Finding("qualified", conflict=False, text=text, claim=Span(*said.span()))
            return


def _unspoken(sides: Sides, said: re.Match[str]) -> Iterator[Finding]:
    """What is said not to matter where the evidence neither names it nor says of all."""
    what = tokens(said["what"])
    there = _stems(f"{sides.statement} {sides.near}")
    if said[0].lower().startswith("no matter"):  # `no matter how many` names what it is of further on
        return
    if what and not _ALL.search(sides.statement) and not any(related(token.stem, there) for token in what):
        text = f"the evidence says nothing of {quoted(said['what'])}"
        yield Finding("unspoken", conflict=False, text=text, claim=Span(*said.span()))


_ALL = later(
    r"\b(?:all|(?:every|each)(?! (?:\w+ )?(?:minute|hour|day|week|month|quarter|year))|any|always|"
    r"never|no|none|whatever|whichever|whoever|without|regardless|irrespective|even)\b",
    re.IGNORECASE,
)
_PER = later(
    r"\s*(?:(?:per|(?:for )?(?:each|every)(?: of (?:the|its|their))?|for an?|an?) |/ ?)"
    r"(?:(?:full|started|begun|single|additional|further|whole) )?(?P<unit>[a-z][a-z-]+)",
    re.IGNORECASE,
)
_PLURAL = later(r"(?:ies|es|s)\Z")
_SAME_UNIT = (
    frozenset("tonne ton t tons tonnes".split()),
    frozenset("person head employee worker member participant guest passenger individual staff user visitor".split()),
    frozenset("day night date calendar working business".split()),
    frozenset("piece item unit article".split()),
    frozenset("claim event occurrence case incident loss occasion time breach".split()),
    frozenset("year annum annual".split()),
    frozenset("consignment shipment delivery order".split()),
    frozenset("kg kilogram kilo kilograms".split()),
    frozenset("km kilometre kilometer".split()),
    frozenset("vehicle car lorry truck van".split()),
)
"""Words by which one thing is counted."""


def rates(sides: Sides) -> Iterator[Finding]:
    """An amount for each of another thing: 6,500 for each pallet, 6,500 for each tonne."""
    theirs = _rated(sides.statement)
    for one, here in _rated(sides.claim):
        rivals = [(other, there) for other, there in theirs if equal(one._replace(per=""), other._replace(per=""))]
        unit = sides.claim[slice(*here)]
        if rivals and not any(alike(unit, word) for word in _WORD.findall(sides.statement)):
            other, there = rivals[0]
            said, stated = sides.claim[one.start : here.end], sides.statement[other.start : there.end]
            text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
            yield Finding("unit", conflict=True, text=text, claim=here, evidence=there)
            return


_WORD = later(r"[^\W\d_]+")


@lru_cache(maxsize=1024)
def _rated(text: str) -> tuple[tuple[Quantity, Span], ...]:
    """The amounts of a text that are for each of something, with where that thing is named."""
    found = ((one, _PER.match(text, one.end)) for one in quantities(text) if one.kind in _AMOUNTS and not one.per)
    return tuple((one, Span(*per.span("unit"))) for one, per in found if per)


_AMOUNTS = frozenset({"money", "percent", "number"})


def alike(one: str, other: str) -> bool:
    """Whether two words may count the same thing."""
    mine, theirs = ({word.lower(), _PLURAL.sub("", word.lower())} for word in (one, other))
    if mine & theirs or any(group & mine and group & theirs for group in _SAME_UNIT):
        return True
    return any(related(token.stem, _stems(other)) for token in tokens(one))


def frequencies(sides: Sides) -> Iterator[Finding]:
    """How often the same thing is done: calibrated every year, calibrated every six months."""
    ours, theirs = how_often(sides.claim), how_often(sides.statement)
    if len(ours) == 1 and len(theirs) > 1:
        yield from _of_two(sides, ours[0], theirs)
    if len(ours) != 1 or len(theirs) != 1 or as_rare(ours[0], theirs[0]) or sides.statement.startswith("|"):
        return
    if _LEAST.search(sides.claim, 0, ours[0].span.start):
        return
    mine, other = _verb(sides.claim, ours[0].span), _verb(sides.statement, theirs[0].span)
    if mine is None or other is None or not related(mine.stem, {other.stem: True}):
        return
    here, there = ours[0].span, theirs[0].span
    yield Finding(
        "unit", conflict=True, text=told_apart(sides.claim, here, sides.statement, there), claim=here, evidence=there
    )


def _of_two(sides: Sides, mine: Often, theirs: Sequence[Often]) -> Iterator[Finding]:
    """How often one of two things is, claimed of the other: `A is cleaned monthly; B every three months`."""
    said = re.search(r"\b(?:is|are|was|were|has|have|must|shall|may|can|will)\b", sides.claim)
    who = _WORDS.findall(sides.claim[: said.start()].lower()) if said else []
    cuts = [0, *(one.end() for one in _TWO.finditer(sides.statement)), len(sides.statement)]
    parts = [Span(start, end) for start, end in pairwise(cuts)]
    named = [len(set(who) & set(_WORDS.findall(sides.statement[slice(*part)].lower()))) for part in parts]
    best = [part for part, count in zip(parts, named, strict=True) if count == max(named)]
    its = [one for one in theirs if best[0].start <= one.span.start < best[0].end]
    if not who or max(named) < len(set(who)) or len(best) > 1 or len(its) != 1 or as_rare(mine, its[0]):
        return
    here, there = mine.span, its[0].span
    text = told_apart(sides.claim, here, sides.statement, there)
    yield Finding("unit", conflict=True, text=text, claim=here, evidence=there)


_TWO = later(r"[;,] (?:(?:and|but|while|whereas) )?| (?:and|but|while|whereas) (?=(?:the|an?|all|other|every) )")
_WORDS = later(r"[^\W\d_]{3,}")
_LEAST = later(r"\b(?:at least|no less than|not less than|or more) (?:once |twice )?\Z", re.IGNORECASE)
"""Behind it a frequency is one that a greater one meets, too."""


def _verb(text: str, place: Span) -> Token | None:
    """The word right before how often a thing is."""
    before = [token for token in tokens(text) if token.end <= place.start]
    if not before or re.search(r"[,;.]", text[before[-1].end : place.start]):
        return None
    return before[-1]


_EVENTS: tuple[tuple[str, str], ...] = (
    (
        "begin",
        r"begin\w*|began|begun|start\w*|commenc\w*|sign(?:s|ed|ing|ature)|inception|join(?:s|ed|ing)?|hir(?:ed|ing)",
    ),
    (
        "end",
        r"end(?:s|ed|ing)?|expir\w*|terminat\w*|close|closure|closing|completion|completed|laps\w*|leav(?:es|ing)|left",
    ),
    (
        "other",
        (
            r"orders?|ordered|ordering|booking|booked|deliver\w*|receipt|receiv\w*|arriv\w*|handover|handed|invoic\w*|"
            r"bill(?:s|ed|ing)?|pay(?:s|ment|ments|ing)?|paid|notif\w*|notice|informed|told|request\w*|demand\w*"
        ),
    ),
)
"""Events from which a time counts, in the words for them; two others are too often two names for one."""
_EVENT = later(r"\b(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _EVENTS) + r")\b", re.IGNORECASE)
_SINCE = later(r"\s*(?:after|from|of|following|before|prior to|since)\b(?P<what>[^,;.]{2,60})", re.IGNORECASE)


class Anchor(NamedTuple):
    """A stretch of time, the events from which it counts, and where they are named."""

    long: Quantity
    events: frozenset[str]
    span: Span


def anchors(sides: Sides) -> Iterator[Finding]:
    """The same time from another event: within 28 days after the signature, within 28 days after the end."""
    theirs = _anchored(sides.statement)
    for one in _anchored(sides.claim):
        rivals = [other for other in theirs if equal(one.long, other.long)]
        if rivals and all(frozenset({"begin", "end"}) == one.events | other.events for other in rivals):
            here, there = one.span, rivals[0].span
            yield Finding(
                "contrast",
                conflict=True,
                text=told_apart(sides.claim, here, sides.statement, there),
                claim=here,
                evidence=there,
            )
            return


@lru_cache(maxsize=1024)
def _anchored(text: str) -> tuple[Anchor, ...]:
    found = []
    for one in quantities(text):
        since = _SINCE.match(text, one.end) if one.kind == "duration" else None
        events = frozenset(str(event.lastgroup) for event in _EVENT.finditer(since["what"])) if since else frozenset()
        if since and len(events) == 1:
            found.append(Anchor(one, events, Span(one.start, since.end())))
    return tuple(found)


_FROM_THE_FIRST = later(
    r"\bfrom the (?:very )?(?:first|start|beginning|outset)\b(?: (?:second|minute|hour|day|week|month|year)\b)?"
    r"|\bfrom day one\b",
    re.IGNORECASE,
)
_THEN = later(r"\A[\W\d]*(?:after that|thereafter|afterwards|from then on|after this|beyond that)\b", re.IGNORECASE)


def thereafter(sides: Sides) -> Iterator[Finding]:
    """From the first on, of what the statement says begins only after what was told before it."""
    said, then = _FROM_THE_FIRST.search(sides.claim), _THEN.match(sides.statement)
    if said and then and not _FROM_THE_FIRST.search(sides.statement):
        here, there = Span(*said.span()), Span(*then.span())
        yield Finding(
            "qualified",
            conflict=False,
            text=told_apart(sides.claim, here, sides.statement, there),
            claim=here,
            evidence=there,
        )


_PARTS = later(r"; (?:but |however,? )?|, but |(?<!,) but ")
_DENIED = later(
    r"(?P<who>[^,;.|]{3,60}?) (?:(?:is|are|was|were|may|can|shall|will|must|do|does)(?: not|n't| never)"
    r"(?: be)?|cannot(?: be)?|(?:is|are) (?:excluded|excepted|exempt))\b(?! (?:only|necessarily|yet|have to|need))"
    r"(?P<rest>(?: [\w-]+){0,3})"
    r"(?=\W*(?:[;.|]|\Z))",
    re.IGNORECASE,
)
"""A part of a statement that denies something of a thing and sets no bound to that."""
_SUBJECT = later(r"\b(?:may|can|must|shall|will|is|are|was|were|has|have|get|gets|receives?|costs?)\b", re.IGNORECASE)
_BOUNDED = later(r"\b(?:unless|without|except|until|before|after|only|if|when|than|because|while)\b", re.IGNORECASE)


def taken_out(sides: Sides) -> Iterator[Finding]:
    """What the statement says first, claimed of what a later part denies it of: `frozen goods are not taken back`."""
    verb = _SUBJECT.search(sides.claim)
    if verb is None or _denied(sides.claim, len(sides.claim)):
        return
    claimed = tokens(sides.claim)
    who = [token for token in claimed if token.end <= verb.start()]
    does = [token for token in claimed if token.start >= verb.end()]
    for part in _PARTS.finditer(sides.statement) if who and does else ():
        denied = _DENIED.match(sides.statement, part.end())
        if denied is None or _BOUNDED.search(denied[0]):
            continue
        out, first = _stems(denied["who"]) | _coded(denied["who"], sides.whole), _stems(sides.statement[: part.start()])
        named = all(related(token.stem, out | first) for token in who)
        named = named and any(related(one.stem, out) and not related(one.stem, first) for one in who)
        if named and 2 * sum(bool(related(token.stem, first)) for token in does) >= len(does):
            here, place = Span(who[0].start, who[-1].end), Span(part.end(), denied.end())
            text = f"the evidence goes on: {quoted(sides.statement[slice(*place)])}"
            yield Finding("exception", conflict=True, text=text, claim=here, evidence=place)
            return


def _coded(who: str, whole: str) -> dict[str, bool]:
    """The words of the row of a code in the passage's table: A01 is `air in line`."""
    code = _CODE.fullmatch(who.strip())
    row = re.search(rf"(?m)^\|\s*{re.escape(code[0])}\s*\|(?P<what>[^|\n]+)", whole) if code else None
    return _stems(row["what"]) if row else {}


_CODE = later(r"[A-Z]{1,5}-?\d[\w-]*")


def _stems(text: str) -> dict[str, bool]:
    return {token.stem: True for token in tokens(text)}
