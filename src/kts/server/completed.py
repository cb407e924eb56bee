"""Citations as a model names them, by a passage's id or by path and quote, with all that is needed to check them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.digest import text_digest
from kts.server.said import unquoted

if TYPE_CHECKING:
    from kts.workspace import Workspace

WHOLE = ("document_id", "path", "start", "end", "quote", "text_sha256")
"""What a citation has that came from a result."""


def completed(workspace: Workspace, given: Any) -> Any:
    """A citation from `{path, quote}` or `{passage_id}`; anything else as it came. Raises UsageError for unknown names.

    A quote that the indexed text does not hold has no place in it: it is looked for in the file.
    """
    if not isinstance(given, dict):
        return given
    quote = unquoted(given["quote"]) if isinstance(given.get("quote"), str) else None
    if all(key in given for key in WHOLE):
        return {**given, "quote": quote} if quote else given
    passage = given.get("passage_id")
    name, start = given.get("document_id") or given.get("path"), 0
    if isinstance(passage, str) and passage:
        name, span = workspace.passage_span(passage)
        quote = quote or workspace.document_text(name, start=span.start, end=span.end, hidden=True).text
        start = span.start
    if not (isinstance(name, str) and name and isinstance(quote, str) and quote.strip()):
        return given
    found = workspace.document_text(name, hidden=True)
    at = found.text.find(quote, start)
    at = at if at >= 0 else found.text.find(quote)
    return {
        "path": found.document.path,
        "document_id": found.document.id,
        "sha256": found.document.sha256,
        "start": max(at, 0),
        "end": at + len(quote) if at >= 0 else 0,
        "quote": quote,
        "text_sha256": text_digest(quote).hex(),
    }
