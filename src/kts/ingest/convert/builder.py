"""Canonical text under construction: pieces of Markdown, each with the place it came from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.fields import in_pairs, names_values
from kts.ingest.convert.outcomes import Refusal
from kts.types import Mapped, Marked, SourceMap, well_formed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.types import Location

MAX_CHARACTERS = 20_000_000
"""Longest canonical text of one document, in characters."""

NAMES_SEEN = 50
"""Rows of a table that are looked at to see whether they are names and values."""

IN_CELL = "\u2022 "
"""What stands before an item of a list without numbers inside of a cell."""
IN_ROW = ", "
STRUCK = "~~"
"""What stands before and after text that is struck out (GFM): it is there to be read as no longer holding."""
BETWEEN_ROWS = "; "
"""What divides the cells and the rows of a table inside of a cell."""


class Run(NamedTuple):
    """A piece of text from one place; `hidden` names the way in which the original hides it."""

    text: str
    location: Location | None = None
    hidden: str = ""


Cell = tuple[Run, ...]


class TextBuilder:
    """Accumulates canonical text; lives for one conversion.

    The length never exceeds `limit`: a longer text raises a refusal with the outcome `too_large`.
    """

    def __init__(self, *, limit: int = MAX_CHARACTERS) -> None:
        self._pieces: list[str] = []
        self._entries: list[Mapped] = []
        self._hidden: list[Marked] = []
        self._limit = limit
        self._tail = ""
        self.length = 0

    def add(self, text: str, location: Location | None = None, hidden: str = "") -> None:
        """Append text; `hidden` names the way in which the original hides it."""
        if not text:
            return
        start = self.length
        if start + len(text) > self._limit:
            raise Refusal(outcome="too_large", reason=f"more than {self._limit:,} characters of text")
        self.length += len(text)
        self._pieces.append(text)
        self._tail = (self._tail + text[-2:])[-2:]
        if location is not None:
            _extend(self._entries, Mapped(start, self.length, location))
        if hidden:
            _extend_marks(self._hidden, Marked(start, self.length, hidden))

    def extend(self, runs: Iterable[Run]) -> None:
        """Append runs one after the other."""
        for run in runs:
            self.add(run.text, run.location, run.hidden)

    def line(self, runs: Iterable[Run], *, prefix: str = "") -> None:
        """Append a line of its own, after what is needed to begin one."""
        self.begin_line()
        self.add(prefix)
        self.extend(runs)

    def block(self, runs: Iterable[Run], *, prefix: str = "") -> None:
        """Append a block of its own, a blank line before it."""
        self.begin_block()
        self.add(prefix)
        self.extend(runs)

    def begin_line(self) -> None:
        """End the current line unless it is empty already."""
        if self.length and not self._tail.endswith("\n"):
            self.add("\n")

    def begin_block(self) -> None:
        """Leave exactly one blank line before what follows."""
        self.begin_line()
        if self.length and self._tail != "\n\n":
            self.add("\n")

    def table(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Append a Markdown table whose first row is the header; short rows are padded.

        Rows of names and values, such as a document's control table, get an empty header, and a row for each pair.
        """
        if names_values([[plain(cell) for cell in row] for row in rows[:NAMES_SEEN]]):
            rows = [[], *in_pairs(rows)]
        width = max((len(row) for row in rows), default=0)
        if not width:
            return
        self.begin_block()
        for index, row in enumerate(rows):
            self._row(row, width)
            if index == 0:
                self.add("|" + " --- |" * width + "\n")

    def _row(self, row: Sequence[Cell], width: int) -> None:
        self.add("|")
        for cell in row:
            self.add(" ")
            for run in cell:
                self.add(in_cell(run.text), run.location, run.hidden)
            self.add(" |")
        self.add("  |" * (width - len(row)) + "\n")

    def text(self) -> str:
        """The canonical text so far, ending in one newline unless empty.

        Lone surrogates, which no store can hold, become U+FFFD one for one.
        """
        self.begin_line()
        return well_formed("".join(self._pieces))

    def source_map(self) -> SourceMap:
        """Where every piece of it came from."""
        return SourceMap(entries=tuple(self._entries), hidden=tuple(self._hidden))


def in_cell(text: str) -> str:
    """Text as a table cell can hold it: one line, the column mark escaped."""
    return re.sub(r"\s*[\r\n\v\f\x85\u2028\u2029]+\s*", " ", text).replace("|", "\\|")


def one_line(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The runs with every line break turned into a space, for headings."""
    return tuple(run._replace(text=re.sub(r"\s*[\r\n\v\f]+\s*", " ", run.text)) for run in runs)


def spaced(parts: Iterable[Cell], between: str = " ") -> Cell:
    """The parts that hold text as one, a space or other sign between them."""
    runs: list[Run] = []
    for part in parts:
        if part:
            runs.extend([*([Run(between)] if runs else []), *part])
    return tuple(runs)


def within_cell(rows: Iterable[Iterable[Cell]]) -> Cell:
    """A table inside of a cell, whose line it shares: `Type, Sound; short, quak`."""
    return spaced((spaced(row, IN_ROW) for row in rows), BETWEEN_ROWS)


def plain(runs: Iterable[Run]) -> str:
    """The text of the runs."""
    return "".join(run.text for run in runs)


def fence_for(texts: Iterable[str]) -> str:
    """The fence around a listing of these texts: longer than any run of its sign in them (CommonMark 0.31, 4.5)."""
    longest = max((len(run) for text in texts for run in re.findall("`+", text)), default=0)
    return "`" * max(3, longest + 1)


def stripped(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The runs without white space at both ends and without empty runs."""
    kept = [run for run in runs if run.text]
    while kept and not kept[0].text.strip():
        kept.pop(0)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[0] = kept[0]._replace(text=kept[0].text.lstrip())
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip())
    return tuple(kept)


def _extend(entries: list[Mapped], entry: Mapped) -> None:
    """Append, or lengthen the last entry when it touches this one and has the same place."""
    if entries and entries[-1].end == entry.start and entries[-1].location == entry.location:
        entries[-1] = Mapped(entries[-1].start, entry.end, entry.location)
    else:
        entries.append(entry)


def _extend_marks(marks: list[Marked], mark: Marked) -> None:
    if marks and marks[-1].end == mark.start and marks[-1].kind == mark.kind:
        marks[-1] = Marked(marks[-1].start, mark.end, mark.kind)
    else:
        marks.append(mark)
