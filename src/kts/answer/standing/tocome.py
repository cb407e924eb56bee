"""What is said of a day that is to come holds no sooner: until then what is said without one answers (EVID-9).

`From 1 January 2027 a seat costs 12 euros` was written before that day, in a mail or a notice beside the price list of
today. Whoever asks for the day, for what is new or for the future wants it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import put_behind
from kts.answer.gather import timed
from kts.answer.means import record as record_of
from kts.answer.standing.conflicts import FORMER
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint

_FROM = (
    r"(?:with effect from|effective(?: from)?|as (?:of|from)|starting(?: from)?|beginning|from|ab"
    r"|mit wirkung (?:vom|zum))(?: the| dem)?\s+\Z"
)
_OPENS = later(rf"(?i)\A[\W_]*(?:(?:please note|note|notice|new|attention)\W{{1,3}}(?:that )?)?{_FROM}")
_LEADS = later(rf"(?i)(?<![\w-]){_FROM}")
_HOLDS = later(
    r"(?i)\b(?:costs?|is|are|will be|becomes?|appl(?:y|ies)|holds?|valid|effective|in force|amounts? to|rises?|falls?"
    r"|increases?|changes?|pays?|gilt|kostet|betr\u00e4gt)\b"
)
"""What is said to hold from a day; a course or a season that starts on one is none."""
_CLOSES = later(r"(?i)(?:,? (?:on|onwards?|an))?\W*\Z")
_TODAY = later(
    r"(?i)\b(?:now|currently|at present|today|until (?:then|that|the|\d)|so far|still|before (?:that|then)|up to then"
    r"|bisher|derzeit|bis dahin)\b"
)
"""A statement that also tells what holds before the day."""
_ASKS_LATER = later(
    r"(?i)\b(?:when|from when|since when|as of|will|going to|next|new|future|upcoming|coming|planned|announced|chang\w+"
    r"|increase[sd]?|rises?|raised?|soon|later|until|how long|starts?|begins?|date|wann|wird|neue[rns]?"
    r"|k\u00fcnftig\w*)\b"
)
"""How a question asks for what is to come, or for the day."""


def begins_on(text: str) -> str:
    """The day (ISO) from which all of a statement holds, as it says where it begins or ends; empty where it does not.

    A statement that tells what holds before that day as well, or two values of a kind, is of both times.
    """
    found = [one for one in dates(text) if one.kind in {"day", "month"} and not one.first.startswith("-")]
    if not found or _TODAY.search(text) or FORMER.search(text):
        return ""
    if _OPENS.match(text[: found[0].start]):
        return found[0].first
    last = found[-1]
    values = [one for one in quantities(text) if one.end <= last.start or one.start >= last.end]
    if any(comparable(one, other) for at, one in enumerate(values) for other in values[at + 1 :]):
        return ""
    led = _LEADS.search(text, 0, last.start)
    closes = led and _CLOSES.match(text, last.end) and _HOLDS.search(text, 0, led.start())
    return last.first if closes else ""


def not_yet(text: str, asked: str, day: str) -> str:
    """The day (ISO) from which a statement holds where that is after a day, and nothing asked or claimed names it."""
    begins = "" if _asks_later(asked) else begins_on(text)
    return begins if begins > day else ""


def _asks_later(asked: str) -> bool:
    return bool(dates(asked)) or _ASKS_LATER.search(asked) is not None


def holding_first(
    question: str,
    wants: Sequence[Constraint],
    ranked: Sequence[tuple[float, Held]],
    means: Means,
    *,
    spread: float = 1.0,
) -> tuple[tuple[float, Held], ...]:
    """The units, those that hold only from a later day behind what says as much."""
    if timed(question, wants) or _asks_later(question):
        return tuple(ranked)
    day = means.as_of or means.today
    early = {one.unit for _, one in ranked if begins_on(one.unit.text) > day}
    return put_behind(ranked, early, spread=spread)


def early_leading(question: str, picked: Picked, means: Means) -> tuple[str, ...]:
    """The doubt where what leads does not hold yet, and nothing in the question asks for what is to come."""
    begins = not_yet(picked.chosen[0].held.unit.text, question, means.as_of or means.today) if picked.chosen else ""
    return (f"what is cited holds only from {begins}",) if begins else ()


class Coming(NamedTuple):
    """A unit of an answer that does not hold yet, its document's id and path, and the day from which it does (ISO)."""

    unit: Unit
    document: str
    path: str
    begins: str

    def said(self) -> str:
        """A note on it."""
        return f"not yet so: it holds from {self.begins}: {self.path}"


def early_beside(picked: Picked, found: Gathered, means: Means) -> Iterator[Coming]:
    """Each statement of an answer that does not hold yet, whatever was asked."""
    day = means.as_of or means.today
    for one in picked.chosen:
        unit = one.held.unit
        if (begins := begins_on(unit.text)) > day:
            record = record_of(found.ranking.hits[unit.hit], found)
            yield Coming(unit, record.id, record.path, begins)
