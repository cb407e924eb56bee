"""The way of a question, from words to a ranking. One function a step; the steps have files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.search.explain import explained
from kts.search.fuse import evidence
from kts.search.notes import notes
from kts.search.question import PLAINLY, Context
from kts.search.rank import limited
from kts.search.rank_pairs import after_reading
from kts.search.stages import sought, through_stages
from kts.trace import mark
from kts.types import Hit, Ranking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.config import SearchSettings
    from kts.ports import Corpus, PassageIndex
    from kts.search.dense import Dense
    from kts.search.question import Asking
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
    asking: Asking = PLAINLY,
) -> Ranking:
    """The best `limit` passages for the question, at most `per_document` of one document.

    `dense` None searches by words alone. Raises CorruptStore when a stored text does not match its hash.
    """
    context = Context(corpus, index, asking.known, settings, asking.ranker)
    question = through_stages(query, context)
    for name, stage in asking.extra:
        question = mark(name, stage(question, context))
    found = sought(question, context, dense, limit=limit, remaining=asking.remaining)
    found = mark("pairs", after_reading(found, query.text, context, asking))
    kept = mark("rank", limited(found.ranked, per_document=per_document, limit=limit))
    passages = mark("read", corpus.passages([one.scored.key for one in kept]))
    shown = [one for one in kept if one.scored.key in passages]
    bound = found.retrieved.bound
    hits = (Hit(passages[one.scored.key], one.score, one.signals, evidence(one.scored, bound)) for one in shown)
    said = (*found.notes, *notes(question, found.retrieved, corpus=corpus, index=index))
    explanation: Mapping[str, object] = explained(found, shown)
    if asking.explain:
        from kts.search.explaincounter import asked_why

        explanation = {**explanation, **asked_why(found, shown, settings, per_document=per_document)}
    return Ranking(question.query, tuple(hits), corpus.generation, said, explanation)
