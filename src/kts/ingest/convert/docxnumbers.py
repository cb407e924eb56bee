"""List numbers of a DOCX as Word displays them: they are computed, not stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docxstyles import W, numbering_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.ingest.convert.docxstyles import Style

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DEPTHS = 9
_MAX_ROMAN = 4_000
_BEFORE_FIRST = -1
"""The count of a list that starts anew with 1; 0 is that of one that has not begun."""


class Level(NamedTuple):
    """How one depth of a list is numbered: `pattern` has `%1` for the number of the first depth.

    `legal` shows all numbers of the pattern as decimals; `restarts` is False where the count goes on below a new
    number of the depth above.
    """

    kind: str = "decimal"
    pattern: str = ""
    start: int = 1
    legal: bool = False
    restarts: bool = True


class Instance(NamedTuple):
    """A list of the document: the definition that it follows, and the numbers at which it starts anew, by depth."""

    abstract: str
    starts: Mapping[int, int]


class Numbering:
    """Counts the list numbers of one document while its paragraphs go by."""

    def __init__(self, part: Any) -> None:
        root = _root(part)
        self._abstract = {} if root is None else _abstract(root)
        self._instances = {} if root is None else _instances(root)
        self._counts: dict[str, list[int]] = {}
        self._begun: set[tuple[str, int]] = set()

    def label(self, properties: Any, style: Style) -> str:
        """What stands before the paragraph's text (`1.2. `, `(a) `, `- `), empty outside of lists."""
        number, depth = numbering_of(properties)
        if not number:
            number, depth = style.number, style.depth
        instance = self._instances.get(number)
        levels = self._abstract.get(instance.abstract) if instance else None
        if not instance or not levels or number == "0":
            return ""
        level = levels.get(depth, Level())
        self._begin(number, instance, depth)
        counts = self._count(instance.abstract, depth, levels)
        if level.kind in {"bullet", "none"} and "%" not in level.pattern:
            return "  " * depth + "- " if level.kind == "bullet" else ""
        text = _filled(level, counts, levels)
        return f"{'  ' * depth if not style.level else ''}{text} " if text else ""

    def _begin(self, number: str, instance: Instance, depth: int) -> None:
        """A list that starts anew does so where it first appears at a depth."""
        if depth in instance.starts and (number, depth) not in self._begun:
            self._begun.add((number, depth))
            counts = self._counts.setdefault(instance.abstract, [0] * _DEPTHS)
            counts[depth] = instance.starts[depth] - 1 or _BEFORE_FIRST

    def _count(self, abstract: str, depth: int, levels: Mapping[int, Level]) -> list[int]:
        counts = self._counts.setdefault(abstract, [0] * _DEPTHS)
        for above in range(depth):
            counts[above] = counts[above] or levels.get(above, Level()).start
        counts[depth] = _next(counts[depth], levels.get(depth, Level()).start)
        for below in range(depth + 1, _DEPTHS):
            counts[below] = 0 if levels.get(below, Level()).restarts else counts[below]
        return counts


def _next(count: int, start: int) -> int:
    if count == _BEFORE_FIRST:
        return 1
    return count + 1 if count else start


def _root(part: Any) -> Any:
    for relation in part.rels.values():
        if relation.reltype.endswith("/numbering") and not relation.is_external:
            return relation.target_part.element
    return None


def _abstract(root: Any) -> dict[str, dict[int, Level]]:
    """The levels of each list definition; one that only links to a style has those of the style's definition."""
    found: dict[str, dict[int, Level]] = {}
    styled: dict[str, str] = {}
    links: dict[str, str] = {}
    for element in root.iter(f"{W}abstractNum"):
        name = element.get(f"{W}abstractNumId", "")
        found[name] = {int(level.get(f"{W}ilvl", "0")): _level(level) for level in element.iter(f"{W}lvl")}
        for child in element:
            if child.tag == f"{W}styleLink":
                styled[child.get(f"{W}val", "")] = name
            elif child.tag == f"{W}numStyleLink":
                links[name] = child.get(f"{W}val", "")
    return {name: levels or found.get(styled.get(links.get(name, ""), ""), {}) for name, levels in found.items()}


def _instances(root: Any) -> dict[str, Instance]:
    found: dict[str, Instance] = {}
    for element in root.iter(f"{W}num"):
        abstract = element.find(f"{W}abstractNumId")
        if abstract is not None:
            name = element.get(f"{W}numId", "")
            found[name] = Instance(abstract.get(f"{W}val", ""), dict(_starts(element)))
    return found


def _starts(instance: Any) -> Iterator[tuple[int, int]]:
    for change in instance.iterfind(f"{W}lvlOverride"):
        start = change.find(f"{W}startOverride")
        depth, value = change.get(f"{W}ilvl", ""), start.get(f"{W}val", "") if start is not None else ""
        if depth.isdecimal() and value.isdecimal():
            yield int(depth), int(value)


def _level(element: Any) -> Level:
    values = {child.tag: child.get(f"{W}val", "") for child in element}
    start = values.get(f"{W}start", "1")
    return Level(
        values.get(f"{W}numFmt", "decimal"),
        values.get(f"{W}lvlText", ""),
        int(start) if start.isdigit() else 1,
        f"{W}isLgl" in values and values[f"{W}isLgl"] not in {"0", "false", "off"},
        values.get(f"{W}lvlRestart") != "0",
    )


def _filled(level: Level, counts: list[int], levels: Mapping[int, Level]) -> str:
    text = level.pattern
    for depth in range(_DEPTHS):
        if f"%{depth + 1}" in text:
            kind = "decimal" if level.legal else levels.get(depth, Level()).kind
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
