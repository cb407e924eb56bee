"""The units that answer, from the evidence that was gathered."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kts.answer import compose
from kts.answer.choose import smallest
from kts.answer.choose.aspects import is_about, label_of, parts_around, side
from kts.answer.choose.astray import of_subject
from kts.answer.choose.changelog import of_other_kind
from kts.answer.choose.defined import is_told, without_other_terms
from kts.answer.choose.exact import by_name, standing_alone, without_neighbours
from kts.answer.choose.excluded import excluding
from kts.answer.choose.extract import asked
from kts.answer.choose.guided import guided
from kts.answer.choose.longer import of_those_names
from kts.answer.choose.noted import beside_bearers, notes_of
from kts.answer.choose.order import ASKING_WORDS, before_lead, ordered, row_of, with_heading
from kts.answer.choose.qualified import in_place, named_before, qualifying, warning
from kts.answer.choose.reshaped import changes_beside, reshaped
from kts.answer.choose.sections import is_its_section
from kts.answer.choose.unanswered import only_asked
from kts.answer.constraints.releases import asks_for_notes, noted_of, of_noted, of_passage, versions_asked
from kts.answer.gather import TIMED
from kts.answer.means import Picked
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.question.brought import is_all_asked
from kts.answer.standing.amended import amending
from kts.answer.standing.changes import asks_for_changes, changing
from kts.answer.standing.decided import decisions
from kts.answer.standing.histories import told as told_changes
from kts.answer.standing.limited import standing_rule
from kts.answer.standing.revoked import revoking, swapped
from kts.answer.tables.categories import of_another, table_of
from kts.answer.tables.coded import coded, without_others
from kts.answer.tables.columns import shown
from kts.answer.tables.filtered import meeting
from kts.answer.tables.numbered import of_its_number
from kts.answer.tables.rows import amounts
from kts.answer.tables.summed import not_added
from kts.answer.tables.superlative import asks_for_extreme, extreme
from kts.answer.verdict.headed import of_other_section
from kts.answer.verdict.notices import without_stale
from kts.lexicon.analyse import indexed, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means
    from kts.answer.standing.decided import Decision
    from kts.answer.units.quotable import Unit
    from kts.answers import Claim, Constraint

SIDE = 6
"""Units of a section that answers as a whole (a default, not fitted)."""
OWN = 2
"""Words of a question that one step of a section has and its headings have not, from which that step is asked for, not
the section (a default)."""
LEFT = 2
"""Words of a question, beside what it names and what only asks, from which an answer without any is doubtful."""
NAMING = TIMED | {"code"}
"""Kinds that many rows are called by: that one bears what is asked for says little."""


def picked(question: str, wants: Sequence[Constraint], found: Gathered, means: Means, told: str = "") -> Picked:
    """The units of the answer, from evidence that meets the constraints where there is any; `told` is the story."""
    wanted = asked(found.ranking)
    ranked, read, words, keys, sheet = ordered(question, wanted, wants, found, means, told)
    most = extreme(question, ranked)
    before = (most,) if most else standing_rule(question, ranked, words - ASKING_WORDS, means)
    before = before or _of_its_number(question, ranked)
    listed = meeting(question, before_lead(ranked, before) if before else ranked, found, means)
    met = listed.units
    defining = without_other_terms(question, listed.ranked, found, means)
    wanted = wanted._replace(kind="definition") if defining.leads else wanted
    said = _with_others(question, wanted, wants, defining.ranked, found, means)
    noted, must = noted_of(wants, said.ranked), said.must | defining.sides | met
    near = of_subject(wanted, of_noted(noted, said.ranked), found, asking=ASKING_WORDS, must=must)
    alone = said.alone | noted | standing_alone(question, wants, near, found)
    first = _asked_for(wanted, [one for _, one in near], found) if near else frozenset()
    first = first or _stands_out(wanted, [one.unit for _, one in near], read.logits)
    choosing = partial(smallest.chosen, wanted, alone=alone, first=first, spread=read.spread)
    chosen = changes_beside(choosing(near, must=must), near, must, said.ranked, found, means, choosing)
    if met:
        chosen = tuple(one._replace(listed=True) for one in chosen if one.held.unit in met)
    elif said.whole:
        chosen = tuple(one._replace(listed=True) for one in chosen if one.held.unit in said.must or one.listed)
    told_all = _tells_all(question, wants, chosen, found, means, leads=defining.leads, noted=noted)
    lead = None if not chosen or chosen[0].held.unit in must else read.logits.get(chosen[0].held.unit)
    by_key = bool(chosen) and row_of(chosen[0].held) in keys.fitting and NAMING.isdisjoint(one.kind for one in wants)
    by_key = by_key and not is_all_asked(question, amounts(question))
    by_key = by_key or listed.keyed or (bool(chosen) and _is_its_key(question, wanted, wants, chosen[0].held, found))
    if not (wanted.whole or met or asks_for_extreme(question)):
        chosen = without_neighbours(question, wants, without_others(question, chosen), found, must)
    chosen = without_stale(question, wants, chosen, found, means, words - ASKING_WORDS)
    bare = _is_bare(wanted, wants, chosen, found)
    picked = Picked(chosen, said.ranked, words, bare, said.decided, told_all, keys.beyond, by_key, lead, said.out)
    rows = (*of_another(question, chosen, found, means), *not_added(question, chosen, found, means))
    asks = (*only_asked(question, chosen, found), *of_other_kind(question, chosen, found))
    against = (*rows, *sheet.against, *listed.against, *of_other_section(question, chosen, found, means), *asks)
    named = _is_named(wanted, wants, chosen, found)
    return picked._replace(against=against, met=bool(met), named=named, bound=listed.bound)


FIRST = 5
"""Statements among which the one of the number that is asked for is looked for (a default, not fitted)."""


def _of_its_number(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[Held, ...]:
    """The statement of the number that is asked for, before a lead that is of another: `Severity 2`, `Severity 1`."""
    first = [one for _, one in ranked[:FIRST]]
    if not first or any(one.unit.kind == "row" for one in first):
        return ()
    at = of_its_number(question, [one.unit.text for one in first])
    return () if at is None else (first[at],)


class _Arranged(NamedTuple):
    """The units with those that `must` be in the answer at their places; `whole`: these alone, as a list.

    `alone` are entries that change what leads; `out` is whom the question is about and the lead's document leaves out.
    """

    ranked: tuple[tuple[float, Held], ...]
    must: frozenset[Unit]
    whole: bool = False
    decided: tuple[Decision, ...] = ()
    alone: frozenset[Unit] = frozenset()
    out: str = ""


def _with_others(
    question: str,
    wanted: Asked,
    wants: Sequence[Constraint],
    ranked: Sequence[tuple[float, Held]],
    found: Gathered,
    means: Means,
) -> _Arranged:
    """The units with what belongs to the lead: all that was changed, what changes it, what was decided, its section."""
    changes = told_changes(question, ranked, found) or changing(question, ranked, found, means)
    if changes:
        lead = ranked[0][0]
        return _Arranged(
            tuple((lead, one) for one in changes), frozenset(one.unit for one in changes), len(changes) > 1
        )
    words = frozenset(form for forms, _ in wanted.words for form in forms)
    timed = TIMED & {one.kind for one in wants}
    decided = decisions(ranked, ranked[0][1], found, means, words) if ranked and not timed else ()
    first, beside = amending(ranked, found, means)
    first = first or reshaped(question, ranked, found, means)
    later = swapped(question, ranked, found)
    later = later or (None if timed or first else revoking(ranked, found, means, words - ASKING_WORDS))
    first = [later] if later else first
    out = excluding(question, ranked, found)
    first = [out[0], *(unit for unit in first if unit != out[0])] if out else first
    beside = [
        *beside,
        *(one.held.unit for one in decided),
        *(qualifying(question, wanted, ranked, found) if ranked else ()),
    ]
    beside = [unit for unit in dict.fromkeys(beside) if unit not in first]
    must = frozenset((*first, *beside, *(one.unit for _, one in ranked[:1] if first)))
    arranged = _around_lead(ranked, first, beside) if must else tuple(ranked)
    about = guided(question, wanted, arranged, found, ASKING_WORDS) or _side(question, wanted, arranged, found, means)
    about = of_those_names(question, about, ranked[0][1], found) if about else ()
    if about:
        arranged = before_lead(arranged, about)
    who = out[1] if out else ""
    return _Arranged(arranged, must | {one.unit for one in about}, len(about) > 1, decided, frozenset(first), who)


def _tells_all(
    question: str,
    wants: Sequence[Constraint],
    chosen: Sequence[Chosen],
    found: Gathered,
    means: Means,
    *,
    leads: bool,
    noted: AbstractSet[Unit],
) -> bool:
    """Whether the lead is all that is asked for: the only definition of the term, or the notes of the release."""
    if not chosen:
        return False
    lead = chosen[0].held
    if lead.unit in noted:
        return _asks_for_notes(question)
    if _asks_for_notes(question) and [_release_of(lead, found)] == versions_asked(wants):
        return True
    return leads and is_told(question, lead, found, means)


def _release_of(lead: Held, found: Gathered) -> str:
    """The version whose section of release notes the lead stands in; empty where it stands in none."""
    hit = found.ranking.hits[lead.unit.hit]
    of = record_of(hit, found)
    return of_passage(hit.passage, of.title, of.path)


def _is_named(wanted: Asked, wants: Sequence[Constraint], chosen: Sequence[Chosen], found: Gathered) -> bool:
    return bool(chosen) and by_name(wanted, wants, chosen[0].held, found, ASKING_WORDS)


def _is_its_key(question: str, wanted: Asked, wants: Sequence[Constraint], lead: Held, found: Gathered) -> bool:
    """Whether the lead is the row, record, setting or section that the question names, and holds what it asks of it."""
    if coded(question, wanted, lead, found, ASKING_WORDS) or by_name(wanted, wants, lead, found, ASKING_WORDS):
        return True
    return not wants and is_its_section(question, wanted, lead, found, ASKING_WORDS)


def _asks_for_notes(question: str) -> bool:
    return asks_for_changes(question) or asks_for_notes(question)


def _is_bare(wanted: Asked, wants: Sequence[Constraint], chosen: Sequence[Chosen], found: Gathered) -> bool:
    """Whether the units name what the question names, and hold none of the other words that it asks with."""
    named = frozenset(terms(" ".join(one.text for one in wants))) | ASKING_WORDS
    asked_with = [frozenset(forms) for forms, _ in wanted.words if named.isdisjoint(forms)]
    if len(asked_with) < LEFT or not any(one.certain for one in wants):
        return False
    hits = found.ranking.hits
    titles = [record_of(hits[one.held.unit.hit], found).title for one in chosen]
    texts = [with_heading(one.held, found) for one in chosen]
    held_words = frozenset(indexed("\n".join((*titles, *texts))))
    return all(held_words.isdisjoint(forms) for forms in asked_with)


def _around_lead(
    ranked: Sequence[tuple[float, Held]], before: Sequence[Unit], behind: Sequence[Unit]
) -> tuple[tuple[float, Held], ...]:
    """Some units in their order before the lead, with its score, and some right behind it."""
    lead, *others = ranked
    of_unit = {one.unit: one for _, one in others}
    first, second = ([(lead[0], of_unit[unit]) for unit in units if unit in of_unit] for units in (before, behind))
    around = {*before, *behind}
    return (*first, lead, *second, *(pair for pair in others if pair[1].unit not in around))


def _side(
    question: str, wanted: Asked, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[Held, ...]:
    """The beginning of the section next to the lead that is about what is asked for, if there is one."""
    label = label_of(question)
    if not label or not ranked:
        return ()
    hits, lead = found.ranking.hits, ranked[0][1]
    record = record_of(hits[lead.unit.hit], found)
    same = frozenset(number for number, hit in enumerate(hits) if document_of(hit) == record.key)
    sections = means.corpus.sections(record.key)
    units_of_side = side(label, ranked, sections, same)
    headings = " ".join(one.heading for one in parts_around(lead.unit.span, sections))
    above = frozenset(indexed(f"{record.title} {headings}"))
    words = [frozenset(forms) for forms, _ in wanted.words if ASKING_WORDS.isdisjoint(forms)]
    if lead in units_of_side and _is_asked_for(words, above, lead):
        return ()
    return units_of_side[:SIDE] if is_about(words, above, lead, units_of_side) else ()


def _asked_for(wanted: Asked, ranked: Sequence[Held], found: Gathered) -> frozenset[Unit]:
    """The lead, if it is the step or entry of a list that is asked for rather than the list.

    So it is where it has words of the question that the headings have not: two, or all, and no other entry has one.
    """
    lead = ranked[0]
    if lead.unit.kind != "entry" or wanted.whole:
        return frozenset()
    hit = found.ranking.hits[lead.unit.hit]
    title = record_of(hit, found).title
    above = frozenset(indexed(f"{title} {hit.passage.metadata['heading']} {lead.unit.intro}"))
    words = [frozenset(forms) for forms, _ in wanted.words if ASKING_WORDS.isdisjoint(forms)]
    if _is_asked_for(words, above, lead):
        return frozenset({lead.unit})
    beside = [one for one in ranked[1:] if one.unit.hit == lead.unit.hit and one.unit.intro == lead.unit.intro]
    left = [forms for forms in words if above.isdisjoint(forms)]
    theirs = left and all(
        not lead.terms.isdisjoint(forms) and all(one.terms.isdisjoint(forms) for one in beside) for forms in left
    )
    theirs = theirs or _is_labelled(lead, beside, frozenset().union(*left))
    return frozenset({lead.unit}) if theirs else frozenset()


APART = 4.0
"""Logits by which a selector likes an entry better than all others of its list that it read, from which that entry is
asked for, not the list (a default)."""


def _stands_out(wanted: Asked, ranked: Sequence[Unit], logits: Mapping[Unit, float]) -> frozenset[Unit]:
    """The lead, if it is an entry that answers by a reading, and no other one of its list nearly does."""
    lead = ranked[0] if ranked else None
    if lead is None or lead.kind != "entry" or wanted.whole or wanted.kind == "procedure":
        return frozenset()
    others = [logits[one] for one in ranked[1:] if one in logits and (one.hit, one.intro) == (lead.hit, lead.intro)]
    own = logits.get(lead, 0.0)
    return frozenset({lead}) if own > 0 and others and max(others) <= own - APART else frozenset()


_LABEL = later(r"\A[\s*_+\u2022\d.)-]*(?P<label>[^:.*_]{2,40})[*_]*:")


def _is_labelled(lead: Held, beside: Sequence[Held], left: AbstractSet[str]) -> bool:
    """Whether the label of an entry, `Storage: ...`, is words of the question, and each other one has another label."""
    labels = [_LABEL.match(one.unit.text) for one in (lead, *beside)]
    named = [set(indexed(one["label"])) for one in labels if one]
    if len(named) < len(labels) or not named[1:] or not named[0]:
        return False
    return named[0] <= left and all(one.isdisjoint(left) for one in named[1:])


def _is_asked_for(words: Sequence[AbstractSet[str]], above: AbstractSet[str], lead: Held) -> bool:
    """Whether a unit has words of the question that nothing above it has."""
    return sum(not lead.terms.isdisjoint(forms) and above.isdisjoint(forms) for forms in words) >= OWN


def claims(picked: Picked, found: Gathered, means: Means, asked_whole: str) -> tuple[Claim, ...]:
    """The chosen units as cited claims.

    Of a row it is told what is asked in the whole question, for its parts may ask for other columns of one row.
    """
    if not picked.chosen:
        return ()
    hits = found.ranking.hits
    seen = [hit.passage.text[one.span.start : one.span.end] for hit, one in zip(hits, found.readings) if one.span]  # noqa: B905
    told = [one.strip("| ") for one in seen]

    def columns(unit: Unit) -> frozenset[int]:
        return shown(asked_whole, unit, told, table_of(unit, hits[unit.hit], means))

    behind = warning(picked.chosen, picked.ranked, found)
    named = named_before((*picked.chosen, *behind), picked.ranked, found)
    behind = (*behind, *named)
    noted = notes_of((*picked.chosen, *behind), found, means)
    shown_units = (*picked.chosen, *behind, *(one for one, _ in noted))
    said = compose.claims(
        shown_units,
        hits,
        found.records,
        corpus=means.corpus,
        sources=means.sources,
        columns=columns,
        asked=asked_whole,
    )
    return beside_bearers(in_place(said, behind) if behind else said, noted)
