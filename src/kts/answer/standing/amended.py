"""What changes a clause: the words of an agreement hold only as far as no later document has changed them (EVID-9).

An amendment names the clause by its number, seldom by what it is about, so the search for a question does not bring it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints import meets
from kts.answer.constraints.named import constraints
from kts.answer.gather import of_the_day, with_hits
from kts.answer.means import record as record_of
from kts.answer.standing.clauses import (
    CHANGES,
    alters,
    alters_anew,
    clause,
    clause_at,
    clauses,
    is_labelled,
    names_clause,
    numbers_in,
    of_place,
    row_number,
    stretch,
)
from kts.answer.standing.conditions import is_special
from kts.answer.standing.inforce import in_force
from kts.answer.standing.placed import since
from kts.answer.standing.targets import annex
from kts.answer.standing.wording import by_name, is_item, is_of_another, only_adds, replacements, written
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.units.quotable import Unit
    from kts.records import DocumentRecord
    from kts.types import Hit, Passage

AMENDABLE = 6
"""Passages at the top whose amendments are looked for: one of them mostly gives the lead (a default, not fitted)."""
_TIMED = frozenset({"date", "period", "version"})
"""Kinds of constraints that an amendment is held against: what else a question names, what it amends has met."""


def with_amendments(question: str, found: Gathered, means: Means) -> Gathered:
    """With what amends the clauses at the top, where the search did not bring it: without it they may be wrong."""
    if not means.amended or means.look_in is None or not found.met:
        return found
    hits = found.ranking.hits
    wanted = {
        (by, number)
        for hit in hits[:AMENDABLE]
        for by in means.amended.get(hit.passage.document_id, ())
        for number in clauses(hit.passage, annex(record_of(hit, found).title))
    }
    missing = wanted - {pair for hit in hits for pair in wanted if _is_about(hit.passage, *pair)}
    if not missing:
        return found
    told = " ".join((question, "clause", *sorted({number for _, number in missing})))
    more = of_the_day(means.look_in(told, sorted({by for by, _ in missing}), means.settings.passages), means)
    timed = [one for one in constraints(question, known=means.known) if one.kind in _TIMED]
    kept = [
        at
        for at in meets.meeting(timed, more.evidence, known=means.known)
        if any(_is_about(more.ranking.hits[at].passage, *pair) for pair in missing)
    ]
    return with_hits(found, more, kept) if kept else found


def _is_about(passage: Passage, document: str, number: str) -> bool:
    """Whether a passage of the document says something of the clause: under its number, or by naming it."""
    said = f"{passage.metadata['heading']}\n{passage.text}"
    own = clause(passage) == number or number in numbers_in(passage.text)
    return passage.document_id == document and (own or names_clause(said, number))


def amending(ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> tuple[list[Unit], list[Unit]]:
    """What documents in force that amend the lead's say of its clause: what changes it, the latest first; all else."""
    if not ranked:
        return [], []
    hits = found.ranking.hits
    lead = ranked[0][1]
    of = record_of(hits[lead.unit.hit], found)
    by = means.amended.get(of.id, frozenset())
    number = _number(lead.unit, hits[lead.unit.hit], of)
    if not by or not number:
        return [], []
    day = means.as_of or means.today
    said = [
        (record, one)
        for _, one in ranked
        if (record := record_of(hits[one.unit.hit], found)).id in by and in_force(record, means.successors, day)
    ]
    own = [pair for pair in said if is_own(pair[1].unit, hits[pair[1].unit.hit], number, pair[0])]
    named = [
        (record, one)
        for record, one in said
        if (record, one) not in own and names_clause(one.unit.text, number) and _is_of(lead.unit, one.unit, of)
    ]
    headed = [
        pair
        for pair in said
        if pair not in named
        and pair not in own
        and _HEADED.search(_heading(pair[1].unit, hits))
        and names_clause(_heading(pair[1].unit, hits), number)
        and _ANEW.search(pair[1].unit.text)
        and _of_one_thing(pair[1].terms, lead.terms)
    ]
    whole = _stretch(lead.unit, hits[lead.unit.hit])
    changing = [
        *(pair for pair in named if alters(pair[1].unit.text, number) and _is_of_words(lead.unit, whole, pair[1].unit)),
        *(pair for pair in _one_row(own) if _replaces(lead, whole, pair[1], hits[pair[1].unit.hit])),
        *headed,
    ]
    rows = [one.unit for one in (lead, *(one for _, one in changing)) if one.unit.kind == "row"]
    unnamed = [pair for pair in said if pair not in changing and _by_name((lead.unit, *rows), *pair)]
    changing = sorted([*changing, *unnamed], key=lambda pair: pair[1].unit.span)
    changing = sorted(changing, key=_day, reverse=True)
    under = [
        one.unit for record, one in said if clause(hits[one.unit.hit].passage) == number and not is_special(record)
    ][:1]
    first = [one.unit for _, one in changing]
    near = [one.unit for _, one in own if not replacements(one.unit.text) and _shared(one.terms, lead.terms) >= NEAR]
    beside = (*under, *(one.unit for _, one in named), *near[: 0 if first else 1])
    return first, [unit for unit in dict.fromkeys(beside) if unit not in first]


def _number(unit: Unit, hit: Hit, record: DocumentRecord) -> str:
    """The number of the clause that a unit is of: of a row by its first column, where that names clauses."""
    row = row_number(unit.header, unit.text) if unit.kind == "row" else ""
    return row or clause_at(hit.passage, unit.span.start, annex(record.title))


def is_own(unit: Unit, hit: Hit, number: str, record: DocumentRecord) -> bool:
    """Whether a unit of special conditions is of a clause: they have the numbers of the general ones."""
    return is_special(record) and _number(unit, hit, record) == number


def _stretch(unit: Unit, hit: Hit) -> str:
    """All of the clause that a unit is of, as far as its passage has it."""
    start, end = stretch(hit.passage.text, unit.span.start - hit.passage.span.start)
    return hit.passage.text[start:end]


def _one_row(said: Sequence[tuple[DocumentRecord, Held]]) -> Iterator[tuple[DocumentRecord, Held]]:
    """What is said of a clause, of several rows of a document the best alone: each is of a thing of its own."""
    seen = set[str]()
    for record, one in said:
        if one.unit.kind == "row":
            if record.id in seen:
                continue
            seen.add(record.id)
        yield record, one


def _is_of_words(lead: Unit, whole: str, change: Unit) -> bool:
    """Whether a change is of what a unit of the clause says, as far as it tells: the old words, or the sentence.

    What has no old word of the clause at all may change what another change made of it.
    """
    pairs = replacements(change.text)
    has = [bool(re.search(written(old), lead.text, re.IGNORECASE)) for old, _ in pairs]
    if pairs and not any(has):
        return not any(re.search(written(old), whole, re.IGNORECASE) for old, _ in pairs)
    return not is_of_another(change.text, lead.text, whole)


def _replaces(lead: Held, whole: str, one: Held, hit: Hit) -> bool:
    """Whether what special conditions say of a clause stands in the place of what a unit of it says.

    Under a bare number that is only sure where it takes words out of it, or is of the same thing.
    """
    unit = one.unit
    if unit.kind != "row" and only_adds(_stretch(unit, hit)):
        return False
    takes = any(re.search(written(old), lead.unit.text, re.IGNORECASE) for old, _ in replacements(unit.text))
    if alters_anew(unit.text) and (takes or is_labelled(_stretch(unit, hit))):
        return _is_of_words(lead.unit, whole, unit)
    told = one.terms - set(terms(unit.header)) if unit.kind == "row" else one.terms
    return _of_one_thing(told, lead.terms) or (unit.kind == "row" and is_item(unit.text, whole))


def _by_name(units: Iterable[Unit], record: DocumentRecord, one: Held) -> bool:
    """Whether what an amendment says changes one of some units, though it names no clause."""
    return not is_special(record) and any(by_name(unit.text, one.unit.text) for unit in units)


def _heading(unit: Unit, hits: Sequence[Hit]) -> str:
    return str(hits[unit.hit].passage.metadata["heading"])


_HEADED = later(r"(?i)\b(?:amend|chang|replac|modif|supersed)\w*")
"""A heading that says that what stands below changes a clause: `2. Affordability (amends section 3.3)`."""
_ANEW = later(r"(?i)\bnow\b|\binstead of\b|\bno longer\b|\bfrom now on\b|\bnew\b|" + CHANGES.pattern[4:])
"""How a statement below such a heading says that it is the change: some of them only tell what stays."""


NEAR = 2
"""Words that what special conditions add to a clause shares with the unit of it that is shown (a default)."""


def _shared(one: AbstractSet[str], other: AbstractSet[str]) -> int:
    return len(plain_terms(one) & plain_terms(other))


def _of_one_thing(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Whether two statements share two words and half of those of the shorter: a clause holds several rules."""
    first, second = plain_terms(one), plain_terms(other)
    return len(first & second) >= max(2, min(len(first), len(second)) / 2)


def is_overtaken(of: DocumentRecord, other: DocumentRecord, amended: Mapping[str, AbstractSet[str]]) -> bool:
    """Whether two documents amend one, and the second is the older: what a later amendment says prevails."""
    both = any(of.id in ids and other.id in ids for ids in amended.values())
    return both and bool(since(other)) and since(other) < since(of)


_DEFINES = later(r"\W{0,4}[\"\u201c](?P<term>[^\"\u201c\u201d]{2,60})[\"\u201d]")
"""A definition: agreements have all of them in one clause."""


def _of_term(unit: Unit, change: Unit) -> bool:
    """Whether what changes a clause is of the term that a unit of it defines, if it defines one."""
    defined = _DEFINES.match(unit.text)
    return defined is None or defined["term"].casefold() in change.text.casefold()


def _is_of(unit: Unit, change: Unit, record: DocumentRecord) -> bool:
    """Whether what changes a clause is of a unit of it: of the term that it defines, of the row of an annex."""
    return _of_term(unit, change) and (not annex(record.title) or of_place(unit.text, change.text))


def plain_terms(found: AbstractSet[str]) -> frozenset[str]:
    """Terms that carry a meaning, without values and money."""
    return frozenset(term for term in found - _PLAIN if not any(character.isdigit() for character in term))


_PLAIN = frozenset(terms(" ".join((*STOP_WORDS, "eur euro euros usd chf gbp percent gc sc pc gcc scc pcc"))))


def _day(pair: tuple[DocumentRecord, Held]) -> str:
    return since(pair[0])


class Changed(NamedTuple):
    """A unit of a clause that is shown with what changes it, and the document of either."""

    unit: Unit
    of: DocumentRecord
    number: str
    by: DocumentRecord
    change: Unit

    def said(self) -> str:
        """A note: that the clause no longer holds as it stands."""
        return f"{self.place} of {self.of.path} is changed by {self.by.path}"

    @property
    def place(self) -> str:
        """What is changed, as a note calls it."""
        return self.number if " " in self.number else f"clause {self.number}"


def changed(picked: Picked, found: Gathered, means: Means) -> Iterator[Changed]:
    """Each clause that is shown with what changes it, and what changes that where it is a row of special conditions."""
    hits = found.ranking.hits
    shown = [(record_of(hits[one.held.unit.hit], found), one.held) for one in picked.chosen]
    day = means.as_of or means.today
    for record, one in shown:
        number = _number(one.unit, hits[one.unit.hit], record)
        by = means.amended.get(record.id, frozenset()) if number else frozenset()
        others = [pair for pair in shown if pair[0].id in by and in_force(pair[0], means.successors, day)]
        told = [pair for pair in others if _changes(one, pair[1], number, found)]
        rows = [each.unit for each in (one, *(each for _, each in told)) if each.unit.kind == "row"]
        told += [pair for pair in others if pair not in told and _by_name((one.unit, *rows), *pair)]
        for other, change in told:
            yield Changed(one.unit, record, number, other, change.unit)


def _changes(one: Held, told: Held, number: str, found: Gathered) -> bool:
    """Whether a unit that is shown changes another one, of a clause."""
    hits = found.ranking.hits
    hit = hits[told.unit.hit]
    whole = _stretch(one.unit, hits[one.unit.hit])
    if is_own(told.unit, hit, number, record_of(hit, found)):
        return _replaces(one, whole, told, hit)
    named = alters(told.unit.text, number) and _is_of(one.unit, told.unit, record_of(hits[one.unit.hit], found))
    return named and _is_of_words(one.unit, whole, told.unit)
