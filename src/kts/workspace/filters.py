"""What may be asked of hits, by the names of the command line or as a `Filter`, as the filter of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.types import Filter
from kts.workspace.given import shown

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
DAYS = ("since", "until")


def filter_of(given: Mapping[str, Any]) -> Filter:
    """The filter, each value in the spelling that documents have. Raises UsageError for a day that is none."""
    values = {field: _spelled(field, given.get(name) or ()) for name, field in NAMES.items()}
    return Filter(**values, since=day("since", given.get("since")), until=day("until", given.get("until")))


def filter_given(given: Filter | Mapping[str, Any] | None) -> Filter:
    """The filter of a caller in Python, who may name fields of a `Filter` or options of the command line.

    One value may stand for itself. Raises UsageError for a name that there is not, what is no text, or no day.
    """
    if given is None:
        return Filter()
    if isinstance(given, Filter):
        single: Any = {field: _texts(field, getattr(given, field)) for field in (*NAMES.values(), "without")}
        return given._replace(**single, since=day("since", given.since), until=day("until", given.until))
    fields = {NAMES.get(name.replace("-", "_"), name): name for name in given}
    unknown = sorted(name for field, name in fields.items() if field not in {*NAMES.values(), *DAYS})
    if unknown:
        message = f"hits are not filtered by '{unknown[0]}'"
        raise UsageError(message, hint=f"there are: {', '.join((*NAMES, *DAYS))}")
    options = {field: name for name, field in NAMES.items()}
    values = {options.get(field, field): given[name] for field, name in fields.items()}
    return filter_of({name: _texts(name, one) if name in NAMES else one for name, one in values.items()})


def _texts(name: str, given: Any) -> tuple[str, ...]:
    """One text or several, as several. Raises UsageError for what is none."""
    texts = (given,) if isinstance(given, str) else () if given is None else given
    if not isinstance(texts, tuple | list | set | frozenset) or not all(isinstance(one, str) for one in texts):
        message = f"`filters`: {name} takes a text or a list of texts, not {shown(given)}"
        raise UsageError(message, hint=f"{{'{name}': 'value'}}, or several in a list")
    return tuple(texts)


def _spelled(field: str, values: Sequence[str]) -> tuple[str, ...]:
    if field == "code" and values:
        from kts.lexicon.identifiers import normalise

        return tuple(normalise(value) for value in values)
    if field in UPPER:
        return tuple(value.upper() for value in values)
    return tuple(value.lower() for value in values) if field == "language" else tuple(values)


def day(name: str, given: object) -> str:
    """A day as YYYY-MM-DD, the one spelling that compares with those of documents. Raises UsageError."""
    if given is None or given == "":
        return ""
    from datetime import date

    try:
        if isinstance(given, str | date):
            return date.fromisoformat(str(given)).isoformat()  # a date says itself as YYYY-MM-DD
        message = f"`{name}` takes a day as YYYY-MM-DD, not {shown(given)}"
        raise UsageError(message, hint=f"{name} takes YYYY-MM-DD")
    except ValueError:
        message = f"'{given}' is not a date like 2024-03-01"
        raise UsageError(message, hint=f"{name} takes YYYY-MM-DD") from None
