"""What holds now stands before what held once: documents that were replaced, exceptions that are over (EVID-9).

`For the trade fair (16 to 20 November 2026) the limit is raised to 65` is no rule after it: the standing one answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import raised
from kts.answer.gather import PAST
from kts.answer.means import record as record_of
from kts.answer.standing.dated import dated_after
from kts.answer.standing.inforce import in_force
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.units.quotable import Unit

STALE = 1.5
"""What a unit of a document that is not in force loses, on the scale of the extraction's scores (a default, not fitted:
a current document wins over an older one that says as much)."""
HALF = 0.5
"""Share of the question's words of an exception that is over which a rule needs to stand before it (a default)."""
_EXCEPTS = later(
    r"(?i)\b(?:raised|lifted|lowered|increased|reduced|suspended|waived|relaxed|doubled|halved|exception(?:s|al|ally)?"
    r"|temporar(?:y|ily)|special(?:ly)?|instead of|in place of|additional(?:ly)?|also allowed"
    r"|only (?:during|until|from))\b"
)
"""How a statement says that something else than the rule holds for a time; a term that ends on a day is none."""
_ENDS = later(
    r"(?i)(?:\b(?:until|till|through|valid to)(?: and including| the end of)?"
    r"|\d[^.;()\n]{0,22}?(?:\b(?:to|and|until)\b|[-\u2013]))(?: the)?\s*\Z"
)
"""What stands before the last day of a time: `until`, or an earlier day and `to`."""
_DAYS = later(r"\b\d{1,2}\.?\s*[-\u2013]\s*(?P<last>\d{1,2})\.?\s*\Z")
"""`16-20` before a month and its year."""
_FOR = later(r"(?i)(?:\A|[,;(:]\s*|\s)(?:for|during|over|at|on)\s+(?P<what>[^,;:.\n]{3,80}?)\W*\Z")
"""What an exception is made for, before its days."""
_ASKS_WHEN = later(r"(?i)\b(?:when|until|how long|dates?|period|exceptions?|temporar(?:y|ily)|history)\b")


class Limit(NamedTuple):
    """The last day (ISO) of an exception, its words, and the terms of what it is made for."""

    last: str
    text: str
    reason: frozenset[str]


def limit_of(text: str) -> Limit | None:
    """Until when what a statement says holds, where it is an exception from a rule for a time that it names."""
    if not _EXCEPTS.search(text):
        return None
    for one in reversed(dates(text)):
        days = _DAYS.search(text, 0, one.start) if one.kind == "month" else None
        ends = days or (_ENDS.search(text, 0, one.start) if one.kind in {"day", "month"} else None)
        if ends and not one.last.startswith("-"):
            last = f"{one.last[:8]}{int(days['last']):02}" if days else one.last
            made_for = _FOR.search(text, 0, max(text.rfind("(", 0, one.start), 0) or ends.start())
            named = frozenset(terms(made_for["what"])) - _PLAIN if made_for else frozenset[str]()
            return Limit(last, " ".join(text[ends.start() : one.end].strip(" ()").split()), named)
    return None


_PLAIN = frozenset(terms(" ".join(STOP_WORDS)))


def over(text: str, asked: str, day: str) -> Limit | None:
    """The limit of an exception that was over before a day (ISO), where nothing that is asked, or claimed, names it.

    Who names what it was made for, a time or the past means the exception.
    """
    limit = limit_of(text)
    if limit is None or limit.last >= day or dates(asked) or _ASKS_WHEN.search(asked):
        return None
    return None if limit.reason & frozenset(terms(asked)) else limit


def current_first(
    ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """Units of documents that are not in force stand back; as of a day, so does what bears a later date.

    The caller has seen that the question names no time or version.
    """
    day = means.as_of or means.today
    records = [record_of(hit, found) for hit in found.ranking.hits]
    old = {number for number, one in enumerate(records) if not in_force(one, means.successors, day)}
    old |= {number for number, one in enumerate(records) if means.told_by and dated_after(one, means.told_by)}
    return raised(ranked, lambda one: -STALE * (one.unit.hit in old))


def standing_rule(
    question: str, ranked: Sequence[tuple[float, Held]], words: AbstractSet[str], means: Means
) -> tuple[Held, ...]:
    """The best unit that holds now, where an exception leads that is over; `words` are those of the question."""
    day = means.as_of or means.today
    if not ranked or PAST.search(question) or over(ranked[0][1].unit.text, question, day) is None:
        return ()
    asked = ranked[0][1].terms & words
    rules = (one for _, one in ranked[1:] if not is_past(one.unit.text, day))
    return next(((one,) for one in rules if asked and len(one.terms & asked) >= HALF * len(asked)), ())


def is_past(text: str, day: str) -> bool:
    """Whether a statement is an exception for a time that was over before a day (ISO)."""
    limit = limit_of(text)
    return limit is not None and limit.last < day


def over_leading(question: str, picked: Picked, means: Means) -> tuple[str, ...]:
    """That what leads was an exception for a time that is over, where the question does not ask for it."""
    if not picked.chosen or PAST.search(question):
        return ()
    limit = over(picked.chosen[0].held.unit.text, question, means.as_of or means.today)
    return (f"what is cited held only for a time that is over since {limit.last}",) if limit else ()


class Past(NamedTuple):
    """A unit of an answer that was an exception for a time, its document's id and path, and the last day (ISO)."""

    unit: Unit
    document: str
    path: str
    last: str

    def said(self) -> str:
        """A note on it."""
        return f"limited in time, and over since {self.last}: {self.path}"


def over_beside(picked: Picked, found: Gathered, means: Means) -> Iterator[Past]:
    """Each statement of an answer that was an exception for a time that is over, whatever was asked."""
    for one in picked.chosen:
        unit = one.held.unit
        limit = limit_of(unit.text)
        if limit and is_past(unit.text, means.as_of or means.today):
            record = record_of(found.ranking.hits[unit.hit], found)
            yield Past(unit, record.id, record.path, limit.last)
