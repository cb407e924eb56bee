"""Images of pages: where the boxes of a quote are, a process to draw it, and the last images kept."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import UsageError
from kts.types import Span

if TYPE_CHECKING:
    from kts.server.params import Page
    from kts.workspace import Workspace

LONGEST = 60.0
"""Seconds after which a page that is still being drawn is given up (a default, not fitted)."""
KEPT = 32
"""Images kept for those who leaf back and forth (a default, not fitted: some 10 MB)."""


_RASTER = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
)
"""How files of pixels begin; drawings that are text (SVG) may hold programs, and are not shown."""


def raster(content: bytes, path: str) -> str:
    """The media type of an image that a browser shows. Raises UsageError for another kind."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    for begins, kind in _RASTER:
        if content.startswith(begins):
            return kind
    message = f"the image in {path} is of a kind that no browser shows"
    raise UsageError(message, path=path, hint="open the file itself: kts open")


class Wish(NamedTuple):
    """What makes an image: two wishes that are equal give the same one."""

    sha256: str
    page: int
    boxes: tuple[tuple[float, float, float, float], ...]
    scale: float


class Pages:
    """Images of pages of one index's documents."""

    def __init__(self) -> None:
        self._kept = lru_cache(maxsize=KEPT)(_Drawn)

    def png(self, workspace: Workspace, asked: Page) -> bytes:
        """The page with what was asked for marked. Raises UsageError where there is no such page."""
        whole = asked.start is None or asked.end is None
        span = None if whole else Span(asked.start or 0, max(asked.start or 0, asked.end or 0))
        found = workspace.original(asked.id, span=span)
        if not found.document.converter.startswith("pdf:"):
            message = f"{found.document.path} has no pages"
            raise UsageError(message, path=found.document.path, hint="only PDF files have; read its text instead")
        boxes = found.location.boxes if span is not None and found.location.page == asked.page else ()
        drawn = self._kept(Wish(found.document.sha256, asked.page, boxes, asked.scale))
        return drawn.image(found.content)


class _Drawn:
    """The image of a wish, drawn when it is first looked at."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._image = b""

    def image(self, content: bytes) -> bytes:
        if not self._image:
            self._image = draw(content, self._wish)
        return self._image


def draw(content: bytes, wish: Wish) -> bytes:
    """Have a page drawn by a process of its own. Raises UsageError when it fails."""
    start = [sys.executable, "-m", "kts.server.render"]
    line = json.dumps({"page": wish.page, "boxes": wish.boxes, "scale": wish.scale}).encode() + b"\n"
    try:
        done = subprocess.run(start, input=line + content, capture_output=True, timeout=LONGEST, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        message = f"page {wish.page} could not be drawn in {LONGEST:.0f} seconds"
        raise UsageError(message, hint="open the file itself: kts open") from None
    if done.returncode or not done.stdout.startswith(b"\x89PNG"):
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = said[-1].partition(": ")[2] if said else f"the renderer ended with {done.returncode}"
        message = f"page {wish.page} could not be drawn: {reason or said[-1]}"
        raise UsageError(message, hint="open the file itself: kts open")
    return done.stdout
