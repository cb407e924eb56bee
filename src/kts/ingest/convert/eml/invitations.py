"""Calendars (`.ics`): each event as people read it, mapped to its lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.eml.calendar import READ, events
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator

_EDGE = re.compile(r"(?im)^(BEGIN|END):(\w+)[ \t]*\r?$")
_NAMED = re.compile(r"(?im)^X-WR-CALNAME:([^\r\n]+)")


class CalendarConverter:
    """Reads `.ics`: what, when, where, who of each event, task and note."""

    name = "calendar"
    version = "1"
    suffixes = frozenset({".ics", ".ical"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One block an event."""
        del name
        return attempt(lambda: _convert(content), what="calendar")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    positions, builder = Positions(decoded), TextBuilder()
    for start, end in _blocks(decoded.text):
        place = positions.locate(start, end)
        for event in events(decoded.text[start:end], described=True):
            builder.block([Run(event, place)])
    named = _NAMED.search(decoded.text)
    metadata = {"title": named[1].strip()} if named else {}
    if not builder.length:
        return Conversion("empty", reason="no events", metadata=metadata)
    return Conversion("ok", builder.text(), builder.source_map(), {**metadata, **assumed(decoded)})


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Where each event begins and ends; one that is never closed is cut off, and none."""
    start, kind = -1, ""
    for match in _EDGE.finditer(text):
        edge, name = match[1].upper(), match[2].upper()
        if edge == "BEGIN" and start < 0 and name in READ:
            start, kind = match.start(), name
        elif edge == "END" and start >= 0 and name == kind:
            yield start, match.end()
            start = -1
