"""The unit of a table's figures that stands in a column of its own or in the head: `| Value | Unit |`, `Weight (kg)`.

A bare cell says its number in that unit: what a claim gives in another one, which converts into it, is compared so.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.tables import row
from kts.answer.claims.agree.values import LIMITS, UNSURE
from kts.lexicon.patterns import later
from kts.lexicon.quantities import MEASURED, quantities, same
from kts.lexicon.quantities_units import convertible
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.quantities import Quantity

_UNIT_COLUMN = later(r"\W*(?:units?|unit of (?:measure(?:ment)?|measurement)|uom|einheit|unit\u00e9)\W*", re.IGNORECASE)
_IN_HEAD = later(r"[(\[](?P<bracket>[^()\[\]]{1,15})[)\]]\s*\Z|(?:,|\bin) (?P<behind>[^\s,()]{1,15})\s*\Z")
_BARE = later(r"\W{0,4}\d[\d.,\s\u2013-]*")
"""A cell that is a figure, or two, and no more."""


@lru_cache(maxsize=1024)
def in_units(statement: str, header: str) -> tuple[Quantity, ...]:
    """The figures of a row in the units that its columns give them."""
    own = row(statement, header) if statement.lstrip().startswith("|") else None
    if own is None:
        return ()
    shared = next((cell for head, cell in zip(own.heads, own.values, strict=True) if _UNIT_COLUMN.fullmatch(head)), "")
    found: list[Quantity] = []
    for head, cell in zip(own.heads, own.values, strict=True):
        named = _IN_HEAD.search(head)
        unit = (named["bracket"] or named["behind"]) if named else shared
        if unit and _BARE.fullmatch(cell):
            found += [one for one in quantities(f"{cell.strip()} {unit.strip()}") if one.kind in MEASURED]
    return tuple(found)


def units(sides: Sides) -> Iterator[Finding]:
    """A value in another unit than the one that the row's columns give the same figure: 50 mL, for `50 | \u00b5L`.

    So is another value in a unit that converts into theirs, where no figure of the row is that.
    """
    stated = in_units(sides.statement, sides.near)
    for one in quantities(sides.claim) if stated else ():
        if any(same(one, other) for other in (*stated, *_with_units(sides.statement))):
            continue
        figures = [other for other in stated if _is_figure(one, other)]
        others = [other for other in stated if one.kind in MEASURED and convertible(one.unit, other.unit)]
        if figures or others:
            text = f"the claim says {quoted(one.text)}, the evidence {_shown((figures or others)[0])}"
            limits = one.comparator or LIMITS.search(sides.near.partition("\n")[0])
            kind, weight = "unit" if figures else "number", 1.0
            if not figures and (limits or len(others) > 1):  # it may be of none of them
                weight = UNSURE
            yield Finding(kind, conflict=True, text=text, claim=Span(one.start, one.end), weight=weight)
            return


def _shown(one: Quantity) -> str:
    """A figure as its cell has it, and the unit: \u201c32\u201d (Nm)."""
    figure = _FIGURE.match(one.text)
    return f"{quoted(figure[0].strip())} ({one.text[figure.end() :].strip()})" if figure else quoted(one.text)


_FIGURE = later(r"[\d.,\s\u2013-]+")


def _is_figure(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities have one figure in units that convert into each other, and are not the same."""
    alike = one.unit != other.unit and convertible(one.unit, other.unit)
    return alike and one.value in {other.value, other.upper}


def _with_units(statement: str) -> Sequence[Quantity]:
    return [one for one in quantities(statement) if one.kind in MEASURED]


def settled(sides: Sides, findings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings without a value that is missed, where a figure of the row in its column's unit is the same."""
    stated = in_units(sides.statement, sides.near)
    if not stated:
        return findings
    told = {Span(one.start, one.end) for one in quantities(sides.claim) if any(same(one, other) for other in stated)}
    return [one for one in findings if one.kind not in _MISSED or one.claim not in told]


_MISSED = frozenset({"number", "number_gap", "number_elsewhere", "unit"})
