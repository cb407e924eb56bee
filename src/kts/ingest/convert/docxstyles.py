"""Paragraph styles of a DOCX: heading level and numbering, with what a style inherits."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from kts.ingest.convert.docxruns import W

_HEADING = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_TITLES = {"title": 1, "subtitle": 2}
_MAX_INHERITANCE = 20


class Style(NamedTuple):
    """`level` 1 to 9 for a heading, 0 otherwise; `number` and `depth` as in a paragraph's own numbering."""

    level: int = 0
    number: str = ""
    depth: int = 0


class Styles:
    """The paragraph styles of one document by id."""

    def __init__(self, part: Any) -> None:
        root = part.styles.element
        self._elements = {style.get(f"{W}styleId"): style for style in root.iter(f"{W}style")}
        self._default = next((key for key, style in self._elements.items() if _is_default_paragraph(style)), "")
        self._known: dict[str, Style] = {}

    def of(self, properties: Any) -> Style:
        """The style of a paragraph; an outline level of its own makes it a heading too."""
        named = properties.find(f"{W}pStyle") if properties is not None else None
        key = named.get(f"{W}val", "") if named is not None else self._default
        if key not in self._known:
            self._known[key] = self._resolve(key)
        level = _outline(properties)
        style = self._known[key]
        return style._replace(level=level) if level and not style.level else style

    def _resolve(self, key: str) -> Style:
        level, number, depth = 0, "", 0
        for _ in range(_MAX_INHERITANCE):
            element = self._elements.get(key)
            if element is None:
                break
            properties = element.find(f"{W}pPr")
            level = level or _level(element) or _outline(properties)
            if not number:
                number, depth = numbering_of(properties)
            based_on = element.find(f"{W}basedOn")
            key = based_on.get(f"{W}val", "") if based_on is not None else ""
        return Style(level, number, depth)


def _is_default_paragraph(style: Any) -> bool:
    return style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in {"1", "true", "on"}


def _level(style: Any) -> int:
    element = style.find(f"{W}name")
    name = (element.get(f"{W}val", "") if element is not None else "").strip().lower()
    match = _HEADING.fullmatch(name)
    return int(match[1]) if match else _TITLES.get(name, 0)


def _outline(properties: Any) -> int:
    outline = properties.find(f"{W}outlineLvl") if properties is not None else None
    value = outline.get(f"{W}val", "9") if outline is not None else "9"
    return int(value) + 1 if value.isdigit() and int(value) < 9 else 0  # noqa: PLR2004 - 9 means body text


def numbering_of(properties: Any) -> tuple[str, int]:
    """The numbering instance and depth that paragraph properties name; the instance empty if none."""
    numbers = properties.find(f"{W}numPr") if properties is not None else None
    if numbers is None:
        return "", 0
    instance, depth = numbers.find(f"{W}numId"), numbers.find(f"{W}ilvl")
    number = instance.get(f"{W}val", "") if instance is not None else ""
    value = depth.get(f"{W}val", "0") if depth is not None else "0"
    return number, min(int(value), 8) if value.isdigit() else 0
