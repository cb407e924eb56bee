"""Pages that are images: what an OCR engine is given and gives, and its words as lines."""

from __future__ import annotations

import re
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kts.ingest.convert.pdf.images import png
from kts.ingest.convert.pdf.page import BOLD, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.ingest.convert.pdf.page import Box

OCR_DPI = 200
"""Resolution of the page images: text of 8 points has lower-case letters about 12 pixels high."""
MAX_SIDE = 6_000
"""Longest side of a page image, in pixels; larger pages are rendered coarser."""
WORD_GAP = 2.0
"""Recognised words further apart than so many of their heights are cells or columns, not one line."""


SMALL, TAIL = 0.74, 0.28
"""The height of `x`, and of the tail of `g`, as shares of that of a capital (fonts for text differ by a tenth)."""
LEAST_CAPITALS = 6
"""Letters of a line in capitals that may be a heading: fewer are a code or initials."""
_TALL = re.compile(r"[^\W_acegmnopqrsuvwxyz]")
_LOW = re.compile(r"[gjpqyQ,;()\[\]{}|/]")


class PageImage(NamedTuple):
    """A page to be recognised: a grey PNG, its size in pixels, and how many pixels make a PDF point."""

    png: bytes
    width: int
    height: int
    scale: float


class OcrWord(NamedTuple):
    """A recognised word or line: `box` is left, bottom, right, top in PDF points from the image's lower left corner.

    A pixel (x, y), counted from the upper left corner, is (x / scale, (height - y) / scale). `confidence` is 0..1.
    `block` numbers the blocks of the page in reading order: words of two blocks never make one line.
    """

    text: str
    box: Box
    confidence: float
    block: int = 0


class Ocr(Protocol):
    """An OCR engine for one page; the same image gives the same words."""

    def __call__(self, image: PageImage, /) -> Sequence[OcrWord]:
        """The words of the page; in any order inside of their blocks."""
        ...


def page_image(page: Any) -> PageImage:
    """The page as it is shown, rendered in grey."""
    width, height = page.get_size()
    scale = min(OCR_DPI / 72, MAX_SIDE / max(width, height, 1.0))
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        body = png(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels)
        return PageImage(body, bitmap.width, bitmap.height, scale)
    finally:
        bitmap.close()


def recognised(words: Iterable[OcrWord], page: Any, number: int) -> list[Line]:
    """The words as lines, block by block, each from its top; their boxes lie on the page as it is stored."""
    said = sorted((word for word in words if word.text.strip()), key=lambda word: word.block)
    blocks = (_rows(block) for _, block in groupby(said, key=lambda word: word.block))
    return [line for rows in blocks for row in rows for line in _lines(row, page, number)]


def _rows(words: Iterable[OcrWord]) -> list[list[OcrWord]]:
    """The words of one block that stand side by side, from top to bottom."""
    lines: list[list[OcrWord]] = []
    for word in sorted(words, key=lambda word: (-(word.box[1] + word.box[3]), word.box[0])):
        row = next((line for line in reversed(lines[-3:]) if _beside(line[0], word)), None)
        if row is None:
            lines.append([word])
        else:
            row.append(word)
    return lines


def _beside(first: OcrWord, second: OcrWord) -> bool:
    apart = abs(first.box[1] + first.box[3] - second.box[1] - second.box[3]) / 2
    return apart < min(first.box[3] - first.box[1], second.box[3] - second.box[1]) / 2


def _lines(row: list[OcrWord], page: Any, number: int) -> Iterable[Line]:
    row.sort(key=lambda word: word.box[0])
    group = [row[0]]
    for word in row[1:]:
        height = max(word.box[3] - word.box[1], 1.0)
        if word.box[0] - group[-1].box[2] > WORD_GAP * height:
            yield _line(group, page, number)
            group = []
        group.append(word)
    yield _line(group, page, number)


def _line(words: Sequence[OcrWord], page: Any, number: int) -> Line:
    """A line of words: as sure as the mean of its words, weighted by their lengths."""
    box = (
        round(min(word.box[0] for word in words), 2),
        round(min(word.box[1] for word in words), 2),
        round(max(word.box[2] for word in words), 2),
        round(max(word.box[3] for word in words), 2),
    )
    letters = sum(len(word.text) for word in words)
    confidence = sum(len(word.text) * min(max(word.confidence, 0.0), 1.0) for word in words) / letters
    size = median(print_size(word.text, word.box[3] - word.box[1]) for word in words)
    text = " ".join(" ".join(word.text.split()) for word in words)
    place = stored(box, page) if page.get_rotation() else None
    look = BOLD if _is_title(text) else 0
    return Line(text, number, box, round(size, 2), box[1], look=look, ocr=round(confidence, 4), place=place)


def print_size(text: str, height: float) -> float:
    """The height that a word of this print has with capitals and tails, which `network` and `name` have not both."""
    own = (1.0 if _TALL.search(text) else SMALL) + (TAIL if _LOW.search(text) else 0.0)
    return height * (1.0 + TAIL) / own


def _is_title(text: str) -> bool:
    """Whether a line is in capitals alone: the one look of a heading that an engine tells."""
    letters = [letter for letter in text if letter.isalpha()]
    return len(letters) >= LEAST_CAPITALS and all(letter.isupper() for letter in letters) and text[-1] not in ".,;&"


def stored(box: Box, page: Any) -> Box:
    """A box on the page as it is shown, on the page as it is stored (before its rotation)."""
    width, height = page.get_size()
    left, bottom, right, top = box
    turned = {
        90: (height - top, left, height - bottom, right),
        180: (width - right, height - top, width - left, height - bottom),
        270: (bottom, width - right, top, width - left),
    }
    return turned.get(page.get_rotation(), box)
