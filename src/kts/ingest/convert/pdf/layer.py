"""Pages and their text layers, opened and closed: pypdfium2 makes an object with a finalizer for each."""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.pdf.page import Box


@cache
def bindings() -> Any:
    """The bindings of PDFium: to import them anew for each page takes longer than what they are asked there."""
    from pypdfium2 import raw

    return raw


def failed(message: str) -> Exception:
    """The `PdfiumError` that says so."""
    import pypdfium2

    error: Exception = pypdfium2.PdfiumError(message)
    return error


class OpenPage:
    """A page of an open document, until it is closed: what pypdfium2's page is, without its finalizers."""

    def __init__(self, document: Any, index: int) -> None:
        self._pdfium = bindings()
        self.raw = self._pdfium.FPDF_LoadPage(document.raw, index)
        if not self.raw:
            message = "Failed to load page."
            raise failed(message)

    def close(self) -> None:
        """Let go of the page."""
        self._pdfium.FPDF_ClosePage(self.raw)

    def edges(self) -> Box:
        """What is seen of the page: left, bottom, right, top; `PdfiumError` where PDFium does not know."""
        edges = self._pdfium.FS_RECTF()
        if not self._pdfium.FPDF_GetPageBoundingBox(self.raw, edges):
            message = "Failed to get page bounding box."
            raise failed(message)
        return (edges.left, edges.bottom, edges.right, edges.top)


@contextmanager
def opened(page: OpenPage) -> Iterator[Any]:
    """The text page of a page, as a typed pointer of the bindings; `PdfiumError` where PDFium makes none."""
    raw = bindings()
    textpage = raw.FPDFText_LoadPage(page.raw)
    if not textpage:
        message = "Failed to load text page."
        raise failed(message)
    try:
        yield textpage
    finally:
        raw.FPDFText_ClosePage(textpage)


def text_of(textpage: Any) -> tuple[int, str]:
    """How many characters PDFium counts, and the text, which may hold some more or less.

    Asked for a range that begins or ends with a character that its text does not hold, PDFium reads beyond it
    (https://crbug.com/pdfium/2079).
    """
    raw = bindings()
    count = raw.FPDFText_CountChars(textpage)
    first, last = 0, count - 1
    while first <= last and raw.FPDFText_GetTextIndexFromCharIndex(textpage, first) < 0:
        first += 1
    if first > last:
        return count, ""
    begin = raw.FPDFText_GetTextIndexFromCharIndex(textpage, first)
    while (end := raw.FPDFText_GetTextIndexFromCharIndex(textpage, last)) < 0:
        last -= 1
    buffer = bytearray(2 * (end + 2 - begin))  # an array of ctypes' is a new type for each length
    units = ctypes.byref(ctypes.c_ushort.from_buffer(buffer))
    length = raw.FPDFText_GetText(textpage, first, last + 1 - first, units)
    return count, buffer[: 2 * max(length - 1, 0)].decode("utf-16-le", "ignore")
