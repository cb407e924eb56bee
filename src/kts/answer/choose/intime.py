"""Of two statements of one passage the one whose day lies in the time that is asked for (EVID-3).

`Which firmware was released in May 2026?` is answered by the release of 4 May, not by the one of September beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.constraints.named import IN_FORCE
from kts.lexicon.dates import compatible, dates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint
    from kts.lexicon.dates import Dates

KINDS = frozenset({"day", "month"})
"""Kinds of dates that tell two statements apart: a year or a quarter says little of a day."""


def in_time_first(wants: Sequence[Constraint], ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """Before a lead whose days are all of another time: the next unit of its passage that has a day of this one.

    A rule tells from when it holds, so where a time only says when something is to hold nothing changes.
    """
    asked = [
        day
        for one in wants
        if one.kind in {"date", "period"} and one.certain and not one.value.endswith(IN_FORCE)
        for day in dates(one.text)
        if day.kind in KINDS
    ]
    if not asked or not ranked or _fits(asked, ranked[0][1].unit) is not False:
        return tuple(ranked)
    top, lead = ranked[0]
    near = (one for _, one in ranked if one.unit.hit == lead.unit.hit and one.unit.kind == lead.unit.kind)
    first = next((one for one in near if _fits(asked, one.unit)), None)
    return tuple(ranked) if first is None else ((top, first), *(pair for pair in ranked if pair[1] is not first))


def _fits(asked: Sequence[Dates], unit: Unit) -> bool | None:
    """Whether a day of a unit lies in what is asked for; None where it has none."""
    stated = [one for one in dates(unit.text) if one.kind in KINDS]
    return any(compatible(one, other) for one in asked for other in stated) if stated else None
