"""Questions for the most or the least of a table: `Which class has the most pupils?` takes all rows of a column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.units.quotable import cells
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held

UNCOMPARED = "the rows of a table are compared only as far as they were found"
_MOST = r"most|highest|largest|biggest|greatest|longest|heaviest|oldest|dearest|tallest|fastest"
_LEAST = r"least|fewest|lowest|smallest|cheapest|shortest|lightest|youngest|slowest"
_ASKS = later(
    rf"(?i)\b(?:which|who|whose|what|where)\b(?![^?]*\b(?:at|up to) (?:most|least)\b)[^?]*?\b(?:has|have|is|are|was|"
    rf"were|had|gets?|costs?|with|the)\b[^?]*?\b(?P<end>{_MOST}|{_LEAST})\b"
    r"(?! (?:that )?(?:\w+ ){1,3}?(?:can|could|may|might|will|would|pays?|gets?|takes?|allows?|costs?)\b)"
)
_DOWN = later(rf"(?i)(?:{_LEAST})\Z")
_NUMBER = later(r"(?:[A-Z]{3} |[^\w\s]{1,2} ?)?(\d{1,3}(?:[,'\u2019 ]\d{3})+|\d+)(\.\d+)?(?![\w.])\D{0,8}\Z")
SUM = later(r"(?i)\W*(?:sub-?)?(?:total|sum|average|mean)\b")
ROWS = 2
"""Rows from which a column is compared."""


def asks_for_extreme(question: str) -> bool:
    """Whether a question asks for what has the most or the least of something."""
    return _ASKS.search(question) is not None


def extreme(question: str, ranked: Sequence[tuple[float, Held]]) -> Held | None:
    """The row of the lead's table with the most or the least in the column that the question names, if one has."""
    asked = _ASKS.search(question)
    if asked is None or not ranked or ranked[0][1].unit.kind != "row":
        return None
    lead = ranked[0][1].unit
    rows = [
        one for _, one in ranked if (one.unit.hit, one.unit.header, one.unit.kind) == (lead.hit, lead.header, "row")
    ]
    names, words = cells(lead.header), frozenset(terms(question))
    columns = [at for at, name in enumerate(names) if not words.isdisjoint(terms(name))]
    told = [(at, list(_values(rows, at, len(names)))) for at in columns]
    numbered = [pairs for _, pairs in told if len(pairs) >= ROWS]
    if len(numbered) != 1:
        return None
    sign = -1 if _DOWN.search(asked["end"]) else 1
    best = max(value * sign for value, _ in numbered[0])
    firsts = [one for value, one in numbered[0] if value * sign == best]
    return firsts[0] if len(firsts) == 1 else None


def _values(rows: Sequence[Held], column: int, width: int) -> Iterator[tuple[float, Held]]:
    """The numbers of a column with their rows, without those of totals."""
    for one in rows:
        held = cells(one.unit.text)
        if (
            len(held) == width
            and not any(SUM.match(cell) for cell in held)
            and (found := _NUMBER.match(held[column].strip("* ")))
        ):
            yield float(re.sub(r"\D", "", found[1]) + (found[2] or "")), one
