"""Writes one slide: its title as heading, then the shapes in reading order, then notes and comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import Run, one_line, plain
from kts.ingest.convert.docx.hidden import UNKNOWN
from kts.ingest.convert.outcomes import DAMAGE
from kts.ingest.convert.pptx.colours import Colours
from kts.ingest.convert.pptx.comments import comments_of
from kts.ingest.convert.pptx.drawings import A, C, P, alt_text, chart_of, diagram_lines
from kts.ingest.convert.pptx.shapes import BODIES, LEFT_OUT, TITLES, behind, children_of, is_painted, ordered, shapes_of
from kts.ingest.convert.pptx.text import Ground, lines_of
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.ingest.convert.builder import Cell, TextBuilder
    from kts.ingest.convert.images import Images
    from kts.ingest.convert.pptx.shapes import Shape

_MAX_NESTING = 20
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_DEFAULT_SIZE = 1_800
"""Hundredths of a point of a text box whose size nobody states (ECMA-376, the default text style)."""
TITLE_SIZE = 2_400
"""Hundredths of a point from which a short line of its own, larger than all else, is taken for the title."""
TITLE_LENGTH = 100


class SlideWriter:
    """Writes one slide; `written` counts characters of its own text, `title` is its heading."""

    def __init__(self, builder: TextBuilder, images: Images, number: int, slide: Any) -> None:
        self.builder, self.images, self.number, self.slide = builder, images, number, slide
        self.hidden = "hidden_slide" if slide._element.get("show") in {"0", "false"} else ""  # noqa: SLF001 - no other way
        self.written = 0
        self.title = ""
        self._colours = Colours(slide)
        self._shapes: list[Shape] = []
        self._painted: list[Shape] = []
        self._described: set[str] = set()

    def write(self, size: tuple[int, int], authors: Mapping[str, str]) -> int:
        """Write title, shapes, notes and comments; the number of characters that the slide itself has."""
        self._shapes = [one for one in shapes_of(self.slide, size) if _kind(one) not in LEFT_OUT]
        self._painted = [one for one in self._shapes if is_painted(one, self._colours)]
        titles = [one for one in self._shapes if _kind(one) in TITLES and _texts(one.element)] or self._apparent_title()
        self._heading(titles[:1])
        for shape in ordered([one for one in self._shapes if one not in titles[:1]]):
            self._shape(shape, depth=0)
        self._notes()
        for comment in comments_of(self.slide, authors):
            self._block(comment, Location("pptx", slide=self.number, part="comments"), self.hidden)
        return self.written

    def _apparent_title(self) -> list[Shape]:
        """The one short line in type larger than all else on a slide without a title."""
        sizes = {one.number: _largest(one.element) for one in self._shapes if _texts(one.element)}
        top = max(sizes.values(), default=0)
        largest = [one for one in self._shapes if sizes.get(one.number, 0) == top >= TITLE_SIZE]
        found = [one for one in largest if one.element.tag == f"{P}sp" and not one.hidden]
        texts = _texts(found[0].element) if len(largest) == len(found) == 1 else []
        return found if len(sizes) > 1 and len(texts) == 1 and len(texts[0]) <= TITLE_LENGTH else []

    def _heading(self, titles: list[Shape]) -> None:
        for shape in titles:
            lines = list(self._lines(shape))
            runs = one_line([run for line in lines for run in (*line, Run(" "))][:-1])
            self.title = plain(runs)
            self.written += len(self.title)
            self.builder.block(runs, prefix="## ")
        if not titles and self.builder.length:
            self.builder.block((), prefix="---")

    def _shape(self, shape: Shape, *, depth: int) -> None:
        element = shape.element
        if element.tag == f"{P}grpSp":
            for child in children_of(shape) if depth < _MAX_NESTING else ():
                self._shape(child, depth=depth + 1)
        elif element.tag == f"{P}graphicFrame":
            self._frame(shape)
        elif element.tag == f"{P}sp":
            self._text(shape)
        self._picture(shape)

    def _place(self, shape: Shape) -> Location:
        return Location("pptx", slide=self.number, shape=shape.number)

    def _lines(self, shape: Shape) -> Iterator[tuple[Run, ...]]:
        body = shape.element.find(f"{P}txBody")
        if body is not None:
            for line in lines_of(body, self._place(shape), self._ground(shape), inherited=self._inherited(shape)):
                yield (Run(line.prefix), *line.runs) if line.prefix else line.runs

    def _ground(self, shape: Shape) -> Ground:
        coloured = shape.element.find(f".//{A}rPr/{A}solidFill") is not None
        seen = behind(shape, self._painted, self.slide, self._colours) if coloured else UNKNOWN
        return Ground(self._colours, seen, self.hidden or shape.hidden)

    def _inherited(self, shape: Shape) -> list[Any]:
        """Where a placeholder finds its bullets: the layout's placeholder, the master's, the master's style."""
        if shape.placeholder is None:
            return []
        bodies = [one.find(f"{P}txBody") for one in shape.placeholder.layers]
        master = self.slide.slide_layout.slide_master._element  # noqa: SLF001 - no other way
        style = master.find(f"{P}txStyles/{P}bodyStyle") if _kind(shape) in BODIES else None
        return [one for one in (*bodies, style) if one is not None]

    def _text(self, shape: Shape) -> None:
        for number, runs in enumerate(self._lines(shape)):
            self.written += len(plain(runs))
            if number:
                self.builder.line(runs)
            else:
                self.builder.block(runs)

    def _frame(self, shape: Shape) -> None:
        for table in shape.element.iter(f"{A}tbl"):
            self._table(table, shape)
        for element in shape.element.iter(f"{C}chart"):
            if (root := self._related(element.get(f"{_R}id", ""))) is not None:
                chart = chart_of(root)
                self._block(chart.caption, self._place(shape), self.hidden or shape.hidden)
                self._rows([list(row) for row in chart.rows], shape)
        for element in shape.element.iter(_DIAGRAM):
            if (root := self._related(element.get(f"{_R}dm", ""))) is not None:
                lines = (f"{'  ' * depth}- {text}" for depth, text in diagram_lines(root))
                self._block("\n".join(lines), self._place(shape), self.hidden or shape.hidden)

    def _block(self, text: str, place: Location, hidden: str) -> None:
        if text:
            self.written += len(text)
            self.builder.block([Run(text, place, hidden)])

    def _rows(self, rows: list[list[str]], shape: Shape) -> None:
        hidden = self.hidden or shape.hidden
        self.written += sum(len(text) for row in rows for text in row)
        self.builder.table([[(Run(text, self._place(shape), hidden),) if text else () for text in row] for row in rows])

    def _table(self, table: Any, shape: Shape) -> None:
        """Write a table; merged cells are filled in all the places that they cover."""
        rows: list[list[Cell]] = []
        for row in table.iterfind(f"{A}tr"):
            above, cells = rows[-1] if rows else [], list(row.iterfind(f"{A}tc"))
            line: list[Cell] = []
            for column, cell in enumerate(cells):
                if _is(cell, "vMerge") and column < len(above):
                    line.append(above[column])
                elif _is(cell, "hMerge") and line and cells[0].get("gridSpan") != str(len(cells)):
                    line.append(line[-1])
                else:
                    line.append(self._cell(cell, shape))
            rows.append(line)
        if any(plain(cell) for line in rows for cell in line):
            self.written += sum(len(plain(cell)) for line in rows for cell in line)
            self.builder.table(rows)

    def _cell(self, cell: Any, shape: Shape) -> Cell:
        body = cell.find(f"{A}txBody")
        fill = self._colours.fill(cell.find(f"{A}tcPr")) or UNKNOWN
        ground = Ground(self._colours, fill, self.hidden or shape.hidden)
        lines = list(lines_of(body, self._place(shape), ground)) if body is not None else []
        return tuple(run for line in lines for run in (Run(line.prefix.lstrip()), *line.runs, Run(" ")))[:-1]

    def _notes(self) -> None:
        if not self.slide.has_notes_slide or self.slide.notes_slide.notes_text_frame is None:
            return
        place = Location("pptx", slide=self.number, part="notes")
        text = self.slide.notes_slide.notes_text_frame.text.replace("\v", "\n").strip()
        if text:
            self.written += len(text)
            self.builder.block([Run("Notes: ", place, self.hidden), Run(text, place, self.hidden)])

    def _picture(self, shape: Shape) -> None:
        properties = next(shape.element.iter(f"{P}cNvPr"), None)
        alt = alt_text(properties) if shape.element.tag in {f"{P}pic", f"{P}graphicFrame"} else ""
        for blip in shape.element.iter(f"{A}blip") if shape.element.tag in {f"{P}pic", f"{P}sp"} else ():
            part = self._part(blip.get(f"{_R}embed", ""))
            if part is not None:
                self.images.add(part.blob, at=self.builder.length, location=self._place(shape), alt=alt)
        if alt and alt not in self._described:
            self._described.add(alt)
            self._block(f"[Image: {alt}]", self._place(shape), self.hidden or shape.hidden)

    def _part(self, relation: str) -> Any:
        try:
            return self.slide.part.related_part(relation)
        except DAMAGE:
            return None  # a picture whose file is missing or linked takes no text with it

    def _related(self, relation: str) -> Any:
        from pptx.oxml import parse_xml

        part = self._part(relation)
        try:
            return None if part is None else parse_xml(part.blob)
        except DAMAGE:
            return None  # a figure that cannot be read takes no text with it


def _kind(shape: Shape) -> str:
    return shape.placeholder.kind if shape.placeholder else "none"


def _is(cell: Any, name: str) -> bool:
    return cell.get(name) in {"1", "true"}


def _texts(element: Any) -> list[str]:
    """The paragraphs of a shape that hold text."""
    paragraphs = ("".join(node.text or "" for node in one.iter(f"{A}t")).strip() for one in element.iter(f"{A}p"))
    return [text for text in paragraphs if text]


def _largest(element: Any) -> int:
    sizes = [one.get("sz", "") for one in element.iter(f"{A}rPr")]
    return max((int(size) for size in sizes if size.isdecimal()), default=_DEFAULT_SIZE)
