"""One PDF page as lines with their boxes, sizes and looks; a line is cut where a column may begin."""

from __future__ import annotations

import ctypes
import re
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.pdfbidi import has_right_to_left, ligatures_mended, mended
from kts.ingest.convert.pdfcalls import address, calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.ingest.convert.pdfobjects import PageObjects
    from kts.ingest.convert.pdfrules import Rules

Box = tuple[float, float, float, float]

BOLD, ITALIC = 2, 1
HALF = 2
"""Quarter turns that turn a page upside down."""
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
_SPACES = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_WORD = re.compile(r"\S+")
_FIGURES = re.compile(r"[\d)%\u2013\u2014] +[$\u20ac\u00a3(\u2013\u2014\d-]")
_AFTER_FIGURE = re.compile(r"(?:[\d)%]|^[\u2013\u2014-])$")
_FIGURE = re.compile(r"[$\u20ac\u00a3(\u2013\u2014\d-]")
_BOLD = re.compile(rb"bold|black|heavy|demi|medium|-(?:bd|md)\b", re.IGNORECASE)
_ITALIC = re.compile(rb"italic|oblique", re.IGNORECASE)
_ITALIC_FLAG = 1 << 6
_FORCED_BOLD = 1 << 18
_BOLD_WEIGHT = 600
_NAME_LENGTH = 128


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


def read_lines(
    page: Any, number: int, objects: PageObjects, levels: Mapping[int, int]
) -> tuple[list[Line], Upright, Rules | None]:
    """The lines of a page in the order of PDFium's text layer, how it is turned, and its ruling lines.

    `levels` are heading levels by content mark.
    """
    textpage = page.get_textpage()
    try:
        text = textpage.get_text_range()
        reader = _Reader(textpage, text, number, objects, levels, page.get_bbox())
        return list(reader.lines()), reader.upright, reader.rules
    finally:
        textpage.close()


def shown(text: str) -> str:
    """Text of a line as people read it: one space between words, no control characters."""
    if "  " not in text and text.isprintable():
        return text.strip()
    return _CONTROL.sub("", _SPACES.sub(" ", text)).replace("\u00ad", "").strip()


class _Measured(NamedTuple):
    """A stretch of a page's text: where it is in the text and for PDFium, its boxes, its first cell upright."""

    first: int
    last: int
    begins: int
    ends: int
    boxes: list[Box]
    cell: Box | None


class _Reader:
    """Asks one text page for lines, boxes and looks; the C structures are made once."""

    def __init__(
        self,
        textpage: Any,
        text: str,
        number: int,
        objects: PageObjects,
        levels: Mapping[int, int],
        edges: Box,
    ) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._calls = calls()
        self._textpage = textpage.raw
        self._handle = address(textpage.raw)
        self._text = text
        self._number = number
        self._objects = objects
        self._levels = levels
        self._origin = (edges[0], edges[1])
        self._exact = textpage.count_chars() == len(text)
        self._corner = tuple(ctypes.c_double() for _ in range(4))
        self._corner_at = tuple(map(ctypes.addressof, self._corner))
        self._cell = raw.FS_RECTF()
        self._cell_at = ctypes.addressof(self._cell)
        self._name = ctypes.create_string_buffer(_NAME_LENGTH)
        self._name_at = ctypes.addressof(self._name)
        self._flags = ctypes.c_int()
        self._flags_at = ctypes.addressof(self._flags)
        self._looks: dict[tuple[bytes, int], int] = {}
        self._pieces = [piece for piece in _pieces(text) if text[piece[0] : piece[1]].strip() or piece[2]]
        size = (0.0, 0.0, edges[2] - edges[0], edges[3] - edges[1])
        self.upright = Upright(self._turns(), size)
        self._shape = (size[3], size[2]) if self.upright.turns % 2 else (size[2], size[3])
        self.rules = objects.upright_rules(self.upright) if objects.rules else None

    def _turns(self) -> int:
        """How the page's text is turned: by the characters in the middle of some lines, the most common one."""
        counts = [0, 0, 0, 0]
        for start, end, _ in self._pieces[:: 1 + len(self._pieces) // TURN_SAMPLES]:
            counts[self._turn(start, end)] += end - start
        return counts.index(max(counts))

    def _turn(self, start: int, end: int) -> int:
        angle = self._calls.angle(self._handle, self._index((start + end) // 2))
        return -round(angle / (pi / 2)) % 4 if angle > 0 else 0

    def lines(self) -> Iterator[Line]:
        """The lines in the order of the text layer."""
        for start, end, mark in self._pieces:
            hyphen = mark[:1] in _HYPHENS if mark else False
            text = self._text[start:end]
            first = start + len(text) - len(text.lstrip())
            last = max(start + len(text.rstrip()), first + 1)
            whole = self._measured(first, last)
            stretches = self._stretches(whole)
            for count, (measured, hidden) in enumerate(stretches, start=1):
                divided = hyphen and count == len(stretches)
                shown_text = self._shown(measured.first, measured.last)
                if shown_text or divided:
                    yield self._line(f"{shown_text}-" if divided else shown_text, measured, hidden, hyphen=divided)

    def _measured(self, first: int, last: int) -> _Measured:
        index, end = self._index(first), self._index(last - 1)
        return _Measured(
            first, last, index, end, self._boxes(index, max(end + 1 - index, 1)), self._upright_cell(index)
        )

    def _shown(self, first: int, last: int) -> str:
        text = self._text[first:last]
        if text.isascii() or not has_right_to_left(text):
            return shown(text)
        return mended(shown(ligatures_mended(text, lambda at: self._one_glyph(first + at))))

    def _line(self, text: str, measured: _Measured, hidden: str, *, hyphen: bool) -> Line:
        box = _around(measured.boxes)
        upright = self.upright
        turned = upright.box(box) if upright.turns else box
        cell = measured.cell
        known = cell is not None and cell[3] > cell[1]  # fonts without metrics have cells without a height
        size, base = (cell[3] - cell[1], cell[1]) if cell and known else (turned[3] - turned[1], turned[1])
        look = self._look(measured.begins)
        if look and not look == self._look((measured.begins + measured.ends) // 2) == self._look(measured.ends):
            look = 0
        level = self._levels.get(self._mark(measured.begins), 0) if self._levels else 0
        layer = self._objects.scan and hidden == "invisible"
        kind, ocr = ("", -1.0) if layer else (hidden or self._unseen(turned, size), None)
        return Line(
            text, self._number, turned, size, base, hyphen, look, level, kind, ocr, box if upright.turns else None
        )

    def _unseen(self, box: Box, size: float) -> str:
        """Letters too small to be read, and text off the page."""
        if size < TINY:
            return "tiny"
        width, height = self._shape
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return "" if 0 <= x <= width and 0 <= y <= height else "off_page"

    def _stretches(self, whole: _Measured) -> list[tuple[_Measured, str]]:
        """Where a line is cut: at wide gaps, at ruling lines, and where what is seen and what is hidden meet."""
        suspect = self._objects.hides(whole.boxes, self._origin)
        if not suspect and not self._may_have_gap(whole):
            return [(whole, "")]
        first = whole.first
        words = [(first + word.start(), first + word.end()) for word in _WORD.finditer(self._text[first : whole.last])]
        if not words:
            return [(whole, "")]
        kinds = [self._hidden(at) for at, _ in words] if suspect else [""] * len(words)
        cuts = {0, *(number + 1 for number in self._cuts(words))}
        cuts |= {number for number in range(1, len(words)) if kinds[number] != kinds[number - 1]}
        if len(cuts) == 1:
            return [(whole, kinds[0])]
        bounds = [*sorted(cuts), len(words)]
        return [(self._measured(words[a][0], words[b - 1][1]), kinds[a]) for a, b in pairwise(bounds)]

    def _may_have_gap(self, whole: _Measured) -> bool:
        """Whether it is worth looking between the words of a line."""
        text, cell = self._text[whole.first : whole.last], whole.cell
        if " " not in text or not whole.boxes:
            return False
        if "   " in text or cell is None:
            return True
        height = cell[3] - cell[1]
        boxes = sorted(map(self.upright.box, whole.boxes)) if self.upright.turns else whole.boxes
        least = (FIGURE_GAP if _FIGURES.search(text) else COLUMN_GAP) * height
        if len(boxes) > 1 and any(b[0] - a[2] > least or a[0] - b[2] > least for a, b in pairwise(boxes)):
            return True
        left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        return self._ruled(left, right, cell) or right - left > WIDE_LETTERS * height * len(text)

    def _cuts(self, words: Sequence[tuple[int, int]]) -> Iterator[int]:
        """The words after which a wide gap or a ruling line comes."""
        cells = [self._ends(*word) for word in words]
        known = [cell for cell in cells if cell is not None]
        ruled = bool(known) and self._ruled(min(cell[0] for cell in known), max(cell[2] for cell in known), known[0])
        for number, (before, after) in enumerate(pairwise(cells)):
            if before is None or after is None:
                continue
            height = max(before[3] - before[1], 1.0)
            left, right = (before[2], after[0]) if after[0] >= before[2] else (after[2], before[0])
            gap = right - left
            if gap > 0 and (
                (ruled and self._ruled(left - 0.5, right + 0.5, before)) or self._wide(gap / height, number, words)
            ):
                yield number

    def _ruled(self, left: float, right: float, cell: Box) -> bool:
        """Whether an upright ruling line stands between two places beside a cell."""
        return self.rules is not None and self.rules.crosses(left, right, (cell[1] + cell[3]) / 2)

    def _wide(self, gap: float, number: int, words: Sequence[tuple[int, int]]) -> bool:
        """Whether a gap after a word, in line heights, may be one between columns."""
        if gap <= FIGURE_GAP:
            return False
        if gap <= COLUMN_GAP:
            return self._figures(words[number], words[number + 1])
        return gap > TYPED_GAP or not self._typed(number, words)

    def _typed(self, number: int, words: Sequence[tuple[int, int]]) -> bool:
        """Whether a gap is two typed blanks: text justified by a typewriter."""
        return self._text[words[number][1] : words[number + 1][0]] == "  "

    def _figures(self, before: tuple[int, int], after: tuple[int, int]) -> bool:
        text = self._text
        return bool(_AFTER_FIGURE.search(text[before[0] : before[1]]) and _FIGURE.match(text[after[0] : after[1]]))

    def _ends(self, start: int, end: int) -> Box | None:
        """The upright box over the cells of a word's first and last characters."""
        first = self._upright_cell(self._index(start))
        last = self._upright_cell(self._index(end - 1))
        if first is None or last is None:
            return None
        return (min(first[0], last[0]), first[1], max(first[2], last[2]), first[3])

    def _index(self, at: int) -> int:
        """PDFium's index of the character: it counts some that its text does not hold."""
        if self._exact:
            return at
        index = self._raw.FPDFText_GetCharIndexFromTextIndex(self._textpage, at)
        return int(index) if index >= 0 else at

    def _upright_cell(self, index: int) -> Box | None:
        cell = self._cell
        if not self._calls.cell(self._handle, index, self._cell_at):
            return None
        x, y = self._origin
        bottom, top = cell.bottom - y, cell.top - y
        if bottom > top:
            bottom, top = top, bottom
        box = (cell.left - x, bottom, cell.right - x, top)
        return self.upright.box(box) if self.upright.turns else box

    def _boxes(self, first: int, count: int) -> list[Box]:
        left, top, right, bottom = self._corner
        get, handle, (x, y), at = self._calls.box, self._handle, self._origin, self._corner_at
        return [
            (left.value - x, bottom.value - y, right.value - x, top.value - y)
            for index in range(self._calls.count_boxes(handle, first, count))
            if get(handle, index, *at)
        ]

    def _look(self, index: int) -> int:
        """Whether a character is bold or italic, by the name and the flags of its font."""
        length = self._calls.font(self._handle, index, self._name_at, _NAME_LENGTH, self._flags_at)
        if length <= 1:
            return BOLD if self._raw.FPDFText_GetFontWeight(self._textpage, index) >= _BOLD_WEIGHT else 0
        key = (self._name.value, self._flags.value)
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = _look_of(*key)
        return look

    def _one_glyph(self, at: int) -> bool:
        first, second = self._upright_cell(self._index(at)), self._upright_cell(self._index(at + 1))
        return first is not None and first == second

    def _mark(self, index: int) -> int:
        element = self._raw.FPDFText_GetTextObject(self._textpage, index)
        return int(self._raw.FPDFPageObj_GetMarkedContentID(element)) if element else -1

    def _hidden(self, at: int) -> str:
        """The way in which the page hides the character, empty for one that is seen."""
        index = self._index(at)
        element = self._calls.text_object(self._handle, index)
        left, top, right, bottom = self._corner
        if not element or not self._raw.FPDFText_GetCharBox(self._textpage, index, left, right, bottom, top):
            return ""
        box = (left.value, bottom.value, right.value, top.value)
        return self._objects.hiding(element, box)


def _around(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    if len(boxes) == 1:
        left, bottom, right, top = boxes[0]
        return (round(left, 2), round(bottom, 2), round(right, 2), round(top, 2))
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return (round(min(lefts), 2), round(min(bottoms), 2), round(max(rights), 2), round(max(tops), 2))


def _look_of(name: bytes, flags: int) -> int:
    if _BOLD.search(name) or flags & _FORCED_BOLD:
        return BOLD
    return ITALIC if _ITALIC.search(name) or flags & _ITALIC_FLAG else 0


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start(), match[0]
        start = match.end()
    yield start, len(text), ""
