"""Headings that a tagged PDF names: the marks of content under its heading tags."""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.pdf.layer import bindings

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_ELEMENTS = 20_000
_MAX_DEPTH = 60
_TYPE_LENGTH = 64
_CLOSED = frozenset({"P", "Table", "L", "TOC", "Figure", "Formula", "Form", "Span", "Link", "Caption", "Note", "Code"})
"""Elements that hold no headings; they are not entered."""
_HEADING = re.compile(r"H([1-6]?)|Title")


def heading_marks(page: Any) -> dict[int, int]:
    """Heading levels by marked-content id (ISO 32000-1, 14.7 and 14.8.4.3); `H` and `Title` are level 1."""
    raw = bindings()
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return {}
    try:
        marks: dict[int, int] = {}
        for index in range(min(raw.FPDF_StructTree_CountChildren(tree), _MAX_ELEMENTS)):
            for mark, level in _marks(raw, raw.FPDF_StructTree_GetChildAtIndex(tree, index)):
                marks.setdefault(mark, level)
        return marks
    finally:
        raw.FPDF_StructTree_Close(tree)


def _marks(raw: Any, root: Any) -> Iterator[tuple[int, int]]:
    """The marks under a structure element's headings, walked without recursion."""
    name = ctypes.create_string_buffer(_TYPE_LENGTH)
    pending: list[tuple[Any, int, int]] = [(root, 0, 0)]
    for _ in range(_MAX_ELEMENTS):
        if not pending:
            return
        element, level, depth = pending.pop()
        if not element or depth > _MAX_DEPTH:
            continue
        length = raw.FPDF_StructElement_GetType(element, name, _TYPE_LENGTH)
        kind = name.raw[: max(min(length, _TYPE_LENGTH) - 2, 0)].decode("utf-16-le", "replace")
        match = _HEADING.fullmatch(kind)
        level = int(match[1] or 1) if match and match[0] != "Title" else 1 if match else level
        if level:
            for index in range(raw.FPDF_StructElement_GetMarkedContentIdCount(element)):
                yield raw.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index), level
        if not level and kind in _CLOSED:
            continue
        count = max(raw.FPDF_StructElement_CountChildren(element), 0)
        children = (
            raw.FPDF_StructElement_GetChildAtIndex(element, index) for index in range(min(count, _MAX_ELEMENTS))
        )
        pending.extend((child, level, depth + 1) for child in reversed(list(children)))
