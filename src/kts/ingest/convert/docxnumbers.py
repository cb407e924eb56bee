"""List numbers of a DOCX as Word displays them: they are computed, not stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docxruns import W
from kts.ingest.convert.docxstyles import numbering_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.convert.docxstyles import Style

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DEPTHS = 9
_MAX_ROMAN = 4_000


class Level(NamedTuple):
    """How one depth of a list is numbered: `pattern` has `%1` for the number of the first depth."""

    kind: str = "decimal"
    pattern: str = ""
    start: int = 1


class Numbering:
    """Counts the list numbers of one document while its paragraphs go by."""

    def __init__(self, part: Any) -> None:
        root = _root(part)
        self._abstract = {} if root is None else _abstract(root)
        self._instances = {} if root is None else _instances(root)
        self._counts: dict[str, list[int]] = {}

    def label(self, properties: Any, style: Style) -> str:
        """What stands before the paragraph's text (`1.2. `, `(a) `, `- `), empty outside of lists."""
        number, depth = numbering_of(properties)
        if not number:
            number, depth = style.number, style.depth
        abstract = self._instances.get(number)
        levels = self._abstract.get(abstract or "")
        if not levels or number == "0":
            return ""
        level = levels.get(depth, Level())
        counts = self._count(abstract or "", depth, levels)
        if level.kind in {"bullet", "none"} and "%" not in level.pattern:
            return "  " * depth + "- " if level.kind == "bullet" else ""
        text = _filled(level, counts, levels)
        return f"{'  ' * depth if not style.level else ''}{text} " if text else ""

    def _count(self, abstract: str, depth: int, levels: Mapping[int, Level]) -> list[int]:
        counts = self._counts.setdefault(abstract, [0] * _DEPTHS)
        for above in range(depth):
            counts[above] = counts[above] or levels.get(above, Level()).start
        counts[depth] = counts[depth] + 1 if counts[depth] else levels.get(depth, Level()).start
        counts[depth + 1 :] = [0] * (_DEPTHS - depth - 1)
        return counts


def _root(part: Any) -> Any:
    for relation in part.rels.values():
        if relation.reltype.endswith("/numbering") and not relation.is_external:
            return relation.target_part.element
    return None


def _abstract(root: Any) -> dict[str, dict[int, Level]]:
    found: dict[str, dict[int, Level]] = {}
    for element in root.iter(f"{W}abstractNum"):
        levels = {int(level.get(f"{W}ilvl", "0")): _level(level) for level in element.iter(f"{W}lvl")}
        found[element.get(f"{W}abstractNumId", "")] = levels
    return found


def _instances(root: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in root.iter(f"{W}num"):
        abstract = element.find(f"{W}abstractNumId")
        if abstract is not None:
            found[element.get(f"{W}numId", "")] = abstract.get(f"{W}val", "")
    return found


def _level(element: Any) -> Level:
    values = {child.tag: child.get(f"{W}val", "") for child in element}
    start = values.get(f"{W}start", "1")
    return Level(
        values.get(f"{W}numFmt", "decimal"),
        values.get(f"{W}lvlText", ""),
        int(start) if start.isdigit() else 1,
    )


def _filled(level: Level, counts: list[int], levels: Mapping[int, Level]) -> str:
    text = level.pattern
    for depth in range(_DEPTHS):
        if f"%{depth + 1}" in text:
            kind = levels.get(depth, Level()).kind
            text = text.replace(f"%{depth + 1}", displayed(max(counts[depth], 0), kind))
    return text.strip()


def displayed(number: int, kind: str) -> str:
    """The number as a list format shows it: decimal, lowerLetter, upperRoman, ..."""
    if kind in {"lowerLetter", "upperLetter"} and number > 0:
        repeat, index = divmod(number - 1, len(_LETTERS))
        text = _LETTERS[index] * min(repeat + 1, 9)
    elif kind in {"lowerRoman", "upperRoman"} and 0 < number < _MAX_ROMAN:
        text = roman(number)
    elif kind == "decimalZero":
        text = f"{number:02d}"
    else:
        text = str(number)
    return text.upper() if kind.startswith("upper") else text


def roman(number: int) -> str:
    """A number below 4,000 in lower-case Roman numerals."""
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text
