"""Questions for a count or a total that several rows of a table tell together: none of them answers it alone.

`How many cases does Dr Osei have?` has four rows in a roster with a row a day. That they are to be added up is said,
with the sum where one column holds it, and the answer is not a sure one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.tables.categories import asked_cells, table_of
from kts.answer.tables.timed import apart, time_columns, times_asked
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit

_TOTAL = later(r"(?i)\b(?:total|altogether|in all|in sum|sum of|overall|insgesamt|zusammen|summe)\b")
_MANY = later(r"(?i)\b(?:how many|number of|wie viele|anzahl)\b")
_EACH = later(r"(?i)\b(?:each|every|per|daily|a day|pro|jeden?|jeweils)\b")
_SUM = later(r"(?i)\W*(?:(?:sub|grand)[ -]?)?(?:total|sum|gesamt|summe)\b")
_FIGURE = later(r"-?\d+(?:\.\d+)?")


def not_added(question: str, chosen: Sequence[Chosen], found: Gathered, means: Means) -> Iterator[str]:
    """That several rows of the lead's table fit, where a count or a total is asked for.

    A total may be of any rows; a count only of rows of days or weeks, for other rows are as often alternatives.
    """
    lead = chosen[0].held.unit if chosen else None
    total = _TOTAL.search(question) is not None
    if lead is None or lead.kind != "row" or _EACH.search(question) or not (total or _MANY.search(question)):
        return
    table = [one for one in table_of(lead, found.ranking.hits[lead.hit], means) if one.header == lead.header]
    timed = any(column.key for column in time_columns(table))
    rows = _fitting(question, table)
    if (timed or total) and len(rows) > 1 and lead.text in {one.text for one in rows}:
        names = " and ".join(_named(question, table))
        yield f"{len(rows)} rows of the table are of {names}{_sum(question, rows)}"


def _fitting(question: str, table: Sequence[Unit]) -> list[Unit]:
    """The rows of what the question names, of its time; none where it names nothing of the table, nor a total."""
    named = asked_cells(question, table)
    times = times_asked(question)
    rows = apart(times, table)[0] or list(table)
    if not named or any(_SUM.match(cell) for row in rows[:1] for cell in cells(row.text)):
        return []
    return [
        row
        for row in rows
        if (held := [" ".join(cell.casefold().split()) for cell in cells(row.text)])
        and all(at < len(held) and held[at] in told for at, told in named.items())
    ]


def _named(question: str, table: Sequence[Unit]) -> list[str]:
    """What the question names of the table, as it is written there."""
    told = {name for names in asked_cells(question, table).values() for name in names}
    written = {" ".join(cell.casefold().split()): cell for row in table for cell in cells(row.text)}
    return sorted(written[name] for name in told)


def _sum(question: str, rows: Sequence[Unit]) -> str:
    """The sum of the one column of figures that the question names."""
    asked = frozenset(terms(question)) - STOP_WORDS
    split = [cells(row.text) for row in rows]
    for at, name in enumerate(cells(rows[0].header)):
        told = [held[at] for held in split if at < len(held) and _FIGURE.fullmatch(held[at])]
        if len(told) == len(rows) and not asked.isdisjoint(terms(name)):
            return f"; {' + '.join(told)} is {sum(map(float, told)):g} ({name})"
    return ""
