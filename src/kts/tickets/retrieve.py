"""The passages for a ticket: its category first, good ones, and worse ones only where there are no good ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.tickets.nouns import Retrieval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.tickets.nouns import Plan
    from kts.types import Result

FEWEST = 3
"""Passages over the first threshold below which the second applies (a default, not fitted)."""
COMPARED = 10
"""Passages of the similarity matrix at most (a default, not fitted)."""
PREFERENCE = 0.05
"""Evidence that belonging to the ticket's category is worth, in the order only (a default, not fitted)."""


def retrieve(
    plan: Plan,
    *,
    search: Callable[[str, int], Sequence[Result]],
    store_size: int,
    similar: Callable[[Sequence[str]], Sequence[Sequence[float]]] | None = None,
) -> Retrieval:
    """What is found for the plan's words, best first, with the figures that say how good it is."""
    if not plan.search_query:
        return Retrieval(stats=_stats((), 0.0, store_size))
    params = plan.search_params
    found = _preferred(search(plan.search_query, int(params["candidates"])), str(params["category"]))
    threshold = float(params["threshold"])
    kept = [one for one in found if one.confidence >= threshold]
    fallback = len(kept) < FEWEST
    if fallback:
        threshold = float(params["fallback_threshold"])
        kept = [one for one in found if one.confidence >= threshold]
    texts = [one.hit.passage.text for one in kept[:COMPARED]]
    matrix = similar(texts) if similar and texts else ()
    rounded = tuple(tuple(round(float(value), 4) for value in row) for row in matrix)
    return Retrieval(tuple(kept), fallback, _stats(kept, threshold, store_size), rounded)


def _preferred(found: Sequence[Result], category: str) -> list[Result]:
    """In the order of the search, those of the category a little ahead."""
    if not category:
        return list(found)
    ordered = sorted(
        enumerate(found),
        key=lambda pair: (-(pair[1].confidence + PREFERENCE * in_category(pair[1], category)), pair[0]),
    )
    return [one for _, one in ordered]


def in_category(result: Result, category: str) -> bool:
    """Whether a passage's document says that it is about the category: in its title, path, heading or as its tool."""
    metadata = result.hit.passage.metadata
    where = (
        result.citation.title,
        result.citation.path,
        str(metadata.get("heading", "")),
        str(metadata.get("tool", "")),
    )
    return bool(re.search(rf"(?<!\w){re.escape(category)}(?!\w)", " ".join(where), re.IGNORECASE))


def _stats(kept: Sequence[Result], threshold: float, store_size: int) -> dict[str, float]:
    values = [one.confidence for one in kept]
    return {
        "count": len(values),
        "threshold": threshold,
        "store_size": store_size,
        "min": round(min(values, default=0.0), 4),
        "max": round(max(values, default=0.0), 4),
        "mean": round(sum(values) / len(values), 4) if values else 0.0,
    }
