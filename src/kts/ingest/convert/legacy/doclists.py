"""Automatic numbers of a Word 97-2003 file: its list definitions, and the styles that are numbered.

After [MS-DOC], section numbers in the docstrings.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.legacy.docparts import properties
from kts.ingest.convert.listnumbers import Instance, Level, Lists

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.convert.legacy.docparts import Properties, WordFile

LIST, LIST_LEVEL = 0x460B, 0x260A
_DEFINITION, _LEVEL, _OVERRIDE, _CHANGE = 28, 28, 16, 8
"""Bytes of a definition (2.9.147), the fixed part of a level (2.9.150), a list (2.9.131), a changed level (2.9.133)."""
_SIMPLE, _LEGAL, _GOES_ON = 0x01, 0x04, 0x08
_DEPTHS = 9
_MAX = 10_000
"""Definitions and lists that are read; real documents have a few hundred."""
_KINDS = {
    0: "decimal",
    1: "upperRoman",
    2: "lowerRoman",
    3: "upperLetter",
    4: "lowerLetter",
    5: "ordinal",
    6: "cardinalText",
    7: "ordinalText",
    8: "hex",
    9: "chicago",
    14: "decimalFullWidth",
    18: "decimalEnclosedCircle",
    22: "decimalZero",
    23: "bullet",
    57: "numberInDash",
    255: "none",
}
"""The formats of numbers (MS-OSHARED 2.2.1.3) that differ from decimals."""
_NO_LIST = frozenset({0, 0x7FF})
_OLD = 0xF801
"""List numbers from here on, and 0x7FF, are of numbering that older programs made; 0 is none."""
_PARAGRAPH_STYLE, _NO_BASE, _MAX_BASES = 1, 0xFFF, 12


class Placed(NamedTuple):
    """The list of a paragraph and its depth in it; an empty `number` where nothing is said."""

    number: str = ""
    depth: int = 0


class DocLists:
    """The numbers of one document's paragraphs; lives for one conversion."""

    def __init__(self, word: WordFile) -> None:
        definitions, overrides = word.lists()
        self._lists = Lists(*read_lists(definitions, overrides))
        self._styles = _numbered_styles(word.styles())

    def label(self, found: Properties, style: int, *, heading: bool) -> str:
        """What stands before a paragraph; `- ` in a list that the file does not define."""
        at = placed(found)
        styled = self._styles.get(style, Placed())
        at = at if at.number else styled._replace(depth=at.depth or styled.depth)
        if at.number in {"", "0"}:
            return ""
        return self._lists.label(at.number, at.depth, indented=not heading) or ("" if heading else _bullet(at))


def placed(found: Properties) -> Placed:
    """The list that properties name (2.6.2, sprmPIlfo and sprmPIlvl); the number `0` takes a paragraph out of one."""
    operand, level = found.get(LIST, b""), found.get(LIST_LEVEL, b"")
    number = struct.unpack("<H", operand)[0] if len(operand) == 2 else -1  # noqa: PLR2004 - an operand of two bytes
    depth = min(level[0], _DEPTHS - 1) if level else 0
    if number < 0:
        return Placed("", depth)
    return Placed("0" if number in _NO_LIST or number >= _OLD else str(number), depth)


def _bullet(at: Placed) -> str:
    return "  " * at.depth + "- "


def read_lists(definitions: bytes, overrides: bytes) -> tuple[dict[str, dict[int, Level]], dict[str, Instance]]:
    """The definitions and the lists by number, as far as they are whole."""
    found: dict[str, dict[int, Level]] = {}
    instances: dict[str, Instance] = {}
    try:
        _read_definitions(definitions, found)
        _read_lists(overrides, instances)
    except (struct.error, IndexError):
        pass
    return found, instances


def _read_definitions(part: bytes, found: dict[str, dict[int, Level]]) -> None:
    count = min(struct.unpack_from("<H", part)[0], _MAX) if part else 0
    at = 2 + _DEFINITION * count
    for index in range(count):
        start = 2 + _DEFINITION * index
        (name,) = struct.unpack_from("<i", part, start)
        levels: dict[int, Level] = {}
        for depth in range(1 if part[start + 26] & _SIMPLE else _DEPTHS):
            levels[depth], at = _level(part, at)
        found[str(name)] = levels


def _level(part: bytes, at: int) -> tuple[Level, int]:
    """A level (2.9.149) and where the next one begins."""
    first, kind, flags, *places = struct.unpack_from("<iBB9B", part, at)
    characters, paragraphs = part[at + 24], part[at + 25]
    at += _LEVEL + characters + paragraphs
    (length,) = struct.unpack_from("<H", part, at)
    letters = part[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    numbers = {place - 1 for place in places if place}
    pattern = "".join(
        f"%{ord(letter) + 1}" if index in numbers and ord(letter) < _DEPTHS else letter
        for index, letter in enumerate(letters)
    )
    name = _KINDS.get(kind, "decimal")
    level = Level(name, pattern, max(first, 0), legal=bool(flags & _LEGAL), restarts=not flags & _GOES_ON)
    return level, at + 2 + 2 * length


def _read_lists(part: bytes, instances: dict[str, Instance]) -> None:
    count = min(struct.unpack_from("<I", part)[0], _MAX) if part else 0
    at = 4 + _OVERRIDE * count
    for index in range(count):
        start = 4 + _OVERRIDE * index
        (name,) = struct.unpack_from("<i", part, start)
        starts: dict[int, int] = {}
        levels: dict[int, Level] = {}
        instances[str(index + 1)] = Instance(str(name), starts, levels)
        at += 4
        for _ in range(part[start + 12]):
            first, flags = struct.unpack_from("<iI", part, at)
            at += _CHANGE
            depth = min(flags & 0xF, _DEPTHS - 1)
            if flags & 0x20:
                levels[depth], at = _level(part, at)
                first = levels[depth].start
            if flags & 0x10:
                starts[depth] = max(first, 0)


_KIND_ENDS = 3
"""The last byte of what kind a style is; a damaged sheet may end before."""


def _numbered_styles(sheet: bytes) -> dict[int, Placed]:
    """The lists that styles name, their own or that of the style they are based on (2.9.271, 2.9.260)."""
    own: dict[int, Placed] = {}
    bases: dict[int, int] = {}
    if len(sheet) < 6:  # noqa: PLR2004 - its own header
        return {}
    header, count, fixed = struct.unpack_from("<HHH", sheet)
    at = 2 + header
    for style in range(count):
        if at + 2 > len(sheet):
            break
        (length,) = struct.unpack_from("<H", sheet, at)
        body = sheet[at + 2 : at + 2 + length]
        if len(body) > max(fixed, _KIND_ENDS):
            (kind,) = struct.unpack_from("<H", body, 2)
            bases[style] = kind >> 4
            if kind & 0xF == _PARAGRAPH_STYLE:
                own[style] = placed(properties(_paragraph_part(body, fixed)))
        at += 2 + length
    return {style: found for style in own if (found := _inherited(style, own, bases)).number not in {"", "0"}}


def _paragraph_part(body: bytes, fixed: int) -> bytes:
    """The paragraph properties of a style, behind its name (2.9.261, 2.9.331)."""
    if len(body) < fixed + 4:
        return b""
    (letters,) = struct.unpack_from("<H", body, fixed)
    at = fixed + 2 + 2 * letters + 2
    size = struct.unpack_from("<H", body, at)[0] if at + 2 <= len(body) else 0
    return body[at + 4 : at + 2 + size]


def _inherited(style: int, own: Mapping[int, Placed], bases: Mapping[int, int]) -> Placed:
    found = own.get(style, Placed())
    for _ in range(_MAX_BASES):
        style = bases.get(style, _NO_BASE)
        if found.number or style not in own:
            break
        found = own[style]._replace(depth=found.depth or own[style].depth)
    return found
