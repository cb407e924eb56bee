"""The way of a question, from words to a ranking. One function a step; the steps have files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.analyse import query_terms
from kts.lexicon.identifiers import candidates_in_query
from kts.search.explain import explained, signals
from kts.search.notes import notes
from kts.search.rank import limited, ordered, total
from kts.search.retrieve import retrieve
from kts.trace import mark
from kts.types import Hit, Ranking

if TYPE_CHECKING:
    from kts.config import SearchSettings
    from kts.ports import Corpus, PassageIndex
    from kts.types import Query


def search(
    query: Query,
    *,
    corpus: Corpus,
    index: PassageIndex,
    settings: SearchSettings,
    limit: int,
    per_document: int,
) -> Ranking:
    """The best `limit` passages for the question, at most `per_document` of one document.

    Raises CorruptStore when a stored text does not match its hash.
    """
    terms = mark("analyse", query_terms(query.text, corpus.languages()))
    codes = mark("identifiers", candidates_in_query(query.text))
    found = mark(
        "retrieve",
        retrieve(terms, codes, filters=query.filters, corpus=corpus, index=index, settings=settings, limit=limit),
    )
    kept = mark("rank", limited(ordered(found.scored), per_document=per_document, limit=limit))
    passages = mark("read", corpus.passages([scored.key for scored in kept]))
    hits = tuple(Hit(passages[s.key], total(s), signals(s)) for s in kept if s.key in passages)
    return Ranking(
        query=query,
        hits=hits,
        generation=corpus.generation,
        bound=found.bound,
        notes=notes(query, found, corpus=corpus, index=index),
        explanation=explained(terms, found, kept),
    )
