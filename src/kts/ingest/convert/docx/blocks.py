"""Writes the blocks of a DOCX in order: headings, paragraphs, lists, listings, tables, boxes, notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import IN_CELL, Run, TextBuilder, one_line, plain, spaced, stripped, within_cell
from kts.ingest.convert.docx.drawings import Drawings, is_foreign
from kts.ingest.convert.docx.hidden import PAPER, UNKNOWN
from kts.ingest.convert.docx.looks import Type, names_rows, types_of
from kts.ingest.convert.docx.notes import Notes
from kts.ingest.convert.docx.numbers import Numbering
from kts.ingest.convert.docx.running import running_texts, told_once
from kts.ingest.convert.docx.runs import Reading, is_deleted, runs_of
from kts.ingest.convert.docx.styles import Style, Styles, W, fill_of
from kts.ingest.convert.docx.tables import (
    THROUGH,
    deleted_rows,
    header_rows,
    one_header,
    places_of,
    rows_of,
    split_caption,
)
from kts.ingest.convert.fields import in_pairs
from kts.ingest.convert.images import Images
from kts.types import Location

if TYPE_CHECKING:
    from kts.ingest.convert.builder import Cell
    from kts.ingest.convert.docx.notes import Note
    from kts.ingest.convert.docx.running import Running
    from kts.ingest.convert.docx.tables import Row

_MAX_NESTING = 50
_TOO_DEEP = f"text in more than {_MAX_NESTING} nested tables or boxes was not read"
_LISTING = re.compile(r"[{}()\[\];=<>$\\|#@&*_]|/\w|--\w")
"""Signs that text in typewriter type is a listing and not prose."""
_LIKE_HEADING = re.compile(r"#{1,6}\s")
_NO_TYPE = Type()


class DocxWriter:
    """Walks one document; lives for one conversion."""

    def __init__(self, document: Any) -> None:
        self.part = document.part
        self.body = document.element.body
        self.builder = TextBuilder()
        self.images = Images()
        self.numbering = Numbering(document.part)
        links = {key: rel.target_ref for key, rel in document.part.rels.items() if rel.is_external}
        self.notes = Notes(document.part)
        self.reading = Reading(Styles(document.part), links, self.notes)
        self.drawings = Drawings(document.part)
        self.title = ""
        self.running: tuple[str, ...] = ()
        self.unread: set[str] = set()
        self.paragraphs = 0
        self.tables = 0
        self._types = types_of(self.body, self.reading)
        self._ground = PAPER
        self._hidden = ""
        self._cell: Location | None = None
        self._in_list = False
        self._listing: list[list[Run]] = []
        self._carried: list[Run] = []
        self._described: set[str] = set()

    def write(self) -> None:
        """Write the whole document into `builder`."""
        shown_once, repeated = running_texts(self.part)
        self.running = tuple(one.text for one in repeated)
        self._shown_once([one for one in shown_once if one.kind == "headers"])
        self.blocks(self.body)
        self._end_listing()
        self._write_notes(self.notes.rest())
        self._shown_once([one for one in shown_once if one.kind == "footers"])
        if self.builder.length:
            for runs in told_once(repeated, self.builder.text(), self.reading):
                self.builder.block(runs)

    def _shown_once(self, texts: list[Running]) -> None:
        for one in texts:
            self.builder.block([Run(one.text, Location("docx", part=f"{one.kind}/{one.number}"))])

    def blocks(self, parent: Any, *, depth: int = 0) -> None:
        """Write the block elements of `parent`, looking through content controls and insertions."""
        if depth > _MAX_NESTING:
            self.unread.add(_TOO_DEEP)
            return
        for element in parent:
            if element.tag == f"{W}p":
                self.paragraph(element, depth=depth)
            elif element.tag == f"{W}tbl":
                self.table(element, depth=depth)
            elif element.tag in THROUGH:
                self.blocks(element, depth=depth + 1)
            elif is_foreign(element):
                self.unread.add("an embedded document (altChunk) was not read")

    def paragraph(self, element: Any, *, depth: int = 0) -> None:
        """Write one paragraph as heading, list item, listing or block, then what is anchored in it."""
        self.paragraphs += 1
        place = self._cell or Location("docx", paragraph=self.paragraphs)
        properties = element.find(f"{W}pPr")
        style, type_ = self.reading.styles.of(properties), self._types.get(element, _NO_TYPE)
        label = self.numbering.label(properties, style)
        earlier = self.notes.waiting
        runs = [*self._carried, *self._runs(element, place, style)]
        gone = is_deleted(element, plain(runs))
        self._carried = runs if _joins_next(properties) and not gone else []
        if self._carried:
            return
        if type_.listing and not label and not gone:
            self._listing.append(runs)
        elif runs := list(stripped(runs)):
            self._end_listing()
            if level := (style.level or type_.level) * (not gone):
                self._heading(runs, label, level, earlier)
            else:
                self._plain(runs, label, style)
        self._anchored(element, place, depth)

    def _runs(self, element: Any, place: Location, style: Style) -> list[Run]:
        runs = runs_of(element, place, self.reading, style=style, ground=self._ground)
        return [run._replace(hidden=self._hidden) for run in runs] if self._hidden else runs

    def _heading(self, runs: list[Run], label: str, level: int, notes: int) -> None:
        """Write a heading, before it the notes of the section that it ends."""
        self._write_notes(self.notes.taken(notes))
        flat = one_line(runs)
        self.title = self.title or plain(flat)
        self.builder.block(flat, prefix="#" * min(level, 6) + " " + label.lstrip().removeprefix("- "))
        self._in_list = False

    def _plain(self, runs: list[Run], label: str, style: Style) -> None:
        """Write a list item, a line of a table of contents, or a paragraph."""
        listed = bool(label) or style.contents
        if listed and self._in_list:
            self.builder.line(runs, prefix=label)
        else:
            escaped = "\\" if _LIKE_HEADING.match(plain(runs)) else ""
            self.builder.block(runs, prefix=label or escaped)
        self._in_list = listed

    def _end_listing(self) -> None:
        """Write the lines in typewriter type that were collected: fenced when they are code."""
        lines, self._listing = self._listing, []
        while lines and not plain(lines[-1]).strip():
            lines.pop()
        if not lines:
            return
        self._in_list = False
        text = "\n".join(plain(line) for line in lines)
        if not _LISTING.search(text) or "```" in text:
            for line in filter(stripped, lines):
                self._plain(list(stripped(line)), "", Style())
            return
        self.builder.block((), prefix="```")
        for line in lines:
            self.builder.add("\n")
            self.builder.extend(line)
        self.builder.line((), prefix="```")

    def _anchored(self, element: Any, place: Location, depth: int) -> None:
        """Write what hangs on a paragraph: text boxes, charts, diagrams, pictures' alternative texts."""
        for box, hidden in self.drawings.boxes(element):
            self._boxed(box, hidden or self._hidden, depth)
        for caption, rows in self.drawings.figures(element):
            self._end_listing()
            self.builder.block([Run(caption, place, self._hidden)])
            self.builder.table([[(Run(text, place, self._hidden),) if text else () for text in row] for row in rows])
        for text in self._pictures(element, place):
            self._end_listing()
            self.builder.block([text])

    def _pictures(self, element: Any, place: Location) -> list[Run]:
        """Take the paragraph's pictures; the descriptions that the document has not given before."""
        described: list[Run] = []
        for picture in self.drawings.pictures(element):
            self.images.add(picture.body, at=self.builder.length, location=place, alt=picture.alt)
            if picture.alt and picture.alt not in self._described:
                self._described.add(picture.alt)
                described.append(Run(f"[Image: {picture.alt}]", place, self._hidden))
        return described

    def _boxed(self, box: Any, hidden: str, depth: int) -> None:
        outer = (self._ground, self._hidden, self._in_list)
        self._ground, self._hidden, self._in_list = UNKNOWN, hidden, False
        self.blocks(box, depth=depth + 1)
        self._ground, self._hidden, self._in_list = outer

    def table(self, element: Any, *, depth: int = 0) -> None:
        """Write a table, its first row as the header; a frame of one cell is written as what it holds."""
        self._end_listing()
        self.tables += 1
        self._in_list = False
        number = self.tables
        found = list(rows_of(element))
        if len(found) == 1 and len(found[0].cells) == 1 and self._cell is None:
            self._cell = Location("docx", table=number, row=1, cell=1)
            self._framed(element, found[0], depth)
            self._cell = None
            return
        rows = self._rows(element, found, number, depth)
        captions, rest = split_caption(rows)
        for caption in captions:
            self.builder.block(caption)
        if any(plain(cell) for row in rest for cell in row):
            if not captions and names_rows(found, self.reading):
                self.builder.table([(), *in_pairs(rest)])
            else:
                self.builder.table(one_header(rest, header_rows(found[len(captions) :], rest)))
        for text in deleted_rows(element):
            self.builder.block([Run(text, Location("docx", table=number))])

    def _framed(self, table: Any, row: Row, depth: int) -> None:
        outer = self._ground
        self._ground = next(places_of(row)).fill or self._table_ground(table)
        self.blocks(row.cells[0], depth=depth + 1)
        self._end_listing()
        self._ground, self._in_list = outer, False

    def _table_ground(self, table: Any) -> str:
        """What is behind the cells that have no colour of their own."""
        named = table.find(f"{W}tblPr/{W}tblStyle")
        shaded = named is not None and self.reading.styles.shades_tables(named.get(f"{W}val", ""))
        return UNKNOWN if shaded else fill_of(table.find(f"{W}tblPr")) or self._ground

    def _rows(self, table: Any, found: list[Row], number: int, depth: int) -> list[list[Cell]]:
        ground = self._table_ground(table)
        rows: list[list[Cell]] = []
        for at, row in enumerate(found, start=1):
            rows.append(self._row(row, Location("docx", table=number, row=at), rows[-1] if rows else [], ground, depth))
        return rows

    def _row(self, row: Row, place: Location, above: list[Cell], ground: str, depth: int) -> list[Cell]:
        cells: list[Cell] = [()] * row.before
        places = list(places_of(row))
        for at in places:
            outer = (self._ground, self._hidden)
            self._ground, self._hidden = at.fill or ground, row.hidden or self._hidden
            cell = self._content(at.element, place._replace(cell=at.column + 1), depth)
            self._ground, self._hidden = outer
            if at.continued and not cell and at.column < len(above):
                cell = above[at.column]
            cells.append(cell)
            across = len(places) == 1 and not row.before and not row.after
            cells.extend([() if across else cell] * (at.span - 1))
        return [*cells, *([()] * row.after)]

    def _content(self, element: Any, place: Location, depth: int) -> Cell:
        """All text of a cell in one line, nested tables too."""
        runs: list[Run] = []
        if depth > _MAX_NESTING:
            self.unread.add(_TOO_DEEP)
            return ()
        for child in element:
            text: Cell = ()
            if child.tag == f"{W}p":
                text = self._in_cell(child, place, depth)
            elif child.tag == f"{W}tbl":
                cells = ([one.element for one in places_of(row)] for row in rows_of(child))
                text = within_cell([self._content(one, place, depth + 1) for one in row] for row in cells)
            elif child.tag in THROUGH:
                text = self._content(child, place, depth + 1)
            runs = list(spaced([tuple(runs), text]))
        return tuple(runs)

    def _in_cell(self, element: Any, place: Location, depth: int) -> Cell:
        properties = element.find(f"{W}pPr")
        style = self.reading.styles.of(properties)
        label = self.numbering.label(properties, style).lstrip()
        label = IN_CELL if label == "- " else label
        text = stripped(self._runs(element, place, style))
        parts: list[Cell] = [(Run(label, place), *text) if text and label else text]
        for box, _ in self.drawings.boxes(element):
            parts.append(self._content(box, place, depth + 1))
        parts.extend((text,) for text in self._pictures(element, place))
        return spaced(parts)

    def _write_notes(self, notes: list[Note]) -> None:
        for note in notes:
            place = Location("docx", part=f"{note.kind}/{note.id}")
            paragraphs = [stripped(self._noted(one, place)) for one in note.body.iter(f"{W}p")]
            if runs := spaced(paragraphs):
                self.builder.block([Run(note.lead, place), *runs])
                self._in_list = False

    def _noted(self, paragraph: Any, place: Location) -> list[Run]:
        style = self.reading.styles.of(paragraph.find(f"{W}pPr"))
        return runs_of(paragraph, place, self.reading._replace(notes=None), style=style)


def _joins_next(properties: Any) -> bool:
    """Whether the end of this paragraph is a tracked deletion: its text goes on in the next."""
    return properties is not None and properties.find(f"{W}rPr/{W}del") is not None
