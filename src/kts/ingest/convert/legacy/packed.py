"""RTF as Outlook packs it: LZFu of [MS-OXRTFCP], a dictionary coder over a window of 4,096 bytes."""

from __future__ import annotations

import struct

from kts.ingest.convert.outcomes import Refusal

_PACKED, _PLAIN = 0x75465A4C, 0x414C454D
_HEADER = 16
_WINDOW = 4_096
MAX_UNPACKED = 64 * 1024 * 1024
"""Bytes of RTF of one message."""
_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor "
    b"MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
"""What the window holds at the beginning (2.1.2.1)."""


def unpacked_rtf(packed: bytes) -> bytes:
    """The RTF; damage ends it early. Raises a refusal for another kind of packing."""
    if len(packed) < _HEADER:
        return b""
    _, size, kind = struct.unpack_from("<III", packed)
    if kind == _PLAIN:
        return packed[_HEADER : _HEADER + size]
    if kind != _PACKED:
        raise Refusal(outcome="malformed", reason="the text of the message is packed in an unknown way")
    return _decoded(packed[_HEADER:], min(size, MAX_UNPACKED))


def _decoded(body: bytes, size: int) -> bytes:
    window = bytearray(_START.ljust(_WINDOW, b"\0"))
    out = bytearray()
    at, bit, flags = 0, 8, 0
    while at < len(body) and len(out) < size:
        if bit == 8:  # noqa: PLR2004 - the bits of a byte are used up
            flags, bit, at = body[at], 0, at + 1
        written = len(_START) + len(out)
        taken = body[at : at + 1]
        if flags >> bit & 1:
            offset, count = _reference(body[at : at + 2])
            if offset in {-1, written % _WINDOW}:
                break
            taken = _copied(window, offset, count, written)
        at += 1 + (flags >> bit & 1)
        bit += 1
        for step, byte in enumerate(taken):
            window[(written + step) % _WINDOW] = byte
        out += taken
    return bytes(out)


def _reference(coded: bytes) -> tuple[int, int]:
    """Offset in the window and length of a copy; -1 when it is cut off."""
    if len(coded) < 2:  # noqa: PLR2004 - two bytes each
        return -1, 0
    number = int(struct.unpack(">H", coded)[0])
    return number >> 4, (number & 0xF) + 2


def _copied(window: bytearray, offset: int, count: int, written: int) -> bytes:
    """Bytes of the window; a copy that reaches what it writes itself goes round."""
    before = (written - offset) % _WINDOW
    return bytes(window[(offset + step % before) % _WINDOW] for step in range(count))
