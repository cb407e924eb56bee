"""First stage: candidates by words, by identifiers and by meaning, each with the exact evidence of every arm.

A document's evidence is its whole text's beside its best passage's (RETRIEVAL.md: on long documents never passages
alone). Whichever list found a candidate, its exact scores of both arms count: a missing one costs .013 nDCG@10.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from math import fsum
from operator import neg
from typing import TYPE_CHECKING

from kts.lexicon.analyse import weights
from kts.search.bm25 import bound, columns, rarer, weighted
from kts.search.candidates import Candidates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.lexicon.analyse import QueryTerm
    from kts.ports import Corpus, PassageIndex
    from kts.records import Candidate, PassageRecord
    from kts.search.bm25 import Columns, WeightedTerm
    from kts.search.candidates import Scored
    from kts.search.dense import DenseArm
    from kts.search.named import Named
    from kts.types import Filter, Level, Query
else:
    from kts.nouns import NamedTuple


class Retrieved(NamedTuple):
    """All candidates, unordered. `bound` is the greatest lexical score that these terms could have.

    `lists` holds each first-stage list, best first: passage keys, of the lists of documents document keys.
    """

    scored: Sequence[Scored]
    rows: Mapping[int, PassageRecord]
    terms: tuple[WeightedTerm, ...]
    bound: float
    codes: tuple[str, ...]
    lists: Mapping[str, tuple[int, ...]]


class _Arm(NamedTuple):
    """One level of the index as the question sees it; `found` are the keys of its list, best first."""

    level: Level
    terms: tuple[WeightedTerm, ...]
    columns: Columns
    rows: dict[int, PassageRecord]
    found: tuple[int, ...]


def retrieve(
    terms: Sequence[QueryTerm],
    codes: Iterable[str] | Named,
    dense: DenseArm | None,
    *,
    query: Query,
    corpus: Corpus,
    index: PassageIndex,
    settings: SearchSettings,
    limit: int,
) -> Retrieved:
    """Candidates of both levels, of the identifiers and of the vectors, at least `limit` where there are so many.

    `codes` are normalised identifiers, or what the passages that hold them are worth; a passage of which that says
    nothing is a candidate all the same.
    """
    filters = query.filters
    wanted = listed(dense, settings, limit)
    passages = _arm(query.level, terms, filters=filters, corpus=corpus, index=index, settings=settings, limit=wanted)
    documents = _arm("document", terms, filters=filters, corpus=corpus, index=index, settings=settings, limit=wanted)
    named = codes if isinstance(codes, dict) else _named(codes, query, corpus)
    bonus = _bonus(named, corpus.statistics(query.level).rows, settings) if named and settings.identifier_weight else {}
    _fill(passages, corpus, [*named, *dense.keys] if dense else named)
    _complete(documents, corpus, passages.rows.values())
    whole_rows = tuple(documents.rows.values())
    of = [row.document_key for row in whole_rows]
    scores = dict(zip(of, documents.columns.scores(whole_rows, corpus), strict=True))
    _add(passages, _best_of_others(passages, scores, corpus, limit=min(limit, wanted)))
    cosines = dense.cosines([*passages.rows, *documents.rows]) if dense else {}
    wholes = dict(zip(of, map(cosines.get, documents.rows), strict=True))
    rows, weight = tuple(passages.rows.values()), settings.document_weight
    keys, ids, owners, *_ = zip(*rows, strict=True) if rows else ((), (), ())
    scored = Candidates(
        keys,
        ids,
        owners,
        passages.columns.scores(rows, corpus),
        [weight * scores.get(document, 0.0) for document in owners],
        [_worth(named[key], bonus) if key in named else 0.0 for key in keys] if named else [0.0] * len(keys),
        list(map(cosines.get, keys)),
        list(map(wholes.get, owners)),
    )
    top = bound(passages.terms, settings) + settings.document_weight * bound(documents.terms, settings)
    known = tuple(sorted(bonus))
    lists = _lists(passages, documents, dense)
    return Retrieved(scored, passages.rows, passages.terms, top + sum(bonus.values()), known, lists)


def listed(dense: DenseArm | None, settings: SearchSettings, limit: int) -> int:
    """How long the lists of words are."""
    return 0 if dense and settings.mode == "dense" else max(settings.candidates, limit)


def _named(codes: Iterable[str], query: Query, corpus: Corpus) -> Named:
    named: Named = {}
    for code in codes:
        for key in corpus.identified(code, query.level, query.filters):
            named.setdefault(key, {})[code] = 1.0
    return named


def _bonus(named: Named, count: int, settings: SearchSettings) -> dict[str, float]:
    """An exact identifier weighs as a saturated term of its rarity, beside what its words weigh."""
    frequency = Counter(code for codes in named.values() for code in codes)
    return {code: math.log(1 + (count - df + 0.5) / (df + 0.5)) * (settings.k1 + 1) for code, df in frequency.items()}


def _worth(codes: Mapping[str, float], bonus: Mapping[str, float]) -> float:
    return fsum(bonus.get(code, 0.0) * worth for code, worth in sorted(codes.items()))


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
    weighed = weighted(terms, partial(index.document_frequency, level=level), statistics)
    found = by_words(terms, weighed, level=level, filters=filters, corpus=corpus, index=index, limit=limit)
    keys = tuple([one.key for one in found])
    rows = corpus.rows(keys)
    own = dict(zip([row.key for row in rows], rows, strict=True))
    return _Arm(level, weighed, columns(weighed, statistics, settings), own, keys)


def by_words(
    terms: Sequence[QueryTerm],
    weighed: Sequence[WeightedTerm],
    *,
    level: Level,
    filters: Filter,
    corpus: Corpus,
    index: PassageIndex,
    limit: int,
) -> tuple[Candidate, ...]:
    """The first `limit` passages by words: by the rarer ones where an index is large and these bring so many."""
    if not limit:
        return ()
    asked = rarer(terms, weighed, corpus.statistics(level).rows)
    found = index.search_lexical(weights(asked), level=level, filters=filters, limit=limit)
    if len(found) < limit and len(asked) < len(terms):
        found = index.search_lexical(weights(terms), level=level, filters=filters, limit=limit)
    return found


def _add(arm: _Arm, rows: Sequence[PassageRecord]) -> None:
    arm.rows.update(zip([row.key for row in rows], rows, strict=True))


def _fill(arm: _Arm, corpus: Corpus, keys: Iterable[int]) -> None:
    """Read the rows that are not there yet; keys that are not live in this snapshot bring none."""
    missing = [key for key in keys if key not in arm.rows]
    if missing:
        _add(arm, corpus.rows(missing))


def _complete(documents: _Arm, corpus: Corpus, passages: Iterable[PassageRecord]) -> None:
    """The document of each passage has its row, whatever list found the passage."""
    missing = {row.document_key for row in passages}.difference([row.document_key for row in documents.rows.values()])
    if missing:
        _add(documents, corpus.rows_of(missing, "document"))


def _best_of_others(
    passages: _Arm, scores: Mapping[int, float], corpus: Corpus, *, limit: int
) -> tuple[PassageRecord, ...]:
    """The best passage of each leading document that no passage list has brought in."""
    leading = sorted(zip(map(neg, scores.values()), scores, strict=True))[:limit]
    missing = {key for _, key in leading}.difference([row.document_key for row in passages.rows.values()])
    best: dict[int, tuple[float, PassageRecord]] = {}
    rows = corpus.rows_of(missing, passages.level) if missing else ()
    for row, score in zip(rows, passages.columns.scores(rows, corpus), strict=True):
        if row.document_key not in best or score > best[row.document_key][0]:
            best[row.document_key] = (score, row)
    return tuple(row for _, row in best.values())


def _lists(passages: _Arm, documents: _Arm, dense: DenseArm | None) -> Mapping[str, tuple[int, ...]]:
    """What each list of the first stage held, for explanations and for fusion by rank."""
    near = dense.keys if dense else ()
    rows = documents.rows
    return {
        "lexical": passages.found,
        "lexical_documents": tuple([rows[key].document_key for key in documents.found if key in rows]),
        "dense": near,
    }
