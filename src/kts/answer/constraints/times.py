"""Dates and periods of a question held against a piece of evidence.

What the passage dates itself counts first, then what its title and path say, then when its document took effect: a rule
in force since January answers a question about March, a report on January does not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.named import IN_FORCE
from kts.answer.constraints.years import YEARS, years_met
from kts.answer.tables.spells import apart
from kts.answer.tables.timed import apart as of_time
from kts.answer.units.quotable import rows_of
from kts.answers import Unmet
from kts.lexicon.analyse import words
from kts.lexicon.dates import MONTHS, compatible, dates
from kts.lexicon.patterns import later
from kts.lexicon.periods import periods, within
from kts.lexicon.seasons import days_of, rest, seasons

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint
    from kts.lexicon.dates import Dates

_FINENESS = {"day": 0, "month": 1, "quarter": 2, "season": 2, "half": 3, "fiscal_year": 4, "year": 4}
_REPORTED = frozenset({"quarter", "half"})
"""Kinds of periods that are reported on after their end, and that companies count otherwise than the calendar."""
_SINCE = later(
    r"(?i)\b(?:effective|since|starting|beginning|in force|valid|applies|applied|as amended|on and after|until|ended)"
    r"(?:\s+(?:date|as of|on|from|and including|including|the))*[\s:|*]*\Z"
)
_SIDE = 32
"""Characters before a date in which it is said that something holds from it on."""
_TAKES_EFFECT = ("effective", "effective_from", "valid_from", "in_force")


def time_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The date or period in the passage, in what it stands under, or within the time that its document is in force."""
    return years_met(constraint, found) if constraint.value.endswith(YEARS) else _met(constraint, found)


def _met(constraint: Constraint, found: Piece) -> Unmet | None:
    wanted = [one for one in dates(constraint.text) if one.kind in _FINENESS]
    if _in_season(constraint, found) and (not wanted or _of_its_years(wanted[0], found)):
        return None
    if not wanted:
        return _loosely_met(constraint, found)
    stated = [one for one in dates(found.text) if one.kind in _FINENESS]
    above = [one for one in dates(_named(found)) if one.kind in _FINENESS]
    fits = any(_fits(one, other) for one in wanted for other in _telling(one, (*stated, *above), above))
    if fits or _in_a_row(wanted, found) or _of_its_rows(constraint, found) or _reported(constraint, found, above):
        return None
    if constraint.value.endswith(IN_FORCE) and _ruled(wanted[0], found):
        return None
    known_times = stated or [one for one in dates(_named(found, files=False)) if one.kind in _FINENESS]
    if not known_times:
        return Unmet(constraint._replace(certain=False), "the passage is not dated")
    nearest = min(known_times, key=lambda one: (_FINENESS[one.kind] != _FINENESS[wanted[0].kind], one.start))
    return Unmet(constraint, f"the passage is about {nearest.text}, not {constraint.text}")


def _in_a_row(wanted: Sequence[Dates], found: Piece) -> bool:
    """Whether a day lies between the first and the last one of a table's row, as in the week of a rota."""
    days = [one for one in wanted if one.kind == "day"]
    return bool(days and apart(days, rows_of(found.text, found.evidence.columns))[0])


def _of_its_rows(constraint: Constraint, found: Piece) -> bool:
    """Whether a row of a table is of the time, as its column says it: `Fri 12 Jun`, `12.06.`."""
    tables: dict[str, list[Unit]] = {}
    for row in rows_of(found.text, found.evidence.columns):
        tables.setdefault(row.header, []).append(row)
    asked = periods(_read(constraint))
    return any(of_time(asked, rows)[0] for rows in tables.values())


def _reported(constraint: Constraint, found: Piece, above: Sequence[Dates]) -> bool:
    """Whether a quarter or a half is named without its year, by a document of that year or of the next.

    Minutes of July tell the figures of the *first half-year*. `above` are the dates that the document bears, of which
    the earliest counts: figures of 2023 may be printed in 2024.
    """
    year = min((int(one.first[:4]) for one in above), default=0)
    return any(
        within(one, other) and other.kind == one.kind and not other.year and year in {one.year, one.year + 1}
        for one in periods(constraint.text)
        for other in periods(found.text)
        if one.kind in _REPORTED
    )


def _telling(wanted: Dates, stated: Sequence[Dates], above: Sequence[Dates]) -> Sequence[Dates]:
    """The dates that can meet the wanted one: where a document says of which quarter it is, its days say nothing.

    A report on the second quarter closes its books on July 1 and is filed on July 28: both are days of the third.
    """
    named = wanted.kind in _REPORTED and any(one.kind == wanted.kind for one in above)
    return [one for one in stated if one.kind in _REPORTED] if named else stated


def _loosely_met(constraint: Constraint, found: Piece) -> Unmet | None:
    """A month or day without a year: some date of the passage shares it."""
    wanted = dates(_read(constraint))
    if any(compatible(one, other) for one in wanted for other in dates(found.whole)) or _of_its_rows(constraint, found):
        return None
    return Unmet(constraint._replace(certain=False), f"the passage does not name {constraint.text}")


def _read(constraint: Constraint) -> str:
    """A time as a question has it: a month alone is read as one only behind a preposition."""
    return constraint.text if dates(constraint.text) else f"in {constraint.text}"


def _in_season(constraint: Constraint, found: Piece) -> bool:
    """Whether the day or month lies in a stretch of every year of which the passage speaks, or in what it leaves.

    With a year only where a rule is asked for: what happened on a day of May 2025 is not what holds in summer.
    """
    if constraint.certain and not constraint.value.endswith(IN_FORCE):
        return False
    days, told = days_of(_read(constraint)), seasons(found.text)
    return bool(days and told) and (rest(found.text) != "" or any(one.holds(*days) for one in told if days))


def _of_its_years(wanted: Dates, found: Piece) -> bool:
    """Whether a document may mean this year without saying so: a rule some years on, anything else the next at most."""
    about = found.evidence
    dated = str(about.metadata.get("content_date") or "")[:4]
    ruling = RULING & set(words(f"{about.title} {about.heading} {re.sub('[^a-z]', ' ', about.path.lower())}"))
    return not dated.isdigit() or 0 <= int(wanted.last[:4]) - int(dated) <= (LASTS if ruling else 1)


def _fits(wanted: Dates, stated: Dates) -> bool:
    """They share a day, and what is stated is not much coarser: a year says nothing of one of its days."""
    coarser = _FINENESS[stated.kind] - _FINENESS[wanted.kind]
    return compatible(wanted, stated) and coarser <= 1


def _named(found: Piece, *, files: bool = True) -> str:
    """Title, heading, path, the document's date; that of its file, which stands in where there is no other, may meet.

    It refuses nothing: when a file was written says little of what it is about.
    """
    one = found.evidence
    date = str(one.metadata.get("content_date") or "")
    if not files and date in {str(one.metadata.get(name) or "") for name in ("modified", "created")}:
        date = ""
    path = re.sub(r"[_/.]", " ", one.path)
    joined = (f"{match['part']} {match['year']}" for match in _APART.finditer(f"{one.title}\n{path}"))
    return "\n".join((one.title, one.heading, path, one.path, date, *joined))


_APART = later(
    rf"(?i)\b(?P<part>Q[1-4]|H[12]|{'|'.join(MONTHS)})\b[^\d\n]{{2,40}}?\b(?P<year>(?:19|20)\d\d)\b(?![-.]\d)"
)
"""A quarter or a month with its year behind another word, as documents are called: `Q3 Review 2024`."""


def _ruled(wanted: Dates, found: Piece) -> bool:
    """Whether what the passage says held at that time, though written before."""
    return any(_held_since(wanted, found.text)) or _in_force(wanted, found) or _rules_on(wanted, found)


def _held_since(wanted: Dates, text: str) -> Iterator[bool]:
    """A date in the passage from which on, or until which, something holds, when the wanted one lies on that side."""
    for one in dates(text):
        cue = _SINCE.search(text, max(0, one.start - _SIDE), one.start)
        if cue and one.kind in _FINENESS:
            until = cue[0][:5].casefold() in {"until", "ended"}
            yield wanted.last <= one.last if until else one.first <= wanted.last <= _years_later(one.first)


def _in_force(wanted: Dates, found: Piece) -> bool:
    about = found.evidence.metadata
    ends = str(about.get("effective_to") or "9999")
    begins = [_first(about.get(name)) for name in _TAKES_EFFECT if about.get(name)]
    return any(begin <= wanted.last <= _years_later(begin) and wanted.first <= ends for begin in begins)


LASTS = 5
"""Years after which nobody should take it for granted that a rule still holds (a default, not fitted)."""


def _years_later(day: str) -> str:
    return f"{int(day[:4]) + LASTS}{day[4:]}" if day[:4].isdigit() else "9999"


def _rules_on(wanted: Dates, found: Piece) -> bool:
    """Whether its document rules from its date on (agreement, policy, guide).

    Not where it states a day of its own at which something was so.
    """
    about = found.evidence
    if not RULING & set(words(f"{about.title} {about.heading} {re.sub('[^a-z]', ' ', about.path.lower())}")):
        return False
    dated = str(about.metadata.get("content_date") or "")
    if not dated or not dated <= wanted.last <= _years_later(dated):
        return False
    return not any(
        one.kind == wanted.kind and _AT.search(found.text, max(0, one.start - _SIDE), one.start)
        for one in dates(found.text)
    )


RULING = frozenset(
    "agreement amendment policy policies sop sops procedure guide manual letter directive rules standard contract "
    "instructions handbook regulation terms plan".split()
)
"""Words in the title or path of a document that rules from its date on."""
_AT = later(r"(?i)(?<!dated )(?<!made )\b(?:at|as of|as at|ended|ending|on|for)(?: the)?\s\Z")


def _first(value: object) -> str:
    parts: Iterable[object] = value if isinstance(value, list | tuple) else (value,)
    return min((str(part) for part in parts if part), default="9999")
