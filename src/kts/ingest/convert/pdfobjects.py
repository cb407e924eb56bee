"""What lies on a page besides its text: images, ruling lines, and what hides or shows the text above them."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.pdfcalls import address, calls
from kts.ingest.convert.pdfrules import THIN, Rules, rule_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pdfpage import Box, Upright
    from kts.ingest.convert.pdfrules import Rule

SCAN_SHARE = 0.5
"""An image over so much of a page makes its invisible text the text layer of a scan."""
WHITE = 250
"""A colour whose parts are all as light as this (of 255) is read as white."""
MAX_PATHS = 5_000
"""A page with more paths is a drawing: its lines are no ruling lines."""
MAX_SEGMENTS = 400
"""Longest path, in segments, that is looked into for ruling lines."""
BAR = 2.5
"""A stroked path whose bounds are at most so many stroke widths high or wide is a bar, which text stands on."""
SHADED_ROW = 40.0
"""A shaded row is less high, in points, than this, and wider."""
_MAX_NESTING = 3
_MAX_OBJECTS = 200_000
_UNSEEN = frozenset({3, 7})
"""Text render modes that paint nothing: invisible, and clipping only (ISO 32000-1, table 106)."""
_FILLED = frozenset({0, 4})
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Matrix = tuple[float, float, float, float, float, float]


class Placed(NamedTuple):
    """An object of a page and the matrix of the forms around it."""

    element: int
    matrix: Matrix


class PageObjects:
    """The objects of one open page, walked once; valid as long as the page is open."""

    def __init__(self, page: Any) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._calls = calls()
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._edges_at = tuple(map(ctypes.addressof, self._edges))
        self._color = tuple(ctypes.c_uint() for _ in range(4))
        self._color_at = tuple(map(ctypes.addressof, self._color))
        self._modes = (ctypes.c_int(), ctypes.c_int())
        self._modes_at = tuple(map(ctypes.addressof, self._modes))
        self._bounds: Box = page.get_bbox()
        self.images: list[Placed] = []
        self._paths: list[Placed] = []
        self._shades: list[Box] | None = None
        self._suspects: list[Placed] = []
        self._walk(address(page.raw), 0, _IDENTITY)
        self.scan = any(self._covers(placed) for placed in self.images)
        self._hidden = self._hidden_boxes()
        self.rules: list[Rule] = list(self._ruled()) if len(self._paths) <= MAX_PATHS else []

    def _walk(self, holder: int, depth: int, matrix: Matrix) -> None:
        raw, kind_of = self._raw, self._calls.kind
        is_suspect, keep_suspect = self._is_suspect, self._suspects.append
        text, path, image, form = (
            raw.FPDF_PAGEOBJ_TEXT,
            raw.FPDF_PAGEOBJ_PATH,
            raw.FPDF_PAGEOBJ_IMAGE,
            raw.FPDF_PAGEOBJ_FORM,
        )
        get = self._calls.form_object if depth else self._calls.page_object
        count = (self._calls.form_objects if depth else self._calls.page_objects)(holder)
        for index in range(min(count, _MAX_OBJECTS)):
            element = get(holder, index)
            kind = kind_of(element)
            if kind == text:
                if is_suspect(element):
                    keep_suspect(Placed(element, matrix))
            elif kind == path:
                self._paths.append(Placed(element, matrix))
            elif kind == image:
                self.images.append(Placed(element, matrix))
            elif kind == form and depth < _MAX_NESTING:
                self._walk(element, depth + 1, times(self._matrix(element), matrix))

    def _is_suspect(self, element: int) -> bool:
        if self._calls.render_mode(element) in _UNSEEN:
            return True
        color = self._color
        if not self._calls.fill_color(element, *self._color_at):
            return False
        if color[0].value < WHITE:
            return not color[3].value
        return min(color[1].value, color[2].value) >= WHITE or not color[3].value

    def _matrix(self, element: int) -> Matrix:
        matrix = self._raw.FS_MATRIX()
        if not self._raw.FPDFPageObj_GetMatrix(pointer(element), matrix):
            return _IDENTITY
        return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def box(self, placed: Placed) -> Box | None:
        """The object's bounds on the page as stored."""
        if not self._calls.bounds(placed.element, *self._edges_at):
            return None
        left, bottom, right, top = (edge.value for edge in self._edges)
        if placed.matrix is _IDENTITY:
            return (left, bottom, right, top)
        points = [at(placed.matrix, x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys), max(xs), max(ys))

    def _covers(self, placed: Placed) -> bool:
        box = self.box(placed)
        if box is None:
            return False
        edges = self._bounds
        width = min(box[2], edges[2]) - max(box[0], edges[0])
        height = min(box[3], edges[3]) - max(box[1], edges[1])
        area = (edges[2] - edges[0]) * (edges[3] - edges[1])
        return width > 0 and height > 0 and width * height >= SCAN_SHARE * area

    def _hidden_boxes(self) -> list[Box]:
        """Where text is hidden."""
        boxes = ((placed.element, self.box(placed)) for placed in self._suspects)
        return [box for element, box in boxes if box is not None and self.hiding(element, box)]

    def hides(self, boxes: Sequence[Box], origin: tuple[float, float]) -> bool:
        """Whether hidden text touches any of the boxes, which are counted from `origin`."""
        if not self._hidden:
            return False
        x, y = origin
        moved = [(left + x, bottom + y, right + x, top + y) for left, bottom, right, top in boxes]
        return any(_touch(box, other) for other in self._hidden for box in moved)

    def hiding(self, element: int, box: Box) -> str:
        """The way in which a text object with a character at `box` is hidden; empty for one that is seen."""
        color = self._color
        mode = self._calls.render_mode(element)
        if mode in _UNSEEN:
            return "invisible"
        if mode not in _FILLED or not self._calls.fill_color(element, *self._color_at):
            return ""
        if not color[3].value:
            return "invisible"
        if min(part.value for part in color[:3]) < WHITE:
            return ""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        shaded = any(shade[0] <= x <= shade[2] and shade[1] <= y <= shade[3] for shade in self._shaded())
        return "" if shaded else "white"

    def _shaded(self) -> list[Box]:
        """Where something that is not white lies under the text."""
        if self._shades is None:
            paths = (placed for placed in self._paths if self._is_dark(placed.element) or self._is_bar(placed.element))
            dark = [*self.images, *paths]
            self._shades = [box for box in map(self.box, dark) if box is not None]
        return self._shades

    def _is_dark(self, element: int) -> bool:
        color = self._color
        if not self._drawn(element)[0]:
            return False
        if not self._calls.fill_color(element, *self._color_at):
            return True
        return bool(color[3].value and min(part.value for part in color[:3]) < WHITE)

    def _is_bar(self, path: int) -> bool:
        """Whether a path is a line of a colour so thick that it is the ground of letters."""
        color, width = self._color, ctypes.c_float()
        box = self.box(Placed(path, _IDENTITY))
        if box is None or not self._drawn(path)[1]:
            return False
        element = pointer(path)
        known = self._raw.FPDFPageObj_GetStrokeWidth(element, width)
        if not known or min(box[2] - box[0], box[3] - box[1]) > BAR * width.value:
            return False
        found = self._raw.FPDFPageObj_GetStrokeColor(element, *color)
        return bool(found and color[3].value and min(part.value for part in color[:3]) < WHITE)

    def _drawn(self, path: int) -> tuple[int, int]:
        """Whether a path is filled and whether it is stroked."""
        fill, stroke = self._modes
        found = self._calls.draw_mode(path, *self._modes_at)
        return (fill.value, stroke.value) if found else (0, 0)

    def _ruled(self) -> Iterator[Rule]:
        """Thin paths, stroked lines, and the upper and lower edges of shaded rows where columns are ruled."""
        thin: list[Rule] = []
        large: list[tuple[Placed, Box]] = []
        for placed in self._paths:
            box = self.box(placed)
            if box is None:
                continue
            rule = rule_of(box)
            if rule is not None:
                thin.append(rule)
            elif min(box[2] - box[0], box[3] - box[1]) > THIN:
                large.append((placed, box))
        upright = False
        for rule in thin:
            upright = upright or rule[3] > rule[1]
            yield rule
        for placed, box in large:
            yield from self._segments(placed)
            if upright and box[3] - box[1] < SHADED_ROW < box[2] - box[0] and self._is_dark(placed.element):
                yield (box[0], box[1], box[2], box[1])
                yield (box[0], box[3], box[2], box[3])

    def _segments(self, placed: Placed) -> Iterator[Rule]:
        """The straight level and upright lines of a stroked path."""
        raw = self._raw
        if not self._drawn(placed.element)[1]:
            return
        element = pointer(placed.element)
        count = raw.FPDFPath_CountSegments(element)
        if not 0 < count <= MAX_SEGMENTS:
            return
        matrix = times(self._matrix(placed.element), placed.matrix)
        x, y = ctypes.c_float(), ctypes.c_float()
        start = last = (0.0, 0.0)
        for index in range(count):
            segment = raw.FPDFPath_GetPathSegment(element, index)
            kind = raw.FPDFPathSegment_GetType(segment)
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            point = at(matrix, x.value, y.value)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = point
            elif kind == raw.FPDF_SEGMENT_LINETO:
                yield from _straight(last, point)
            last = point
            if raw.FPDFPathSegment_GetClose(segment):
                yield from _straight(last, start)
                last = start

    def upright_rules(self, upright: Upright) -> Rules:
        """The ruling lines as the upright page has them, from its lower left corner."""
        x, y = self._bounds[0], self._bounds[1]
        return Rules(upright.box((rule[0] - x, rule[1] - y, rule[2] - x, rule[3] - y)) for rule in self.rules)


def pointer(element: int) -> Any:
    """The typed pointer of the bindings to a page object."""
    from pypdfium2 import raw

    return ctypes.cast(element, raw.FPDF_PAGEOBJECT)


def _touch(box: Box, other: Box) -> bool:
    return box[0] <= other[2] and other[0] <= box[2] and box[1] <= other[3] and other[1] <= box[3]


def _straight(first: tuple[float, float], second: tuple[float, float]) -> Iterator[Rule]:
    box = (min(first[0], second[0]), min(first[1], second[1]), max(first[0], second[0]), max(first[1], second[1]))
    rule = rule_of(box)
    if rule is not None:
        yield rule


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies `inner` first (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point after the matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
