"""Plain text: the canonical text is the decoded file, character for character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.convert.builder import MAX_CHARACTERS
from kts.ingest.convert.decode import assumed, decode, source_map
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from kts.ingest.convert.decode import Decoded


class TextConverter:
    """Reads plain text and what is written to be read as it stands: logs, settings, sources of documents.

    The place of any range is computed from the encoding.
    """

    name = "text"
    version = "3"
    suffixes = frozenset(
        ".txt .text .log .tex .org .conf .cfg .ini .toml .properties "
        ".service .timer .example .sample .dist .j2 .tpl .tmpl".split()
    )

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The decoded file, its newlines untouched."""
        del name
        return attempt(lambda: as_it_stands(decode(content)), what="text file")


def as_it_stands(decoded: Decoded) -> Conversion:
    """The conversion whose text is that of the file."""
    if len(decoded.text) > MAX_CHARACTERS:
        return Conversion("too_large", reason=f"more than {MAX_CHARACTERS:,} characters of text")
    if not decoded.text.strip():
        return Conversion("empty", reason="no text", markup="plain")
    return Conversion("ok", decoded.text, source_map(decoded), assumed(decoded), markup="plain")
