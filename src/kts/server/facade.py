"""The methods of a workspace that its command line may call through a running server."""

from __future__ import annotations

READS = frozenset(
    {
        "ask",
        "central",
        "check",
        "drift",
        "files",
        "outline",
        "paths",
        "process_ticket",
        "related",
        "search",
        "status",
        "surroundings",
        "terms",
        "ticket_policy",
        "why_not",
    }
)
"""Methods that take and return values, depend on no working directory, and write nothing but the ledger."""
