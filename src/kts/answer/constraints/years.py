"""Two years that are one: the policy year `2024/25`, the season `2023-24`. A document of another such year is another.

Neither year alone tells it: the policy of 2023/24 ends in 2024.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answers import Unmet
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.constraints.pieces import Piece
    from kts.answers import Constraint

YEARS = ";years"
"""Behind the value of a period that is such a pair of years."""
_PAIR = later(
    r"(?<![\w/.,-])(?P<first>(?:19|20)\d\d)[ ]?[/\u2013-][ ]?(?P<last>(?:(?:19|20)\d\d)|\d\d)(?![\w/]|[.-]\d)"
)
_UP_TO = later(r"(?i)\W{0,3}(?:to|until|till|through|ending|bis)\W{1,3}(?:and including )?|\s?[\u2013-]\s?")
BETWEEN = 24
"""Characters at most between the two days of a year that does not begin in January (a default, not fitted)."""


def pairs(text: str) -> Iterator[tuple[int, Span]]:
    """The first year of each pair of two that follow each other, with its place: `2024/25`, not `2024/07`."""
    for match in _PAIR.finditer(text):
        begins, last = int(match["first"]), match["last"]
        if "-" in match[0] and len(last) == SHORT and int(last) <= MONTHS_OF_YEAR:
            continue  # December of 2011, as ISO has it
        if int(last) == (begins + 1) % (100 if len(last) == SHORT else 10_000):
            yield begins, Span(*match.span())


MONTHS_OF_YEAR = 12
SHORT = 2
"""Figures of a year without its century."""


def years_met(constraint: Constraint, found: Piece) -> Unmet | None:
    """The same two years, as a pair or as the days from which and until which something is; else those that are named.

    Where nothing says of which year it is, the constraint is soft.
    """
    wanted = int(constraint.value[:4])
    named = sorted({*(year for year, _ in pairs(found.whole)), *_stretches(found.whole)})
    if wanted in named:
        return None
    if named:
        other = f"{named[-1]}/{(named[-1] + 1) % 100:02}"
        return Unmet(constraint, f"the passage is about {other}, not {constraint.text}")
    return Unmet(constraint._replace(certain=False), f"the passage does not name {constraint.text}")


def _stretches(text: str) -> Iterator[int]:
    """The years in which a stretch of a year begins: `1 April 2023 to 31 March 2024`."""
    days = [one for one in dates(text) if one.kind in {"day", "month"}]
    for one in days:
        for other in days:
            between = text[one.end : other.start] if one.end <= other.start <= one.end + BETWEEN else ""
            begins, ends = one.first[:4], other.last[:4]
            if _UP_TO.fullmatch(between) and begins.isdigit() and ends.isdigit() and int(ends) == int(begins) + 1:
                yield int(begins)
