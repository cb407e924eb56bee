"""From scored candidates to the order in which they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.search.candidates import Listed, Ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.search.candidates import Fused


def ordered(candidates: Iterable[Fused]) -> list[Fused]:
    """Best first; equal scores by passage id, which does not depend on the order of ingest."""
    listed = list(candidates)
    keys = [(-one.score, one.scored.id) for one in listed]
    return [listed[at] for at in sorted(range(len(listed)), key=keys.__getitem__)]


def limited(candidates: Sequence[Fused], *, per_document: int, limit: int) -> list[Fused]:
    """The first `limit`, at most `per_document` of one document."""
    kept: list[Fused] = []
    counts: dict[int, int] = {}
    for at, document in enumerate(_document_keys(candidates)):
        seen = counts.get(document, 0)
        if len(kept) >= limit:
            break
        if seen < per_document:
            counts[document] = seen + 1
            kept.append(candidates[at])
    return kept


def _document_keys(candidates: Sequence[Fused]) -> Iterable[int]:
    if isinstance(candidates, (Listed, Ranked)):
        return candidates.document_keys()
    return (one.scored.document_key for one in candidates)
