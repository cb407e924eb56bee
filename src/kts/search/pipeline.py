"""The way of a question, from words to a ranking. One function a step; the steps have files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.analyse import query_terms
from kts.lexicon.identifiers import candidates_in_query
from kts.search.dense import nearest
from kts.search.explain import explained
from kts.search.fuse import evidence, fuse
from kts.search.notes import notes
from kts.search.rank import limited, ordered
from kts.search.retrieve import retrieve
from kts.trace import mark
from kts.types import Hit, Ranking

if TYPE_CHECKING:
    from kts.config import SearchSettings
    from kts.ports import Corpus, PassageIndex
    from kts.search.dense import Dense
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
) -> Ranking:
    """The best `limit` passages for the question, at most `per_document` of one document.

    `dense` None searches by words alone. Raises CorruptStore when a stored text does not match its hash.
    """
    terms = mark("analyse", query_terms(query.text, corpus.languages()))
    codes = mark("identifiers", candidates_in_query(query.text))
    vector = mark("embed", dense.embedder.embed_query(query.text) if dense else None)
    arm = mark("dense", nearest(vector, query, dense, settings=settings, limit=limit))
    found = mark("retrieve", retrieve(terms, codes, arm, query=query, corpus=corpus, index=index, settings=settings,
                                      limit=limit))  # fmt: skip
    fused = mark("fuse", ordered(fuse(found, settings, dense=arm is not None)))
    kept = mark("rank", limited(fused, per_document=per_document, limit=limit))
    passages = mark("read", corpus.passages([one.scored.key for one in kept]))
    shown = [one for one in kept if one.scored.key in passages]
    hits = (Hit(passages[one.scored.key], one.score, one.signals, evidence(one.scored, found.bound)) for one in shown)
    return Ranking(
        query=query,
        hits=tuple(hits),
        generation=corpus.generation,
        notes=notes(query, found, corpus=corpus, index=index),
        explanation=explained(terms, found, shown),
    )
