"""One PDF page as lines with their boxes and font sizes."""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Box = tuple[float, float, float, float]

_HYPHENS = "\x02\ufffe"
"""What PDFium writes for a hyphen at the end of a line, without a line break after it."""
_BREAK = re.compile(r"\r\n|[\r\n]|[\x02\ufffe](?:\r\n)?")
_SPACES = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")


class Line(NamedTuple):
    """A displayed line; `box` is left, bottom, right, top in points.

    `size` is the height of its first character's cell and `base` the lower edge of that: the distance of two
    lines is the distance of their bases.
    `hyphen` says that PDFium saw a word divided at its end; the text then ends in `-`.
    """

    text: str
    page: int
    box: Box
    size: float
    base: float
    hyphen: bool = False


def read_lines(page: Any, number: int) -> list[Line]:
    """The lines of a page in the order of PDFium's text layer."""
    textpage = page.get_textpage()
    try:
        text = textpage.get_text_range()
        return list(_lines(textpage, text, number))
    finally:
        textpage.close()


def _lines(textpage: Any, text: str, number: int) -> Iterator[Line]:
    measure = _Measure(textpage, exact=textpage.count_chars() == len(text))
    for start, end, mark in _pieces(text):
        shown = _shown(text[start:end])
        hyphen = mark[:1] in _HYPHENS if mark else False
        if not shown and not hyphen:
            continue
        first = start + len(text[start:end]) - len(text[start:end].lstrip())
        last = start + len(text[start:end].rstrip())
        box, size, base = measure.line(first, max(last, first + 1))
        yield Line(f"{shown}-" if hyphen else shown, number, box, size, base, hyphen)


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start(), match[0]
        start = match.end()
    yield start, len(text), ""


def _shown(text: str) -> str:
    return _CONTROL.sub("", _SPACES.sub(" ", text)).replace("\u00ad", "").strip()


class _Measure:
    """Asks one text page for boxes; the C structures are made once."""

    def __init__(self, textpage: Any, *, exact: bool) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._textpage = textpage
        self._exact = exact
        self._edges = tuple(ctypes.c_double() for _ in range(4))
        self._cell = raw.FS_RECTF()

    def line(self, start: int, end: int) -> tuple[Box, float, float]:
        """The box around `text[start:end]`, the height of its first character and that one's lower edge."""
        first = self._index(start)
        count = max(self._index(end - 1) + 1 - first, 1)
        box = self._around(first, count)
        if not self._raw.FPDFText_GetLooseCharBox(self._textpage, first, self._cell):
            return box, box[3] - box[1], box[1]
        return box, abs(self._cell.top - self._cell.bottom), min(self._cell.bottom, self._cell.top)

    def _index(self, at: int) -> int:
        """PDFium's index of the character: it counts some that its text does not hold."""
        if self._exact:
            return at
        index = self._raw.FPDFText_GetCharIndexFromTextIndex(self._textpage, at)
        return int(index) if index >= 0 else at

    def _around(self, first: int, count: int) -> Box:
        left, top, right, bottom = self._edges
        boxes = [
            (left.value, bottom.value, right.value, top.value)
            for index in range(max(self._raw.FPDFText_CountRects(self._textpage, first, count), 0))
            if self._raw.FPDFText_GetRect(self._textpage, index, left, top, right, bottom)
        ]
        if not boxes:
            return (0.0, 0.0, 0.0, 0.0)
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        edges = (min(lefts), min(bottoms), max(rights), max(tops))
        return (round(edges[0], 2), round(edges[1], 2), round(edges[2], 2), round(edges[3], 2))
