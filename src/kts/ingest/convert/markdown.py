"""Markdown: the canonical text is the decoded file; only front matter, title and comments are looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import MAX_CHARACTERS
from kts.ingest.convert.decode import assumed, decode, source_map
from kts.ingest.convert.frontmatter import front_matter
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion, Marked

if TYPE_CHECKING:
    from collections.abc import Iterator

_LANDMARK = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})"
    r"|^ {0,3}#{1,6}[ \t]+(?P<atx>[^\r\n]*?)[ \t]*#*[ \t]*\r?$"
    r"|^ {0,3}(?P<setext>[^\s>|`~+*-][^\r\n]*)\r?\n {0,3}(?:=+|-{2,})[ \t]*\r?$",
    re.MULTILINE,
)
_COMMENT = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})|(?P<ticks>`+)|(?P<comment><!--.*?(?:-->|\Z))"
    r"|^ {0,3}(?P<note>\[//\]: # [^\n]*)$",
    re.MULTILINE | re.DOTALL,
)
"""What begins a comment, and what begins code, where it would be shown."""


class MarkdownConverter:
    """Reads `.md` and `.markdown`; the place of any range is computed from the encoding."""

    name = "markdown"
    version = "3"
    suffixes = frozenset({".md", ".markdown"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The decoded file, its newlines untouched, with front matter as metadata."""
        del name
        return attempt(lambda: _convert(content), what="Markdown file")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    if len(decoded.text) > MAX_CHARACTERS:
        return Conversion("too_large", reason=f"more than {MAX_CHARACTERS:,} characters of text")
    if not decoded.text.strip():
        return Conversion("empty", reason="no text")
    metadata, body = front_matter(decoded.text)
    return Conversion(
        "ok",
        text=decoded.text,
        source_map=source_map(decoded)._replace(hidden=tuple(comments(decoded.text))),
        metadata={**assumed(decoded), **_titled(metadata, decoded.text, body)},
    )


def comments(text: str) -> Iterator[Marked]:
    """The comments of a page, which no reader of the rendered page sees."""
    at = 0
    while ("<!--" in text or "[//]: #" in text) and (match := _COMMENT.search(text, at)):
        at = match.end()
        if match["fence"]:
            at = _after_fence(text, match["fence"], at)
        elif ticks := match["ticks"]:
            closing = re.compile(rf"(?<!`){ticks}(?!`)").search(text, at)
            at = closing.end() if closing else at
        else:
            yield Marked(match.start("comment" if match["comment"] else "note"), at, "comment")


def _titled(metadata: dict[str, Any], text: str, body: int) -> dict[str, Any]:
    title = metadata.get("title") or first_heading(text, start=body)
    return {**metadata, "title": title} if title else metadata


def first_heading(text: str, *, start: int = 0) -> str:
    """The first heading outside of fenced code, empty if there is none."""
    at = start
    while match := _LANDMARK.search(text, at):
        if not match["fence"]:
            heading: str = match["atx"] or match["setext"] or ""
            if heading.strip():
                return heading.strip()
            at = match.end()
            continue
        at = _after_fence(text, match["fence"], match.end())
    return ""


def _after_fence(text: str, fence: str, at: int) -> int:
    closing = re.compile(rf"^ {{0,3}}{re.escape(fence)}{re.escape(fence[0])}*[ \t]*\r?$", re.MULTILINE)
    match = closing.search(text, at)
    return match.end() if match else len(text)
