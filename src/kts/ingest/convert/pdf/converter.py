"""PDF: the text layer in reading order, every line mapped to its page and box."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.images import MAX_IMAGES, Images
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.ingest.convert.pdf.annotations import AnnotationReader, inserted
from kts.ingest.convert.pdf.calls import Slots
from kts.ingest.convert.pdf.images import PageImages
from kts.ingest.convert.pdf.layer import OpenPage
from kts.ingest.convert.pdf.layout import write
from kts.ingest.convert.pdf.lines import read_lines
from kts.ingest.convert.pdf.metadata import iso_date, metadata_of, outline_of
from kts.ingest.convert.pdf.objects import PageObjects
from kts.ingest.convert.pdf.ocr import page_image, recognised
from kts.ingest.convert.pdf.parts import PART, Part, decoded, encoded
from kts.ingest.convert.pdf.scripts import with_scripts
from kts.ingest.convert.pdf.tables import Table, ruled_tables
from kts.ingest.convert.pdf.tags import heading_marks
from kts.ingest.convert.pdf.text import location_of
from kts.types import Conversion, Marked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.ingest.convert.pdf.ocr import Ocr
    from kts.ingest.convert.pdf.page import Line
    from kts.types import Image, Outcome, SourceMap

    Item = Line | Table

__all__ = ["PdfConverter", "iso_date"]

PAGES_AT_ONCE = 20
"""Pages a job of a large file reads (5 with OCR)."""
MAX_LINKS = 2_000
MAX_NOTES = 1_000
"""Distinct links and notes that the metadata of one document keep."""
TAGGED_PAGES = 5
"""Pages at the beginning of a tagged document that are searched for heading tags."""
NAMED_PAGES = 20
"""Pages that a reason names."""
_MAX_PAGES = 20_000


class PdfConverter:
    """Reads `.pdf` through PDFium; pages without a text layer go to `ocr`, or are named in the metadata.

    Large files are read in parts: `pages` says how many pages there are, `convert_pages` reads some of them and
    `join` makes one conversion of all parts, the same as `convert` of the whole.
    """

    name = "pdf"
    version = "10"
    suffixes = frozenset({".pdf"})

    def __init__(self, *, ocr: Ocr | None = None) -> None:
        self._ocr = ocr

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Paragraphs, headings and tables page by page; running headers and footers go to the metadata."""
        del name
        return self._attempt(lambda: self._whole(content))

    def pages(self, content: bytes) -> int:
        """How many pages there are; 1 for a file that cannot be read, so that its part says why."""
        import pypdfium2

        try:
            document = _open(content)
        except (Refusal, pypdfium2.PdfiumError):
            return 1
        try:
            return max(len(document), 1)
        finally:
            document.close()

    def convert_pages(self, content: bytes, *, name: str, first: int, last: int) -> Conversion:
        """The pages `first` to `last`, from 1, as a part for `join`: JSON values in its metadata, and the images."""
        del name
        return self._attempt(lambda: self._part(content, first, last))

    def join(self, parts: Sequence[Conversion]) -> Conversion:
        """One conversion of the parts of all pages, in their order; a part that was refused is the outcome."""
        for part in parts:
            if PART not in part.metadata:
                return part
        images = _one_of_each(image for part in parts for image in part.images)
        return self._attempt(lambda: _joined([decoded(part.metadata[PART]) for part in parts], images))

    def _attempt(self, convert: Any) -> Conversion:
        import pypdfium2

        return attempt(convert, damage=(pypdfium2.PdfiumError,), what="PDF")

    def _whole(self, content: bytes) -> Conversion:
        document = _open(content)
        images = Images()
        try:
            part = _read(document, 1, len(document), images, self._ocr)
        finally:
            document.close()
        return _joined([part], images.all())

    def _part(self, content: bytes, first: int, last: int) -> Conversion:
        document = _open(content)
        images = Images()
        try:
            part = _read(document, first, min(last, len(document)), images, self._ocr)
        finally:
            document.close()
        return Conversion("ok", metadata={PART: encoded(part)}, images=images.all())


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


def _read(document: Any, first: int, last: int, images: Images, ocr: Ocr | None) -> Part:
    import pypdfium2

    at_first = first == 1
    properties, outline = (metadata_of(document), outline_of(document)) if at_first else ({}, {})
    part = Part(first, [], [], [], [], [], [], {}, properties, outline, [])
    reader = _PageReader(document, images, ocr, part)
    try:
        for number in range(first, last + 1):
            items: list[Item] = []
            try:
                items = reader.read(number)
            except pypdfium2.PdfiumError:
                part.failed.append(number)
            else:
                if not items:
                    part.silent.append(number)
            part.pages.append(items)
    finally:
        reader.close()
    return part


class _PageReader:
    """Reads page after page of an open document; links, notes and fields go to the part."""

    def __init__(self, document: Any, images: Images, ocr: Ocr | None, part: Part) -> None:
        from pypdfium2 import raw

        self._document = document
        self._pictures = PageImages(images)
        self._ocr = ocr
        self._part = part
        self._annotations = AnnotationReader(document)
        self._slots = Slots()
        self._tagged = bool(raw.FPDFCatalog_IsTagged(document.raw)) and self._has_heading_tags()

    def close(self) -> None:
        """Let go of what holds the document."""
        self._annotations.close()

    def _has_heading_tags(self) -> bool:
        """Whether the first pages have headings among their tags: reading tags costs as much as reading the text."""
        for number in range(min(len(self._document), TAGGED_PAGES)):
            page = OpenPage(self._document, number)
            try:
                if heading_marks(page):
                    return True
            finally:
                page.close()
        return False

    def read(self, number: int) -> list[Item]:
        """The lines and ruled tables of a page."""
        page = OpenPage(self._document, number - 1)
        try:
            edges = page.edges()
            objects = PageObjects(page, edges, self._slots)
            levels = heading_marks(page) if self._tagged else {}
            lines, upright, rules = read_lines(page, number, objects, levels, self._slots, edges)
            annotations = self._annotations.read(page, number, upright, edges)
            self._part.links.extend(annotations.links)
            self._part.notes.extend(annotations.notes)
            self._part.comments.extend(annotations.comments)
            self._part.fields.update(annotations.fields)
            self._pictures.take(objects, number, edges)
            lines = inserted(with_scripts(lines), annotations.lines)
            if self._ocr and objects.images and not any(not line.hidden for line in lines):
                lines += self._recognised(self._ocr, number)
            if objects.images and not lines:
                self._part.scanned.append(number)
            lattices = rules.lattices() if rules and lines else ()
            return ruled_tables(lines, lattices)
        finally:
            page.close()

    def _recognised(self, ocr: Ocr, number: int) -> list[Line]:
        """The lines that an OCR engine sees on a page."""
        page = self._document[number - 1]
        try:
            return recognised(ocr(page_image(page)), page, number)
        finally:
            page.close()


def _joined(parts: Sequence[Part], images: tuple[Image, ...]) -> Conversion:
    pages = [page for part in parts for page in part.pages]
    metadata = _metadata(parts)
    failed = [number for part in parts for number in part.failed]
    silent = [number for part in parts for number in part.silent]
    if not any(pages):
        return _nothing(failed, silent, metadata, images)
    outline = next((part.outline for part in parts if part.outline), {})
    comments = [line for part in parts for line in part.comments][:MAX_NOTES]
    written, running = write(pages, outline, comments)
    if running:
        metadata["running"] = list(running)
    reason = _reason(failed, [number for part in parts for number in part.scanned])
    outcome: Outcome = "partial" if reason else "ok"
    text, source_map = written.text(), _with_ocr(written.source_map(), pages)
    return Conversion(outcome, text, source_map, metadata, _placed(images, source_map), reason)


def _reason(failed: Sequence[int], scanned: Sequence[int]) -> str:
    """Why a conversion is partial: which pages are missing."""
    missing = f"pages not read: {', '.join(map(str, failed))}" if failed else ""
    images = f"images without a text layer, which need OCR, on pages {_numbers(scanned)}" if scanned else ""
    return "; ".join(filter(None, (missing, images)))


def _numbers(pages: Sequence[int]) -> str:
    more = f" and {len(pages) - NAMED_PAGES} more" if len(pages) > NAMED_PAGES else ""
    return ", ".join(map(str, pages[:NAMED_PAGES])) + more


def _metadata(parts: Sequence[Part]) -> dict[str, Any]:
    metadata = dict(next((part.document for part in parts if part.document), {}))
    metadata["pages_without_text"] = [number for part in parts for number in part.silent]
    metadata["links"] = _distinct((link for part in parts for link in part.links), MAX_LINKS)
    metadata["notes"] = _distinct((note for part in parts for note in part.notes), MAX_NOTES)
    metadata["fields"] = {name: value for part in parts for name, value in part.fields.items()}
    return {key: value for key, value in metadata.items() if value}


def _distinct(values: Iterator[str], limit: int) -> list[str]:
    return list(dict.fromkeys(values))[:limit]


def _with_ocr(source_map: SourceMap, pages: Sequence[Sequence[Item]]) -> SourceMap:
    """The map with recognised text marked: a range of text belongs to the line whose place it has."""
    lines = (line for page in pages for item in page for line in _lines_of(item) if line.ocr is not None)
    sure = {location_of(line): line.ocr for line in lines}
    if not sure:
        return source_map
    marks = (
        Marked(entry.start, entry.end, "ocr", sure[entry.location] if (sure[entry.location] or 0) >= 0 else None)
        for entry in source_map.entries
        if entry.location in sure
    )
    return source_map._replace(ocr=tuple(marks))


def _lines_of(item: Item) -> Iterator[Line]:
    if isinstance(item, Table):
        yield from (line for row in item.rows for cell in row for line in cell)
    else:
        yield item


def _one_of_each(images: Iterator[Image]) -> tuple[Image, ...]:
    found: dict[str, Image] = {}
    for image in images:
        found.setdefault(image.sha256, image)
    return tuple(found.values())[:MAX_IMAGES]


def _placed(images: Sequence[Image], source_map: SourceMap) -> tuple[Image, ...]:
    """The images at the start of their pages' text (of the next page that has text, else at the end)."""
    starts: dict[int, int] = {}
    for entry in source_map.entries:
        starts.setdefault(entry.location.page or 0, entry.start)
    pages = sorted(starts)
    end = source_map.entries[-1].end
    placed = []
    for image in images:
        page = (image.location.page if image.location else None) or 0
        index = bisect_left(pages, page)
        placed.append(image._replace(at=starts[pages[index]] if index < len(pages) else end))
    return tuple(placed)


def _nothing(
    failed: Sequence[int], silent: Sequence[int], metadata: Mapping[str, Any], images: tuple[Image, ...]
) -> Conversion:
    if failed and not silent:
        return Conversion("malformed", reason="no page could be read", metadata=metadata)
    reason = "no text layer: the pages are blank, or images that need OCR"
    return Conversion("empty", reason=reason, metadata=metadata, images=images)
