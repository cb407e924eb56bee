"""The section whose heading is what is asked, and the one that says the opposite (EVID-1).

What is refundable stands under *Refundable*, and not under *Not refundable*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import put_behind
from kts.answer.means import record as record_of
from kts.answer.units.under import DENIES, EMPTY
from kts.lexicon.analyse import indexed, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.means import Gathered

_OPEN = later(r"(?i)\b(?:what|which|who|whom|whose|list|name|show)\b")


def without_opposed(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, *, spread: float
) -> tuple[tuple[float, Held], ...]:
    """Where a list is asked for: behind, what stands under the heading that says the opposite of the one asked for.

    Two headings of a document are opposites where they have the same words of the question, and one of them denies.
    Whether something is so is answered by either.
    """
    if not _OPEN.search(question):
        return tuple(ranked)
    asked, denied = frozenset(terms(question)) - EMPTY, bool(DENIES.search(question))
    sides: dict[tuple[str, frozenset[str]], dict[bool, set[str]]] = {}
    for _, one in ranked:
        document, heading = _heading(one, found)
        words = asked.intersection(terms(heading))
        if words:
            sides.setdefault((document, words), {}).setdefault(bool(DENIES.search(heading)), set()).add(heading)
    apart = {(document, heading) for (document, _), by in sides.items() if len(by) > 1 for heading in by[not denied]}
    units = {one.unit for _, one in ranked if _heading(one, found) in apart} if apart else set()
    return put_behind(ranked, units, spread=spread)


def is_its_section(question: str, wanted: Asked, lead: Held, found: Gathered, asking: AbstractSet[str]) -> bool:
    """Whether the lead's heading is what is asked: with the document's title it has every word, and no further one."""
    hit = found.ranking.hits[lead.unit.hit]
    heading = str(hit.passage.metadata["heading"])
    asked = [frozenset(forms) for forms, _ in wanted.words if asking.isdisjoint(forms)]
    own = frozenset(indexed(heading))
    named = [forms for forms in asked if not own.isdisjoint(forms)]
    further = own - frozenset().union(*named) - asking - EMPTY
    if not named or further or bool(DENIES.search(heading)) != bool(DENIES.search(question)):
        return False
    above = own.union(indexed(record_of(hit, found).title))
    return all(not above.isdisjoint(forms) for forms in asked)


def _heading(one: Held, found: Gathered) -> tuple[str, str]:
    passage = found.ranking.hits[one.unit.hit].passage
    return passage.document_id, str(passage.metadata["heading"])
