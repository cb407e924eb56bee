"""Orders of what was found, selectable for each call: by meaning, by words, by both, by what the ticket's form says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.tickets.nouns import Ranked
from kts.tickets.retrieve import in_category

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.tickets.nouns import Retrieval, Ticket
    from kts.types import Result

    Ranker = Callable[[Result, Ticket], float]

RECENCY_DAYS = 365.0
"""Days after which a document's date counts half (a default, not fitted)."""
CATEGORY_WEIGHT, PRIORITY_WEIGHT, RECENCY_WEIGHT = 0.3, 0.1, 0.1
"""Weights beside the evidence in the order by metadata (a default, not fitted)."""
FIRST = 5
"""Results whose stability is looked at: those that are shown (SPEC RANK-5)."""
_URGENT = frozenset({"1", "p1", "urgent", "critical", "high", "2", "p2"})


def _semantic(result: Result, _: Ticket) -> float:
    return result.hit.signals.get("dense", 0.0)


def _keyword(result: Result, _: Ticket) -> float:
    return sum(value for name, value in result.hit.signals.items() if name in {"bm25", "words", "lexical"})


def _hybrid(result: Result, _: Ticket) -> float:
    return result.hit.score


def _metadata(result: Result, ticket: Ticket) -> float:
    """Evidence, raised by the ticket's category, by its priority for procedures, and by how recent the document is."""
    category = ticket.category or str(ticket.metadata.get("product") or "")
    same = bool(category) and in_category(result, category)
    urgent = ticket.priority.lower() in _URGENT and result.doc_type in {"SOP", "RUNBOOK", "PROCEDURE"}
    return (
        result.confidence
        + CATEGORY_WEIGHT * same
        + PRIORITY_WEIGHT * urgent
        + RECENCY_WEIGHT * _recency(result, ticket)
    )


def _recency(result: Result, ticket: Ticket) -> float:
    """1 for a document dated as the ticket, halved each year before; .5 where either has no date."""
    from datetime import date

    dated = str(result.hit.passage.metadata.get("content_date") or "")[:10]
    try:
        days = (date.fromisoformat(ticket.created[:10]) - date.fromisoformat(dated)).days
    except ValueError:
        return 0.5
    return math.pow(0.5, max(0, days) / RECENCY_DAYS)


RANKERS: Mapping[str, Ranker] = {
    "hybrid": _hybrid,
    "keyword": _keyword,
    "metadata": _metadata,
    "semantic": _semantic,
}


def rank(retrieval: Retrieval, ticket: Ticket, *, ranker: str, rankers: Mapping[str, Ranker] = RANKERS) -> Ranked:
    """The results in the order of a ranker; `rankers` may hold others'. Raises UsageError for an unknown name."""
    if ranker not in rankers:
        message = f"no ranker of tickets is named '{ranker}'"
        raise UsageError(message, hint=f"there are: {', '.join(sorted(rankers))}")
    scored = [(round(rankers[ranker](one, ticket), 6), one) for one in retrieval.results]
    if ranker != "hybrid":
        scored.sort(key=lambda pair: (-pair[0], pair[1].hit.passage.id))
    results = tuple(one for _, one in scored)
    return Ranked(ranker, results, tuple(score for score, _ in scored), _stability(results, ticket))


def _stability(results: tuple[Result, ...], ticket: Ticket) -> float | None:
    """The share of the first five that are among the first five by meaning alone, too; None of nothing."""
    if not results:
        return None
    near = sorted(results, key=lambda one: (-_semantic(one, ticket), one.hit.passage.id))[:FIRST]
    shared = {one.hit.passage.id for one in near} & {one.hit.passage.id for one in results[:FIRST]}
    return round(len(shared) / min(FIRST, len(results)), 4)
