"""Rows that are of a time: the day of a roster, the week of a rota, the month of a report.

`Who is on duty on 8 June?` is answered by the row whose date is that day, however it is written there, and not by a row
in which an 8 counts something. Where no row is of the day, the rows of other days answer another question.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.tables.spells import spell
from kts.answer.units.quotable import cells
from kts.lexicon.dates import WEEKDAYS
from kts.lexicon.patterns import later
from kts.lexicon.periods import MONTH_NAMES, Period, periods, within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.units.quotable import Unit

ROWS = 2
"""Rows with a time from which a column is one of times (a default, not fitted)."""
MOST = 0.6
"""Share of the filled cells of a column that are times: a table ends with a total (a default, not fitted)."""
LONGEST = 40
"""Characters of a cell that may be a time and its day of the week (a default, not fitted)."""
_KEY = later(
    r"(?i)\W*(?:(?:calendar|shift|duty|work(?:ing)?|service|reporting|fiscal) )?(?:dates?|days?|weeks?|wk|cw|months?|"
    r"quarters?|period|datum|tag|woche|kw|kalenderwoche|monat|quartal|zeitraum|schicht(?:tag|datum)|dienst(?:tag|datum))"
    r"\.?\W*"
)
"""The name of a column that says of which time a row is; the first column may have any name."""
_OTHERWISE = later(
    r"(?i)\b(?:from|since|until|till|to|by|start\w*|begin\w*|end\w*|due|expir\w*|effective|valid|opened|closed|created|"
    r"signed|issued?|review\w*|last|next|born|birth|joined|hired|g\u00fcltig|ab|bis|seit|von|f\u00e4llig\w*)\b"
)
"""A day on which something begins, ends or is due: the row tells of more than that day."""
_WEEKDAY = later(
    rf"(?i)\b(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))}|montag|dienstag|mittwoch|donnerstag|freitag|"
    r"samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so)\b"
)
_CLOCK = later(r"\bT?\d{1,2}:\d\d(?::\d\d)?Z?\b")
_NUMERIC = later(r"\W*(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.?\W*")
"""A day and a month in figures: `8.6.`."""
_WEEKS = later(r"(?i)\b(?:weeks?|wk|cw|kw|kalenderwoche|woche)\b")
_QUARTERS = later(r"(?i)\b(?:quarters?|quartal)\b")


_BOUND = later(
    r"(?i)\b(?:since|from|until|till|to|through|by|before|after|starting|effective|as of|than|except|besides|between|"
    r"each|every|seit|ab|bis|vor|nach|von|au\u00dfer|zwischen|jede[nmrs]?)(?: (?:the|the end of|end of|dem|der|den|zum|"
    r"and|including|mon\w*|tues\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*|\w+tag),?){0,3} \Z"
    r"|\d(?:st|nd|rd|th|\.)?(?:,|,? (?:and|or|und|oder|&)) \Z"
)
"""Before a time: it is a bound, the time of something else, or the last of several."""
BEFORE = 40
"""Characters before a time in which that is said."""


def times_asked(question: str) -> tuple[Period, ...]:
    """The days, weeks, months and quarters for which something is asked; not those since or until which it holds."""
    return tuple(one for one in periods(question) if not is_bound(question, one))


def is_bound(text: str, one: Period) -> bool:
    """Whether something is since, until or before a time, or it is one of several days of which it has the month."""
    return _BOUND.search(text[max(0, one.start - BEFORE) : one.start]) is not None


class Column(NamedTuple):
    """A column of times: which it is, whether it says of which time a row is, and the time of each row that has one.

    A day in figures may be read in two ways.
    """

    at: int
    key: bool
    times: dict[Unit, tuple[Period, ...]]


def apart(asked: Sequence[Period], rows: Sequence[Unit]) -> tuple[list[Unit], list[Unit]]:
    """The rows of one table that are of a time that is asked for, and those of another time; nothing where none is."""
    columns = [one for one in time_columns(rows) if one.key] if asked else []
    yes = [row for row in rows if any(_is_of(asked, column.times.get(row, ())) for column in columns)]
    if not yes:
        return [], []
    told = {row for column in columns for row in column.times if _is_of_another(asked, column.times[row])}
    return yes, [row for row in rows if row in told and row not in yes]


def other_time(asked: Sequence[Period], row: Unit, table: Sequence[Unit]) -> Period | None:
    """Of which other time a row is than those that are asked for; None where it is of one of them, or of none.

    A row for a stretch of days, or a table with a column for each month, is held against these (`spells`, the header),
    unless it also has the number of its week, or its month, where one of these is asked for.
    """
    found = [column.times[row] for column in time_columns(table) if column.key and row in column.times]
    kinds = {one.kind for one in asked}
    if spell(row) is not None and not any(time.kind in kinds for times in found for time in times):
        return None
    named = [one for name in cells(row.header) for one in periods(name)]
    if _is_of(asked, named):
        return None
    if len(named) > 1 and _is_of_another(asked, named):
        return named[0]
    if any(_is_of(asked, times) for times in found):
        return None
    return next((times[0] for times in found if _is_of_another(asked, times)), None)


def steady(rows: Sequence[Unit]) -> bool:
    """Whether the rows of days go from day to day, as a roster does; each of a list of prices holds up to the next."""
    days = [times[0] for one in time_columns(rows) if one.key for times in one.times.values() if times[0].kind == "day"]
    return not days or _spread(days) <= STEP * (len({one.number for one in days}) - 1)


STEP = 7
"""Days between two rows, on an average, up to which a table tells of each day, or each week (a default, not fitted)."""


def _is_of(asked: Sequence[Period], times: Sequence[Period]) -> bool:
    return any(within(one, other) for one in asked for other in times)


def _is_of_another(asked: Sequence[Period], times: Sequence[Period]) -> bool:
    return bool(times) and all(within(one, other) is False for one in asked for other in times)


def time_columns(rows: Sequence[Unit]) -> tuple[Column, ...]:
    """The columns of a table that hold times, in their order."""
    names = cells(rows[0].header) if rows else []
    split = [(row, held) for row in rows if len(held := cells(row.text)) == len(names)]
    columns = (_column(at, name, [(row, held[at]) for row, held in split]) for at, name in enumerate(names))
    return tuple(one for one in columns if one is not None)


def _column(at: int, name: str, held: Sequence[tuple[Unit, str]]) -> Column | None:
    times = {row: found for row, cell in held if (found := tuple(_times(name, cell)))}
    filled = sum(bool(cell) for _, cell in held)
    if len(times) < ROWS or len(times) < MOST * filled:
        return None
    key = bool(_KEY.fullmatch(name)) or (at == 0 and not _OTHERWISE.search(name))
    return Column(at, key, _in_one_order(times))


def _times(name: str, cell: str) -> Iterator[Period]:
    """The time that is all that a cell holds, beside the day of the week and the hour."""
    if not cell or len(cell) > LONGEST:
        return
    bare = _CLOCK.sub(" ", _WEEKDAY.sub(" ", cell))
    if number := re.fullmatch(r"\W*(?P<number>\d{1,2})\W*", bare):
        yield from _counted(name, int(number["number"]))
        return
    if (figures := _NUMERIC.fullmatch(bare)) and 0 < int(figures["month"]) <= MONTHS:
        yield Period(0, len(cell), cell, "day", (int(figures["month"]), int(figures["day"])))
        return
    if month := MONTH_NAMES.get(bare.strip(" .*").casefold()):
        yield Period(0, len(cell), cell, "month", (month,))
        return
    found = periods(bare) or periods(bare.title())
    places = {(one.start, one.end) for one in found}
    if len(places) == 1:
        start, end = next(iter(places))
        if not re.search(r"\w", bare[:start] + bare[end:]):
            yield from (one._replace(text=cell) for one in found)


MONTHS = 12


def _counted(name: str, number: int) -> Iterator[Period]:
    """A number in a column of weeks or quarters."""
    kind = "week" if _WEEKS.search(name) else "quarter" if _QUARTERS.search(name) else ""
    if kind == "week":
        yield Period(0, 0, f"week {number}", "week", (number,))
    elif kind and number <= QUARTERS:
        yield Period(0, 0, f"quarter {number}", "quarter", (number,))


QUARTERS = 4


def _in_one_order(times: dict[Unit, tuple[Period, ...]]) -> dict[Unit, tuple[Period, ...]]:
    """Days in figures that can be read in two ways are read as those beside them: in the order that fits them all.

    Where both fit, in that in which the days lie closer together, as those of one roster do.
    """
    if all(len(found) == 1 for found in times.values()):
        return times
    orders = [{row: found[min(side, len(found) - 1)] for row, found in times.items()} for side in (0, -1)]
    sure = [found[0] for found in times.values() if len(found) == 1]
    best = min(orders, key=lambda order: _spread([*order.values(), *sure]))
    return {row: (one,) for row, one in best.items()}


def _spread(found: Iterable[Period]) -> int:
    """The days between the first and the last, as a year of twelve months of 31 days counts them."""
    days = [(one.year * MONTHS + one.number[0]) * 31 + one.number[-1] for one in found]
    return max(days) - min(days)
