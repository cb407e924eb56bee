"""What changes a clause: the words of an agreement hold only as far as no later document has changed them (EVID-9).

An amendment names the clause by its number, seldom by what it is about, so the search for a question does not bring it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints import meets
from kts.answer.constraints.named import constraints
from kts.answer.gather import of_the_day, with_hits
from kts.answer.means import record as record_of
from kts.answer.standing.clauses import CHANGES, alters, clause, clause_at, clauses, names_clause, of_place
from kts.answer.standing.inforce import in_force
from kts.answer.standing.placed import since
from kts.answer.standing.targets import annex
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.units.quotable import Unit
    from kts.records import DocumentRecord
    from kts.types import Passage

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
    return passage.document_id == document and (clause(passage) == number or names_clause(said, number))


def amending(ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> tuple[list[Unit], list[Unit]]:
    """What documents in force that amend the lead's say of its clause: what changes it, the latest first; all else."""
    if not ranked:
        return [], []
    hits = found.ranking.hits
    lead = ranked[0][1].unit
    of = record_of(hits[lead.hit], found)
    by = means.amended.get(of.id, frozenset())
    number = clause_at(hits[lead.hit].passage, lead.span.start, annex(of.title))
    if not by or not number:
        return [], []
    day = means.as_of or means.today
    said = [
        (record, one.unit)
        for _, one in ranked
        if (record := record_of(hits[one.unit.hit], found)).id in by and in_force(record, means.successors, day)
    ]
    named = [(record, unit) for record, unit in said if names_clause(unit.text, number) and _is_of(lead, unit, of)]
    terms_of = {one.unit: one.terms for _, one in ranked}
    headed = [
        pair
        for pair in said
        if pair not in named
        and _HEADED.search(str(hits[pair[1].hit].passage.metadata["heading"]))
        and names_clause(str(hits[pair[1].hit].passage.metadata["heading"]), number)
        and _ANEW.search(pair[1].text)
        and _of_one_thing(terms_of[pair[1]], ranked[0][1].terms)
    ]
    changing = [*(pair for pair in named if alters(pair[1].text, number)), *headed]
    changing = sorted(changing, key=_day, reverse=True)
    under = [unit for _, unit in said if clause(hits[unit.hit].passage) == number][:1]
    first = [unit for _, unit in changing]
    return first, [unit for unit in (*under, *(unit for _, unit in named)) if unit not in first]


_HEADED = later(r"(?i)\b(?:amend|chang|replac|modif|supersed)\w*")
"""A heading that says that what stands below changes a clause: `2. Affordability (amends section 3.3)`."""
_ANEW = later(r"(?i)\bnow\b|\binstead of\b|\bno longer\b|\bfrom now on\b|\bnew\b|" + CHANGES.pattern[4:])
"""How a statement below such a heading says that it is the change: some of them only tell what stays."""


def _of_one_thing(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Whether two statements share two words and half of those of the shorter: a clause holds several rules."""
    first, second = plain_terms(one), plain_terms(other)
    return len(first & second) >= max(2, min(len(first), len(second)) / 2)


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


_PLAIN = frozenset(terms(" ".join((*STOP_WORDS, "eur euro euros usd chf gbp percent"))))


def _day(pair: tuple[DocumentRecord, Unit]) -> str:
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
    """Each clause that is shown with what changes it."""
    hits = found.ranking.hits
    shown = [(record_of(hits[one.held.unit.hit], found), one.held.unit) for one in picked.chosen]
    day = means.as_of or means.today
    for record, unit in shown:
        number = clause_at(hits[unit.hit].passage, unit.span.start, annex(record.title))
        by = means.amended.get(record.id, frozenset()) if number else frozenset()
        for other, told in shown:
            changes = alters(told.text, number) and _is_of(unit, told, record)
            if other.id in by and in_force(other, means.successors, day) and changes:
                yield Changed(unit, record, number, other, told)
