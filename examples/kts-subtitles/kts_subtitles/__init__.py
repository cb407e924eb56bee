"""SubRip subtitles: what is said, line by line, each with its line and bytes in the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.types import Conversion, Location, Mapped, SourceMap

if TYPE_CHECKING:
    from collections.abc import Iterator

_TIMES = re.compile(r"\d+:\d\d:\d\d[,.]\d+\s*-->\s*\d+:\d\d:\d\d[,.]\d+")


class Line(NamedTuple):
    """A line of the file: its number from 1, and where its bytes begin and end."""

    text: str
    number: int
    start: int
    end: int


class SubtitleConverter:
    """Reads `.srt`; the numbers and times of the cues are left out of the text."""

    name = "subtitles"
    version = "1"
    suffixes = frozenset({".srt"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Each spoken line is a line of the text, in the order of the file."""
        del name
        lines = list(_lines(content))
        if not any(_TIMES.search(line.text) for line in lines):
            return Conversion("malformed" if content.strip() else "empty", reason="no cue with its times was found")
        spoken = list(_spoken(lines))
        if not spoken:
            return Conversion("empty", reason="no cue has any words")
        entries = tuple(_mapped(spoken))
        text = "".join(f"{line.text}\n" for line in spoken)
        return Conversion("ok", text=text, source_map=SourceMap(entries=entries))


def _lines(content: bytes) -> Iterator[Line]:
    at = 0
    for number, raw in enumerate(content.splitlines(keepends=True), 1):
        words = raw.strip().removeprefix(b"\xef\xbb\xbf")
        start = at + raw.find(words)
        yield Line(_decoded(words), number, start, start + len(words))
        at += len(raw)


def _decoded(words: bytes) -> str:
    try:
        return words.decode("utf-8").strip()
    except UnicodeDecodeError:
        return words.decode("cp1252", "replace").strip()


def _spoken(lines: list[Line]) -> Iterator[Line]:
    """The lines between the times of a cue and the blank line that ends it."""
    inside = False
    for line in lines:
        if _TIMES.search(line.text):
            inside = True
        elif not line.text:
            inside = False
        elif inside:
            yield line


def _mapped(spoken: list[Line]) -> Iterator[Mapped]:
    at = 0
    for line in spoken:
        place = Location("text", line=line.number, byte_start=line.start, byte_end=line.end)
        yield Mapped(at, at + len(line.text), place)
        at += len(line.text) + 1
