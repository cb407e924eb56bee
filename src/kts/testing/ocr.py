"""What every OCR engine must keep: `check_ocr`; and one that knows its images by heart (CONV-4)."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.testing.rules import Unharmed, check_identity, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.convert.ocr.reading import OcrEngine, Word

DAMAGED = (b"", b"\x00" * 500, b"\x89PNG\r\n\x1a\n no image", b"%PDF-1.4 no image either")
"""What is no image."""
DPI = 200


class MemoryOcr:
    """An engine that gives the words it was made with, by the SHA-256 of the image; none for other images."""

    name = "memory"
    version = "1"

    def __init__(self, words: Mapping[str, tuple[Word, ...]]) -> None:
        self._words = dict(words)

    def recognise(self, image: bytes, *, dpi: int) -> tuple[Word, ...]:
        """The words of an image that it knows."""
        del dpi
        return self._words.get(hashlib.sha256(image).hexdigest(), ())


def check_ocr(engine: OcrEngine, image: bytes, *, width: int, height: int, says: tuple[str, ...]) -> None:
    """Raise AssertionError naming the first rule of `OcrEngine` that does not hold.

    `image` is an image file of `width` x `height` pixels on which the words of `says` stand in this order.
    """
    check_identity(engine, "ocr")
    with Unharmed("ocr: an image is read without an exception"):
        words = engine.recognise(image, dpi=DPI)
        again = engine.recognise(image, dpi=DPI)
    require_equal(words, again, "ocr: deterministic: the same image gives the same words")
    found = iter(word.text for word in words)
    require(all(said in found for said in says), "ocr: the words of the image are read in their order", words)
    for word in words:
        _check_word(word, width, height)
    _check_order(words)
    for damaged in DAMAGED:
        with Unharmed("ocr: what is no image gives no words, not an exception"):
            require_equal(engine.recognise(damaged, dpi=DPI), (), "ocr: what is no image gives no words")


def _check_word(word: Word, width: int, height: int) -> None:
    left, top, right, bottom = word.box
    inside = 0 <= left < right <= width and 0 <= top < bottom <= height
    require(inside, "ocr: boxes are left, top, right, bottom in pixels inside of the image", word)
    require(0 <= word.confidence <= 1, "ocr: a confidence is 0..1", word)
    require(word.text.strip() == word.text != "", "ocr: a word is not empty and has no white space around it", word)


def _check_order(words: tuple[Word, ...]) -> None:
    require(not words or (words[0].block, words[0].line) == (0, 0), "ocr: blocks and lines count from 0", words[:1])
    for before, after in pairwise(words):
        steps = (after.block - before.block, after.line - before.line)
        rule = "ocr: words come line by line, block by block; a new block begins a new line"
        require(steps in {(0, 0), (0, 1), (1, 1)}, rule, (before, after))
