"""The grains a passage is packed from: blocks, and what blocks divide into when they do not fit."""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kts.ingest.chunk.blocks import Block

PieceKind = Literal["prose", "list", "table", "code", "metadata"]
"""What a passage mostly is; `metadata`, front matter, is never made by the splitter."""

_LINE = re.compile(r"[^\r\n]+")
_SPACES = re.compile(r"\s+")
_KINDS: dict[str, PieceKind] = {"list": "list", "table": "table", "code": "code"}
_ZERO_WIDTH_JOINER = "\u200d"


class Cut(IntEnum):
    """How good a place is for a passage to end; the higher the better."""

    GLUED = 0
    CHARACTER = 1
    WORD = 2
    LINE = 3
    SENTENCE = 4
    BLOCK = 5
    HEADING = 6


class Grade(IntEnum):
    """How far a unit has been divided."""

    BLOCK = 0
    PART = 1
    SENTENCE = 2
    LINE = 3
    WORD = 4


class Unit(NamedTuple):
    """`text[start:end]`, never with whitespace around it; `before` is the quality of a cut in front of it.

    `bare` units, headings and rules, say nothing without the text that follows them.
    """

    start: int
    end: int
    before: Cut
    kind: PieceKind
    grade: Grade = Grade.BLOCK
    bare: bool = False
    parts: tuple[int, ...] = ()


def units(found: Iterable[Block]) -> Iterator[Unit]:
    """One unit for each block; what follows a heading is glued to it."""
    glued = False
    for block in found:
        heading = block.kind == "heading"
        before = Cut.GLUED if glued else Cut.HEADING if heading else Cut.BLOCK
        kind, bare = _KINDS.get(block.kind, "prose"), heading or block.kind == "rule"
        yield Unit(block.start, block.end, before, kind, Grade.BLOCK, bare, block.parts)
        glued = heading


def divide(text: str, unit: Unit, *, grain: int, longest: int) -> list[Unit]:
    """The next finer units that `unit` consists of, at least two; itself alone when it is a word or less.

    Words are taken about `grain` characters at a time; a word over `longest` is cut between characters.
    """
    grade = unit.grade
    while grade < Grade.WORD:
        grade = Grade(grade + 1)
        spans = [span for span in _spans(text, unit, grade, grain, longest) if span[0] < span[1]]
        if len(spans) > 1:
            return [_finer(unit, index, span, grade) for index, span in enumerate(spans)]
    return [unit]


def _finer(unit: Unit, index: int, span: tuple[int, int, Cut], grade: Grade) -> Unit:
    before = span[2] if index else unit.before
    return Unit(span[0], span[1], before, unit.kind, grade, unit.bare)


def _spans(text: str, unit: Unit, grade: Grade, grain: int, longest: int) -> Iterator[tuple[int, int, Cut]]:
    if grade is Grade.PART:
        return _parts(text, unit)
    if grade is Grade.SENTENCE:
        return _sentences(text, unit)
    if grade is Grade.LINE:
        return _lines(text, unit, Cut.LINE)
    return _words(text, unit, grain, longest)


def _parts(text: str, unit: Unit) -> Iterator[tuple[int, int, Cut]]:
    """Items, rows, or the lines of code."""
    if unit.kind == "code":
        yield from _lines(text, unit, Cut.SENTENCE)
        return
    starts = [unit.start, *(part for part in unit.parts if unit.start < part < unit.end), unit.end]
    for left, right in pairwise(starts):
        yield (*stripped(text, left, right), Cut.SENTENCE)


def _sentences(text: str, unit: Unit) -> Iterator[tuple[int, int, Cut]]:
    if unit.kind in {"code", "table"}:
        return
    for left, right in sentences(text[unit.start : unit.end]):
        yield unit.start + left, unit.start + right, Cut.SENTENCE


def _lines(text: str, unit: Unit, cut: Cut) -> Iterator[tuple[int, int, Cut]]:
    for match in _LINE.finditer(text, unit.start, unit.end):
        yield (*stripped(text, match.start(), match.end()), cut)


def _words(text: str, unit: Unit, grain: int, longest: int) -> Iterator[tuple[int, int, Cut]]:
    position, cut = unit.start, Cut.WORD
    while position < unit.end:
        stop, following = _word_end(text, position, unit.end, grain, longest)
        yield (*stripped(text, position, stop), cut)
        position, cut = stop, following


def _word_end(text: str, start: int, end: int, grain: int, longest: int) -> tuple[int, Cut]:
    """The end of the last word within `grain`, or of the first when it is longer; and what end it is."""
    if end - start <= grain:
        return end, Cut.WORD
    for position in range(start + grain, start, -1):
        if text[position].isspace():
            return position, Cut.WORD
    space = _SPACES.search(text, start + grain, min(end, start + longest))
    if space:
        return space.start(), Cut.WORD
    if end - start <= longest:
        return end, Cut.WORD
    return character_end(text, start, start + grain), Cut.CHARACTER


def character_end(text: str, start: int, stop: int) -> int:
    """`stop` moved back so that no combining mark is parted from its letter, by 16 at most."""
    for position in range(stop, max(start, stop - 16), -1):
        if not _joins(text[position - 1], text[position]):
            return position
    return stop


def _joins(left: str, right: str) -> bool:
    return unicodedata.category(right)[0] == "M" or _ZERO_WIDTH_JOINER in left + right


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without surrounding whitespace."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
