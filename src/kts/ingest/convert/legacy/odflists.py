"""Labels of OpenDocument list items as displayed: numbers and letters with their signs, bullets as `- `."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.numerals import displayed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_MAX_NUMBER = 4_000
"""Numbers from here on are shown in digits."""
BULLET = "- "
OUTLINE = "\0outline"
"""Stands for the numbering of headings, which is no style of lists."""


class Level(NamedTuple):
    """How a level is numbered: the format (`1`, `a`, `A`, `i`, `I`), the signs around it, the first number.

    `together` counts the levels whose numbers are shown: 2 for `1.2`.
    """

    form: str
    before: str
    after: str
    start: int
    together: int


class ListStyles:
    """The numbered levels of list styles, and how far each list has counted; lives for one conversion."""

    def __init__(self, roots: Iterable[Any]) -> None:
        self._levels = {
            (style.get(f"{_STYLE}name", ""), level.get(f"{_TEXT}level", "1")): _level(level)
            for root in roots
            for style in root.iter(f"{_TEXT}list-style")
            for level in style.iter(f"{_TEXT}list-level-style-number")
        }
        self._levels |= {
            (OUTLINE, level.get(f"{_TEXT}level", "1")): _level(level)
            for root in roots
            for level in root.iter(f"{_TEXT}outline-level-style")
        }
        self._counted: dict[tuple[str, int], int] = {}

    def begin(self, element: Any, style: str, depth: int) -> None:
        """A list begins at a depth (0 for the outermost): it counts anew unless it says that it goes on."""
        goes_on = element.get(f"{_TEXT}continue-numbering") == "true" or element.get(f"{_TEXT}continue-list")
        if depth or not goes_on:
            self._counted.pop((style, depth), None)

    def label(self, item: Any, style: str, depth: int) -> str:
        """The label of the next item."""
        level = self._levels.get((style, str(depth + 1)))
        if level is None or not level.form:
            return BULLET
        stated = item.get(f"{_TEXT}start-value", "")
        following = self._counted.get((style, depth), level.start - 1) + 1
        self._counted[style, depth] = int(stated) if stated.isdecimal() else following
        number = ".".join(self._numbers(style, range(max(depth - level.together + 1, 0), depth + 1)))
        return f"{level.before}{number}{level.after}".strip() + " "

    def heading(self, element: Any, level: int) -> str:
        """The number of the next heading outside of lists, empty where the document numbers none."""
        if element.get(f"{_TEXT}is-list-header") == "true":
            return ""
        for key in [key for key in self._counted if key[0] == OUTLINE and key[1] >= level]:
            del self._counted[key]
        return self.label(element, OUTLINE, level - 1).removeprefix(BULLET)

    def _numbers(self, style: str, depths: range) -> Iterator[str]:
        """The numbers of some levels of a list as they stand; levels without a number are left out."""
        for depth in depths:
            level = self._levels.get((style, str(depth + 1)))
            if level is not None and level.form:
                yield shown(self._counted.get((style, depth), level.start), level.form)


def _level(element: Any) -> Level:
    start, together = element.get(f"{_TEXT}start-value", "1"), element.get(f"{_TEXT}display-levels", "1")
    return Level(
        element.get(f"{_STYLE}num-format", ""),
        element.get(f"{_STYLE}num-prefix", ""),
        element.get(f"{_STYLE}num-suffix", ""),
        int(start) if start.isdecimal() else 1,
        int(together) if together.isdecimal() else 1,
    )


def shown(number: int, form: str) -> str:
    """A number in a format: digits, letters (a to z, then aa) or Roman numerals."""
    if not 0 < number < _MAX_NUMBER or form.lower() not in {"a", "i"}:
        return str(number)
    return displayed(number, f"{'upper' if form.isupper() else 'lower'}{'Roman' if form.lower() == 'i' else 'Letter'}")
