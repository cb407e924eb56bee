"""From scored candidates to the order in which they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.search.candidates import Fused


def ordered(candidates: Iterable[Fused]) -> list[Fused]:
    """Best first; equal scores by passage id, which does not depend on the order of ingest."""
    listed = list(candidates)
    keys = [(-one.score, one.scored.id) for one in listed]
    return [listed[at] for at in sorted(range(len(listed)), key=keys.__getitem__)]


def limited(candidates: Iterable[Fused], *, per_document: int, limit: int) -> list[Fused]:
    """The first `limit`, at most `per_document` of one document."""
    kept: list[Fused] = []
    counts: dict[int, int] = {}
    for one in candidates:
        seen = counts.get(one.scored.document_key, 0)
        if len(kept) >= limit:
            break
        if seen < per_document:
            counts[one.scored.document_key] = seen + 1
            kept.append(one)
    return kept
