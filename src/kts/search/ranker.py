"""The fused list ranked anew by what speaks for each candidate: the stage between fusion and what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING, overload

from kts.search.bm25 import looked_up
from kts.search.candidates import DIGITS, Fused, Listed
from kts.search.signals import pool, signals

if TYPE_CHECKING:
    from collections.abc import Iterator

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


class Ranked(Sequence[Fused]):
    """The candidates that were ranked anew, then the others as they follow each other, below the last of those.

    Few of the others are ever looked at: each is lowered when it is.
    """

    def __init__(self, first: Sequence[Fused], others: Sequence[Fused]) -> None:
        self._first, self._others = first, others
        self._shift = first[-1].score - GAP - others[0].score if others else 0.0

    def __len__(self) -> int:
        """How many there are of both."""
        return len(self._first) + len(self._others)

    def __iter__(self) -> Iterator[Fused]:
        """Best first."""
        yield from self._first
        for one in self._others:
            yield self._lowered(one)

    @overload
    def __getitem__(self, at: int) -> Fused: ...
    @overload
    def __getitem__(self, at: slice) -> list[Fused]: ...
    def __getitem__(self, at: int | slice) -> Fused | list[Fused]:
        """One by its place, or those of some places."""
        places = range(len(self))[at]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def _at(self, place: int) -> Fused:
        ranked = len(self._first)
        return self._first[place] if place < ranked else self._lowered(self._others[place - ranked])

    def _lowered(self, one: Fused) -> Fused:
        signals = {**one.signals, "not_ranked": self._shift}
        return Fused(one.scored, round(one.score + self._shift, DIGITS), signals)
