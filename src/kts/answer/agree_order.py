"""Whether a claim puts things on the side where the statement has them: before or after, under which lead.

Also what a statement restricts (`except`, `only if`) and a claim extends to everything; and how many times.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.agree import Finding, denied, quoted
from kts.answer.match import ENTRY
from kts.lexicon.modality import modalities
from kts.lexicon.negation import negated
from kts.lexicon.quantities_numbers import ONES
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.agree import Sides
    from kts.answer.align import Pair

_ARTICLE = r"(?:\s+(?:the|a|an|its|their|his|her|our|such|that|this|any|each|every))?\s+\Z"
_SIDES = (
    (r"before|prior to|ahead of|until|till|up to|on or before", r"after|following|since|upon|once|from|on or after"),
    (r"inside|within", r"outside(?: of)?|beyond"),
    (r"above|over|exceeding", r"below|under"),
)
_PLACED = tuple(tuple(re.compile(rf"\b(?:{words}){_ARTICLE}", re.IGNORECASE) for words in sides) for sides in _SIDES)
_UNIVERSAL = re.compile(
    r"\b(?:all|every|everything|everyone|any|always|never|whatever|whoever|whenever|both|entire(?:ly)?|whole|even|also|"
    r"too|as well|included|including|in (?:all|any) cases?|without (?:exception|restriction)|free to|no)\b",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    r"\b(?:except|unless|other than|only|but not|excluding|save|if(?! (?:any|applicable)\b)|provided that|subject to|"
    r"as long as)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\b(?:(?:may|must|shall|do|does|can|should|is|are|need) not|cannot|never|don'ts?|prohibited|forbidden|"
    r"not (?:allowed|permitted|covered|included)|excluded|exclusions|exceptions)\b",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    rf"\b(?:(?P<twice>twice)|(?P<thrice>thrice)|(?P<count>\d{{1,3}}|{'|'.join(ONES)}) times)\b"
    r"|(?:\b(?:only|than|most|least|just|exactly)\s+)(?P<once>once)\b|\b(?P<single>once)\s+(?:a|per|every|each|only)\b",
    re.IGNORECASE,
)
_NEAREST = re.compile(r"\bnearest (?:whole |full |one )?(?P<what>[a-z][\w-]*)", re.IGNORECASE)


def order(sides: Sides) -> Iterator[Finding]:
    """Before a thing against after it, inside it against outside, above it against below."""
    for pair in sides.alignment.pairs:
        ours, theirs = _lead(sides.claim, pair.claim.start), _lead(sides.statement, pair.evidence.start)
        for one, other in _PLACED:
            for here, there in ((one, other), (other, one)):
                said, stated = here.search(ours), there.search(theirs)
                if said and stated and not here.search(theirs) and _same_sense(sides, pair):
                    yield _placed(sides, pair, said[0], stated[0])
                    return


NEAR = 40
"""Characters before a word in which what places it stands (`on or before the `)."""


def _lead(text: str, start: int) -> str:
    return text[max(0, start - NEAR) : start]


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
    if everything and held and not _RESTRICTS.search(sides.claim) and not negated(sides.claim):
        text = f"the evidence restricts it ({quoted(held[0])}), the claim says {quoted(everything[0])}"
        span, place = Span(*everything.span()), Span(*held.span())
        yield Finding("restricted", conflict=False, text=text, claim=span, evidence=place)


def under_denial(sides: Sides) -> str:
    """The line or heading that denies what is listed under it, where the statement is such an entry; else empty."""
    if not ENTRY.match(sides.statement) or modalities(sides.statement):
        return ""
    heading = sides.about.split("\n")[1] if "\n" in sides.about else ""
    lead = sides.near.split("\n")[0].strip()
    return next((one for one in (lead if lead.endswith(":") else "", heading) if _LEAD.search(one)), "")


def times(sides: Sides) -> Iterator[Finding]:
    """So many times against another number of times; rounded to the nearest of another unit."""
    ours, theirs = _counted(sides.claim), _counted(sides.statement)
    if len(ours) == 1 and theirs and not set(ours) & set(theirs):
        span, place = next(iter(ours.values())), next(iter(theirs.values()))
        yield _unlike("number", sides, span, place)
    ours, theirs = _nearest(sides.claim), _nearest(sides.statement)
    if len(ours) == 1 and theirs and not set(ours) & set(theirs):
        yield _unlike("unit", sides, next(iter(ours.values())), next(iter(theirs.values())))


def _unlike(kind: str, sides: Sides, span: Span, place: Span) -> Finding:
    said, stated = sides.claim[span.start : span.end], sides.statement[place.start : place.end]
    text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
    return Finding(kind, conflict=True, text=text, claim=span, evidence=place)


def _nearest(text: str) -> dict[str, Span]:
    """What is rounded to -> where."""
    return {match["what"].lower(): Span(*match.span()) for match in _NEAREST.finditer(text)}


def _counted(text: str) -> dict[str, Span]:
    """How many times, in figures -> where."""
    found: dict[str, Span] = {}
    for match in _OFTEN.finditer(text):
        word = match["count"].lower() if match["count"] else ""
        number = str(ONES.get(word, word)) if word else {"twice": "2", "thrice": "3"}.get(match[0].lower(), "1")
        found.setdefault(number.split(".")[0], Span(*match.span()))
    return found
