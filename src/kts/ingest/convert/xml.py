"""XML: prose as headings and paragraphs, data as one line a value with its path; each mapped to its lines.

No vocabulary is known. An element with words of its own beside other elements is a paragraph, as is one whose name
says so; an element with nothing but a short value is a leaf (`leaves`). Nothing outside of the file is read.
"""

from __future__ import annotations

import re
from typing import Any
from xml.parsers import expat

from kts.ingest.convert.builder import Run, TextBuilder, in_cell
from kts.ingest.convert.leaves import MAX_DEPTH, displayed, name_of
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.types import Conversion, Location

MAX_ELEMENTS = 500_000
LONGEST_VALUE = 120
"""Characters of a value; a longer text is prose (a default)."""
DEEPEST = 6
"""Levels of headings."""
_PROSE = frozenset(
    "p para simpara paragraph li item listitem entry description summary abstract note body text content comment "
    "remark caption warning caution tip quote step cmd info shortdesc message".split()
)
_HEADINGS = frozenset({"title", "heading", "head", "h1", "h2", "h3", "h4", "h5", "h6"})
_ITEMS = frozenset({"li", "item", "listitem", "step"})
_ALONE = [["p"], ["para"], ["simpara"]]
"""What an entry of a list holds that is nothing but a paragraph."""
_ROWS = frozenset({"row", "tr", "strow", "sthead"})
_CODE = frozenset({"programlisting", "screen", "codeblock", "code", "pre", "literallayout"})
_UNSAID = frozenset({"script", "style", "indexterm"})
_UNNAMED = re.compile(r"(?:xmlns|xml|xsi)\b.*|class|style|role")
"""Attributes that say how an element is to be read, not what it is."""


class _Element:
    """An element: `parts` are texts and elements in their order; `start` and `end` are bytes, `line` from 1."""

    __slots__ = ("attributes", "end", "line", "name", "parts", "start")

    def __init__(self, name: str, attributes: dict[str, str], line: int, start: int) -> None:
        self.name = name
        self.attributes = attributes
        self.parts: list[str | _Element] = []
        self.line = line
        self.start = start
        self.end = start

    @property
    def children(self) -> list[_Element]:
        """The elements directly in it."""
        return [part for part in self.parts if not isinstance(part, str)]

    @property
    def own(self) -> str:
        """The words directly in it."""
        return " ".join("".join(part for part in self.parts if isinstance(part, str)).split())


class XmlConverter:
    """Reads `.xml` of any vocabulary; entities of the file's own are not expanded."""

    name = "xml"
    version = "1"
    suffixes = frozenset({".xml", ".dita", ".ditamap", ".dbk", ".rss", ".atom"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Headings, paragraphs and lists where there is prose, paths and values where there is data."""
        del name
        return attempt(lambda: _convert(content), damage=(expat.ExpatError, LookupError, ValueError), what="XML")


def _convert(content: bytes) -> Conversion:
    if not content.strip():
        return Conversion("empty", reason="no text")
    root = _tree(content)
    writer = _Writer()
    writer.element(root, (), 0)
    text = writer.builder.text()
    if not text.strip():
        return Conversion("empty", reason="no text in any element")
    return Conversion("ok", text, writer.builder.source_map(), writer.metadata)


def _tree(content: bytes) -> _Element:
    """The root; raises ExpatError, or a refusal for what is too deep, too much, or declares entities."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = _Element("", {}, 0, 0)
    open_: list[_Element] = [top]
    count = 0

    def begun(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS or len(open_) > MAX_DEPTH:
            reason = f"more than {MAX_ELEMENTS:,} elements, or {MAX_DEPTH} levels of them"
            raise Refusal(outcome="too_large", reason=reason)
        given = {key: value for key, value in attributes.items() if not _UNNAMED.fullmatch(key)}
        found = _Element(name.rpartition(":")[2], given, parser.CurrentLineNumber, parser.CurrentByteIndex)
        open_[-1].parts.append(found)
        open_.append(found)

    def ended(_: str) -> None:
        open_.pop().end = parser.CurrentByteIndex

    def said(text: str) -> None:
        open_[-1].parts.append(text)

    def declared(*_: Any) -> None:
        raise Refusal(outcome="malformed", reason="it declares entities, which are not expanded")

    parser.StartElementHandler = begun
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = said
    parser.EntityDeclHandler = declared
    parser.Parse(content, True)  # noqa: FBT003 - positional only
    return top.children[0]


def _words(element: _Element) -> str:
    """All words in an element, however deep."""
    pieces: list[str] = []
    pending: list[str | _Element] = [element]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            pieces.append(part)
        elif part.name not in _UNSAID:
            pending += [" ", *reversed(part.parts), " "] if part.name in _PROSE else reversed(part.parts)
    return " ".join("".join(pieces).split())


class _Writer:
    """Writes a tree; lives for one conversion."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.metadata: dict[str, str] = {}
        self._group: _Element | None = None

    def element(self, element: _Element, path: tuple[str, ...], depth: int) -> None:
        """An element with all that is in it; `path` are the steps to it, `depth` the headings above it."""
        name = element.name.lower()
        if name in _UNSAID:
            return
        children = element.children
        if name in _CODE:
            self._listing(element)
        elif name in _HEADINGS and len(path) > 0:
            self._heading(element, depth)
        elif name in _ROWS and children:
            self._row(element)
        elif name in _ITEMS and not element.own and [child.name.lower() for child in children] in _ALONE:
            self.builder.line([Run(_words(element), _place(element))], prefix="- ")
        elif children and not element.own:
            self._attributes(element, path)
            inner = depth + any(child.name.lower() in _HEADINGS for child in children)
            named = _named(children)
            for child in children:
                self.element(child, (*path, named[id(child)]), inner)
        elif _is_prose(element, name):
            prefix = "- " if name in _ITEMS else ""
            self.builder.block([Run(_words(element), _place(element))], prefix=prefix)
        else:
            self._leaf(element, path)

    def _heading(self, element: _Element, depth: int) -> None:
        words = _words(element)
        if words:
            self.builder.block([Run(words, _place(element))], prefix="#" * min(max(depth, 1), DEEPEST) + " ")
            self.builder.begin_block()
            self.metadata.setdefault("title", words)

    def _listing(self, element: _Element) -> None:
        text = "".join(part if isinstance(part, str) else _words(part) for part in element.parts).strip("\r\n")
        fence = "~~~~" if "```" in text else "```"
        self.builder.begin_block()
        self.builder.add(f"{fence}\n")
        self.builder.add(text, _place(element))
        self.builder.begin_line()
        self.builder.add(f"{fence}\n")

    def _row(self, element: _Element) -> None:
        cells = [Run(in_cell(_words(child)), _place(child)) for child in element.children]
        self.builder.begin_line()
        for number, cell in enumerate(cells):
            self.builder.add("; " if number else "")
            self.builder.extend([cell] if cell.text else [])

    def _leaf(self, element: _Element, path: tuple[str, ...]) -> None:
        self._attributes(element, path)
        if element.own:
            self.builder.begin_line()
            self.builder.add(_path(path) or element.name)
            self.builder.add(": ")
            self.builder.add(element.own, _place(element))

    def _attributes(self, element: _Element, path: tuple[str, ...]) -> None:
        for key, value in element.attributes.items():
            if value.strip():
                self.builder.begin_line()
                self.builder.add(f"{_path((*path, displayed(key)))}: ")
                self.builder.add(" ".join(value.split()), _place(element))


def _is_prose(element: _Element, name: str) -> bool:
    mixed = bool(element.children) and bool(element.own)
    return mixed or name in _PROSE or len(element.own) > LONGEST_VALUE


def _named(children: list[_Element]) -> dict[int, str]:
    """The step to each child: its name, and what identifies it where others of that name stand beside it."""
    counts: dict[str, int] = {}
    for child in children:
        counts[child.name] = counts.get(child.name, 0) + 1
    return {
        id(child): displayed(child.name) + (_identity(child) if counts[child.name] > 1 else "") for child in children
    }


def _identity(element: _Element) -> str:
    scalars = {child.name.lower(): child.own for child in element.children if not child.children}
    found = name_of({**scalars, **{key.lower(): value for key, value in element.attributes.items()}})
    return f"[{found}]" if found else ""


def _path(steps: tuple[str, ...]) -> str:
    return "".join(steps).removeprefix(".")


def _place(element: _Element) -> Location:
    return Location("text", line=element.line, byte_start=element.start, byte_end=max(element.end, element.start + 1))
