"""The sentences of a draft with the places that each is cited from: for whoever looks at it before it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answers import pieces
from kts.tickets.reply import said
from kts.types import Span

if TYPE_CHECKING:
    from kts.tickets.nouns import Processed
    from kts.types import Citation


class Sentence(NamedTuple):
    """Words of a draft, where in it they stand, and their places, each with the number of its document there."""

    span: Span
    sources: tuple[tuple[int, Citation], ...]


def sentences(found: Processed) -> tuple[Sentence, ...]:
    """The cited sentences of a ticket's draft, in its order; without what a template changed or left out."""
    if found.answer is None or not found.draft:
        return ()
    placed = []
    for claim in said(found.ticket, found.answer):
        words = pieces(claim.text.strip())[0].rstrip()
        start = found.draft.find(words) if words else -1
        if start >= 0:
            placed.append((Span(start, start + len(words)), claim.citations))
    placed.sort(key=lambda one: one[0])
    numbers: dict[str, int] = {}
    return tuple(
        Sentence(span, tuple((numbers.setdefault(one.title or one.path, len(numbers) + 1), one) for one in citations))
        for span, citations in placed
    )
