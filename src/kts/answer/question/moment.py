"""A question of today, this week or next month is asked of the days it means: a rota answers no other way (EVID-3).

What bears such days, a row of a table above all, answers before what was found without them. Where nothing does, a row
of other days is no sure answer.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.standing.earlier import as_it_was, begun_later
from kts.answer.standing.outside import of_its_time
from kts.answer.verdict.judge import doubted
from kts.answers import GIVEN
from kts.lexicon.analyse import words
from kts.lexicon.dates import MONTHS, dates
from kts.lexicon.patterns import later
from kts.search.notes import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.means import Means
    from kts.answers import Answer

_WHEN = later(
    r"(?i)\b(?:(?:on|for|in|of|during|at|f\u00fcr|in) )?"
    r"(?P<said>(?P<day>today|tonight|tomorrow|yesterday|heute|gestern)"
    r"|(?P<which>this|next|last|previous|the coming|diese[nrs]?|(?:n\u00e4chste|letzte|vorige|kommende)[nrs]?) "
    r"(?P<unit>week|month|year|woche|monat|jahr))\b(?!['\u2019]s)"
)
"""`morgen` is the morning as often as the next day."""
_DAYS = {"tomorrow": 1, "yesterday": -1, "gestern": -1}
_NEXT, _LAST = ("next", "the coming", "n\u00e4chste", "kommende"), ("last", "previous", "letzte", "vorige")
_WEEKS, _MONTHS = ("week", "woche"), ("month", "monat")
_ROW = later(r"\A[^.;:\n]{1,60}: [^;]*; [^;:]{1,60}: ")
"""A row of a table, as answers show it."""
_ROTA = later(
    r"(?i)\b(?:who(?:se|m)?|wer|wen)\b[^?]*\b(?:on (?:call|duty|shift|standby|watch)|standby|on-call|duty|shift|rota"
    r"|covers?|covering|bereitschaft|dienst)\b"
)
"""Who it is today is asked, and was somebody else last week."""
_SINCE = later(r"(?i)\b(?:from|since|valid|effective|begins?|starts?|as of|ab|seit|g\u00fcltig)\b[^;]{0,20}\Z")
"""What stands before a day from which on a row holds."""
_WHOLE = frozenset({"day", "month", "quarter", "half", "year"})
"""Kinds of dates that have a year."""
_MONTH_NAMES = {number: name.capitalize() for name, number in reversed(MONTHS.items())}
"""Months by their numbers: of several names for one the first, which is the whole one."""


class Moment(NamedTuple):
    """Days that a question means (ISO, inclusive), the words for them, and the question in other words."""

    said: str
    first: str
    last: str
    asked: tuple[str, ...]


def in_time(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer for the time that is asked about: days around today's, or what was in force before."""
    said = as_it_was(question, of_the_moment(question, said, means, ask), means, ask)
    return begun_later(question, of_its_time(question, said, means, ask), means)


def of_the_moment(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer for the days that are meant, where its lead bears them; else the one there is, doubted if need be."""
    meant = moment(question, date.fromisoformat(means.as_of or means.today))
    if meant is None or (said.verdict == "answered" and _bears(said, meant)):
        return said
    for asked in meant.asked:
        found = ask(asked, means)
        sure = found.verdict in GIVEN or (found.claims and _ROW.match(found.claims[0].text))
        if sure and _bears(found, meant):
            return found._replace(query=question, notes=(_told(meant), *_of_the_question(found.notes, question)))
    lead = said.claims[0].text if said.claims else ""
    if said.verdict == "answered" and _ROTA.search(question):
        return doubted(said, f"{_told(meant)}, and what was found names nobody for that time")
    if said.verdict != "answered" or not _ROW.match(lead) or not any(_stretches(lead)):
        return said
    return doubted(said, f"{_told(meant)}, and what was found is of another time")


def moment(question: str, today: date) -> Moment | None:
    """The days that a question means by its one word for them."""
    found = list(_WHEN.finditer(question))
    if len(found) != 1:
        return None
    match = found[0]
    if match["day"]:
        day = today + timedelta(days=_DAYS.get(match["day"].casefold(), 0))
        first, last, spoken = day, day, [f"on {_written(day)}", _week(day)]
    else:
        first, last, spoken = _around(match["which"].casefold(), match["unit"].casefold(), today)
    asked = tuple(f"{question[: match.start()]}{other}{question[match.end() :]}" for other in spoken)
    return Moment(match["said"], first.isoformat(), last.isoformat(), asked)


def _around(which: str, unit: str, today: date) -> tuple[date, date, list[str]]:
    """The first and last day of a week, a month or a year beside today's, and how they are called."""
    step = 1 if which.startswith(_NEXT) else -1 if which.startswith(_LAST) else 0
    if unit in _WEEKS:
        first = today + timedelta(days=7 * step - today.weekday())
        last = first + timedelta(days=6)
        return first, last, [f"from {_written(first)} to {_written(last)}", _week(first)]
    if unit in _MONTHS:
        number = today.year * 12 + today.month - 1 + step
        first, after = (date(one // 12, one % 12 + 1, 1) for one in (number, number + 1))
        return first, after - timedelta(days=1), [f"in {_MONTH_NAMES[first.month]} {first.year}"]
    year = today.year + step
    return date(year, 1, 1), date(year, 12, 31), [f"in {year}"]


def _week(day: date) -> str:
    return f"in week {day.isocalendar().week}"


def _written(day: date) -> str:
    return f"{day.day} {_MONTH_NAMES[day.month]} {day.year}"


def _told(meant: Moment) -> str:
    days = meant.first if meant.first == meant.last else f"{meant.first} to {meant.last}"
    return f"{meant.said} is {days}"


def _of_the_question(notes: Sequence[str], question: str) -> Iterator[str]:
    """The notes, without words that no document has and that only the words for the days brought in."""
    asked = frozenset(words(question))
    for note in notes:
        absent = [word for word in note.removeprefix(ABSENT).split(", ") if word in asked]
        if not note.startswith(ABSENT):
            yield note
        elif absent:
            yield f"{ABSENT}{', '.join(absent)}"


def _bears(said: Answer, meant: Moment) -> bool:
    """Whether the lead names a day that is meant, or a stretch around them, or the number of their week."""
    if not said.claims:
        return False
    text = said.claims[0].text
    week = date.fromisoformat(meant.first).isocalendar().week
    numbered = len(meant.asked) > 1 and re.search(rf"(?i)\b(?:week|kw|woche)\W{{1,3}}{week}\b", text)
    return bool(numbered) or any(first <= meant.last and meant.first <= last for first, last in _stretches(text))


def _stretches(text: str) -> Iterator[tuple[str, str]]:
    """The days that a text names, and in a row the stretches from one to the next, or from one on."""
    named = [one for one in dates(text) if one.kind in _WHOLE]
    yield from ((one.first, one.last) for one in named)
    if _ROW.match(text):
        yield from ((one.first, other.last) for one, other in pairwise(named))
        if len(named) == 1 and _SINCE.search(text[: named[0].start]):
            yield named[0].first, "9999-12-31"
