"""What a workspace returned, as the envelope of its kind: for programs in Python (`kts.to_json`)."""

from __future__ import annotations

from typing import Any

from kts.answers import Answer
from kts.errors import UsageError
from kts.server import wire
from kts.server.wire import answers, check
from kts.types import SearchResults, Status
from kts.workspace.checking import CheckedClaim


def envelope_of(found: Any) -> dict[str, Any]:
    """The envelope of an answer, search results, a status or checked claims. Raises UsageError."""
    if isinstance(found, Answer):
        return answers.answered(found)
    if isinstance(found, SearchResults):
        return wire.search(found)
    if isinstance(found, Status):
        return wire.status(found)
    claims = [found] if isinstance(found, CheckedClaim) else list(found) if hasattr(found, "__iter__") else []
    if not claims or not all(isinstance(one, CheckedClaim) for one in claims):
        message = f"there is no envelope for {type(found).__name__}"
        raise UsageError(message, hint="pass what ask, search, check or status of a workspace returned")
    return check.claims(claims)
