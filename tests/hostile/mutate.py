"""Damaged copies of a file: bits flipped, pieces cut, doubled or moved in, members of archives edited."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from hostile.office import zipped

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

INTERESTING = (
    b"\0",
    b"\xff",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"-1",
    b"99999999999",
    b"1e999",
    b"<",
    b">",
)
FIELDS = (b"0", b"1", b"9", b'"', b"<", b"/", b"[", b"(", b"{", b"|", b",", b":", b"-", b"=", b"&", b";", b"#", b"\n")
"""Marks of structure."""


def mutated(content: bytes, draw: random.Random, *, other: bytes = b"") -> bytes:
    """A copy with one to four changes; half of the changes to an archive are made inside of a member."""
    for _ in range(draw.randint(1, 4)):
        inside = content.startswith(b"PK") and draw.random() < 0.5
        changed = _in_member(content, draw, other) if inside else None
        content = changed if changed is not None else _changed(content, draw, other)
    return content


def _changed(content: bytes, draw: random.Random, other: bytes) -> bytes:
    if not content:
        return draw.randbytes(20)
    way = draw.choice(WAYS)
    return way(content, draw, other or content)


def _in_member(content: bytes, draw: random.Random, other: bytes) -> bytes | None:
    """The archive with one member changed, packed again with sums that fit; None when it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, zlib.error):
        return None
    if not parts:
        return None
    name = draw.choice(sorted(parts))
    return zipped({**parts, name: _changed(parts[name], draw, other)})


def _flip(content: bytes, draw: random.Random, _other: bytes) -> bytes:
    out = bytearray(content)
    for _ in range(draw.randint(1, 8)):
        out[draw.randrange(len(out))] ^= 1 << draw.randrange(8)
    return bytes(out)


def _cut(content: bytes, draw: random.Random, _other: bytes) -> bytes:
    return content[: draw.randrange(len(content))]


def _without(content: bytes, draw: random.Random, _other: bytes) -> bytes:
    start = draw.randrange(len(content))
    return content[:start] + content[start + draw.randint(1, 200) :]


def _doubled(content: bytes, draw: random.Random, _other: bytes) -> bytes:
    start = draw.randrange(len(content))
    piece = content[start : start + draw.randint(1, 200)]
    return content[:start] + piece * draw.choice((2, 3, 50)) + content[start:]


def _spliced(content: bytes, draw: random.Random, other: bytes) -> bytes:
    start, begin = draw.randrange(len(content)), draw.randrange(len(other))
    return content[:start] + other[begin : begin + draw.randint(1, 2_000)] + content[start:]


def _joined(content: bytes, draw: random.Random, other: bytes) -> bytes:
    return content[: draw.randrange(len(content))] + other[draw.randrange(len(other)) :]


def _value(content: bytes, draw: random.Random, _other: bytes) -> bytes:
    start, value = draw.randrange(len(content)), draw.choice(INTERESTING)
    return content[:start] + value + content[start + len(value) :]


def _field(content: bytes, draw: random.Random, _other: bytes) -> bytes:
    """One mark of structure replaced by another, wherever it stands next."""
    old, new = draw.sample(FIELDS, 2)
    at = content.find(old, draw.randrange(len(content)))
    return content[:at] + new + content[at + len(old) :] if at >= 0 else content.replace(old, new, 1)


WAYS: tuple[Callable[[bytes, random.Random, bytes], bytes], ...] = (
    _flip,
    _flip,
    _cut,
    _without,
    _doubled,
    _spliced,
    _joined,
    _value,
    _field,
    _field,
)
