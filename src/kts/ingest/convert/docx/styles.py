"""Styles of a DOCX: heading level and numbering of paragraphs, the look of runs, with what a style inherits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_TITLES = {"title": 1, "subtitle": 2}
_CODE = frozenset({"source code", "code", "code block", "html preformatted", "preformatted text", "macro text"})
_CONTENTS = re.compile(r"toc\s*\d|table of figures|index\s*\d|caption", re.IGNORECASE)
_MONOSPACED = re.compile(
    r"courier|consolas|menlo|monaco|lucida console|lucida sans typewriter|andale mono|fixedsys|terminal"
    r"|cascadia|fira code|fira mono|jetbrains|source code|\bmono\b|\bmono$|typewriter",
    re.IGNORECASE,
)
_OFF = frozenset({"0", "false", "off"})
_MAX_INHERITANCE = 20
_MAX_DEPTH = 8
DEFAULT_SIZE = 20
"""Half-points of a text whose size nobody states: 10 points (ISO/IEC 29500-1, 17.3.2.38)."""


class Look(NamedTuple):
    """How a run looks; None or empty where nothing is said. `size` in half-points, colours as RRGGBB.

    `position` is baseline, superscript or subscript.
    """

    vanish: bool | None = None
    bold: bool | None = None
    size: int = 0
    color: str = ""
    fill: str = ""
    font: str = ""
    struck: bool | None = None
    position: str = ""

    @property
    def monospaced(self) -> bool:
        """Whether the font is one of the fixed-width families."""
        return bool(self.font and _MONOSPACED.search(self.font))


PLAIN = Look()


class Style(NamedTuple):
    """A paragraph style: `level` 1 to 9 for a heading, 0 otherwise; `number` and `depth` as in numbering.

    `code` marks listings, `contents` lines of a table of contents or captions, `fill` a shaded background.
    """

    level: int = 0
    number: str = ""
    depth: int = 0
    code: bool = False
    contents: bool = False
    fill: str = ""
    look: Look = PLAIN


class Styles:
    """The styles of one document by id."""

    def __init__(self, part: Any) -> None:
        root = part.styles.element
        self._elements = {style.get(f"{W}styleId"): style for style in root.iter(f"{W}style")}
        self._default = next((key for key, style in self._elements.items() if _is_default_paragraph(style)), "")
        self._base = look_of(root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr"))
        self._known: dict[str, Style] = {}
        self._characters: dict[str, Look] = {}
        self._tables: dict[str, bool] = {}

    def of(self, properties: Any) -> Style:
        """The style of a paragraph; an outline level of its own makes it a heading too."""
        named = properties.find(f"{W}pStyle") if properties is not None else None
        key = named.get(f"{W}val", "") if named is not None else self._default
        if key not in self._known:
            self._known[key] = self._resolve(key)
        level = _outline(properties)
        style = self._known[key]
        return style._replace(level=level) if level and not style.level else style

    def look(self, properties: Any, style: Style) -> Look:
        """How a run with these properties looks in a paragraph of the style."""
        if properties is None:
            return style.look
        named = properties.find(f"{W}rStyle")
        lower = style.look if named is None else _over(self._character(named.get(f"{W}val", "")), style.look)
        return _over(look_of(properties), lower)

    def shades_tables(self, key: str) -> bool:
        """Whether a table style colours any of its cells, so that light text on it can be read."""
        if key not in self._tables:
            elements = list(self._ancestry(key))
            fills = (fill_of(shade.getparent()) for element in elements for shade in element.iter(f"{W}shd"))
            self._tables[key] = any(fill not in {"", "FFFFFF"} for fill in fills)
        return self._tables[key]

    def _character(self, key: str) -> Look:
        if key not in self._characters:
            look = PLAIN
            for element in self._ancestry(key):
                look = _over(look, look_of(element.find(f"{W}rPr")))
            self._characters[key] = look
        return self._characters[key]

    def _resolve(self, key: str) -> Style:
        style = Style()
        for element in self._ancestry(key):
            properties = element.find(f"{W}pPr")
            number, depth = (style.number, style.depth) if style.number else numbering_of(properties)
            name = _name(element)
            style = Style(
                style.level or _level(name) or _outline(properties),
                number,
                depth,
                style.code or name in _CODE,
                style.contents or bool(_CONTENTS.fullmatch(name)),
                style.fill or fill_of(properties),
                _over(style.look, look_of(element.find(f"{W}rPr"))),
            )
        return style._replace(look=_over(style.look, self._base))

    def _ancestry(self, key: str) -> Iterator[Any]:
        """The style and those it is based on, nearest first."""
        for _ in range(_MAX_INHERITANCE):
            element = self._elements.get(key)
            if element is None:
                return
            yield element
            based_on = element.find(f"{W}basedOn")
            key = based_on.get(f"{W}val", "") if based_on is not None else ""


def look_of(properties: Any) -> Look:
    """What run properties state themselves."""
    if properties is None or not len(properties):
        return PLAIN
    size = _value(properties, "sz")
    color = _value(properties, "color").upper()
    fonts = properties.find(f"{W}rFonts")
    return Look(
        _toggle(properties, "vanish"),
        _toggle(properties, "b"),
        int(size) if size.isdigit() else 0,
        color,
        fill_of(properties),
        "" if fonts is None else fonts.get(f"{W}ascii") or fonts.get(f"{W}hAnsi") or "",
        _toggle(properties, "dstrike") or _toggle(properties, "strike"),
        _value(properties, "vertAlign"),
    )


def fill_of(properties: Any) -> str:
    """The background colour that properties give (shading or highlight), empty for none, `?` for a pattern."""
    if properties is None:
        return ""
    shade = properties.find(f"{W}shd")
    highlight = _value(properties, "highlight")
    if highlight and highlight != "none":
        return "FFFFFF" if highlight == "white" else "?"
    if shade is None or shade.get(f"{W}val") == "nil":
        return ""
    if shade.get(f"{W}val", "clear") != "clear":
        return "?"
    fill = shade.get(f"{W}fill", "auto").upper()
    return "" if fill == "AUTO" else fill


def _over(upper: Look, lower: Look) -> Look:
    """The upper look where it says something, else the lower."""
    if upper == PLAIN:
        return lower
    return Look(
        lower.vanish if upper.vanish is None else upper.vanish,
        lower.bold if upper.bold is None else upper.bold,
        upper.size or lower.size,
        upper.color or lower.color,
        upper.fill or lower.fill,
        upper.font or lower.font,
        lower.struck if upper.struck is None else upper.struck,
        upper.position or lower.position,
    )


def _toggle(properties: Any, name: str) -> bool | None:
    mark = properties.find(f"{W}{name}")
    return None if mark is None else mark.get(f"{W}val", "1") not in _OFF


def _value(properties: Any, name: str) -> str:
    element = properties.find(f"{W}{name}")
    return "" if element is None else str(element.get(f"{W}val", ""))


def _is_default_paragraph(style: Any) -> bool:
    return style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in {"1", "true", "on"}


def _name(style: Any) -> str:
    return _value(style, "name").strip().lower()


def _level(name: str) -> int:
    match = _HEADING.fullmatch(name)
    return int(match[1]) if match else _TITLES.get(name, 0)


def _outline(properties: Any) -> int:
    value = _value(properties, "outlineLvl") if properties is not None else ""
    return int(value) + 1 if value.isdigit() and int(value) < 9 else 0  # noqa: PLR2004 - 9 means body text


def numbering_of(properties: Any) -> tuple[str, int]:
    """The numbering instance and depth that paragraph properties name; the instance empty if none."""
    numbers = properties.find(f"{W}numPr") if properties is not None else None
    if numbers is None:
        return "", 0
    depth = _value(numbers, "ilvl")
    return _value(numbers, "numId"), min(int(depth), _MAX_DEPTH) if depth.isdigit() else 0
