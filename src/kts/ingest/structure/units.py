"""Sections and items as units of retrieval beside the chunks (SPEC IDX-1).

A short section is one unit with everything below it; of a long one only its own text is, up to its first subsection,
whose units are its own: an article of twenty pages answers nothing as a whole. Of items those count that say
something by their type; a mere statement is found in its chunk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.visible import Visible
    from kts.structure import Item
    from kts.types import Level, Section

LONGEST_SECTION = 6_000
"""Characters up to which a section is a unit with all its subsections: six chunks (a default, not fitted)."""
LEAST_BODY = 40
"""Characters below its heading that a section needs to be a unit; fewer are a heading and a number."""
PREFIXES = {"section": "sec", "item": "item"}
UNTYPED = frozenset({"Statement"})


class Unit(NamedTuple):
    """A passage to be at another level than the chunks', with the same places as a `chunk.split.Piece`."""

    start: int
    end: int
    section_index: int | None
    kind: str
    level: Level


def units_of(sections: Sequence[Section], items: Sequence[Item], shown: Visible) -> tuple[Unit, ...]:
    """The sections and typed items of a document, each list in reading order."""
    typed = (Unit(*one.span, one.section, one.item_type, "item") for one in items if one.item_type not in UNTYPED)
    return (*_sections(sections, shown), *typed)


def _sections(sections: Sequence[Section], shown: Visible) -> Iterator[Unit]:
    for at, section in enumerate(sections):
        start, end = section.span
        following = sections[at + 1].span.start if at + 1 < len(sections) else end
        if end - start > LONGEST_SECTION and following < end:
            end = following
        hidden = [one.start for one in shown.stretches if start < one.end and one.start < end]
        end = min([end, *hidden])
        end = start + len(shown.filled[start:end].rstrip())
        if end - start - len(section.heading) - len(section.number) >= LEAST_BODY:
            yield Unit(start, end, section.index, "section", "section")
