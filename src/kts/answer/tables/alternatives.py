"""Sentences beside each other of which each is for some amounts, or for some time of the year: one of them is meant."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.tables.bands import apart, asked_as, band, holding
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.quantities import quantities
from kts.lexicon.seasons import days_of, rest, seasons

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.tables.bands import Band
    from kts.answer.units.quotable import Unit
    from kts.lexicon.quantities import Quantity
    from kts.types import Span

PLAIN = frozenset(terms(" ".join(STOP_WORDS)))
"""Terms of the words of grammar."""


class Row(NamedTuple):
    """Where a row stands: the hit and the place in its document."""

    hit: int
    span: Span


def parted(question: str, asked_for: Sequence[Quantity], units: Sequence[Unit]) -> tuple[set[Row], set[Row]]:
    """Sentences beside each other of which each is for some amounts, as far as they speak of what is asked for.

    One alone that begins at a length of time is for what is longer only: `After five years you have 29 days.`
    """
    within, outside = set[Row](), set[Row]()
    for wanted in asked_for:
        for group in _runs(question, wanted, units):
            bands = apart({Row(one.hit, one.span): found for one, found in group})
            yes = holding(bands, wanted)
            lasting = len(group) == 1 and wanted.kind == "duration" and not math.isinf(group[0][1].low)
            if lasting or (len(group) > 1 and yes):
                within |= yes
                outside |= set(bands) - yes
    return within, outside - within


def excluding(asked_for: Sequence[Quantity], units: Iterable[Unit]) -> set[Row]:
    """Sentences for other amounts than those that are asked for, by a limit of their own: `yes, below 1,000`."""
    found = {Row(one.hit, one.span): [_band_of(one.text, wanted) for wanted in asked_for] for one in units}
    return {
        place
        for place, bands in found.items()
        if bands
        and all(
            one and one.limited and not holding({0: one}, wanted) for one, wanted in zip(bands, asked_for, strict=True)
        )
    }


def of_season(question: str, units: Sequence[Unit]) -> tuple[set[Row], set[Row]]:
    """Sentences for the time of the year that is asked for, and beside them those of the same passage for another."""
    days = days_of(question)
    told = {Row(one.hit, one.span): found for one in units if days and (found := seasons(one.text))}
    left = {Row(one.hit, one.span) for one in units if told and rest(one.text)}
    yes = {place for place, found in told.items() if days and any(one.holds(*days) for one in found)}
    yes = yes or left
    return yes, {place for place in told if place not in yes | left and place.hit in {one.hit for one in yes}}


def _runs(question: str, wanted: Quantity, units: Sequence[Unit]) -> Iterator[list[tuple[Unit, Band]]]:
    """Units of one passage, hardly parted, that share a word with the question or each other and state a band each."""
    run: list[tuple[Unit, Band]] = []
    said = frozenset(terms(question)) - PLAIN
    words = said
    for unit in sorted(units, key=lambda one: (one.hit, one.span)):
        found = _band_of(unit.text, wanted)
        if found is None or not found.limited:
            continue
        last = run[-1][0] if run else None
        near = last is not None and last.hit == unit.hit and unit.position - last.position <= APART
        own = frozenset(terms(unit.text)) - PLAIN
        if not near:
            yield run
            run, words = [], said
        if not words.isdisjoint(own):
            run.append((unit, found))
            words |= own
    yield run


APART = 2
"""How many units farther on, in one passage, the next band may stand (a default, not fitted)."""


def _band_of(text: str, wanted: Quantity) -> Band | None:
    """The band that a text states of the kind of an amount."""
    stated = [one for one in quantities(text) if asked_as(wanted, one)]
    return band(text, stated)
