"""The canonical text of a PDF under construction: lines as they stand, words divided at line ends joined.

What `builder.TextBuilder` does with runs, done with lines: a report of two hundred pages has fifty thousand runs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.convert.builder import MAX_CHARACTERS, NAMES_SEEN, in_cell
from kts.ingest.convert.fields import in_pairs, names_values
from kts.ingest.convert.outcomes import Refusal
from kts.types import Location, Mapped, Marked, SourceMap, well_formed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.pdf.page import Line
    from kts.ingest.convert.pdf.tables import Cell

_LAST_WORD = re.compile(r"(\w+)-$")
_FIRST_WORD = re.compile(r"\w+")
_CAME_BEFORE = re.compile(r"(?:\w|\w-)\Z")
_GOES_ON = re.compile(r"-?\w")
"""What makes a word a part of a longer one."""


def location_of(line: Line) -> Location:
    """Where a line stands on the page as it is stored."""
    return Location("pdf", line.page, (line.place or line.box,))


class Divided:
    """Words divided at line ends; what the document writes elsewhere tells whether the hyphen belongs."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._text = ""

    def joined(self, above: str, below: str, separator: str, *, hyphen: bool) -> tuple[str, str]:
        """The line's text and what follows it: nothing where the next line goes on with the same word."""
        last, first = _LAST_WORD.search(above), _FIRST_WORD.match(below)
        if last is None or first is None or not first[0][0].islower():
            return above, "" if hyphen and first and last else separator
        whole, compound = last[1] + first[0], f"{last[1]}-{first[0]}"
        if self._has(compound) and not self._has(whole):
            return above, ""
        return (above[:-1], "") if whole.islower() or whole.istitle() else (above, "")

    def _has(self, word: str) -> bool:
        """Whether the word, or the compound of words, stands in a line, in letters of whatever case."""
        self._text = self._text or "\n".join(line.text for line in self._lines).casefold()
        word = word.casefold()
        at = self._text.find(word)
        while at >= 0:
            if not _GOES_ON.match(self._text, at + len(word)) and not _CAME_BEFORE.search(
                self._text, max(at - 2, 0), at
            ):
                return True
            at = self._text.find(word, at + 1)
        return False


class PdfText:
    """Accumulates canonical text and where it comes from; lives for one document."""

    def __init__(self, divided: Divided) -> None:
        self._divided = divided
        self._pieces: list[str] = []
        self._entries: list[Mapped] = []
        self._hidden: list[Marked] = []
        self._length = 0

    def paragraph(self, lines: Sequence[Line]) -> None:
        """Append a paragraph whose lines stay lines."""
        self._add("\n\n" if self._length else "")
        self._lines(lines, "\n")

    def heading(self, lines: Sequence[Line], level: int) -> None:
        """Append a heading, one line."""
        self._add("\n\n" if self._length else "")
        self._add("#" * level + " ")
        self._lines(lines, " ")

    def table(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Append a Markdown table whose first row is the header; all rows are as long as the first.

        Rows of names and values get an empty header, and a row for each pair.
        """
        self._add("\n\n" if self._length else "")
        body = rows if any(rows[0]) else rows[1:]
        texts = [[" ".join([line.text for line in cell]) for cell in row] for row in body[:NAMES_SEEN]]
        if names_values(texts):
            paired = in_pairs(body)
            rows = [[()] * len(paired[0]), *paired]
        for number, row in enumerate(rows):
            self._add("\n|" if number else "|")
            for cell in row:
                if not cell:
                    self._add("  |")
                    continue
                self._add(" ")
                self._lines(cell, " ", tabled=True)
                self._add(" |")
            if not number:
                self._add("\n|" + " --- |" * len(row))

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _lines(self, lines: Sequence[Line], separator: str, *, tabled: bool = False) -> None:
        last = len(lines) - 1
        for index, line in enumerate(lines):
            text, glue = line.text, separator
            if index == last:
                glue = ""
            elif text[-1:] == "-":
                text, glue = self._divided.joined(text, lines[index + 1].text, separator, hyphen=line.hyphen)
            if tabled and ("|" in text or not text.isprintable()):
                text = in_cell(text)
            if text:
                self._place(line, self._length + len(text))
            self._pieces += (text, glue)
            self._length += len(text) + len(glue)
        if self._length > MAX_CHARACTERS:
            raise Refusal(outcome="too_large", reason=f"more than {MAX_CHARACTERS:,} characters of text")

    def _place(self, line: Line, end: int) -> None:
        """Remember where the text that is appended next, up to `end`, comes from."""
        start = self._length
        location = location_of(line)
        entries = self._entries
        if entries and entries[-1].end == start and entries[-1].location == location:
            start = entries.pop().start
        entries.append(Mapped(start, end, location))
        if line.hidden:
            marks, start = self._hidden, self._length
            if marks and marks[-1].end == start and marks[-1].kind == line.hidden:
                start = marks.pop().start
            marks.append(Marked(start, end, line.hidden))

    def text(self) -> str:
        """The canonical text, ending in one newline unless empty; lone surrogates become U+FFFD one for one."""
        return well_formed("".join(self._pieces) + "\n" * bool(self._length))

    def source_map(self) -> SourceMap:
        """Where every piece of it came from."""
        return SourceMap(entries=tuple(self._entries), hidden=tuple(self._hidden))
