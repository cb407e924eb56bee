"""Names that a question has as they are written: an alert, a setting, a code. Each has an entry of its own (EVID-1).

`threshold of DiskAlmostFull?` is answered by the entry of that name, not by the thresholds beside it. Who writes a name
in one word with capitals inside, with a line or with figures copied it from somewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.constraints.expected import expected
from kts.answer.constraints.programs import COMMAND, SETTING, plain
from kts.answer.means import record as record_of
from kts.answer.tables.coded import GENERAL_ASKED
from kts.answer.units.settings import PATHED
from kts.lexicon.analyse import indexed
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint, Evidence

_HUMPED = later(r"(?=\w*[a-z\d][A-Z])[A-Za-z][A-Za-z\d]{5,}")
"""A name in one word with capitals inside: `DiskAlmostFull`."""
_SHOUTED = later(r"(?<![\w.-])[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+[A-Z]?(?![\w-])")
"""The same in a text, spelled as such names are."""
_TELLS = later(r"[ \t]*(?:[-*+\u2022][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+)?(?:[A-Z]?[a-z]+:?[ \t]+)?[`'\"*_]{0,3}")
"""What may stand before the name that an entry is of: a mark, and a word for its kind."""
_LISTS = later(r"[`'\"*_]{0,3}(?:[ \t]*[,/&]|[ \t]+(?:and|or|und|oder)\b)")
"""Behind a name: it is the first of several."""
_LIMIT = later(r"(?:[<>]=?|[=!]=)\s*-?\d|(?i:\b(?:over|above|below|under|at|more than|less than)\s+\d)")
"""A limit as expressions have it."""
_ASKS_LIMIT = frozenset(indexed("threshold limit trigger fire value level"))
_AMONG = 2
"""Names of one spelling in a passage from which a statement without any may be of another (a default, not fitted)."""
_NEXT = 2
"""Statements behind the one that has the name which still speak of it (a default)."""


def exact_names(wants: Sequence[Constraint]) -> tuple[str, ...]:
    """The names of a question that have one spelling: settings, codes for sure, words with capitals inside."""
    return tuple(
        dict.fromkeys(
            one.text
            for one in wants
            if one.kind in {SETTING, COMMAND} or (one.certain and (one.kind == "code" or _HUMPED.fullmatch(one.text)))
        )
    )


@lru_cache(256)
def _shape(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE)


def names(name: str, text: str) -> bool:
    """Whether a text has the name as it is written, in capitals or not."""
    return _shape(name).search(plain(text)) is not None


def is_of(unit: Unit, name: str) -> bool:
    """Whether a unit is the entry of a name: a record with it as a value, a line or a row that begins with it."""
    text = plain(unit.text)
    if PATHED.match(text):
        return any(_is_value(name, line) for line in text.splitlines())
    if unit.kind == "row":
        return text.strip("| \t").partition("|")[0].strip("`*_ \t").casefold() == name.casefold()
    starts = (_TELLS.match(line) for line in text.splitlines())
    told = (_shape(name).match(begins.string, begins.end()) for begins in starts if begins is not None)
    return any(one is not None and _LISTS.match(one.string, one.end()) is None for one in told)


def _is_value(name: str, line: str) -> bool:
    """Whether a line of a record has the name as all of its value, or as the last key of its path."""
    way, parted, said = line.partition(": ")
    if not parted:
        way, _, said = line.partition("=")
    return name.casefold() in {said.strip(" \t'\"").casefold(), re.split(r"[.\]]", way.strip())[-1].casefold()}


def entry_first(
    question: str,
    wanted: Asked,
    wants: Sequence[Constraint],
    ranked: Sequence[tuple[float, Held]],
    found: Gathered,
    asking: AbstractSet[str],
) -> tuple[tuple[float, Held], ...]:
    """Where the lead has no name of the question, nor stands under one: first the entry of that name.

    The record of a name that has all else that is asked goes before what only mentions the name. Who asks what is to be
    done is told by steps, which need not repeat the name.
    """
    asked = exact_names(wants)
    if not asked or not ranked or expected(question) == "procedure":
        return tuple(ranked)
    if not any(is_of(ranked[0][1].unit, name) for name in asked):
        known = (one for _, one in ranked if _is_record(one.unit) and by_name(wanted, wants, one, found, asking))
        if (record := next(known, None)) is not None:
            return _led_by(record, ranked)
    if any(names(one, f"{_above(ranked[0][1], found)}\n{ranked[0][1].unit.text}") for one in asked):
        return tuple(ranked)
    topics = [one for one in asked if _is_topic(one, ranked[0][1].unit, found)]
    said = next((one for _, one in ranked if any(is_of(one.unit, name) for name in asked)), None)
    if said is not None and not _is_record(said.unit) and any(is_of(said.unit, name) for name in topics):
        return tuple(ranked)
    if said is None:
        return tuple(ranked)
    return _led_by(said, ranked)


def _led_by(lead: Held, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    return ((ranked[0][0], lead), *(pair for pair in ranked if pair[1].unit != lead.unit))


def _is_record(unit: Unit) -> bool:
    return unit.kind == "row" or PATHED.match(plain(unit.text)) is not None


def _is_topic(name: str, lead: Unit, found: Gathered) -> bool:
    """Whether the lead's passage has a name, as most that was found: no unit is the entry of what all is about."""
    hits = found.ranking.hits
    if not names(name, hits[lead.hit].passage.text):
        return False
    return sum(names(name, hit.passage.text) for hit in hits) * 2 > len(hits)


def _above(one: Held, found: Gathered) -> str:
    """What a unit stands under: its document, heading, introduction and header."""
    hit = found.ranking.hits[one.unit.hit]
    of = record_of(hit, found)
    return f"{of.title}\n{of.path}\n{hit.passage.metadata['heading']}\n{one.unit.intro}\n{one.unit.header}"


def standing_alone(
    question: str, wants: Sequence[Constraint], ranked: Sequence[tuple[float, Held]], found: Gathered
) -> frozenset[Unit]:
    """The lead, if it has a name of the question that nothing above it has: its neighbours are of something else."""
    lead = next((one for _, one in ranked), None)
    own = [one for one in exact_names(wants) if lead and names(one, lead.unit.text)]
    if lead is None or not own or expected(question) == "procedure":
        return frozenset()
    above = _above(lead, found)
    return frozenset() if any(names(one, above) for one in own) else frozenset({lead.unit})


def without_neighbours(
    question: str, wants: Sequence[Constraint], chosen: Sequence[Chosen], found: Gathered, must: AbstractSet[Unit]
) -> tuple[Chosen, ...]:
    """The units; where the lead is the entry of a name, without entries of others, and what no passage of it has."""
    asked = exact_names(wants)
    if not chosen or expected(question) == "procedure":
        return tuple(chosen)
    lead, *others = chosen
    if not any(is_of(lead.held.unit, one) or _only_there(one, lead.held, found) for one in asked):
        return tuple(chosen)

    def belongs(one: Chosen) -> bool:
        unit = one.held.unit
        listed = unit.kind in {"entry", "row"} or PATHED.match(unit.text) is not None
        said = unit.text if listed else found.ranking.hits[unit.hit].passage.text
        return unit in must or any(names(name, f"{_above(one.held, found)}\n{said}") for name in asked)

    return (lead, *filter(belongs, others))


def by_name(wanted: Asked, wants: Sequence[Constraint], lead: Held, found: Gathered, asking: AbstractSet[str]) -> bool:
    """Whether the lead is the record or setting of a name, and all else that is asked is general or stands with it."""
    asked = exact_names(wants)
    if lead.unit.kind == "row" or not any(is_of(lead.unit, one) or _only_there(one, lead, found) for one in asked):
        return False
    own = frozenset(indexed(f"{_above(lead, found)}\n{lead.unit.text}")) | GENERAL_ASKED | asking
    own |= _ASKS_LIMIT if _LIMIT.search(lead.unit.text) else frozenset()
    return all(not own.isdisjoint(forms) for forms, _ in wanted.words)


def _only_there(name: str, lead: Held, found: Gathered) -> bool:
    """Whether the lead is the one entry of a list that has a name, `... was mended (MOW-1188)`, of all found."""
    if lead.unit.kind != "entry" or not names(name, lead.unit.text):
        return False
    hits = found.ranking.hits
    own = hits[lead.unit.hit].passage
    others = (hit.passage for hit in hits if hit.passage.document_id != own.document_id)
    return len(_shape(name).findall(own.text)) == 1 and not any(names(name, one.text) for one in others)


def unnamed(question: str, wants: Sequence[Constraint], lead: Unit, ranked: Sequence[Held], of: Evidence) -> str:
    """A name in capitals and small letters that the lead does not have, in a passage that speaks of others, too."""
    humped = [one for one in exact_names(wants) if _HUMPED.fullmatch(one)]
    about = f"{of.title}\n{of.path}\n{of.heading}\n{lead.intro}\n{lead.header}\n{lead.text}"
    if not humped or expected(question) == "procedure" or any(names(one, about) for one in humped):
        return ""
    others = set(_SHOUTED.findall(of.text)).difference(humped)
    near = (one.unit for one in ranked if one.unit.hit == lead.hit and 0 < lead.position - one.unit.position <= _NEXT)
    if len(others) + 1 < _AMONG or any(names(one, unit.text) for unit in near for one in humped):
        return ""
    return humped[0]
