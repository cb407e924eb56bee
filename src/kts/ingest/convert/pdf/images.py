"""Images of PDF pages: JPEG and JPEG 2000 as they are, all others as PNG."""

from __future__ import annotations

import ctypes
import hashlib
import struct
import zlib
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.images import MAX_PIXELS
from kts.ingest.convert.pdf.objects import pointer
from kts.types import Location

if TYPE_CHECKING:
    from kts.ingest.convert.images import Images
    from kts.ingest.convert.pdf.objects import PageObjects
    from kts.ingest.convert.pdf.page import Box

MAX_DECODED = 100_000_000
"""Pixels decoded for one page; images beyond are left out."""
MIN_SIDE = 16
"""Images with a smaller side, in pixels, are rules and dots."""
_CHANNELS = {1: 1, 2: 3, 3: 4, 4: 4}
"""Bytes a pixel of PDFium's bitmap formats: grey, BGR, BGRx, BGRA."""
_MAX_OBJECTS = 4_000
_AS_THEY_ARE = (b"\xff\xd8\xff", b"\x00\x00\x00\x0cjP  ")


class PageImages:
    """Takes the images of page after page of one document, each stored image once."""

    def __init__(self, images: Images) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._images = images
        self._seen: set[bytes] = set()
        self._decoded = 0

    def take(self, objects: PageObjects, number: int, edges: Box) -> None:
        """Take the images of a page; their place in the text is not known yet."""
        self._decoded = 0
        x, y = edges[:2]
        for placed in objects.images[:_MAX_OBJECTS]:
            if self._images.full:
                return
            body = self._body(pointer(placed[0]))
            if body:
                self._images.add(body, at=0, location=_location(objects.box(placed), x, y, number))

    def _body(self, element: Any) -> bytes:
        raw = self._raw
        width, height = ctypes.c_uint(), ctypes.c_uint()
        if not raw.FPDFImageObj_GetImagePixelSize(element, width, height):
            return b""
        area = width.value * height.value
        if min(width.value, height.value) < MIN_SIDE or area > MAX_PIXELS:
            return b""
        stored = self._stored(element)
        digest = hashlib.sha256(stored).digest() if stored else b""
        if digest in self._seen:
            return b""
        self._seen.add(digest)
        if stored.startswith(_AS_THEY_ARE):
            return stored
        self._decoded += area
        return self._png(element) if self._decoded <= MAX_DECODED else b""

    def _stored(self, element: Any) -> bytes:
        length = self._raw.FPDFImageObj_GetImageDataRaw(element, None, 0)
        if not length:
            return b""
        buffer = ctypes.create_string_buffer(length)
        self._raw.FPDFImageObj_GetImageDataRaw(element, buffer, length)
        return buffer.raw

    def _png(self, element: Any) -> bytes:
        raw = self._raw
        bitmap = raw.FPDFImageObj_GetBitmap(element)
        if not bitmap:
            return b""
        try:
            channels = _CHANNELS.get(raw.FPDFBitmap_GetFormat(bitmap), 0)
            width, height = raw.FPDFBitmap_GetWidth(bitmap), raw.FPDFBitmap_GetHeight(bitmap)
            stride = raw.FPDFBitmap_GetStride(bitmap)
            pixels = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * height)
            return png(pixels, width, height, stride, channels) if channels else b""
        finally:
            raw.FPDFBitmap_Destroy(bitmap)


def _location(box: Box | None, x: float, y: float, number: int) -> Location:
    if box is None:
        return Location("pdf", page=number)
    left, bottom, right, top = box
    edges = (round(left - x, 2), round(bottom - y, 2), round(right - x, 2), round(top - y, 2))
    return Location("pdf", page=number, boxes=(edges,))


def png(pixels: bytes, width: int, height: int, stride: int, channels: int) -> bytes:
    """A PNG of grey or blue-green-red pixels (a fourth channel is dropped), rows `stride` bytes apart."""
    color = 0 if channels == 1 else 2
    rows = bytearray()
    for row in range(height):
        line = pixels[row * stride : row * stride + width * channels]
        rows.append(0)
        rows += line if channels == 1 else _red_first(line, width, channels)
    header = struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _red_first(line: bytes, width: int, channels: int) -> bytearray:
    out = bytearray(3 * width)
    out[0::3], out[1::3], out[2::3] = line[2::channels], line[1::channels], line[0::channels]
    return out


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
