"""PDFs of a few lines, drawn where a test wants them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from reportlab.pdfgen.canvas import Canvas

from kts.ingest.convert.pdf.converter import PdfConverter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.types import Conversion

PLAIN, BOLD = "Helvetica", "Helvetica-Bold"


def converted(*pages: Iterable[tuple[Any, ...]]) -> Conversion:
    """The conversion of such a PDF."""
    return PdfConverter().convert(drawn(*pages), name="a.pdf")


def drawn(*pages: Iterable[tuple[Any, ...]]) -> bytes:
    """A PDF whose pages are lists of (x, y, text), size and font as well where they matter."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for page in pages:
        for x, y, text, *look in page:
            size, font = (*look, *(11, PLAIN)[len(look) :])
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
