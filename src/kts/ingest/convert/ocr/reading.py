"""Reading text off images: what an engine gives, and how that becomes text with places and confidences."""

from __future__ import annotations

import struct
import zlib
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kts.ingest.convert.images import MAX_PIXELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.convert.pdf.ocr import Ocr, OcrWord, PageImage

TURN_BELOW = 0.85
"""Mean confidence of a page below which it is read upside down too. Measured: clean pages 0.95 and more, pages on
their head 0.24 (tesseract) and 0.74 (rapidocr)."""

_PNG_HEADER = slice(16, 29)
_HEADER_BYTES = 13

PixelBox = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels from the upper left corner of the image."""


class Word(NamedTuple):
    """A recognised word. `confidence` is 0..1; `block` and `line` number its block and its line in reading order."""

    text: str
    box: PixelBox
    confidence: float
    block: int
    line: int


class OcrEngine(Protocol):
    """Recognises print in an image. `version` changes whenever the words could; it is part of the fingerprint.

    Deterministic: the same image gives the same words. `recognise` never raises for a damaged image.
    """

    name: str

    @property
    def version(self) -> str:
        """Program, models and languages, in a word."""
        ...

    def recognise(self, image: bytes, *, dpi: int) -> tuple[Word, ...]:
        """The words of an image file (PNG, JPEG, TIFF, PGM...) in reading order; none when it cannot be decoded."""
        ...


def page_reader(engine: OcrEngine) -> Ocr:
    """The engine as the PDF converter calls it: a page's image in, words with boxes in points out.

    A page that reads badly is read upside down too: engines find that out by themselves only on full pages.
    """

    def read(image: PageImage, /) -> tuple[OcrWord, ...]:
        dpi = max(round(72 * image.scale), 1)
        words = engine.recognise(image.png, dpi=dpi)
        if confidence_of(words) < TURN_BELOW:
            turned = engine.recognise(upside_down(image.png), dpi=dpi)
            mirrored = tuple(word._replace(box=_mirrored(word.box, image.width, image.height)) for word in turned)
            words = max(words, mirrored, key=confidence_of)
        return tuple(_on_page(word, image) for word in words)

    return read


def _on_page(word: Word, image: PageImage) -> OcrWord:
    from kts.ingest.convert.pdf.ocr import OcrWord

    left, top, right, bottom = word.box
    scale, height = image.scale, image.height
    box = (left / scale, (height - bottom) / scale, right / scale, (height - top) / scale)
    return OcrWord(word.text, box, word.confidence, word.block)


def _mirrored(box: PixelBox, width: int, height: int) -> PixelBox:
    left, top, right, bottom = box
    return (width - right, height - bottom, width - left, height - top)


def upside_down(page: bytes) -> bytes:
    """A grey PNG whose rows are stored as they are, as `pdf.images.png` writes it, turned by 180 degrees.

    Any other image comes back as it is.
    """
    from kts.ingest.convert.pdf.images import png

    header = page[_PNG_HEADER]
    width, height, depth, color = struct.unpack_from(">IIBB", header) if len(header) == _HEADER_BYTES else (0, 0, 0, 0)
    if (depth, color) != (8, 0) or width * height > MAX_PIXELS:
        return page
    try:
        rows = zlib.decompressobj().decompress(_packed(page), height * (width + 1))
    except zlib.error:
        return page
    if len(rows) != height * (width + 1) or any(rows[:: width + 1]):
        return page
    grey = b"".join(rows[at + 1 : at + 1 + width] for at in range(0, len(rows), width + 1))
    return png(grey[::-1], width, height, width, 1)


def _packed(page: bytes) -> bytes:
    """The pixel data of a PNG, its chunks put together."""
    out, at = [], 8
    while at + 8 <= len(page):
        length, kind = struct.unpack_from(">I4s", page, at)
        if kind == b"IDAT":
            out.append(page[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(out)


def text_of(words: Iterable[Word]) -> str:
    """The words as text: a line each line, a blank line between blocks."""
    blocks = (block for _, block in groupby(words, key=lambda word: word.block))
    return "\n\n".join("\n".join(_lines(block)) for block in blocks)


def _lines(words: Iterable[Word]) -> Iterator[str]:
    for _, line in groupby(words, key=lambda word: word.line):
        yield " ".join(word.text for word in line)


def confidence_of(words: Sequence[Word]) -> float:
    """The mean confidence of the words, each weighted by its length; 0 without words."""
    letters = sum(len(word.text) for word in words)
    return round(sum(word.confidence * len(word.text) for word in words) / letters, 3) if letters else 0.0
