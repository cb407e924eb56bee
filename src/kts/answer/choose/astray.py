"""What stands in another passage than the lead and is about something else than the question.

`How long do I have to claim expenses?` and `E-bikes take 10 to 14 working days` share how one asks and the kind of the
answer, and nothing that is asked about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.means import document
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit

LEAST = 1 / 3
"""Share of the lead's words of the question that a unit of another passage holds (a default; any up to a third cite as
many judged places of the training questions of samples/)."""


def of_subject(
    question: Asked,
    ranked: Sequence[tuple[float, Held]],
    found: Gathered,
    *,
    asking: AbstractSet[str],
    must: AbstractSet[Unit] = frozenset(),
) -> tuple[tuple[float, Held], ...]:
    """The units without those of other passages that hold few words of what is asked about, with what is above them.

    `asking` are terms that only ask. Where the lead holds none itself, it was found by its meaning, and so may others.
    """
    content = [forms for forms, _ in question.words if asking.isdisjoint(forms)]
    if not ranked or not content:
        return tuple(ranked)
    above = {at: _above(at, found) for at in {one.unit.hit for _, one in ranked}}

    def held(one: Held) -> int:
        said = one.terms | above[one.unit.hit] | frozenset(terms(one.unit.intro))
        return sum(not said.isdisjoint(forms) for forms in content)

    lead = ranked[0][1]
    least = LEAST * held(lead)
    return tuple(
        pair for pair in ranked if pair[1].unit.hit == lead.unit.hit or pair[1].unit in must or held(pair[1]) >= least
    )


def _above(at: int, found: Gathered) -> frozenset[str]:
    hit = found.ranking.hits[at]
    record = found.records[document(hit)]
    return frozenset(terms(f"{record.title} {hit.passage.metadata['heading']}"))
