"""Which rows of a table are about what a question names: the row for 6-8 kg where 7 kg are asked for, step 11 of many.

A table of ranges or of numbers is a key and its values. A row whose key holds what is asked for answers; the others
answer another question, however many of its words they hold.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.tables.alternatives import PLAIN, Row, excluding, of_season, parted
from kts.answer.tables.bands import (
    EVERY,
    LARGE,
    apart,
    asked_as,
    band,
    heads,
    holding,
    is_bare,
    is_unlimited,
    limited_by,
    names_limits,
)
from kts.answer.tables.fuller import fuller
from kts.answer.tables.groups import groups
from kts.answer.tables.spells import apart as apart_by_day
from kts.answer.tables.spells import days_asked
from kts.answer.tables.timed import apart as apart_by_time
from kts.answer.tables.timed import times_asked
from kts.answer.units.quotable import ESCAPED, cells
from kts.lexicon.analyse import terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import Quantity, begins, comparable, quantities, worth
from kts.lexicon.seasons import days_of, rest, seasons
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.tables.bands import Band
    from kts.answer.units.quotable import Unit
    from kts.lexicon.periods import Period

LONGEST_KEY = 60
"""Characters of a cell that may be a key; a longer one is a text with amounts in it (a default, not fitted)."""
SHORTEST_KEY = 4
"""Characters from which a cell with a number in it is a key as it is written (a default, not fitted)."""
SHORTEST_NAME = 3
"""Characters of a cell from which it is a name (a default, not fitted)."""
WIDER = later(
    r"(?i)\b(?:than|others?|else|all|every|each|any|besides|except|apart from|compared?|compares|comparison|differ\w*|"
    r"versus|vs|between|similar|instead|rest|most|least|(?:high|low|larg|small|bigg|long|short|cheap|earli|lat|fast|slow)"
    r"est|best|worst|overview|which (?!of\b)\w+s)\b|\A\W*list\b"
)
"""What asks for more rows than those that a question names."""
_KEY = later(r"\d")
_UNIT = later(r"[(\[,]\s*([^()\[\],\d]{1,12})[)\]]?\s*\Z")
_IN = later(r"(?i)\bin ([a-z]{1,12}|[%\u20ac$\u00a3])(?![^\W_])")
_NUMBER = later(r"\W*(?:[A-Za-z]+\s)?0*(\d{1,6})\W*\Z")
_WORD = later(r"[^\W\d_]{3,}")
_COUNTED = later(r"(?i)\A\W*(?:(?:order )?(?:quantit(?:y|ies)|qty)|(?:no\.?|number) of (?:units|pieces|items))\W*\Z")


class Keyed(NamedTuple):
    """Rows whose key holds what is asked for, and those whose key holds something else.

    `outside` are sentences for other amounts than the one asked for, beside one that is for it; `between` those rows
    of a table that fit because the amount lies within what their column calls limits, or the day within their days;
    `beyond` is whether the amount lies within none of a table that has words of the question, and no row or sentence
    fits.
    """

    fitting: frozenset[Row]
    others: frozenset[Row]
    outside: frozenset[Row] = frozenset()
    between: frozenset[Row] = frozenset()
    beyond: bool = False


def keyed(question: str, units: Sequence[Unit], *, told: str = "", documents: Sequence[int] = ()) -> Keyed:
    """Hold the keys of all rows against the amounts, numbers and names of the question, a table or list at a time.

    `told` is the story of a question that names no amount: `I have worked here for 6 years` says which row it is about.
    `documents` are those of the hits, by which a table that goes over several passages is one; else each is its own.
    """
    asked_for = amounts(question)
    numbers = bool(asked_for) or _KEY.search(question) is not None or days_of(question) is not None
    fitting, others = set[Row](), set[Row]()
    limits: list[tuple[Sequence[Unit], set[Row]]] = []
    timed: list[tuple[Sequence[Unit], set[Row]]] = []
    days, times = days_asked(question), times_asked(question)
    for rows in _tables(units, documents).values():
        for spelled, unspelled in (apart_by_day(days, rows), apart_by_time(times, rows)):
            timed.append((rows, {Row(one.hit, one.span) for one in spelled}))
            others |= {Row(one.hit, one.span) for one in unspelled}
        columns = list(_columns(rows))
        for column, (name, keys) in enumerate(columns):
            if numbers:
                held = _held(question, name, keys)
                yes, no = held or _parted(question, asked_for, columns[: column + 1])
                if held is None and names_limits(name) and (yes or no):
                    limits.append((rows, yes))
            else:
                yes, no = _ranged(() if column else amounts(told), name, keys)
            fitting |= yes
            others |= no | _unnamed(question, keys, rows)
        longer, shorter = fuller(question, rows)
        fitting, others = (fitting | longer) - shorter, (others | shorter) - longer
    on_day, _ = _asked_tables(question, times, timed)
    fitting |= on_day
    asked_fields, other_fields = _fields(question, units)
    fitting |= asked_fields
    others |= other_fields
    if not numbers:
        return Keyed(frozenset(fitting), frozenset(others - fitting))
    between, foreign = _asked_tables(question, asked_for, limits)
    fitting, others = fitting - foreign, others | foreign
    for keys in _lists(units).values():
        yes, no = _ranged(asked_for, "", keys)
        fitting |= yes
        others |= no
    within, outside = parted(question, asked_for, [one for one in units if one.kind != "row"])
    now, untimely = of_season(question, [one for one in units if one.kind != "row"])
    fitting |= (within | now) - others
    if fitting:
        outside |= excluding(asked_for, [one for one in units if one.kind == "sentence"])
    outside = (outside | untimely) - fitting
    beyond = bool(limits) and not fitting
    return Keyed(
        frozenset(fitting), frozenset(others - fitting), frozenset(outside), frozenset(between | on_day), beyond
    )


def _fields(question: str, units: Sequence[Unit]) -> tuple[set[Row], set[Row]]:
    """The fields of forms for whose name a question asks, `who was the welder`, and others that it does not name."""
    found: dict[Row, str] = {}
    for unit in units:
        pair = cells(unit.text) if unit.kind == "row" and not any(cells(unit.header)) else []
        name = pair[0].strip(":*_ ") if len(pair) == FIELD and pair[1] else ""
        if SHORTEST_NAME <= len(name) <= LONGEST_KEY and _WORD.search(name):
            found[Row(unit.hit, unit.span)] = name
    yes = {place for place, name in found.items() if re.search(_ASKED_FIELD.format(re.escape(name)), question)}
    forms, folded = {place.hit for place in yes}, question.casefold()
    return yes, {place for place, name in found.items() if place.hit in forms and name.casefold() not in folded} - yes


FIELD = 2
"""Cells of a field: its name and its value."""
_ASKED_FIELD = r"(?i)\b(?:who|what|when|which|where)\b[^?]{{0,12}}\b(?:the|our|its|his|her) {}\b"


def _asked_tables(
    question: str, asked_for: Sequence[Quantity | Period], limits: Sequence[tuple[Sequence[Unit], set[Row]]]
) -> tuple[set[Row], set[Row]]:
    """Of tables with the rows that hold the amount or time: these rows, and those of tables about something else.

    Where one table has words of the question besides the amount, another that has none is for other amounts.
    """
    said = frozenset(terms(question)) - PLAIN - frozenset(terms(" ".join(one.text for one in asked_for)))
    shares = [
        not said.isdisjoint(terms("\n".join((rows[0].header, *(one.text for one in rows))))) for rows, _ in limits
    ]
    near, far = set[Row](), set[Row]()
    for share, (_, held) in zip(shares, limits, strict=True):
        (near if share or not any(shares) else far).update(held)
    return near, far - near


def placed(amount: str, units: Sequence[Unit], *, question: str = "") -> tuple[set[Row], set[Row]]:
    """The rows of tables whose range holds an amount, and those whose range does not; nothing where none does.

    Of rows in groups those count of whose words the `question` has most. Where the cells of a column are ranges, the
    name of another one makes none of its cells: `from 500 to 900` beside a `Minimum number of bids` of 3.
    """
    fitting, others = set[Row](), set[Row]()
    for rows in _tables(units).values():
        columns = list(_columns(rows))
        parted_by = [
            (names_limits(name), *_parted(question, amounts(amount), columns[: at + 1]))
            for at, (name, _) in enumerate(columns)
        ]
        ranges = any(yes for named, yes, _ in parted_by if not named)
        for named, yes, no in parted_by:
            if not (ranges and named):
                fitting |= yes
                others |= no
    return fitting, others - fitting


def _columns(rows: Sequence[Unit]) -> Iterator[tuple[str, Mapping[Row, str]]]:
    """The name of each column of a table, and what each row has in it."""
    names = cells(rows[0].header)
    split = [(row, cells(row.text)) for row in rows]
    split = [(row, found) for row, found in split if len(found) == len(names)]
    for column, name in enumerate(names):
        yield name, {Row(row.hit, row.span): found[column] for row, found in split}


def _held(question: str, name: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]] | None:
    """The rows of a column that hold what the question names as it is, and the others where there are such."""
    return _written(question, keys) or _numbered(question, name, keys) or _dated(question, keys)


def _parted(
    question: str, asked_for: Sequence[Quantity], columns: Sequence[tuple[str, Mapping[Row, str]]]
) -> tuple[set[Row], set[Row]]:
    """The rows of the last column in whose range the amount lies, a group of rows at a time, and the others.

    Where the question has the words of one group, the rows of the others answer another question, also where none of
    the group holds the amount.
    """
    *left, (name, keys) = columns
    asked_for = [one for one in asked_for if not heads({0: name}, one)]
    if not asked_for:
        return set(), set()
    parts, named = groups(question, [one for _, one in left], list(keys))
    yes, no = set[Row](), set[Row]()
    for places in parts:
        fitting, others = _ranged(asked_for, name, {place: keys[place] for place in places})
        yes |= fitting
        no |= others
    return yes, (set(keys) if named and (yes or no) else no) - yes


def amounts(question: str) -> list[Quantity]:
    """The amounts that a question names: with a unit, a sign of degrees, a comparator, or as large as money is."""
    return [
        one
        for one in quantities(question)
        if (one.unit and one.kind != "ordinal")
        or is_bare(one)
        or (one.kind == "number" and DEGREES.match(question, one.end))
    ]


def band_words(question: str, unit: Unit) -> dict[Span, str]:
    """Where a question names an amount that lies in a unit's band -> how the unit words that: `up to 30,000`."""
    found: dict[Span, str] = {}
    for wanted in amounts(question):
        for name, text, stated, words in _limits(unit, wanted):
            bare, own = band(text, stated), asked_as(wanted, stated[0])
            limits = limited_by(name, bare) if bare else None
            if limits and limits.limited and own and holding({0: limits}, own):
                told = "up to " if limits != bare and math.isinf(limits.low) else "from " if limits != bare else ""
                found[Span(begins(question, wanted), wanted.end)] = f"{told}{words}"
                break
    return found | _season_words(question, unit) | (_later_words(question, unit) if unit.kind == "row" else {})


def _season_words(question: str, unit: Unit) -> dict[Span, str]:
    """`in January` where the unit is for the stretch `between 1 October and 31 March`, or for the rest of the year."""
    told = seasons(unit.text)
    for one in dates(question) if told else ():
        if days := days_of(one.text):
            at = next((match.start() for match in [_AT.search(question, 0, one.start)] if match), one.start)
            return {Span(at, one.end): next((each.text for each in told if each.holds(*days)), rest(unit.text))}
    return {}


_AT = later(r"(?i)\b(?:in|on|during) \Z")


def _later_words(question: str, unit: Unit) -> dict[Span, str]:
    """`since version 3` where the row is for version 5: `in Version 5`."""
    found: dict[Span, str] = {}
    for name, cell in zip(cells(unit.header), cells(unit.text), strict=False):
        for match in _numbers_of(question, name):
            if match["since"] and (own := _NUMBER.match(cell)) and int(own[1]) > int(match["number"]):
                found[Span(*match.span())] = f"in {name} {cell}"
    return found


def _limits(unit: Unit, wanted: Quantity) -> Iterator[tuple[str, str, list[Quantity], str]]:
    """The texts of a unit that may be a band of the kind of an amount, with what they state, and in short.

    Before each the name of its column, empty where there is none.
    """
    if unit.kind == "row":
        for name, cell in zip(cells(unit.header), cells(unit.text), strict=False):
            if told := _of_cell(cell, name, wanted):
                yield name, *told, cell
        return
    key, colon, _ = unit.text.partition(":")
    for text in (key, unit.text) if colon else (key,):
        stated = [one for one in quantities(text) if asked_as(wanted, one)]
        if stated:
            yield "", text, stated, " and ".join(f"{_COMPARED.get(one.comparator, '')}{one.text}" for one in stated)


_COMPARED = {"<=": "up to ", "<": "less than ", ">": "more than ", ">=": "at least "}
DEGREES = later(r"\s?\u00b0(?:\s?[CF]\b)?")
_NO_NAMES = PLAIN | frozenset(terms("total totals subtotal sum average mean overall yes no none open closed high low"))
"""Terms of cells that name nothing: they sum the other rows up, or say how something is."""


def _tables(units: Iterable[Unit], documents: Sequence[int] = ()) -> Mapping[tuple[int, str], list[Unit]]:
    """Rows in their order, by passage, or document, and header; without a header nothing says what a column holds."""
    found: dict[tuple[int, str], list[Unit]] = defaultdict(list)
    for unit in units:
        if unit.kind == "row" and unit.header:
            found[documents[unit.hit] if documents else unit.hit, unit.header].append(unit)
    return {place: sorted(rows, key=lambda one: one.span) for place, rows in found.items()}


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
        place: ESCAPED.sub("", cell).casefold()
        for place, cell in keys.items()
        if SHORTEST_KEY <= len(cell) <= LONGEST_KEY and _KEY.search(cell)
    }
    there = {cell for cell in told.values() if cell in folded}  # to look first spares an expression a cell
    asked_for = {cell for cell in there if re.search(rf"(?<!\w){re.escape(cell)}(?!\w|[.,-]\d)", folded)}
    yes = {place for place, cell in told.items() if cell in asked_for}
    return (yes, set(told) - yes) if yes else None


def _unnamed(question: str, keys: Mapping[Row, str], rows: Sequence[Unit]) -> set[Row]:
    """In a column of names of which the question names some: the rows that hold no more of it than the named ones.

    Of a longer name and one within it, the longer is named. `special delivery fee` may be in no row, and then a row
    *Delivery fee* stays beside *Special report*. Who asks for more than is named (`other cities`) is left all rows.
    """
    found = {place: " ".join(cell.casefold().split()) for place, cell in keys.items()}
    if len(found) < 2 or len(set(found.values())) < len(found) or WIDER.search(question):  # noqa: PLR2004
        return set()
    named = named_cells(" ".join(question.casefold().split()), set(found.values()))
    words = frozenset(terms(question)) - PLAIN
    held = {Row(one.hit, one.span): words.intersection(terms(one.text)) for one in rows}
    theirs = frozenset[str]().union(*(held[place] for place, cell in found.items() if cell in named))
    return {place for place, cell in found.items() if named and cell not in named and held[place] <= theirs}


def named_cells(question: str, found: AbstractSet[str]) -> set[str]:
    """The cells that stand in a question as they are written, or in the plural, but within no longer one."""
    spans = {
        (match.start(), match.end()): cell
        for cell in found
        if cell in question and SHORTEST_NAME <= len(cell) <= LONGEST_KEY and not _NO_NAMES.issuperset(terms(cell))
        for match in re.finditer(rf"(?<!\w){re.escape(cell)}(?:e?s)?(?!\w)", question)
        if match[0] == cell or match[0] not in found
    }
    return {
        cell
        for (start, end), cell in spans.items()
        if not any(first <= start and end <= last and (first, last) != (start, end) for first, last in spans)
    }


def _numbered(question: str, name: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]] | None:
    """`step 11` in a table with a column *Step*: the rows of that number, where there is one.

    A column *Version 3* beside *Version 4* is itself the number.
    """
    if _KEY.search(name):
        return None
    wanted = _numbers_of(question, name)
    if not wanted:
        return None
    numbers = {place: int(match[1]) for place, cell in keys.items() if (match := _NUMBER.match(cell))}
    same = {int(one["number"]) for one in wanted if not one["since"]}
    later = [int(one["number"]) for one in wanted if one["since"]]
    yes = {place for place, number in numbers.items() if number in same or any(number > one for one in later)}
    return (yes, set(numbers) - yes) if yes else None


def _numbers_of(question: str, name: str) -> list[re.Match[str]]:
    """Where a question names numbers of what a column holds: `step 11`, `since version 3`."""
    heads = "|".join(re.escape(word.rstrip("s")) for word in _WORD.findall(name))
    shape = rf"(?i){_SINCE}\b(?:{heads})s?\s+0*(?P<number>\d{{1,6}})\b(?![.,]?\d)"
    return list(re.finditer(shape, question)) if heads else []


_SINCE = r"(?P<since>\b(?:since|after|later than|newer than) (?:the )?)?"


def _dated(question: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]] | None:
    """`May 2023` in a table with rows for April 2021 to March 2023 and for April 2023 to March 2024: the second one.

    `in May` in one with rows for *October to March* and *April to September*, too.
    """
    days = days_of(question)
    stretches = {place: found for place, cell in keys.items() if len(cell) <= LONGEST_KEY and (found := seasons(cell))}
    if days and (yes := {place for place, found in stretches.items() if any(one.holds(*days) for one in found)}):
        return yes, set(stretches) - yes
    wanted = [one for one in dates(question) if one.first[:4].isdigit()]
    if not wanted:
        return None
    spans = {place: time for place, cell in keys.items() if (time := _time_of(cell))}
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


_BETWEEN = later(r"(?i)\b(?:to|through|until|till|bis)\b|[\u2013-]")


def _ranged(asked_for: Sequence[Quantity], name: str, keys: Mapping[Row, str]) -> tuple[set[Row], set[Row]]:
    """`7 kg` in a table with rows for 4-6 kg and 6-8 kg: the rows whose range holds it; all are others where none does.

    A column without ranges, or with one row, tells nothing apart.
    """
    yes, no = set[Row](), set[Row]()
    for wanted in asked_for:
        stated = {place: found for place, cell in keys.items() if (found := _of_cell(cell, name, wanted))}
        told = next((found[1] for found in stated.values() if found[1]), [])
        as_stated = asked_as(wanted, told[0]) if told else None
        bands = _bands(name, keys, stated)
        if as_stated is None or len(stated) < 2 or not any(one.limited for one in bands.values()):  # noqa: PLR2004
            continue
        yes |= holding(apart(bands), as_stated)
        no |= {*stated, *bands}
    return yes, no - yes


def _bands(name: str, keys: Mapping[Row, str], stated: Mapping[Row, tuple[str, Sequence[Quantity]]]) -> dict[Row, Band]:
    """The band of each cell; those of which the column says that they are limits must rise or fall from row to row.

    Else each is the limit of something else, as the sums insured of several risks are, and they part nothing.
    """
    own = {place: one for place, found in stated.items() if (one := band(*found))}
    limited = {place: limited_by(name, one) for place, one in own.items()}
    made = [one for place, one in limited.items() if one != own[place]]
    if made and not _is_stair([one for one in limited.values() if one.limited]):
        return own
    return limited | {place: EVERY for place, cell in keys.items() if place not in own and is_unlimited(name, cell)}


def _is_stair(bands: Sequence[Band]) -> bool:
    ends = [one.low if math.isinf(one.high) else one.high for one in bands]
    return ends in (sorted(ends), sorted(ends, reverse=True))


def _of_cell(cell: str, name: str, wanted: Quantity) -> tuple[str, list[Quantity]] | None:
    """A cell with the amounts of it that can be compared with one that is asked for; the column may give the unit."""
    if len(cell) > LONGEST_KEY:
        return None
    given = [unit[1] for unit in (_UNIT.search(name), _IN.search(name)) if unit and asked_as(wanted, _one(unit[1]))]
    given = given or [word for word in _WORD.findall(name) if _counts(word, wanted)]
    given = given or [wanted.unit for _ in _COUNTED.findall(name)[:1] if wanted.kind == "count"]
    if wanted.kind == "money" and not given and any(one.value >= LARGE for one in quantities(cell)):
        given = [wanted.unit]
    for text in (cell, *(_with_unit(cell, one) for one in given)):
        found = [one for one in quantities(text) if (one.unit or not wanted.unit) and asked_as(wanted, one)]
        if found:
            return text, found
    return None


def _one(unit: str) -> Quantity:
    """One of a unit; a number alone where the word is no unit."""
    found = quantities(f"1 {unit}")
    return found[0] if found else Quantity(0, 1, "1", 1.0, None, "", "number", "")


def _counts(word: str, wanted: Quantity) -> bool:
    """Whether a word of a column's name is the unit of an amount: `Years of service`, `Users`."""
    return any(one.unit and comparable(one, wanted) for one in quantities(f"2 {word}"))


def _with_unit(cell: str, unit: str) -> str:
    """A cell with a unit behind its last number."""
    return re.sub(r"(\d)(?!.*\d)", rf"\1 {unit}", cell)


def holds(stated: Quantity, wanted: Quantity) -> bool:
    """Whether a stated amount, range or limit holds the wanted one, or the whole of a wanted range."""
    low, high = worth(wanted), worth(wanted, wanted.upper) if wanted.upper is not None else worth(wanted)
    at = worth(stated)
    if stated.upper is not None:
        return at <= low and high <= worth(stated, stated.upper)
    return {"<=": high <= at, "<": high < at, ">=": low >= at, ">": low > at}.get(stated.comparator, low == at == high)
