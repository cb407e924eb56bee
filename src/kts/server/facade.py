"""The methods of a workspace that its command line may call through a running server."""

from __future__ import annotations

READS = frozenset({"ask", "check", "files", "items", "outline", "search", "status", "terms"})
"""Methods that take and return values, depend on no working directory, and write nothing but the ledger."""
