"""Ranking metrics as trec_eval defines them, per query and in the mean.

nDCG has linear gains and log2(rank + 1) discounts (Järvelin and Kekäläinen 2002, in the variant of
trec_eval's `ndcg_cut`); a document is relevant when its judgement is positive, an unjudged one is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, log2
from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.evaluate.qrels import has_relevant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.evaluate.qrels import Qrels
    from kts.evaluate.runs import Run

CUTOFFS = (10, 100)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A run measured. `means` and each row of `per_query` map names such as `ndcg@10` to values in 0..1.

    `queries` counts the judged queries; `missing` are those for which the run has nothing (they count as 0),
    `unjudged` the run's queries without any relevant document in the qrels (they do not count).
    """

    means: Mapping[str, float]
    per_query: Mapping[str, Mapping[str, float]]
    queries: int
    missing: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()

    def metric(self, name: str) -> dict[str, float]:
        """One metric by query. Raises UsageError for a name that was not measured."""
        if name not in self.means:
            message = f"{name!r} was not measured"
            raise UsageError(message, hint=f"one of: {', '.join(sorted(self.means))}")
        return {query: values[name] for query, values in self.per_query.items()}

    def as_json(self) -> dict[str, float | int]:
        """The fields of the `eval` output that come from the ranking."""
        return {**self.means, "queries": self.queries}


def evaluate_run(qrels: Qrels, run: Run, ks: Sequence[int] = CUTOFFS) -> Evaluation:
    """Measure a run in the order of its lists.

    The mean is over the queries with a relevant document, whether the run answers them or not (as with
    `trec_eval -c`). Raises UsageError when a list holds a document twice or nothing is judged.
    """
    judged = {query: found for query, found in sorted(qrels.items()) if has_relevant(found)}
    if not judged:
        message = "no query has a relevant document"
        raise UsageError(message, hint="check the scores in qrels.tsv")
    rankings = {query: _documents(query, run) for query in judged}
    per_query = {query: measure(rankings[query], found, ks) for query, found in judged.items()}
    return Evaluation(
        means=mean_of(per_query),
        per_query=per_query,
        queries=len(judged),
        missing=tuple(query for query, ranking in rankings.items() if not ranking),
        unjudged=tuple(sorted(run.keys() - judged.keys())),
    )


def _documents(query: str, run: Run) -> tuple[str, ...]:
    ranking = tuple(document for document, _ in run.get(query, ()))
    if len(set(ranking)) != len(ranking):
        twice = next(document for place, document in enumerate(ranking) if document in ranking[:place])
        message = f"document {twice!r} occurs a second time for query {query!r}"
        raise UsageError(message, hint="keep the first passage of each document")
    return ranking


def measure(ranking: Sequence[str], judged: Mapping[str, int], ks: Sequence[int] = CUTOFFS) -> dict[str, float]:
    """All metrics of one query at the cutoffs `ks`."""
    values = {"map": average_precision(ranking, judged)}
    for k in ks:
        values[f"ndcg@{k}"] = ndcg(ranking, judged, k)
        values[f"recall@{k}"] = recall(ranking, judged, k)
        values[f"mrr@{k}"] = reciprocal_rank(ranking, judged, k)
        values[f"success@{k}"] = success(ranking, judged, k)
    return values


def mean_of(per_query: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The mean of each metric over all queries; empty for no queries."""
    rows = list(per_query.values())
    return {name: fsum(row[name] for row in rows) / len(rows) for name in (sorted(rows[0]) if rows else ())}


def discounted_gain(gains: Sequence[float]) -> float:
    """The sum of gains, each divided by log2(rank + 1), ranks from 1."""
    return fsum(gain / log2(place + 2) for place, gain in enumerate(gains) if gain)


def ndcg(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """Discounted gain of the first `k`, relative to the best possible list."""
    ideal = discounted_gain(sorted((score for score in judged.values() if score > 0), reverse=True)[:k])
    gained = discounted_gain([max(judged.get(document, 0), 0) for document in ranking[:k]])
    return gained / ideal if ideal else 0.0


def recall(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """Share of the relevant documents among the first `k`."""
    wanted = sum(score > 0 for score in judged.values())
    return sum(judged.get(document, 0) > 0 for document in ranking[:k]) / wanted if wanted else 0.0


def reciprocal_rank(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """One over the rank of the first relevant document among the first `k`, else 0."""
    places = (place for place, document in enumerate(ranking[:k], start=1) if judged.get(document, 0) > 0)
    return 1 / next(places, float("inf"))


def success(ranking: Sequence[str], judged: Mapping[str, int], k: int) -> float:
    """1 if any of the first `k` is relevant."""
    return float(any(judged.get(document, 0) > 0 for document in ranking[:k]))


def average_precision(ranking: Sequence[str], judged: Mapping[str, int]) -> float:
    """Mean of the precisions at the relevant documents over the whole list; those not found count 0."""
    wanted = sum(score > 0 for score in judged.values())
    places = [place for place, document in enumerate(ranking, start=1) if judged.get(document, 0) > 0]
    return fsum(found / place for found, place in enumerate(places, start=1)) / wanted if wanted else 0.0
