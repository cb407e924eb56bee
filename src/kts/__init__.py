"""KTS: answers from your own documents, with evidence that can be checked.

An index is made from folders, and asked:

    import kts

    with kts.Workspace.create(".") as base:     # makes ./.kts, or takes the one that is there
        base.ingest(["documents"])

    with kts.open(".") as base:
        found = base.ask("How long is the cure period?", filters={"path": "contracts"})
        if found.verdict == "abstained":        # else answered, partly, conflicting or low_confidence
            print("not in the documents", found.unmet, found.notes)
        for claim in found.claims:
            print(claim.text, [(one.path, one.span, one.quote) for one in claim.citations])
        for result in base.search("late charge", k=5).results:
            print(result.citation.path, result.snippet)
        for held in base.check(["The cure period is thirty days."]):
            print(held.claim.support, held.claim.reasons)
        print(kts.to_json(found))               # what `kts ask --json` prints, as a dictionary
        print([one.status for one in base.recheck(found)])  # are the quoted words still in the files?

All results are named tuples: `json.dumps` of one writes lists without names, `kts.to_json` an object.
`filters` is a `Filter`, or a mapping with the names of the command line: type, regime, tool, code, item_type, section,
lang, path, doc, since, until. A workspace may be asked from several threads at once; each call sees the newest
generation whole. A closed one refuses. Every error that is raised on purpose is a `KTSError` with `message`, `hint`,
`code` and `exit_code`; that the documents do not answer is no error but a verdict.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
"""onnxruntime 1.29 and later send usage data unless told not to before they are loaded (decision 0010)."""

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kts.answers import Answer, Claim
    from kts.errors import (
        CheckFailed,
        ConfigError,
        CorruptStore,
        KTSError,
        Locked,
        Mismatch,
        MissingExtra,
        MissingModel,
        NoIndex,
        SourceUnreachable,
        StorageFull,
        UsageError,
    )
    from kts.types import Citation, Filter, IngestReport, Result, SearchResults, Span, Status
    from kts.workspace import Workspace
    from kts.workspace.checking import CheckedClaim, Stated

__all__ = [
    "Answer",
    "CheckFailed",
    "CheckedClaim",
    "Citation",
    "Claim",
    "ConfigError",
    "CorruptStore",
    "Filter",
    "IngestReport",
    "KTSError",
    "Locked",
    "Mismatch",
    "MissingExtra",
    "MissingModel",
    "NoIndex",
    "Result",
    "SearchResults",
    "SourceUnreachable",
    "Span",
    "Stated",
    "Status",
    "StorageFull",
    "UsageError",
    "Workspace",
    "__version__",
    "open",
    "to_json",
]
_ELSEWHERE = {
    "kts.answers": ("Answer", "Claim"),
    "kts.types": ("Citation", "Filter", "IngestReport", "Result", "SearchResults", "Span", "Status"),
    "kts.workspace": ("Workspace",),
    "kts.workspace.checking": ("CheckedClaim", "Stated"),
}
"""Module -> what is taken from it when it is first named; the rest are errors."""


def open(path: str | os.PathLike[str] = ".") -> Workspace:  # noqa: A001
    """The workspace in `path` (the folder that holds `.kts`, or `.kts` itself). Raises NoIndex if there is none.

    Close it, or use it as a context manager.
    """
    from kts.workspace import Workspace

    return Workspace.open(path)


def to_json(found: Any) -> dict[str, Any]:
    """What a workspace returned, as the envelope `{success, data, confidence, reasoning}` of plain types.

    Takes what `ask`, `search`, `check`, `terms`, `outline`, `ingest`, `recheck` and `status` return, for `json.dumps`;
    the shapes are those of `schemas/`, as REST and `--json` give them. Of checked claims it is the envelope that REST
    gives (`check.json`): `kts check --json` prints each claim by itself, a line each (`claim.json`).
    Raises UsageError for anything else, also for an empty list, which may be one of anything.
    """
    from kts.server.wire.plain import envelope_of

    return envelope_of(found)


def __getattr__(name: str) -> Any:
    if name not in __all__:
        message = f"module 'kts' has no attribute '{name}'"
        raise AttributeError(message)
    from importlib import import_module

    module = next((module for module, names in _ELSEWHERE.items() if name in names), "kts.errors")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
