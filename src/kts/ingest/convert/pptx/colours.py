"""Colours of a slide: what is behind a text, as far as it can be told, so that unseen text is found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.docx.hidden import PAPER, UNKNOWN
from kts.ingest.convert.pptx.drawings import A, P

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_THEME = "/theme"
_FLAT_BACKGROUND = "1001"
"""The background style that is one plain colour (ECMA-376, 19.3.1.3: 1001 is the first of the theme's fills)."""
_PAINTED = frozenset(f"{A}{name}" for name in "gradFill blipFill pattFill grpFill".split())


class Colours:
    """The colour names of one slide and its background."""

    def __init__(self, slide: Any) -> None:
        layers = [slide, slide.slide_layout, slide.slide_layout.slide_master]
        self._names = _names(layers[-1])
        self.background = next((found for layer in layers if (found := self._background(layer))), PAPER)

    def of(self, fill: Any) -> str:
        """The RRGGBB of a solid fill, `?` when it is shaded, tinted or not known."""
        if fill is None or not len(fill):
            return UNKNOWN
        color = fill[0]
        if any(child.tag != f"{A}alpha" for child in color):
            return UNKNOWN
        if color.tag == f"{A}srgbClr":
            return str(color.get("val", UNKNOWN)).upper()
        return self._names.get(color.get("val", ""), UNKNOWN) if color.tag == f"{A}schemeClr" else UNKNOWN

    def fill(self, properties: Any) -> str:
        """The fill that shape or cell properties give: RRGGBB, `?` when painted, empty when they give none."""
        for child in properties if properties is not None else ():
            if child.tag == f"{A}solidFill":
                return self.of(child)
            if child.tag in _PAINTED:
                return UNKNOWN
        return ""

    def _background(self, layer: Any) -> str:
        background = layer._element.find(f"{P}cSld/{P}bg")  # noqa: SLF001 - python-pptx shows no XML otherwise
        if background is None:
            return ""
        properties, reference = background.find(f"{P}bgPr"), background.find(f"{P}bgRef")
        if properties is not None:
            return self.fill(properties) or UNKNOWN
        flat = reference is not None and reference.get("idx") == _FLAT_BACKGROUND
        return self.of(reference) if flat else UNKNOWN


def _names(master: Any) -> Mapping[str, str]:
    """RRGGBB by the names that a slide may use: bg1, tx1, accent1 and so on."""
    theme = dict(_theme_colours(master))
    mapping = master._element.find(f"{P}clrMap")  # noqa: SLF001 - as above
    mapped = {
        name: theme[target]
        for name, target in (mapping.attrib.items() if mapping is not None else ())
        if target in theme
    }
    return {**theme, **mapped}


def _theme_colours(master: Any) -> Iterator[tuple[str, str]]:
    from pptx.oxml import parse_xml

    for relation in master.part.rels.values():
        if relation.reltype.endswith(_THEME) and not relation.is_external:
            scheme = parse_xml(relation.target_part.blob).find(f".//{A}clrScheme")
            for entry in scheme if scheme is not None else ():
                value = entry[0].get("lastClr") or entry[0].get("val") if len(entry) else ""
                if re.fullmatch("[0-9A-Fa-f]{6}", value or ""):
                    yield entry.tag.removeprefix(A), value.upper()
