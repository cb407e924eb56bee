"""What a program may ask of hits, by the names of the command line, as the filter of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES = {
    "type": "doc_type",
    "regime": "regime",
    "tool": "tool",
    "code": "code",
    "item_type": "item_type",
    "section": "section",
    "lang": "language",
    "path": "path",
    "doc": "document",
}
"""Name on every face -> field of the filter."""
UPPER = ("doc_type", "regime")


def filter_of(given: Mapping[str, Any]) -> Filter:
    """The filter, each value in the spelling that documents have. Raises UsageError for a day that is none."""
    values = {field: _spelled(field, given.get(name) or ()) for name, field in NAMES.items()}
    return Filter(**values, since=_day("since", given), until=_day("until", given))


def _spelled(field: str, values: Sequence[str]) -> tuple[str, ...]:
    if field == "code" and values:
        from kts.lexicon.identifiers import normalise

        return tuple(normalise(value) for value in values)
    if field in UPPER:
        return tuple(value.upper() for value in values)
    return tuple(value.lower() for value in values) if field == "language" else tuple(values)


def _day(name: str, given: Mapping[str, Any]) -> str:
    value = str(given.get(name) or "")  # a date says itself as YYYY-MM-DD
    if not value:
        return ""
    from datetime import date

    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        message = f"'{value}' is not a date like 2024-03-01"
        raise UsageError(message, hint=f"{name} takes YYYY-MM-DD") from None
