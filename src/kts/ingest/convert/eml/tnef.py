"""What Outlook packs into `winmail.dat`: the text of a mail and its attachments (MS-OXTNEF, MS-OXCDATA)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SIGNATURE = b"\x78\x9f\x3e\x22"
_MESSAGE = 1
"""Level of an attribute of the mail; 2 is one of an attachment."""
_PLAIN_TEXT, _PROPERTIES = 0x0002800C, 0x00069003
_ATTACHED, _TITLE, _DATA, _ATTACHED_PROPERTIES = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
_CODE_PAGE = 0x00069007
_BODY, _RTF, _HTML, _LONG_NAME = 0x1000, 0x1009, 0x1013, 0x3707
_NARROW, _WIDE, _OBJECT, _BINARY = 0x1E, 0x1F, 0x0D, 0x102
_SIZES = {0x02: 4, 0x03: 4, 0x04: 4, 0x0A: 4, 0x0B: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16}
"""Bytes of properties of fixed length, with what fills them up to four."""
_MANY = 0x1000
_NAMED = 0x8000
_GUID = 16
MAX_PROPERTIES = 10_000
MAX_ATTACHMENTS = 1_000
_CP1252 = "cp1252"


class Packed(NamedTuple):
    """The content of a `winmail.dat`: the text in the forms that it holds, and the files by name."""

    text: str = ""
    html: bytes = b""
    rtf: bytes = b""
    encoding: str = ""
    files: tuple[tuple[str, bytes], ...] = ()


def unpacked(content: bytes) -> Packed | None:
    """What is packed; damage ends it early. None for bytes of another kind."""
    if not content.startswith(_SIGNATURE):
        return None
    found = Packed()
    files: list[tuple[str, bytes]] = []
    for level, name, value in _attributes(content):
        if level == _MESSAGE:
            found = _of_message(found, name, value)
        elif name == _ATTACHED and len(files) < MAX_ATTACHMENTS:
            files.append(("", b""))
        elif files:
            files[-1] = _of_attachment(files[-1], name, value, found.encoding)
    return found._replace(files=tuple(file for file in files if file[1]))


def _attributes(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    at = len(_SIGNATURE) + 2
    while at + 9 <= len(content):
        level, name, size = struct.unpack_from("<BII", content, at)
        yield level, name, content[at + 9 : at + 9 + size]
        at += 9 + size + 2


def _of_message(found: Packed, name: int, value: bytes) -> Packed:
    if name == _CODE_PAGE and len(value) >= 4:  # noqa: PLR2004 - a number of four bytes
        return found._replace(encoding=f"cp{struct.unpack_from('<I', value)[0]}")
    if name == _PLAIN_TEXT:
        return found._replace(text=found.text or _decoded(value, found.encoding))
    if name != _PROPERTIES:
        return found
    properties = _properties(value)
    kind, body = properties.get(_BODY, (0, b""))
    text = body.decode("utf-16-le", "replace") if kind == _WIDE else _decoded(body, found.encoding)
    return found._replace(
        text=text.strip("\0") or found.text,
        html=properties.get(_HTML, (0, b""))[1],
        rtf=properties.get(_RTF, (0, b""))[1],
    )


def _of_attachment(file: tuple[str, bytes], name: int, value: bytes, encoding: str) -> tuple[str, bytes]:
    if name == _TITLE:
        return file[0] or _decoded(value, encoding), file[1]
    if name == _DATA:
        return file[0], value
    if name == _ATTACHED_PROPERTIES:
        kind, raw = _properties(value).get(_LONG_NAME, (0, b""))
        long = raw.decode("utf-16-le", "replace") if kind == _WIDE else _decoded(raw, encoding)
        return long.strip("\0") or file[0], file[1]
    return file


def _decoded(value: bytes, encoding: str) -> str:
    text = value.rstrip(b"\0")
    try:
        return text.decode(encoding or _CP1252, "replace")
    except LookupError:
        return text.decode(_CP1252, "replace")


def _properties(value: bytes) -> Mapping[int, tuple[int, bytes]]:
    """The properties of a block by number, each with its type; of several values the first."""
    found: dict[int, tuple[int, bytes]] = {}
    count = struct.unpack_from("<I", value)[0] if len(value) >= 4 else 0  # noqa: PLR2004 - a number of four bytes
    at = 4
    for _ in range(min(count, MAX_PROPERTIES)):
        try:
            kind, number = struct.unpack_from("<HH", value, at)
            at = _after_name(value, at + 4) if number >= _NAMED else at + 4
            first, at = _value(value, at, kind)
        except (struct.error, KeyError):
            break
        found.setdefault(number, (kind & ~_MANY, first))
    return found


def _after_name(value: bytes, at: int) -> int:
    """Where a property's value begins that has a name of its own: a number, or a text."""
    at += _GUID
    by_text, length = struct.unpack_from("<II", value, at)
    return at + 8 + _padded(length) if by_text else at + 8


def _value(value: bytes, at: int, kind: int) -> tuple[bytes, int]:
    """The first value of a property and where the next property begins."""
    base = kind & ~_MANY
    if base in {_NARROW, _WIDE, _OBJECT, _BINARY}:
        count = struct.unpack_from("<I", value, at)[0]
        at += 4
        first = b""
        for index in range(min(count, MAX_PROPERTIES)):
            length = struct.unpack_from("<I", value, at)[0]
            first = value[at + 4 : at + 4 + length] if index == 0 else first
            at += 4 + _padded(length)
        return first, at
    size = _SIZES[base]
    count = 1
    if kind & _MANY:
        count = struct.unpack_from("<I", value, at)[0]
        at += 4
    return value[at : at + size], at + size * count


def _padded(length: int) -> int:
    return length + -length % 4
