"""What a workspace returned, as the envelope of its kind: for programs in Python (`kts.to_json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.answers import Answer
from kts.errors import UsageError
from kts.server import wire
from kts.server.wire import answers, check, structure
from kts.types import IngestReport, Rechecked, SearchResults, Status
from kts.workspace.checking import CheckedClaim
from kts.workspace.structure import Outlined, Terms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def envelope_of(found: Any) -> dict[str, Any]:
    """The envelope of what a method of a workspace returned. Raises UsageError for what has none."""
    for kind, shaped in ONE.items():
        if isinstance(found, kind):
            return shaped(found)
    single = isinstance(found, tuple(MANY))
    several = [found] if single else list(found) if hasattr(found, "__iter__") else []
    for kind, shaped in MANY.items():
        if several and all(isinstance(one, kind) for one in several):
            return shaped(several)
    empty = " that is empty" if hasattr(found, "__iter__") and not several else ""
    message = f"there is no envelope for {type(found).__name__}{empty}"
    raise UsageError(message, hint="pass what ask, search, check, terms, outline, ingest, recheck or status returned")


def _ingested(found: IngestReport) -> dict[str, Any]:
    """The account of an ingest: the last event line of `kts ingest --json`, in an envelope."""
    data = {name: value for name, value in wire.ingest_done(found).items() if name != "event"}
    said = f"{found.found} files: {found.indexed} indexed, {found.unchanged} unchanged, {found.failed} failed"
    return wire.envelope(data, reasoning=said)


ONE: Mapping[type[Any], Callable[[Any], dict[str, Any]]] = {
    Answer: answers.answered,
    SearchResults: wire.search,
    Status: wire.status,
    Terms: structure.terms,
    IngestReport: _ingested,
}
"""What is one thing -> its envelope."""
MANY: Mapping[type[Any], Callable[[list[Any]], dict[str, Any]]] = {
    CheckedClaim: check.claims,
    Outlined: structure.outline,
    Rechecked: wire.rechecked,
}
"""What comes several at a time -> the envelope of all."""
