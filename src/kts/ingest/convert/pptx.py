"""PPTX: slides in order, each under its title, every shape mapped to slide and shape."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import Run, TextBuilder, one_line, plain, stripped
from kts.ingest.convert.images import Images
from kts.ingest.convert.officemeta import core_metadata
from kts.ingest.convert.outcomes import DAMAGE, attempt
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.types import Outcome

_MAX_NESTING = 20
_BODY_TYPES = frozenset({"BODY", "OBJECT", "VERTICAL_BODY", "VERTICAL_OBJECT"})
_LEFT_OUT = frozenset({"DATE", "FOOTER", "SLIDE_NUMBER", "HEADER"})


class PptxConverter:
    """Reads `.pptx`: titles, text, lists, tables, speaker notes and images; hidden slides are marked."""

    name = "pptx"
    version = "1"
    suffixes = frozenset({".pptx"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One section a slide: `## Slide 3: Title`."""
        del name
        return attempt(lambda: _convert(content), damage=_damage(), what="PPTX")


def _convert(content: bytes) -> Conversion:
    guard(content)
    import pptx

    damage = _damage()
    deck = pptx.Presentation(io.BytesIO(content))
    builder, images = TextBuilder(), Images()
    written, failed = 0, []
    for number, slide in enumerate(deck.slides, start=1):
        writer = _SlideWriter(builder, images, number, hidden=slide.element.get("show") in {"0", "false"})
        try:
            written += writer.slide(slide)
        except damage:
            failed.append(str(number))
    metadata = core_metadata(deck.core_properties, content)
    if not written:
        return Conversion("empty", reason="no text on any slide", metadata=metadata, images=images.all())
    reason = f"slides not read: {', '.join(failed)}" if failed else ""
    outcome: Outcome = "partial" if failed else "ok"
    return Conversion(outcome, builder.text(), builder.source_map(), metadata, images.all(), reason)


def _damage() -> tuple[type[Exception], ...]:
    """What python-pptx raises on damaged input."""
    from pptx.exc import PythonPptxError

    return (*DAMAGE, PythonPptxError)


class _SlideWriter:
    """Writes one slide; `written` counts characters of its own text."""

    def __init__(self, builder: TextBuilder, images: Images, number: int, *, hidden: bool) -> None:
        self.builder, self.images, self.number = builder, images, number
        self.hidden = "hidden_slide" if hidden else ""
        self.written = 0

    def slide(self, slide: Any) -> int:
        """Write title, shapes and notes; the number of characters that the slide itself has."""
        title = slide.shapes.title
        shapes = list(slide.shapes)
        self._title(title, shapes)
        for index, shape in enumerate(shapes, start=1):
            if title is None or shape.shape_id != title.shape_id:
                self._shape(shape, Location("pptx", slide=self.number, shape=index), depth=0)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            self._notes(slide.notes_slide.notes_text_frame)
        return self.written

    def _title(self, title: Any, shapes: list[Any]) -> None:
        place = Location("pptx", slide=self.number)
        text: tuple[Run, ...] = ()
        if title is not None and title.has_text_frame:
            index = next((i for i, shape in enumerate(shapes, 1) if shape.shape_id == title.shape_id), None)
            place = Location("pptx", slide=self.number, shape=index)
            text = stripped(one_line([Run(title.text_frame.text, place, self.hidden)]))
        self.written += len(plain(text))
        label = f"Slide {self.number}{': ' if text else ''}"
        heading = Run(label, Location("pptx", slide=self.number), self.hidden)
        self.builder.block([heading, *text], prefix="## ")

    def _shape(self, shape: Any, place: Location, *, depth: int) -> None:
        if hasattr(shape, "shapes"):
            for child in shape.shapes if depth < _MAX_NESTING else ():
                self._shape(child, place, depth=depth + 1)
        elif getattr(shape, "has_table", False):
            self._table(shape.table, place)
        elif shape.has_text_frame and _placeholder(shape) not in _LEFT_OUT:
            self._paragraphs(shape.text_frame, place, listed=_placeholder(shape) in _BODY_TYPES)
        elif getattr(shape, "has_chart", False):
            self._chart(shape.chart, place)
        self._picture(shape, place)

    def _paragraphs(self, frame: Any, place: Location, *, listed: bool) -> None:
        self.builder.begin_block()
        for paragraph in frame.paragraphs:
            text = paragraph.text.replace("\v", "\n").strip()
            if not text:
                continue
            self.written += len(text)
            prefix = "  " * min(paragraph.level, 8) + "- " if listed else ""
            self.builder.line([Run(text, place, self.hidden)], prefix=prefix)

    def _table(self, table: Any, place: Location) -> None:
        rows = []
        for row in table.rows:
            cells = [(Run(text, place, self.hidden),) if text else () for text in _cell_texts(row)]
            self.written += sum(len(plain(cell)) for cell in cells)
            rows.append(cells)
        self.builder.table(rows)

    def _chart(self, chart: Any, place: Location) -> None:
        if chart.has_title and chart.chart_title.has_text_frame:
            text = chart.chart_title.text_frame.text.strip()
            self.written += len(text)
            self.builder.block([Run(text, place, self.hidden)])

    def _notes(self, frame: Any) -> None:
        place = Location("pptx", slide=self.number, part="notes")
        text = frame.text.replace("\v", "\n").strip()
        if text:
            self.written += len(text)
            self.builder.block([Run("Notes: "), Run(text, place, self.hidden)])

    def _picture(self, shape: Any, place: Location) -> None:
        try:
            body = shape.image.blob if hasattr(shape, "image") else b""
        except _damage():
            return  # a picture whose file is missing or linked takes no text with it
        if body:
            alt = shape.element.xpath("string(.//p:cNvPr/@descr)")
            self.images.add(body, at=self.builder.length, location=place, alt=str(alt))


def _cell_texts(row: Any) -> Iterator[str]:
    for cell in row.cells:
        yield cell.text_frame.text.replace("\v", "\n").strip()


def _placeholder(shape: Any) -> str:
    if not shape.is_placeholder:
        return ""
    kind = shape.placeholder_format.type
    return kind.name if kind is not None else ""
