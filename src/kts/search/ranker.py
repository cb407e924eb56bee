"""The fused list ranked anew by what speaks for each candidate: the stage between fusion and what is shown."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from kts.search.bm25 import looked_up
from kts.search.candidates import Listed, Ranked
from kts.search.signals import pool, signals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.config import SearchSettings
    from kts.ports import Corpus
    from kts.ports.models import Ranker
    from kts.search.candidates import Fused
    from kts.search.question import Question
    from kts.search.retrieve import Retrieved
    from kts.search.signals import Columns, Pool


def reranked(
    fused: Sequence[Fused],
    found: Retrieved,
    question: Question,
    *,
    ranker: Ranker | None,
    corpus: Corpus,
    settings: SearchSettings,
) -> Sequence[Fused]:
    """The first `settings.ranked` candidates in the ranker's order, then the others as they were.

    Each keeps the parts that its score is the sum of. Without a ranker the list passes through.
    """
    if ranker is None or not fused:
        return fused
    listed = Listed.of(fused)
    candidates = pool(listed, found, settings)
    columns = _columns(candidates, found, question, ranker=ranker, corpus=corpus, settings=settings)
    parts = ranker.parts(columns)
    places = candidates.candidates.places
    totals = {place: fsum(own.values()) for place, own in zip(places, parts, strict=True)}
    signals = dict(zip(places, parts, strict=True))
    again = Listed(listed.candidates, places, totals, signals.__getitem__).best_first()
    return Ranked(again, listed[len(again) :])


def _columns(
    candidates: Pool,
    found: Retrieved,
    question: Question,
    *,
    ranker: Ranker,
    corpus: Corpus,
    settings: SearchSettings,
) -> Columns:
    listed = candidates.candidates
    keys = listed.column(listed.candidates.keys)
    texts = {}
    if "text" in ranker.reads:
        texts = {key: passage.text for key, passage in corpus.passages(keys).items()}
    counts = corpus.counts([found.rows[key] for key in keys], looked_up(found.terms))
    columns = signals(candidates, found, texts, counts, settings=settings, languages=corpus.languages())
    if "documents" in ranker.reads:
        from kts.search.signals_documents import document_signals

        records = corpus.records(set(listed.column(listed.candidates.document_keys)))
        return columns | document_signals(candidates, question, records)
    return columns
