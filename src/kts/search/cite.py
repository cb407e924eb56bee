"""Citations: from a range of a document's text to a place that a person, and `kts verify`, can go to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote as percent

from kts.digest import text_digest
from kts.types import Citation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ports import Corpus, Sources
    from kts.records import DocumentRecord
    from kts.types import Location, Passage


def cite(record: DocumentRecord, passage: Passage, *, corpus: Corpus, sources: Sources) -> Citation:
    """The citation of a whole passage; its quote is the document's text there."""
    text, span = passage.text, passage.span
    location = corpus.locate(record.key, span)
    return Citation(
        path=record.path,
        uri=sources.uri(record.root, record.path) + fragment(location, text),
        title=record.title,
        sha256=record.sha256,
        version=record.sha256,
        converter=record.converter,
        document_id=record.id,
        passage_id=passage.id,
        span=span,
        text_sha256=text_digest(text).hex(),
        quote=text,
        location=location,
    )


def fragment(location: Location, text: str) -> str:
    """What makes a viewer open the place: a page, a line, a slide, a cell; else the first words."""
    shapes = {
        "pdf": f"#page={location.page}",
        "text": f"#L{location.line}",
        "pptx": f"#slide={location.slide}",
        "xlsx": f"#sheet={percent(location.sheet or '')}&cell={location.cell}",
        "docx": f"#paragraph={location.paragraph}" if location.paragraph is not None else "",
    }
    if location.table is not None:
        return f"#table={location.table}&row={location.row}"
    return shapes.get(location.kind) or (f"#:~:text={percent(text[:60])}" if text else "")


def spelled(location: Mapping[str, Any]) -> str:
    """The place in words, of a location as JSON has it: `page 3`; `sheet Fees, cell B7`."""
    names = ("part", "page", "line", "slide", "sheet", "cell", "table", "row", "paragraph")
    return ", ".join(f"{name} {location[name]}" for name in names if location.get(name) is not None)


def place(location: Location) -> str:
    """The place in words: `page 3`, `line 12`, `sheet Fees, cell B7`."""
    shapes = {
        "pdf": f"page {location.page}",
        "text": f"line {location.line}",
        "pptx": f"slide {location.slide}",
        "xlsx": f"sheet {location.sheet}, cell {location.cell}",
        "docx": f"paragraph {location.paragraph}",
        "eml": f"part {location.part}",
        "image": f"image {(location.sha256 or '')[:8]}",
    }
    inner = f"table {location.table}, row {location.row}" if location.table is not None else _inner(location)
    if location.part is not None:
        return f"part {location.part}, {inner}" if inner else f"part {location.part}"
    return inner or shapes.get(location.kind, "")


def _inner(location: Location) -> str:
    """The place within an attachment of a mail, whose location has its part beside the fields of its own format."""
    if location.part is None:
        return ""
    found = {"page": location.page, "slide": location.slide, "paragraph": location.paragraph, "line": location.line}
    if location.sheet is not None:
        return f"sheet {location.sheet}, cell {location.cell}"
    return next((f"{word} {number}" for word, number in found.items() if number is not None), "")
