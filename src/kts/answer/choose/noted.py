"""The footnote or endnote of what is told: `8.25 percent a year.[^1]` is half a rule without its note (EVID-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import Held
from kts.answer.choose.smallest import Chosen
from kts.answer.means import document
from kts.answer.means import record as record_of
from kts.answer.units.noted import marks, note
from kts.answer.units.quotable import Unit
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.means import Gathered, Means
    from kts.answers import Claim

NOTES = 4
"""Notes that are told with an answer (a default): a sentence seldom bears more than one."""


def notes_of(chosen: Sequence[Chosen], found: Gathered, means: Means) -> tuple[tuple[Chosen, Span], ...]:
    """The notes whose marks the chosen units bear, if not chosen yet, each with the place of the unit that bears it.

    Only what is shown grows by them: how sure the answer is was said before.
    """
    hits = found.ranking.hits
    shown = {(document(hits[one.held.unit.hit]), one.held.unit.span.start) for one in chosen}
    more: dict[tuple[int, int], tuple[Chosen, Span]] = {}
    for one in chosen:
        for unit in _noted(one.held.unit, found, means):
            key = document(hits[unit.hit]), unit.span.start
            if key not in shown and key not in more:
                held = Held(unit, frozenset(), one.held.features)
                more[key] = Chosen(held, one.score, 0.0), one.held.unit.span
    return tuple(more.values())[:NOTES]


def _noted(unit: Unit, found: Gathered, means: Means) -> Iterator[Unit]:
    """The notes of one unit, from its passage, else from all of its document."""
    hit = found.ranking.hits[unit.hit]
    text, start = hit.passage.text, hit.passage.span.start
    if unit.kind == "code":
        return
    for name in marks(text, unit.span.start - start, unit.span.end - start):
        of = record_of(hit, found)
        said, at = text, start
        if (place := note(said, name, unit.span.end - start)) is None:
            said, at = means.corpus.slice(of.key, Span(0, of.length)), 0
            place = note(said, name, unit.span.end)
        if place is not None:
            span = Span(at + place.start, at + place.end)
            yield Unit(said[place.start : place.end], span, unit.hit, 0, "sentence")


def beside_bearers(said: Sequence[Claim], noted: Sequence[tuple[Chosen, Span]]) -> tuple[Claim, ...]:
    """The claims with each note right behind the one that bears its mark."""
    spans = {one.held.unit.span: bearer for one, bearer in noted}
    found = [one for one in said if one.citations[0].span not in spans]
    for one in said:
        bearer = spans.get(one.citations[0].span)
        if bearer is not None:
            at = next((at for at, other in enumerate(found) if other.citations[0].span == bearer), len(found) - 1)
            found.insert(at + 1, one)
    return tuple(found)
