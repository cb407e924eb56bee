"""Sections from real structure: headings, their numbers and how they nest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.chunk.blocks import blocks
from kts.ingest.chunk.numbering import split_number
from kts.types import Section, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.chunk.blocks import Block


class StructureSectioner:
    """The general sectioner: Markdown headings, or numbered and set-off headings of plain text."""

    name = "structure"
    version = "1"

    def sections(self, text: str, *, markup: str) -> tuple[Section, ...]:
        """Sections in reading order, parents first; none when `text` has no heading."""
        return outline(text, blocks(text, markup=markup))


def outline(text: str, found: Sequence[Block]) -> tuple[Section, ...]:
    """The sections that the headings among `found` open, for a caller that has the blocks already.

    A section runs from its heading to the next heading of the same or a higher level, without the whitespace
    before it.
    """
    headings = [block for block in found if block.kind == "heading"]
    ends = _ends(text, headings)
    parents = _parents(headings)
    return tuple(_section(index, heading, parents[index], ends[index]) for index, heading in enumerate(headings))


def _section(index: int, heading: Block, parent: int | None, end: int) -> Section:
    number, words = split_number(heading.label)
    return Section(index, parent, heading.level, number, words, Span(heading.start, end))


def _parents(headings: Sequence[Block]) -> list[int | None]:
    """The nearest heading before each that has a higher level."""
    parents: list[int | None] = []
    open_: list[int] = []
    for index, heading in enumerate(headings):
        while open_ and headings[open_[-1]].level >= heading.level:
            open_.pop()
        parents.append(open_[-1] if open_ else None)
        open_.append(index)
    return parents


def _ends(text: str, headings: Sequence[Block]) -> list[int]:
    ends = [_content_end(text, len(text))] * len(headings)
    open_: list[int] = []
    for index, heading in enumerate(headings):
        while open_ and headings[open_[-1]].level >= heading.level:
            ends[open_.pop()] = _content_end(text, heading.start)
        open_.append(index)
    return ends


def _content_end(text: str, end: int) -> int:
    while end and text[end - 1].isspace():
        end -= 1
    return end
