"""Other documents that say of themselves what an answer says of one: each contract names its own law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import NAMES
from kts.answer.means import record
from kts.answer.standing.inforce import in_force

if TYPE_CHECKING:
    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked

FULL = 0.9
"""Share of the question that the lead must hold, with what it stands under, before others are looked at (a default)."""
AS_FULL = 0.02
"""Share of the question that a unit may hold less than the lead (a default, not fitted)."""
AWAY = 5.0
"""Distance of the lead's score within which a unit of another document answers as well; one of 207 training questions
of samples/ has such a document (a default, not fitted)."""
TOLD = 3
"""Documents that are named (a default)."""
_HOLDS = tuple(NAMES.index(name) for name in ("own", "intro", "context"))


def others(found: Gathered, picked: Picked, means: Means) -> tuple[str, ...]:
    """A note on the documents in force that answer the whole question, too, and are not cited; none without any."""
    if not picked.chosen or _holds(picked.chosen[0].held) < FULL:
        return ()
    lead, hits = picked.chosen[0], found.ranking.hits
    cited = {record(hits[one.held.unit.hit], found).id for one in picked.chosen}
    day = means.as_of or means.today
    as_good = (
        record(hits[one.unit.hit], found)
        for score, one in picked.ranked
        if score >= lead.score - AWAY and _holds(one) >= _holds(lead.held) - AS_FULL
    )
    paths = {one.id: one.path for one in as_good if one.id not in cited and in_force(one, means.successors, day)}
    if not paths:
        return ()
    named = ", ".join(list(paths.values())[:TOLD]) + (" and others" if len(paths) > TOLD else "")
    return (f"other documents answer this of themselves: {named} (name one in the question)",)


def _holds(one: Held) -> float:
    return sum(one.features[at] for at in _HOLDS)
