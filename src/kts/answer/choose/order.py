"""The order of the units of some evidence: which answers first, by words, by the selector and by rules."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose import smallest
from kts.answer.choose.acting import acting_first
from kts.answer.choose.aspects import REMEDY, label_of, labelled
from kts.answer.choose.attached import valued_itself
from kts.answer.choose.changelog import of_kind_first
from kts.answer.choose.defaults import defaulted, tells_default
from kts.answer.choose.defined import definitions_first
from kts.answer.choose.exact import entry_first
from kts.answer.choose.extract import held, raised
from kts.answer.choose.fitting import fitting_first
from kts.answer.choose.intime import in_time_first
from kts.answer.choose.kept import kept_first
from kts.answer.choose.longer import of_name_first, without_other_names
from kts.answer.choose.points import at_point, of_point
from kts.answer.choose.reasons import denied_last, reasoned_first
from kts.answer.choose.sections import without_opposed
from kts.answer.choose.select import selected, selector_for
from kts.answer.choose.shapes import leading_shape
from kts.answer.choose.unanswered import without_questions
from kts.answer.choose.unlike import unlike_first
from kts.answer.choose.valued import valued_first
from kts.answer.choose.whether import denied_first, named_first
from kts.answer.constraints.values import names_code, rival_code, states_version
from kts.answer.constraints.versions import placed_versions
from kts.answer.gather import timed
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.means import text_before
from kts.answer.standing.dated import without_later
from kts.answer.standing.histories import step
from kts.answer.standing.limited import current_first
from kts.answer.standing.tocome import holding_first
from kts.answer.standing.wished import settled_first
from kts.answer.tables.alternatives import Row
from kts.answer.tables.numbered import for_another
from kts.answer.tables.rows import Keyed, keyed
from kts.answer.tables.sheets import of_sheet
from kts.answer.units.furniture import furniture_last
from kts.answer.units.headings import without_headings
from kts.answer.units.pointers import asks_where
from kts.answer.units.quotable import cells, units, without_remarks
from kts.answer.verdict.notices import noticed_last
from kts.answer.verdict.signals import ASKING
from kts.answers import FENCE
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.remarks import asks_for_remarks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.choose.select import Selected
    from kts.answer.means import Gathered, Means
    from kts.answer.tables.rows import Keyed
    from kts.answer.tables.sheets import OfSheet
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint

CODE = 3.0
"""What code without a line that introduces it loses, on the scale of the extraction's scores: it seldom says anything.
Where a command is asked for, what code gains (a default, not fitted)."""
_COMMAND = later(
    r"(?i)\b(?:(?:which|what|the|a) (?:\w+ )?(?:command|syntax|snippet|code to)|command (?:to|for|that))\b"
)
OTHER_VERSION = 5.0
"""What a unit about another version than the one asked for loses, on the same scale: it pads no answer (a default)."""
RECITAL = 2.0
"""What a recital of an agreement loses, on the same scale: it says why, what is agreed stands below (a default)."""
_RECITAL = later(r"\W*(?:\(?[A-Z]\)\s+)?WHEREAS\b")
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


class Ordered(NamedTuple):
    """The units of some evidence in the order in which they answer; `read` is how likely each is.

    `words` are the terms of the question, `keys` the rows and entries that its keys lead to; `sheet` is what a whole
    sheet says of it.
    """

    ranked: tuple[tuple[float, Held], ...]
    read: Selected
    words: frozenset[str]
    keys: Keyed
    sheet: OfSheet


def ordered(
    question: str, wanted: Asked, wants: Sequence[Constraint], found: Gathered, means: Means, told: str
) -> Ordered:
    """All units that the evidence offers, the likeliest first: by words and meaning, by the selector, then by rules."""
    hits = found.ranking.hits
    documents = [document_of(hit) for hit in hits]
    stated = units(hits, text_before(means), pointers=asks_where(question))
    stated = stated if asks_for_remarks(question) else without_remarks(stated, hits)
    stated = without_questions(question, stated, hits, found.records)
    offered = held(
        wanted, without_later(question, stated, found, means), hits, [found.records[one].title for one in documents]
    )
    ranked = smallest.ranked(offered, means.weights, _nearness(question, means))
    ranked = without_headings(question, ranked, found, means)
    ranked = _labelled_first(question, ranked, procedure=wanted.kind == "procedure")
    ranked = definitions_first(question, ranked, found, means)
    if not timed(question, wants):
        ranked = current_first(ranked, found, means)
    ranked = furniture_last(question, _of_version(question, wants, of_name_first(question, ranked, found), found))
    read = selected(question, ranked, found, means, told)
    apart = without_opposed(question, denied_last(question, read.ranked), found, spread=read.spread)
    apart = of_kind_first(question, apart, found, spread=read.spread)
    ranked = _asked_first(question, apart, found, means.amended)
    ranked = valued_itself(question, reasoned_first(question, ranked), found)
    fitting = fitting_first(question, _agreed_first(ranked), found)
    ranked = denied_first(question, wanted, valued_first(question, fitting, found), found, told)
    words = frozenset(form for forms, _ in wanted.words for form in forms)
    sheet = of_sheet(question, ranked, found, means, words - ASKING_WORDS)
    keys = _keyed(question, sheet.ranked, told=told, documents=documents)
    rivals = _without_rivals(_by_key(sheet.ranked, keys, read.spread), _bound(question, wants), found)
    named = named_first(question, _of_number(question, rivals, found))
    named = noticed_last(question, wants, without_other_names(question, named, found), found, means, spread=read.spread)
    named = holding_first(question, wants, named, means, spread=read.spread)
    named = settled_first(question, named, spread=read.spread)
    named = entry_first(question, wanted, wants, named, found, ASKING_WORDS)
    ranked = in_time_first(wants, acting_first(question, wants, at_point(question, named)))
    ranked = kept_first(question, ranked, found)
    return Ordered(unlike_first(question, ranked), read, words, keys, sheet)


def _keyed(question: str, ranked: Sequence[tuple[float, Held]], *, told: str, documents: Sequence[int]) -> Keyed:
    """Rows and entries that the question's keys lead to; what is of the point that is asked for is no other's."""
    keys = keyed(question, [one.unit for _, one in ranked], told=told, documents=documents)
    return keys._replace(others=keys.others - of_point(question, ranked))


def _by_key(ranked: Sequence[tuple[float, Held]], keys: Keyed, spread: float) -> tuple[tuple[float, Held], ...]:
    """Rows whose key is asked for come first, those of another key do not answer; sentences for other amounts last."""

    def gain(place: Row) -> float:
        return spread * KEYED * ((place in keys.fitting) - (place in keys.outside)) + BETWEEN * (place in keys.between)

    return raised([pair for pair in ranked if row_of(pair[1]) not in keys.others], lambda one: gain(row_of(one)))


def _of_number(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[tuple[float, Held], ...]:
    """What is said of stage 1 stands back where stage 2 is asked for."""
    others = for_another(question, [with_heading(one, found) for _, one in ranked])
    units = {ranked[at][1].unit for at in others}
    return raised(ranked, lambda one: -KEYED * (one.unit in units)) if units else tuple(ranked)


def row_of(one: Held) -> Row:
    """The place of a unit, as the keys of rows have it."""
    return Row(one.unit.hit, one.unit.span)


def _without_rivals(
    ranked: Sequence[tuple[float, Held]], wants: Sequence[Constraint], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """Where units name the code that is asked for, those that name only others of its kind do not answer.

    Nor do the other rows of tables, where a row names it, and those that begin with another of the kind: unless their
    document is called by the code that is asked for.
    """
    codes = [one for one in wants if one.kind == "code" and one.certain]
    if not codes:
        return tuple(ranked)
    texts = [with_heading(one, found) for _, one in ranked]
    titles = [record_of(found.ranking.hits[one.unit.hit], found).title for _, one in ranked]
    called = [f"{title}\n{text}" for title, text in zip(titles, texts, strict=True)]
    named = [{one.value for one in codes if names_code(one, text)} for text in called]
    asked_for = [one for one in codes if any(one.value in values for values in named)]
    tabled = any(values and one.unit.kind == "row" for (_, one), values in zip(ranked, named, strict=True))
    return tuple(
        pair
        for pair, text, values in zip(ranked, texts, named, strict=True)
        if not (pair[1].unit.kind == "row" and ((tabled and not values) or _of_rival(pair[1].unit, codes)))
        and not any(rival_code(one, text) and not _kin(one, values, codes) for one in asked_for)
    )


def _of_rival(row: Unit, codes: Sequence[Constraint]) -> bool:
    """Whether a row begins with a code of the same kind as those that are asked for, and names none of these itself."""
    key = next((cell for cell in cells(row.text) if cell), "")
    return any(rival_code(one, key) for one in codes) and not any(names_code(one, row.text) for one in codes)


def _bound(question: str, wants: Sequence[Constraint]) -> Sequence[Constraint]:
    """What units must name: a row of a history names its edition, and not its document."""
    return () if step(question) else wants


def with_heading(one: Held, found: Gathered) -> str:
    """A unit under the heading of its passage and behind what introduces it."""
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
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, amended: Mapping[str, AbstractSet[str]]
) -> tuple[tuple[float, Held], ...]:
    """First what a reader takes for the answer, or holds a value of the shape asked for, or tells the default.

    Only the lead changes: how far the others lie behind decides what comes beside it. Which of two rows answers is told
    by their keys: to a reader all rows look alike. An amendment that leads stands for what it amends (`amended`).
    """
    shape = leading_shape(question)
    if ranked and shape is not None and shape.decides:
        of = [found.ranking.hits[one.unit.hit].passage.document_id for _, one in ranked]
        whole = {document for document, by in amended.items() if of[0] in by}
        told = [(document, one) for document, (_, one) in zip(of, ranked, strict=True) if shape.tells(one.unit.text)]
        own = (one for document, one in told if document == of[0])
        if said := next(own, None) or next((one for document, one in told if document in whole), None):
            beside = [pair for pair in ranked if pair[1].unit.hit == said.unit.hit or shape.tells(pair[1].unit.text)]
            return before_lead(beside, (said,))

    if ranked and shape is not None and shape.within and not shape.tells(ranked[0][1].unit.text):
        near = (one for _, one in ranked if one.unit.hit == ranked[0][1].unit.hit)
        if said := next((one for one in near if shape.tells(one.unit.text)), None):
            return before_lead(ranked, (said,))

    if said := defaulted(question, ranked):
        return before_lead(ranked, (said,))

    def gain(one: Held) -> float:
        text = one.unit.text
        beside = shape is not None and bool(shape.beside.search(text))
        shaped = shape is not None and shape.tells(text)
        told = DEFAULT * tells_default(question, text)
        lead = ranked[0][1].unit
        same = one.unit.hit == lead.hit and not one.unit.kind == lead.kind == "row"
        return SHAPED * (shaped - beside) + told + (READ * _chance_read(one, found) if same else 0.0)

    return before_lead(ranked, (raised(ranked, gain)[0][1],)) if ranked else ()


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


SEPARATORS = later(r"[/\\_\s-]+|\.(?!\d|x\b)")


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
        named = f"{record.title}\n{record.path}\n{SEPARATORS.sub(' ', record.path)}"
        said = (*(states_version(wanted, text) for text in levels), states_version(wanted, named, name=True))
        return -OTHER_VERSION * (next((one for one in said if one is not None), True) is False)

    return raised(ranked, loss)


def _nearness(question: str, means: Means) -> Callable[[Sequence[str]], Sequence[float]] | None:
    """The cosines of some texts to the question, where no selector reads them."""
    near = means.near
    return None if near is None or selector_for(question, means) else lambda texts: near(question, texts)


def before_lead(ranked: Sequence[tuple[float, Held]], first: Sequence[Held]) -> tuple[tuple[float, Held], ...]:
    """These units in their order before all others, with the lead's score."""
    units = {one.unit for one in first}
    top = ranked[0][0]
    return (*((top, one) for one in first), *(pair for pair in ranked if pair[1].unit not in units))
