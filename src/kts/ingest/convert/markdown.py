"""Markdown: the canonical text is the decoded file; only front matter, title and comments are looked at."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import MAX_CHARACTERS
from kts.ingest.convert.decode import assumed, decode, source_map
from kts.ingest.convert.frontmatter import front_matter
from kts.ingest.convert.outcomes import attempt
from kts.ingest.inline import words_of
from kts.types import Conversion, Marked

if TYPE_CHECKING:
    from collections.abc import Iterator

_LANDMARK = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})"
    r"|^ {0,3}#{1,6}[ \t]+(?P<atx>[^\r\n]*?)[ \t]*#*[ \t]*\r?$"
    r"|^ {0,3}(?P<setext>[^\s>|`~+*-][^\r\n]*)\r?\n {0,3}(?:=+|-{2,})[ \t]*\r?$",
    re.MULTILINE,
)
_BLOCK = re.compile(
    r"^(?P<before>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?P<fence>`{3,}+(?![^\n]*`)|~{3,})"
    r"|^ {0,3}(?:(?P<comment><!--)|(?P<note>\[//\]: # [^\n]*)$)"
    r"|^ {0,3}(?P<alone>(?:#{1,6}[ \t]|\|)[^\n]*)"
    r"|^[ \t]*(?P<item>(?:[-*+]|\d{1,9}[.)])(?=[ \t]))"
    r"|^[ \t]*\r?\n",
    re.MULTILINE,
)
"""Where a paragraph ends: at code, a comment, a heading or row of a table, an item of a list, a blank line."""
_INLINE = re.compile(r"\\[\\`<]|(?P<ticks>`+)|(?P<comment><!--)")
CLOSE = "-->"
_TICKS = re.compile(r"`+")
_INDENTED, _INDENTED_TWICE = (
    re.compile(rf"(?:(?: {{4}}| {{0,3}}\t){{{times}}}[^\n]*(?:\n|\Z)|[ \t]*\r?\n)*+") for times in (1, 2)
)
"""Code by its indentation after a blank line; in a list, whose text is indented, too, by twice as much."""


class MarkdownConverter:
    """Reads `.md`, `.markdown` and Markdown with code in it; the place of any range is computed from the encoding."""

    name = "markdown"
    version = "6"
    suffixes = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})

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
    """The comments of a page, which no reader of the rendered page sees.

    One that begins a line runs to its end, or the page's, over blank lines; within a paragraph, it ends there, too,
    or is none (CommonMark 4.6, 6.6).
    """
    last, listed = max(text.rfind("<!--"), text.rfind("[//]: #")), False
    at = since = _after_indented(text, 0, listed=False)
    while at <= last and (match := _BLOCK.search(text, at)):
        yield from _inline(text, since, match.start())
        at = match.end()
        if match["fence"]:
            listed = listed or bool(match["before"].strip())
            at = _after_fence(text, match["fence"], at, before=match["before"])
        elif match["comment"]:
            close = text.find(CLOSE, match.start("comment") + 2)
            at = close + len(CLOSE) if close >= 0 else len(text)
            yield Marked(match.start("comment"), at, "comment")
        elif match["note"]:
            yield Marked(match.start("note"), at, "comment")
        elif match["alone"]:
            yield from _inline(text, match.start(), at)
        elif match["item"]:
            listed = True
        else:
            listed = listed and text[at : at + 1].isspace()
            at = _after_indented(text, at, listed=listed)
        since = at
    yield from _inline(text, since, len(text))


def _inline(text: str, start: int, end: int) -> Iterator[Marked]:
    """The comments of a paragraph, outside of its code."""
    if text.find("<!--", start, end) < 0:
        return
    runs: dict[int, list[int]] = {}
    for run in _TICKS.finditer(text, start, end):
        runs.setdefault(len(run[0]), []).append(run.start())
    at = start
    while match := _INLINE.search(text, at, end):
        at = match.end()
        if ticks := match["ticks"]:
            alike = runs.get(len(ticks), [])
            closing = bisect_left(alike, at)
            at = alike[closing] + len(ticks) if closing < len(alike) else at
        elif match["comment"]:
            close = text.find(CLOSE, match.start() + 2, end)
            if close < 0:
                return
            at = close + len(CLOSE)
            yield Marked(match.start(), at, "comment")


def _titled(metadata: dict[str, Any], text: str, body: int) -> dict[str, Any]:
    title = metadata.get("title") or first_heading(text, start=body)
    return {**metadata, "title": title} if title else metadata


def first_heading(text: str, *, start: int = 0) -> str:
    """The words of the first heading outside of fenced code, empty if there is none."""
    at = start
    while match := _LANDMARK.search(text, at):
        if not match["fence"]:
            heading = words_of(match["atx"] or match["setext"] or "")
            if heading:
                return heading
            at = match.end()
            continue
        at = _after_fence(text, match["fence"], match.end())
    return ""


def _after_indented(text: str, at: int, *, listed: bool) -> int:
    match = (_INDENTED_TWICE if listed else _INDENTED).match(text, at)
    return match.end() if match else at


def _after_fence(text: str, fence: str, at: int, *, before: str = "") -> int:
    """Where fenced code ends whose first line has `before` before its fence."""
    indent, sign = 3 + len(before.expandtabs(4)), re.escape(fence[0])
    closing = re.compile(rf"^[ \t]{{0,{indent}}}{sign}{{{len(fence)},}}[ \t]*\r?$", re.MULTILINE)
    match = closing.search(text, at)
    return match.end() if match else len(text)
