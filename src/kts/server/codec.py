"""Nouns of this package as JSON and back, without loss: what the command line and its own server exchange.

Not an interface for others, who have the shapes of `wire`. A named tuple is `{"n": "kts.types:Hit", "v": [...]}`,
a mapping `{"m": {...}}`; lists and tuples come back as tuples. Nothing but named tuples of this package is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGE = "kts."


def encoded(value: Any) -> Any:
    """A value of plain types, named tuples, sequences and mappings with texts for keys. Raises TypeError."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        kind = type(value)
        return {"n": f"{kind.__module__}:{kind.__name__}", "v": [encoded(one) for one in value]}
    if isinstance(value, list | tuple | set | frozenset | Iterator):
        return [encoded(one) for one in value]
    if hasattr(value, "items"):
        return {"m": _mapping(value)}
    message = f"{type(value).__name__} does not travel"
    raise TypeError(message)


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    if not all(isinstance(key, str) for key in value):
        message = "a mapping travels only with texts for keys"
        raise TypeError(message)
    return {key: encoded(one) for key, one in value.items()}


def decoded(value: Any) -> Any:
    """The value that was encoded. Raises ValueError for what this package does not know."""
    if isinstance(value, list):
        return tuple(decoded(one) for one in value)
    if not isinstance(value, dict):
        return value
    if "m" in value:
        return {key: decoded(one) for key, one in value["m"].items()}
    return _noun(str(value.get("n", "")))._make(decoded(one) for one in value.get("v", ()))


def _noun(name: str) -> Any:
    module, _, kind = name.partition(":")
    found = getattr(import_module(module), kind, None) if module.startswith(PACKAGE) else None
    if not (isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_make")):
        message = f"'{name}' is no noun of this package"
        raise ValueError(message)
    return found
