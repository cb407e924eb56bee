"""From scored candidates to the order in which they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.search.retrieve import Scored


def total(scored: Scored) -> float:
    """The score: the sum of its parts, rounded so that two machines agree on ties."""
    return round(scored.passage + scored.document + scored.identifiers, 6)


def ordered(candidates: Iterable[Scored]) -> list[Scored]:
    """Best first; equal scores by passage id, which does not depend on the order of ingest."""
    return sorted(candidates, key=lambda scored: (-total(scored), scored.id))


def limited(candidates: Iterable[Scored], *, per_document: int, limit: int) -> list[Scored]:
    """The first `limit`, at most `per_document` of one document."""
    kept: list[Scored] = []
    counts: dict[int, int] = {}
    for scored in candidates:
        seen = counts.get(scored.document_key, 0)
        if len(kept) >= limit:
            break
        if seen < per_document:
            counts[scored.document_key] = seen + 1
            kept.append(scored)
    return kept
