"""Which rows of a table are about what a question names: the row for 6-8 kg where 7 kg are asked for, step 11 of many.

A table of ranges or of numbers is a key and its values. A row whose key holds what is asked for answers; the others
answer another question, however many of its words they hold.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.units import cells
from kts.lexicon.dates import dates
from kts.lexicon.quantities import comparable, quantities, worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.answer.units import Unit
    from kts.lexicon.quantities import Quantity
    from kts.types import Span

LONGEST_KEY = 60
"""Characters of a cell that may be a key; a longer one is a text with amounts in it (a default, not fitted)."""
SHORTEST_KEY = 4
"""Characters from which a cell with a number in it is a key as it is written (a default, not fitted)."""
_KEY = re.compile(r"\d")
_UNIT = re.compile(r"[(\[,]\s*([^()\[\],\d]{1,12})[)\]]?\s*\Z")
_NUMBER = re.compile(r"\W*(?:[A-Za-z]+\s)?0*(\d{1,6})\W*\Z")
_WORD = re.compile(r"[^\W\d_]{3,}")


class Row(NamedTuple):
    """Where a row stands: the hit and the place in its document."""

    hit: int
    span: Span


class Keyed(NamedTuple):
    """Rows whose key holds what is asked for, and those whose key holds something else."""

    fitting: frozenset[Row]
    others: frozenset[Row]


def keyed(question: str, units: Sequence[Unit]) -> Keyed:
    """Hold the keys of all rows against the amounts and numbers of the question, a table at a time; of lists, too."""
    asked_for = [one for one in quantities(question) if one.unit]
    fitting, others = set[Row](), set[Row]()
    if not asked_for and not _KEY.search(question):
        return Keyed(frozenset(), frozenset())
    for rows in _tables(units).values():
        names = cells(rows[0].header)
        split = [(row, cells(row.text)) for row in rows]
        split = [(row, found) for row, found in split if len(found) == len(names)]
        for column, name in enumerate(names):
            keys = {Row(row.hit, row.span): found[column] for row, found in split}
            yes, no = (
                _written(question, keys)
                or _numbered(question, name, keys)
                or _dated(question, keys)
                or _ranged(asked_for, name, keys)
            )
            fitting |= yes
            others |= no
    for keys in _lists(units).values():
        yes, no = _ranged(asked_for, "", keys)
        fitting |= yes
        others |= no
    return Keyed(frozenset(fitting), frozenset(others - fitting))


def _tables(units: Iterable[Unit]) -> Mapping[tuple[int, str], list[Unit]]:
    """Rows by passage and header; without a header nothing says what a column holds."""
    found: dict[tuple[int, str], list[Unit]] = defaultdict(list)
    for unit in units:
        if unit.kind == "row" and unit.header:
            found[unit.hit, unit.header].append(unit)
    return found


def _lists(units: Iterable[Unit]) -> Mapping[tuple[int, str], dict[Row, str]]:
    """What stands before the colon of the entries of a list, by passage and the line before the list."""
    found: dict[tuple[int, str], dict[Row, str]] = defaultdict(dict)
    for unit in units:
        key, colon, _ = unit.text.partition(":")
        if unit.kind == "entry" and colon and _KEY.search(key):
            found[unit.hit, unit.intro][Row(unit.hit, unit.span)] = key
    return found


def _written(question: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]] | None:
    """Rows whose key stands in the question as it is written: `12-16 kg`, `2023-06`."""
    folded = question.casefold()
    told = {
        place: cell.casefold()
        for place, cell in keys.items()
        if SHORTEST_KEY <= len(cell) <= LONGEST_KEY and _KEY.search(cell)
    }
    there = {cell for cell in told.values() if cell in folded}  # to look first spares an expression a cell
    asked_for = {cell for cell in there if re.search(rf"(?<!\w){re.escape(cell)}(?!\w|[.,-]\d)", folded)}
    yes = {place for place, cell in told.items() if cell in asked_for}
    return (yes, set(told) - yes) if yes else None


def _numbered(question: str, name: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]] | None:
    """`step 11` in a table with a column *Step*: the rows of that number, where there is one.

    A column *Version 3* beside *Version 4* is itself the number.
    """
    if _KEY.search(name):
        return None
    heads = "|".join(re.escape(word.rstrip("s")) for word in _WORD.findall(name))
    shape = rf"(?i)\b(?:{heads})s?\s+0*(\d{{1,6}})\b(?![.,]?\d)"
    wanted = {found[1] for found in re.finditer(shape, question)} if heads else set[str]()
    if not wanted:
        return None
    numbers = {place: match[1] for place, cell in keys.items() if (match := _NUMBER.match(cell))}
    yes = {place for place, number in numbers.items() if number in wanted}
    return (yes, set(numbers) - yes) if yes else None


def _dated(question: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]] | None:
    """`May 2023` in a table with rows for April 2021 to March 2023 and for April 2023 to March 2024: the second one."""
    wanted = [one for one in dates(question) if one.first[:4].isdigit()]
    if not wanted:
        return None
    spans = {place: found for place, cell in keys.items() if (found := _time_of(cell))}
    yes = {
        place
        for place, (first, last) in spans.items()
        if any(first <= one.first and one.last <= last for one in wanted)
    }
    return (yes, set(spans) - yes) if yes else None


def _time_of(cell: str) -> tuple[str, str] | None:
    """The first and the last day of a cell that is a time from one date to another."""
    if len(cell) > LONGEST_KEY or not _BETWEEN.search(cell):
        return None
    found = [one for one in dates(cell) if one.first[:4].isdigit()]
    return (found[0].first, found[-1].last) if len(found) > 1 else None


_BETWEEN = re.compile(r"(?i)\b(?:to|through|until|till|bis)\b|[\u2013-]")


def _ranged(asked_for: Sequence[Quantity], name: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]]:
    """`7 kg` in a table with rows for 4-6 kg and 6-8 kg: the rows whose range holds it; all are others where none does.

    A column without ranges, or with one row, tells nothing apart.
    """
    ranges = {place: found for place, cell in keys.items() if (found := tuple(_of_cell(cell, name, asked_for)))}
    told = [one for found in ranges.values() for one in found]
    if len(ranges) < 2 or not any(one.upper is not None or one.comparator for one in told):  # noqa: PLR2004
        return set(), set()
    yes = {
        place
        for place, found in ranges.items()
        if any(all(holds(one, wanted) for one in found if comparable(one, wanted)) for wanted in asked_for)
    }
    return yes, set(ranges) - yes


def _of_cell(cell: str, name: str, asked_for: Sequence[Quantity]) -> Iterator[Quantity]:
    """The amounts of a cell that can be compared with one that is asked for; the column's name may give the unit."""
    if len(cell) > LONGEST_KEY:
        return
    unit = _UNIT.search(name)
    for text in (cell, f"{cell} {unit[1]}") if unit else (cell,):
        found = [one for one in quantities(text) if one.unit and any(comparable(one, other) for other in asked_for)]
        if found:
            yield from found
            return


def holds(stated: Quantity, wanted: Quantity) -> bool:
    """Whether a stated amount, range or limit holds the wanted one, or the whole of a wanted range."""
    low, high = worth(wanted), worth(wanted, wanted.upper) if wanted.upper is not None else worth(wanted)
    at = worth(stated)
    if stated.upper is not None:
        return at <= low and high <= worth(stated, stated.upper)
    return {"<=": high <= at, "<": high < at, ">=": low >= at, ">": low > at}.get(stated.comparator, low == at == high)
