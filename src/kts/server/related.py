"""Passages elsewhere that speak of the same: what a passage says, asked as a question of all other documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.server import wire

if TYPE_CHECKING:
    from kts.workspace import Workspace

ASKED = 400
"""Characters of the passage that are asked (a default, not fitted: its first sentences)."""


def related(workspace: Workspace, passage: str, *, limit: int) -> dict[str, Any]:
    """The best passages of other documents for the words of a passage. Raises UsageError for an unknown id."""
    document, span = workspace.passage_span(passage)
    said = workspace.document_text(document, start=span.start, end=min(span.end, span.start + ASKED)).text
    found = workspace.search(" ".join(said.split()) or passage, k=limit + 1)
    elsewhere = tuple(one for one in found.results if one.citation.document_id != document)[:limit]
    return wire.search(found._replace(results=elsewhere))
