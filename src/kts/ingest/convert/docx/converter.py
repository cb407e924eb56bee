"""DOCX: paragraphs and tables in the order of the body, each mapped to its paragraph or cell.

What is displayed is what is written: fields by their result, numbers computed. What tracked changes insert is text,
what they delete is struck out.
Notes and comments follow the section that refers to them. Headers and footers repeat on every page, so what they say
is told once, at the end (`Footer: ...`), and kept as metadata (`running`); the header of a title page, which is shown
once, comes first.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.docx.blocks import DocxWriter
from kts.ingest.convert.docx.hidden import is_unseen
from kts.ingest.convert.officemeta import package_metadata
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.ingest.convert.strict import transitional
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion

if TYPE_CHECKING:
    from kts.types import Outcome


class DocxConverter:
    """Reads `.docx` and its kin: headings by style and look, numbers as displayed, tables, notes, comments, images."""

    name = "docx"
    version = "7"
    suffixes = frozenset({".docx", ".docm", ".dotx", ".dotm"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The body of the document; what page headers and footers say stands once at its end."""
        del name
        from docx.exceptions import PythonDocxError

        return attempt(lambda: _convert(content), damage=(*DAMAGE, PythonDocxError), what="DOCX")


def _convert(content: bytes) -> Conversion:
    guard(content)
    import docx

    content = transitional(content)
    try:
        document = docx.Document(io.BytesIO(content))
    except ValueError as error:
        raise Refusal(outcome="malformed", reason="the package holds no Word document") from error
    writer = DocxWriter(document)
    writer.write()
    metadata = _metadata(content, writer)
    text = writer.builder.text()
    images = writer.images.all()
    if not text.strip():
        reason = "; ".join(sorted(writer.unread)) or "no text in the body"
        return Conversion("empty", reason=reason, metadata=metadata, images=images)
    source_map = writer.builder.source_map()
    if is_unseen(text, source_map.hidden):
        return Conversion("hidden_only", reason="all text is formatted as hidden", metadata=metadata)
    outcome: Outcome = "partial" if writer.unread else "ok"
    return Conversion(outcome, text, source_map, metadata, images, "; ".join(sorted(writer.unread)))


def _metadata(content: bytes, writer: DocxWriter) -> dict[str, Any]:
    metadata = package_metadata(content)
    if writer.title and not metadata.get("title"):
        metadata["title"] = writer.title
    if writer.running:
        metadata["running"] = list(writer.running)
    return metadata
