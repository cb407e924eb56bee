"""The units that answer, from the evidence that was gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import choose, compose
from kts.answer.extract import asked, held
from kts.answer.means import Picked
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.standing import in_force
from kts.answer.units import units
from kts.lexicon.definitions_uses import uses
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
