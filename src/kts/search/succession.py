"""A document that was replaced does not stand before what took its place: both say much the same, so chance decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.types import Hit, Ranking

AS_NEAR = 0.5
"""Share of a replaced passage's evidence that its successor's must have to be put before it: what a new edition leaves
out is told by the old one alone (a default, not fitted)."""


def inserted(ranking: Ranking, more: Ranking, newest: Mapping[str, str]) -> Ranking:
    """The ranking with the passages of successors behind it that are near enough to what they replaced.

    `newest` has the id of a document's last successor by its own.
    """
    least: dict[str, float] = {}
    for hit in ranking.hits:
        if by := newest.get(hit.passage.document_id):
            least[by] = max(least.get(by, 0.0), AS_NEAR * hit.evidence)
    kept = [at for at, hit in enumerate(more.hits) if hit.evidence >= least.get(hit.passage.document_id, 0.0)]
    explanation = {
        name: [*value, *(more.explanation[name][at] for at in kept)]
        if _aligned(value, ranking) and _aligned(more.explanation.get(name), more)
        else value
        for name, value in ranking.explanation.items()
    }
    hits = (*ranking.hits, *(more.hits[at] for at in kept))
    return ranking._replace(hits=hits, explanation=explanation)


def overtaken(ranking: Ranking, newest: Mapping[str, str], *, limit: int) -> Ranking:
    """The ranking with the best passage of a successor right before the first of what it replaced, which it outscores.

    Cut at `limit`; nothing else changes its place.
    """
    order: list[int] = []
    score: dict[int, float] = {}
    for at, hit in enumerate(ranking.hits):
        by = newest.get(hit.passage.document_id)
        first = next((n for n, one in enumerate(ranking.hits) if one.passage.document_id == by), None) if by else None
        if first is not None and first > at and first not in order:
            score[first] = hit.score
            order.append(first)
        if at not in order:
            order.append(at)
    return _in_order(ranking, order[:limit], score)


def _in_order(ranking: Ranking, order: Sequence[int], score: Mapping[int, float]) -> Ranking:
    def hit(at: int) -> Hit:
        one = ranking.hits[at]
        return one._replace(score=max(one.score, score.get(at, one.score)))

    explanation = {
        name: [value[at] for at in order] if _aligned(value, ranking) else value
        for name, value in ranking.explanation.items()
    }
    return ranking._replace(hits=tuple(map(hit, order)), explanation=explanation)


def _aligned(value: Any, ranking: Ranking) -> bool:
    """Whether a part of the explanation has an entry a hit."""
    return isinstance(value, (list, tuple)) and len(value) == len(ranking.hits)
