"""What is written or linked on a page outside its own content: form fields, text notes, links."""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.pdf.metadata import iso_date
from kts.ingest.convert.pdf.page import Line, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.ingest.convert.pdf.page import Box, Upright

MAX_ANNOTATIONS = 5_000
"""Annotations read on one page."""
MAX_VALUE = 20_000
"""Longest field value or note, in characters."""
FIELD_LINE = 14.0
"""Height of a field's line, in points, where the field itself is higher (text over several lines)."""
_HIDDEN = 0x02 | 0x20
"""Annotation flags Hidden and NoView (ISO 32000-1, table 165)."""
COMMENTED = ("TEXT", "HIGHLIGHT", "UNDERLINE", "SQUIGGLY", "STRIKEOUT", "CARET", "SQUARE", "CIRCLE", "STAMP")
"""Annotations whose words pop up: a note, or what somebody wrote on words that are marked."""
LONGEST_NAME = 60
"""Characters of who wrote a comment."""
CHECKED, UNCHECKED = "[x]", "[ ]"


class Annotations(NamedTuple):
    """Values and displayed notes as lines, fields by name, the addresses of links, notes that pop up.

    `comments` are these notes as lines, led by who wrote them and when: `Comment (Ada Lind, 2026-03-01): ...`.
    """

    lines: list[Line]
    fields: dict[str, str]
    links: list[str]
    notes: list[str]
    comments: list[Line]


class _Place(NamedTuple):
    """The page an annotation lies on: its number, how it is turned, its edges."""

    number: int
    upright: Upright
    edges: Box


class AnnotationReader:
    """Reads the annotations of the pages of one document; lives as long as the document is open."""

    def __init__(self, document: Any) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._commented = frozenset(getattr(raw, f"FPDF_ANNOT_{name}") for name in COMMENTED)
        self._document = document
        self._form = None
        self._settings = raw.FPDF_FORMFILLINFO(version=2)
        if document.get_formtype() != raw.FORMTYPE_NONE:
            self._form = raw.FPDFDOC_InitFormFillEnvironment(document.raw, self._settings) or None

    def close(self) -> None:
        """Leave the document's form; before the document is closed."""
        if self._form is not None:
            self._raw.FPDFDOC_ExitFormFillEnvironment(self._form)
            self._form = None

    def read(self, page: Any, number: int, upright: Upright, edges: Box) -> Annotations:
        """What the annotations of a page with these edges say."""
        raw = self._raw
        found = Annotations([], {}, [], [], [])
        count = min(raw.FPDFPage_GetAnnotCount(page.raw), MAX_ANNOTATIONS)
        if count and self._form is not None:
            raw.FORM_OnAfterLoadPage(page.raw, self._form)
        for index in range(count):
            annotation = raw.FPDFPage_GetAnnot(page.raw, index)
            if not annotation:
                continue
            try:
                self._take(annotation, _Place(number, upright, edges), found)
            finally:
                raw.FPDFPage_CloseAnnot(annotation)
        if count and self._form is not None:
            raw.FORM_OnBeforeClosePage(page.raw, self._form)
        return found

    def _take(self, annotation: Any, place: _Place, found: Annotations) -> None:
        raw = self._raw
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        if kind == raw.FPDF_ANNOT_LINK:
            address = self._address(annotation)
            if address:
                found.links.append(address)
        elif raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
            return
        elif kind == raw.FPDF_ANNOT_WIDGET and self._form is not None:
            name, value = self._field(annotation)
            if value:
                found.lines.append(self._line(value, annotation, place))
                found.fields[name or f"page {place.number}"] = value
        elif kind == raw.FPDF_ANNOT_FREETEXT:
            text = self._contents(annotation)
            if text:
                found.lines.append(self._line(text, annotation, place))
        elif kind in self._commented and (text := self._contents(annotation)):
            found.notes.append(text)
            found.comments.append(self._line(f"{self._signed(annotation)}: {text}", annotation, place))

    def _field(self, annotation: Any) -> tuple[str, str]:
        """A field's name and what it holds: text, the choice, or whether it is ticked."""
        raw, form = self._raw, self._form
        kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
        name = self._text(lambda buffer, size: raw.FPDFAnnot_GetFormFieldName(form, annotation, buffer, size))
        if kind in {raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON}:
            return name, CHECKED if raw.FPDFAnnot_IsChecked(form, annotation) else UNCHECKED
        if kind not in {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}:
            return name, ""
        return name, self._text(lambda buffer, size: raw.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size))

    def _contents(self, annotation: Any) -> str:
        return self._value(annotation, b"Contents")

    def _signed(self, annotation: Any) -> str:
        """What stands before a comment: who wrote it and when, as far as the file says so."""
        author = " ".join(re.sub(r"[()]+", " ", self._value(annotation, b"T")).split())[:LONGEST_NAME]
        told = ", ".join(filter(None, (author, iso_date(self._value(annotation, b"M"))[:10])))
        return f"Comment ({told})" if told else "Comment"

    def _value(self, annotation: Any, key: bytes) -> str:
        raw = self._raw
        return self._text(lambda buffer, size: raw.FPDFAnnot_GetStringValue(annotation, key, buffer, size))

    def _text(self, read: Callable[[Any, int], int]) -> str:
        """What a function of PDFium writes as UTF-16, as one line."""
        length = min(read(None, 0), 2 * MAX_VALUE)
        if length <= 2:  # noqa: PLR2004 - the final null alone
            return ""
        buffer = ctypes.create_string_buffer(length)
        read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
        return shown(buffer.raw[:length].decode("utf-16-le", "replace").replace("\r", " ").replace("\n", " "))

    def _address(self, annotation: Any) -> str:
        raw = self._raw
        link = raw.FPDFAnnot_GetLink(annotation)
        action = raw.FPDFLink_GetAction(link) if link else None
        if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
            return ""
        length = min(raw.FPDFAction_GetURIPath(self._document.raw, action, None, 0), MAX_VALUE)
        if length <= 1:
            return ""
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFAction_GetURIPath(self._document.raw, action, buffer, length)
        return buffer.value.decode("utf-8", "replace").strip()

    def _line(self, text: str, annotation: Any, place: _Place) -> Line:
        box = self._box(annotation, place.edges)
        turned = place.upright.box(box)
        size = min(turned[3] - turned[1], FIELD_LINE)
        stored = box if place.upright.turns else None
        high = (turned[0], turned[3] - size, turned[2], turned[3])
        return Line(text, place.number, high if stored else box[:1] + high[1:], size, high[1], place=stored)

    def _box(self, annotation: Any, page: Box) -> Box:
        raw = self._raw
        edges = raw.FS_RECTF()
        if not raw.FPDFAnnot_GetRect(annotation, edges):
            return (0.0, 0.0, 0.0, 0.0)
        x, y = page[:2]
        bottom, top = sorted((edges.bottom - y, edges.top - y))
        return (round(edges.left - x, 2), round(bottom, 2), round(edges.right - x, 2), round(top, 2))


def inserted(lines: list[Line], values: list[Line]) -> list[Line]:
    """The lines with the values of fields where they are read: beside the line at their height, else by height."""
    merged = list(lines)
    for value in values:
        middle = value.box[1] + value.box[3]
        near = [
            (abs(line.box[0] - value.box[2]) if line.box[0] > value.box[0] else value.box[0] - line.box[2], number)
            for number, line in enumerate(merged)
            if abs(line.box[1] + line.box[3] - middle) < max(line.size, value.size)
        ]
        if near:
            number = min(near)[1]
            merged.insert(number + (merged[number].box[0] <= value.box[0]), value)
        else:
            lower = (number for number, line in enumerate(merged) if line.box[1] + line.box[3] < middle)
            merged.insert(next(lower, len(merged)), value)
    return merged
