"""The sentences of a document with what their type depends on: marker, heading, paragraph, list, code."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.types import Section

Layout = Literal["prose", "heading", "code"]
Marker = Literal["", "bullet", "number", "clause", "letter"]

HEADING_SLACK = 16
"""Characters that a set-off heading has beside its number and words: the word Section, stops, blanks."""
LONGEST = 4_000
"""Characters of a sentence that its rules look at; nobody writes a longer one, broken conversions do."""
MARKERS = 2
"""Markers that a sentence has at most: `- 5.1`, `(a) (i)`."""
ENTRIES = 3
"""Lines of one stretch that begin with a numbered heading: a table of contents, no sentence."""

_QUOTES = str.maketrans("\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2010\u2011\u00a0\u202f", '\'\'\'"""""--  ')
_SIGNS = later(r"[*`]+|(?<!\w)_+|_+(?!\w)|^(?:[>|]\s*)+|\\(?=[^\w\s])")
_MARK = later(
    r"[\s>]*(?:(?P<bullet>[-*+\u2022\u25cf\u25aa][ \t]+(?=\S))"
    r"|(?P<number>\*{0,2}(?:[Ss]tep[ \t]+)?\d{1,3}[.):]\*{0,2}[ \t]+)"
    r"|(?P<clause>\*{0,2}\d{1,2}(?:\.\d{1,2}){1,3}\.?\*{0,2}[ \t]+(?=[\"A-Z\u201c]))"
    r"|(?P<letter>\((?:[a-z]{1,2}|[ivxl]{1,6}|[A-Z]|\d{1,2})\)[ \t]*|[a-z][.)][ \t]+)"
    r"|\[\^[^\]]{1,40}\]:?[ \t]*)"
)
_ENTRY = later(
    r"^[ \t]*(?:SECTION|Section|ARTICLE|Article|CHAPTER|Chapter|EXHIBIT|Exhibit|SCHEDULE|Schedule)[ \t]+[\dIVXLA-Z]+"
    r"|^[ \t]*\d{1,2}\.\d{1,2}\.?[ \t]+[A-Z][^\n]{3,80}(?:\.{3,}|[ \t])[ \t]*\d{1,3}[ \t]*$",
    re.MULTILINE,
)
_STRESSED = later(r"[ \t]*>|[-*+ \t]*\*\*.*\*\*[.!]?\Z", re.DOTALL)
_FENCE = later(r"[ \t>]*(?:```|~~~)")
_ROW = later(r"[ \t>]*\|")
_RULE = later(r"[-=*_~\s|:+.]*\Z")
_LEADERS = later(r"[^\n]{0,200}?(?:\.{6,}|(?:\. ){6,})")


class Unit(NamedTuple):
    """A sentence as rules see it: `text` has straight quotes, single blanks, no emphasis and no list marker.

    `start:end` is its place in the document. `heading` holds the words of the headings above it, the deepest first.
    `paragraph` counts the paragraphs; `lead` is the index of the unit that introduces the list it belongs to ("must
    deliver:"), or None; `stressed` is whether it is quoted or in bold as a whole.
    """

    text: str
    start: int
    end: int
    section: int | None
    heading: str
    layout: Layout
    marker: Marker
    paragraph: int
    lead: int | None
    stressed: bool = False


def units(text: str, sections: Sequence[Section]) -> tuple[Unit, ...]:
    """The sentences in order, code in blocks; without front matter, table rows and rules between parts."""
    return tuple(_led(_found(text, sections)))


def cleaned(text: str) -> tuple[Marker, str]:
    """The marker of a sentence and its words, without emphasis and with straight quotes and single blanks."""
    marker: Marker = ""
    for _ in range(MARKERS):
        match = _MARK.match(text)
        if match is None:
            break
        marker = match.lastgroup or marker  # type: ignore[assignment]  # the groups are named for the markers
        text = text[match.end() :]
    text = text[:LONGEST]
    text = text if text.isascii() else text.translate(_QUOTES)
    if text.startswith((">", "|")) or any(sign in text for sign in "*`_\\"):
        text = _SIGNS.sub("", text)
    return marker, " ".join(text.split())


def _is_listing(raw: str) -> bool:
    """Whether a sentence is lines of a table of contents: with leaders, or as many headings one below the other."""
    if ("......" in raw or ". . . . . . " in raw) and _LEADERS.match(raw):
        return True
    return raw.count("\n") >= ENTRIES - 1 and len(_ENTRY.findall(raw)) >= ENTRIES


def _found(text: str, sections: Sequence[Section]) -> Iterator[Unit]:
    starts = [section.span.start for section in sections]
    headings = _headings(sections)
    paragraph, previous = 0, 0
    layout: Layout = "prose"
    code: list[tuple[int, int]] = []
    fenced = hashed = False
    for start, end in _without_front_matter(text):
        raw = text[start:end]
        if _FENCE.match(raw):
            fenced = not fenced
            if code and not fenced:
                yield _code(text, code, starts, sections, headings, paragraph)
                code = []
            continue
        if fenced:
            code.append((start, end))
            continue
        gap = text[previous:start]
        section = _deepest(start, starts, sections)
        paragraph += gap.count("\n") > 1 or layout == "heading"
        hashed = raw.lstrip("> ").startswith("#") or (hashed and "\n" not in gap)
        layout = "heading" if hashed else _layout(raw, start, section, sections)
        previous = end
        if _ROW.match(raw) or _RULE.match(raw) or _is_listing(raw):
            continue
        marker, words = cleaned(raw)
        if words:
            heading = headings[section] if section is not None else ""
            stressed = bool(_STRESSED.match(raw))
            yield Unit(words, start, end, section, heading, layout, marker, paragraph, None, stressed)
    if code:
        yield _code(text, code, starts, sections, headings, paragraph)


def _without_front_matter(text: str) -> Iterator[tuple[int, int]]:
    end = 0
    if text.startswith("---"):
        match = re.match(r"---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*$", text[:65_536], re.DOTALL | re.MULTILINE)
        end = match.end() if match else 0
    for start, stop in sentences(text):
        if stop > end:
            yield max(start, end), stop


def _headings(sections: Sequence[Section]) -> dict[int, str]:
    """The words of each section's heading and of those above it, in lower case."""
    words: dict[int, str] = {}
    for section in sections:
        above = words.get(section.parent, "") if section.parent is not None else ""
        words[section.index] = f"{section.number} {section.heading} / {above}".lower()
    return words


def _deepest(at: int, starts: Sequence[int], sections: Sequence[Section]) -> int | None:
    """The index of the deepest section that holds the place: the last one begun there, or one above it."""
    position = bisect_right(starts, at) - 1
    index = sections[position].index if position >= 0 else None
    while index is not None and sections[index].span.end <= at:
        index = sections[index].parent
    return index


def _layout(raw: str, start: int, section: int | None, sections: Sequence[Section]) -> Layout:
    """Whether a sentence is a heading that no sign marks: it begins a section, and is no longer than its words."""
    if section is None or sections[section].span.start != start:
        return "prose"
    longest = len(sections[section].number) + len(sections[section].heading) + HEADING_SLACK
    return "heading" if len(" ".join(raw.split())) <= longest else "prose"


def _code(
    text: str,
    spans: Sequence[tuple[int, int]],
    starts: Sequence[int],
    sections: Sequence[Section],
    headings: dict[int, str],
    paragraph: int,
) -> Unit:
    start, end = spans[0][0], spans[-1][1]
    section = _deepest(start, starts, sections)
    heading = headings[section] if section is not None else ""
    return Unit(text[start:end][:LONGEST], start, end, section, heading, "code", "", paragraph, None)


def _led(found: Iterator[Unit]) -> Iterator[Unit]:
    """Give the parts of a list the index of the unit that introduces it."""
    lead: int | None = None
    for index, unit in enumerate(found):
        if not unit.marker or unit.layout != "prose":
            lead = index if unit.text.endswith((":", "\u2014")) and unit.layout == "prose" else None
            yield unit
            continue
        yield unit._replace(lead=lead)
        if unit.text.endswith(":") and lead is None:
            lead = index
