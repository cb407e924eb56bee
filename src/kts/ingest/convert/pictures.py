"""Pictures that are files of their own: scans and screenshots, whose text an OCR engine reads (`ocr.converters`)."""

from __future__ import annotations

from kts.ingest.convert.images import Images
from kts.types import Conversion


class PictureConverter:
    """Takes `.png`, `.jpg`, `.tif` and their like as documents of one image; their text comes from around it."""

    name = "picture"
    version = "1"
    suffixes = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """No text, and the image."""
        del name
        images = Images()
        images.add(content, at=0)
        if not images.all():
            return Conversion("malformed" if content else "empty", reason="no picture of a known kind and size")
        return Conversion("empty", reason="no text in the picture", images=images.all())
