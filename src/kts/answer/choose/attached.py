"""The value of what is asked for, not what is reckoned from it (EVID-1).

*What is the monthly fee?* is answered by `a monthly fee of EUR 12,400`, not by `capped at 30% of the monthly fee`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.means import document
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered

NEAR = 12
"""Units, best first, among which the value is looked for (a default, not fitted)."""
_ASKED = later(
    r"(?i)\A\W*(?:what(?:['\u2019]s| is| was| are| were)|how (?:much|high|large|big) (?:is|was|are|were)) "
    r"(?:the|our|your|my|its|their) (?P<thing>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?)"
    r"(?=\W*\Z| (?:under|of|for|in|at|on|per|with|after|before|from|by|to|if|when|during|that|we|you|they|he|she|i)\b)"
)
_BASE = (
    r"(?:%|\b(?:per ?cent|percentage|share|part|half|third|quarter|multiple|times|excess|\d+ months))\s+(?:of|in)?\s*"
    r"(?:the |its |their |that |such |one |an? )?(?:\w+ )?"
)
_IS = (
    r"(?:\s*\([^()\n]{1,40}\))?(?:[:=]|\s(?:is|are|was|were|of|amounts? to|will be|shall be|equals|now|currently)\b)\s*"
    r"(?:(?:is|be|at|now|currently|up to|about|set at|fixed at)\s+){0,2}(?:[\u20ac$\u00a3]|(?:EUR|USD|GBP|CHF)\b)?\s?\d"
)


def valued_itself(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """Before a lead that only reckons from what is asked for: the next unit of its document that gives its value."""
    asked = _ASKED.search(question)
    if asked is None or not ranked:
        return tuple(ranked)
    thing = rf"{re.escape(asked['thing'])}s?\b"
    top, lead = ranked[0]
    if not re.search(f"(?i){_BASE}{thing}", lead.unit.text) or _gives(thing, lead):
        return tuple(ranked)
    hits = found.ranking.hits
    own = document(hits[lead.unit.hit])
    near = (one for _, one in ranked[1:NEAR] if document(hits[one.unit.hit]) == own)
    first = next((one for one in near if _gives(thing, one)), None)
    return tuple(ranked) if first is None else ((top, first), *(pair for pair in ranked if pair[1] is not first))


def _gives(thing: str, one: Held) -> bool:
    return re.search(rf"(?i)\b{thing}{_IS}", one.unit.text) is not None
