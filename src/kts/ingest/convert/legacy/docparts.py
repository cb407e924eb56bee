"""The binary tables of a Word 97-2003 file: pieces of text, paragraph and character properties, styles.

After [MS-DOC], section numbers in the docstrings.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.outcomes import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MAGIC = 0xA5EC
_ENCRYPTED = 0x0100
_SECOND_TABLE = 0x0200
_WORD_97 = 0x00C1
"""First version with a piece table in a stream of its own; older ones keep their text in one stretch."""
_LENGTHS = 0x4C
_FIELDS = 0x9A
_STYLES, _CHARACTERS, _PARAGRAPHS, _PIECES, _LISTS, _OVERRIDES = 1, 12, 13, 33, 73, 74
"""Positions in the table of positions (2.5.6)."""
_COMPRESSED = 1 << 30
_PAGE = 512
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
_DEFINE_TABLE = 0xD608
_MAX_PIECES = 1_000_000

Properties = dict[int, bytes]
"""Operands by the number of the property (sprm, 2.6)."""


class Piece(NamedTuple):
    """Text that stands in one stretch of the file: `width` bytes a character from `offset`."""

    text: str
    offset: int
    width: int


class Story(NamedTuple):
    """The lengths in characters of the parts that follow each other in the text (2.5.4)."""

    body: int
    footnotes: int
    headers: int
    macros: int
    comments: int
    endnotes: int
    boxes: int


class Stretch(NamedTuple):
    """Properties of the bytes up to `end`; `style` is the index of the paragraph's style."""

    end: int
    style: int
    properties: Properties


class WordFile:
    """The two streams of a document, read where the header says. Raises a refusal for an encrypted one."""

    def __init__(self, main: bytes, streams: Mapping[str, bytes]) -> None:
        magic, self.version, flags = struct.unpack_from("<HH6xH", main)
        if magic != _MAGIC:
            raise Refusal(outcome="malformed", reason="the main stream is not that of a Word document")
        if flags & _ENCRYPTED:
            raise Refusal(outcome="encrypted", reason="the document is protected by a password")
        self.main = main
        self.modern = self.version >= _WORD_97
        self._table = streams["1Table" if flags & _SECOND_TABLE else "0Table"] if self.modern else b""

    def story(self) -> Story:
        """The lengths of the parts."""
        if not self.modern:
            start, end = struct.unpack_from("<II", self.main, 0x18)
            return Story(end - start, 0, 0, 0, 0, 0, 0)
        return Story(*(max(length, 0) for length in struct.unpack_from("<7i", self.main, _LENGTHS)))

    def _part(self, position: int) -> bytes:
        start, length = struct.unpack_from("<II", self.main, _FIELDS + 8 * position)
        return self._table[start : start + length]

    def pieces(self) -> Iterator[Piece]:
        """The text in reading order (2.4.1)."""
        if not self.modern:
            start, end = struct.unpack_from("<II", self.main, 0x18)
            yield Piece(self.main[start:end].decode("cp1252", "replace"), start, 1)
            return
        table = _piece_table(self._part(_PIECES))
        count = min((len(table) - 4) // 12, _MAX_PIECES)
        for index in range(count):
            first, last = struct.unpack_from("<II", table, 4 * index)
            (coded,) = struct.unpack_from("<I", table, 4 * (count + 1) + 8 * index + 2)
            yield self._piece(coded, last - first)

    def _piece(self, coded: int, length: int) -> Piece:
        if coded & _COMPRESSED:
            start = (coded & ~_COMPRESSED) // 2
            return Piece(self.main[start : start + max(length, 0)].decode("cp1252", "replace"), start, 1)
        body = self.main[coded : coded + 2 * max(length, 0)]
        # A character beyond the first plane is two units here: kept as two, so that places can be counted.
        units = struct.unpack(f"<{len(body) // 2}H", body[: len(body) // 2 * 2])
        return Piece("".join(map(chr, units)), coded, 2)

    def paragraphs(self) -> Ranges:
        """Paragraph properties by place in the file (2.4.6.1)."""
        return Ranges(self._pages(_PARAGRAPHS, entry=13, styled=True))

    def characters(self) -> Ranges:
        """Character properties by place in the file (2.4.6.2)."""
        return Ranges(self._pages(_CHARACTERS, entry=1, styled=False))

    def _pages(self, position: int, *, entry: int, styled: bool) -> Iterator[Stretch]:
        if not self.modern:
            return
        part = self._part(position)
        count = max((len(part) - 4) // 8, 0)
        for (number,) in struct.iter_unpack("<I", part[4 * (count + 1) : 4 * (count + 1) + 4 * count]):
            at = (number & 0x3FFFFF) * _PAGE
            yield from _stretches(self.main[at : at + _PAGE], entry=entry, styled=styled)

    def lists(self) -> tuple[bytes, bytes]:
        """The list definitions (2.9.192), whose levels follow them, and the lists that use them (2.9.191)."""
        if not self.modern or len(self.main) < _FIELDS + 8 * (_OVERRIDES + 1):
            return b"", b""
        start, length = struct.unpack_from("<II", self.main, _FIELDS + 8 * _LISTS)
        return self._table[start:] if length else b"", self._part(_OVERRIDES)

    def styles(self) -> bytes:
        """The style sheet (2.9.271)."""
        return self._part(_STYLES) if self.modern else b""

    def levels(self) -> Mapping[int, int]:
        """Heading levels by style: built-in headings, the title, and the styles based on them (2.9.271)."""
        part = self.styles()
        if len(part) < 4:  # noqa: PLR2004 - its own header
            return {}
        header, count = struct.unpack_from("<HH", part)
        kinds: dict[int, tuple[int, int]] = {}
        at = 2 + header
        for style in range(count):
            if at + 6 > len(part):
                break
            (length,) = struct.unpack_from("<H", part, at)
            if length >= 4:  # noqa: PLR2004 - kind and base
                kind, base = struct.unpack_from("<HH", part, at + 2)
                kinds[style] = (kind & 0xFFF, base >> 4)
            at += 2 + length
        return {style: level for style in kinds if (level := _level(style, kinds))}


class Ranges:
    """Properties by place in the file; lives for one conversion."""

    def __init__(self, stretches: Iterator[Stretch]) -> None:
        self._stretches = sorted(stretches, key=lambda stretch: stretch.end)
        self._ends = [stretch.end for stretch in self._stretches]

    def at(self, offset: int) -> Stretch:
        """What holds for the character at `offset`; nothing beyond the last."""
        index = bisect_right(self._ends, offset)
        return self._stretches[index] if index < len(self._stretches) else Stretch(0, 0, {})


def _piece_table(clx: bytes) -> bytes:
    """The piece table behind the property modifiers (2.9.38)."""
    at = 0
    while clx[at : at + 1] == b"\x01":
        at += 3 + int(struct.unpack_from("<H", clx, at + 1)[0])
    if clx[at : at + 1] != b"\x02":
        raise Refusal(outcome="malformed", reason="the table of the pieces of text is damaged")
    return clx[at + 5 :]


def _stretches(page: bytes, *, entry: int, styled: bool) -> Iterator[Stretch]:
    """The stretches of one page of properties (2.9.32 and 2.9.33)."""
    count = page[_PAGE - 1] if len(page) == _PAGE else 0
    if 4 * (count + 1) + entry * count > _PAGE:
        return
    ends = struct.unpack_from(f"<{count + 1}I", page)[1:]
    for index, end in enumerate(ends):
        at = 2 * page[4 * (count + 1) + entry * index]
        body = _body(page, at, styled=styled) if at else b""
        style = struct.unpack_from("<H", body)[0] if styled and len(body) >= 2 else 0  # noqa: PLR2004
        yield Stretch(end, style, properties(body[2:] if styled else body))


def _body(page: bytes, at: int, *, styled: bool) -> bytes:
    length = page[at]
    if not styled:
        return page[at + 1 : at + 1 + length]
    if length:
        return page[at + 1 : at + 2 * length]
    return page[at + 2 : at + 2 + 2 * page[at + 1]] if at + 1 < _PAGE else b""


def properties(body: bytes) -> Properties:
    """A list of property modifiers (2.2.5.1) by number; what is cut off is left out."""
    found: Properties = {}
    at = 0
    while at + 2 < len(body):
        (number,) = struct.unpack_from("<H", body, at)
        at += 2
        length = _OPERANDS.get(number >> 13, 0)
        if not length:
            wide = number == _DEFINE_TABLE
            length = 1 + (struct.unpack_from("<H", body, at)[0] if wide and at + 2 <= len(body) else body[at])
        found[number] = body[at : at + length]
        at += length
    return found


_HEADINGS = range(1, 10)
_TITLE = 62
_NO_BASE = 0xFFF
_MAX_BASES = 12


def _level(style: int, kinds: Mapping[int, tuple[int, int]]) -> int:
    """The heading level of a style or of the one it is based on, 0 for none."""
    for _ in range(_MAX_BASES):
        kind, base = kinds.get(style, (0, _NO_BASE))
        if kind in _HEADINGS or kind == _TITLE:
            return kind if kind != _TITLE else 1
        style = base
    return 0
