"""HTML: the readable part of a page as Markdown, each piece mapped to its line and bytes."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.html import visible
from kts.ingest.convert.html.render import render, render_reading
from kts.ingest.convert.html.tokens import tokens
from kts.ingest.convert.images import Images
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.html.tokens import Token

__all__ = ["HtmlConverter", "render"]

MAX_LINKS = 200
"""Distinct addresses of one page that are kept as metadata."""
_CHARSET = re.compile(rb"""(?:charset|<\?xml[^>]{0,80}encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_CHARSET_WINDOW = 2_048
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_META = {
    "author": ("author", "dc.creator", "dcterms.creator", "article:author"),
    "content_date": ("date", "dc.date", "dcterms.date", "dcterms.created", "article:published_time"),
    "modified": ("last-modified", "dcterms.modified", "article:modified_time"),
    "keywords": ("keywords",),
    "description": ("description", "og:description"),
}
_DATES = frozenset({"content_date", "modified"})


class HtmlConverter:
    """Reads `.html`, `.xhtml`: main content, headings, lists, tables, code, definitions."""

    name = "html"
    version = "7"
    suffixes = frozenset({".html", ".htm", ".xhtml", ".shtml"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The readable part of the page; nothing is fetched and nothing is run."""
        del name
        return attempt(lambda: _convert(content), what="HTML")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content, declared=_declared(content))
    positions = Positions(decoded)
    page = tokens(decoded.text)
    builder, images = TextBuilder(), Images()
    reading = visible.readable(page, decoded.text)
    render_reading(reading, page, decoded.text, builder=builder, images=images, locate=positions.locate)
    metadata = {**_metadata(page, decoded.text), **assumed(decoded), **_links(page, [*reading.kept, *reading.beside])}
    text, source_map = builder.text(), builder.source_map()
    if not text.strip():
        return Conversion("empty", reason="no readable text", metadata=metadata, images=images.all())
    if not text[: source_map.hidden[0].start if source_map.hidden else None].strip():  # hidden text stands last
        return Conversion("hidden_only", reason="all text of the page is hidden", metadata=metadata)
    return Conversion("ok", text, source_map, metadata, images.all())


def _links(page: Sequence[Token], kept: Sequence[int]) -> dict[str, Any]:
    """The addresses that the readable part points to; places on the page itself are none."""
    found: dict[str, None] = {}
    for index in kept:
        address = page[index].attributes.get("href", "").strip() if page[index].name == "a" else ""
        if address and not address.lower().startswith(("#", "javascript:", "data:")) and len(found) < MAX_LINKS:
            found[address] = None
    return {"links": list(found)} if found else {}


def _declared(content: bytes) -> str:
    match = _CHARSET.search(content[:_CHARSET_WINDOW])
    return match[1].decode("ascii", "replace").lower() if match else ""


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
