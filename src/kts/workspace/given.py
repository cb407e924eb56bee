"""What callers in Python hand over: the arguments of every public method of the facade, looked at in one place.

Python keeps nobody to a signature, and a wrong type fails somewhere inside, or worse: a text where a list of texts is
wanted is taken apart into its letters. So what a signature says is held here, for every public method of every part of
the facade, without a line in any of them: an annotation that is in `TAKES` is kept to, and a name that is in `RANGES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import wraps
from os import PathLike, fspath
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from kts.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

Part = TypeVar("Part", bound=type)
Paths = "str | PathLike[str] | Sequence[str | PathLike[str]]"
"""How a signature says that it takes one path, or several."""
HOPS = 10
"""Rounds in which names are followed at most, as on the command line: what is further away has little to do with it."""
SHOWN = 60
"""Characters of a wrong value that are shown (a default, not fitted)."""
RANGES: Mapping[str, tuple[int, int | None]] = {
    **dict.fromkeys(("k", "top_k", "per_document"), (1, None)),
    **dict.fromkeys(("limit", "offset", "context", "depth", "count"), (0, None)),
    "hops": (1, HOPS),
}
"""Name of a whole number -> the least and the most that it may be."""


def held(part: Part) -> Part:
    """A part of the facade whose public methods refuse arguments that are not what their signatures say."""
    for name, method in list(vars(part).items()):
        if name.startswith("_"):
            continue
        if isinstance(method, FunctionType):
            setattr(part, name, _guarded(method))
        elif isinstance(method, classmethod):
            setattr(part, name, classmethod(_guarded(method.__func__)))
    return part


def paths_of(given: Any) -> tuple[str, ...]:
    """One path or several, as texts: a path by itself is one, never a list of its letters."""
    return tuple(fspath(one) for one in ((given,) if _is_path(given) else given))


def _guarded(method: Any) -> Any:
    takes = {name: said for name, said in method.__annotations__.items() if said in TAKES and name != "return"}
    if not takes:
        return method
    names = method.__code__.co_varnames[1 : method.__code__.co_argcount]

    @wraps(method)
    def called(self: Any, *values: Any, **named: Any) -> Any:
        for name, value in (*zip(names, values, strict=False), *named.items()):
            if name in takes:
                _look(method.__name__, name, value, takes[name])
        return method(self, *values, **named)

    return called


def _look(method: str, name: str, value: Any, said: str) -> None:
    """Raise UsageError for a value that is not what the signature of a method says of this argument."""
    is_right, takes = TAKES[said]
    least, most = RANGES.get(name, (None, None))
    if least is not None and said in WHOLE:
        takes = f"a whole number of {least} or more" if most is None else f"a whole number from {least} to {most}"
    in_range = value is None or least is None or said not in WHOLE or not is_right(value)
    if is_right(value) and (in_range or (least <= value and (most is None or value <= most))):
        return
    message = f"`{name}` takes {takes}, not {shown(value)}"
    raise UsageError(message, hint=f"help(kts.Workspace.{method}) says what it takes")


def shown(value: object) -> str:
    """A wrong value as Python writes it, cut."""
    said = repr(value)
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}..."


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_path(value: Any) -> bool:
    """Whether a value is a path; one of bytes is none, for a root's name is kept as a text."""
    return isinstance(value, str) or (isinstance(value, PathLike) and isinstance(fspath(value), str))


def _are(value: Any, is_one: Callable[[Any], bool]) -> bool:
    """Whether a value is a list, a tuple or a set of such."""
    return isinstance(value, Sequence | AbstractSet) and not isinstance(value, str | bytes) and all(map(is_one, value))


def _or_none(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or is_right(value)


def _is_filter(value: Any) -> bool:
    """A mapping, or a named tuple with the fields of a `Filter`; what is in it is looked at where it is read."""
    from kts.types import Filter

    return isinstance(value, Mapping | Filter)


TAKES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "str": (_is_text, "a text"),
    "str | None": (_or_none(_is_text), "a text or None"),
    "str | bytes": (lambda value: isinstance(value, str | bytes), "a text or bytes"),
    "int": (_is_whole, "a whole number"),
    "int | None": (_or_none(_is_whole), "a whole number or None"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "bool | None": (_or_none(lambda value: isinstance(value, bool)), "True, False or None"),
    "str | PathLike[str]": (_is_path, "a path"),
    Paths: (lambda value: _is_path(value) or _are(value, _is_path), "a path or a list of paths"),
    "Sequence[str]": (lambda value: _are(value, _is_text), "a list of texts"),
    "Iterable[Stated | str]": (
        lambda value: isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping),
        "a list of claims such as ['The fee is 5 %.']",
    ),
    "Filter | Mapping[str, Any] | None": (_or_none(_is_filter), "a Filter, or a mapping such as {'path': 'contracts'}"),
}
"""Annotation of an argument -> whether a value is one, and what it takes in words."""
WHOLE = frozenset({"int", "int | None"})
"""Annotations of whole numbers, which may have a range."""
