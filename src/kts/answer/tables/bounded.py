"""Rows of a list by a figure or a day that a question bounds: `Which products cost less than EUR 60?`.

Each row is held against the bound, in the one column of such figures: in the unit that the bound has, which stands in
the cells or in the name of the column, or that the question calls by its name. So is a time that ends a question
(`Which vehicles need an inspection in 2025?`), in the column of days that the question calls by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.values import holds
from kts.answer.claims.match import stems
from kts.answer.tables.categories import table_of
from kts.answer.tables.states import fitting_rows, lists
from kts.answer.tables.superlative import SUM
from kts.answer.tables.timed import times_asked
from kts.answer.units.quotable import cells, rows_of
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.periods import periods, within
from kts.lexicon.quantities import comparable, quantities
from kts.lexicon.quantities_units import SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.tables.states import Found
    from kts.answer.units.quotable import Unit
    from kts.lexicon.periods import Period
    from kts.lexicon.quantities import Quantity

ROWS = 3
"""Rows with a figure from which a column is compared (a default, not fitted)."""
FILLED = 0.5
"""Share of the filled cells of a column that are figures (a default, not fitted)."""
_WHICH = later(r"(?i)\A\W*(?:(?:and|so|please|now)[ ,]+)*(?:which|what) (?P<said>(?:[\w'\u2019-]+ ){2,8})")
_SIDES = {"<": "below", "<=": "at most", ">": "above", ">=": "at least"}
_YEAR = later(r"(?i)\b(?:in|during|for|of) (?:the year )?(?P<year>(?:19|20)\d\d)\W*\Z")
_MONEY = stems("price cost fee charge amount rate rent premium pay salary wage sum value expense")
"""Names of columns of money, by whichever of them a question calls it."""
_UNIT = later(r"[^\W\d_]+|[%$\u20ac\u00a3]")
_RATE = later(r"(?i)(?:\bper |/ ?)(?P<of>[a-z]+)")
_LETTER = later(r"[^\W\d_]")
_BARE = frozenset({"number", "count"})


class Bound(NamedTuple):
    """What is listed, by all words that stand before the bound, and the bound: a limit, or a time."""

    said: frozenset[str]
    limit: Quantity | None
    time: Time | None = None

    @property
    def worded(self) -> str:
        """The bound as a sentence names it."""
        if self.limit is None:
            return f"of {self.time.text}" if self.time else ""
        return f"{_SIDES[self.limit.comparator]} {self.limit.text}"


class Time(NamedTuple):
    """A time that ends a question: a year, or what `periods` reads."""

    text: str
    start: int
    end: int
    year: int = 0
    period: Period | None = None

    def holds(self, cell: str) -> bool:
        """Whether a cell has a day of this time."""
        told = periods(cell)
        if self.period is None:
            return any(one.year == self.year for one in told)
        return any(within(self.period, one) for one in told)


def read(question: str) -> Bound | None:
    """The bound for which a question asks the things that keep it; None for any other question.

    `Which wires over $25,000 need approval?` asks for none: what stands behind the amount says more of it.
    """
    match = _WHICH.match(question)
    if match is None:
        return None
    limit = next((one for one in quantities(question) if one.comparator in _SIDES and one.upper is None), None)
    time = None if limit else _time(question)
    bound = limit or time
    if bound is None or set(words(question[bound.end :])) - {"each"}:
        return None
    said = [word for word in words(question[match.start("said") : bound.start]) if word not in STOP_WORDS]
    return Bound(frozenset[str]().union(*map(stems, said)), limit, time) if said else None


def _time(question: str) -> Time | None:
    """The time that ends a question."""
    if year := _YEAR.search(question):
        return Time(year["year"], *year.span("year"), int(year["year"]))
    told = times_asked(question)
    return Time(told[-1].text, told[-1].start, told[-1].end, period=told[-1]) if told else None


def of_bound(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, *, short: str
) -> Found | None:
    """The rows of the first list of what is asked for that has such figures which keep the bound.

    `short` is what is said where not all of them were found. None where no list tells.
    """
    asked = read(question)
    if asked is None:
        return None
    for rows in lists(ranked, found, asked.said - _MONEY):
        lead = rows[0].unit
        whole = table_of(lead, found.ranking.hits[lead.hit], means) or [one.unit for one in rows]
        keeps = keeping(asked, whole)
        if keeps is None:
            continue
        return fitting_rows(keeps, rows, whole, short=short, none=asked.worded)
    return None


def tells(limit: Quantity, text: str, columns: str) -> bool:
    """Whether a text has a table with a column of figures that can be held against a limit."""
    table = rows_of(text, columns)
    names = cells(table[0].header) if table else []
    rows = [held for row in table if len(held := cells(row.text)) == len(names)]
    return any(_tells(at, name, rows, limit) for at, name in enumerate(names))


def keeping(asked: Bound, table: Sequence[Unit]) -> Callable[[Unit], bool] | None:
    """Whether a row keeps the bound; None where no one column has such figures."""
    names = cells(table[0].header) if table else []
    rows = [held for row in table if len(held := cells(row.text)) == len(names)]
    told = [at for at, name in enumerate(names) if _tells(at, name, rows, asked.limit)]
    called = [at for at in told if _is_called(names[at], [held[at] for held in rows], asked)]
    columns = called or (told if asked.limit and _has_unit(asked.limit) else [])
    if len(columns) != 1:
        return None
    (at,) = columns

    def keeps(row: Unit) -> bool:
        held = cells(row.text)
        if len(held) != len(names) or any(SUM.match(cell) for cell in held):
            return False
        if asked.limit is None:
            return asked.time is not None and asked.time.holds(held[at])
        own = figure(held[at], names[at], asked.limit)
        return own is not None and holds(asked.limit, own)

    return keeps


def _tells(at: int, name: str, rows: Sequence[Sequence[str]], limit: Quantity | None) -> bool:
    """Whether a column holds figures that can be held against the limit, or days where there is none."""
    filled = [held[at] for held in rows if held[at]]
    told = sum(figure(cell, name, limit) is not None if limit else len(dates(cell)) == 1 for cell in filled)
    return told >= ROWS and told >= FILLED * len(filled)


def figure(cell: str, name: str, limit: Quantity) -> Quantity | None:
    """The figure of a cell as it is held against a limit, None where it is none of its kind.

    A cell without a unit has that of the column's name; where that names none either, or the limit has none, that of
    the limit. So it is with the time for which an amount is.
    """
    cell = cell.strip("* ")
    stated = quantities(cell)
    if len(stated) != 1 or stated[0].upper is not None or stated[0].comparator:
        return None
    (own,) = stated
    if _LETTER.search(cell[: own.start] + cell[own.end :]):
        return None
    if not _has_unit(limit):
        own = own._replace(unit=limit.unit, kind=limit.kind)
    elif own.kind in _BARE:
        units = [one for word in _UNIT.findall(name) if (one := _unit(word))]
        of = units[0] if units else limit if limit.kind != "money" or stems(name) & _MONEY else own
        own = own._replace(unit=of.unit, kind=of.kind)
    rate = _RATE.search(name)
    own = own._replace(per=own.per or SPELLINGS.get(rate["of"].lower() if rate else "", limit.per))
    return own if comparable(own, limit) else None


def _unit(word: str) -> Quantity | None:
    """A quantity of one of a unit, None for a word that is none."""
    for text in (f"1 {word}", f"{word} 1"):
        for one in quantities(text):
            if one.kind not in _BARE and one.text == text:
                return one
    return None


def _has_unit(limit: Quantity) -> bool:
    return limit.kind not in _BARE


def _is_called(name: str, held: Sequence[str], asked: Bound) -> bool:
    """Whether a question calls a column by its name: `cost` for a unit price, or a column of euros, too."""
    own = stems(name)
    if own & asked.said:
        return True
    money = bool(own & _MONEY) or any(
        one is not None and one.kind == "money" for one in map(_unit, _UNIT.findall(name))
    )
    return bool(asked.said & _MONEY) and (
        money or any(one.kind == "money" for cell in held for one in quantities(cell))
    )
