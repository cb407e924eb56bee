"""Embedded images: known by the hash of their bytes, named by what the bytes are."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

from kts.types import Image

if TYPE_CHECKING:
    from kts.types import Location

MAX_IMAGES = 2_000
"""Images taken from one document."""
MAX_PIXELS = 50_000_000
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"GIF87a", ".gif"),
    (b"GIF89a", ".gif"),
    (b"BM", ".bmp"),
    (b"II*\x00", ".tiff"),
    (b"MM\x00*", ".tiff"),
    (b"\x00\x00\x00\x0cjP  ", ".jp2"),
    (b"\xd7\xcd\xc6\x9a", ".wmf"),
    (b"\x01\x00\x00\x00", ".emf"),
)
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class Images:
    """Collects the images of one document, each content once, the bounds kept."""

    def __init__(self) -> None:
        self._found: dict[str, Image] = {}

    def add(self, body: bytes, *, at: int, location: Location | None = None, alt: str = "") -> None:
        """Take an image unless it is empty, of no known type, too large, or one too many."""
        suffix = suffix_of(body)
        if not suffix or self.full or pixels(body) > MAX_PIXELS:
            return
        digest = hashlib.sha256(body).hexdigest()
        self._found.setdefault(digest, Image(digest, suffix, body, at, location, alt))

    @property
    def full(self) -> bool:
        """Whether no more images are taken."""
        return len(self._found) >= MAX_IMAGES

    def all(self) -> tuple[Image, ...]:
        """The images in the order of their first place."""
        return tuple(self._found.values())


def suffix_of(body: bytes) -> str:
    """The suffix that the bytes deserve, empty when they are no image we know."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return ".webp"
    known = next((suffix for magic, suffix in _MAGIC if body.startswith(magic)), "")
    return known or (".svg" if b"<svg" in body[:1024] else "")


def pixels(body: bytes) -> int:
    """Width times height where the header tells it, else 0."""
    try:
        if body.startswith(b"\x89PNG"):
            width, height = struct.unpack_from(">II", body, 16)
        elif body.startswith(b"GIF"):
            width, height = struct.unpack_from("<HH", body, 6)
        elif body.startswith(b"\xff\xd8"):
            width, height = _jpeg_size(body)
        else:
            return 0
    except struct.error:
        return 0
    return int(width) * int(height)


def _jpeg_size(body: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(body):
        marker, length = body[at + 1], struct.unpack_from(">H", body, at + 2)[0]
        if body[at] != 0xFF or length < 2:  # noqa: PLR2004 - a segment holds its own length
            break
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", body, at + 5)
            return width, height
        at += 2 + length
    return 0, 0
