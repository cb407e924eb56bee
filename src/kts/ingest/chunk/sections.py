"""Sections from real structure: headings, their numbers and how they nest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.chunk.numbering import split_number
from kts.types import Section, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.chunk.blocks import Block


class StructureSectioner:
    """The general sectioner: Markdown headings, or numbered and set-off headings of plain text."""

    name = "structure"
    version = "3"

    def sections(self, text: str, *, markup: str) -> tuple[Section, ...]:
        """Sections in reading order, parents first; none when `text` has no heading."""
        from kts.ingest.chunk.blocks import blocks  # its expressions take longer to compile than to see that all is old

        return outline(text, blocks(text, markup=markup))


def outline(text: str, found: Sequence[Block]) -> tuple[Section, ...]:
    """The sections that the headings among `found` open, for a caller that has the blocks already.

    A section runs from its heading to the next heading of the same or a higher level, without the whitespace
    before it.
    """
    headings = _with_signatures(text, found, _without_wrapped(text, [one for one in found if one.kind == "heading"]))
    ends = _ends(text, headings)
    parents = _parents(headings)
    return tuple(_section(index, heading, parents[index], ends[index]) for index, heading in enumerate(headings))


def _without_wrapped(text: str, headings: Sequence[Block]) -> list[Block]:
    """Headings without references that begin a broken line.

    Those have a number and no title, and before them a word that goes on (`described in / Schedule 8`), or the same
    number elsewhere with its title.
    """
    titled = {number for number, words in (split_number(one.label) for one in headings) if number and words}
    kept = []
    for heading in headings:
        number, words = split_number(heading.label)
        if (
            number
            and not words
            and (number in titled or _GOES_ON.search(text, max(0, heading.start - 40), heading.start))
        ):
            continue
        kept.append(heading)
    return kept


_GOES_ON = re.compile(
    r"(?:\b(?:in|of|to|on|under|with|by|and|or|the|this|see|for|that|pursuant|such|as|per|through)|,)\s*\Z",
    re.IGNORECASE,
)
"""The end of a line that a reference continues."""
_SIGNED = re.compile(r"[ \t*_]*IN[ \t\xa0]+WITNESS[ \t\xa0]+WHEREOF\b", re.IGNORECASE)
LEAST_HEADINGS = 3
"""Headings of a contract whose signatures are a section of their own."""


def _with_signatures(text: str, found: Sequence[Block], headings: list[Block]) -> list[Block]:
    """The headings and, as one more, what the signatures of a contract or of a form in its exhibits begin with."""
    if len(headings) < LEAST_HEADINGS:
        return headings
    opened = [_signatures(text, block, headings) for block in found if block.kind == "paragraph"]
    return sorted([*headings, *(one for one in opened if one)], key=lambda one: one.start)


def _signatures(text: str, block: Block, headings: Sequence[Block]) -> Block | None:
    match = _SIGNED.match(text, block.start, min(block.end, block.start + 60))
    if match is None:
        return None
    above = [one for one in headings if one.start < block.start and one.level == 1]
    level = 2 if above and _ANNEX.match(above[-1].label) else 1
    return block._replace(kind="heading", end=match.end(), level=level, label=" ".join(match[0].split()).strip("*_ "))


_ANNEX = re.compile(r"(?:exhibit|schedule|annex|appendix|attachment)\b", re.IGNORECASE)


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
