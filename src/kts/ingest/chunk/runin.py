"""Numbered clauses that run into each other: `5. PAYMENT 5.1 Fees. The Client pays ... 5.2 Taxes. ...` in one line.

Conversions of filings put a page into a line. A number there is a clause's only as one of a whole numbering: the
longest row of numbers each of which follows the one before (5, 5.1, 5.2, 6), from 1, over most of the text, whose
chapters have titles. Without such a row nothing is found: a wrong section is worse than none.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.chunk.plain import MAX_CAPITALS, MAX_HEADING, Shape, is_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LEAST = 8
"""Numbers of a row; fewer are a list (a default, not fitted)."""
CHAPTERS = 4
"""Chapters of a row at least (a default, not fitted)."""
TITLED = 0.6
"""Share of its chapters that have titles; the steps of a list have none (a default, not fitted)."""
COVERED = 0.4
"""Share of the text between its first and its last number: exhibits may be longer (a default, not fitted)."""
LINES = 0.5
"""Numbered headings on lines of their own, for each number of the row, from which the lines are trusted alone."""
LOST = 2
"""Numbers that a row must gain to leave one out: conversions lose some, and lists count too (a default)."""
FIRST = frozenset({(1,), (1, 1), (1, 2)})
"""Numbers with which a row may begin."""
DEEPEST = 3
"""Parts of a number: 5.2.1."""

_NUMBER = re.compile(
    r"\d(?<![\w.,$\u00a7(/#-].)\d?(?:\.\d{1,2}){0,2}(?P<dot>\.)?(?=[ \t\xa0]+[\"\u201c(]?[A-Z])"
    r"|A(?<!\w.)(?:RTICLE|rticle)[ \t\xa0]+(?P<article>\d{1,2})\b"
)
_OPENS = re.compile(r"(?:\A|[\n\f]|[.;:)\]\"\u201d*][ \t\xa0]+|[ \t\xa0]{2,})\Z")
_REFERS = re.compile(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|exhibits?|schedules?|items?|page|and|or|to|of|in|with|than|at"
    r"|by|see|through|no|nos)\b|[,(\u00a7$#])\.?[ \t\xa0]*\Z",
    re.IGNORECASE,
)
_RUN_IN = re.compile(r"[ \t\xa0:.\u2013\u2014-]*(?P<title>[^.:\r\n]{1,120}?)[ \t]?[.:](?:[ \t\xa0]|\Z)")
_SET_OFF = re.compile(r"[ \t\xa0:.\u2013\u2014-]*(?P<title>\S[^\r\n]{0,119}?)(?=[ \t\xa0]{2,}|[\r\n]|\Z)")
_CAPITALS = re.compile(
    r"[ \t\xa0:.\u2013\u2014-]*(?P<title>[A-Z][A-Z\u2019'&/,-]+(?:[ \t]+(?:[A-Z][A-Z\u2019'&/,-]+|&))*)(?=[\s.:]|\Z)"
)
REACH = 2 * MAX_HEADING
"""Characters after a number in which its title ends."""
LEAST_LETTERS = 4
"""Letters of a title in capitals; fewer may be the name of a party."""


class Numbered(NamedTuple):
    """A number in the text, and where its clause begins to be told."""

    start: int
    end: int
    parts: tuple[int, ...]
    word: str = ""


class Clause(NamedTuple):
    """A number of the row: `titled` is where its title ends, the end of the number where it has none."""

    start: int
    number: int
    titled: int
    depth: int


def with_run_in(text: str, shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """The shapes, paragraphs cut where a clause of the row begins; as they are where there is no such row."""
    paragraphs = [shape for shape in shapes if not shape.level and not shape.contents and not shape.parts]
    row = _row(list(_numbers(text, shapes)))
    if not _is_numbering(row, text, shapes):
        return tuple(shapes)
    clauses = _clauses(text, row)
    chapters = [one for one in clauses if one.depth == 1]
    followed = {one.start for one, after in pairwise(clauses) if after.depth > one.depth}
    clauses = [one for one in clauses if one.depth > 1 or one.titled > one.number or one.start in followed]
    if sum(one.titled > one.number for one in chapters) < TITLED * len(chapters):
        return tuple(shapes)
    within = {shape.start: [one for one in clauses if shape.start <= one.start < shape.end] for shape in paragraphs}
    levels = _levels(clauses)
    known = {one.start: levels[one.depth] for one in clauses}
    cut = (part for shape in shapes for part in _cut(text, shape, within.get(shape.start, ()), levels))
    return tuple(replace(one, level=known[one.start]) if one.numbered and one.start in known else one for one in cut)


def _numbers(text: str, shapes: Sequence[Shape]) -> Iterator[Numbered]:
    """Numbers that may begin a clause: after the end of a sentence, or after the title of the clause before."""
    before: Numbered | None = None
    listed = [(shape.start, shape.end) for shape in shapes if shape.contents or shape.parts]
    for match in _NUMBER.finditer(text):
        start = match.start()
        ahead = text[max(0, start - 24) : start]
        written = match["article"] or match[0].rstrip(".")
        parts = tuple(int(part) for part in written.split("."))
        if (len(parts) == 1 and not (match["dot"] or match["article"])) or not all(parts):
            continue
        opens = _OPENS.search(ahead) or (before and is_title(text[before.end : start].strip(" \t.:-\u2013\u2014")))
        if not opens or (_REFERS.search(ahead) and "\n" not in ahead[-2:]):
            continue
        if any(low <= start < high for low, high in listed):
            continue
        before = Numbered(start, match.end(), parts, "ARTICLE" if match["article"] else "")
        yield before


def _row(found: Sequence[Numbered]) -> tuple[Numbered, ...]:
    """The longest row of numbers each of which follows the one before; the later one where two are as long."""
    best: dict[tuple[int, ...], tuple[int, int]] = {}
    under: dict[tuple[int, ...], tuple[int, int]] = {}
    before: list[int] = []
    longest = (0, -1)
    for index, one in enumerate(found):
        length, last = _follows(one.parts, best, under)
        before.append(last)
        own = (length + 1, index)
        if length or one.parts in FIRST:
            best[one.parts] = max(best.get(one.parts, own), own)
            for depth in range(1, len(one.parts) + 1):
                under[one.parts[:depth]] = max(under.get(one.parts[:depth], own), own)
            longest = max(longest, own)
    row = []
    at = longest[1]
    while at >= 0:
        row.append(found[at])
        at = before[at]
    return tuple(row[::-1])


def _follows(
    parts: tuple[int, ...],
    best: Mapping[tuple[int, ...], tuple[int, int]],
    under: Mapping[tuple[int, ...], tuple[int, int]],
) -> tuple[int, int]:
    """(length, index) of the longest row that a number goes on: its elder sibling's with all below, or its parent's."""
    nothing = (0, -1)
    if parts[-1] > 1:
        elder, lost = (under.get((*parts[:-1], parts[-1] - back), nothing) for back in (1, 2))
        return max(elder, (lost[0] - LOST, lost[1]) if lost[0] > LOST else nothing)
    if len(parts) == 1:
        return nothing
    parent = best.get(parts[:-1], nothing)
    chapter = under.get((parts[0] - 1,), nothing) if len(parts) == 2 else nothing  # noqa: PLR2004 - 5.1 after 4.7
    return max(parent, chapter)


def _is_numbering(row: Sequence[Numbered], text: str, shapes: Sequence[Shape]) -> bool:
    chapters = {one.parts[0] for one in row}
    if len(row) < LEAST or len(chapters) < CHAPTERS:
        return False
    on_lines = sum(shape.numbered for shape in shapes)
    return on_lines < LINES * len(row) and row[-1].start - row[0].start >= COVERED * len(text)


def _clauses(text: str, row: Sequence[Numbered]) -> list[Clause]:
    ends = [*(one.start for one in row[1:]), len(text)]
    return [
        Clause(
            one.start,
            one.end,
            one.end + _title(text[one.end : min(end, one.end + REACH)], chapter=len(one.parts) == 1),
            len(one.parts),
        )
        for one, end in zip(row, ends, strict=True)
    ]


def _title(rest: str, *, chapter: bool) -> int:
    """How much of the text after a number is its title; 0 for none.

    That of a chapter may be in capitals and run into its text without a stop.
    """
    capitals = _CAPITALS.match(rest) if chapter else None
    if capitals and sum(map(str.isalpha, capitals["title"])) >= LEAST_LETTERS:
        return capitals.end("title")
    for pattern in (_RUN_IN, _SET_OFF, _CAPITALS):
        match = pattern.match(rest)
        words = match["title"] if match else ""
        if match and is_title(words) and not (words.isupper() and len(words) > MAX_CAPITALS):
            lettered = _LETTERED.search(words)
            end = match.end("title") - (len(lettered[0]) if lettered else 0)
            return end + (not lettered and rest[end : end + 1] in {".", ":"})
    return 0


_LETTERED = re.compile(r"[ \t]+[A-Za-z]\Z")
"""The letter of the first paragraph, after a title without a stop: `TERMINATION a. The Client may ...`."""


def _levels(clauses: Sequence[Clause]) -> dict[int, int]:
    """The level of each depth: clauses without titles may be joined in a passage, as lettered ones are."""
    levels = {1: 1}
    for depth in range(2, DEEPEST + 1):
        own = [one for one in clauses if one.depth == depth]
        titled = 2 * sum(one.titled > one.number for one in own) >= len(own)
        levels[depth] = levels[depth - 1] + (1 if titled else 2)
    return levels


def _cut(text: str, shape: Shape, clauses: Sequence[Clause], levels: Mapping[int, int]) -> Iterator[Shape]:
    """A paragraph as what stands before its first clause, and each clause as a heading and its text."""
    if not clauses:
        yield shape
        return
    at = shape.start
    for one in clauses:
        yield from _text(text, at, one.start, shape)
        label = " ".join(text[one.start : one.titled].split()).rstrip(" .:")
        yield Shape(one.start, one.titled, levels[one.depth], label, numbered=True)
        at = one.titled
    yield from _text(text, at, shape.end, shape)


def _text(text: str, start: int, end: int, shape: Shape) -> Iterator[Shape]:
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    if words.strip():
        yield replace(shape, start=start, end=start + len(words.strip()))
