"""The sentences next to a statement that may take back what it says: those under its heading, right behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import PRONOUNS, Neighbour, flat
from kts.answer.claims.match import labelled, statements
from kts.answer.units.quotable import ENTRY
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.types import Span

BEHIND, BEFORE = 4, 1
"""Sentences behind a statement and before it that are read; defaults: minutes decide some four sentences later."""
_HEADING = later(r"\s*#{1,6}\s|[^\n]*\n[ \t]*[-=]{3,}[ \t]*(?:\n|\Z)")
_APART = later(r"\n[ \t]*\n")


def neighbours(text: str, span: Span) -> tuple[tuple[Neighbour, ...], tuple[Neighbour, ...]]:
    """The sentences behind a statement, nearest first, and those before it, up to the next heading or table."""
    spans = [own for own, _ in statements(text)]
    at = next((number for number, own in enumerate(spans) if own == span), None)
    if at is None or text[span.start : span.end].lstrip().startswith("|"):
        return (), ()
    return (
        _read(text, span, spans[at + 1 : at + 1 + BEHIND]),
        _read(text, span, spans[max(0, at - BEFORE) : at][::-1]),
    )


def _read(text: str, span: Span, spans: list[Span]) -> tuple[Neighbour, ...]:
    found = []
    for one in spans:
        said = text[one.start : one.end]
        if said.lstrip().startswith("|") or _HEADING.match(said):
            break
        if labelled(said) and labelled(text[span.start : span.end]):  # of another one, each for itself
            continue
        between = text[min(span.end, one.end) : max(span.start, one.start)]
        found.append(Neighbour(flat(said)[0], one, not _APART.search(between)))
    return tuple(found)


GOES_ON = 25
"""Words of a sentence behind a statement that is read with it, at most (a default)."""


def around(text: str, span: Span) -> tuple[str, str]:
    """The sentences of a statement's paragraph that are read with it: before a pronoun, and a short one behind."""
    behind, before = neighbours(text, span)
    first = text[span.start : span.end].split(maxsplit=1)[:1]
    refers = bool(first) and first[0].strip("*_\"'\u201c").casefold() in PRONOUNS
    named = next((one.text for one in before if refers and one.joined), "")
    goes_on = (one.text for one in behind[:1] if one.joined and not ENTRY.match(one.text))
    return named, next((one for one in goes_on if len(one.split()) <= GOES_ON), "")
