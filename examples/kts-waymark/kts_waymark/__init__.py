"""Waymark notes: a heading is a line that begins with as many @ as its level, then a space."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.types import Section, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADING = re.compile(r"^(?P<marks>@{1,6})[ \t]+(?P<words>\S[^\r\n]*)", re.MULTILINE)


class WaymarkSectioner:
    """Finds the sections of Waymark notes; any other text has none."""

    name = "waymark"
    version = "1"

    def sections(self, text: str, *, markup: str) -> tuple[Section, ...]:
        """Sections in reading order; each runs to the next heading of its own or a higher level."""
        del markup
        found = list(_HEADING.finditer(text))
        levels = [len(heading["marks"]) for heading in found]
        return tuple(
            Section(
                index=index,
                parent=_parent(levels, index),
                level=levels[index],
                number="",
                heading=" ".join(heading["words"].split()),
                span=Span(heading.start(), _end(text, found, levels, index)),
            )
            for index, heading in enumerate(found)
        )


def _parent(levels: Sequence[int], index: int) -> int | None:
    """The nearest heading before this one that is of a higher level."""
    return next((before for before in range(index - 1, -1, -1) if levels[before] < levels[index]), None)


def _end(text: str, found: Sequence[re.Match[str]], levels: Sequence[int], index: int) -> int:
    """Where the next heading of the same or a higher level begins, without the white space before it."""
    later = range(index + 1, len(found))
    end = next((found[after].start() for after in later if levels[after] <= levels[index]), len(text))
    return len(text[:end].rstrip())
