"""PDFium's small functions, called hundreds of times a page, without the price of the typed bindings.

A call through pypdfium2's bindings checks and converts each argument and makes a pointer object for what it gives.
These prototypes name no argument types: handles (`handle_of`), references (`ctypes.byref`) and small integers are
passed on as they are. A handle or reference is made an argument once, not for each call: that is a fifth of its time.
`Slots` is memory for the numbers of many calls, so that one `map` asks for all of them and they are read at once.
"""

from __future__ import annotations

import ctypes
from functools import cache
from itertools import accumulate, repeat
from operator import sub
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ingest.convert.pdf.page import Box

AT_ONCE = 128
"""Calls whose numbers are read at once."""
_LINE_BREAK = 2
"""Characters that PDFium adds where a line ends."""
_SLOT = 16
"""Bytes of a slot: four numbers of four bytes each at most."""
MOST_RECTANGLES = 2048
"""Rectangles of text that are read at once: few pages have more."""
COLOR = Struct("=4I")
"""Red, green, blue and opacity, 0 to 255."""
EDGES = Struct("=4f")
"""The edges of an object's bounds."""
MODES = Struct("=ii8x")
"""How a path is filled and whether it is stroked."""
Color = tuple[int, int, int, int]
Handle = Any
"""An address that PDFium gave, ready to be an argument; None where it gave none."""
handle_of: Callable[[int | None], Handle] = ctypes.c_void_p.from_param
"""The handle of an address."""


def handle_to(pointer: Any) -> Handle:
    """The handle of what a typed pointer of the bindings points to."""
    return handle_of(ctypes.c_void_p.from_buffer(pointer).value)


class Calls(NamedTuple):
    """Functions of PDFium under short names; they check no arguments: handles, references and integers only.

    Those that find an object give its address, or None.
    """

    page_objects: Callable[..., int]
    page_object: Callable[..., int | None]
    form_objects: Callable[..., int]
    form_object: Callable[..., int | None]
    kind: Callable[..., int]
    render_mode: Callable[..., int]
    fill_color: Callable[..., int]
    bounds: Callable[..., int]
    cell: Callable[..., int]
    count_boxes: Callable[..., int]
    box: Callable[..., int]
    angle: Callable[..., float]
    text_object: Callable[..., int | None]
    font: Callable[..., int | None]
    draw_mode: Callable[..., int]
    index: Callable[..., int]
    mark: Callable[..., int]
    character: Callable[..., int]
    font_info: Callable[..., int]
    font_weight: Callable[..., int]
    is_generated: Callable[..., int]


@cache
def calls() -> Calls:
    """The functions of the PDFium library that pypdfium2 has loaded."""
    from pypdfium2 import raw

    address = ctypes.c_void_p
    return Calls(
        _bound(raw.FPDFPage_CountObjects, ctypes.c_int),
        _bound(raw.FPDFPage_GetObject, address),
        _bound(raw.FPDFFormObj_CountObjects, ctypes.c_int),
        _bound(raw.FPDFFormObj_GetObject, address, ctypes.c_void_p, ctypes.c_ulong),
        _bound(raw.FPDFPageObj_GetType, ctypes.c_int),
        _bound(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int),
        _bound(raw.FPDFPageObj_GetFillColor, ctypes.c_int),
        _bound(raw.FPDFPageObj_GetBounds, ctypes.c_int),
        _bound(raw.FPDFText_GetLooseCharBox, ctypes.c_int),
        _bound(raw.FPDFText_CountRects, ctypes.c_int),
        _bound(raw.FPDFText_GetRect, ctypes.c_int),
        _bound(raw.FPDFText_GetCharAngle, ctypes.c_float),
        _bound(raw.FPDFText_GetTextObject, address),
        _bound(raw.FPDFTextObj_GetFont, address),
        _bound(raw.FPDFPath_GetDrawMode, ctypes.c_int),
        _bound(raw.FPDFText_GetCharIndexFromTextIndex, ctypes.c_int),
        _bound(raw.FPDFPageObj_GetMarkedContentID, ctypes.c_int),
        _bound(raw.FPDFText_GetCharBox, ctypes.c_int),
        _bound(raw.FPDFText_GetFontInfo, ctypes.c_ulong, address, ctypes.c_int, address, ctypes.c_ulong),
        _bound(raw.FPDFText_GetFontWeight, ctypes.c_int),
        _bound(raw.FPDFText_IsGenerated, ctypes.c_int),
    )


def _bound(function: Any, result: Any, *arguments: Any) -> Any:
    """The function with its result type; it keeps the interpreter lock, because it takes less than a microsecond."""
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


class Rectangles(NamedTuple):
    """The rectangles of stretches of text, edge by edge; those of stretch `n` are `starts[n]` to `stops[n]`."""

    starts: list[int]
    stops: list[int]
    lefts: list[float]
    tops: list[float]
    rights: list[float]
    bottoms: list[float]


class Lines(NamedTuple):
    """The first and the last characters of a page's lines, and how many characters the page has."""

    begins: Sequence[int]
    ends: Sequence[int]
    end: int


class Slots:
    """Memory into which PDFium writes up to four numbers a call; one for each document that is read."""

    def __init__(self) -> None:
        memory = (ctypes.c_char * (_SLOT * AT_ONCE))()
        self._bytes = memoryview(memory).cast("B")
        self._floats: Any = self._bytes.cast("f")
        self._integers: Any = self._bytes.cast("I")
        self._columns = [[ctypes.byref(memory, _SLOT * n + 4 * column) for n in range(AT_ONCE)] for column in range(4)]
        self._reds = [ctypes.byref(memory, 4 * n) for n in range(AT_ONCE)]
        self._opacities = [ctypes.byref(memory, 4 * (AT_ONCE + n)) for n in range(AT_ONCE)]
        self._spare = repeat(ctypes.byref(memory, 8 * AT_ONCE))
        self._sides = [(ctypes.c_double * MOST_RECTANGLES)() for _ in range(4)]
        self._numbers: list[Any] = [memoryview(side).cast("B").cast("d") for side in self._sides]
        self._places: tuple[list[Any], ...] = ([], [], [], [])

    def rows(self, function: Callable[..., int], subjects: Sequence[Any], numbers: Struct) -> list[Any]:
        """What `function(subject, number, ...)` writes for each subject; None where it says that it failed."""
        rows: list[Any] = []
        columns = self._columns[:2] if numbers is MODES else self._columns
        for start in range(0, len(subjects), AT_ONCE):
            done = list(map(function, subjects[start : start + AT_ONCE], *columns))
            rows += self._read(done, numbers)
        return rows

    def extremes(self, function: Callable[..., int], subjects: Sequence[Any]) -> tuple[int, int]:
        """The most red and the least opacity of at most AT_ONCE colours; 255 and 0 where one is not written."""
        if not all(map(function, subjects, self._reds, self._spare, self._spare, self._opacities)):
            return 255, 0
        count = len(subjects)
        reds, opacities = self._integers[:count].tolist(), self._integers[AT_ONCE : AT_ONCE + count].tolist()
        return max(reds, default=0), min(opacities, default=255)

    def _read(self, done: Sequence[int], numbers: Struct) -> list[Any]:
        rows: list[Any] = list(numbers.iter_unpack(self._bytes[: _SLOT * len(done)]))
        return rows if all(done) else [row if ok else None for row, ok in zip(rows, done, strict=True)]

    def cells(self, function: Callable[..., int], subject: Any, indices: Sequence[int]) -> list[list[float]] | None:
        """What `function(subject, index, rectangle)` writes, as columns: left, top, right, bottom; None if it fails."""
        columns: list[list[float]] = [[], [], [], []]
        for start in range(0, len(indices), AT_ONCE):
            few = indices[start : start + AT_ONCE]
            if not all(map(function, repeat(subject), few, self._columns[0])):
                return None
            flat = self._floats[: 4 * len(few)].tolist()
            for column, numbers in enumerate(columns):
                numbers.extend(flat[column::4])
        return columns

    def cell(self, function: Callable[..., int], subject: Any, index: int) -> Box | None:
        """What `function(subject, index, rectangle)` writes: left, top, right, bottom; None if it fails."""
        if not function(subject, index, self._columns[0][0]):
            return None
        left, top, right, bottom = self._floats[:4]
        return left, top, right, bottom

    def rectangles(
        self, count: Callable[..., int], read: Callable[..., int], subject: Any, stretches: Sequence[tuple[int, int]]
    ) -> Rectangles:
        """What `read(subject, number, left, ...)` writes of each that `count(subject, *stretch)` finds."""
        found = Rectangles([], [], [], [], [], [])
        lefts, tops, rights, bottoms = self._places
        used = passed = 0
        for begin, length in stretches:
            number = count(subject, begin, length)
            found.starts.append(passed + used)
            if used + number > len(lefts):
                passed, used = passed + self._taken(used, found), 0
                self._grow(number)
            if number == 1:  # as in most lines of running text
                used += read(subject, 0, lefts[used], tops[used], rights[used], bottoms[used])
            elif number > 1:
                for start in range(0, number, MOST_RECTANGLES):
                    if start:
                        passed, used = passed + self._taken(used, found), 0
                    few = min(number - start, MOST_RECTANGLES)
                    here = slice(used, used + few)
                    places = (lefts[here], tops[here], rights[here], bottoms[here])
                    used += sum(map(read, repeat(subject, few), range(start, start + few), *places))
            found.stops.append(passed + used)
        self._taken(used, found)
        return found

    def page_rectangles(self, calls: Calls, subject: Any, lines: Lines) -> Rectangles | None:
        """The rectangles of lines that follow one another, all asked for at once; None where that cannot be.

        It can where the lines, each with what stands before the next one, have as many rectangles as the page: no
        text object then goes on from one line into the next. Where more than a line break stands behind a line, its
        last object may go on there, and is asked for up to the line's end.
        """
        begins, ends, end = lines
        lengths = list(map(sub, [*begins[1:], end], begins))
        counts = list(map(calls.count_boxes, repeat(subject), begins, lengths))
        total = calls.count_boxes(subject, begins[0], end - begins[0])
        if total != sum(counts) or min(lengths) < 1:
            return None
        self._grow(AT_ONCE)
        stops = list(accumulate(counts))
        found = Rectangles(list(map(sub, stops, counts)), stops, [], [], [], [])
        for start in range(0, total, AT_ONCE):
            few = min(AT_ONCE, total - start)
            if sum(map(calls.box, repeat(subject, few), range(start, start + few), *self._places)) != few:
                return None
            self._taken(few, found)
        broken = map(calls.is_generated, repeat(subject), [last + 1 for last in ends])
        for number, (begin, last, length, known) in enumerate(zip(begins, ends, lengths, broken, strict=True)):
            more = begin + length - last - 1
            if more and (more != _LINE_BREAK or known != 1):
                count = calls.count_boxes(subject, begin, max(last + 1 - begin, 1))
                stops[number] = stop = found.starts[number] + count
                if not calls.box(subject, count - 1, *[places[0] for places in self._places]):
                    return None
                for edges, numbers in zip(found[2:], self._numbers, strict=True):
                    edges[stop - 1] = numbers[0]
        return found

    def _taken(self, used: int, found: Rectangles) -> int:
        """How many rectangles were written; they are added to what was found."""
        for numbers, edges in zip(self._numbers, found[2:], strict=True):
            edges.extend(numbers[:used].tolist())
        return used

    def _grow(self, number: int) -> None:
        """Have places for so many rectangles: few documents need all."""
        known = len(self._places[0])
        more = range(known, min(max(number, 2 * known, AT_ONCE) if number > known else 0, MOST_RECTANGLES))
        for places, side in zip(self._places, self._sides, strict=True):
            places += [ctypes.byref(side, 8 * row) for row in more]
