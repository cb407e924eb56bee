"""Days, weeks, months, quarters and halves of years as people name them, with their year or without: `week 27`.

`kts.lexicon.dates` reads dates of a known year and English months; here is what a table or a question calls its time
by, in English and German, and whether what one names lies within what another names.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.lexicon.dates import MONTHS, dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.lexicon.dates import Dates

Kind = Literal["day", "week", "month", "quarter", "half"]
_NTH = {
    name: number
    for number, names in enumerate(
        "first 1st 1. erste ersten erstes|second 2nd 2. zweite zweiten zweites|third 3rd 3. dritte dritten drittes|"
        "fourth 4th 4. vierte vierten viertes".split("|"),
        start=1,
    )
    for name in names.split()
}
_GERMAN = {
    name: number
    for number, names in enumerate(
        "januar j\u00e4nner jan|februar feber feb|m\u00e4rz m\u00e4r|april apr|mai|juni jun|juli jul|august aug|"
        "september sept sep|oktober okt|november nov|dezember dez".split("|"),
        start=1,
    )
    for name in names.split()
}
"""Months by their German names, whole and short; short ones count only behind a day."""
MONTH_NAMES = {**MONTHS, **_GERMAN}
"""Months by their names in both languages, whole and short, as they stand alone in a cell."""
_YEAR = r"(?:19|20)\d\d"
_MONTH = "|".join(sorted((name.capitalize() for name in _GERMAN), key=len, reverse=True))
_WHOLE = "Januar|J\u00e4nner|Februar|Feber|M\u00e4rz|Mai|Juni|Juli|Oktober|Dezember"
"""Months that are not written so in English, which `dates` reads."""
_SHAPES = later(
    rf"(?<![\w.,-])(?P<day>\d{{1,2}})\.\s?(?P<day_month>{_MONTH})\b\.?(?:\s(?P<day_year>{_YEAR})\b)?"
    rf"|\b(?P<month>{_WHOLE})\b(?:\s(?P<month_year>{_YEAR})\b)?"
    rf"|(?<!\w)(?P<nth>(?i:{'|'.join(re.escape(name) for name in sorted(_NTH, key=len, reverse=True))}))"
    rf"\s(?i:(?:calendar|fiscal|financial)\s)?(?i:quarter|quartals?)\b(?!\sof\san?\b)"
    rf"(?:\s(?:of\s)?(?:the\s(?:fiscal\s)?year\s)?(?P<nth_year>{_YEAR})\b)?"
    rf"|\bQ(?P<q>[1-4])\b(?:[ /-]?(?P<q_year>{_YEAR})\b)?"
)
_HALVES = later(
    rf"(?<!\w)(?P<nth>(?i:{'|'.join(re.escape(name) for name, number in _NTH.items() if number <= 2)}))\s"  # noqa: PLR2004
    r"(?i:(?:calendar|fiscal|financial)\s)?"
    rf"(?:(?i:half[ -]year|halbjahrs?|halbjahres)(?:\s(?i:of\s)?(?P<nth_year>{_YEAR})\b)?"
    rf"|(?i:half\sof\s)(?:(?i:(?:the|this|last|next|each|every)\s(?:calendar\s|fiscal\s|financial\s)?year)"
    rf"(?:\s(?P<of_year>{_YEAR})\b)?|(?P<half_year>{_YEAR})\b))"
    rf"|\bH(?P<h>[12])[ /-]?(?P<h_year>{_YEAR})\b|\b(?P<year_h>{_YEAR})[ /-]?H(?P<h_behind>[12])\b"
    r"|\A\W{0,3}H(?P<alone>[12])\W{0,3}\Z"
)
"""Halves of a year. `H2` alone is hydrogen as often, but where it is all that a cell or the head of a column says."""
_WEEK = later(
    r"(?<!\w)(?<!per )(?<!a )(?<!each )(?<!every )(?<!pro )(?<!jede )(?<!je )(?<!der )"
    r"(?:(?i:calendar )?(?i:weeks?|wks?)|KW|CW|Kalenderwochen?|Wochen?)\.?"
    r"(?:\s?(?:(?i:no|nr)\.?\s?)?|[\"']?[:=] ?[\"']?)"
    rf"(?P<number>[1-9]|[0-4]\d|5[0-3])(?![\w%]|[.,:]\d)(?:(?:/|,?\s(?:of\s)?)(?P<year>{_YEAR})\b)?"
)
_FURTHER = later(r"(?P<joined>,|\s?/|\s(?:and|or|to|und|oder|bis)|\s?[-\u2013])\s?(?P<number>[1-9]|[0-4]\d|5[0-3])\b")
_RANGED = frozenset({"to", "bis", "-", "\u2013"})


class Period(NamedTuple):
    """`text == source[start:end]`; `number` is the week, the month or the quarter, or month and day.

    `year` is 0 where none is named. Of half a year the number is that of the half.
    """

    start: int
    end: int
    text: str
    kind: Kind
    number: tuple[int, ...]
    year: int = 0


@lru_cache(maxsize=4096)
def periods(text: str) -> tuple[Period, ...]:
    """What a text names of days, weeks, months and quarters, in order; a date with two readings is named twice."""
    own = [*_weeks(text), *_named(text), *_halves(text)]
    dated = [read for one in dates(text) if (read := _of_date(one)) is not None]
    free = [one for one in dated if not any(_overlap(one, other) for other in own)]
    return tuple(sorted([*own, *free], key=lambda one: (one.start, one.number)))


def _overlap(one: Period, other: Period) -> bool:
    return one.start < other.end and other.start < one.end


def within(wanted: Period, stated: Period) -> bool | None:
    """Whether a stated time is the wanted one or lies within it; None where it is wider, or tells nothing of that.

    A year that one of them leaves open is no difference.
    """
    if wanted.year and stated.year and wanted.year != stated.year:
        return False
    if wanted.kind == stated.kind:
        return wanted.number == stated.number
    if "week" in {wanted.kind, stated.kind}:
        return _of_week(wanted, stated)
    if _WIDTHS[stated.kind] < _WIDTHS[wanted.kind]:
        return wanted.number == _seen_as(wanted.kind, stated)
    return None if stated.number == _seen_as(stated.kind, wanted) else False


_WIDTHS = {"day": 0, "week": 1, "month": 2, "quarter": 3, "half": 4}
_MONTHS_OF = {"day": 1, "month": 1, "quarter": 3, "half": 6}
"""Months that one number of a period counts."""


def _seen_as(kind: Kind, one: Period) -> tuple[int, ...]:
    """The month, quarter or half of a year in which a day, a month or a quarter lies."""
    month = one.number[0] * _MONTHS_OF[one.kind]
    return (-(-month // _MONTHS_OF[kind]),)


def _of_week(wanted: Period, stated: Period) -> bool | None:
    """Whether a day lies in a week, as ISO 8601 counts them; of weeks and months nothing is said."""
    if wanted.kind != "week" or stated.kind != "day" or not stated.year:
        return None
    return date(stated.year, *stated.number).isocalendar().week == wanted.number[0]


def _weeks(text: str) -> Iterator[Period]:
    for match in _WEEK.finditer(text):
        year = int(match["year"] or 0)
        yield Period(*match.span(), match[0], "week", (int(match["number"]),), year)
        last, before = match.end(), int(match["number"])
        while more := _FURTHER.match(text, last):
            number = int(more["number"])
            first = before + 1 if more["joined"].strip() in _RANGED else number
            for each in range(min(first, number), number + 1):
                yield Period(*more.span("number"), f"week {each}", "week", (each,), year)
            last, before = more.end(), number


def _named(text: str) -> Iterator[Period]:
    for match in _SHAPES.finditer(text):
        found = _of_match(match)
        if found is not None:
            yield found


def _halves(text: str) -> Iterator[Period]:
    for match in _HALVES.finditer(text):
        figure = match["h"] or match["h_behind"] or match["alone"]
        number = int(figure) if figure else _NTH[match["nth"].casefold()]
        year = next(
            (match[name] for name in ("nth_year", "of_year", "half_year", "h_year", "year_h") if match[name]), 0
        )
        yield Period(*match.span(), match[0], "half", (number,), int(year))


def _of_match(match: re.Match[str]) -> Period | None:
    place = (*match.span(), match[0])
    if match["day"]:
        month, day, year = _GERMAN[match["day_month"].casefold()], int(match["day"]), int(match["day_year"] or 0)
        return Period(*place, "day", (month, day), year) if _is_day(year, month, day) else None
    if match["month"]:
        return Period(*place, "month", (_GERMAN[match["month"].casefold()],), int(match["month_year"] or 0))
    number = int(match["q"]) if match["q"] else _NTH[match["nth"].casefold()]
    return Period(*place, "quarter", (number,), int(match["q_year"] or match["nth_year"] or 0))


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year or LEAP, month, day)
    except ValueError:
        return False
    return True


LEAP = 2024
"""A year that has every day."""


_DATED: Mapping[str, Kind] = {"month": "month", "quarter": "quarter", "half": "half"}
"""Kinds of dates with a year that are periods of their own."""


def _of_date(one: Dates) -> Period | None:
    place, parts = (one.start, one.end, one.text), [int(part) for part in re.findall(r"\d+", one.first)]
    if one.kind == "day":
        return Period(*place, "day", (parts[1], parts[2]), parts[0])
    if one.kind == "month_day":
        return Period(*place, "day", (parts[0], parts[1])) if _is_day(0, *parts) else None
    if one.kind in _DATED:
        return Period(*place, _DATED[one.kind], (-(-parts[1] // _MONTHS_OF[one.kind]),), parts[0])
    return Period(*place, "month", (parts[0],)) if one.kind == "month_name" else None
