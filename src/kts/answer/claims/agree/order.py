"""Whether a claim puts things on the side where the statement has them: before or after, under which lead.

Also what a statement restricts (`except`, `only if`) and a claim extends to everything; and how many times.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.match import tokens
from kts.answer.units.quotable import ENTRY
from kts.lexicon.dates import dates
from kts.lexicon.modality import modalities
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.lexicon.quantities_numbers import ONES
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.align import Pair

_ARTICLE = r"(?:\s+(?:the|a|an|its|their|his|her|our|such|that|this|any|each|every))?\s+\Z"
_SIDES = (
    (
        r"before|prior to|ahead of|until|till|up to|on or before",
        (
            r"after|following|since|upon|once|from|on or after|"
            r"(?<=days )of|(?<=weeks )of|(?<=months )of|(?<=hours )of|(?<=years )of"
        ),
    ),
    (r"inside|within", r"outside(?: of)?|beyond"),
    (r"above|over|exceeding", r"below|under"),
)
_PLACED = tuple(tuple(re.compile(rf"\b(?:{words}){_ARTICLE}", re.IGNORECASE) for words in sides) for sides in _SIDES)
_LOOSE = later(r"(?:up to|from|over|under)\b", re.IGNORECASE)
"""Words that place a thing only before a time or a value: approval is up to the manager, and comes from the manager."""
_MEASURE = later(
    r"(?:(?!(?:of|on|in|at|by|for|to|and|or|the|an?)\b)[\w'-]+ ){0,2}(?:dates?|deadline|days?|weeks?|months?|quarters?|"
    r"years?|times?|hours?|beginning|start|end|expiry|maturity|limits?|thresholds?|caps?|ceiling|floor|amounts?|"
    r"minimum|maximum|age|level|average)\b",
    re.IGNORECASE,
)
_UNIVERSAL = later(
    r"\b(?:all|every|everything|everyone|any|always|never|whatever|whoever|whenever|both|entire(?:ly)?|whole|even|also|"
    r"too|as well|included|including|in (?:all|any) cases?|without (?:exception|restriction)|free to|no)\b",
    re.IGNORECASE,
)
_RESTRICTS = later(
    r"\b(?:except|unless|other than|only|but not|excluding|save (?:for|that|as otherwise|where)|"
    r"(?<!even )if(?! (?:any|applicable)\b)|provided that|subject to|as long as)\b",
    re.IGNORECASE,
)
_ALWAYS = later(
    r"\b(?:always|invariably|unconditionally|automatically|at (?:all|any) times?|in (?:any|every|each) (?:case|event)|"
    r"under all circumstances)\b",
    re.IGNORECASE,
)
_WHEN = later(
    r"\b(?:when|whenever|once(?! (?:an?|per|every|each|in)\b)|in the event (?:of|that)|in case(?! of doubt)|"
    r"with the (?:prior )?(?:written )?(?:consent|approval|permission)|on (?:written )?request|depend(?:s|ing) on)\b",
    re.IGNORECASE,
)
"""What a thing depends on, so that it is not so always."""
_TAKES_OUT = later(r"\b(?:except|unless|other than|save (?:for|that|where))\b", re.IGNORECASE)
"""What makes a `never` one that is not: `no loan unless a second borrower signs`."""
_LEAD = later(
    r"\b(?:(?:may|must|shall|do|does|can|should|is|are|need) not|cannot|never|don'ts?|prohibited|forbidden|"
    r"not (?:allowed|permitted|covered|included)|excluded|exclusions|exceptions)\b",
    re.IGNORECASE,
)
_HEADING = later(
    r"\b(?:(?:may|must|shall|should) not|prohibited|forbidden|not (?:allowed|permitted|covered|included)|excluded|"
    r"exclusions)\b",
    re.IGNORECASE,
)
"""What forbids or leaves out all under a heading: `The pod does not start` is the case that its entries are for."""
_CASE = later(
    r"\b(?:if|when|whenever|where|while|why|how|unless|in case|what to do|so that|in order|make sure|ensure)\b"
    r"|\A[\W\d]*to\b",
    re.IGNORECASE,
)
"""What makes a denial behind it the case or the aim of the entries, not what is said of them."""
_OWN = later(r"\b(?:if|when|where|while|unless|until|who|whose|that|which|because|as)\b", re.IGNORECASE)
"""Behind it a denial in an entry is of a clause within it, not of the entry."""
_OFTEN = later(
    rf"\b(?:(?P<twice>twice)|(?P<thrice>thrice)|(?P<count>\d{{1,3}}|{'|'.join(ONES)}) times)\b"
    r"|(?:\b(?:only|than|most|least|just|exactly)\s+)(?P<once>once)\b|\b(?P<single>once)(?=\s+(?:an?|per|every|each|only)\b|\s*(?:[.,;)]|\Z))",
    re.IGNORECASE,
)
_RATE = later(
    r"\s+(?:(?:in |within |during )?(?:an?|any|one|per|every|each)|daily|weekly|monthly|yearly|annually)\b",
    re.IGNORECASE,
)
_NEAREST = later(r"\bnearest (?:whole |full |one )?(?P<what>[a-z][\w-]*)", re.IGNORECASE)


def order(sides: Sides) -> Iterator[Finding]:
    """Before a thing against after it, inside it against outside, above it against below."""
    for pair in sides.alignment.pairs:
        ours, theirs = _lead(sides.claim, pair.claim.start), _lead(sides.statement, pair.evidence.start)
        for one, other in _PLACED:
            for here, there in ((one, other), (other, one)):
                said, stated = here.search(ours), there.search(theirs)
                if not said or not stated or here.search(theirs) or not _same_sense(sides, pair):
                    continue
                if _stands(here, sides.statement, pair):
                    continue
                if _places(said[0], sides.claim, pair.claim.start) and _places(
                    stated[0], sides.statement, pair.evidence.start
                ):
                    yield _placed(sides, pair, said[0], stated[0])
                    return


NEAR = 40
"""Characters before a word in which what places it stands (`on or before the `)."""


def _lead(text: str, start: int) -> str:
    return text[max(0, start - NEAR) : start]


def _stands(side: re.Pattern[str], text: str, pair: Pair) -> bool:
    """Whether another mention of the same word in the statement stands on this side."""
    return any(
        side.search(_lead(text, token.start))
        for token in tokens(text)
        if token.stem == pair.evidence.stem and token.start != pair.evidence.start
    )


def _places(words: str, text: str, start: int) -> bool:
    """Whether words put something before or after, above or below what begins at `start` of the text."""
    if not _LOOSE.match(words) or _MEASURE.match(text, start):
        return True
    spans = [*((one.start, one.end) for one in dates(text)), *((one.start, one.end) for one in quantities(text))]
    return any(first <= start < last for first, last in spans)


def _same_sense(sides: Sides, pair: Pair) -> bool:
    """Whether both sides affirm or both deny it: not before is from then on."""
    mine = denied(sides.claim, pair.claim.start, pair.claim.end)
    return mine == denied(sides.statement, pair.evidence.start, pair.evidence.end)


def _placed(sides: Sides, pair: Pair, said_before: str, stated_before: str) -> Finding:
    here = Span(pair.claim.start - len(said_before), pair.claim.end)
    there = Span(pair.evidence.start - len(stated_before), pair.evidence.end)
    said, stated = sides.claim[here.start : here.end], sides.statement[there.start : there.end]
    text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
    return Finding("order", conflict=True, text=text, claim=here, evidence=there)


def restrictions(sides: Sides) -> Iterator[Finding]:
    """What the claim says of everything and the statement only with a restriction that the claim does not name."""
    everything = _UNIVERSAL.search(sides.claim)
    held = _RESTRICTS.search(sides.statement)
    always = _ALWAYS.search(sides.claim)
    if always and not _ALWAYS.search(sides.statement) and not _WHEN.search(sides.claim):
        everything, held = everything or always, held or _WHEN.search(sides.statement)
    if everything and everything[0].lower() == "both" and re.search(r"(?i)\bboth\b", sides.statement):
        return
    denials = [scope.kind for scope in negated(sides.claim)]
    if denials == ["never"]:
        held = _TAKES_OUT.search(sides.statement)
    if everything and held and not _RESTRICTS.search(sides.claim) and denials in ([], ["never"]):
        text = f"the evidence restricts it ({quoted(held[0])}), the claim says {quoted(everything[0])}"
        span, place = Span(*everything.span()), Span(*held.span())
        yield Finding("restricted", conflict=False, text=text, claim=span, evidence=place)


def under_denial(sides: Sides) -> str:
    """The line or heading that denies what is listed under it, where the statement is such an entry; else empty."""
    if not ENTRY.match(sides.statement) or modalities(sides.statement) or _denies_itself(sides.statement):
        return ""
    heading = sides.about.split("\n")[1] if "\n" in sides.about else ""
    lead = sides.near.split("\n")[0].strip()
    if lead.endswith(":") and _denies(_LEAD, lead):
        return lead
    return heading if _denies(_HEADING, heading) else ""


def _denies(words: re.Pattern[str], lead: str) -> bool:
    """Whether a line denies what stands under it; `if you cannot log in` only says when it holds."""
    return any(not _CASE.search(re.split("[,;]", lead[: match.start()])[-1]) for match in words.finditer(lead))


def _denies_itself(entry: str) -> bool:
    """Whether an entry is a statement with a denial of its own: `the fee is not returned`."""
    return any(scope.kind == "not" and not _OWN.search(entry, 0, scope.cue_start) for scope in negated(entry))


def times(sides: Sides) -> Iterator[Finding]:
    """So many times against another number of times, or a day against a day; rounded to the nearest of another unit."""
    ours, theirs = _counted(sides.claim), _counted(sides.statement)
    for rated in (False, True):
        mine = {number: span for (number, rate), span in ours.items() if rate is rated}
        stated = {number: span for (number, rate), span in theirs.items() if rate is rated}
        if len(mine) == 1 and stated and not set(mine) & set(stated):
            yield _unlike("number", sides, next(iter(mine.values())), next(iter(stated.values())))
    units, others = _nearest(sides.claim), _nearest(sides.statement)
    if len(units) == 1 and others and not set(units) & set(others):
        yield _unlike("unit", sides, next(iter(units.values())), next(iter(others.values())))


def _unlike(kind: str, sides: Sides, span: Span, place: Span) -> Finding:
    said, stated = sides.claim[span.start : span.end], sides.statement[place.start : place.end]
    text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
    return Finding(kind, conflict=True, text=text, claim=span, evidence=place)


def _nearest(text: str) -> dict[str, Span]:
    """What is rounded to -> where."""
    return {match["what"].lower(): Span(*match.span()) for match in _NEAREST.finditer(text)}


def _counted(text: str) -> dict[tuple[str, bool], Span]:
    """How many times, in figures, and whether in each period (twice a day), which is another thing -> where."""
    found: dict[tuple[str, bool], Span] = {}
    for match in _OFTEN.finditer(text):
        word = match["count"].lower() if match["count"] else ""
        number = str(ONES.get(word, word)) if word else {"twice": "2", "thrice": "3"}.get(match[0].lower(), "1")
        rate = bool(_RATE.match(text, match.end()))
        found.setdefault((number.split(".")[0], rate), Span(*match.span()))
    return found
