"""What lies on a page besides its text: images, ruling lines, and what hides or shows the text above them."""

from __future__ import annotations

import ctypes
from itertools import compress, repeat
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.pdf.calls import AT_ONCE, COLOR, EDGES, MODES, calls, handle_of, handle_to
from kts.ingest.convert.pdf.layer import bindings
from kts.ingest.convert.pdf.rules import SHORTEST, THIN, Rules, rule_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pdf.calls import Color, Handle, Slots
    from kts.ingest.convert.pdf.page import Box, Upright
    from kts.ingest.convert.pdf.rules import Rule

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
_OTHER = (0).__gt__
_TEXT = (0).__le__
"""Whether a render mode is that of an object without text, or that of text."""
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Matrix = tuple[float, float, float, float, float, float]


Placed = tuple["Handle", Matrix]
"""An object of a page and the matrix of the forms around it."""


class PageObjects:
    """The objects of one open page, walked once; valid as long as the page is open."""

    def __init__(self, page: Any, bounds: Box, slots: Slots) -> None:
        self._raw = bindings()
        self._calls = calls()
        self._slots = slots
        self._bounds = bounds
        self.images: list[Placed] = []
        self._paths: list[Placed] = []
        self._shades: list[Box] | None = None
        self._suspects: list[Placed] = []
        self._walk(handle_to(page.raw), 0, _IDENTITY)
        self.scan = any(self._covers(placed) for placed in self.images)
        self.hidden: list[Box] = self._hidden_boxes() if self._suspects else []
        self.rules: list[Rule] = self._ruled() if 0 < len(self._paths) <= MAX_PATHS else []

    def _walk(self, holder: Handle, depth: int, matrix: Matrix) -> None:
        """Take what is on the page or in a form, few objects at a time: what was just looked at is asked cheaply."""
        get = self._calls.form_object if depth else self._calls.page_object
        count = min((self._calls.form_objects if depth else self._calls.page_objects)(holder), _MAX_OBJECTS)
        for start in range(0, count, AT_ONCE):
            few = range(start, min(start + AT_ONCE, count))
            elements = list(map(handle_of, map(get, repeat(holder), few)))
            modes = list(map(self._calls.render_mode, elements))
            several = {*modes}
            if min(several) < 0:
                self._take(list(compress(elements, map(_OTHER, modes))), depth, matrix)
                are_text = list(map(_TEXT, modes))
                elements, modes = list(compress(elements, are_text)), list(compress(modes, are_text))
            if elements:
                unseen = not _UNSEEN.isdisjoint(several)
                self._suspects += zip(self._suspicious(elements, modes, unseen=unseen), repeat(matrix))

    def _take(self, elements: Sequence[Handle], depth: int, matrix: Matrix) -> None:
        """Keep paths and images, and look into forms."""
        raw = self._raw
        kinds = list(map(self._calls.kind, elements))
        if kinds.count(raw.FPDF_PAGEOBJ_PATH) == len(kinds):
            self._paths += zip(elements, repeat(matrix))
            return
        for element, kind in zip(elements, kinds, strict=True):
            if kind == raw.FPDF_PAGEOBJ_PATH:
                self._paths.append((element, matrix))
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                self.images.append((element, matrix))
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _MAX_NESTING:
                self._walk(element, depth + 1, times(self._matrix(element), matrix))

    def _suspicious(self, elements: Sequence[Handle], modes: Sequence[int], *, unseen: bool) -> list[Handle]:
        """The text objects that paint nothing (if any is `unseen`), or in white, or without opacity: mostly none."""
        red, opacity = self._slots.extremes(self._calls.fill_color, elements)
        if red < WHITE and opacity and not unseen:
            return []
        colors: list[Color | None] = self._slots.rows(self._calls.fill_color, elements, COLOR)
        pale = {color for color in {*colors} if color is not None and (not color[3] or is_white(color))}
        asked = zip(elements, modes, colors, strict=True)
        return [element for element, mode, color in asked if mode in _UNSEEN or color in pale]

    def _matrix(self, element: Handle) -> Matrix:
        matrix = self._raw.FS_MATRIX()
        if not self._raw.FPDFPageObj_GetMatrix(pointer(element), matrix):
            return _IDENTITY
        return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def box(self, placed: Placed) -> Box | None:
        """The object's bounds on the page as stored."""
        return self._boxes([placed])[0]

    def _boxes(self, several: Sequence[Placed]) -> list[Box | None]:
        boxes: list[Box | None] = self._slots.rows(self._calls.bounds, [element for element, _ in several], EDGES)
        if all(matrix is _IDENTITY for _, matrix in several):
            return boxes
        return [box and _moved(box, matrix) for box, (_, matrix) in zip(boxes, several, strict=True)]

    def _color(self, element: Handle) -> Color | None:
        color: Color | None = self._slots.rows(self._calls.fill_color, [element], COLOR)[0]
        return color

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
        boxes = zip(self._suspects, self._boxes(self._suspects), strict=True)
        return [box for (element, _), box in boxes if box is not None and self.hiding(element, box)]

    def hides(self, boxes: Sequence[Box], origin: tuple[float, float]) -> bool:
        """Whether hidden text touches any of the boxes, which are counted from `origin`."""
        x, y = origin
        moved = [(left + x, bottom + y, right + x, top + y) for left, bottom, right, top in boxes]
        return any(_touch(box, other) for other in self.hidden for box in moved)

    def hiding(self, element: Handle, box: Box) -> str:
        """The way in which a text object with a character at `box` is hidden; empty for one that is seen."""
        mode = self._calls.render_mode(element)
        if mode in _UNSEEN:
            return "invisible"
        color = self._color(element) if mode in _FILLED else None
        if color is None:
            return ""
        if not color[3]:
            return "invisible"
        if not is_white(color):
            return ""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        shaded = any(shade[0] <= x <= shade[2] and shade[1] <= y <= shade[3] for shade in self._shaded())
        return "" if shaded else "white"

    def _shaded(self) -> list[Box]:
        """Where something that is not white lies under the text."""
        if self._shades is None:
            drawn = self._drawn(self._paths)
            dark = self._dark(self._paths, drawn)
            asked = zip(self._paths, drawn, dark, strict=True)
            paths = [path for path, modes, is_dark in asked if is_dark or (modes[1] and self._is_bar(path[0]))]
            self._shades = [box for box in self._boxes([*self.images, *paths]) if box is not None]
        return self._shades

    def _dark(self, paths: Sequence[Placed], drawn: Sequence[tuple[int, int]]) -> list[bool]:
        """Whether each path is filled with a colour that is not white."""
        colors = self._slots.rows(self._calls.fill_color, [element for element, _ in paths], COLOR)
        return [
            bool(filled) and (color is None or (bool(color[3]) and not is_white(color)))
            for (filled, _), color in zip(drawn, colors, strict=True)
        ]

    def _is_bar(self, path: Handle) -> bool:
        """Whether a stroked path is a line of a colour so thick that it is the ground of letters."""
        color, width = tuple(ctypes.c_uint() for _ in range(4)), ctypes.c_float()
        box = self.box((path, _IDENTITY))
        element = pointer(path)
        known = box is not None and self._raw.FPDFPageObj_GetStrokeWidth(element, width)
        if box is None or not known or min(box[2] - box[0], box[3] - box[1]) > BAR * width.value:
            return False
        found = self._raw.FPDFPageObj_GetStrokeColor(element, *color)
        return bool(found and color[3].value and min(part.value for part in color[:3]) < WHITE)

    def _drawn(self, paths: Sequence[Placed]) -> list[tuple[int, int]]:
        """Whether each path is filled and whether it is stroked."""
        elements = [element for element, _ in paths]
        return [modes or (0, 0) for modes in self._slots.rows(self._calls.draw_mode, elements, MODES)]

    def _ruled(self) -> list[Rule]:
        """Thin paths, stroked lines, and the upper and lower edges of shaded rows where columns are ruled."""
        thin: list[Rule] = []
        rules: list[Rule] = []
        large: list[tuple[Placed, Box]] = []
        for path, box in zip(self._paths, self._boxes(self._paths), strict=True):
            if box is None:
                continue
            width, height = box[2] - box[0], box[3] - box[1]
            if width > THIN < height:
                large.append((path, box))
            elif width >= SHORTEST or height >= SHORTEST:
                rule = rule_of(box)
                if rule is not None:
                    thin.append(rule)
        drawn = self._drawn([path for path, _ in large])
        for (path, _), (_, stroked) in zip(large, drawn, strict=True):
            if stroked:
                rules += self._segments(*path)
        if any(rule[3] > rule[1] for rule in thin):
            rules += self._edges_of_rows([one for one, modes in zip(large, drawn, strict=True) if modes[0]])
        return [*thin, *rules]

    def _edges_of_rows(self, filled: Sequence[tuple[Placed, Box]]) -> Iterator[Rule]:
        """The upper and lower edges of boxes that may be shaded rows of a table."""
        rows = [(path, box) for path, box in filled if box[3] - box[1] < SHADED_ROW < box[2] - box[0]]
        dark = self._dark([path for path, _ in rows], [(1, 0)] * len(rows))
        for (_, (left, bottom, right, top)), is_dark in zip(rows, dark, strict=True):
            if is_dark:
                yield (left, bottom, right, bottom)
                yield (left, top, right, top)

    def _segments(self, path: Handle, around: Matrix) -> Iterator[Rule]:
        """The straight level and upright lines of a stroked path."""
        raw = self._raw
        element = pointer(path)
        count = raw.FPDFPath_CountSegments(element)
        if not 0 < count <= MAX_SEGMENTS:
            return
        matrix = times(self._matrix(path), around)
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
        if not (upright.turns or x or y):
            return Rules(self.rules)
        return Rules(upright.box((rule[0] - x, rule[1] - y, rule[2] - x, rule[3] - y)) for rule in self.rules)


def pointer(element: Handle) -> Any:
    """The typed pointer of the bindings to a page object."""
    return ctypes.cast(element, bindings().FPDF_PAGEOBJECT)


def is_white(color: Sequence[int]) -> bool:
    """Whether letters of the colour cannot be seen on white."""
    return min(color[0], color[1], color[2]) >= WHITE


def _moved(box: Box, matrix: Matrix) -> Box:
    if matrix is _IDENTITY:
        return box
    left, bottom, right, top = box
    points = [at(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


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
