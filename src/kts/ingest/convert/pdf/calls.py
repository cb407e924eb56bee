"""PDFium's small functions, called hundreds of times a page, without the price of the typed bindings.

A call through pypdfium2's bindings checks and converts each argument and makes a pointer object for what it gives.
These prototypes name no argument types: handles (`Handle`, or a typed pointer of the bindings), references
(`ctypes.byref`) and small integers are passed on as they are. `Slots` is memory for the numbers of many calls, so
that one `map` asks for all of them and one `struct` reads them.
"""

from __future__ import annotations

import ctypes
from functools import cache
from itertools import repeat
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

AT_ONCE = 128
"""Calls whose numbers are read at once."""
_SLOT = 32
"""Bytes of a slot: four numbers of eight bytes each at most."""
COLOR = Struct("=4I")
"""Red, green, blue and opacity, 0 to 255."""
EDGES = Struct("=f4xf4xf4xf4x")
"""The edges of an object's bounds."""
CELL = Struct("=4f16x")
"""A rectangle as PDFium keeps it: left, top, right, bottom."""
MODES = Struct("=i4xi20x")
"""How a path is filled and whether it is stroked."""
Color = tuple[int, int, int, int]
_ONE = Struct("=4d")


class Handle(ctypes.c_void_p):
    """An address that PDFium gave; PDFium takes it back as it is."""


class Calls(NamedTuple):
    """Functions of PDFium under short names; they check no arguments: handles, references and integers only."""

    page_objects: Callable[..., int]
    page_object: Callable[..., Handle]
    form_objects: Callable[..., int]
    form_object: Callable[..., Handle]
    kind: Callable[..., int]
    render_mode: Callable[..., int]
    fill_color: Callable[..., int]
    bounds: Callable[..., int]
    cell: Callable[..., int]
    count_boxes: Callable[..., int]
    box: Callable[..., int]
    angle: Callable[..., float]
    text_object: Callable[..., Handle]
    font: Callable[..., int | None]
    draw_mode: Callable[..., int]
    index: Callable[..., int]
    mark: Callable[..., int]
    character: Callable[..., int]


@cache
def calls() -> Calls:
    """The functions of the PDFium library that pypdfium2 has loaded."""
    from pypdfium2 import raw

    return Calls(
        _bound(raw.FPDFPage_CountObjects, ctypes.c_int),
        _bound(raw.FPDFPage_GetObject, Handle),
        _bound(raw.FPDFFormObj_CountObjects, ctypes.c_int),
        _bound(raw.FPDFFormObj_GetObject, Handle, ctypes.c_void_p, ctypes.c_ulong),
        _bound(raw.FPDFPageObj_GetType, ctypes.c_int),
        _bound(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int),
        _bound(raw.FPDFPageObj_GetFillColor, ctypes.c_int),
        _bound(raw.FPDFPageObj_GetBounds, ctypes.c_int),
        _bound(raw.FPDFText_GetLooseCharBox, ctypes.c_int),
        _bound(raw.FPDFText_CountRects, ctypes.c_int),
        _bound(raw.FPDFText_GetRect, ctypes.c_int),
        _bound(raw.FPDFText_GetCharAngle, ctypes.c_float),
        _bound(raw.FPDFText_GetTextObject, Handle),
        _bound(raw.FPDFTextObj_GetFont, ctypes.c_void_p),
        _bound(raw.FPDFPath_GetDrawMode, ctypes.c_int),
        _bound(raw.FPDFText_GetCharIndexFromTextIndex, ctypes.c_int),
        _bound(raw.FPDFPageObj_GetMarkedContentID, ctypes.c_int),
        _bound(raw.FPDFText_GetCharBox, ctypes.c_int),
    )


def _bound(function: Any, result: Any, *arguments: Any) -> Any:
    """The function with its result type; it keeps the interpreter lock, because it takes less than a microsecond."""
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


class Slots:
    """Memory into which PDFium writes up to four numbers a call; one for each document that is read."""

    def __init__(self) -> None:
        self._memory = (ctypes.c_char * (_SLOT * AT_ONCE))()
        self._bytes = memoryview(self._memory).cast("B")
        self.columns = tuple(
            [ctypes.byref(self._memory, _SLOT * row + 8 * column) for row in range(AT_ONCE)] for column in range(4)
        )
        self._first = tuple(column[0] for column in self.columns)
        self._tight = tuple(
            [ctypes.byref(self._memory, COLOR.size * row + 4 * column) for row in range(AT_ONCE)] for column in range(4)
        )
        self._floats: Any = self._bytes.cast("f")
        self._doubles: Any = self._bytes.cast("d")

    def rows(self, function: Callable[..., int], subjects: Sequence[Any], numbers: Struct) -> list[Any]:
        """What `function(subject, number, ...)` writes for each subject; None where it says that it failed."""
        if len(subjects) > AT_ONCE:
            return [
                row
                for start in range(0, len(subjects), AT_ONCE)
                for row in self.rows(function, subjects[start : start + AT_ONCE], numbers)
            ]
        columns = self.columns[:2] if numbers is MODES else self.columns
        return self._read(list(map(function, subjects, *columns)), numbers)

    def colors(self, function: Callable[..., int], subjects: Sequence[Any]) -> list[Color | None]:
        """The colours that `function(subject, red, green, blue, opacity)` writes; None where it says that it failed."""
        colors: list[Color | None] = []
        for start in range(0, len(subjects), AT_ONCE):
            done = list(map(function, subjects[start : start + AT_ONCE], *self._tight))
            block = bytes(self._bytes[: COLOR.size * len(done)])
            if block == block[: COLOR.size] * len(done):  # most of a page is of one colour
                few: list[Color | None] = [COLOR.unpack_from(block)] * len(done)
            else:
                few = list(COLOR.iter_unpack(block))
            colors += few if all(done) else [color if ok else None for color, ok in zip(few, done, strict=True)]
        return colors

    def cells(self, function: Callable[..., int], subject: Any, indices: Sequence[int]) -> list[Any]:
        """What `function(subject, index, rectangle)` writes for each index: left, top, right, bottom."""
        if len(indices) > AT_ONCE:
            return [
                row
                for start in range(0, len(indices), AT_ONCE)
                for row in self.cells(function, subject, indices[start : start + AT_ONCE])
            ]
        return self._read(list(map(function, repeat(subject), indices, self.columns[0])), CELL)

    def edges(self, function: Callable[..., int], subject: Any, indices: Sequence[int]) -> list[list[float]]:
        """The same as four columns, left, top, right, bottom; empty ones where one call failed or there are many."""
        if len(indices) > AT_ONCE or not all(map(function, repeat(subject), indices, self.columns[0])):
            return [[], [], [], []]
        flat: list[float] = self._floats[: 8 * len(indices)].tolist()
        return [flat[0::8], flat[1::8], flat[2::8], flat[3::8]]

    def _read(self, done: list[int], numbers: Struct) -> list[Any]:
        rows: list[Any] = list(numbers.iter_unpack(self._bytes[: _SLOT * len(done)]))
        return rows if all(done) else [row if ok else None for row, ok in zip(rows, done, strict=True)]

    def corners(self, function: Callable[..., int], subject: Any, count: int) -> Sequence[float]:
        """What `function(subject, index, number, ...)` writes for the indices below `count`, four numbers each."""
        if count == 1:
            return _ONE.unpack_from(self._memory) if function(subject, 0, *self._first) else ()
        flat: list[float] = []
        for start in range(0, count, AT_ONCE):
            few = min(count - start, AT_ONCE)
            done = list(map(function, repeat(subject, few), range(start, start + few), *self.columns))
            got = self._doubles[: 4 * few].tolist()
            flat += got if all(done) else [number for at, number in enumerate(got) if done[at // 4]]
        return flat
