"""What travels between the parent and a worker: frames of JSON, with raw bytes beside it. No pickle.

A frame is a head (18 bytes: its kind, whether its sender is spent, the big-endian lengths of the JSON and of the bytes
after it), the JSON, the bytes. In the JSON a bytes value is its number in the blobs, and a named tuple is a list: who
reads it says which one.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from kts.structure import PreparedDocument
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Read = Callable[[Any, Sequence[bytes]], Any]

HEAD = struct.Struct(">c?QQ")
REQUEST, READY, PART, MEMORY, ANSWER = b"Q", b"R", b"P", b"M", b"A"
"""Kinds: asked by the parent; told by a worker: it is up, it begins a part, it has no memory, this is the result."""


class Unreadable(ValueError):
    """A frame that is none, or that holds something else than was asked for."""


class Head(NamedTuple):
    """What is known of a frame before the rest is read."""

    kind: bytes
    spent: bool
    body: int
    beside: int


def packed(kind: bytes, message: Mapping[str, Any], *, spent: bool = False) -> bytes:
    """A frame. Values may hold bytes, named tuples and mappings at any depth."""
    blobs: list[bytes] = []

    def default(value: object) -> Any:
        if isinstance(value, bytes):
            blobs.append(value)
            return len(blobs) - 1
        if isinstance(value, Mapping):
            return dict(value)
        message = f"{type(value).__name__} is no JSON value"
        raise TypeError(message)

    text = json.dumps(message, ensure_ascii=False, check_circular=False, default=default)
    sizes = struct.pack(f">{len(blobs)}Q", *map(len, blobs))
    body = text.encode("utf-8", "surrogatepass")
    beside = sum(map(len, blobs)) + len(sizes) + 4
    return b"".join((HEAD.pack(kind, spent, len(body), beside), body, struct.pack(">I", len(blobs)), sizes, *blobs))


def announced(head: bytes, *, limit: int) -> Head:
    """What a head says. Raises Unreadable over `limit` bytes, and when it is no head."""
    if len(head) != HEAD.size:
        message = "a frame without a head"
        raise Unreadable(message)
    found = Head(*HEAD.unpack(head))
    if found.body + found.beside > limit or found.kind not in (REQUEST, READY, PART, MEMORY, ANSWER):
        message = f"a frame of kind {found.kind!r} and {found.body + found.beside} bytes"
        raise Unreadable(message)
    return found


class Frame:
    """A frame that was read and is decoded when somebody asks."""

    def __init__(self, body: bytes, beside: bytes) -> None:
        self.size = len(body) + len(beside)
        self._body = body
        self._beside = beside

    def decoded(self) -> tuple[dict[str, Any], tuple[bytes, ...]]:
        """The message and its blobs. Raises Unreadable."""
        try:
            message = json.loads(self._body.decode("utf-8", "surrogatepass"))
            blobs = _cut(self._beside)
        except (ValueError, RecursionError, struct.error) as error:
            raise Unreadable(str(error)) from error
        if not isinstance(message, dict):
            what = "a message that is no object"
            raise Unreadable(what)
        return message, blobs


def _cut(beside: bytes) -> tuple[bytes, ...]:
    (count,) = struct.unpack_from(">I", beside)
    at = 4 + 8 * count
    blobs = []
    for size in struct.unpack_from(f">{count}Q", beside, 4):
        blobs.append(beside[at : at + size])
        at += size
    if at != len(beside):
        message = "the bytes are not as long as announced"
        raise Unreadable(message)
    return tuple(blobs)


def made(message: Mapping[str, Any], blobs: Sequence[bytes]) -> PreparedDocument | Conversion:
    """The document or conversion in an answer. Raises Unreadable."""
    try:
        read = _reader(PreparedDocument if message["prepared"] else Conversion)
        value = read(message["value"], blobs) if read else None
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        what = f"not what was asked for: {error}"
        raise Unreadable(what) from error
    if isinstance(value, PreparedDocument | Conversion):
        return value
    what = f"a {type(value).__name__}"
    raise Unreadable(what)


@cache
def _reader(kind: Any) -> Read | None:
    """What turns a JSON value into a `kind`; None where the value stands as it is."""
    if kind is bytes:
        return lambda value, blobs: blobs[value]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return _optional(*(one for one in arguments if one is not NoneType))
    if origin is tuple:
        return _repeated(arguments[0]) if arguments[-1] is Ellipsis else _fixed(arguments)
    return _record(kind) if isinstance(kind, type) and hasattr(kind, "_fields") else None


def _optional(kind: Any, *others: Any) -> Read | None:
    one = None if others else _reader(kind)
    if one is None:
        return None
    return lambda value, blobs: None if value is None else one(value, blobs)


def _repeated(kind: Any) -> Read:
    one = _reader(kind)
    if one is None:
        return lambda values, _blobs: tuple(_listed(values))
    return lambda values, blobs: tuple([one(value, blobs) for value in _listed(values)])


def _fixed(kinds: tuple[Any, ...]) -> Read:
    readers = [_reader(kind) for kind in kinds]

    def read(values: Any, blobs: Sequence[bytes]) -> tuple[Any, ...]:
        pairs = zip(_listed(values), readers, strict=True)
        return tuple([one(value, blobs) if one else value for value, one in pairs])

    return read


def _record(kind: Any) -> Read:
    hints = get_type_hints(kind, vars(sys.modules[kind.__module__]), {"Mapping": Mapping})
    readers = [(at, one) for at, name in enumerate(kind._fields) if (one := _reader(hints[name]))]

    def read(values: Any, blobs: Sequence[bytes]) -> Any:
        for at, field in readers:
            values[at] = field(values[at], blobs)
        return kind._make(_listed(values))

    return read


def _listed(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    message = f"a {type(value).__name__} where a list belongs"
    raise TypeError(message)
