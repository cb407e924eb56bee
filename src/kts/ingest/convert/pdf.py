"""PDF: the text layer in reading order, every line mapped to its page and box."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.images import Images
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.ingest.convert.pdfimages import PageImages
from kts.ingest.convert.pdflayout import write
from kts.ingest.convert.pdfpage import read_lines
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.convert.pdflayout import Outline
    from kts.ingest.convert.pdfpage import Line
    from kts.types import Image, Outcome, SourceMap

_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|(Z))?")
_MAX_OUTLINE = 5_000
_MAX_PAGES = 20_000
_PROPERTIES = {"title": "Title", "author": "Author", "keywords": "Keywords", "subject": "Subject"}


class PdfConverter:
    """Reads `.pdf` through PDFium; pages without a text layer need OCR and are named in the metadata."""

    name = "pdf"
    version = "2"
    suffixes = frozenset({".pdf"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Paragraphs and headings page by page; running headers and footers go to the metadata."""
        del name
        import pypdfium2

        return attempt(lambda: _convert(content), damage=(pypdfium2.PdfiumError,), what="PDF")


class _Pages(NamedTuple):
    """What the pages gave: lines by page, the pages that failed and those without text."""

    lines: list[list[Line]]
    failed: list[int]
    silent: list[int]


def _convert(content: bytes) -> Conversion:
    document = _open(content)
    try:
        images = Images()
        pages = _read(document, images)
        metadata = _metadata(document, pages)
        outline = _outline(document)
    finally:
        document.close()
    if not any(pages.lines):
        return _nothing(pages, metadata, images)
    builder, running = write(pages.lines, outline)
    if running:
        metadata["running"] = list(running)
    reason = f"pages not read: {', '.join(map(str, pages.failed))}" if pages.failed else ""
    outcome: Outcome = "partial" if pages.failed else "ok"
    text, source_map = builder.text(), builder.source_map()
    return Conversion(outcome, text, source_map, metadata, _placed(images, source_map), reason)


def _placed(images: Images, source_map: SourceMap) -> tuple[Image, ...]:
    """The images at the start of their pages' text (of the next page that has text, else at the end)."""
    starts: dict[int, int] = {}
    for entry in source_map.entries:
        starts.setdefault(entry.location.page or 0, entry.start)
    pages = sorted(starts)
    end = source_map.entries[-1].end
    placed = []
    for image in images.all():
        page = (image.location.page if image.location else None) or 0
        index = bisect_left(pages, page)
        placed.append(image._replace(at=starts[pages[index]] if index < len(pages) else end))
    return tuple(placed)


def _nothing(pages: _Pages, metadata: Mapping[str, Any], images: Images) -> Conversion:
    if pages.failed and not pages.silent:
        return Conversion("malformed", reason="no page could be read", metadata=metadata)
    reason = "no text layer: the pages are blank, or images that need OCR"
    return Conversion("empty", reason=reason, metadata=metadata, images=images.all())


def _open(content: bytes) -> Any:
    import pypdfium2
    from pypdfium2 import raw

    if not content:
        raise Refusal(outcome="empty", reason="the file has no bytes")
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise Refusal(outcome="encrypted", reason="the document is protected by a password") from error
        raise
    if len(document) > _MAX_PAGES:
        document.close()
        raise Refusal(outcome="too_large", reason=f"more than {_MAX_PAGES:,} pages")
    return document


def _read(document: Any, images: Images) -> _Pages:
    import pypdfium2

    pages = _Pages([], [], [])
    pictures = PageImages(images)
    for number in range(1, len(document) + 1):
        lines: list[Line] = []
        try:
            lines = _read_page(document, number, pictures)
        except pypdfium2.PdfiumError:
            pages.failed.append(number)
        else:
            if not lines:
                pages.silent.append(number)
        pages.lines.append(lines)
    return pages


def _read_page(document: Any, number: int, pictures: PageImages) -> list[Line]:
    page = document[number - 1]
    try:
        lines = read_lines(page, number)
        pictures.take(page, number)
        return lines
    finally:
        page.close()


def _metadata(document: Any, pages: _Pages) -> dict[str, Any]:
    found = document.get_metadata_dict(skip_empty=True)
    metadata: dict[str, Any] = {}
    for key, name in _PROPERTIES.items():
        metadata[key] = " ".join(found.get(name, "").split())
    metadata["created"] = iso_date(found.get("CreationDate", ""))
    metadata["modified"] = iso_date(found.get("ModDate", ""))
    metadata["producer"] = found.get("Producer", "")
    metadata["pages"] = len(document)
    metadata["pages_without_text"] = pages.silent
    metadata["page_labels"] = _labels(document)
    return {key: value for key, value in metadata.items() if value}


def _labels(document: Any) -> list[str]:
    """The pages' displayed labels, empty where they are only the numbers."""
    labels = [document.get_page_label(index) for index in range(len(document))]
    told = any(label and label != str(index) for index, label in enumerate(labels, start=1))
    return labels if told else []


def iso_date(value: str) -> str:
    """A PDF date (`D:20240131120000+01'00'`) in ISO 8601, as exact as it is; empty when it is none."""
    match = _DATE.match(value.strip())
    if match is None:
        return ""
    year, month, day, hour, minute, second, sign, zone_hour, zone_minute, utc = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if hour is None:
        return date
    zone = "+00:00" if utc else f"{sign}{zone_hour}:{zone_minute or '00'}" if sign else ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"


def _outline(document: Any) -> Outline:
    """Levels of the bookmarks' titles, normalised; a title that occurs twice keeps its first level."""
    import pypdfium2

    levels: Outline = {}
    try:
        for count, mark in enumerate(document.get_toc(max_depth=8)):
            if count >= _MAX_OUTLINE:
                break
            title = " ".join((mark.get_title() or "").split()).casefold()
            if title:
                levels.setdefault(title, mark.level + 1)
    except pypdfium2.PdfiumError:
        return levels
    return levels
