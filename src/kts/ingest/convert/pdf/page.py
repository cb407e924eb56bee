"""What is read of a PDF page: lines with their boxes, sizes and looks, and how the page is turned."""

from __future__ import annotations

import re
from typing import NamedTuple

Box = tuple[float, float, float, float]

BOLD, ITALIC = 2, 1
HALF = 2
"""Quarter turns that turn a page upside down."""
_SPACES = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")


class Line(NamedTuple):
    """A displayed line, or the part of one between two wide gaps.

    `box` is left, bottom, right, top in points as the text stands upright; `place` the same on the page as
    stored, where that differs. `size` is the height of its first character's cell and `base` the lower edge of
    that: the distance of two lines is the distance of their bases. `hyphen` says that PDFium saw a word divided
    at its end; the text then ends in `-`. `look` is BOLD, ITALIC or 0; `level` is that of the heading tag
    it stands in, `hidden` the way in which the page hides it, `ocr` the confidence of recognised text (-1 where
    the file does not say).
    """

    text: str
    page: int
    box: Box
    size: float
    base: float
    hyphen: bool = False
    look: int = 0
    level: int = 0
    hidden: str = ""
    ocr: float | None = None
    place: Box | None = None


class Upright(NamedTuple):
    """How a page is turned so that its text stands upright: quarter turns, and the page's edges."""

    turns: int
    edges: Box

    def box(self, box: Box) -> Box:
        """The box after the turn."""
        left, bottom, right, top = box
        if self.turns == 1:
            return (bottom, self.edges[2] - right, top, self.edges[2] - left)
        if self.turns == HALF:
            return (self.edges[2] - right, self.edges[3] - top, self.edges[2] - left, self.edges[3] - bottom)
        if self.turns > HALF:
            return (self.edges[3] - top, left, self.edges[3] - bottom, right)
        return box


def shown(text: str) -> str:
    """Text of a line as people read it: one space between words, no control characters."""
    text = _SPACES.sub(" ", text) if "\n" in text else " ".join(text.split())
    return text if text.isprintable() else _CONTROL.sub("", text).replace("\u00ad", "").strip()
