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
    (b"\x01\x00\x09\x00\x00\x03", ".wmf"),
)
_EMF = b"\x01\x00\x00\x00"
"""First record of an enhanced metafile; its signature stands 40 bytes in ([MS-EMF] 2.3.4.2)."""
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
    if body[:4] == _EMF and body[40:44] == b" EMF":
        return ".emf"
    known = next((suffix for magic, suffix in _MAGIC if body.startswith(magic)), "")
    return known or (".svg" if b"<svg" in body[:1024] else "")


def pixels(body: bytes) -> int:
    """Width times height as the header tells, 0 for drawings and for headers that do not."""
    width, height = sides(body)
    return width * height


def sides(body: bytes) -> tuple[int, int]:
    """Width and height as the header tells, 0 and 0 for drawings and for headers that do not."""
    size = next((size for magic, size in _SIZES if body.startswith(magic)), None)
    try:
        width, height = size(body) if size else (0, 0)
    except struct.error:
        return 0, 0
    return int(width), abs(int(height))


def _png_size(body: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", body, 16)
    return width, height


def _gif_size(body: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", body, 6)
    return width, height


def _bmp_size(body: bytes) -> tuple[int, int]:
    """A height below zero means rows from the top."""
    width, height = struct.unpack_from("<ii", body, 18)
    return width, height


def _jp2_size(body: bytes) -> tuple[int, int]:
    at = body.find(b"ihdr", 0, _JP2_HEADER)
    height, width = struct.unpack_from(">II", body, at + 4) if at != -1 else (0, 0)
    return width, height


def _tiff_size(body: bytes) -> tuple[int, int]:
    """The first image of the file (TIFF 6.0, tags 256 and 257)."""
    order = "<" if body.startswith(b"II") else ">"
    (at,) = struct.unpack_from(f"{order}I", body, 4)
    (count,) = struct.unpack_from(f"{order}H", body, at)
    found = {}
    for index in range(count):
        tag, kind = struct.unpack_from(f"{order}HH", body, at + 2 + 12 * index)
        found[tag] = struct.unpack_from(f"{order}{'H' if kind == _SHORT else 'I'}", body, at + 10 + 12 * index)[0]
    return found.get(256, 0), found.get(257, 0)


def _webp_size(body: bytes) -> tuple[int, int]:
    """The three kinds of WebP (RFC 9649): lossy, lossless, extended."""
    kind = body[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        (packed,) = struct.unpack_from("<I", body, 21)
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        return int.from_bytes(body[24:27], "little") + 1, int.from_bytes(body[27:30], "little") + 1
    return 0, 0


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


_JP2_HEADER = 200
"""Bytes in which the size of a JPEG 2000 image stands."""
_SHORT = 3
_SIZES = (
    (b"\x89PNG", _png_size),
    (b"GIF8", _gif_size),
    (b"\xff\xd8", _jpeg_size),
    (b"BM", _bmp_size),
    (b"II*\x00", _tiff_size),
    (b"MM\x00*", _tiff_size),
    (b"\x00\x00\x00\x0cjP  ", _jp2_size),
    (b"RIFF", _webp_size),
)
