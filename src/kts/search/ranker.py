"""The fused list ranked anew by what speaks for each candidate: the stage between fusion and what is shown."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from kts.nouns import each
from kts.search.bm25 import looked_up
from kts.search.fuse import DIGITS, Fused
from kts.search.rank import ordered
from kts.search.signals import pool, signals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.config import SearchSettings
    from kts.ports import Corpus
    from kts.ports.models import Ranker
    from kts.search.question import Question
    from kts.search.retrieve import Retrieved
    from kts.search.signals import Columns, Pool

GAP = 1.0
"""What lies between the last candidate that was ranked anew and the first that was not."""


def reranked(
    fused: Sequence[Fused],
    found: Retrieved,
    question: Question,
    *,
    ranker: Ranker | None,
    corpus: Corpus,
    settings: SearchSettings,
) -> list[Fused]:
    """The first `settings.ranked` candidates in the ranker's order, then the others as they were.

    Each keeps the parts that its score is the sum of. Without a ranker the list passes through.
    """
    if ranker is None or not fused:
        return list(fused)
    candidates = pool(fused, found, settings)
    columns = _columns(candidates, found, question, ranker=ranker, corpus=corpus, settings=settings)
    parts = ranker.parts(columns)
    scores = [round(fsum(own.values()), DIGITS) for own in parts]
    scored = [one.scored for one in candidates.candidates]
    again = ordered(each(Fused, zip(scored, scores, parts, strict=True)))
    return [*again, *_below(again[-1].score, fused[len(again) :])]


def _columns(
    candidates: Pool,
    found: Retrieved,
    question: Question,
    *,
    ranker: Ranker,
    corpus: Corpus,
    settings: SearchSettings,
) -> Columns:
    keys = [one.scored.key for one in candidates.candidates]
    texts = {}
    if "text" in ranker.reads:
        texts = {key: passage.text for key, passage in corpus.passages(keys).items()}
    counts = corpus.counts([found.rows[key] for key in keys], looked_up(found.terms))
    columns = signals(candidates, found, texts, counts, settings=settings, languages=corpus.languages())
    if "documents" in ranker.reads:
        from kts.search.signals_documents import document_signals

        records = corpus.records({one.scored.document_key for one in candidates.candidates})
        return columns | document_signals(candidates, question, records)
    return columns


def _below(floor: float, rest: Sequence[Fused]) -> list[Fused]:
    """The others as they follow each other, below the last one that was ranked."""
    if not rest:
        return []
    shift = floor - GAP - rest[0].score
    return each(Fused, [
        (scored, round(score + shift, DIGITS), {**own, "not_ranked": shift}) for scored, score, own in rest
    ])  # fmt: skip
