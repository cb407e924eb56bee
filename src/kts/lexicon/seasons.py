"""Stretches of every year: `from 1 October to 31 March`, `between May and September`, `the rest of the year`.

A day is its month times 100 and its number: 1 October is 1001. A stretch may go over the turn of the year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.dates import MONTHS, dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

_MONTH = "|".join(sorted((name.capitalize() for name in MONTHS), key=len, reverse=True))
_NTH = r"(?:st|nd|rd|th)?"


def _side(name: str) -> str:
    return (
        rf"(?:(?:the\s)?(?P<{name}_before>\d{{1,2}}){_NTH}\s(?:of\s)?)?(?P<{name}>{_MONTH})\b\.?"
        rf"(?:\s(?P<{name}_after>\d{{1,2}}){_NTH}(?!\d))?(?!,?\s\d{{4}})"
    )


_STRETCH = later(
    rf"(?:(?P<between>\b[Bb]etween\s)|\b[Ff]rom\s)?\b{_side('first')}"
    rf"(?:,?\s(?:to|until|till|through|up to)(?:\sand\sincluding)?\s|\s?[-\u2013\u2014]\s?|(?P<both>\sand\s))"
    rf"(?:the\send\sof\s)?{_side('last')}"
)
_REST = later(
    r"(?i)\b(?:rest|remainder) of the year\b|\bother(?:wise\b| times\b| months\b)|\bremaining months\b|"
    r"\boutside (?:of )?(?:this|that|these|those) (?:period|season|time|months|dates)\b"
)
LAST = 31
"""The day with which a month ends at the latest."""


class Season(NamedTuple):
    """From the first to the last day of a stretch, both included; as it is written."""

    first: int
    last: int
    text: str

    def holds(self, first: int, last: int) -> bool:
        """Whether a day, or some day of a month, is of the stretch."""
        if self.first <= self.last:
            return self.first <= last and first <= self.last
        return last >= self.first or first <= self.last


def seasons(text: str) -> tuple[Season, ...]:
    """The stretches of a text that have no year, in their order."""
    return tuple(_found(text))


def _found(text: str) -> Iterator[Season]:
    for match in _STRETCH.finditer(text):
        if bool(match["between"]) == bool(match["both"]):
            first, last = (match[f"{name}_before"] or match[f"{name}_after"] for name in ("first", "last"))
            months = [MONTHS[match[name].casefold()] for name in ("first", "last")]
            yield Season(100 * months[0] + int(first or 1), 100 * months[1] + int(last or LAST), match[0])


def rest(text: str) -> str:
    """How a text calls what lies outside of the stretches that it names, empty where it says nothing of that."""
    found = _REST.search(text)
    return found[0] if found else ""


def days_of(text: str) -> tuple[int, int] | None:
    """The first and the last day of the year that a text names, of a day or a month; None where it names none."""
    for one in dates(text):
        month, day = _parts(one.first, one.kind)
        if month:
            return 100 * month + (day or 1), 100 * month + (day or LAST)
    return None


def _parts(first: str, kind: str) -> tuple[int, int]:
    """Month and day, 0 where a date of this kind has none."""
    if kind in {"month_name", "month"}:
        return int(first.removeprefix("--") if first.startswith("--") else first[5:7]), 0
    if kind in {"month_day", "day"}:
        return int(first[-5:-3]), int(first[-2:])
    return 0, 0
