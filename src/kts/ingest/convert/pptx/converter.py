"""PPTX: slides in order, each under its title, every shape mapped to slide and shape.

A slide's number is in the places only, not in the text, so that a slide more or less leaves the others' text as it
is. Slides without a title are divided by a rule (`---`).
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.docx.hidden import is_unseen
from kts.ingest.convert.images import Images
from kts.ingest.convert.officemeta import package_metadata
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.ingest.convert.pptx.comments import authors_of
from kts.ingest.convert.pptx.drawings import P
from kts.ingest.convert.pptx.slides import SlideWriter
from kts.ingest.convert.strict import transitional
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion

if TYPE_CHECKING:
    from kts.types import Outcome


class PptxConverter:
    """Reads `.pptx`: titles, text, lists, tables, charts, diagrams, notes, comments, images; marks hidden slides."""

    name = "pptx"
    version = "5"
    suffixes = frozenset({".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One section a slide, its title as the heading."""
        del name
        return attempt(lambda: _convert(content), damage=_damage(), what="PPTX")


def _convert(content: bytes) -> Conversion:
    guard(content)
    import pptx

    content = transitional(content)
    try:
        deck = pptx.Presentation(io.BytesIO(content))
    except ValueError as error:
        raise Refusal(outcome="malformed", reason="the package holds no presentation") from error
    builder, images = TextBuilder(), Images()
    written, failed, titles = _slides(deck, builder, images)
    metadata = package_metadata(content)
    if titles and not metadata.get("title"):
        metadata["title"] = titles[0]
    reason = f"slides not read: {', '.join(failed)}" if failed else ""
    if not written:
        return Conversion("empty", reason=reason or "no text on any slide", metadata=metadata, images=images.all())
    text, source_map = builder.text(), builder.source_map()
    if is_unseen(text, source_map.hidden):
        return Conversion("hidden_only", reason="all text is on hidden slides or hidden itself", metadata=metadata)
    outcome: Outcome = "partial" if failed else "ok"
    return Conversion(outcome, text, source_map, metadata, images.all(), reason)


def _slides(deck: Any, builder: TextBuilder, images: Images) -> tuple[int, list[str], list[str]]:
    """Write all slides; the characters written, the numbers of the slides that could not be read, the titles."""
    size = (deck.slide_width or 0, deck.slide_height or 0)
    authors = authors_of(deck)
    written = 0
    failed: list[str] = []
    titles: list[str] = []
    damage = _damage()
    for number, entry in enumerate(deck.element.iterfind(f"{P}sldIdLst/{P}sldId"), start=1):
        try:
            writer = SlideWriter(builder, images, number, deck.part.related_slide(entry.rId))
            written += writer.write(size, authors)
        except damage:
            failed.append(str(number))
        else:
            titles.extend([writer.title] if writer.title and not writer.hidden else [])
    return written, failed, titles


def _damage() -> tuple[type[Exception], ...]:
    """What python-pptx raises on damaged input."""
    from pptx.exc import PythonPptxError

    return (*DAMAGE, PythonPptxError)
