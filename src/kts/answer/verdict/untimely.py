"""Whether what is cited is of the day, week, month or quarter that a question names.

A passage has neighbours: the incidents of January beside those of February, weeks 24 and 25 of a rota, an audit of
March that `is repeated in June`. The gate that reads passages (`meets`) lets such evidence through where it names the
time anywhere; here the statements are read that were chosen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints import meets
from kts.answer.constraints.named import EVENT, IN_FORCE, RULE
from kts.answer.tables.categories import table_of
from kts.answer.tables.timed import apart, is_bound, other_time, steady, time_columns, times_asked
from kts.answer.units.quotable import cells
from kts.answer.verdict.signals import ASKING
from kts.answers import Constraint, Unmet
from kts.lexicon.analyse import STOP_WORDS, indexed, terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.periods import periods, within
from kts.lexicon.quantities_numbers import ORDINALS
from kts.lexicon.seasons import rest, seasons
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.units.quotable import Unit
    from kts.answers import Evidence
    from kts.lexicon.periods import Period

TIMES = frozenset({"date", "period"})
"""Kinds of constraints that are times."""
_REPORTED = frozenset({"quarter", "half"})
"""Periods that are reported on after their end: what is said of one is said of no other."""
_PAST = later(r"(?i)\b(?:was|were|did|had|happened|found|war|waren|gab|hatten?|wurden?|ergab|fand)\b")
"""What asks for something past."""
_TO_COME = later(
    r"(?i)\b(?:next|will|shall|is to|are to|(?:is|are|be) repeated|planned|scheduled|due|postponed|put off|moved|again|"
    r"n\u00e4chste[nrs]?|wird|werden|geplant|wiederholt|verschoben|soll)\b"
)
_RULES = later(
    r"(?i)\b(?:muss|m\u00fcssen|darf|d\u00fcrfen|soll|sollen|kann|k\u00f6nnen|gilt|gelten|kostet|kosten|betr\u00e4gt|"
    r"g\u00fcltig)\b"
)
"""What asks for a rule in German."""
_SENTENCE = later(r"(?<=[.!?])\s+|\n+")


class _Asked(NamedTuple):
    """A time that a question names with the constraint that it is; `known` is whether the gate has read it already."""

    time: Period
    constraint: Constraint
    known: bool


def unmet(
    question: str, wants: Sequence[Constraint], picked: Picked, found: Gathered, means: Means
) -> tuple[Unmet, ...]:
    """What the cited evidence lacks of what the question names, its time held against the statements themselves."""
    cited = [found.evidence[number] for number in dict.fromkeys(one.held.unit.hit for one in picked.chosen)]
    lacking = meets.unmet(wants, cited, known=means.known)
    asked = list(_asked(question, wants)) if cited else []
    ours = [one for each in asked for one in _astray(question, each, asked, picked, found, means)]
    places = {one.constraint.span for one in ours if one.constraint.certain}
    kept = tuple(one for one in lacking if one.constraint.span not in places and not _holds_in_all(one, cited))
    told = {one.constraint.span for one in kept}
    return (*kept, *(one for one in ours if one.constraint.span not in told))


def _holds_in_all(one: Unmet, cited: Sequence[Evidence]) -> bool:
    """Whether a month or day without a year is asked of a rule, and what is cited names none: it holds in all."""
    constraint = one.constraint
    if constraint.kind not in TIMES or not constraint.value.startswith("--") or not constraint.value.endswith(IN_FORCE):
        return False
    return not any(each.kind in {"day", "month"} for piece in cited for each in periods(piece.text))


def _asked(question: str, wants: Sequence[Constraint]) -> Iterator[_Asked]:
    """The times for which something is asked, but those that are no constraint as the gate reads them.

    These are the times of the asker's own story (`I joined in March`).
    """
    read = [(one.start, one.end) for one in dates(question)]
    for one in times_asked(question):
        constraint = next((each for each in wants if each.kind in TIMES and _same(each.text, one.text)), None)
        if constraint is None and any(start < one.end and one.start < end for start, end in read):
            continue
        known = constraint is not None
        name = "date" if one.kind == "day" else "period"
        made = Constraint(name, one.text, one.text.casefold(), Span(one.start, one.end), certain=False)
        yield _Asked(one, constraint or made, known)


def _same(one: str, other: str) -> bool:
    return one in other or other in one


def _astray(
    question: str, asked: _Asked, beside: Sequence[_Asked], picked: Picked, found: Gathered, means: Means
) -> Iterator[Unmet]:
    """That what leads is of another time, or that nothing that is cited is of this one."""
    times = [one.time for one in beside if one.time.kind == asked.time.kind]
    units = [one.held.unit for one in picked.chosen]
    lead, of = units[0], found.evidence[units[0].hit]
    if lead.kind == "row" and lead.header:
        table = table_of(lead, found.ranking.hits[lead.hit], means) or (lead,)
        own = next((row for row in table if row.text == lead.text), lead)
        other = other_time(times, own, table)
        if other is not None:
            yield _of_other(asked, other, certain=not apart(times, table)[0] and steady(table))
        if other is not None or time_columns(table):
            return
    if asked.known and asked.constraint.value.endswith(IN_FORCE):
        return  # a rule names the days on which it begins or ends, not those on which it holds
    past = _PAST.search(question) is not None and not _TO_COME.search(question)
    if _told(times, [f"{unit.intro}\n{unit.text}" for unit in units], past=past):
        return
    about, sentences = _about(of), _SENTENCE.split(of.text)
    rival = None if _of_kind(times, about) else _rival(times, lead)
    if rival is not None:
        alike = rival.kind == asked.time.kind and not _is_rule(question)
        yield _of_other(asked, rival, certain=alike and (rival.kind in _REPORTED or not _names(times, about)))
    elif past and not _names(times, about) and _names(times, of.text) and not _told(times, sentences, past=past):
        when = "on" if asked.time.kind == "day" else "in"
        told = f"the passage tells only what is to come {when} {asked.time.text}"
        yield Unmet(asked.constraint._replace(certain=bool(periods(about))), told)
    elif not asked.known and not _is_rule(question) and not _names(times, f"{about}\n{of.text}"):
        yield Unmet(asked.constraint, f"the passage does not name {asked.time.text}")


def _of_other(asked: _Asked, other: Period, *, certain: bool) -> Unmet:
    constraint = asked.constraint._replace(certain=certain)
    return Unmet(constraint, f"what is cited is of {other.text}, not {asked.time.text}")


def _names(times: Sequence[Period], text: str) -> bool:
    return any(within(one, other) for one in times for other in periods(text))


def _of_kind(times: Sequence[Period], text: str) -> bool:
    """Whether a text names a time as it is asked for: minutes of 6 May are written in the second quarter, not on it."""
    return any(within(one, other) and one.kind == other.kind for one in times for other in periods(text))


def _told(times: Sequence[Period], texts: Sequence[str], *, past: bool) -> bool:
    """Whether a text names a time; of what is past, not as one at which something is to come."""
    return any(_names(times, text) and not (past and _TO_COME.search(text)) for text in texts)


def _rival(times: Sequence[Period], lead: Unit) -> Period | None:
    """Another time at which something was, where a sentence names no other; not one since or until which it holds.

    Nor one at which something is to come, which minutes of any day may tell.
    """
    if lead.kind == "row" or _TO_COME.search(lead.text) or seasons(lead.text) or rest(lead.text):
        return None
    others = [one for one in periods(lead.text) if not is_bound(lead.text, one)]
    if any(within(one, other) is not False for one in times for other in others):
        return None
    return others[0] if others else None


def _about(of: Evidence) -> str:
    """What a piece of evidence stands under, and when its document was written."""
    date = str(of.metadata.get("content_date") or "")
    return "\n".join((of.title, of.heading, re.sub(r"[_/.]", " ", of.path), of.path, date))


def _is_rule(question: str) -> bool:
    """Whether what holds is asked for, which need not name each time at which it does."""
    return bool(_RULES.search(question) or RULE.search(question)) and not EVENT.search(question)


_ENDING = {1: "st", 2: "nd", 3: "rd"}
ONLY_TIMED = "what is cited is of the time that is asked for, and has no other word of the question"


def only_timed(question: str, lead: Unit, of: Evidence) -> bool:
    """Whether a row is of the time that is asked for, and nothing else of the question stands in it or above it.

    A roster of porters that goes on to 22 June tells nothing of the driver of that day.
    """
    asked = times_asked(question)
    if lead.kind != "row" or not asked or not any(_names(asked, cell) for cell in cells(lead.text)):
        return False
    bare = question
    for one in asked:
        bare = bare.replace(one.text, " ")
    own = frozenset(terms(_WEEKDAYS.sub(" ", bare))) - _ASKING
    said = frozenset(indexed(f"{lead.text}\n{lead.header}\n{lead.intro}\n{_about(of)}"))
    return bool(own) and own.isdisjoint(said | {word for word, short in _SHORT.items() if short in said})


_SHORT = {word: f"{value}{_ENDING.get(value, 'th')}" for word, value in ORDINALS.items()}
"""Words that count as heads of columns have them: `1st` for first."""


_WEEKDAYS = later(r"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\w+tag\b")
_ASKING = frozenset(terms(" ".join((*STOP_WORDS, *ASKING))))
