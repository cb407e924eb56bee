"""HTML: the readable part of a page as Markdown, each piece mapped to its line and bytes."""

from __future__ import annotations

import binascii
import html
import re
import urllib.parse
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from kts.ingest.convert import htmltables, htmlvisible
from kts.ingest.convert.builder import Run, TextBuilder, one_line, stripped
from kts.ingest.convert.decode import Positions, decode
from kts.ingest.convert.htmltokens import tokens
from kts.ingest.convert.images import Images
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kts.ingest.convert.htmltokens import Token
    from kts.types import Location

    Locate = Callable[[int, int], Location]

_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_CHARSET_WINDOW = 2_048
_LATIN = frozenset({"iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii"})
"""Labels that every browser reads as Windows-1252."""
_LINE = re.compile(r"[^\n]+|\n")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    "address article aside body caption center details dialog dir div dl dt fieldset figcaption figure "
    "footer form header hgroup hr html legend main menu nav p section summary table tbody td tfoot th thead "
    "tr".split()
)
_META = {
    "author": ("author", "dc.creator", "dcterms.creator", "article:author"),
    "content_date": ("date", "dc.date", "dcterms.date", "dcterms.created", "article:published_time"),
    "modified": ("last-modified", "dcterms.modified", "article:modified_time"),
    "keywords": ("keywords",),
    "description": ("description", "og:description"),
}
_DATES = frozenset({"content_date", "modified"})


class HtmlConverter:
    """Reads `.html` and `.htm`: main content, headings, lists, tables, code, definitions."""

    name = "html"
    version = "1"
    suffixes = frozenset({".html", ".htm"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The readable part of the page; nothing is fetched and nothing is run."""
        del name
        return attempt(lambda: _convert(content), what="HTML")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content, declared=_declared(content))
    positions = Positions(decoded)
    page = tokens(decoded.text)
    builder, images = TextBuilder(), Images()
    render(page, decoded.text, builder=builder, images=images, locate=positions.locate)
    metadata = _metadata(page, decoded.text)
    if not builder.length and htmlvisible.hidden_length(page):
        return Conversion("hidden_only", reason="all text of the page is hidden", metadata=metadata)
    if not builder.length:
        return Conversion("empty", reason="no readable text", metadata=metadata, images=images.all())
    text = builder.text()
    return Conversion("ok", text, builder.source_map(), metadata, images.all())


def _declared(content: bytes) -> str:
    match = _CHARSET.search(content[:_CHARSET_WINDOW])
    label = match[1].decode("ascii", "replace").lower() if match else ""
    return "cp1252" if label in _LATIN else label


def _metadata(page: Sequence[Token], source: str) -> dict[str, Any]:
    named: dict[str, str] = {}
    metadata: dict[str, Any] = {}
    for index, token in enumerate(page):
        if token.kind != "open":
            continue
        if token.name == "meta":
            key = token.attributes.get("name") or token.attributes.get("property") or ""
            named.setdefault(key.lower(), token.attributes.get("content", "").strip())
        elif token.name == "html" and token.attributes.get("lang"):
            metadata["language"] = token.attributes["lang"].strip()
        elif token.name == "title" and "title" not in metadata:
            metadata["title"] = _text_inside(page, source, index)
    metadata = {key: value for key, value in metadata.items() if value}
    if "title" not in metadata:
        metadata |= _heading_title(page, source)
    return {**metadata, **_named(named)}


def _named(named: dict[str, str]) -> dict[str, Any]:
    found = {key: next((named[name] for name in names if named.get(name)), "") for key, names in _META.items()}
    for key in _DATES:
        match = _ISO_DATE.search(found[key])
        found[key] = match[0] if match else ""
    return {key: value for key, value in found.items() if value}


def _heading_title(page: Sequence[Token], source: str) -> dict[str, str]:
    for index, token in enumerate(page):
        if token.kind == "open" and token.name == "h1":
            title = _text_inside(page, source, index)
            return {"title": title} if title else {}
    return {}


def _text_inside(page: Sequence[Token], source: str, index: int) -> str:
    inside = page[index : max(page[index].match, index)]
    text = "".join(source[token.start : token.end] for token in inside if token.kind == "text")
    return " ".join(html.unescape(text).split())


def render(page: Sequence[Token], source: str, *, builder: TextBuilder, images: Images, locate: Locate) -> None:
    """Write the readable part of a page; `locate` turns a range of `source` into its place."""
    _Renderer(page, source, builder, images, locate).run(htmlvisible.readable(page))


class Inline:
    """Collects the text of one block, white space collapsed, each source line with its place."""

    def __init__(self, source: str, locate: Locate) -> None:
        self._source = source
        self._locate = locate
        self._runs: list[Run] = []
        self._space = False

    def text(self, start: int, end: int) -> None:
        """Append `source[start:end]`, character references decoded."""
        for match in _LINE.finditer(self._source, start, end):
            raw = match[0]
            text = html.unescape(raw) if "&" in raw else raw
            words = text.split()
            if not words:
                self._space = True
                continue
            self._space |= text[0].isspace()
            self._join()
            first = match.start() + len(raw) - len(raw.lstrip())
            place = self._locate(first, match.start() + len(raw.rstrip()))
            self._runs.append(Run(" ".join(words), place))
            self._space = text[-1].isspace()

    def _join(self) -> None:
        if self._space and self._runs and not self._runs[-1].text.endswith("\n"):
            self._runs.append(Run(" "))

    def space(self) -> None:
        """Keep what follows apart from what was."""
        self._space = True

    def newline(self) -> None:
        """A line break inside of the block."""
        if self._runs:
            self._runs.append(Run("\n"))
        self._space = False

    def take(self) -> tuple[Run, ...]:
        """The runs so far, after which the collection starts again."""
        runs, self._runs, self._space = stripped(self._runs), [], False
        return runs


class _Renderer:
    """Walks the tokens of one page and writes blocks; lives for one page."""

    def __init__(
        self, page: Sequence[Token], source: str, builder: TextBuilder, images: Images, locate: Locate
    ) -> None:
        self.page, self.source, self.builder, self.images, self.locate = page, source, builder, images, locate
        self.inline = Inline(source, locate)
        self.data_tables = htmltables.data_tables(page)
        self.lists: list[int] = []
        self.quotes = 0
        self.marker = ""
        self.in_item = False

    def run(self, indexes: Sequence[int]) -> None:
        """Render these tokens."""
        allowed = frozenset(indexes)
        skip_to = -1
        for index in indexes:
            token = self.page[index]
            if index <= skip_to:
                continue
            if token.kind == "text":
                self.inline.text(token.start, token.end)
            elif token.kind == "open" and (token.name == "pre" or index in self.data_tables):
                self.flush()
                inside = [number for number in range(index, token.match) if number in allowed]
                self.preformatted(inside) if token.name == "pre" else self.table(index, allowed)
                skip_to = token.match
            elif token.kind == "open":
                self.open(token)
            else:
                self.close(token)
        self.flush()

    def open(self, token: Token) -> None:
        """Begin an element."""
        if token.name == "br":
            self.inline.newline()
        elif token.name == "img":
            self.image(token)
        elif token.name in {"td", "th"}:
            self.inline.space()
        elif token.name in {"ul", "ol"}:
            self.flush()
            if not self.lists:
                self.builder.begin_block()
            start = token.attributes.get("start", "1")
            number = int(start) if start.isascii() and start.isdigit() and len(start) < 7 else 1  # noqa: PLR2004
            self.lists.append(number if token.name == "ol" else 0)
        elif token.name == "li":
            self.flush()
            self.item()
        elif token.name == "dd":
            self.flush()
            self.marker = ": "
        elif token.name in _HEADINGS or token.name in _BLOCKS:
            self.flush()
        if token.name == "blockquote":
            self.flush()
            self.quotes += 1

    def close(self, token: Token) -> None:
        """End an element."""
        if token.name in _HEADINGS:
            self.heading(_HEADINGS[token.name])
        elif token.name in {"ul", "ol"}:
            self.flush()
            self.lists = self.lists[:-1]
        elif token.name in {"td", "th"}:
            self.inline.space()
        elif token.name in _BLOCKS or token.name in {"li", "dd", "blockquote"}:
            self.flush()
            self.marker = ""
            self.in_item = self.in_item and token.name != "li"
        if token.name == "blockquote":
            self.quotes -= 1

    def item(self) -> None:
        """Set the marker of the next list item."""
        number = self.lists[-1] if self.lists else 0
        self.marker = f"{number}. " if number else "- "
        if number:
            self.lists[-1] += 1
        self.in_item = False

    def flush(self) -> None:
        """Write the block collected so far."""
        runs = self.inline.take()
        if not runs:
            return
        indent = "  " * max(len(self.lists) - 1, 0)
        prefix = "> " * min(self.quotes, 8) + indent
        if self.marker:
            self.builder.line(runs, prefix=prefix + self.marker)
            self.in_item = bool(self.lists)
        elif self.in_item:
            self.builder.line(runs, prefix=f"{prefix}  ")
        else:
            self.builder.block(runs, prefix=prefix)
        self.marker = ""

    def heading(self, level: int) -> None:
        """Write the text collected so far as a heading."""
        runs = stripped(one_line(self.inline.take()))
        if runs:
            self.builder.block(runs, prefix="#" * level + " ")

    def preformatted(self, inside: Iterable[int]) -> None:
        """Write a fenced block, its lines as they stand."""
        runs: list[Run] = []
        for index in inside:
            token = self.page[index]
            if token.kind == "text":
                runs.extend(_verbatim(self.source, token, self.locate))
            elif token.name == "br":
                runs.append(Run("\n"))
        while runs and runs[0].text == "\n":
            runs.pop(0)
        while runs and not runs[-1].text.strip():
            runs.pop()
        if runs:
            fence = "````" if any("```" in run.text for run in runs) else "```"
            self.builder.block([Run(f"{fence}\n"), *runs, Run(f"\n{fence}\n")])

    def table(self, index: int, allowed: frozenset[int]) -> None:
        """Write a table of data."""
        self.caption(index)
        rows = htmltables.grid(htmltables.rows_of(self.page, index))
        self.builder.table([[self.cell(cell, allowed) for cell in row] for row in rows])

    def caption(self, index: int) -> None:
        """Write the caption above its table."""
        for number in range(index, self.page[index].match):
            token = self.page[number]
            if token.kind == "open" and token.name == "caption":
                inside = range(number, token.match)
                self.builder.block(self.cell(inside, frozenset(inside)))

    def cell(self, inside: range, allowed: frozenset[int]) -> tuple[Run, ...]:
        """The text of a cell on one line."""
        inline = Inline(self.source, self.locate)
        for index in inside:
            token = self.page[index]
            if token.kind == "text" and index in allowed:
                inline.text(token.start, token.end)
            elif token.name == "br" or token.name in _BLOCKS or token.name == "li":
                inline.space()
            elif token.name == "img" and index in allowed:
                self.image(token)
        return inline.take()

    def image(self, token: Token) -> None:
        """Take an image that the page carries in itself."""
        body = data_uri(token.attributes.get("src", ""))
        if body:
            place = self.locate(token.start, token.end)
            alt = token.attributes.get("alt", "")
            self.images.add(body, at=self.builder.length, location=place, alt=alt)


def _verbatim(source: str, token: Token, locate: Locate) -> list[Run]:
    return [
        Run("\n") if match[0] == "\n" else Run(html.unescape(match[0]), locate(match.start(), match.end()))
        for match in _LINE.finditer(source, token.start, token.end)
    ]


def data_uri(uri: str) -> bytes:
    """The bytes of a `data:` URI, empty for any other or a damaged one."""
    head, comma, body = uri.strip().partition(",")
    if not comma or not head.lower().startswith("data:image/"):
        return b""
    if not head.lower().endswith(";base64"):
        return urllib.parse.unquote_to_bytes(body)
    try:
        return b64decode("".join(urllib.parse.unquote(body).split()) + "==")
    except (binascii.Error, ValueError):
        return b""
