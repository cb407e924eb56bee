"""Numbers of lists that a document defines level by level, counted while its paragraphs go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.numerals import displayed

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEPTHS = 9
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
    """A list of the document: the definition that it follows, and the numbers at which it starts anew, by depth.

    `levels` are those that it numbers in another way than the definition says.
    """

    abstract: str
    starts: Mapping[int, int]
    levels: Mapping[int, Level]


class Lists:
    """Counts the list numbers of one document; lives for one conversion."""

    def __init__(self, definitions: Mapping[str, Mapping[int, Level]], instances: Mapping[str, Instance]) -> None:
        self._definitions, self._instances = definitions, instances
        self._counts: dict[str, list[int]] = {}
        self._begun: set[tuple[str, int]] = set()

    def label(self, number: str, depth: int, *, indented: bool = True) -> str:
        """What stands before the next paragraph of a list (`1.2. `, `(a) `, `- `); empty for none that is defined."""
        instance = self._instances.get(number)
        defined = self._definitions.get(instance.abstract) if instance else None
        if not instance or number == "0" or not (defined or instance.levels):
            return ""
        levels = {**(defined or {}), **instance.levels} if instance.levels or not defined else defined
        level = levels.get(depth, Level())
        self._begin(number, instance, depth)
        counts = self._count(instance.abstract, depth, levels)
        indent = "  " * depth if indented else ""
        if level.kind == "bullet":
            return f"{indent}- "
        text = _filled(level, counts, levels)
        if level.kind == "none" and not any(letter.isalnum() for letter in text):
            return ""
        return f"{indent}{text} " if text else ""

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


def _filled(level: Level, counts: list[int], levels: Mapping[int, Level]) -> str:
    text = level.pattern
    for depth in range(_DEPTHS):
        if f"%{depth + 1}" in text:
            kind = "decimal" if level.legal else levels.get(depth, Level()).kind
            text = text.replace(f"%{depth + 1}", displayed(max(counts[depth], 0), kind))
    return text.strip()
