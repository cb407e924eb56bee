"""What hangs on a DOCX paragraph beside its text: text boxes, charts, diagrams, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docx.styles import W
from kts.ingest.convert.outcomes import DAMAGE
from kts.ingest.convert.pptx.drawings import A, C, alt_text, chart_of, diagram_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
_V = "{urn:schemas-microsoft-com:vml}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BOX = f"{W}txbxContent"
_PICTURES = (f"{A}blip", f"{_V}imagedata")
_TWIP = 635
"""EMU in a twentieth of a point."""

Rows = tuple[tuple[str, ...], ...]


class Picture(NamedTuple):
    """The bytes of a picture and its alternative text."""

    body: bytes
    alt: str


class Drawings:
    """Reads the drawings of one document part."""

    def __init__(self, part: Any) -> None:
        self._parts = part.related_parts
        size = part.element.find(f".//{W}sectPr/{W}pgSz")
        self._page = tuple(_twips(size, name) for name in ("w", "h")) if size is not None else (0, 0)

    def boxes(self, paragraph: Any) -> Iterator[tuple[Any, str]]:
        """Text boxes anchored in the paragraph and how they are hidden; no copies for older programs."""
        for box in paragraph.iter(_BOX):
            if not _is_inside(box, paragraph, {_FALLBACK, _BOX}):
                yield box, self._hiding(box, paragraph)

    def figures(self, paragraph: Any) -> Iterator[tuple[str, Rows]]:
        """Charts as caption and table, diagrams as the lines of their outline."""
        for element in paragraph.iter(f"{C}chart", _DIAGRAM):
            name = "id" if element.tag == f"{C}chart" else "dm"
            root = self._root(element.get(f"{_R}{name}", ""))
            if root is None or _is_inside(element, paragraph, {_FALLBACK, _BOX}):
                continue
            if name == "id":
                chart = chart_of(root)
                yield chart.caption, chart.rows
            elif lines := diagram_lines(root):
                yield "\n".join(f"{'  ' * depth}- {text}" for depth, text in lines), ()

    def pictures(self, paragraph: Any) -> Iterator[Picture]:
        """The pictures that the paragraph itself shows."""
        for element in paragraph.iter(*_PICTURES):
            if _is_inside(element, paragraph, {_FALLBACK, _BOX}):
                continue
            part = self._parts.get(element.get(f"{_R}embed") or element.get(f"{_R}id") or "")
            if part is not None:
                yield Picture(part.blob, _alt(element, paragraph))

    def _root(self, relation: str) -> Any:
        from docx.oxml.parser import parse_xml

        part = self._parts.get(relation)
        try:
            return None if part is None else parse_xml(part.blob)
        except DAMAGE:
            return None  # a figure that cannot be read takes no text with it

    def _hiding(self, box: Any, paragraph: Any) -> str:
        for parent in _between(box, paragraph):
            properties = parent.find(f"{_WP}docPr")
            if properties is not None and properties.get("hidden") in {"1", "true"}:
                return "vanish"
            if parent.tag == f"{_WP}anchor" and self._is_off_page(parent):
                return "off_page"
        return ""

    def _is_off_page(self, anchor: Any) -> bool:
        """Whether an anchored drawing lies wholly outside of the page that it is placed on."""
        size = anchor.find(f"{_WP}extent")
        for name, along, page in (("positionH", "cx", self._page[0]), ("positionV", "cy", self._page[1])):
            position = anchor.find(f"{_WP}{name}")
            offset = None if position is None else position.find(f"{_WP}posOffset")
            if size is None or position is None or offset is None or position.get("relativeFrom") != "page":
                continue
            start = _number(offset.text)
            if start + _number(size.get(along)) <= 0 or (page and start >= page):
                return True
        return False


def is_foreign(element: Any) -> bool:
    """Whether this stands for a document of another format inside this one."""
    return bool(element.tag == f"{W}altChunk")


def _between(element: Any, top: Any) -> Iterator[Any]:
    for parent in element.iterancestors():
        if parent is top:
            return
        yield parent


def _is_inside(element: Any, top: Any, tags: set[str]) -> bool:
    return any(parent.tag in tags for parent in _between(element, top))


def _alt(element: Any, paragraph: Any) -> str:
    for parent in _between(element, paragraph):
        if parent.tag == f"{_PIC}pic" and (own := alt_text(parent.find(f"{_PIC}nvPicPr/{_PIC}cNvPr"))):
            return own
        if outer := alt_text(parent.find(f"{_WP}docPr")):
            return outer
        if parent.tag == f"{_V}shape" and parent.get("alt"):
            return " ".join(parent.get("alt").split())
    return ""


def _twips(element: Any, name: str) -> int:
    return _number(element.get(f"{W}{name}")) * _TWIP


def _number(text: str | None) -> int:
    text = (text or "").strip()
    return int(text) if text.removeprefix("-").isdecimal() else 0
