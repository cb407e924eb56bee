"""XML as a tree of elements with their places. Nothing outside of the file is read, no entity within an entity.

An element that its own style hides is not where it stands but among the hidden ones of the tree.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.parsers import expat

from kts.ingest.convert.builder import MAX_CHARACTERS
from kts.ingest.convert.decode import Positions, decode
from kts.ingest.convert.leaves import MAX_DEPTH
from kts.ingest.convert.outcomes import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_ELEMENTS = 500_000
_UNNAMED = re.compile(r"(?:xmlns|xml|xsi)\b.*|class|style|role")
"""Attributes that say how an element is to be read, not what it is."""
_UNSEEN = re.compile(r"(?i)display\s*:\s*none|visibility\s*:\s*hidden")
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']""")
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""How UTF-16 begins, which the parser reads by itself."""


class Element:
    """An element: `parts` are texts and elements in their order; `start` and `end` are bytes, `line` from 1."""

    __slots__ = ("attributes", "end", "line", "name", "parts", "start")

    def __init__(self, name: str, attributes: dict[str, str], line: int, start: int) -> None:
        self.name = name
        self.attributes = attributes
        self.parts: list[str | Element] = []
        self.line = line
        self.start = start
        self.end = start

    @property
    def children(self) -> list[Element]:
        """The elements directly in it."""
        return [part for part in self.parts if not isinstance(part, str)]

    @property
    def raw(self) -> str:
        """The text directly in it, as it stands."""
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def own(self) -> str:
        """The words directly in it."""
        return " ".join(self.raw.split())


class Tree(NamedTuple):
    """The root, and the elements that are not displayed."""

    root: Element
    hidden: list[Element]


def tree(content: bytes) -> Tree:
    """The elements of a file; raises ExpatError, or a refusal for what is too deep, too much, or repeats itself.

    A file in an encoding that the parser does not know, or in another than it says, is decoded before.
    """
    try:
        return _parsed(content, None, lambda at: at)
    except (expat.ExpatError, LookupError, ValueError) as error:
        wrong = isinstance(error, expat.ExpatError) and expat.ErrorString(error.code) not in _OF_ENCODING
        if wrong or content.startswith(_WIDE):
            raise
    named = _DECLARED.match(content.removeprefix(b"\xef\xbb\xbf").lstrip())
    decoded = decode(content, declared=named[1].decode("ascii") if named else "")
    source = decoded.text.encode("utf-8", "replace")
    return _parsed(source, "utf-8", _offsets(source, Positions(decoded)))


_OF_ENCODING = frozenset(
    {"not well-formed (invalid token)", "unknown encoding", "encoding specified in XML declaration is incorrect"}
)


def _offsets(source: bytes, positions: Positions) -> Callable[[int], int]:
    """What turns offsets in the UTF-8 that was parsed, given in rising order, into those in the file."""
    at = characters = 0

    def original(index: int) -> int:
        nonlocal at, characters
        characters += len(source[at:index].decode("utf-8", "ignore"))
        at = max(at, index)
        return positions.byte(characters)

    return original


class _Reader:
    """What the parser calls; lives for one file."""

    def __init__(self, parser: Any, original: Callable[[int], int]) -> None:
        self.top = Element("", {}, 0, 0)
        self.hidden: list[Element] = []
        self._parser = parser
        self._original = original
        self._open = [self.top]
        self._count = self._length = 0

    def begun(self, name: str, attributes: dict[str, str]) -> None:
        """The start of an element."""
        self._count += 1
        if self._count > MAX_ELEMENTS or len(self._open) > MAX_DEPTH:
            reason = f"more than {MAX_ELEMENTS:,} elements, or {MAX_DEPTH} levels of them"
            raise Refusal(outcome="too_large", reason=reason)
        given = {key: value for key, value in attributes.items() if not _UNNAMED.fullmatch(key)}
        start = self._original(self._parser.CurrentByteIndex)
        found = Element(name.rpartition(":")[2], given, self._parser.CurrentLineNumber, start)
        unseen = len(self._open) > 1 and _UNSEEN.search(attributes.get("style", ""))
        (self.hidden if unseen else self._open[-1].parts).append(found)
        self._open.append(found)

    def ended(self, _: str) -> None:
        """The end of one."""
        self._open.pop().end = self._original(self._parser.CurrentByteIndex)

    def said(self, text: str) -> None:
        """Text, bounded: an entity of a thousand letters can be named a million times."""
        self._length += len(text)
        if self._length > MAX_CHARACTERS:
            raise Refusal(outcome="too_large", reason=f"more than {MAX_CHARACTERS:,} characters of text")
        self._open[-1].parts.append(text)

    def skipped(self, name: str, parameter: int) -> None:
        """An entity that is declared elsewhere: a letter that HTML has a name for, or its name."""
        if not parameter:
            self.said(html.unescape(f"&{name};"))

    def declared(self, name: str, parameter: int, value: str | None, *_: Any) -> None:
        """An entity of the file's own: plain text is put in where it is named, and nothing else is."""
        if value is not None and not parameter and ("&" in value or "<" in value):
            reason = f"the entity {name} that it declares holds others, which are not expanded"
            raise Refusal(outcome="malformed", reason=reason)


def _parsed(content: bytes, encoding: str | None, original: Callable[[int], int]) -> Tree:
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    reader = _Reader(parser, original)
    parser.StartElementHandler = reader.begun
    parser.EndElementHandler = reader.ended
    parser.CharacterDataHandler = reader.said
    parser.EntityDeclHandler = reader.declared
    parser.SkippedEntityHandler = reader.skipped
    parser.ExternalEntityRefHandler = lambda *_: 1
    parser.UseForeignDTD(True)  # noqa: FBT003 - positional only; what no one declared is skipped then
    parser.Parse(content, True)  # noqa: FBT003 - positional only
    return Tree(reader.top.children[0], reader.hidden)
