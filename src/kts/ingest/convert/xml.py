"""XML: prose as headings and paragraphs, data as one line a value with its path; each mapped to its lines.

No vocabulary is known. An element with words of its own beside other elements is a paragraph, as is one whose name
says so; an element with nothing but a short value is a leaf (`leaves`). Nothing outside of the file is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.parsers import expat

from kts.ingest.convert.builder import Run, TextBuilder, fence_for, in_cell
from kts.ingest.convert.html.render import render
from kts.ingest.convert.html.tokens import tokens
from kts.ingest.convert.images import Images
from kts.ingest.convert.leaves import displayed, name_of
from kts.ingest.convert.outcomes import attempt
from kts.ingest.convert.xmltree import tree
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.xmltree import Element

LONGEST_VALUE = 120
"""Characters of a value; a longer text is prose (a default)."""
RECORD = 2
"""Values of the shortest record."""
DEEPEST = 6
"""Levels of headings."""
_PROSE = frozenset(
    "p para simpara paragraph li item listitem entry description summary abstract note body text content comment "
    "remark caption warning caution tip quote step cmd info shortdesc message".split()
)
_HEADINGS = frozenset({"article-title", "title", "heading", "head", "h1", "h2", "h3", "h4", "h5", "h6"})
_ITEMS = frozenset({"li", "item", "listitem", "step"})
_ALONE = [["p"], ["para"], ["simpara"]]
"""What an entry of a list holds that is nothing but a paragraph."""
_ROWS = frozenset({"row", "tr", "strow", "sthead"})
_CODE = frozenset({"programlisting", "screen", "codeblock", "code", "pre", "literallayout"})
_UNSAID = frozenset({"script", "style", "indexterm"})
_WRITTEN = frozenset("p para simpara paragraph li listitem entry cmd info step shortdesc".split())
"""Elements of documents in which a tag is one that is written about, not one that is meant."""
_PAGE = re.compile(
    r"(?i)\s*<(?:!--|[a-z][a-z0-9]{0,20}(?:\s[^<>]*)?/?>)"
    r"|</(?:p|div|span|li|ul|ol|td|table|a|b|i|em|strong|font|pre|h[1-6])>|<br\s*/?>"
)
"""HTML as a value: of feeds, and of what ticket systems give out."""


class XmlConverter:
    """Reads `.xml` of any vocabulary; entities of the file's own are expanded where they are plain text."""

    name = "xml"
    version = "3"
    suffixes = frozenset({".xml", ".dita", ".ditamap", ".dbk", ".rss", ".atom"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Headings, paragraphs and lists where there is prose, paths and values where there is data."""
        del name
        return attempt(lambda: _convert(content), damage=(expat.ExpatError, LookupError, ValueError), what="XML")


def _convert(content: bytes) -> Conversion:
    if not content.strip():
        return Conversion("empty", reason="no text")
    root, hidden = tree(content)
    writer = _Writer()
    writer.element(root, (), 0)
    writer.unseen(hidden)
    text, images = writer.builder.text(), writer.images.all()
    if not text.strip():
        return Conversion("empty", reason="no text in any element", images=images)
    return Conversion("ok", text, writer.builder.source_map(), writer.metadata, images)


def _words(element: Element) -> str:
    """All words in an element, however deep."""
    pieces: list[str] = []
    pending: list[str | Element] = [element]
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
        self.images = Images()
        self.metadata: dict[str, str] = {}

    def element(self, element: Element, path: tuple[str, ...], depth: int) -> None:
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
            self._children(element, path, depth)
        elif name not in _WRITTEN and not children and _is_page(element.raw):
            self._page(element)
        elif _is_prose(element, name):
            prefix = "- " if name in _ITEMS else ""
            self.builder.block([Run(_words(element), _place(element))], prefix=prefix)
        else:
            self._leaf(element, path)

    def _children(self, element: Element, path: tuple[str, ...], depth: int) -> None:
        """What an element holds; all values of a record as lines together, its summary and description, too."""
        record = _is_record(element)
        if record:
            self.builder.begin_block()
        self._attributes(element, path)
        inner = depth + any(child.name.lower() in _HEADINGS for child in element.children)
        named = _named(element.children)
        for child in element.children:
            if record:
                self._leaf(child, (*path, named[id(child)]))
            else:
                self.element(child, (*path, named[id(child)]), inner)
        if record:
            self.builder.begin_block()

    def unseen(self, hidden: Sequence[Element]) -> None:
        """The words of what is not displayed, marked as such."""
        for element in hidden:
            self.builder.block([Run(_words(element), _place(element), "display_none")])

    def _page(self, element: Element) -> None:
        place = _place(element)
        self.builder.begin_block()
        render(tokens(element.raw), element.raw, builder=self.builder, images=self.images, locate=lambda *_: place)
        self.builder.begin_block()

    def _heading(self, element: Element, depth: int) -> None:
        words = _words(element)
        if words:
            self.builder.block([Run(words, _place(element))], prefix="#" * min(max(depth, 1), DEEPEST) + " ")
            self.builder.begin_block()
            self.metadata.setdefault("title", words)

    def _listing(self, element: Element) -> None:
        text = "".join(part if isinstance(part, str) else _words(part) for part in element.parts).strip("\r\n")
        fence = fence_for([text])
        self.builder.begin_block()
        self.builder.add(f"{fence}\n")
        self.builder.add(text, _place(element))
        self.builder.begin_line()
        self.builder.add(f"{fence}\n")

    def _row(self, element: Element) -> None:
        cells = [Run(in_cell(_words(child)), _place(child)) for child in element.children]
        self.builder.begin_line()
        for number, cell in enumerate(cells):
            self.builder.add("; " if number else "")
            self.builder.extend([cell] if cell.text else [])

    def _leaf(self, element: Element, path: tuple[str, ...]) -> None:
        self._attributes(element, path)
        if element.own:
            self.builder.begin_line()
            self.builder.add(_path(path) or element.name)
            self.builder.add(": ")
            self.builder.add(element.own, _place(element))

    def _attributes(self, element: Element, path: tuple[str, ...]) -> None:
        for key, value in element.attributes.items():
            if value.strip():
                self.builder.begin_line()
                self.builder.add(f"{_path((*path, displayed(key)))}: ")
                self.builder.add(" ".join(value.split()), _place(element))


def _is_page(text: str) -> bool:
    """Whether a value is written in HTML."""
    found = _PAGE.match(text) if text.lstrip().startswith("<") else _PAGE.search(text)
    return found is not None


def _is_record(element: Element) -> bool:
    """Whether an element holds plain values alone, each of another name, and most of them no prose by their names."""
    children = element.children
    names = {child.name.lower() for child in children}
    if len(children) < RECORD or len(names) < len(children) or names & (_HEADINGS | _CODE | _UNSAID):
        return False
    if any(child.children or _is_page(child.raw) for child in children):
        return False
    return 2 * len(names & _PROSE) < len(names)


def _is_prose(element: Element, name: str) -> bool:
    mixed = bool(element.children) and bool(element.own)
    return mixed or name in _PROSE or len(element.own) > LONGEST_VALUE


def _named(children: list[Element]) -> dict[int, str]:
    """The step to each child: its name, and what identifies it where others of that name stand beside it."""
    counts: dict[str, int] = {}
    for child in children:
        counts[child.name] = counts.get(child.name, 0) + 1
    return {
        id(child): displayed(child.name) + (_identity(child) if counts[child.name] > 1 else "") for child in children
    }


def _identity(element: Element) -> str:
    scalars = {child.name.lower(): child.own for child in element.children if not child.children}
    found = name_of({**scalars, **{key.lower(): value for key, value in element.attributes.items()}})
    return f"[{found}]" if found else ""


def _path(steps: tuple[str, ...]) -> str:
    return "".join(steps).removeprefix(".")


def _place(element: Element) -> Location:
    return Location("text", line=element.line, byte_start=element.start, byte_end=max(element.end, element.start + 1))
