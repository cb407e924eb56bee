"""The units that answer, from the evidence that was gathered."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kts.answer import compose
from kts.answer.choose import smallest
from kts.answer.choose.aspects import REMEDY, is_about, label_of, labelled, parts_around, side
from kts.answer.choose.astray import of_subject
from kts.answer.choose.defaults import defaulted, tells_default
from kts.answer.choose.defined import definitions_first, is_told, without_other_terms
from kts.answer.choose.exact import by_name, entry_first, standing_alone, without_neighbours
from kts.answer.choose.excluded import excluding
from kts.answer.choose.extract import asked, held, raised
from kts.answer.choose.fitting import fitting_first
from kts.answer.choose.guided import guided
from kts.answer.choose.qualified import in_place, qualifying, warning
from kts.answer.choose.reasons import denied_last, reasoned_first
from kts.answer.choose.reshaped import changes_beside, reshaped
from kts.answer.choose.select import selected
from kts.answer.choose.shapes import leading_shape
from kts.answer.choose.valued import valued_first
from kts.answer.choose.whether import denied_first, named_first
from kts.answer.constraints.named import placed_versions
from kts.answer.constraints.releases import asks_for_notes, noted_of, of_noted
from kts.answer.constraints.values import names_code, rival_code, states_version
from kts.answer.gather import TIMED
from kts.answer.means import Picked, text_before
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.standing.amended import amending
from kts.answer.standing.changes import asks_for_changes, changing
from kts.answer.standing.dated import without_later
from kts.answer.standing.decided import decisions
from kts.answer.standing.limited import current_first, standing_rule
from kts.answer.standing.revoked import revoking
from kts.answer.tables.alternatives import Row
from kts.answer.tables.categories import of_another, table_of
from kts.answer.tables.coded import coded, without_others
from kts.answer.tables.columns import shown
from kts.answer.tables.filtered import meeting
from kts.answer.tables.numbered import for_another
from kts.answer.tables.rows import keyed
from kts.answer.tables.sheets import of_sheet
from kts.answer.tables.summed import not_added
from kts.answer.tables.superlative import asks_for_extreme, extreme
from kts.answer.units.furniture import furniture_last
from kts.answer.units.headings import without_headings
from kts.answer.units.pointers import asks_where
from kts.answer.units.quotable import units, without_remarks
from kts.answer.verdict.notices import noticed_last
from kts.answer.verdict.signals import ASKING
from kts.answers import FENCE
from kts.lexicon.analyse import STOP_WORDS, indexed, terms
from kts.lexicon.remarks import asks_for_remarks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means
    from kts.answer.standing.decided import Decision
    from kts.answer.tables.rows import Keyed
    from kts.answer.units.quotable import Unit
    from kts.answers import Claim, Constraint

CODE = 3.0
"""What code without a line that introduces it loses, on the scale of the extraction's scores: it seldom says anything.
Where a command is asked for, what code gains (a default, not fitted)."""
_COMMAND = re.compile(
    r"(?i)\b(?:(?:which|what|the|a) (?:\w+ )?(?:command|syntax|snippet|code to)|command (?:to|for|that))\b"
)
OTHER_VERSION = 5.0
"""What a unit about another version than the one asked for loses, on the same scale: it pads no answer (a default)."""
RECITAL = 2.0
"""What a recital of an agreement loses, on the same scale: it says why, what is agreed stands below (a default)."""
_RECITAL = re.compile(r"\W*(?:\(?[A-Z]\)\s+)?WHEREAS\b")
SIDE = 6
"""Units of a section that answers as a whole (a default, not fitted)."""
OWN = 2
"""Words of a question that one step of a section has and its headings have not, from which that step is asked for, not
the section (a default)."""
LEFT = 2
"""Words of a question, beside what it names and what only asks, from which an answer without any is doubtful."""
ASKING_WORDS = frozenset(terms(" ".join((*STOP_WORDS, *ASKING, *"define definition compare term use used".split()))))
"""Terms with which a question asks, and that name nothing of what it asks for."""
KEYED = 2.0
"""What a row of a table gains whose key holds what is asked for, on the same scale (a default, not fitted); more where
a selector has moved the scores apart, for no reading compares amounts."""
BETWEEN = 1.0
"""What it gains besides where its column says that it is a limit, and the amount lies below: unlike a sentence with a
limit, the table parts all amounts (a default; no question of samples/ changes by it)."""
SHAPED = 2.5
"""What a unit gains that holds a value of the shape that is asked for, on the same scale (a default, not fitted)."""
DEFAULT = 2.0
"""What a unit gains that speaks of a default, where the default is asked for, on the same scale (a default, not fitted:
the word is too common in manuals to weigh much)."""
READ = 3.0
"""What a unit of the lead's passage gains in which the reader sees the answer, if the passage surely answers, on the
same scale: right ones come first in .647 of the training questions of samples/ and .728 of half of squad2 for .643 and
.724, in .609 and .780 of those that this was not chosen on for .604 and .748. Units of other passages gain nothing:
twice as many leads change for as many right ones (decision 0011: a trial whose script is not kept)."""
NAMING = TIMED | {"code"}
"""Kinds that many rows are called by: that one bears what is asked for says little."""


def picked(question: str, wants: Sequence[Constraint], found: Gathered, means: Means, told: str = "") -> Picked:
    """The units of the answer, from evidence that meets the constraints where there is any; `told` is the story."""
    hits = found.ranking.hits
    documents = [document_of(hit) for hit in hits]
    wanted = asked(found.ranking)
    stated = units(hits, text_before(means), pointers=asks_where(question))
    stated = stated if asks_for_remarks(question) else without_remarks(stated, hits)
    offered = held(
        wanted, without_later(question, stated, found, means), hits, [found.records[one].title for one in documents]
    )
    ranked = smallest.ranked(offered, means.weights, _nearness(question, means))
    ranked = without_headings(question, ranked, found, means)
    ranked = _labelled_first(question, ranked, procedure=wanted.kind == "procedure")
    ranked = definitions_first(question, ranked, found, means)
    if not TIMED & {one.kind for one in wants}:
        ranked = current_first(ranked, found, means)
    ranked = furniture_last(question, _of_version(question, wants, ranked, found))
    read = selected(question, ranked, found, means, told)
    ranked = _asked_first(question, denied_last(question, read.ranked), found)
    ranked = fitting_first(question, _agreed_first(reasoned_first(question, ranked)), found)
    ranked = denied_first(question, wanted, valued_first(question, ranked, found), found, told)
    words = frozenset(form for forms, _ in wanted.words for form in forms)
    sheet = of_sheet(question, ranked, found, means, words - ASKING_WORDS)
    keys = keyed(question, [one.unit for _, one in sheet.ranked], told=told, documents=documents)
    ranked = _of_number(question, _without_rivals(_by_key(sheet.ranked, keys, read.spread), wants, found), found)
    ranked = noticed_last(question, wants, named_first(question, ranked), found, means, spread=read.spread)
    ranked = entry_first(question, wants, ranked, found)
    most = extreme(question, ranked)
    before = (most,) if most else standing_rule(question, ranked, words - ASKING_WORDS, means)
    ranked, met, short = meeting(question, _before_lead(ranked, before) if before else ranked, found, means)
    defining = without_other_terms(question, ranked, found, means)
    wanted = wanted._replace(kind="definition") if defining.leads else wanted
    said = _with_others(question, wanted, wants, defining.ranked, found, means)
    must = said.must | defining.sides | met
    noted = noted_of(wants, said.ranked)
    near = of_subject(wanted, of_noted(noted, said.ranked), found, asking=ASKING_WORDS, must=must)
    alone = said.alone | noted | standing_alone(question, wants, near, found)
    first = _asked_for(wanted, near[0][1], found) if near else frozenset()
    choosing = partial(smallest.chosen, wanted, alone=alone, first=first, spread=read.spread)
    chosen = changes_beside(choosing(near, must=must), near, must, said.ranked, found, means, choosing)
    if met:
        chosen = tuple(one._replace(listed=True) for one in chosen if one.held.unit in met)
    elif said.whole:
        chosen = tuple(one._replace(listed=True) for one in chosen if one.held.unit in said.must or one.listed)
    told_all = _tells_all(question, chosen, found, means, leads=defining.leads, noted=noted)
    lead = None if not chosen or chosen[0].held.unit in must else read.logits.get(chosen[0].held.unit)
    by_key = bool(chosen) and _row(chosen[0].held) in keys.fitting and NAMING.isdisjoint(one.kind for one in wants)
    by_key = by_key or (bool(chosen) and _is_its_key(question, wanted, wants, chosen[0].held, found))
    if not (wanted.whole or met or asks_for_extreme(question)):
        chosen = without_neighbours(question, wants, without_others(question, chosen), found, must)
    bare = _is_bare(wanted, wants, chosen, found)
    picked = Picked(chosen, said.ranked, words, bare, said.decided, told_all, keys.beyond, by_key, lead, said.out)
    rows = (*of_another(question, chosen, found, means), *not_added(question, chosen, found, means), *sheet.against)
    return picked._replace(against=(*rows, *short), met=bool(met), named=_is_named(wanted, wants, chosen, found))


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
    changes = changing(question, ranked, found, means)
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
    later = None if timed or first else revoking(ranked, found, means, words - ASKING_WORDS)
    first = [later] if later else first
    out = excluding(question, ranked, found)
    first = [out[0], *(unit for unit in first if unit != out[0])] if out else first
    beside = [*beside, *(one.held.unit for one in decided), *(qualifying(ranked, found) if ranked else ())]
    beside = [unit for unit in dict.fromkeys(beside) if unit not in first]
    must = frozenset((*first, *beside, *(one.unit for _, one in ranked[:1] if first)))
    arranged = _around_lead(ranked, first, beside) if must else tuple(ranked)
    about = guided(question, wanted, arranged, found, ASKING_WORDS) or _side(question, wanted, arranged, found, means)
    if about:
        arranged = _before_lead(arranged, about)
    who = out[1] if out else ""
    return _Arranged(arranged, must | {one.unit for one in about}, len(about) > 1, decided, frozenset(first), who)


def _tells_all(
    question: str, chosen: Sequence[Chosen], found: Gathered, means: Means, *, leads: bool, noted: AbstractSet[Unit]
) -> bool:
    """Whether the lead is all that is asked for: the only definition of the term, or the notes of the release."""
    if chosen and chosen[0].held.unit in noted:
        return _asks_for_notes(question)
    return bool(chosen and leads) and is_told(question, chosen[0].held, found, means)


def _is_named(wanted: Asked, wants: Sequence[Constraint], chosen: Sequence[Chosen], found: Gathered) -> bool:
    return bool(chosen) and by_name(wanted, wants, chosen[0].held, found, ASKING_WORDS)


def _is_its_key(question: str, wanted: Asked, wants: Sequence[Constraint], lead: Held, found: Gathered) -> bool:
    """Whether the lead is the row, the record or the setting that the question names, and holds what it asks of it."""
    return coded(question, wanted, lead, found, ASKING_WORDS) or by_name(wanted, wants, lead, found, ASKING_WORDS)


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
    texts = [_with_heading(one.held, found) for one in chosen]
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


def _before_lead(ranked: Sequence[tuple[float, Held]], first: Sequence[Held]) -> tuple[tuple[float, Held], ...]:
    """These units in their order before all others, with the lead's score."""
    units = {one.unit for one in first}
    top = ranked[0][0]
    return (*((top, one) for one in first), *(pair for pair in ranked if pair[1].unit not in units))


def _nearness(question: str, means: Means) -> Callable[[Sequence[str]], Sequence[float]] | None:
    near = means.near
    return None if near is None else lambda texts: near(question, texts)


def _of_version(
    question: str, wants: Sequence[Constraint], ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """What is about another version than the one that is asked for stands back: by itself, or by its document's name.

    What a unit says of itself goes before what its heading says, and that before title and path.
    """
    versions = {one.value for one in wants if one.kind == "version"} | placed_versions(question)
    if len(versions) != 1:
        return tuple(ranked)
    (wanted,) = versions

    def loss(one: Held) -> float:
        hit = found.ranking.hits[one.unit.hit]
        record = record_of(hit, found)
        levels = (f"{one.unit.header}\n{one.unit.text}", str(hit.passage.metadata["heading"]))
        named = f"{record.title}\n{record.path}\n{_SEPARATORS.sub(' ', record.path)}"
        said = (*(states_version(wanted, text) for text in levels), states_version(wanted, named, name=True))
        return -OTHER_VERSION * (next((one for one in said if one is not None), True) is False)

    return raised(ranked, loss)


_SEPARATORS = re.compile(r"[/\\_\s-]+|\.(?!\d|x\b)")


def _by_key(ranked: Sequence[tuple[float, Held]], keys: Keyed, spread: float) -> tuple[tuple[float, Held], ...]:
    """Rows whose key is asked for come first, those of another key do not answer; sentences for other amounts last."""

    def gain(place: Row) -> float:
        return spread * KEYED * ((place in keys.fitting) - (place in keys.outside)) + BETWEEN * (place in keys.between)

    return raised([pair for pair in ranked if _row(pair[1]) not in keys.others], lambda one: gain(_row(one)))


def _of_number(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[tuple[float, Held], ...]:
    """What is said of stage 1 stands back where stage 2 is asked for."""
    others = for_another(question, [_with_heading(one, found) for _, one in ranked])
    units = {ranked[at][1].unit for at in others}
    return raised(ranked, lambda one: -KEYED * (one.unit in units)) if units else tuple(ranked)


def _row(one: Held) -> Row:
    return Row(one.unit.hit, one.unit.span)


def _without_rivals(
    ranked: Sequence[tuple[float, Held]], wants: Sequence[Constraint], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """Where units name the code that is asked for, those that name only others of its kind do not answer.

    Nor do the other rows of tables, where a row names it.
    """
    codes = [one for one in wants if one.kind == "code" and one.certain]
    texts = [_with_heading(one, found) if codes else "" for _, one in ranked]
    named = [{one.value for one in codes if names_code(one, text)} for text in texts]
    asked_for = [one for one in codes if any(one.value in values for values in named)]
    tabled = any(values and one.unit.kind == "row" for (_, one), values in zip(ranked, named, strict=True))
    return tuple(
        pair
        for pair, text, values in zip(ranked, texts, named, strict=True)
        if not (tabled and pair[1].unit.kind == "row" and not values)
        and not any(rival_code(one, text) and not _kin(one, values, codes) for one in asked_for)
    )


def _with_heading(one: Held, found: Gathered) -> str:
    heading = found.ranking.hits[one.unit.hit].passage.metadata["heading"]
    return f"{heading}\n{one.unit.intro}\n{one.unit.text}"


def _kin(one: Constraint, values: AbstractSet[str], codes: Sequence[Constraint]) -> bool:
    """Whether a unit names this code, or another asked for of the same kind: the sides of a comparison."""
    return any(other.value in values and rival_code(one, other.text) for other in codes) or one.value in values


def _said_first(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """Sentences before bare code; but who asks for a command wants code."""
    if _COMMAND.search(question):
        return raised(ranked, lambda one: CODE * (FENCE in one.unit.text or one.unit.kind == "code"))
    return raised(ranked, lambda one: -CODE * (one.unit.kind == "code"))


def _asked_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """First what a reader takes for the answer, or holds a value of the shape asked for, or tells the default.

    Only the lead changes: how far the others lie behind decides what comes beside it. Which of two rows answers is told
    by their keys: to a reader all rows look alike.
    """
    shape = leading_shape(question)
    if ranked and shape is not None and shape.decides:
        hits = found.ranking.hits
        of = document_of(hits[ranked[0][1].unit.hit])
        same_document = (one for _, one in ranked if document_of(hits[one.unit.hit]) == of)
        if said := next((one for one in same_document if shape.tells(one.unit.text)), None):
            return _before_lead(ranked, (said,))

    if ranked and shape is not None and shape.within and not shape.tells(ranked[0][1].unit.text):
        near = (one for _, one in ranked if one.unit.hit == ranked[0][1].unit.hit)
        if said := next((one for one in near if shape.tells(one.unit.text)), None):
            return _before_lead(ranked, (said,))

    if said := defaulted(question, ranked):
        return _before_lead(ranked, (said,))

    def gain(one: Held) -> float:
        text = one.unit.text
        beside = shape is not None and bool(shape.beside.search(text))
        shaped = shape is not None and shape.tells(text)
        told = DEFAULT * tells_default(question, text)
        lead = ranked[0][1].unit
        same = one.unit.hit == lead.hit and not one.unit.kind == lead.kind == "row"
        return SHAPED * (shaped - beside) + told + (READ * _chance_read(one, found) if same else 0.0)

    return _before_lead(ranked, (raised(ranked, gain)[0][1],)) if ranked else ()


def _chance_read(one: Held, found: Gathered) -> float:
    """How likely the unit's passage answers, if the reader sees the answer within the unit; else 0."""
    at, unit = one.unit.hit, one.unit.span
    if at >= len(found.readings):
        return 0.0
    reading, start = found.readings[at], found.ranking.hits[at].passage.span.start
    if reading.span is None or start + reading.span.start >= unit.end or start + reading.span.end <= unit.start:
        return 0.0
    return 1 / (1 + math.exp(-reading.answerable))


def _agreed_first(ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """What the parties agree before what they wish for."""
    return raised(ranked, lambda one: -RECITAL * bool(_RECITAL.match(one.unit.text)))


def _labelled_first(
    question: str, ranked: Sequence[tuple[float, Held]], *, procedure: bool
) -> tuple[tuple[float, Held], ...]:
    """Who asks for a remedy wants what stands under *Resolution*, and who asks why what stands under *Cause*.

    But for a procedure sentences come before bare code.
    """
    ranked = ranked if procedure else _said_first(question, ranked)
    label = label_of(question) or (REMEDY if procedure else None)
    return labelled(label, ranked) if label else tuple(ranked)


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


def _asked_for(wanted: Asked, lead: Held, found: Gathered) -> frozenset[Unit]:
    """The lead, if it is the step or entry of a list that is asked for rather than the list."""
    hit = found.ranking.hits[lead.unit.hit]
    title = record_of(hit, found).title
    above = frozenset(indexed(f"{title} {hit.passage.metadata['heading']} {lead.unit.intro}"))
    words = [frozenset(forms) for forms, _ in wanted.words if ASKING_WORDS.isdisjoint(forms)]
    own = lead.unit.kind == "entry" and not wanted.whole and _is_asked_for(words, above, lead)
    return frozenset({lead.unit}) if own else frozenset()


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
    shown_units = (*picked.chosen, *behind)
    said = compose.claims(shown_units, hits, found.records, corpus=means.corpus, sources=means.sources, columns=columns)
    return in_place(said, behind) if behind else said
