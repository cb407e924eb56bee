"""The typed filter over plain values, as the fakes evaluate it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.types import Filter

DAY = 10
"""Characters of an ISO date without its time."""
LISTED = ("doc_type", "regime", "code", "item_type", "section", "language", "document")


def admits(filters: Filter, values: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a passage with these filter values (`records.IndexedPassage.filters`) is what the filter asks for."""
    asked = [(name, getattr(filters, name)) for name in LISTED]
    asked.append(("tool", tuple(tool.casefold() for tool in filters.tool)))
    asked.append(("path", tuple(path.rstrip("/") for path in filters.path)))
    listed = all(not wanted or set(wanted) & set(values.get(name, ())) for name, wanted in asked)
    apart = set(filters.without).isdisjoint(values.get("document", ()))
    return listed and apart and _dated(filters, values.get("date", ()))


def _dated(filters: Filter, dates: tuple[str, ...]) -> bool:
    if not filters.since and not filters.until:
        return True
    days = [date[:DAY] for date in dates]
    return any((filters.since or day)[:DAY] <= day <= (filters.until or day)[:DAY] for day in days)
