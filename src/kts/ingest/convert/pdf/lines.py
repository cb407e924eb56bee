"""The lines of a PDF page with their boxes, sizes and looks; a line is cut where a column may begin.

PDFium is asked for all lines of a page at once wherever it can be: a call costs a quarter of a microsecond, what
surrounds it in Python ten times as much.
"""

from __future__ import annotations

import ctypes
import re
from itertools import pairwise
from math import isnan, nan, pi
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.pdf.bidi import has_right_to_left, ligatures_mended, mended
from kts.ingest.convert.pdf.calls import calls
from kts.ingest.convert.pdf.fonts import Looks
from kts.ingest.convert.pdf.page import Line, Upright, shown
from kts.ingest.convert.pdf.scripts import MARK, is_raised, read_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.ingest.convert.pdf.calls import Slots
    from kts.ingest.convert.pdf.objects import PageObjects
    from kts.ingest.convert.pdf.page import Box
    from kts.ingest.convert.pdf.rules import Rules

COLUMN_GAP = 0.75
"""A gap of so many line heights in a line may be one between columns; justified text stays below, nearly."""
FIGURE_GAP = 0.3
"""The same between two figures, or before a sign of money: figures are not parted by blanks in a sentence."""
TYPED_GAP = 1.5
"""Two blanks in letters of one width take less than so many line heights."""
WIDE_LETTERS = 0.85
"""A line whose characters take more than so many of its heights each may hold a gap inside one text object."""
TINY = 2.0
"""Letters lower than this, in points, are not there to be read."""
TURN_SAMPLES = 15
"""Lines of a page whose direction is looked at."""
_HYPHENS = "\x02\ufffe"
"""What PDFium writes for a hyphen at the end of a line, without a line break after it."""
_BREAK = re.compile(r"\r\n|[\r\n]|[\x02\ufffe](?:\r\n)?")
_NOWHERE = (nan, nan, nan, nan)
_WORD = re.compile(r"\S+")
_FIGURES = re.compile(r"[\d)%\u2013\u2014] +[$\u20ac\u00a3(\u2013\u2014\d-]")
_AFTER_FIGURE = re.compile(r"(?:[\d)%]|^[\u2013\u2014-])$")
_FIGURE = re.compile(r"[$\u20ac\u00a3(\u2013\u2014\d-]")


def read_lines(
    page: Any, number: int, objects: PageObjects, levels: Mapping[int, int], slots: Slots, edges: Box
) -> tuple[list[Line], Upright, Rules | None]:
    """The lines of a page in the order of PDFium's text layer, how it is turned, and its ruling lines.

    `levels` are heading levels by content mark; `edges` those of the page.
    """
    textpage = page.get_textpage()
    try:
        reader = _Reader(textpage, number, objects, levels, slots, edges)
        return reader.lines(), reader.upright, reader.rules
    finally:
        textpage.close()


class _Stretch(NamedTuple):
    """A part of a page's text: where it is in the text and for PDFium, the box around it, its first cell upright.

    `hidden` is the way in which it is hidden; `divided` says that a word is divided at its end.
    """

    first: int
    last: int
    begins: int
    ends: int
    box: Box
    cell: Box | None
    hidden: str
    divided: bool


class _Row(NamedTuple):
    """The words of a line: the cells of their first characters, left and right edges, heights."""

    cells: list[Box | None]
    lefts: list[float]
    rights: list[float]
    heights: list[float]


class _Reader:
    """Asks one text page for lines, boxes and looks."""

    def __init__(
        self,
        textpage: Any,
        number: int,
        objects: PageObjects,
        levels: Mapping[int, int],
        slots: Slots,
        edges: Box,
    ) -> None:
        self._calls = calls()
        self._textpage = textpage.raw
        self._text = text = textpage.get_text_range()
        self._exact = textpage.count_chars() == len(text)
        self._number = number
        self._objects = objects
        self._levels = levels
        self._slots = slots
        self._looks = Looks(textpage.raw)
        self._origin = (edges[0], edges[1])
        self._moved = bool(edges[0] or edges[1])
        self._pieces = list(_pieces(text))
        size = (0.0, 0.0, edges[2] - edges[0], edges[3] - edges[1])
        self.upright = Upright(0, size)
        self.upright = Upright(self._turns(), size)
        self._shape = (size[3], size[2]) if self.upright.turns % 2 else (size[2], size[3])
        self.rules = objects.upright_rules(self.upright) if objects.rules else None
        self._ruling = self.rules is not None and bool(self.rules.upright)
        self._raised = list(self._marks())

    def _marks(self) -> Iterator[tuple[int, int]]:
        """Where in the text a raised number touches a word."""
        found = [match.span() for match in MARK.finditer(self._text)]
        letters = self._cells([self._index(start - 1) for start, _ in found])
        signs = self._cells([self._index(start) for start, _ in found])
        for span, letter, sign in zip(found, letters, signs, strict=True):
            if letter and sign and is_raised(letter[3] - letter[1], letter[1], sign[3] - sign[1], sign[1]):
                yield span

    def _turns(self) -> int:
        """How the page's text is turned: by the characters in the middle of some lines, the most common one."""
        counts = [0, 0, 0, 0]
        for start, end, _ in self._pieces[:: 1 + len(self._pieces) // TURN_SAMPLES]:
            counts[self._turn(start, end)] += end - start
        return counts.index(max(counts))

    def _turn(self, start: int, end: int) -> int:
        angle = self._calls.angle(self._textpage, self._index((start + end) // 2))
        return -round(angle / (pi / 2)) % 4 if angle > 0 else 0

    def lines(self) -> list[Line]:
        """The lines in the order of the text layer."""
        stretches: list[_Stretch] = []
        cells = self._cells([self._index(first) for first, _, _ in self._pieces])
        for (first, last, divided), cell in zip(self._pieces, cells, strict=True):
            stretches += self._stretches(first, last, cell, divided=divided)
        lines = map(self._line, stretches, self._looked(stretches))
        return [line for line in lines if line.text]

    def _looked(self, stretches: Sequence[_Stretch]) -> list[int]:
        """The looks of lines: those of their first characters where the middle and the end look alike."""
        looks = self._looks.of([stretch.begins for stretch in stretches])
        marked = [number for number, look in enumerate(looks) if look]
        if marked:
            middles = self._looks.of([(stretches[n].begins + stretches[n].ends) // 2 for n in marked])
            ends = self._looks.of([stretches[number].ends for number in marked])
            for number, middle, end in zip(marked, middles, ends, strict=True):
                if not looks[number] == middle == end:
                    looks[number] = 0
        return looks

    def _stretches(self, first: int, last: int, cell: Box | None, *, divided: bool) -> list[_Stretch]:
        """Where a line is cut: at wide gaps, at ruling lines, and where what is seen and what is hidden meet."""
        begins, ends = (first, last - 1) if self._exact else (self._index(first), self._index(last - 1))
        corners = self._corners(begins, ends)
        text = self._text[first:last]
        suspect = bool(self._objects.hidden) and self._objects.hides(_boxes(corners), self._origin)
        words: list[tuple[int, int]] = []
        if suspect or self._may_have_gap(text, cell, corners):
            words = [(first + word.start(), first + word.end()) for word in _WORD.finditer(text)]
        if not words:
            return [_Stretch(first, last, begins, ends, around(corners), cell, "", divided)]
        row = self._row(words)
        kinds = [self._hidden(at) for at, _ in words] if suspect else [""] * len(words)
        cuts = {0, *self._cuts(words, row)}
        if suspect:
            cuts |= {number for number in range(1, len(words)) if kinds[number] != kinds[number - 1]}
        if len(cuts) == 1:
            return [_Stretch(first, last, begins, ends, around(corners), cell, kinds[0], divided)]
        parts = []
        for a, b in pairwise([*sorted(cuts), len(words)]):
            start, end = words[a][0], words[b - 1][1]
            begins, ends = (start, end - 1) if self._exact else (self._index(start), self._index(end - 1))
            box, closing = around(self._corners(begins, ends)), divided and b == len(words)
            parts.append(_Stretch(start, end, begins, ends, box, row.cells[a], kinds[a], closing))
        return parts

    def _may_have_gap(self, text: str, cell: Box | None, corners: Sequence[float]) -> bool:
        """Whether it is worth looking between the words of a line."""
        if " " not in text or not corners:
            return False
        if "   " in text or cell is None:
            return True
        height = cell[3] - cell[1]
        lefts, rights = self._sides(corners) if self.upright.turns else (corners[0::4], corners[2::4])
        if len(lefts) > 1:
            widest = max(*map(sub, lefts[1:], rights), *map(sub, lefts, rights[1:]))
            if widest > COLUMN_GAP * height or (widest > FIGURE_GAP * height and _FIGURES.search(text)):
                return True
        left, right = min(lefts), max(rights)
        return self._ruled(left, right, cell) or right - left > WIDE_LETTERS * height * len(text)

    def _sides(self, corners: Sequence[float]) -> tuple[list[float], list[float]]:
        """The left and right edges on the upright page, from left to right."""
        boxes = sorted(map(self.upright.box, _boxes(corners)))
        return [box[0] for box in boxes], [box[2] for box in boxes]

    def _row(self, words: Sequence[tuple[int, int]]) -> _Row:
        """Where the words of a line stand."""
        starts, ends = [start for start, _ in words], [end - 1 for _, end in words]
        if not self._exact:
            starts, ends = list(map(self._index, starts)), list(map(self._index, ends))
        if not (self._moved or self.upright.turns):
            ask, textpage = self._calls.cell, self._textpage
            lefts, tops, rights, bottoms = self._slots.edges(ask, textpage, starts)
            last_lefts, _, last_rights, _ = self._slots.edges(ask, textpage, ends)
            heights = list(map(sub, tops, bottoms))
            if heights and last_lefts and min(heights) >= 0:
                cells: list[Box | None] = list(zip(lefts, bottoms, rights, tops, strict=True))
                return _Row(cells, list(map(min, lefts, last_lefts)), list(map(max, rights, last_rights)), heights)
        return _row(self._cells(starts), self._cells(ends))

    def _cuts(self, words: Sequence[tuple[int, int]], row: _Row) -> Iterator[int]:
        """The words before which a wide gap or a ruling line comes."""
        cells, lefts, rights, heights = row
        ruled = False
        if self._ruling:
            known = [number for number, left in enumerate(lefts) if not isnan(left)]
            edges = [lefts[number] for number in known], [rights[number] for number in known]
            ruled = bool(known) and self._ruled(min(edges[0]), max(edges[1]), cells[known[0]])
        for number, ahead in enumerate(map(sub, lefts[1:], rights)):
            left, right = (rights[number], lefts[number + 1]) if ahead >= 0 else (rights[number + 1], lefts[number])
            gap, height = right - left, max(heights[number], 1.0)
            if not gap > 0:  # nor where a cell is not known
                continue
            if (ruled and self._ruled(left - 0.5, right + 0.5, cells[number])) or (
                gap > FIGURE_GAP * height and self._wide(gap / height, words[number], words[number + 1])
            ):
                yield number + 1

    def _ruled(self, left: float, right: float, cell: Box | None) -> bool:
        """Whether an upright ruling line stands between two places beside a cell."""
        if cell is None or self.rules is None or not self._ruling:
            return False
        return self.rules.crosses(left, right, (cell[1] + cell[3]) / 2)

    def _wide(self, gap: float, before: tuple[int, int], after: tuple[int, int]) -> bool:
        """Whether a gap between two words, in line heights, may be one between columns."""
        if gap <= FIGURE_GAP:
            return False
        text = self._text
        if gap <= COLUMN_GAP:
            figure = _AFTER_FIGURE.search(text[before[0] : before[1]])
            return bool(figure and _FIGURE.match(text, after[0]))
        # two typed blanks are text justified by a typewriter
        return gap > TYPED_GAP or text[before[1] : after[0]] != "  "

    def _index(self, at: int) -> int:
        """PDFium's index of the character: it counts some that its text does not hold."""
        if self._exact:
            return at
        index = self._calls.index(self._textpage, at)
        return index if index >= 0 else at

    def _cells(self, indices: Sequence[int]) -> list[Box | None]:
        """The upright cells of characters."""
        cells = self._slots.cells(self._calls.cell, self._textpage, indices)
        if self._moved or self.upright.turns or None in cells:
            return [cell and self._upright(*cell) for cell in cells]
        return [
            (left, bottom, right, top) if bottom <= top else (left, top, right, bottom)
            for left, top, right, bottom in cells
        ]

    def _upright(self, left: float, top: float, right: float, bottom: float) -> Box:
        x, y = self._origin
        bottom, top = sorted((bottom - y, top - y))
        return self.upright.box((left - x, bottom, right - x, top))

    def _corners(self, begins: int, ends: int) -> Sequence[float]:
        """Left, upper, right, lower edge of each of PDFium's text objects from one character to another."""
        count = self._calls.count_boxes(self._textpage, begins, max(ends + 1 - begins, 1))
        corners = self._slots.corners(self._calls.box, self._textpage, count)
        if self._moved:
            x, y = self._origin
            return [edge - (y if number % 2 else x) for number, edge in enumerate(corners)]
        return corners

    def _line(self, stretch: _Stretch, look: int) -> Line:
        first, last, begins, _, box, cell, hidden, divided = stretch
        text = self._marked(first, last) if self._raised else self._text[first:last]
        if not (text.isascii() and text.isprintable()) or "  " in text:
            text = self._shown(text, first)
        upright = self.upright
        turned = upright.box(box) if upright.turns else box
        known = cell is not None and cell[3] > cell[1]  # fonts without metrics have cells without a height
        size, base = (cell[3] - cell[1], cell[1]) if cell and known else (turned[3] - turned[1], turned[1])
        level = self._levels.get(self._mark(begins), 0) if self._levels else 0
        layer = self._objects.scan and hidden == "invisible"
        kind, ocr = ("", -1.0) if layer else (hidden or self._unseen(turned, size), None)
        place = box if upright.turns else None
        return Line(
            f"{text}-" if divided else text, self._number, turned, size, base, divided, look, level, kind, ocr, place
        )

    def _marked(self, first: int, last: int) -> str:
        """A stretch of the text with its raised numbers as they read."""
        pieces: list[str] = []
        at = first
        for start, end in self._raised:
            if first < start and end <= last:
                pieces += (self._text[at:start], read_as(self._text[at:start], self._text[start:end]))
                at = end
        return "".join([*pieces, self._text[at:last]])

    def _shown(self, text: str, first: int) -> str:
        if text.isascii() or not has_right_to_left(text):
            return shown(text)
        return mended(shown(ligatures_mended(text, lambda at: self._one_glyph(first + at))))

    def _unseen(self, box: Box, size: float) -> str:
        """Letters too small to be read, and text off the page."""
        if size < TINY:
            return "tiny"
        width, height = self._shape
        return "" if 0 <= box[0] + box[2] <= 2 * width and 0 <= box[1] + box[3] <= 2 * height else "off_page"

    def _one_glyph(self, at: int) -> bool:
        first, second = self._cells([self._index(at), self._index(at + 1)])
        return first is not None and first == second

    def _mark(self, index: int) -> int:
        element = self._calls.text_object(self._textpage, index)
        return self._calls.mark(element) if element.value else -1

    def _hidden(self, at: int) -> str:
        """The way in which the page hides the character, empty for one that is seen."""
        index = self._index(at)
        element = self._calls.text_object(self._textpage, index)
        left, right, bottom, top = edges = tuple(ctypes.c_double() for _ in range(4))
        if not element.value or not self._calls.character(self._textpage, index, *map(ctypes.byref, edges)):
            return ""
        return self._objects.hiding(element, (left.value, bottom.value, right.value, top.value))


def _row(firsts: Sequence[Box | None], lasts: Sequence[Box | None]) -> _Row:
    """The row of words with these first and last characters; a word without cells stands nowhere."""
    lefts, rights, heights = [], [], []
    for first, last in zip(firsts, lasts, strict=True):
        one, other = (first, last) if first and last else (_NOWHERE, _NOWHERE)
        lefts.append(min(one[0], other[0]))
        rights.append(max(one[2], other[2]))
        heights.append(one[3] - one[1])
    return _Row(list(firsts), lefts, rights, heights)


def _boxes(corners: Sequence[float]) -> list[Box]:
    return list(zip(corners[0::4], corners[3::4], corners[2::4], corners[1::4], strict=True))


def around(corners: Sequence[float]) -> Box:
    """The box around rectangles (left, upper, right, lower edge of each), in hundredths of a point."""
    if not corners:
        return (0.0, 0.0, 0.0, 0.0)
    if len(corners) == 4:  # noqa: PLR2004 - one rectangle
        left, top, right, bottom = corners
    else:
        left, top, right, bottom = min(corners[0::4]), max(corners[1::4]), max(corners[2::4]), min(corners[3::4])
    return (round(100 * left) / 100, round(100 * bottom) / 100, round(100 * right) / 100, round(100 * top) / 100)


def _pieces(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where the text layer's lines begin and end, without white space, and whether a word is divided there."""
    start = 0
    for piece, divided, following in _parted(text):
        stripped = piece.strip()
        if stripped or divided:
            first = start if len(stripped) == len(piece) else start + len(piece) - len(piece.lstrip())
            yield first, max(first + len(stripped), first + 1), divided
        start = following


def _parted(text: str) -> Iterator[tuple[str, bool, int]]:
    """The lines of the text layer, whether each ends in a hyphen, and where the next one begins."""
    if _is_usual(text):
        start = 0
        for piece in text.split("\r\n"):
            start += len(piece) + 2
            yield piece, False, start
        return
    start = 0
    for match in _BREAK.finditer(text):
        yield text[start : match.start()], match[0][0] in _HYPHENS, match.end()
        start = match.end()
    yield text[start:], False, len(text)


def _is_usual(text: str) -> bool:
    """Whether all lines end in a carriage return and a line feed, and none in a hyphen of PDFium's."""
    breaks = text.count("\r\n")
    return text.count("\r") == breaks == text.count("\n") and not any(hyphen in text for hyphen in _HYPHENS)
