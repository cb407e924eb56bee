"""The way of a question, from words to a ranking. One function a step; the steps have files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.search.expand import analysed
from kts.search.explain import explained
from kts.search.explaincounter import asked_why
from kts.search.fuse import evidence
from kts.search.notes import notes
from kts.search.question import NOTHING_KNOWN, Context
from kts.search.rank import limited
from kts.search.stages import sought, stages
from kts.trace import mark
from kts.types import Hit, Ranking

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.config import SearchSettings
    from kts.ports import Corpus, PassageIndex
    from kts.search.dense import Dense
    from kts.search.question import Known
    from kts.types import Query


def search(
    query: Query,
    *,
    corpus: Corpus,
    index: PassageIndex,
    dense: Dense | None = None,
    settings: SearchSettings,
    limit: int,
    per_document: int,
    known: Known = NOTHING_KNOWN,
    remaining: Callable[[], float] = lambda: float("inf"),
    explain: bool = False,
) -> Ranking:
    """The best `limit` passages for the question, at most `per_document` of one document.

    `dense` None searches by words alone; `remaining` seconds are what stages may take; `explain` adds what the ranks
    would be without each kind of evidence. Raises CorruptStore when a stored text does not match its hash.
    """
    context = Context(corpus, index, known, settings)
    question = mark("analyse", analysed(query, context))
    for name, stage in stages(settings):
        question = mark(name, stage(question, context))
    found = sought(question, context, dense, limit=limit, remaining=remaining)
    kept = mark("rank", limited(found.ranked, per_document=per_document, limit=limit))
    passages = mark("read", corpus.passages([one.scored.key for one in kept]))
    shown = [one for one in kept if one.scored.key in passages]
    bound = found.retrieved.bound
    hits = (Hit(passages[one.scored.key], one.score, one.signals, evidence(one.scored, bound)) for one in shown)
    said = (*found.notes, *notes(question, found.retrieved, corpus=corpus, index=index))
    explanation = explained(question, found, shown)
    if explain:
        explanation = {**explanation, **asked_why(found, shown, settings, per_document=per_document)}
    return Ranking(question.query, tuple(hits), corpus.generation, said, explanation)
