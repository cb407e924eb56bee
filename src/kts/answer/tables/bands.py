"""Bands: rules of which each holds for amounts from one limit to another, in a table, a list or sentences.

`up to 10,000`, `up to 30,000` and `above 30,000` part all amounts between them: 25,000 lies in the second band, though
it is not above 10,000 by the words of any. Who asks for more than 30,000 asks for what begins there.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities, worth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.lexicon.quantities import Quantity

Place = TypeVar("Place")
LIMITS = 2
"""Amounts of which a band may be made: from one to the other."""
LARGE = 1_000
"""A number without a unit from which it may be an amount of money or the like: `an order of 30,000` (a default)."""
_BEGINS = later(
    r"(?i)(?:\b(?:from|starting (?:at|with)|beginning (?:at|with)|ab|\u00e0 partir d[eu'\u2019])|\A\W*von)"
    r"\s*(?:the\s|an?\s)?\W{0,2}\Z"
)
"""Of German `von` only where a cell begins with it: `eine Gebühr von 50 €` is one of just that."""
_AFTER = later(r"(?i)(?:\b(?:after|past|au-del\u00e0 de)|\A\W*(?:[^\W\d_]+en? )?\u00fcber)\s*(?:the\s|an?\s)?\W{0,2}\Z")
"""German `über` likewise, or behind a plural: a `Vertrag über 5.000 €` is one of just that."""
_ENDS = later(
    r"(?i)\b(?:until|till|up to and including|(?:for )?(?:the )?first|bis(?: zu| einschlie(?:\u00df|ss)lich)?|"
    r"jusqu['\u2019](?:\u00e0|au))\s*\W{0,2}\Z"
)
_BENEATH = later(r"(?i)(?:\bbis |\A\W*(?:[^\W\d_]+en? )?)unter\s\W{0,2}\Z")
_JOINS = later(r"(?i)\s{0,2}(?:\.{2,3}|[-\u2013\u2014\u2026]|to|till?|until|up to|through|and|bis|und)\s{0,2}")
_PLUS = later(r"\s?\+|\s(?:and|or)\s(?:more|over|above|up)\b")

_CEILING = later(
    r"(?i)\b(?:up to|at most|no(?:t)? more than|not (?:exceeding|above|over)|max(?:imum|\.)?|limits?|ceiling|cap|until|"
    r"below|under|less than|bis|h\u00f6chstens|unter|weniger als|jusqu['\u2019](?:\u00e0|au)|moins de)\b"
)
"""In the name of a column: what stands below is the most for which a row holds."""
_SHORT_OF = later(r"(?i)(?<!not )\b(?:below|under|less than|unter|weniger als|moins de)\b")
_FLOOR = later(
    r"(?i)\b(?:from|at least|min(?:imum|\.)?|above|over|more than|starting (?:at|with)|exceeding|(?-i:[Aa]b)|"
    r"mindestens|\u00fcber|mehr als|\u00e0 partir de|plus de)\b"
)
_BEYOND = later(r"(?i)\b(?:above|over|more than|exceeding|\u00fcber|mehr als|plus de)\b")
_UNLIMITED = later(
    r"(?i)\W*(?:no (?:upper )?(?:limit|maximum|cap|ceiling)|unlimited|without limit|any(?: amount)?|unbegrenzt|"
    r"unbeschr\u00e4nkt|illimit\u00e9e?)\W*"
)


class Band(NamedTuple):
    """All amounts from `low` to `high`, in the base unit of their kind; whether each end belongs to it."""

    low: float
    high: float
    with_low: bool
    with_high: bool

    @property
    def limited(self) -> bool:
        """Whether it is more than one amount."""
        return self.low != self.high


def asked_as(asked: Quantity, stated: Quantity) -> Quantity | None:
    """The amount that is asked for as one of the kind of a stated one, None where the two cannot be compared.

    A large number without a unit, or one with a comparator, is asked for in whatever unit is stated.
    """
    if comparable(asked, stated):
        return asked
    if is_bare(asked) and stated.kind in {"money", "measure", "percent"}:
        return asked._replace(unit=stated.unit, kind=stated.kind)
    return None


def is_bare(asked: Quantity) -> bool:
    """Whether a number that is asked for may be an amount of anything: `over 500`, `30,000`; 30000 may be a code."""
    if asked.kind != "number" or asked.unit:
        return False
    return bool(asked.comparator) or (asked.value >= LARGE and not asked.text.isdigit())


def band(text: str, stated: Sequence[Quantity]) -> Band | None:
    """The band that a text states with comparable amounts of it; None where they make none.

    `from 12 months to under 36 months` has two amounts, `5 to 9 years` is one with two ends.
    """
    if not 0 < len(stated) <= LIMITS:
        return None
    low, high, with_low, with_high = -math.inf, math.inf, False, False
    for at, one in enumerate(stated):
        value, before = worth(one), text[: one.start]
        if one.upper is not None:
            low, high, with_low, with_high = value, worth(one, one.upper), not _AFTER.search(before), True
        elif one.comparator in {">", ">="} or _PLUS.match(text, one.end):
            low, with_low = value, one.comparator != ">"
        elif one.comparator in {"<", "<="}:
            high, with_high = value, one.comparator == "<="
        elif _BEGINS.search(before) or _AFTER.search(before):
            low, with_low = value, not _AFTER.search(before)
        elif _BENEATH.search(before):
            high, with_high = value, False
        elif _ENDS.search(before) or (at and math.isinf(high)) or (at and low == high and _joined(text, stated, at)):
            high, with_high = value, True
        elif at and low == high:
            return None
        else:
            low, high, with_low, with_high = value, value, True, True
    return Band(low, high, with_low, with_high) if low <= high else None


def _joined(text: str, stated: Sequence[Quantity], at: int) -> bool:
    """Whether an amount ends a stretch that the one before it begins: `15,000 a loss; 50,000 for floods` does not."""
    return _JOINS.fullmatch(text, stated[at - 1].end, stated[at].start) is not None


EVERY = Band(-math.inf, math.inf, with_low=False, with_high=False)
"""All amounts: what has no limit."""


def limited_by(column: str, found: Band) -> Band:
    """The band of a cell under the name of its column: below `Up to (GBP)` a bare 500 is a limit."""
    if found.limited:
        return found
    if _CEILING.search(column):
        return Band(-math.inf, found.high, with_low=False, with_high=not _SHORT_OF.search(column))
    if _FLOOR.search(column):
        return Band(found.low, math.inf, with_low=not _BEYOND.search(column), with_high=False)
    return found


def heads(columns: Mapping[Place, str], asked: Quantity) -> dict[Place, Band]:
    """The columns whose names are themselves bands of the kind of an amount: `up to 50 guests`, `51-500 guests`.

    What stands below them is what holds for such amounts, and none that parts the rows.
    """
    found: dict[Place, Band] = {}
    for place, name in columns.items():
        own = band(name, [one for one in quantities(name) if asked_as(asked, one)])
        if own and own.limited:
            found[place] = own
    return found


def names_limits(column: str) -> bool:
    """Whether the name of a column says that what stands below it are limits."""
    return bool(_CEILING.search(column) or _FLOOR.search(column))


def is_unlimited(column: str, cell: str) -> bool:
    """Whether a cell of a column of limits says that there is none."""
    return bool(_CEILING.search(column) and _UNLIMITED.fullmatch(cell))


def apart(bands: Mapping[Place, Band]) -> dict[Place, Band]:
    """The bands as they part the amounts between them: one without a lower end begins where the next lower one ends."""
    highs = sorted({(one.high, one.with_high) for one in bands.values() if not math.isinf(one.high)})
    lows = sorted({(one.low, one.with_low) for one in bands.values() if not math.isinf(one.low)})
    ends, begins = [value for value, _ in highs], [value for value, _ in lows]
    found: dict[Place, Band] = {}
    for place, one in bands.items():
        low, with_low, high, with_high = one.low, one.with_low, one.high, one.with_high
        if math.isinf(low):
            at = bisect_left(ends, high)
            low, with_low = (highs[at - 1][0], not highs[at - 1][1]) if at else (low, with_low)
        if math.isinf(one.high) and not math.isinf(one.low):
            at = bisect_right(begins, one.low)
            high, with_high = (lows[at][0], not lows[at][1]) if at < len(lows) else (high, with_high)
        found[place] = Band(low, high, with_low, with_high)
    return found


def holding(bands: Mapping[Place, Band], asked: Quantity) -> set[Place]:
    """The bands that hold an amount, or that begin where more than it is asked for; none where it lies in no band."""
    value = worth(asked)
    if asked.upper is not None:
        upper = worth(asked, asked.upper)
        return {place for place, one in bands.items() if _holds(one, value) and _holds(one, upper)}
    if asked.comparator == ">":
        beyond = {place: one for place, one in bands.items() if one.high > value}
        first = min((max(one.low, value) for one in beyond.values()), default=math.inf)
        return {place for place, one in beyond.items() if max(one.low, value) == first}
    if asked.comparator == "<":
        beneath = {place: one for place, one in bands.items() if one.low < value}
        last = max((min(one.high, value) for one in beneath.values()), default=-math.inf)
        return {place for place, one in beneath.items() if min(one.high, value) == last}
    return {place for place, one in bands.items() if _holds(one, value)}


def _holds(one: Band, value: float) -> bool:
    return (one.low < value or (one.with_low and one.low == value)) and (
        value < one.high or (one.with_high and value == one.high)
    )
