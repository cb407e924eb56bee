"""Labels of OpenDocument list items as displayed: numbers and letters with their signs, bullets as `- `."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"))
_ROMAN_ONES = ((9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LETTERS = 26
_MAX_NUMBER = 4_000
"""Numbers from here on are shown in digits."""
BULLET = "- "


class Level(NamedTuple):
    """How a level is numbered: the format (`1`, `a`, `A`, `i`, `I`), the signs around it, the first number."""

    form: str
    before: str
    after: str
    start: int


class ListStyles:
    """The numbered levels of list styles, and how far each list has counted; lives for one conversion."""

    def __init__(self, roots: Iterable[Any]) -> None:
        self._levels = {
            (style.get(f"{_STYLE}name", ""), level.get(f"{_TEXT}level", "1")): _level(level)
            for root in roots
            for style in root.iter(f"{_TEXT}list-style")
            for level in style.iter(f"{_TEXT}list-level-style-number")
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
        number = int(stated) if stated.isdecimal() else following
        self._counted[style, depth] = number
        return f"{level.before}{shown(number, level.form)}{level.after}".strip() + " "


def _level(element: Any) -> Level:
    start = element.get(f"{_TEXT}start-value", "1")
    return Level(
        element.get(f"{_STYLE}num-format", ""),
        element.get(f"{_STYLE}num-prefix", ""),
        element.get(f"{_STYLE}num-suffix", ""),
        int(start) if start.isdecimal() else 1,
    )


def shown(number: int, form: str) -> str:
    """A number in a format: digits, letters (a to z, then aa) or Roman numerals."""
    if not 0 < number < _MAX_NUMBER or form.lower() not in {"a", "i"}:
        return str(number)
    text = _roman(number) if form.lower() == "i" else _letters(number)
    return text.upper() if form.isupper() else text


def _letters(number: int) -> str:
    repeated, letter = divmod(number - 1, _LETTERS)
    return chr(ord("a") + letter) * (repeated + 1)


def _roman(number: int) -> str:
    text = ""
    for value, sign in (*_ROMAN, *_ROMAN_ONES):
        text += sign * (number // value)
        number %= value
    return text
