"""The lines of a PDF page with their boxes, sizes and looks; a line is cut where a column may begin.

PDFium is asked for all lines of a page at once wherever it can be: a call costs a quarter of a microsecond, what
surrounds it in Python ten times as much.
"""

from __future__ import annotations

import ctypes
import re
from itertools import accumulate, pairwise, repeat
from math import isnan, nan, pi
from operator import lt, sub
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.pdf.bidi import has_right_to_left, ligatures_mended, mended
from kts.ingest.convert.pdf.calls import Lines, Rectangles, calls, handle_of, handle_to
from kts.ingest.convert.pdf.fonts import Looks
from kts.ingest.convert.pdf.layer import opened, text_of
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
NOTHING = (0.0, 0.0, 0.0, 0.0)
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
    with opened(page) as textpage:
        reader = _Reader(textpage, number, objects, levels, slots, edges)
        return reader.lines(), reader.upright, reader.rules


_Stretch = tuple[int, int, int, int, "Box | None", "Box | None", str, bool]
"""A part of a page's text: its first character and the one after its last, the same for PDFium (with the last one),
the box around it (None where it is not asked for yet), its first cell upright, the way in which it is hidden, and
whether a word is divided at its end."""


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
        self._textpage = handle_to(textpage)
        self._count, self._text = text_of(textpage)
        self._exact = self._count == len(self._text)
        self._number = number
        self._objects = objects
        self._levels = levels
        self._slots = slots
        self._looks = Looks(self._textpage)
        self._origin = (edges[0], edges[1])
        self._moved = bool(edges[0] or edges[1])
        self._pieces = _pieces(self._text)
        size = (0.0, 0.0, edges[2] - edges[0], edges[3] - edges[1])
        self.upright = Upright(0, size)
        self.upright = Upright(self._turns(), size)
        width, height = (size[3], size[2]) if self.upright.turns % 2 else (size[2], size[3])
        self._reach = (2 * width, 2 * height)
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
        some = self._pieces[:: 1 + len(self._pieces) // TURN_SAMPLES]
        middles = self._indices([(start + end) // 2 for start, end, _ in some])
        angles = list(map(self._calls.angle, repeat(self._textpage), middles))
        if not any(angles):
            return 0
        counts = [0, 0, 0, 0]
        for (start, end, _), angle in zip(some, angles, strict=True):
            counts[-round(angle / (pi / 2)) % 4 if angle > 0 else 0] += end - start
        return counts.index(max(counts))

    def lines(self) -> list[Line]:
        """The lines in the order of the text layer."""
        begins = self._indices([first for first, _, _ in self._pieces])
        ends = self._indices([last - 1 for _, last, _ in self._pieces])
        stretches = self._stretches(begins, ends, self._cells(begins))
        begins, ends = [stretch[2] for stretch in stretches], [stretch[3] for stretch in stretches]
        lines = map(self._line, stretches, self._boxes(stretches), self._looked(begins, ends))
        return [line for line in lines if line.text]

    def _boxes(self, stretches: Sequence[_Stretch]) -> list[Box]:
        """The boxes of stretches, in hundredths of a point; those of parts of lines are asked for now."""
        asked = [(begins, ends) for _, _, begins, ends, box, _, _, _ in stretches if box is None]
        boxes = [stretch[4] for stretch in stretches]
        if asked:
            parts = _edges(self._placed([begins for begins, _ in asked], [ends for _, ends in asked]))
            boxes = [box or next(parts) for box in boxes]
        return [
            (round(100 * left) / 100, round(100 * bottom) / 100, round(100 * right) / 100, round(100 * top) / 100)
            for left, bottom, right, top in filter(None, boxes)
        ]

    def _looked(self, begins: Sequence[int], ends: Sequence[int]) -> list[int]:
        """The looks of lines: those of their first characters where the middle and the end look alike."""
        looks = self._looks.of(begins)
        marked = [number for number, look in enumerate(looks) if look]
        if marked:
            middles = self._looks.of([(begins[number] + ends[number]) // 2 for number in marked])
            last = self._looks.of([ends[number] for number in marked])
            for number, middle, end in zip(marked, middles, last, strict=True):
                if not looks[number] == middle == end:
                    looks[number] = 0
        return looks

    def _stretches(self, begins: Sequence[int], ends: Sequence[int], cells: Sequence[Box | None]) -> list[_Stretch]:
        """Where lines are cut: at wide gaps, at ruling lines, and where what is seen and what is hidden meet."""
        placed = self._along(begins, ends)
        edges = list(_edges(placed))
        suspects = self._suspects(placed) if self._objects.hidden else frozenset()
        words: dict[int, list[tuple[int, int]]] = {}
        for number, (first, last, _) in enumerate(self._pieces):
            text = self._text[first:last]
            if (" " in text and self._may_have_gap(text, cells[number], placed, number, edges[number])) or (
                number in suspects
            ):
                words[number] = [word.span() for word in _WORD.finditer(self._text, first, last)]
        rows = dict(zip(words, self._rows(list(words.values())), strict=True)) if words else {}
        stretches: list[_Stretch] = []
        for number, (first, last, divided) in enumerate(self._pieces):
            found, hidden = words.get(number), ""
            if found:
                parts = self._parts(found, rows[number], divided=divided, suspect=number in suspects)
                if len(parts) > 1:
                    stretches += parts
                    continue
                hidden = parts[0][6]
            stretches.append((first, last, begins[number], ends[number], edges[number], cells[number], hidden, divided))
        return stretches

    def _suspects(self, placed: Rectangles) -> frozenset[int]:
        """The lines that hidden text touches."""
        lines = range(len(self._pieces))
        return frozenset(n for n in lines if self._objects.hides(boxes_of(placed, n), self._origin))

    def _parts(self, words: Sequence[tuple[int, int]], row: _Row, *, divided: bool, suspect: bool) -> list[_Stretch]:
        """The stretches of a line, whose boxes are not known yet."""
        kinds = [self._hidden(at) for at, _ in words] if suspect else [""] * len(words)
        cuts = [0, *self._cuts(words, row)]
        if suspect:
            cuts = sorted({*cuts} | {number for number in range(1, len(words)) if kinds[number] != kinds[number - 1]})
        parts: list[_Stretch] = []
        for a, b in pairwise([*cuts, len(words)]):
            start, end = words[a][0], words[b - 1][1]
            begins, ends = (start, end - 1) if self._exact else (self._index(start), self._index(end - 1))
            parts.append((start, end, begins, ends, None, row.cells[a], kinds[a], divided and b == len(words)))
        return parts

    def _may_have_gap(self, text: str, cell: Box | None, placed: Rectangles, number: int, edges: Box) -> bool:
        """Whether it is worth looking between the words of a line."""
        begin, end = placed.starts[number], placed.stops[number]
        if begin == end:
            return False
        if "   " in text or cell is None:
            return True
        height = cell[3] - cell[1]
        left, _, right, _ = edges
        if self.upright.turns:
            lefts, rights = self._sides(boxes_of(placed, number))
            left, right = min(lefts), max(rights)
        else:
            lefts, rights = placed.lefts[begin:end], placed.rights[begin:end]
        if end - begin > 1:
            widest = max(map(sub, lefts[1:], rights))
            if widest <= COLUMN_GAP * height:
                widest = max(widest, *map(sub, lefts, rights[1:]))
            if widest > COLUMN_GAP * height or (widest > FIGURE_GAP * height and _FIGURES.search(text)):
                return True
        return self._ruled(left, right, cell) or right - left > WIDE_LETTERS * height * len(text)

    def _sides(self, boxes: Sequence[Box]) -> tuple[list[float], list[float]]:
        """The left and right edges on the upright page, from left to right."""
        turned = sorted(map(self.upright.box, boxes))
        return [box[0] for box in turned], [box[2] for box in turned]

    def _rows(self, lines: Sequence[Sequence[tuple[int, int]]]) -> list[_Row]:
        """Where the words of lines stand."""
        starts = self._indices([start for words in lines for start, _ in words])
        ends = self._indices([end - 1 for words in lines for _, end in words])
        borders = list(pairwise(accumulate(map(len, lines), initial=0)))
        if self._moved or self.upright.turns:
            one = other = None
        else:
            one = self._slots.cells(self._calls.cell, self._textpage, starts)
            other = self._slots.cells(self._calls.cell, self._textpage, ends)
        if one is None or other is None or any(map(lt, one[1], one[3])):
            return [_row(self._cells(starts[a:b]), self._cells(ends[a:b])) for a, b in borders]
        lefts, rights = list(map(min, one[0], other[0])), list(map(max, one[2], other[2]))
        cells: list[Box | None] = list(zip(one[0], one[3], one[2], one[1], strict=True))
        heights = list(map(sub, one[1], one[3]))
        return [_Row(cells[a:b], lefts[a:b], rights[a:b], heights[a:b]) for a, b in borders]

    def _cuts(self, words: Sequence[tuple[int, int]], row: _Row) -> Iterator[int]:
        """The words before which a wide gap or a ruling line comes."""
        cells, lefts, rights, heights = row
        ruled = False
        if self._ruling:
            known = [number for number, left in enumerate(lefts) if not isnan(left)]
            edges = [lefts[number] for number in known], [rights[number] for number in known]
            ruled = bool(known) and self._ruled(min(edges[0]), max(edges[1]), cells[known[0]])
        for number, ahead in enumerate(map(sub, lefts[1:], rights)):
            gap = ahead if ahead >= 0 else lefts[number] - rights[number + 1]
            if not gap > 0:  # nor where a cell is not known
                continue
            height = max(heights[number], 1.0)
            if gap > FIGURE_GAP * height and self._wide(gap / height, words[number], words[number + 1]):
                yield number + 1
            elif ruled:
                left, right = (rights[number], lefts[number + 1]) if ahead >= 0 else (rights[number + 1], lefts[number])
                if self._ruled(left - 0.5, right + 0.5, cells[number]):
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

    def _indices(self, places: list[int]) -> list[int]:
        return places if self._exact else list(map(self._index, places))

    def _cells(self, indices: Sequence[int]) -> list[Box | None]:
        """The upright cells of characters."""
        ask = self._calls.cell
        edges = self._slots.cells(ask, self._textpage, indices)
        if edges is None:
            cells = [self._slots.cell(ask, self._textpage, index) for index in indices]
            return [cell and self._upright(*cell) for cell in cells]
        lefts, tops, rights, bottoms = edges
        if self._moved or self.upright.turns or any(map(lt, tops, bottoms)):
            return list(map(self._upright, lefts, tops, rights, bottoms))
        return list(zip(lefts, bottoms, rights, tops, strict=True))

    def _upright(self, left: float, top: float, right: float, bottom: float) -> Box:
        x, y = self._origin
        bottom, top = sorted((bottom - y, top - y))
        return self.upright.box((left - x, bottom, right - x, top))

    def _along(self, begins: Sequence[int], ends: Sequence[int]) -> Rectangles:
        """The same for the lines of the page."""
        lines = Lines(begins, ends, self._count)
        found = self._slots.page_rectangles(self._calls, self._textpage, lines) if begins else None
        return self._placed(begins, ends) if found is None else self._from_corner(found)

    def _placed(self, begins: Sequence[int], ends: Sequence[int]) -> Rectangles:
        """The rectangles of PDFium's text objects from one character to another, for several stretches of text."""
        lengths = [max(end + 1 - begin, 1) for begin, end in zip(begins, ends, strict=True)]
        few = list(zip(begins, lengths, strict=True))
        return self._from_corner(self._slots.rectangles(self._calls.count_boxes, self._calls.box, self._textpage, few))

    def _from_corner(self, found: Rectangles) -> Rectangles:
        """Rectangles from the lower left corner of what is seen of the page."""
        if not self._moved:
            return found
        x, y = self._origin
        lefts, rights = [edge - x for edge in found.lefts], [edge - x for edge in found.rights]
        tops, bottoms = [edge - y for edge in found.tops], [edge - y for edge in found.bottoms]
        return Rectangles(found.starts, found.stops, lefts, tops, rights, bottoms)

    def _line(self, stretch: _Stretch, box: Box, look: int) -> Line:
        first, last, begins, _, _, cell, hidden, divided = stretch
        text = self._marked(first, last) if self._raised else self._text[first:last]
        if "  " in text or not (text.isascii() and text.isprintable()):
            text = self._shown(text, first)
        upright = self.upright
        turned = upright.box(box) if upright.turns else box
        if cell and cell[3] > cell[1]:
            size, base = cell[3] - cell[1], cell[1]
        else:  # fonts without metrics have cells without a height
            size, base = turned[3] - turned[1], turned[1]
        level = self._levels.get(self._mark(begins), 0) if self._levels else 0
        ocr: float | None = None
        if hidden:
            if hidden == "invisible" and self._objects.scan:
                hidden, ocr = "", -1.0
        elif size < TINY:
            hidden = "tiny"
        elif not (0 <= turned[0] + turned[2] <= self._reach[0] and 0 <= turned[1] + turned[3] <= self._reach[1]):
            hidden = "off_page"
        place = box if upright.turns else None
        text = f"{text}-" if divided else text
        return Line(text, self._number, turned, size, base, divided, look, level, hidden, ocr, place)

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

    def _one_glyph(self, at: int) -> bool:
        first, second = self._cells([self._index(at), self._index(at + 1)])
        return first is not None and first == second

    def _mark(self, index: int) -> int:
        element = handle_of(self._calls.text_object(self._textpage, index))
        return self._calls.mark(element) if element else -1

    def _hidden(self, at: int) -> str:
        """The way in which the page hides the character, empty for one that is seen."""
        index = self._index(at)
        element = handle_of(self._calls.text_object(self._textpage, index))
        left, right, bottom, top = edges = tuple(ctypes.c_double() for _ in range(4))
        if not element or not self._calls.character(self._textpage, index, *map(ctypes.byref, edges)):
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


def boxes_of(placed: Rectangles, number: int) -> list[Box]:
    """The rectangles of a stretch as boxes."""
    here = slice(placed.starts[number], placed.stops[number])
    return list(zip(placed.lefts[here], placed.bottoms[here], placed.rights[here], placed.tops[here], strict=True))


def _edges(placed: Rectangles) -> Iterator[Box]:
    """The boxes around the rectangles of each stretch."""
    starts, stops, lefts, tops, rights, bottoms = placed
    for start, stop in zip(starts, stops, strict=True):
        if stop - start == 1:
            yield lefts[start], bottoms[start], rights[start], tops[start]
        elif start == stop:
            yield NOTHING
        else:
            here = slice(start, stop)
            yield min(lefts[here]), min(bottoms[here]), max(rights[here]), max(tops[here])


def _pieces(text: str) -> list[tuple[int, int, bool]]:
    """Where the text layer's lines begin and end, without white space, and whether a word is divided there."""
    if not _is_usual(text):
        return list(_unusual_pieces(text))
    start = 0
    pieces: list[tuple[int, int, bool]] = []
    for piece in text.split("\r\n"):
        stripped = piece.strip()
        if stripped:
            first = start if stripped == piece else start + len(piece) - len(piece.lstrip())
            pieces.append((first, first + len(stripped), False))
        start += len(piece) + 2
    return pieces


def _unusual_pieces(text: str) -> Iterator[tuple[int, int, bool]]:
    """The same where lines end in other ways too."""
    start = 0
    for piece, divided, following in _parted(text):
        stripped = piece.strip()
        if stripped or divided:
            first = start if len(stripped) == len(piece) else start + len(piece) - len(piece.lstrip())
            yield first, max(first + len(stripped), first + 1), divided
        start = following


def _parted(text: str) -> Iterator[tuple[str, bool, int]]:
    """The lines of the text layer, whether each ends in a hyphen, and where the next one begins."""
    start = 0
    for match in _BREAK.finditer(text):
        yield text[start : match.start()], match[0][0] in _HYPHENS, match.end()
        start = match.end()
    yield text[start:], False, len(text)


def _is_usual(text: str) -> bool:
    """Whether all lines end in a carriage return and a line feed, and none in a hyphen of PDFium's."""
    breaks = text.count("\r\n")
    return text.count("\r") == breaks == text.count("\n") and not any(hyphen in text for hyphen in _HYPHENS)
