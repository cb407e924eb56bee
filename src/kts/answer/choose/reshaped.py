"""What an amendment in force makes of the units that answer: its words stand before those that they change (EVID-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.shapes import leading_shape
from kts.answer.means import record as record_of
from kts.answer.standing.amended import amending
from kts.answer.standing.changes import alters
from kts.answer.standing.inforce import in_force
from kts.answer.standing.placed import since

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit


def reshaped(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> list[Unit]:
    """What an amendment in force changes of a value that is asked for by its shape, though it names no clause."""
    shape = leading_shape(question)
    if shape is None or not shape.decides or not ranked or not shape.tells(ranked[0][1].unit.text):
        return []
    hits, day = found.ranking.hits, means.as_of or means.today
    by = means.amended.get(record_of(hits[ranked[0][1].unit.hit], found).id, frozenset())
    told = [(record_of(hits[one.unit.hit], found), one.unit) for _, one in ranked]
    said = [
        (since(record), unit)
        for record, unit in told
        if record.id in by and in_force(record, means.successors, day) and alters(unit.text)
    ]
    return [unit for _, unit in sorted(said, key=lambda pair: pair[0], reverse=True) if shape.tells(unit.text)]


def changes_beside(
    chosen: tuple[Chosen, ...],
    near: Sequence[tuple[float, Held]],
    must: AbstractSet[Unit],
    ranked: Sequence[tuple[float, Held]],
    found: Gathered,
    means: Means,
    choosing: Callable[..., tuple[Chosen, ...]],
) -> tuple[Chosen, ...]:
    """The chosen units; where a clause that is not the lead's has been changed, what changes it comes right before."""
    of_unit = {one.unit: (score, one) for score, one in ranked}
    changed: dict[Unit, Unit] = {}
    order = list(near)
    for one in chosen[1:]:
        changes, _ = amending((of_unit[one.held.unit], *ranked), found, means)
        for unit in changes:
            if unit not in {chosen[0].held.unit, *changed, *changed.values()}:
                changed[unit] = one.held.unit
                order = [pair for pair in order if pair[1].unit != unit]
                place = next(at for at, (_, other) in enumerate(order) if other.unit == one.held.unit)
                order.insert(place, (order[place][0], of_unit[unit][1]))
    if not changed:
        return chosen
    again = choosing(order, must=must | {*changed, *changed.values()})
    return tuple(one._replace(before=changed.get(one.held.unit)) for one in again)
