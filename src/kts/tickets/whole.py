"""What belongs to a statement of a reply and is not in it: a step between two others, the warning behind a step.

Who reads steps 1, 2, 3 and 5 does not know that there is a fourth. A reply that leaves one out, or the warning that
stands directly behind what it says, goes to a person. Where steps are asked for, so does one that ends before the last.
So does a sentence that leans on the one before it, or has its other case in the one behind (`kts.tickets.around`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.lexicon.warnings import is_bare, opening, warned
from kts.tickets import around
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.around import Beside
    from kts.types import Citation, Passage

_ITEM = later(
    r"(?m)^[ \t]*(?P<number>\d{1,2})[.)][ \t]+(?=\S)(?P<text>.*(?:\n(?![ \t]*(?:\d{1,2}[.)]\s|\n|[-*+] )).*\S.*)*)"
)
"""An item of a numbered list, with the lines that go on with it."""
SEVERAL = 2
"""Steps of one list in a reply from which the list is told, not one step of it (a default: one alone is what was asked
for)."""


class Step(NamedTuple):
    """A step of a numbered list: its number, its place in the document, its words."""

    number: int
    span: Span
    text: str


def numbered(passage: Passage) -> tuple[tuple[Step, ...], ...]:
    """The numbered lists of a passage: runs of items of which each has the next number."""
    found: list[list[Step]] = []
    for match in _ITEM.finditer(passage.text):
        start = passage.span.start + match.start()
        step = Step(int(match["number"]), Span(start, passage.span.start + match.end()), " ".join(match[0].split()))
        if found and step.number == found[-1][-1].number + 1:
            found[-1].append(step)
        else:
            found.append([step])
    return tuple(tuple(one) for one in found if len(one) > 1)


def whole(kept: Sequence[Claim], offered: Sequence[Claim], answer: Answer, *, every: bool) -> tuple[Claim, ...]:
    """The kept statements with those of the offered ones that belong to them, in the order of the offered ones.

    `every` step of a list belongs to several of them where steps are asked for, else those between them.
    """
    lacking = _lacking(kept, answer, every=every)
    more = [one for one in offered if any(_covers(place, part) for place in one.citations for part in lacking)]
    return tuple(one for one in offered if one in kept or one in more)


def left_out(kept: Sequence[Claim], answer: Answer, *, every: bool) -> tuple[str, ...]:
    """The steps and warnings, in the words of their documents, that belong to the statements and are not said."""
    lacking = _lacking(kept, answer, every=every)
    return tuple(dict.fromkeys(" ".join(one.text.split()) for one in lacking))


def of_lone_steps(asked: frozenset[str], kept: Sequence[Claim], answer: Answer) -> tuple[str, ...]:
    """The other steps of a list of which one alone is said that has none of the words asked with (`asked`: stems).

    `How do I empty the drum?` is not answered by `Close the lid`; `Where is the key?` may well be by `Take the key`.
    """
    found: list[str] = []
    for passage in _passages(kept, answer):
        for steps in numbered(passage):
            said = [one for one in steps if _is_said(one.span, passage.document_id, kept)]
            if len(said) == 1 and asked.isdisjoint(terms(said[0].text)):
                found += [one.text for one in steps if one not in said]
    return tuple(dict.fromkeys(found))


def _lacking(kept: Sequence[Claim], answer: Answer, *, every: bool) -> list[_Part | Beside]:
    return [*_skipped(kept, answer, every=every), *_warnings(kept, answer), *around.lacking(kept, answer)]


class _Part(NamedTuple):
    """A stretch of a document that belongs to what is said of it."""

    document_id: str
    span: Span
    text: str


def _skipped(kept: Sequence[Claim], answer: Answer, *, every: bool) -> Iterator[_Part]:
    """Steps between two that are said, or all that are not."""
    for passage in _passages(kept, answer):
        for steps in numbered(passage):
            said = [_is_said(one.span, passage.document_id, kept) for one in steps]
            if sum(said) < SEVERAL:
                continue
            first, last = said.index(True), len(said) - said[::-1].index(True)
            among = steps if every else steps[first:last]
            yield from (_Part(passage.document_id, one.span, one.text) for one in among if not said[steps.index(one)])


def _warnings(kept: Sequence[Claim], answer: Answer) -> Iterator[_Part]:
    """Warnings directly behind what is said, and those with which the section of a step begins."""
    passages = {one.id: one for one in _passages(kept, answer)}
    for place in (place for claim in kept for place in claim.citations):
        passage = passages.get(place.passage_id)
        if passage is None or place.quote.lstrip().startswith("|"):
            continue
        at = place.span.end - passage.span.start
        stretches = [Span(at, at + warned(passage.text[at:]))]
        first = opening(passage.text) if _ITEM.match(place.quote) else None
        for one in (*stretches, *([first] if first else [])):
            yield from _unsaid(one, passage, kept)


def _unsaid(part: Span, passage: Passage, kept: Sequence[Claim]) -> Iterator[_Part]:
    """The sentences of a stretch of a passage, by its own offsets, that no statement quotes."""
    text = passage.text[part.start : part.end]
    for first, last in sentences(text):
        start = passage.span.start + part.start
        span = Span(start + first, start + last)
        told = re.search(r"\w", text[first:last]) and not is_bare(text[first:last])
        if told and not _is_said(span, passage.document_id, kept):
            yield _Part(passage.document_id, span, text[first:last].strip("> \n"))


def _passages(kept: Sequence[Claim], answer: Answer) -> Iterator[Passage]:
    """The passages that the statements are cited from."""
    cited = {place.passage_id for claim in kept for place in claim.citations}
    hits = answer.ranking.hits if answer.ranking else ()
    yield from {hit.passage.id: hit.passage for hit in hits if hit.passage.id in cited}.values()


def _is_said(span: Span, document_id: str, kept: Sequence[Claim]) -> bool:
    return any(_covers(place, _Part(document_id, span, "")) for claim in kept for place in claim.citations)


def _covers(place: Citation, part: _Part | Beside) -> bool:
    """Whether a citation quotes some of a part."""
    return (
        place.document_id == part.document_id and place.span.start < part.span.end and part.span.start < place.span.end
    )
