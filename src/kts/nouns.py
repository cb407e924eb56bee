"""Named tuples as `typing.NamedTuple` makes them, made in a sixth of the time (docs/decisions/0003).

`typing` compiles every annotation to see that it is one, and `collections.namedtuple` a function for each class. A cold
question makes a hundred of these classes and asks for none of their annotations, which the type checker has seen; here
a class takes its function from another one of as many fields, under its own names.

    if TYPE_CHECKING:
        from typing import NamedTuple
    else:
        from kts.nouns import NamedTuple
"""

from __future__ import annotations

import sys
from collections import _tuplegetter  # type: ignore[attr-defined]  # what `namedtuple` reads a field with
from functools import cache, partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

OURS = frozenset({"__module__", "__qualname__", "__annotations__"})
"""Names in the body of a class that are no methods of it."""


def _make(cls: Any, values: Iterable[Any]) -> Any:
    """A new one of its values. Raises TypeError when there are too few or too many."""
    made = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):
        message = f"Expected {len(cls._fields)} arguments, got {len(made)}"
        raise TypeError(message)
    return made


def _replace(self: Any, /, **changed: Any) -> Any:
    """The same with other values of some fields. Raises TypeError for a name that is none, before 3.13 ValueError."""
    made = self._make(map(changed.pop, self._fields, self))
    if changed:
        message = f"Got unexpected field names: {list(changed)!r}"
        raise (TypeError if sys.version_info >= (3, 13) else ValueError)(message)
    return made


def _asdict(self: Any) -> dict[str, Any]:
    """Value by field."""
    return dict(zip(self._fields, self, strict=True))


def _repr(self: Any) -> str:
    """As it would be written."""
    shown = ", ".join([f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True)])
    return f"{type(self).__name__}({shown})"


def _getnewargs(self: Any) -> tuple[Any, ...]:
    """Its values, for copies and pickles."""
    return tuple(self)


METHODS = {
    "_make": classmethod(_make),
    "_replace": _replace,
    "_asdict": _asdict,
    "__repr__": _repr,
    "__getnewargs__": _getnewargs,
    **({"__replace__": _replace} if sys.version_info >= (3, 13) else {}),
}


new = tuple.__new__
# fmt: off
READY: dict[int, Any] = {
    1: lambda _cls, a: new(_cls, (a,)),
    2: lambda _cls, a, b: new(_cls, (a, b)),
    3: lambda _cls, a, b, c: new(_cls, (a, b, c)),
    4: lambda _cls, a, b, c, d: new(_cls, (a, b, c, d)),
    5: lambda _cls, a, b, c, d, e: new(_cls, (a, b, c, d, e)),
    6: lambda _cls, a, b, c, d, e, f: new(_cls, (a, b, c, d, e, f)),
    7: lambda _cls, a, b, c, d, e, f, g: new(_cls, (a, b, c, d, e, f, g)),
    8: lambda _cls, a, b, c, d, e, f, g, h: new(_cls, (a, b, c, d, e, f, g, h)),
    9: lambda _cls, a, b, c, d, e, f, g, h, i: new(_cls, (a, b, c, d, e, f, g, h, i)),
    10: lambda _cls, a, b, c, d, e, f, g, h, i, j: new(_cls, (a, b, c, d, e, f, g, h, i, j)),
    11: lambda _cls, a, b, c, d, e, f, g, h, i, j, k: new(_cls, (a, b, c, d, e, f, g, h, i, j, k)),
    12: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m: new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
    13: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n: new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
    14: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p: new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p)),
    15: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q)),
    16: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r)),
    17: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s)),
    18: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t)),
    19: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u)),
    20: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v)),
    21: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v, w: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v, w)),
    22: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v, w, x: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v, w, x)),
    23: lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v, w, x, y: new(
        _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t, u, v, w, x, y)),
}
# fmt: on
"""A function that makes a tuple of so many values: compiled with this module, where `eval` takes 50 us for each."""


@cache
def _of(count: int) -> Any:
    """The same for any number of values."""
    names = "".join([f"_{number}, " for number in range(count)])
    made = f"lambda _cls, {names}: new(_cls, ({names}))"
    return READY.get(count) or eval(made, {"new": new})  # noqa: S307 - of numbers alone


def _made(name: str, fields: dict[str, Any], body: dict[str, Any]) -> Any:
    """A class with these fields; `body` holds the values of those that have one."""
    names, plain = tuple(fields), _of(len(fields))
    defaults = {field: body[field] for field in names if field in body}
    if names[len(names) - len(defaults) :] != tuple(defaults):
        message = f"a field of {name} without a default follows one with a default"
        raise TypeError(message)
    code = plain.__code__.replace(co_varnames=("_cls", *names), co_name="__new__")
    new = FunctionType(code, plain.__globals__, "__new__", tuple(defaults.values()) or None)
    new.__annotations__ = fields
    parts = {field: _tuplegetter(place, f"Alias for field number {place}") for place, field in enumerate(names)}
    own = {"_fields": names, "_field_defaults": defaults, "__match_args__": names, "__slots__": (), "__new__": new}
    return type(name, (tuple,), {**METHODS, **own, **parts, "__doc__": f"{name}({', '.join(names)})"})


class _Noun(type):
    """Makes a named tuple of a class body instead of a class of its own kind."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, body)
        fields: dict[str, Any] = body.get("__annotations__", {})
        made = _made(name, fields, body)
        made.__module__, made.__annotations__ = body["__module__"], fields
        for key, value in body.items():
            if key not in OURS and key not in fields:
                setattr(made, key, value)
        return made


class NamedTuple(metaclass=_Noun):
    """The base of a noun: its annotated fields, in order, with their defaults and methods."""


def each(noun: type[T], rows: Iterable[tuple[Any, ...]]) -> list[T]:
    """A noun of each row, which has all of its values in order: a third of the time of calling the noun for each."""
    return list(map(partial(tuple.__new__, noun), rows))  # type: ignore[type-var]  # nouns are tuples
