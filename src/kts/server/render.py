"""A page of a PDF as PNG, in a process that may die: `python -m kts.server.render`.

Standard input: one line of JSON {page, boxes, scale}, then the file. Standard output: the PNG. A file made to break
the renderer breaks this process, which has no time, memory or disk to spare.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

MEMORY = 1 << 30
"""Bytes of address space (RELIABILITY: half of what a converter has)."""
CPU_SECONDS = 20
"""Processor time of one page (a default, not fitted)."""
MOST_PIXELS = 25_000_000
"""Pixels of a page at most; larger pages are drawn smaller (RELIABILITY allows 50 MP an image)."""
HIGHLIGHT = (1.0, 0.92, 0.35)
"""What white becomes under a box: the yellow of a marker."""


def main() -> None:
    """Read a wish and a file, write an image."""
    _confine()
    wish = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    sys.stdout.buffer.write(png(content, page=wish["page"], boxes=wish["boxes"], scale=wish["scale"]))


def _confine() -> None:
    try:
        import resource
    except ImportError:  # a system without such limits; the parent's clock remains
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def png(content: bytes, *, page: int, boxes: Sequence[Sequence[float]], scale: float) -> bytes:
    """A page from 1 with boxes (left, bottom, right, top, in points) marked. Raises IndexError past the last page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    if page > len(document):
        message = f"the document has {len(document)} pages"
        raise IndexError(message)
    drawn = document[page - 1]
    width, height = drawn.get_size()
    scale = min(scale, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    bitmap = drawn.render(scale=scale, rev_byteorder=True, may_draw_forms=False)
    pixels = bitmap.to_numpy()[:, :, :3].copy()
    for box in boxes:
        _mark(pixels, _on_device(drawn, box, bitmap.width, bitmap.height))
    return _png(pixels)


def _on_device(page: Any, box: Sequence[float], width: int, height: int) -> tuple[int, int, int, int]:
    """A box in points as pixels (left, top, right, bottom), whatever the page's rotation and origin."""
    from ctypes import byref, c_int

    from pypdfium2 import raw

    corners = []
    for x, y in ((box[0], box[1]), (box[2], box[3])):
        at_x, at_y = c_int(), c_int()
        raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, byref(at_x), byref(at_y))
        corners.append((at_x.value, at_y.value))
    (x0, y0), (x1, y1) = corners
    left, right, top, bottom = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return max(0, left - 1), max(0, top - 1), min(width, right + 1), min(height, bottom + 1)


def _mark(pixels: Any, place: tuple[int, int, int, int]) -> None:
    """Lay the colour of a marker over an area, once however many boxes share it: ink stays ink."""
    left, top, right, bottom = place
    area = pixels[top:bottom, left:right]
    for channel, share in enumerate(HIGHLIGHT):
        limit = int(255 * share)
        area[:, :, channel] = area[:, :, channel].clip(max=limit)


def _png(pixels: Any) -> bytes:
    """RGB rows as a PNG (W3C PNG, third edition): one chunk of deflated rows without filters."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + pixels[row].tobytes() for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


if __name__ == "__main__":
    main()
