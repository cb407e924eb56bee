"""Numbers of lists that a document defines level by level, counted while its paragraphs go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.numerals import displayed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_DEPTHS = 9


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
        self._counts: dict[str, list[int | None]] = {}
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
            counts = self._counts.setdefault(instance.abstract, [None] * _DEPTHS)
            counts[depth] = instance.starts[depth] - 1

    def _count(self, abstract: str, depth: int, levels: Mapping[int, Level]) -> Sequence[int | None]:
        """The numbers after the next paragraph; None for a depth that has not begun."""
        counts = self._counts.setdefault(abstract, [None] * _DEPTHS)
        for above in range(depth):
            if counts[above] is None:
                counts[above] = levels.get(above, Level()).start
        before = counts[depth]
        counts[depth] = levels.get(depth, Level()).start if before is None else before + 1
        for below in range(depth + 1, _DEPTHS):
            counts[below] = None if levels.get(below, Level()).restarts else counts[below]
        return counts


def _filled(level: Level, counts: Sequence[int | None], levels: Mapping[int, Level]) -> str:
    text = level.pattern
    for depth in range(_DEPTHS):
        if f"%{depth + 1}" in text:
            kind = "decimal" if level.legal else levels.get(depth, Level()).kind
            text = text.replace(f"%{depth + 1}", displayed(max(counts[depth] or 0, 0), kind))
    return text.strip()
