"""Plain text: the canonical text is the decoded file, character for character."""

from __future__ import annotations

from kts.ingest.convert.builder import MAX_CHARACTERS
from kts.ingest.convert.decode import assumed, decode, source_map
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion


class TextConverter:
    """Reads `.txt`; the place of any range is computed from the encoding."""

    name = "text"
    version = "2"
    suffixes = frozenset({".txt"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The decoded file, its newlines untouched."""
        del name
        return attempt(lambda: _convert(content), what="text file")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    if len(decoded.text) > MAX_CHARACTERS:
        return Conversion("too_large", reason=f"more than {MAX_CHARACTERS:,} characters of text")
    if not decoded.text.strip():
        return Conversion("empty", reason="no text", markup="plain")
    return Conversion("ok", decoded.text, source_map(decoded), assumed(decoded), markup="plain")
