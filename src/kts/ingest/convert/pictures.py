"""Pictures that are files of their own: scans and screenshots, whose text an OCR engine reads (`ocr.converters`)."""

from __future__ import annotations

import struct
from itertools import islice
from typing import TYPE_CHECKING

from kts.ingest.convert.images import Images
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PAGES = 20
"""Pages of one file that are taken: as many images as are read of one document (`ocr.images`)."""
MOST_BYTES = 64_000_000
"""Bytes of all pages together, each of which is a file with all of them."""
_ENTRY = 12
"""Bytes of an entry of a TIFF directory."""


class PictureConverter:
    """Takes `.png`, `.jpg`, `.tif` and their like as documents of images; their text comes from around it."""

    name = "picture"
    version = "2"
    suffixes = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """No text, and an image a page."""
        del name
        images = Images()
        places = list(islice(_pages(content), MAX_PAGES + 1))
        most = max(1, min(MAX_PAGES, MOST_BYTES // max(len(content), 1)))
        for place in places[:most]:
            images.add(content[:4] + place + content[8:], at=0)
        if not images.all():
            return Conversion("malformed" if content else "empty", reason="no picture of a known kind and size")
        if len(places) > most:
            return Conversion("partial", reason=f"only the first {most} pages are read", images=images.all())
        return Conversion("empty", reason="no text in the picture", images=images.all())


def _pages(content: bytes) -> Iterator[bytes]:
    """What stands at bytes 4 to 8 for each page: in a TIFF (6.0, section 2), where its directory is."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(content[:4])
    yield content[4:8]
    if order is None:
        return
    seen: set[int] = set()
    try:
        (at,) = struct.unpack_from(f"{order}I", content, 4)
        while at not in seen:
            seen.add(at)
            (entries,) = struct.unpack_from(f"{order}H", content, at)
            (at,) = struct.unpack_from(f"{order}I", content, at + 2 + _ENTRY * entries)
            if not at or at >= len(content):
                return
            if at not in seen:
                yield struct.pack(f"{order}I", at)
    except struct.error:
        return
