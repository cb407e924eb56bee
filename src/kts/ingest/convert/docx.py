"""DOCX: paragraphs and tables in the order of the body, each mapped to its paragraph or cell."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import Run, TextBuilder, one_line, plain, stripped
from kts.ingest.convert.docxnumbers import Numbering
from kts.ingest.convert.docxruns import W, is_paragraph, runs_of
from kts.ingest.convert.docxstyles import Styles
from kts.ingest.convert.images import Images
from kts.ingest.convert.officemeta import core_metadata
from kts.ingest.convert.outcomes import DAMAGE, attempt
from kts.ingest.convert.strict import transitional
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.builder import Cell

_BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_BOX = f"{W}txbxContent"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_NOTES = {"footnotes": f"{W}footnote", "endnotes": f"{W}endnote"}
_MAX_NESTING = 50


class DocxConverter:
    """Reads `.docx`: headings by style, numbering as displayed, tables, footnotes, text boxes, images."""

    name = "docx"
    version = "1"
    suffixes = frozenset({".docx"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The body of the document; page headers and footers are left out."""
        del name
        from docx.exceptions import PythonDocxError

        return attempt(lambda: _convert(content), damage=(*DAMAGE, PythonDocxError), what="DOCX")


def _convert(content: bytes) -> Conversion:
    guard(content)
    import docx

    document = docx.Document(io.BytesIO(transitional(content)))
    writer = _Writer(document)
    writer.blocks(document.element.body)
    writer.notes()
    metadata = core_metadata(document.core_properties, content)
    if writer.title and not metadata.get("title"):
        metadata["title"] = writer.title
    text = writer.builder.text()
    images = writer.images.all()
    if not text.strip():
        return Conversion("empty", reason="no text in the body", metadata=metadata, images=images)
    source_map = writer.builder.source_map()
    if sum(mark.end - mark.start for mark in source_map.hidden) >= len(text.strip()):
        return Conversion("hidden_only", reason="all text is formatted as hidden", metadata=metadata)
    return Conversion("ok", text, source_map, metadata, images)


class _Writer:
    """Walks the body of one document; lives for one conversion."""

    def __init__(self, document: Any) -> None:
        self.part = document.part
        self.builder = TextBuilder()
        self.images = Images()
        self.styles = Styles(document.part)
        self.numbering = Numbering(document.part)
        self.title = ""
        self.paragraphs = 0
        self.tables = 0
        self.in_list = False

    def blocks(self, parent: Any, *, depth: int = 0) -> None:
        """Write the block elements of `parent`, looking through content controls and insertions."""
        if depth > _MAX_NESTING:
            return
        for element in parent:
            if element.tag == f"{W}p":
                self.paragraph(element)
            elif element.tag == f"{W}tbl":
                self.table(element)
            elif element.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml", f"{W}moveTo"}:
                self.blocks(element, depth=depth + 1)

    def paragraph(self, element: Any) -> None:
        """Write one paragraph as heading, list item or block."""
        self.paragraphs += 1
        place = Location("docx", paragraph=self.paragraphs)
        properties = element.find(f"{W}pPr")
        style = self.styles.of(properties)
        label = self.numbering.label(properties, style)
        runs = stripped(runs_of(element, place))
        self.pictures(element, place)
        if runs:
            self._write(runs, label, style.level)
        for box in self._boxes(element):
            self.blocks(box, depth=1)

    def _write(self, runs: tuple[Run, ...], label: str, level: int) -> None:
        if level:
            runs = one_line(runs)
            self.title = self.title or plain(runs)
            self.builder.block(runs, prefix="#" * min(level, 6) + " " + label.lstrip().removeprefix("- "))
        elif label and self.in_list:
            self.builder.line(runs, prefix=label)
        else:
            self.builder.block(runs, prefix=label)
        self.in_list = bool(label) and not level

    def _boxes(self, element: Any) -> Iterator[Any]:
        """Text boxes anchored in the paragraph, not their copies for older programs."""
        for box in element.iter(_BOX):
            if not any(parent.tag in {_FALLBACK, _BOX} for parent in box.iterancestors()):
                yield box

    def pictures(self, element: Any, place: Location) -> None:
        """Take the images that a paragraph shows."""
        for blip in element.iter(_BLIP):
            part = self.part.related_parts.get(blip.get(_EMBED, ""))
            if part is not None:
                self.images.add(part.blob, at=self.builder.length, location=place, alt=_alt(blip))

    def table(self, element: Any) -> None:
        """Write a table; its first row is the header."""
        self.tables += 1
        self.in_list = False
        rows: list[list[Cell]] = []
        for number, row in enumerate(_children(element, f"{W}tr"), start=1):
            above = rows[-1] if rows else []
            rows.append(self._row(row, number, above))
        if len(rows) == 1 and len(rows[0]) == 1:
            self.builder.block(rows[0][0])
        else:
            self.builder.table(rows)

    def _row(self, row: Any, number: int, above: list[Cell]) -> list[Cell]:
        cells: list[Cell] = []
        for element in _children(row, f"{W}tc"):
            properties = element.find(f"{W}tcPr")
            place = Location("docx", table=self.tables, row=number, cell=len(cells) + 1)
            merge = properties.find(f"{W}vMerge") if properties is not None else None
            continued = merge is not None and merge.get(f"{W}val") != "restart"
            cell = self._cell(element, place)
            if continued and not cell and len(cells) < len(above):
                cell = above[len(cells)]
            span = _span(properties)
            cells.append(cell)
            cells.extend([cell if number == 1 else ()] * (span - 1))
        return cells

    def _cell(self, element: Any, place: Location) -> Cell:
        runs: list[Run] = []
        for paragraph in element.iter(f"{W}p"):
            text = stripped(runs_of(paragraph, place))
            label = self._cell_label(paragraph)
            self.pictures(paragraph, place)
            if text:
                runs.extend([*([Run(" ")] if runs else []), *([Run(label)] if label else []), *text])
        return tuple(runs)

    def _cell_label(self, paragraph: Any) -> str:
        properties = paragraph.find(f"{W}pPr")
        return self.numbering.label(properties, self.styles.of(properties)).lstrip().removeprefix("- ")

    def notes(self) -> None:
        """Write footnotes and endnotes at the end, as Markdown has them."""
        for kind, tag in _NOTES.items():
            for note in _notes(self.part, kind, tag):
                number = note.get(f"{W}id", "")
                place = Location("docx", part=f"{kind}/{number}")
                paragraphs = [runs_of(paragraph, place) for paragraph in note.iter(f"{W}p")]
                runs = [run for paragraph in paragraphs for run in (*paragraph, Run(" "))]
                mark = "" if kind == "footnotes" else "e"
                if kept := stripped(runs):
                    self.builder.block(kept, prefix=f"[^{mark}{number}]: ")


def _notes(part: Any, kind: str, tag: str) -> Iterator[Any]:
    from docx.oxml.parser import parse_xml

    for relation in part.rels.values():
        if relation.reltype.endswith(f"/{kind}") and not relation.is_external:
            root = parse_xml(relation.target_part.blob)
            yield from (note for note in root.iter(tag) if note.get(f"{W}type") is None)


def _children(element: Any, tag: str) -> Iterator[Any]:
    """The direct children of a tag, looking through content controls."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml"}:
            yield from _children(child, tag)


def _span(properties: Any) -> int:
    span = properties.find(f"{W}gridSpan") if properties is not None else None
    value = span.get(f"{W}val", "1") if span is not None else "1"
    return min(max(int(value), 1), 200) if value.isdigit() else 1


def _alt(blip: Any) -> str:
    for parent in blip.iterancestors():
        for child in parent:
            if child.tag.endswith("}docPr"):
                return str(child.get("descr") or child.get("title") or "")
        if is_paragraph(parent):
            break
    return ""
