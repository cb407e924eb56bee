"""The methods of a workspace that its command line may call through a running server."""

from __future__ import annotations

READS = frozenset(
    {"ask", "check", "files", "outline", "process_ticket", "search", "status", "terms", "ticket_policy", "why_not"}
)
"""Methods that take and return values, depend on no working directory, and write nothing but the ledger."""
