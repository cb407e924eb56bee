"""At which point something is measured: `the tolerance at 1 mL/h` is not told by what holds at 25 mL/h.

A flow, a temperature or a load behind *at* names a row as a code does. What names only other points of the same unit
answers another question; what names none may hold at every point.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.match import stems
from kts.answer.tables.alternatives import Row
from kts.answer.tables.rows import WIDER
from kts.answer.units.quotable import cells
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.units.quotable import Unit

_VALUE = r"[-+\u2212]?\d{1,6}(?:[.,]\d{1,4})?"
_PREFIXED = r"[kmc\u00b5\u03bcnMG]?(?:m|g|[lL]|V|A|W|VA|Hz|Pa|N|Nm|J|\u03a9|ohms?|bar|s|lx)"
_UNIT = (
    rf"(?:{_PREFIXED}|\u00b0 ?[CF]?|K|%|rpm|dB|ppm|psi|mmHg|mph|knots|volts?|amps?|watts?|degrees)"
    r"(?:[23\u00b2\u00b3])?(?:/(?:h|hr|min|s|m|m[23\u00b2\u00b3]|kg|[lL]|d|day))?(?![\w/\u00b0%])"
)
_BETWEEN = r"(?:to|through|and|or|[-\u2013,/]|, and|, or)"
_AT = later(
    rf"(?:\bat|@)[ \xa0](?:(?:an?|the)[ ])?(?:(?:[a-z]+[ ]){{1,3}}of[ ])?(?P<first>{_VALUE})[ \xa0]?(?P<own>{_UNIT})?"
    rf"(?:[ ]?(?P<joint>{_BETWEEN})[ ]?(?:at[ ])?(?P<second>{_VALUE})[ \xa0]?(?P<last>{_UNIT}))?"
)
"""`at 25 mL/h`, `at a load of 20 kg`, `at 25 and 40 °C`, `at 5 to 10 bar`."""
_CELL = later(rf"[^\W\d][^\d]{{0,40}}?(?P<first>{_VALUE})[ \xa0]?(?P<own>{_UNIT})\W*|"
                   rf"(?P<bare>{_VALUE})[ \xa0]?(?P<unit>{_UNIT})\W*")  # fmt: skip
"""A cell that is a point, alone or behind what is measured: `Flow 25 mL/h`."""
_OPEN = later(r"\s(?:and|or)\s(?:above|below|over|under|up|higher|lower|more|less|beyond)\b|\+")
_OF_UNIT = later(rf"[(\[](?P<unit>{_UNIT})[)\]]\s*\Z")
"""The unit in the name of a column: `Flow (mL/h)`."""
NEAR = 5
"""Statements, best first, of which one that is of another point shows that points are told apart (a default)."""


class Point(NamedTuple):
    """All values from `low` to `high` in a unit as it is written."""

    low: float
    high: float
    unit: str

    def holds(self, other: Point) -> bool:
        """Whether another point lies within."""
        return self.unit == other.unit and self.low <= other.low and other.high <= self.high


def at_point(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """The units; where some are of the point that is asked for, these first and none that are of others alone.

    First are those that hold half of the words of the question that the lead holds: at one point many things are so.
    """
    asked = _asked(question)
    stands = {one.unit: _stands(asked, one.unit) for _, one in ranked} if asked else {}
    if True not in stands.values():
        return tuple(ranked)
    words, (top, lead) = stems(question), ranked[0]
    least = len(words & _words(lead.unit))
    kept = [pair for pair in ranked if stands[pair[1].unit] is not False]
    near = [pair for pair in kept if stands[pair[1].unit] and 2 * len(words & _words(pair[1].unit)) >= least]
    others = [pair for pair in kept if pair not in near]
    return (*((top, one) for _, one in near[:1]), *sorted([*near[1:], *others], key=lambda pair: -pair[0]))


def of_point(question: str, ranked: Sequence[tuple[float, Held]]) -> frozenset[Row]:
    """The rows that are of the point, which no range of another row puts aside: a range of values is no key."""
    asked = _asked(question)
    return frozenset(Row(one.unit.hit, one.unit.span) for _, one in ranked if asked and _stands(asked, one.unit))


def _words(unit: Unit) -> frozenset[str]:
    return frozenset(stems(f"{unit.intro}\n{unit.text}"))


def other_point(question: str, lead: Unit, ranked: Sequence[tuple[float, Held]], above: str = "") -> str:
    """The point that is asked for where the lead is not of it, and it or a statement near it is of another.

    `above` is what the lead stands under.
    """
    asked = _asked(question)
    own = _stands(asked, lead) if asked else True
    if own or (own is None and any(one.holds(each) for one in points(above) for each in asked)):
        return ""
    if own is False or any(_stands(asked, one.unit) is False for _, one in ranked[:NEAR]):
        return next(match[0] for match in _AT.finditer(question) if match["own"] or match["last"])
    return ""


def _asked(question: str) -> tuple[Point, ...]:
    return () if WIDER.search(question) else points(question)


def _stands(asked: Sequence[Point], unit: Unit) -> bool | None:
    """Whether a unit is of a point that is asked for; None where it names no point in that unit."""
    own = [one for one in stated(unit) if one.unit in {each.unit for each in asked}]
    return any(one.holds(each) for one in own for each in asked) if own else None


@lru_cache(4_096)
def points(text: str) -> tuple[Point, ...]:
    """The points that a text names behind *at*; none of those on one side of which something holds."""
    return tuple(point for match in _AT.finditer(text) for point in _of(match, text))


def _of(match: re.Match[str], text: str) -> Iterator[Point]:
    unit = match["last"] or match["own"]
    if not unit or _OPEN.match(text, match.end()):
        return
    first, second = _worth(match["first"]), _worth(match["second"] or match["first"])
    if match["joint"] in {"to", "through", "-", "\u2013"}:
        yield Point(first, second, _written(unit))
        return
    yield Point(first, first, _written(match["own"] or unit))
    if match["second"]:
        yield Point(second, second, _written(unit))


def stated(unit: Unit) -> tuple[Point, ...]:
    """The points that a unit names: in its words, in what introduces it, in the first cell of a row or its header."""
    found = points(f"{unit.header}\n{unit.intro}\n{unit.text}")
    if unit.kind != "row":
        return found
    values, names = cells(unit.text), cells(unit.header)
    key = values[0].strip("* ") if values else ""
    if match := _CELL.fullmatch(key):
        value = _worth(match["first"] or match["bare"])
        return (*found, Point(value, value, _written(match["own"] or match["unit"])))
    given = _OF_UNIT.search(names[0]) if names else None
    if given and re.fullmatch(_VALUE, key):
        return (*found, Point(_worth(key), _worth(key), _written(given["unit"])))
    return found


def _worth(value: str) -> float:
    return float(value.replace("\u2212", "-").replace(",", "."))


def _written(unit: str) -> str:
    return unit.replace("\u03bc", "\u00b5").replace(" ", "").replace("L", "l").replace("hr", "h")
