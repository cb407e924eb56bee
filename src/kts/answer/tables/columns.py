"""Which columns of a row answer a question: those that tell which row it is, and those that are asked for.

A price list has a dozen columns, and a customer who asks for one of them is told that one. The citation quotes the
whole row, so nothing that is left out is hidden from who checks it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.aspects import labels_of
from kts.answer.constraints.expected import asks_for_all, expected, holds
from kts.answer.tables.bands import apart, heads, holding
from kts.answer.tables.categories import asked_of
from kts.answer.tables.rows import WIDER, amounts
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities_units import SPELLINGS
from kts.search.decompose import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.answer.units.quotable import Unit

FEW = 4
"""Columns with a value up to which a row is told whole (a default, not fitted)."""
TOLD_WHOLE = frozenset({"who", "date"})
"""Kinds of answers of which every column that holds one is told: `Who approved it` may stand under *Clerk*."""
PRICE = later(
    r"(?i)\bhow much (?:did|does|do|was|were|is|are|has|have|had|will|would|must|should|can|could)\b.*"
    r"\b(?:costs?|pay|paid|spend|spent|charged?|earn|earned|owe|owed|worth)\b|"
    r"\bwhat (?:did|do|does|will) .*\b(?:cost|pay for|charge (?:per|for))\b|"
    r"\bwhat (?:do|does|will) (?:we|I|you|they|[A-Z][\w&-]*) (?:pay|charge)\b"
    r"(?! (?:attention|back|in|with|by|into|via)\b)|"
    r"\bwhat(?:'s| is| was) the (?:[a-z]+ ){0,2}(?:price|rent|salary|revenue|turnover)\b"
)
"""What asks for an amount of money."""
_MONEY = later(
    r"(?i:\b(?:prices?|costs?|fees?|charges?|rent|salary|amount|fares?|dues|tolls?)\b"
    r"|\A\W*per (?!cent|capita|mille)[a-z])|\b(?:USD|EUR|GBP|CHF|JPY)\b|[$\u20ac\u00a3\u00a5]"
)
"""The name of a column that holds amounts of money."""
SUMS = later(r"[$\u20ac\u00a3\u00a5]\s?\d|\b(?:USD|EUR|GBP|CHF|JPY)\s?\d|\d\s?(?:USD|EUR|GBP|CHF|JPY|\u20ac)")
"""Amounts of money with their sign."""
_WORD = later(r"\w+")
_UNIT = later(r"\s*(?:\([^()]{1,4}\)|\[[^\[\]]{1,4}\])\s*\Z")
"""What is so short in brackets at the end of a column's name that it is a unit: `Torque (Nm)`, not `Fee (basic)`."""
_NAMING = later(r"[^\W\d_]{4,}")
"""A word of a name; shorter ones are as often part of a code."""
_PLAIN = frozenset(terms(" ".join(STOP_WORDS)))


def shown(question: str, unit: Unit, read: Iterable[str] = (), table: Sequence[Unit] = ()) -> frozenset[int]:
    """The numbers of the columns of a row that are told; all where a part of the question names no column.

    `read` are stretches in which a reader sees the answer; one over several cells says nothing. Of `table`, its other
    rows: where the question names what one of them has in a column, that column says whether this row is meant.
    """
    names, values = cells(unit.header), cells(unit.text)
    every = frozenset(range(len(values)))
    every -= _beyond(question, names)
    filled = [at for at, value in enumerate(values) if value and at in every]
    if len(names) != len(values) or len(filled) <= FEW or asks_for_all(question):
        return every
    asked = frozenset(terms(question)) - _PLAIN
    identify = {*_key(filled, values), *(at for at in filled if not asked.isdisjoint(terms(values[at])))}
    own = frozenset[str]().union(*(terms(values[at]) for at in identify))
    said = {at: content(names[at]) for at in filled if at not in identify}
    said = {at: words for at, words in said.items() if any(own.isdisjoint(one) for one in words)}
    wanted = [_asked(part, said, unit) for part in _parts(question)]
    if not all(wanted):
        return every
    kind = expected(question)
    told = {at for at in filled if kind in TOLD_WHOLE and holds(kind, values[at])}
    seen = {at for at in filled if any(one and one in values[at] for one in read)}
    beside = {at for label in labels_of(question) for at in filled if label.match(names[at])}
    return frozenset(identify.union(*wanted, told, seen, beside, asked_of(question, unit, table) & frozenset(filled)))


def _beyond(question: str, names: Sequence[str]) -> frozenset[int]:
    """The columns for other amounts than the one asked for, where their names part all amounts: `51-500 guests`."""
    if WIDER.search(question):
        return frozenset()
    for asked in amounts(question):
        bands = heads(dict(enumerate(names)), asked)
        own = holding(apart(bands), asked)
        if len(own) == 1:
            return frozenset(bands) - own
    return frozenset()


def _key(filled: Sequence[int], values: Sequence[str]) -> Sequence[int]:
    """The first column, and behind a bare code or number the first one of words: `BW-500` is known by its name."""
    first, *others = filled
    if _NAMING.search(values[first]) or not re.search(r"\d", values[first]):
        return (first,)
    return (first, *[at for at in others if _NAMING.search(values[at])][:1])


def _parts(question: str) -> tuple[str, ...]:
    return parts_of(question) or (question,)


def _asked(question: str, names: Mapping[int, frozenset[frozenset[str]]], unit: Unit) -> set[int]:
    """The columns that a part of the question names; who asks for a price is told it beside what else is named.

    `The price including sedation` names the column *Sedation included*, and asks for that of the fee.
    """
    named, paid = _named(question, names), money(unit) if PRICE.search(question) else set()
    return named if named & paid else named | paid


def _named(question: str, names: Mapping[int, frozenset[frozenset[str]]]) -> set[int]:
    """The columns of which every word stands in the question; of `Price` and `Dealer price`, the longer one."""
    asked = frozenset(terms(question)) - _PLAIN
    whole = {at: words for at, words in names.items() if all(not asked.isdisjoint(one) for one in words)}
    return {at for at, words in whole.items() if not any(words < others for others in whole.values())}


def content(name: str) -> frozenset[frozenset[str]]:
    """The forms of each word of a column's name, without its unit: `Day rate EUR`, `Weight kg`, `Torque (Nm)`."""
    bare = _UNIT.sub("", name)
    words = [one for one in _WORD.findall(bare or name) if one.casefold() not in STOP_WORDS]
    plain = [one for one in words if one not in SPELLINGS and one.casefold() not in SPELLINGS] or words
    return frozenset(found for one in plain if (found := frozenset(terms(one))))


_CURRENCY = later(
    r"(?i:\b(?:prices?|costs?|fees?|charges?|rates?|fares?|amounts?|figures|sums)\b[^|\n]{0,40}?\b(?:in|are) )"
    r"(?:(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN)\b|(?i:euros?|pounds?|dollars?|francs)\b|[$\u20ac\u00a3\u00a5])"
)
"""What says above a table that its figures are money: `Prices net in EUR, valid in 2026`."""
_BARE = later(r"\s*\d[\d.,'\u2019 ]*\s*\Z")
PAIR = 2
"""Cells of a row that has a key and one value."""


def is_priced(unit: Unit) -> bool:
    """Whether the bare figures of a row are money by what its key says, or by what stands above a list of prices.

    Where the names of the things are the columns, the row says what is told of them: `Price per seat`, `Seats`.
    """
    values = cells(unit.text) if unit.kind == "row" else []
    if not any(_BARE.match(value) for value in values[1:]):
        return False
    above = unit.intro.partition("|")[0]
    return _MONEY.search(values[0]) is not None or (len(values) == PAIR and _CURRENCY.search(above) is not None)


def money(unit: Unit) -> set[int]:
    """The columns of a row that hold amounts of money: by their names (`List price`, `Rent (EUR)`) or by a sign."""
    pairs = zip(cells(unit.header), cells(unit.text), strict=False)
    return {
        at
        for at, (name, value) in enumerate(pairs)
        if re.search(r"\d", value) and (_MONEY.search(name) or SUMS.search(value))
    }
