"""PDFium's small functions, called thousands of times a page, with plain addresses instead of typed pointers.

A call through pypdfium2's typed bindings costs about twice as much as one through these prototypes: ctypes makes
a pointer object for every page object, and gives up the interpreter lock for each character's box.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_ADDRESS, _INT, _LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong


class Calls(NamedTuple):
    """Functions of PDFium under short names; handles and buffers are addresses (`address`)."""

    page_objects: Callable[[int], int]
    page_object: Callable[[int, int], int]
    form_objects: Callable[[int], int]
    form_object: Callable[[int, int], int]
    kind: Callable[[int], int]
    render_mode: Callable[[int], int]
    fill_color: Callable[[int, int, int, int, int], int]
    bounds: Callable[[int, int, int, int, int], int]
    cell: Callable[[int, int, int], int]
    count_boxes: Callable[[int, int, int], int]
    box: Callable[[int, int, int, int, int, int], int]
    font: Callable[[int, int, int, int, int], int]
    angle: Callable[[int, int], float]
    text_object: Callable[[int, int], int]
    draw_mode: Callable[[int, int, int], int]


@cache
def calls() -> Calls:
    """The functions of the PDFium library that pypdfium2 has loaded."""
    from pypdfium2 import raw

    pointer = (_ADDRESS,)
    return Calls(
        _bound(raw.FPDFPage_CountObjects, _INT, *pointer),
        _bound(raw.FPDFPage_GetObject, _ADDRESS, _ADDRESS, _INT),
        _bound(raw.FPDFFormObj_CountObjects, _INT, *pointer),
        _bound(raw.FPDFFormObj_GetObject, _ADDRESS, _ADDRESS, _LONG),
        _bound(raw.FPDFPageObj_GetType, _INT, *pointer),
        _bound(raw.FPDFTextObj_GetTextRenderMode, _INT, *pointer),
        _bound(raw.FPDFPageObj_GetFillColor, _INT, *5 * pointer),
        _bound(raw.FPDFPageObj_GetBounds, _INT, *5 * pointer),
        _bound(raw.FPDFText_GetLooseCharBox, _INT, _ADDRESS, _INT, _ADDRESS),
        _bound(raw.FPDFText_CountRects, _INT, _ADDRESS, _INT, _INT),
        _bound(raw.FPDFText_GetRect, _INT, _ADDRESS, _INT, *4 * pointer),
        _bound(raw.FPDFText_GetFontInfo, _LONG, _ADDRESS, _INT, _ADDRESS, _LONG, _ADDRESS),
        _bound(raw.FPDFText_GetCharAngle, ctypes.c_float, _ADDRESS, _INT),
        _bound(raw.FPDFText_GetTextObject, _ADDRESS, _ADDRESS, _INT),
        _bound(raw.FPDFPath_GetDrawMode, _INT, *3 * pointer),
    )


def address(handle: Any) -> int:
    """The address that a typed pointer of the bindings holds."""
    return ctypes.cast(handle, _ADDRESS).value or 0


def _bound(function: Any, result: Any, *arguments: Any) -> Any:
    where = address(function)
    return ctypes.PYFUNCTYPE(result, *arguments)(where)
