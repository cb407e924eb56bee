"""Whether the dates of a claim, and the versions of a product, are those of the statement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.lexicon.analyse import terms
from kts.lexicon.dates import agrees, compatible, dates, shifted
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.dates import Dates

_PRECEDES = later(
    r"(?:\b(?:before|prior to|until|till|through|up to|by|no later than|not later than|at the latest|"
    r"on or before|ahead of|"
    r"ends?|ended|ending|expires?|expired|to)\s*(?:on\s+)?(?:the\s+)?)\Z",
    re.IGNORECASE,
)
_FOLLOWS = later(
    r"(?:\b(?:after|since|from|starting|beginning|begins|began|effective|as of|on or after|following|onwards? from|"
    r"not before|no earlier than|not earlier than|not until)\s*(?:on\s+)?(?:the\s+)?)\Z",
    re.IGNORECASE,
)
_RELEASE = later(
    r"\b(?P<name>[A-Za-z]{3,})[ \xa0]v?(?P<number>\d+(?:\.\d+)+)(?![\w%]|\.\d|[ ](?:percent|million|billion))"
)
_NO_RELEASE = frozenset(
    "section sections clause clauses article articles paragraph chapter table figure step item part rule schedule "
    "and the for than from with until under over below about usd eur gbp chf least most".split()
)


def releases(sides: Sides) -> Iterator[Finding]:
    """Another version behind the same word: `firmware 4.2` where the statement speaks of `firmware 4.3`."""
    stated = {one["number"]: one for one in _RELEASE.finditer(sides.statement)}
    for one in _RELEASE.finditer(sides.claim):
        name = one["name"].casefold()
        others = [other for other in stated.values() if other["name"].casefold() == name]
        if others and name not in _NO_RELEASE and one["number"] not in sides.statement:
            text = f"the claim says {quoted(one[0])}, the evidence {quoted(others[0][0])}"
            yield Finding(
                "version", conflict=True, text=text, claim=Span(*one.span()), evidence=Span(*others[0].span())
            )


def days(sides: Sides) -> Iterator[Finding]:
    """Dates of the claim that the statement gives otherwise, less exactly, or not at all."""
    claimed, stated = _grouped(dates(sides.claim)), dates(sides.statement)
    around = (*dates(sides.about), *dates(sides.near))
    for readings in claimed:
        twins = [other for other in stated for one in readings if agrees(one, other) or _next_day(sides, one, other)]
        rival = _other_year(readings[0], twins, stated) or _taken_back(sides, twins, stated)
        if rival is not None:
            text = f"the claim says {quoted(readings[0].text)}, the evidence {quoted(rival.text)}"
            span = Span(readings[0].start, readings[0].end)
            yield Finding("date", conflict=True, text=text, claim=span, evidence=Span(rival.start, rival.end))
        elif twins:
            yield from _ordered(sides, readings[0], twins)
        elif not any(agrees(one, other) for one in readings for other in around if _loose(one)):
            yield _other_date(readings, claimed, _as_it_is(sides, readings[0], stated), around)


def _as_it_is(sides: Sides, one: Dates, stated: Sequence[Dates]) -> Sequence[Dates]:
    """The dates of a statement, those that a change leaves behind last: of `moved from 3 May to 8 May` the third."""
    if _LEFT.search(sides.claim, 0, one.start):
        return stated
    return sorted(stated, key=lambda other: bool(_LEFT.search(sides.statement, 0, other.start)))


_LEFT = later(r"\b(?:from|instead of|replacing|formerly|originally) (?:the )?\Z", re.IGNORECASE)


def _taken_back(sides: Sides, twins: Sequence[Dates], stated: Sequence[Dates]) -> Dates | None:
    """The other date of a statement that gives the claim's only to deny it: `on 16 June, not 9 June`."""
    if not twins or not all(_NOT_ON.search(sides.statement, 0, one.start) for one in twins):
        return None
    others = [one for one in stated if one not in twins and not _NOT_ON.search(sides.statement, 0, one.start)]
    return others[0] if others and not negated(sides.claim) else None


_NOT_ON = later(r"\bnot (?:(?:on|at|by|until|in|before|after) )?(?:the )?\Z", re.IGNORECASE)


def _other_year(one: Dates, twins: Sequence[Dates], stated: Sequence[Dates]) -> Dates | None:
    """The same day of another year, where the statement's day without a year is all that agrees with the claim's."""
    if one.kind != "day" or not twins or any(other.kind != "month_day" for other in twins):
        return None
    return next((day for day in stated if day.kind == "day" and day.first[4:] == one.first[4:]), None)


def _grouped(found: Sequence[Dates]) -> list[list[Dates]]:
    """The readings of each date: two when the order of day and month is not known."""
    places: dict[tuple[int, int], list[Dates]] = {}
    for one in found:
        places.setdefault((one.start, one.end), []).append(one)
    return list(places.values())


def _loose(one: Dates) -> bool:
    """Years and months may be met by the title or the lines around; a day must stand in the statement."""
    return one.kind not in {"day", "month_day", "day_of_month"}


def _next_day(sides: Sides, one: Dates, other: Dates) -> bool:
    """Until February 28 is before March 1."""
    if one.kind != "day" or other.kind != "day":
        return False
    mine, theirs = sides.claim[: one.start], sides.statement[: other.start]
    if other.first == shifted(one.first, -1):
        return bool(_PRECEDES.search(mine) or _FOLLOWS.search(mine)) and bool(
            re.search(r"until|through|after|\bon\b|end", theirs[-24:])
        )
    return (
        other.first == shifted(one.first, 1)
        and bool(_FOLLOWS.search(mine) or "until" in mine[-24:])
        and bool(_PRECEDES.search(theirs) or _FOLLOWS.search(theirs))
    )


def _other_date(
    readings: list[Dates], claimed: list[list[Dates]], stated: Sequence[Dates], around: Sequence[Dates]
) -> Finding:
    one, here = readings[0], Span(readings[0].start, readings[0].end)
    spoken_for = [mine for others in claimed if others is not readings for mine in others if mine.kind == one.kind]
    rivals = [
        other
        for other in stated
        if _alike(one, other)
        and not any(compatible(mine, other) for mine in readings)
        and not any(agrees(mine, other) for mine in spoken_for)
    ]
    if rivals:
        text = f"the claim says {quoted(one.text)}, the evidence {quoted(rivals[0].text)}"
        return Finding("date", conflict=True, text=text, claim=here, evidence=Span(rivals[0].start, rivals[0].end))
    if any(agrees(mine, other) for mine in readings for other in around):
        return Finding(
            "date_near", conflict=False, text=f"{quoted(one.text)} stands near the evidence, not in it", claim=here
        )
    return Finding("date_gap", conflict=False, text=f"the evidence does not give {quoted(one.text)}", claim=here)


def _alike(one: Dates, other: Dates) -> bool:
    """Whether two dates are of a kind, so that one stands in the other's place."""
    days_ = {"day", "month_day", "day_of_month"}
    if one.kind in days_ and other.kind in days_:
        return True
    if "weekday" in {one.kind, other.kind}:
        return one.kind == other.kind
    return (one.kind in days_) == (other.kind in days_) or other.kind in {"month", "quarter", "half", "month_name"}


def _ordered(sides: Sides, one: Dates, twins: Sequence[Dates]) -> Iterator[Finding]:
    """Before a day against after it."""
    mine = _side(sides.claim, one)
    theirs = [_side(sides.statement, other) for other in twins]
    if mine and theirs and all(other == -mine for other in theirs):
        text = f"the claim puts it on the other side of {quoted(one.text)} than the evidence"
        span = Span(twins[0].start, twins[0].end)
        yield Finding("date_order", conflict=False, text=text, claim=Span(one.start, one.end), evidence=span)


def _side(text: str, one: Dates) -> int:
    before = text[: one.start]
    sign = -1 if _PRECEDES.search(before) else 1 if _FOLLOWS.search(before) else 0
    return -sign if sign and denied(text, one.start, one.end) else sign


def happened(sides: Sides) -> Iterator[Finding]:
    """A state, of an entry that only gives the day of an event: `opened: 2025-02-19` leaves open whether it is open."""
    entry, said = _EVENT.search(sides.statement), _STATE.search(sides.claim)
    if entry and said and not dates(sides.claim) and terms(entry["event"]) == terms(said["state"]):
        text = f"{quoted(entry[0])} gives the day of an event, not how it stands"
        yield Finding("other_event", conflict=False, text=text, claim=Span(*said.span()))


_EVENT = later(
    r"(?<![\w-])(?P<event>[a-z]{3,}ed)\b(?:_?(?:at|on|date))?\W{1,3}(?=\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})"
)
_STATE = later(r"\b(?:is|are|remains?|stays?) (?:still |now |currently )?(?P<state>[a-z]{4,})\b")
