"""What stands on a slide: shapes in reading order, with their place, kind of placeholder, and how they are hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docx.hidden import UNKNOWN
from kts.ingest.convert.docx.runs import ALTERNATE, CHOICE
from kts.ingest.convert.pptx.drawings import A, P
from kts.ingest.convert.pptx.order import Frame, reading_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pptx.colours import Colours

_SHAPES = frozenset(f"{P}{name}" for name in "sp pic graphicFrame grpSp cxnSp".split())
TITLES = frozenset({"title", "ctrTitle"})
BODIES = frozenset({"body", "obj", "subTitle", ""})
LEFT_OUT = frozenset({"dt", "ftr", "sldNum", "hdr"})
"""Placeholders for what repeats on every slide: date, footer, number, header."""
_NOWHERE = Frame(0, 0, 0, 0)


class Placeholder(NamedTuple):
    """The placeholder that a shape fills: its type and slot; `layers` are the shapes that it inherits from."""

    kind: str
    slot: str
    layers: tuple[Any, ...] = ()


class Shape(NamedTuple):
    """A shape: `number` counts the slide's own shapes from the back, from 1; those of a group have its number."""

    element: Any
    number: int
    frame: Frame
    placeholder: Placeholder | None
    hidden: str = ""


def shapes_of(slide: Any, size: tuple[int, int]) -> list[Shape]:
    """The slide's own shapes, from the back to the front; `size` is that of a slide in EMU."""
    tree = slide._element.find(f"{P}cSld/{P}spTree")  # noqa: SLF001 - python-pptx leaves out what it does not know
    elements = _elements(tree) if tree is not None else ()
    layers = (slide.slide_layout, slide.slide_layout.slide_master)
    return [_shape(element, number, layers, size) for number, element in enumerate(elements, start=1)]


def children_of(group: Shape) -> list[Shape]:
    """The shapes of a group in reading order, hidden as the group is."""
    found = [
        Shape(element, group.number, _own_frame(element) or _NOWHERE, None, group.hidden or _hidden_mark(element))
        for element in _elements(group.element)
    ]
    return ordered(found)


def ordered(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes in reading order."""
    return reading_order(shapes, lambda shape: shape.frame)


def behind(shape: Shape, painted: Sequence[Shape], slide: Any, colours: Colours) -> str:
    """The colour behind the text of a shape, `?` when a picture or one of the `painted` shapes may be there."""
    fill = _fill(shape, colours)
    if fill:
        return fill
    covered = any(other.number < shape.number and other.frame.overlaps(shape.frame) for other in painted)
    if covered or _decorated(slide, shape.frame):
        return UNKNOWN
    return colours.background


def _fill(shape: Shape, colours: Colours) -> str:
    """The shape's fill, that of its placeholder or of its style; empty when it has none."""
    layers = shape.placeholder.layers if shape.placeholder else ()
    for element in (shape.element, *layers):
        properties = element.find(f"{P}spPr")
        if properties is not None and properties.find(f"{A}noFill") is not None:
            return ""
        if fill := colours.fill(properties):
            return fill
    reference = shape.element.find(f"{P}style/{A}fillRef")
    return UNKNOWN if reference is not None and reference.get("idx", "0") != "0" else ""


def is_painted(shape: Shape, colours: Colours) -> bool:
    """Whether a shape covers what is behind it: a picture, a frame, a shape with a fill."""
    return shape.element.tag not in {f"{P}sp", f"{P}cxnSp"} or bool(_fill(shape, colours))


def _decorated(slide: Any, frame: Frame) -> bool:
    """Whether the layout or its master draws something behind the frame."""
    for layer in (slide.slide_layout, slide.slide_layout.slide_master):
        tree = layer._element.find(f"{P}cSld/{P}spTree")  # noqa: SLF001 - as above
        for element in _elements(tree) if tree is not None else ():
            own = _own_frame(element)
            if element.find(f".//{P}nvPr/{P}ph") is None and own is not None and own.overlaps(frame):
                return True
    return False


def _elements(tree: Any) -> Iterator[Any]:
    """The shapes of a tree, also those that only newer programs draw."""
    for child in tree:
        if child.tag == ALTERNATE:
            chosen = child.find(CHOICE)
            yield from _elements(chosen) if chosen is not None else ()
        elif child.tag in _SHAPES:
            yield child


def _shape(element: Any, number: int, layers: tuple[Any, ...], size: tuple[int, int]) -> Shape:
    placeholder = _placeholder(element, layers)
    inherited = placeholder.layers if placeholder else ()
    frames = (_own_frame(one) for one in (element, *inherited))
    frame = next((found for found in frames if found is not None), None)
    hidden = _hidden_mark(element) or ("off_page" if frame and not frame.overlaps(Frame(0, 0, *size)) else "")
    return Shape(element, number, frame or _NOWHERE, placeholder, hidden)


def _hidden_mark(element: Any) -> str:
    properties = next(element.iter(f"{P}cNvPr"), None)
    return "vanish" if properties is not None and properties.get("hidden") in {"1", "true"} else ""


def _placeholder(element: Any, layers: tuple[Any, ...]) -> Placeholder | None:
    own = _ph(element)
    if own is None:
        return None
    kind, slot = own.get("type", ""), own.get("idx", "0")
    found = []
    for layer in layers:
        tree = layer._element.find(f"{P}cSld/{P}spTree")  # noqa: SLF001 - as above
        match = (
            next((one for one in _elements(tree) if _fills(_ph(one), kind, slot)), None) if tree is not None else None
        )
        if match is not None:
            found.append(match)
            kind = kind or _ph(match).get("type", "")
    return Placeholder(kind, slot, tuple(found))


def _ph(element: Any) -> Any:
    return element.find(f"{P}nvSpPr/{P}nvPr/{P}ph") if element.tag == f"{P}sp" else element.find(f"*/{P}nvPr/{P}ph")


def _fills(mark: Any, kind: str, slot: str) -> bool:
    """Whether a layout's placeholder is the one that a slide's refers to: by slot, else by type."""
    if mark is None:
        return False
    other = mark.get("type", "")
    if slot != "0" and mark.get("idx", "0") == slot:
        return True
    titles = kind in TITLES and other in TITLES
    bodies = kind in BODIES and other == "body" and mark.get("idx") == "1"
    return titles or bodies or bool(kind and kind == other)


def _own_frame(element: Any) -> Frame | None:
    transform = next((found for path in _TRANSFORMS if (found := element.find(path)) is not None), None)
    offset = transform.find(f"{A}off") if transform is not None else None
    extent = transform.find(f"{A}ext") if transform is not None else None
    if offset is None or extent is None:
        return None
    left, top = _number(offset.get("x")), _number(offset.get("y"))
    return Frame(left, top, left + _number(extent.get("cx")), top + _number(extent.get("cy")))


_TRANSFORMS = (f"{P}spPr/{A}xfrm", f"{P}grpSpPr/{A}xfrm", f"{P}xfrm")


def _number(text: str | None) -> int:
    text = text or ""
    return int(text) if text.removeprefix("-").isdecimal() else 0
