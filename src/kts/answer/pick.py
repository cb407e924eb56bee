"""The units that answer, from the evidence that was gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import choose, compose
from kts.answer.extract import asked, held
from kts.answer.means import Picked
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.meets_values import names_code, rival_code
from kts.answer.standing import in_force
from kts.answer.units import units
from kts.lexicon.definitions_uses import uses
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answers import Claim, Constraint
    from kts.types import Passage

STALE = 1.5
"""What a unit of a document that is not in force loses, on the scale of the extraction's scores (a default, not fitted:
a current document wins over an older one that says as much)."""
DEFINED = 3.0
"""What the definition of a term gains when its meaning is asked for, on the same scale (a default, not fitted)."""
TIMED = frozenset({"date", "period", "version", "document"})
"""Kinds of constraints by which a question chooses an older document itself."""
BEFORE = 6_000
"""Characters before a passage in which the header of its table is looked for."""


def picked(question: str, wants: Sequence[Constraint], found: Gathered, means: Means) -> Picked:
    """The units of the answer, from evidence that meets the constraints where there is any."""
    hits = found.ranking.hits
    titles = [found.records[document_of(hit)].title for hit in hits]

    def before(passage: Passage) -> str:
        start = passage.span.start
        return means.corpus.slice(int(passage.metadata["document_key"]), Span(max(0, start - BEFORE), start))

    wanted = asked(found.ranking)
    offered = held(wanted, units(hits, before), hits, titles)
    ranked = choose.ranked(offered, means.weights, _nearness(question, means))
    if wanted.kind == "definition":
        ranked = _definitions_first(question, ranked, found, means)
    if not TIMED & {one.kind for one in wants}:
        ranked = _current_first(ranked, found, means)
    ranked = _without_rivals(ranked, wants, found)
    words = frozenset(form for forms, _ in wanted.words for form in forms)
    return Picked(choose.chosen(wanted, ranked), ranked, words)


def _nearness(question: str, means: Means) -> Callable[[Sequence[str]], Sequence[float]] | None:
    near = means.near
    return None if near is None else lambda texts: near(question, texts)


def _current_first(
    ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """Units of documents that are not in force stand back, unless the question names a time or a version."""
    day = means.as_of or means.today
    hits = found.ranking.hits
    old = {number for number, hit in enumerate(hits) if not in_force(record_of(hit, found), means.successors, day)}
    moved = [(score - STALE * (one.unit.hit in old), one) for score, one in ranked]
    return tuple(sorted(moved, key=lambda pair: -pair[0]))


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


def _definitions_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """Who asks what a term means wants its definition, where the document has one."""
    hits = found.ranking.hits
    spans: dict[int, list[Span]] = {}
    for key in dict.fromkeys(document_of(hit) for hit in hits):
        known = means.corpus.definitions(key)
        asked_for = {use.norm for use in uses(question, {one.norm: one.term for one in known})}
        spans[key] = [one.span for one in known if one.norm in asked_for and one.kind != "incorporated"]
    moved = [
        (score + DEFINED * _begins(one.unit.span, spans[document_of(hits[one.unit.hit])]), one) for score, one in ranked
    ]
    return tuple(sorted(moved, key=lambda pair: -pair[0]))


def _begins(unit: Span, spans: Sequence[Span]) -> bool:
    """Whether a unit is where one of the spans begins."""
    return any(unit.start <= span.start < unit.end for span in spans)


def claims(picked: Picked, found: Gathered, means: Means) -> tuple[Claim, ...]:
    """The chosen units as cited claims."""
    if not picked.chosen:
        return ()
    return compose.claims(picked.chosen, found.ranking.hits, found.records, corpus=means.corpus, sources=means.sources)
