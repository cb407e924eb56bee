"""DOC (Word 97-2003): paragraphs, headings, lists, tables, notes, each mapped to its paragraph or cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import IN_CELL, Run, TextBuilder, one_line, plain, stripped
from kts.ingest.convert.docx.tables import write_grid
from kts.ingest.convert.legacy.doclists import DocLists
from kts.ingest.convert.legacy.docparts import WordFile
from kts.ingest.convert.legacy.doctables import DEFINITION, Shape, grid_of, shape_of
from kts.ingest.convert.legacy.ole import Container, described
from kts.ingest.convert.legacy.sheets import BETWEEN
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.ingest.convert.builder import Cell
    from kts.ingest.convert.legacy.docparts import Properties, Ranges, Stretch

_MAIN = "WordDocument"
_IN_TABLE, _ROW_END, _OUTLINE = 0x2416, 0x2417, 0x2640
_HIDDEN, _DELETED = 0x083C, 0x0800
_BODY_LEVEL = 9
_FIELD_BEGIN, _FIELD_SEPARATOR, _FIELD_END = "\x13", "\x14", "\x15"
_ENDS = "\r\x07\x0c"
_SHOWN = str.maketrans(
    {"\x0b": "\n", "\x0e": "\n", "\x1e": "-", "\x1f": "", "\xad": "", "\x0c": "", "\r": "", "\x07": ""}
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_PAIRS = re.compile(r"[\ud800-\udbff][\udc00-\udfff]")
_PARTS = ("footnotes", "headers", "macros", "comments", "endnotes", "boxes")
_WRITTEN = frozenset({"footnotes", "endnotes", "boxes"})


class Paragraph(NamedTuple):
    """Its runs of shown text (text, how it is hidden), the mark that ends it, the properties of that mark."""

    runs: tuple[tuple[str, str], ...]
    mark: str
    style: int
    properties: Properties


class DocConverter:
    """Reads `.doc` of Word 6 to 2003: headings by style or outline level; hidden text is marked."""

    name = "doc"
    version = "4"
    suffixes = frozenset({".doc", ".dot"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Body, footnotes, endnotes and text boxes; headers, footers and comments are left out."""
        del name
        return attempt(lambda: _convert(content), damage=DAMAGE, what="Word document")


def _convert(content: bytes) -> Conversion:
    container = Container(content, what="Word 97-2003")
    main = container.stream(_MAIN)
    if not main:
        raise Refusal(outcome="malformed", reason="no Word document in the file")
    word = WordFile(main, {name: container.stream(name) for name in ("0Table", "1Table")})
    writer = _Writer(word.levels(), DocLists(word))
    story = word.story()
    paragraphs = _paragraphs(word)
    writer.write(_until(paragraphs, story.body))
    for part, length in zip(_PARTS, story[1:], strict=True):
        writer.note(_until(paragraphs, length), part if part in _WRITTEN else "")
    metadata = described(container.metadata(), writer.title)
    text = writer.builder.text()
    if not text.strip():
        return Conversion("empty", reason="no text in the body", metadata=metadata)
    source_map = writer.builder.source_map()
    if sum(mark.end - mark.start for mark in source_map.hidden) >= len(text.strip()):
        return Conversion("hidden_only", reason="all text is formatted as hidden", metadata=metadata)
    return Conversion("ok", text, source_map, metadata)


def _until(paragraphs: Iterator[tuple[int, Paragraph]], length: int) -> Iterator[Paragraph]:
    """The paragraphs of the next `length` characters."""
    read = 0
    while read < length:
        found = next(paragraphs, None)
        if found is None:
            return
        read += found[0]
        yield found[1]


def _paragraphs(word: WordFile) -> Iterator[tuple[int, Paragraph]]:
    """Every paragraph with its length in the file, in the order of the text."""
    styles, looks = word.paragraphs(), word.characters()
    collected = _Collector(looks)
    for piece in word.pieces():
        start = 0
        for end in _cuts(piece.text, piece.offset, piece.width, looks):
            stretch = piece.text[start:end]
            at = piece.offset + start * piece.width
            start = end
            collected.add(stretch, at)
            if stretch[-1] in _ENDS:
                last = piece.offset + (end - 1) * piece.width
                yield collected.take(stretch[-1], styles.at(last))
    if collected.length:
        yield collected.take("", styles.at(-1))


def _cuts(text: str, offset: int, width: int, looks: Ranges) -> Iterator[int]:
    """Where a paragraph ends or the look of the text changes."""
    marks = re.compile(f"[{_ENDS}]")
    at = 0
    while at < len(text):
        mark = marks.search(text, at)
        end = mark.end() if mark else len(text)
        changed = (looks.at(offset + at * width).end - offset + width - 1) // width
        at = min(end, changed) if changed > at else end
        yield at


class _Collector:
    """Puts the shown text of a paragraph together, field codes and deleted text left out."""

    def __init__(self, looks: Ranges) -> None:
        self._looks = looks
        self._runs: list[tuple[str, str]] = []
        self._codes: list[bool] = []
        self.length = 0

    def add(self, text: str, offset: int) -> None:
        """Take a stretch of one look, which stands at `offset` in the file."""
        self.length += len(text)
        look = self._looks.at(offset).properties
        if _on(look.get(_DELETED)):
            return
        hidden = "hidden_text" if _on(look.get(_HIDDEN)) else ""
        shown = "".join(self._outside(text)).translate(_SHOWN)
        shown = _PAIRS.sub(_joined, _CONTROL.sub("", shown))
        if shown:
            self._runs.append((shown, hidden))

    def _outside(self, text: str) -> Iterator[str]:
        """The text without the instructions of fields, whose results stay."""
        for part in re.split("([\x13\x14\x15])", text):
            if part == _FIELD_BEGIN:
                self._codes.append(True)
            elif part == _FIELD_SEPARATOR and self._codes:
                self._codes[-1] = False
            elif part == _FIELD_END and self._codes:
                self._codes.pop()
            elif not any(self._codes):
                yield part

    def take(self, mark: str, stretch: Stretch) -> tuple[int, Paragraph]:
        """The paragraph so far with its length, after which the collection starts again."""
        length, runs = self.length, tuple(self._runs)
        self._runs, self.length = [], 0
        return length, Paragraph(runs, mark, stretch.style, stretch.properties)


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _on(operand: bytes | None) -> bool:
    """Whether a property of the kind on, off, as the style (0x80), unlike the style (0x81) is on."""
    return operand in {b"\x01", b"\x81"}


class _Writer:
    """Writes the paragraphs of one document; lives for one conversion."""

    def __init__(self, levels: Mapping[int, int], lists: DocLists) -> None:
        self.builder = TextBuilder()
        self._lists = lists
        self.title = ""
        self._levels = levels
        self._count = 0
        self._tables = 0
        self._in_list = False
        self._rows: list[tuple[list[Cell], Shape]] = []
        self._row: list[Cell] = []
        self._cell: list[Run] = []

    def write(self, paragraphs: Iterator[Paragraph]) -> None:
        """Write the body."""
        for paragraph in paragraphs:
            if paragraph.mark == "\x07" or _on(paragraph.properties.get(_IN_TABLE)):
                self._in_table(paragraph)
            else:
                self._end_table()
                self._paragraph(paragraph)
        self._end_table()

    def _paragraph(self, paragraph: Paragraph) -> None:
        self._count += 1
        place = Location("docx", paragraph=self._count)
        runs = stripped([Run(text, place, hidden) for text, hidden in paragraph.runs])
        level = self._level(paragraph)
        label = self._lists.label(paragraph.properties, paragraph.style, heading=level > 0)
        if not runs:
            return
        if level:
            self.title = self.title or plain(runs)[:500]
            self.builder.block(one_line(runs), prefix="#" * min(level, 6) + " " + label.removeprefix("- "))
        elif label and self._in_list:
            self.builder.line(runs, prefix=label)
        else:
            self.builder.block(runs, prefix=label)
        self._in_list = bool(label) and not level

    def _level(self, paragraph: Paragraph) -> int:
        outline = paragraph.properties.get(_OUTLINE, b"")
        if len(outline) == 1 and outline[0] < _BODY_LEVEL:
            return outline[0] + 1
        return 0 if outline else self._levels.get(paragraph.style, 0)

    def _in_table(self, paragraph: Paragraph) -> None:
        if not self._rows and not self._row and not self._cell:
            self._tables += 1
        if _on(paragraph.properties.get(_ROW_END)):
            self._rows.append((self._row, shape_of(paragraph.properties.get(DEFINITION, b""))))
            self._row, self._cell = [], []
            return
        place = Location("docx", table=self._tables, row=len(self._rows) + 1, cell=len(self._row) + 1)
        runs = stripped([Run(text, place, hidden) for text, hidden in paragraph.runs])
        label = self._lists.label(paragraph.properties, paragraph.style, heading=False).lstrip()
        if label and runs:
            runs = (Run(IN_CELL if label == "- " else label, place), *runs)
        self._cell.extend([*([BETWEEN] if self._cell and runs else []), *runs])
        if paragraph.mark == "\x07":
            self._row.append(tuple(self._cell))
            self._cell = []

    def _end_table(self) -> None:
        if self._cell:
            self._row.append(tuple(self._cell))
        if self._row:
            self._rows.append((self._row, Shape()))
        rows, self._rows, self._row, self._cell = grid_of(self._rows), [], [], []
        if not rows:
            return
        self._in_list = False
        write_grid(self.builder, rows)

    def note(self, paragraphs: Iterator[Paragraph], part: str) -> None:
        """Write the paragraphs of a part behind the body; with no name, read past them."""
        for number, paragraph in enumerate(paragraphs, start=1):
            place = Location("docx", part=f"{part}/{number}")
            runs = stripped([Run(text, place, hidden) for text, hidden in paragraph.runs])
            if runs and part:
                self.builder.block(runs, prefix=_NOTE.get(part, "").format(number))


_NOTE = {"footnotes": "[^{}]: ", "endnotes": "[^e{}]: "}
