"""What a statement leans on in the sentences before and behind it, which a reader of the reply does not see.

`After a switch transfers pause` is of the account that the sentence before names; `if it came before 18:00` has its
other case in the sentence behind. Such a sentence belongs to the statement: without it no reply leaves by itself,
and what merely stands beside the answer is not told at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.qualifying import other_side, qualifies
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answers import Answer, Claim
    from kts.types import Passage

_REFERS = later(
    r"\W*(?:(?:It|They|Them|These|Those|Such|Both|He|She|Otherwise|Else|Then)\b|(?:This|That)\b(?! (?:page|article|"
    r"document|guide|policy|manual))|(?:In|If|For) (?:this|that|such|so|not|these|those)\b|Its\b|Their\b)"
)
"""How a sentence begins that speaks of what was said before."""
_OBJECT = later(
    r"\W*(?:After|Before|Without|During|With|Until|Since|Upon|On|For) (?:an?|the|this|that|such|each|every) "
    r"(?P<noun>[a-z][a-z-]{2,})(?:,| (?!of\b|for\b|to\b|in\b|from\b|at\b|with\b|by\b|on\b|and\b|or\b|between\b))"
)
"""A thing at the beginning of a sentence without what it is of: `After a switch transfers pause`."""
_BREAK = later(r"\n[ \t]*\n")
_ENTRY = later(r"\s*(?:[-*\u2022]|\d{1,2}[.)])\s")


class Beside(NamedTuple):
    """A sentence that stands beside a statement: its words and its place in the document."""

    document_id: str
    span: Span
    text: str


def leaned_on(claim: Claim, passages: Mapping[str, Passage]) -> Beside | None:
    """The sentence right before a statement that it refers to; None where it stands by itself."""
    before = _neighbour(claim, passages, behind=False)
    if before is None:
        return None
    text = _plain(claim.text)
    if _REFERS.match(text) or other_side(before.text, text):
        return before
    noun = _OBJECT.match(text)
    if noun is None:
        return None
    named = terms(noun["noun"])
    return before if named and not set(named).isdisjoint(terms(before.text)) else None


def continued(claim: Claim, passages: Mapping[str, Passage]) -> Beside | None:
    """The sentence right behind a statement that holds its other case, or takes back a part of it."""
    behind = _neighbour(claim, passages, behind=True)
    if behind is None or not (qualifies(behind.text) or other_side(_plain(claim.text), behind.text)):
        return None
    return behind


def passages_of(answer: Answer) -> dict[str, Passage]:
    """The passages that an answer was found in, by id."""
    return {hit.passage.id: hit.passage for hit in answer.ranking.hits} if answer.ranking else {}


def _neighbour(claim: Claim, passages: Mapping[str, Passage], *, behind: bool) -> Beside | None:
    """The next sentence of the paragraph, or the one before; None for rows, entries of lists and the ends."""
    place = claim.citations[0] if claim.citations else None
    passage = passages.get(place.passage_id) if place else None
    if place is None or passage is None or place.quote.lstrip().startswith("|") or _ENTRY.match(place.quote):
        return None
    start, end = place.span.start - passage.span.start, place.span.end - passage.span.start
    if behind:
        rest = _BREAK.split(passage.text[end:], maxsplit=1)[0]
        found = next(((end + first, end + last) for first, last in sentences(rest) if _word(rest[first:last])), None)
    else:
        cut = [match.end() for match in _BREAK.finditer(passage.text, 0, max(0, start))]
        begins = cut[-1] if cut else 0
        whole = [(begins + first, begins + last) for first, last in sentences(passage.text[begins:start])]
        found = whole[-1] if whole and _word(passage.text[slice(*whole[-1])]) else None
    if found is None or _ENTRY.match(passage.text[found[0] : found[1]]):
        return None
    text = _plain(passage.text[found[0] : found[1]])
    return Beside(place.document_id, Span(passage.span.start + found[0], passage.span.start + found[1]), text)


def is_said(part: Beside, claims: Sequence[Claim]) -> bool:
    """Whether a statement quotes some of a sentence."""
    return any(
        place.document_id == part.document_id and place.span.start < part.span.end and part.span.start < place.span.end
        for claim in claims
        for place in claim.citations
    )


def unsupported(claims: Sequence[Claim], answer: Answer) -> tuple[Claim, ...]:
    """The statements behind the first that lean on a sentence which none of the statements quotes."""
    passages = passages_of(answer)
    leaning = ((one, leaned_on(one, passages)) for one in claims[1:])
    return tuple(one for one, before in leaning if before is not None and not is_said(before, claims))


def lacking(claims: Sequence[Claim], answer: Answer) -> tuple[Beside, ...]:
    """The sentences that the statements lean on, or that hold their other case, and that none of them quotes."""
    passages = passages_of(answer)
    found = [one for claim in claims for one in (leaned_on(claim, passages), continued(claim, passages)) if one]
    return tuple(dict.fromkeys(one for one in found if not is_said(one, claims)))


def _word(text: str) -> bool:
    return re.search(r"\w", text) is not None


def _plain(text: str) -> str:
    return " ".join(text.replace("**", "").replace("__", "").split())
