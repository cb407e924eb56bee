"""Things of one kind that are told apart by a letter or a number: `lift A` and `lift B`, `pump 1` and `pump 2`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import tokens
from kts.lexicon.analyse import terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_ONE = r"(?:[A-Z]{1,2}-?\d{0,3}|\d{1,3})(?![\w.,:/-]*\d|\w| ?[%\u20ac$\u00a3\u00b0])"
_MARKED = later(
    rf"\b(?P<noun>[A-Za-z]{{3,}}) (?P<marks>{_ONE}(?:(?:, | ?/ ?|,? (?:and|or|to) |\u2013)(?:(?P=noun) )?{_ONE})*)"
)
_MARK = later(r"[A-Z]{1,2}-?\d{0,3}(?!\w)|(?<![A-Z-])\b\d{1,3}")
_REFERS = later(
    r"(?:clauses?|sections?|articles?|paragraphs?|para|pages?|tables?|figures?|numbers?|versions?|releases?|chapters?|"
    r"notes?|items?|points?|rules?|than|and|the|not|per|for|with|from|over|about|under|within|until|after|before|only|"
    r"least|most|every|between|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"class|exhibit|schedule|annex|appendix|part|step)\Z",
    re.IGNORECASE,
)
"""What names a place in a text, or stands before a number of anything."""
_BOUND = later(
    r"\b(?:at least|at most|from|up to|above|over|below|exceed\w*|minimum|maximum|than|except|other)"
    r"(?: (?:of|for|the|in))* \Z",
    re.IGNORECASE,
)
_OR_MORE = later(
    r"(?:,? (?:or|and) (?:more|less|higher|lower|above|below|upwards?)| through| onwards?)\b", re.IGNORECASE
)
"""Where a mark may be one of a scale, or not the one that is meant."""
_JOINT = later(r"[;,](?=\s)|\b(?:and|but|while|whereas)\b", re.IGNORECASE)


class Marked(NamedTuple):
    """A thing with its mark or marks: the stem of its kind, the marks, where it stands."""

    noun: str
    marks: frozenset[str]
    span: Span


def other_mark(sides: Sides) -> Iterator[Finding]:
    """What the statement says of one of a kind, claimed of another: `lift A` where it speaks of `lift B` alone."""
    stated = marked(sides.statement)
    if not stated or sides.statement.startswith("|"):
        return
    claimed = marked(sides.claim)
    for noun in dict.fromkeys(one.noun for one in stated):
        theirs = frozenset().union(*(one.marks for one in stated if one.noun == noun))
        ours = [one for one in claimed if one.noun == noun]
        strange = [one for one in ours if theirs.isdisjoint(one.marks)]
        if strange and _says_it_of(sides, strange, [one for one in ours if one not in strange]):
            there = next(one for one in stated if one.noun == noun).span
            mine, other = sides.claim[slice(*strange[0].span)], sides.statement[slice(*there)]
            text = f"the claim says it of {quoted(mine)}, the evidence of {quoted(other)}"
            yield Finding("other_clause", conflict=False, text=text, claim=strange[0].span, evidence=there)
            return


def _says_it_of(sides: Sides, strange: list[Marked], own: list[Marked]) -> bool:
    """Whether more of what the two sides share stands with what the statement does not speak of."""
    if not own:
        return True
    here = there = 0.0
    marked = [*strange, *own]
    for pair in sides.alignment.pairs:
        place = pair.claim.start
        if any(one.span.start <= place < one.span.end for one in marked):
            continue
        clause = _clause(sides.claim, place)
        if any(clause.start <= one.span.start < clause.end for one in own):
            there += pair.claim.weight
        elif any(clause.start <= one.span.start < clause.end for one in strange):
            here += pair.claim.weight
    return here > there


def _clause(text: str, place: int) -> Span:
    cuts = [0, *(match.end() for match in _JOINT.finditer(text)), len(text)]
    return Span(max(cut for cut in cuts if cut <= place), min(cut for cut in cuts if cut > place))


def marked(text: str) -> list[Marked]:
    """The things of a text that bear a mark, but for quantities with a unit and days."""
    taken = [(one.start, one.end) for one in dates(text)]
    taken += [(one.start, one.end) for one in quantities(text) if one.kind not in {"number", "count", "ordinal"}]
    found = []
    for match in _MARKED.finditer(text):
        start, end = match.span("marks")
        bound = _BOUND.search(text[: match.start()]) or _OR_MORE.match(text, end)
        if bound or _REFERS.match(match["noun"]) or not tokens(match["noun"]):
            continue
        if any(one < end and start < other for one, other in taken):
            continue
        marks = frozenset(_between(_MARK.findall(match["marks"]), match["marks"]))
        found.append(Marked(terms(match["noun"])[0], marks, Span(match.start(), end)))
    return found


def _between(marks: list[str], said: str) -> Iterator[str]:
    """The marks of a list, with those between the first and the last of a range."""
    yield from marks
    if re.search(r" to |\u2013", said) and all(mark.isdigit() for mark in marks):
        yield from (str(number) for number in range(int(marks[0]), int(marks[-1])))
    elif re.search(r" to |\u2013", said) and all(len(mark) == 1 for mark in marks):
        yield from (chr(number) for number in range(ord(marks[0]), ord(marks[-1])))
