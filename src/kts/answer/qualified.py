"""What the next sentence takes away or leaves open: `The age is 66. Those who joined in 2007 are excepted.` (EVID-1).

A rule without its exception is half an answer: the sentence behind the lead is shown with it if it qualifies it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.extract import beside
from kts.lexicon.qualifying import qualifies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.extract import Held
    from kts.answer.means import Gathered
    from kts.answer.units import Unit

_APART = re.compile(r"\n[ \t]*\n")


def qualifying(ranked: Sequence[tuple[float, Held]], found: Gathered) -> list[Unit]:
    """The sentence that follows the lead in its paragraph, if it says where that does not hold; else nothing."""
    lead = ranked[0][1]
    behind = beside(lead, (one for _, one in ranked[1:])) if lead.unit.kind == "sentence" else None
    if behind is None or not qualifies(behind.unit.text):
        return []
    passage = found.ranking.hits[lead.unit.hit].passage
    between = passage.text[lead.unit.span.end - passage.span.start : behind.unit.span.start - passage.span.start]
    return [] if between.strip() or _APART.search(between) else [behind.unit]
