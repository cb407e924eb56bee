"""What stands before the items of a page's lists, as a browser displays it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.numerals import displayed
from kts.ingest.convert.xlsx.tables import letters

if TYPE_CHECKING:
    from kts.ingest.convert.html.tokens import Token

_WHOLE = re.compile(r"\s*([+-]?\d{1,6})\s*")
_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]*?\b((?:lower|upper)-(?:alpha|latin|roman|greek)|"
    r"decimal(?:-leading-zero)?|disc|circle|square|none)\b"
)
_BULLETS = frozenset({"disc", "circle", "square"})
_TYPES = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
_KINDS = {"roman": "Roman", "greek": "Greek", "alpha": "Letter", "latin": "Letter"}
BULLET = ""


class Open(NamedTuple):
    """A list that has begun: the number of its next item, by how much it counts on, and how numbers are shown.

    A list of bullets has no `style`.
    """

    next: int = 1
    step: int = 1
    style: str = BULLET


def opened(token: Token, items: int) -> Open:
    """The list that begins with a tag; `items` are those that it holds."""
    if token.name != "ol":
        return Open()
    step = -1 if "reversed" in token.attributes else 1
    first = _whole(token.attributes.get("start", ""), items if step < 0 else 1)
    styled = _STYLE.search(token.attributes.get("style", "").lower())
    style = styled[1] if styled else _TYPES.get(token.attributes.get("type", ""), "decimal")
    return Open(first, step, BULLET if style in _BULLETS else style)


def marked(current: Open, item: Token) -> tuple[str, Open]:
    """What stands before an item, empty before one without a number, and the list after it."""
    if not current.style:
        return "", current
    number = _whole(item.attributes.get("value", ""), current.next)
    style = _TYPES.get(item.attributes.get("type", ""), current.style)
    return _shown(number, style), current._replace(next=number + current.step)


def _shown(number: int, style: str) -> str:
    case, _, kind = style.partition("-")
    if style == "none":
        return ""
    if kind in {"alpha", "latin"} and number > 0:
        return f"{letters(number).lower() if case == 'lower' else letters(number)}. "
    if style == "decimal-leading-zero":
        return f"{number:02d}. "
    return f"{displayed(number, f'{case}{_KINDS[kind]}' if kind in _KINDS else 'decimal')}. "


def _whole(value: str, default: int) -> int:
    match = _WHOLE.fullmatch(value)
    return int(match[1]) if match else default
