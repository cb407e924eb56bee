"""Dates and periods in text, as ranges of days that can be compared whatever their spelling.

ISO 8601 where the year is known; without one the truncated forms `--MM`, `--MM-DD` and `---DD`, and `-W-D` for a
weekday (Monday is 1). A date whose order of day and month is not known gives both readings, with the same place.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.lexicon.unwrapped import unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|"
        "november nov|december dec".split("|"),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        "monday mondays mon|tuesday tuesdays tue|wednesday wednesdays wed|thursday thursdays thu|friday fridays fri|"
        "saturday saturdays sat|sunday sundays sun".split("|"),
        start=1,
    )
    for name in names.split()
}
NTH = {word: number for number, word in enumerate("first second third fourth".split(), start=1)}
DAY_WORDS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
        "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth "
        "thirty-first".split(),
        start=1,
    )
}
SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11)}
_VERB = later(r"\b(?:may|march|mar)\b|\bMAY\b")
"""Months only with a capital: in `the 4 may not` there is none."""
PIVOT = 50
"""Two-digit years below this are of the 2000s: the usual convention of POSIX tools is 69; contracts reach further."""

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_YEAR = r"(?:1[89]\d\d|20\d\d|21\d\d)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_NTH_DAY = "|".join(sorted(DAY_WORDS, key=len, reverse=True))
_SHAPES = later(
    rf"""
    (?<![\w/.-])(?P<iso_y>{_YEAR})-(?P<iso_m>0[1-9]|1[0-2])(?:-(?P<iso_d>{_DAY}))?(?=T\d\d:\d|(?![\w-]|/\d))
    | (?<![\w/.-])(?P<sl_y>{_YEAR})/(?P<sl_m>0?[1-9]|1[0-2])/(?P<sl_d>{_DAY})(?![\w/-])
    | (?<![\w/.-])(?P<n1>{_DAY})(?P<sep>[/.-])(?P<n2>{_DAY})(?P=sep)(?P<n3>{_YEAR}|\d\d)(?![\w/-]|\.\d)
    | \b(?P<mdy_m>{_MONTH})\s(?P<mdy_d>{_DAY})(?:st|nd|rd|th)?\b(?!\.\d|,\d\d\d\b|:\d)
        (?:,?\s(?:in\s)?(?P<mdy_y>{_YEAR})\b)?
    | (?<![\w.,-])(?P<dmy_d>{_DAY})(?:st|nd|rd|th)?\s(?:day\s)?(?:of\s)?
        (?P<dmy_m>{_MONTH})(?:\s*,?\s(?P<dmy_y>{_YEAR})\b)?
    | \b(?:the\s)?(?P<wd_d>{_NTH_DAY})\s(?:day\s)?of\s(?P<wd_m>{_MONTH})(?:,?\s(?P<wd_y>{_YEAR})\b)?
    | \b(?P<end>(?:the\s)?(?:end|close|last\s(?:calendar\s)?day)\sof\s)
        (?:(?P<end_m>{_MONTH})(?:\sof)?,?\s(?P<end_my>{_YEAR})|(?P<end_y>{_YEAR}))\b
    | \b(?:Q(?P<q1>[1-4])[ /-]?(?:of[ ])?(?:FY\s?)?(?P<q1_y>{_YEAR}|'?\d\d)|(?P<q2_y>{_YEAR})[ -]?Q(?P<q2>[1-4])
        |(?P<q3>[1-4])Q\s?(?P<q3_y>{_YEAR}|\d\d))\b
    | \b(?P<q4>first|second|third|fourth|1st|2nd|3rd|4th)\s(?:calendar\s|fiscal\s)?quarter\s(?:of\s)?
        (?:fiscal\s(?:year\s)?|FY\s?)?(?P<q4_y>{_YEAR})\b
    | \b(?:H(?P<h1>[12])\s?(?P<h1_y>{_YEAR})|(?P<h2>first|second)\shalf\sof\s(?:the\syear\s)?(?P<h2_y>{_YEAR}))\b
    | \b(?:FY\s?'?|fiscal\s(?:year\s)?)(?P<fy>{_YEAR}|\d\d)\b
    | \b(?P<season>spring|summer|autumn|fall)\s(?:of\s)?(?P<season_y>{_YEAR})\b
    | \b(?P<my_m>{_MONTH})(?:\sof)?,?\s(?P<my_y>{_YEAR})\b
    | \b(?:on\s|by\s)?the\s(?P<dom>{_DAY})(?:st|nd|rd|th)\b(?:\s(?:calendar\s)?day)?(?:\sof\s(?:each|every|the|any)\s
        (?:calendar\s)?month)?
    | \b(?P<dow>Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?)\b
    | \b(?P<m>January|February|March|April|May|June|July|August|September|October|November|December)\b
    | (?<![\w.,/$\u20ac\u00a3#=-])(?P<y>{_YEAR})\b
        (?!(?:[,.-]?\d|[-/][A-Z]|%|\s?(?:percent|dollars?|USD|EUR|bytes?|ms|hours?|days?|minutes?|
        seconds?|weeks?|months?|years?|miles|characters?|people|rows?|files|loans|pages|words)\b))
    """,
    re.VERBOSE | re.IGNORECASE,
)


class Dates(NamedTuple):
    """`text == source[start:end]`; `first` and `last` are days, inclusive.

    `kind`: day, month, quarter, half, season, year, fiscal_year; without a year month_day, month_name,
    day_of_month, weekday.
    """

    start: int
    end: int
    text: str
    first: str
    last: str
    kind: str


@lru_cache(maxsize=4096)
def dates(text: str, *, day_first: bool | None = None) -> tuple[Dates, ...]:
    """The dates of `text` in order. `day_first` says how 3/1/2021 is read; None gives both readings."""
    line = unwrapped(text)
    return tuple(
        Dates(*place, text[slice(*place)], *reading)
        for match in _SHAPES.finditer(line.text)
        if not _VERB.search(match[0])
        for place in (line.span(*match.span()),)
        for reading in _readings(match, day_first)
    )


def agrees(claimed: Dates, stated: Dates) -> bool:
    """Whether what is stated lies within what is claimed: March 1, 2021 agrees with a claimed 2021, not vice versa."""
    if claimed.first.startswith("-") or stated.first.startswith("-"):
        return _yearless_agree(claimed, stated)
    return claimed.first <= stated.first and stated.last <= claimed.last


def compatible(one: Dates, other: Dates) -> bool:
    """Whether both can be true of one day: their ranges share a day, or nothing that both name differs."""
    if one.first.startswith("-") or other.first.startswith("-"):
        return _parts_agree(one, other)
    return one.first <= other.last and other.first <= one.last


def shifted(day: str, days: int) -> str:
    """The ISO day so many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def _yearless_agree(claimed: Dates, stated: Dates) -> bool:
    """Every part that the claim names, the other names too and equally; a claimed year may be left open."""
    a, b = _parts(claimed), _parts(stated)
    if a.keys() == {"year"}:
        return "year" in b and a == {"year": b["year"]}
    implied = {"year"} if claimed.kind == "weekday" else {"year", "weekday"}
    return all(b.get(part) == value for part, value in a.items() if part in b or part not in implied)


def _parts_agree(one: Dates, other: Dates) -> bool:
    a, b = _parts(one), _parts(other)
    return all(b[part] == value for part, value in a.items() if part in b)


def _parts(found: Dates) -> dict[str, int]:
    """What a date names: year, month, day, weekday."""
    first = found.first
    if first.startswith("-W"):
        return {"weekday": int(first[3:])}
    if first.startswith("---"):
        return {"day": int(first[3:])}
    if first.startswith("--"):
        return dict(zip(("month", "day"), map(int, first[2:].split("-")), strict=False))
    year, month, day = map(int, first.split("-"))
    parts = {"year": year}
    if found.kind in {"day", "month"}:
        parts["month"] = month
    if found.kind == "day":
        parts |= {"day": day, "weekday": date(year, month, day).isoweekday()}
    return parts


def _readings(match: re.Match[str], day_first: bool | None) -> Iterator[tuple[str, str, str]]:  # noqa: FBT001
    if match["n1"]:
        yield from _numeric(match, day_first)
        return
    for read in (_of_day, _of_period, _of_month, _of_recurring):
        found = read(match)
        if found:
            yield found
            return


def _numeric(match: re.Match[str], day_first: bool | None) -> Iterator[tuple[str, str, str]]:  # noqa: FBT001
    """3/1/2021: the readings that are days; 1.3.2021 with full stops puts the day first."""
    one, two, year = int(match["n1"]), int(match["n2"]), _year(match["n3"])
    orders = {True: [(two, one)], False: [(one, two)], None: [(one, two), (two, one)]}[
        True if match["sep"] == "." else day_first
    ]
    found = dict.fromkeys(_day(year, month, day) for month, day in orders)
    yield from (reading for reading in found if reading)


def _year(text: str) -> int:
    number = int(text.lstrip("'"))
    return number if number > 99 else number + (2000 if number < PIVOT else 1900)  # noqa: PLR2004


def _day(year: int, month: int, day: int) -> tuple[str, str, str] | None:
    try:
        iso = date(year, month, day).isoformat()
    except ValueError:
        return None
    return iso, iso, "day"


def _month_of(name: str) -> int:
    return MONTHS[name.lower().rstrip(".")]


def _of_day(match: re.Match[str]) -> tuple[str, str, str] | None:
    if match["iso_d"] or match["sl_y"]:
        kind = "iso" if match["iso_y"] else "sl"
        return _day(*(int(match[f"{kind}_{part}"]) for part in "ymd"))
    for shape in ("mdy", "dmy", "wd"):
        if match[f"{shape}_m"]:
            month, named, year = _month_of(match[f"{shape}_m"]), match[f"{shape}_d"].lower(), match[f"{shape}_y"]
            day = DAY_WORDS.get(named) or int(named)
            if year:
                return _day(int(year), month, day)
            return (f"--{month:02}-{day:02}",) * 2 + ("month_day",)
    if match["end"]:
        year = int(match["end_my"] or match["end_y"])
        month = _month_of(match["end_m"]) if match["end_m"] else 12
        return _day(year, month, monthrange(year, month)[1])
    return None


def _span(year: int, first: int, last: int, kind: str) -> tuple[str, str, str]:
    return f"{year:04}-{first:02}-01", f"{year:04}-{last:02}-{monthrange(year, last)[1]:02}", kind


def _of_period(match: re.Match[str]) -> tuple[str, str, str] | None:
    for shape in ("q1", "q2", "q3", "q4"):
        if match[shape]:
            quarter = NTH.get(match[shape].lower()) or int(match[shape][0])
            return _span(_year(match[f"{shape}_y"]), 3 * quarter - 2, 3 * quarter, "quarter")
    for shape in ("h1", "h2"):
        if match[shape]:
            half = NTH.get(match[shape].lower()) or int(match[shape])
            return _span(int(match[f"{shape}_y"]), 6 * half - 5, 6 * half, "half")
    if match["season"]:
        return _span(int(match["season_y"]), *SEASONS[match["season"].lower()], "season")
    if match["fy"]:
        return _span(_year(match["fy"]), 1, 12, "fiscal_year")
    return _span(int(match["y"]), 1, 12, "year") if match["y"] else None


def _of_month(match: re.Match[str]) -> tuple[str, str, str] | None:
    if match["iso_y"]:
        month, year = int(match["iso_m"]), int(match["iso_y"])
    elif match["my_m"]:
        month, year = _month_of(match["my_m"]), int(match["my_y"])
    else:
        return None
    return _span(year, month, month, "month")


def _of_recurring(match: re.Match[str]) -> tuple[str, str, str] | None:
    if match["dom"]:
        return (f"---{int(match['dom']):02}",) * 2 + ("day_of_month",)
    if match["dow"] and match["dow"][0].isupper():
        return (f"-W-{WEEKDAYS[match['dow'].lower()]}",) * 2 + ("weekday",)
    if match["m"] and _is_month(match):
        return (f"--{_month_of(match['m']):02}",) * 2 + ("month_name",)
    return None


def _is_month(match: re.Match[str]) -> bool:
    """`May` and `March` are months only with a capital, and `May` not at the head of a sentence or before a verb."""
    name = match["m"]
    if not name[0].isupper() or name.isupper():
        return False
    if name not in {"May", "March"}:
        return True
    before = match.string[max(0, match.start() - 12) : match.start()]
    return bool(
        re.search(
            r"(?:\b(?:in|of|by|until|till|since|from|through|last|next|each|every|early|late|mid)[ -]|\|\s*)\Z", before
        )
    )
