"""First stage: candidates from the lexical index and the identifier postings, scored exactly.

A document's evidence is its whole text's score plus its best passage's (RETRIEVAL.md: on long documents never
passages alone). Every candidate has the exact score of both, whichever list found it.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.search.bm25 import bound, scorer, weighted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kts.config import SearchSettings
    from kts.lexicon.analyse import QueryTerm
    from kts.ports import Corpus, PassageIndex, PassageRecord
    from kts.search.bm25 import WeightedTerm
    from kts.types import Filter, Level


class Scored(NamedTuple):
    """A passage with the parts of its score: its own BM25F, its document's, its exact identifiers."""

    key: int
    id: str
    document_key: int
    passage: float
    document: float
    identifiers: float


class Retrieved(NamedTuple):
    """All candidates, unordered. `bound` is the greatest score that these terms could have."""

    scored: tuple[Scored, ...]
    rows: Mapping[int, PassageRecord]
    terms: tuple[WeightedTerm, ...]
    bound: float
    codes: tuple[str, ...]


class _Arm(NamedTuple):
    """One level of the index as the question sees it."""

    level: Level
    terms: tuple[WeightedTerm, ...]
    score: Callable[[PassageRecord], float]
    rows: dict[int, PassageRecord]


def retrieve(
    terms: Sequence[QueryTerm],
    codes: Iterable[str],
    *,
    filters: Filter,
    corpus: Corpus,
    index: PassageIndex,
    settings: SearchSettings,
    limit: int,
) -> Retrieved:
    """Candidates of both levels and of the identifiers, at least `limit` where there are so many."""
    wanted = max(settings.candidates, limit)
    passages = _arm("chunk", terms, filters=filters, corpus=corpus, index=index, settings=settings, limit=wanted)
    documents = _arm("document", terms, filters=filters, corpus=corpus, index=index, settings=settings, limit=wanted)
    named = _named(codes, filters, corpus)
    bonus = _bonus(named, corpus.statistics("chunk").rows, settings)
    _add(passages, corpus.rows([key for key in named if key not in passages.rows]))
    scores = _document_scores(documents, passages, corpus)
    _add(passages, _best_of_others(passages, scores, corpus, limit=limit))
    scored = tuple(
        Scored(
            key,
            row.id,
            row.document_key,
            passages.score(row),
            settings.document_weight * scores.get(row.document_key, 0.0),
            sum(bonus[code] for code in sorted(named.get(key, ()))),
        )
        for key, row in passages.rows.items()
    )
    top = bound(passages.terms, settings) + settings.document_weight * bound(documents.terms, settings)
    return Retrieved(scored, passages.rows, passages.terms, top + sum(bonus.values()), tuple(sorted(bonus)))


def _named(codes: Iterable[str], filters: Filter, corpus: Corpus) -> dict[int, set[str]]:
    named: dict[int, set[str]] = {}
    for code in codes:
        for key in corpus.identified(code, "chunk", filters):
            named.setdefault(key, set()).add(code)
    return named


def _bonus(named: Mapping[int, set[str]], count: int, settings: SearchSettings) -> dict[str, float]:
    """An exact identifier weighs as a saturated term of its rarity, beside what its words weigh."""
    frequency = Counter(code for codes in named.values() for code in codes)
    return {code: math.log(1 + (count - df + 0.5) / (df + 0.5)) * (settings.k1 + 1) for code, df in frequency.items()}


def _arm(
    level: Level,
    terms: Sequence[QueryTerm],
    *,
    filters: Filter,
    corpus: Corpus,
    index: PassageIndex,
    settings: SearchSettings,
    limit: int,
) -> _Arm:
    statistics = corpus.statistics(level)
    weighed = weighted(terms, lambda form: index.document_frequency(form, level=level), statistics)
    forms = {form: 1.0 for term in terms for form in term.forms}
    found = index.search_lexical(forms, level=level, filters=filters, limit=limit)
    rows = {row.key: row for row in corpus.rows([candidate.key for candidate in found])}
    return _Arm(level, weighed, scorer(weighed, statistics, settings), rows)


def _add(arm: _Arm, rows: Iterable[PassageRecord]) -> None:
    arm.rows.update((row.key, row) for row in rows)


def _document_scores(documents: _Arm, passages: _Arm, corpus: Corpus) -> Mapping[int, float]:
    scores = {row.document_key: documents.score(row) for row in documents.rows.values()}
    missing = {row.document_key for row in passages.rows.values()} - scores.keys()
    scores.update((row.document_key, documents.score(row)) for row in corpus.rows_of(missing, "document"))
    return scores


def _best_of_others(
    passages: _Arm, scores: Mapping[int, float], corpus: Corpus, *, limit: int
) -> tuple[PassageRecord, ...]:
    """The best passage of each leading document that no passage list has brought in."""
    leading = sorted(scores, key=lambda key: (-scores[key], key))[:limit]
    missing = set(leading) - {row.document_key for row in passages.rows.values()}
    best: dict[int, tuple[float, PassageRecord]] = {}
    for row in corpus.rows_of(missing, "chunk"):
        score = passages.score(row)
        if row.document_key not in best or score > best[row.document_key][0]:
            best[row.document_key] = (score, row)
    return tuple(row for _, row in best.values())
