"""Named tuples as `typing.NamedTuple` makes them, made in less than half the time (docs/decisions/0003).

`typing` compiles every annotation to see that it is one. A cold question makes a hundred of these classes and asks for
none of their annotations, which the type checker has seen. What is made is a plain `collections.namedtuple`.

    if TYPE_CHECKING:
        from typing import NamedTuple
    else:
        from kts.nouns import NamedTuple
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

OURS = frozenset({"__module__", "__qualname__", "__annotations__"})
"""Names in the body of a class that are no methods of it."""


class _Noun(type):
    """Makes a named tuple of a class body instead of a class of its own kind."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, body)
        fields: dict[str, Any] = body.get("__annotations__", {})
        defaults = [body[field] for field in fields if field in body]
        made: Any = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # type: ignore[misc]  # noqa: PYI024 - of any fields
        made.__annotations__ = made.__new__.__annotations__ = fields
        for key, value in body.items():
            if key not in OURS and key not in fields:
                setattr(made, key, value)
        return made


class NamedTuple(metaclass=_Noun):
    """The base of a noun: its annotated fields, in order, with their defaults and methods."""
