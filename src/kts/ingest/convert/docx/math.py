"""Equations of a DOCX (OMML) as one readable line: `x = (-b ± √(b^2-4ac))/(2a)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_ATOM = re.compile(r"\d+(?:[.,]\d+)?|.", re.DOTALL)
_MAX_NESTING = 50
_RELATIONS = frozenset("=≠≈≡≤≥<>→⇒∈±\u00d7·")


def equation(element: Any) -> str:
    """One line for an `m:oMath`, in the linear notation of Unicode technical note 28 where it needs signs."""
    return " ".join(linear(element).split())


def linear(element: Any, depth: int = 0) -> str:
    """The text of a part of an equation, its spaces as they come."""
    if depth > _MAX_NESTING:
        return ""
    parts = (_part(child, depth + 1) for child in element if isinstance(child.tag, str))
    return "".join(parts)


def _part(element: Any, depth: int) -> str:
    name = element.tag.removeprefix(M)
    if name == "t":
        return element.text or ""
    if name.endswith("Pr"):
        return ""
    write = _WRITERS.get(name)
    return write(element, depth) if write else linear(element, depth)


def _child(element: Any, name: str, depth: int) -> str:
    child = element.find(f"{M}{name}")
    return "" if child is None else linear(child, depth).strip()


def _value(element: Any, name: str, default: str) -> str:
    """A property such as the sign of a sum: `m:naryPr/m:chr`."""
    for child in element:
        if isinstance(child.tag, str) and child.tag.endswith("Pr"):
            found = child.find(f"{M}{name}")
            return default if found is None else str(found.get(f"{M}val", default))
    return default


def _grouped(text: str) -> str:
    """The text in brackets unless it is one name, one number or bracketed already."""
    return text if not text or _ATOM.fullmatch(text) or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    open_ = 0
    for index, sign in enumerate(text):
        open_ += (sign == "(") - (sign == ")")
        if not open_:
            return index == len(text) - 1
    return False


def _fraction(element: Any, depth: int) -> str:
    above, below = _child(element, "num", depth), _child(element, "den", depth)
    return f"{_grouped(above)}/{_grouped(below)}"


def _raised(element: Any, depth: int) -> str:
    base = _grouped(_child(element, "e", depth))
    low, high = _child(element, "sub", depth), _child(element, "sup", depth)
    return base + (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")


def _before(element: Any, depth: int) -> str:
    low, high = _child(element, "sub", depth), _child(element, "sup", depth)
    return f"_{_grouped(low)}^{_grouped(high)} {_child(element, 'e', depth)}"


def _root(element: Any, depth: int) -> str:
    degree = _child(element, "deg", depth)
    sign = {"": "√", "3": "∛", "4": "∜"}.get(degree, f"root {degree} of ")
    inside = _child(element, "e", depth)
    return sign + (_grouped(inside) or "()")


def _sum(element: Any, depth: int) -> str:
    sign = _value(element, "chr", "∫")
    low, high = _child(element, "sub", depth), _child(element, "sup", depth)
    limits = (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")
    return f"{sign}{limits} {_child(element, 'e', depth)}"


def _brackets(element: Any, depth: int) -> str:
    inside = [linear(child, depth).strip() for child in element.iterfind(f"{M}e")]
    sign = _value(element, "sepChr", "|")
    return _value(element, "begChr", "(") + sign.join(inside) + _value(element, "endChr", ")")


def _function(element: Any, depth: int) -> str:
    name, argument = _child(element, "fName", depth), _child(element, "e", depth)
    return f"{name} {argument}" if _ATOM.fullmatch(argument) else f"{name}{_grouped(argument)}"


def _limit(element: Any, depth: int) -> str:
    sign = "^" if element.tag.endswith("Upp") else "_"
    return f"{_child(element, 'e', depth)}{sign}{_grouped(_child(element, 'lim', depth))}"


def _matrix(element: Any, depth: int) -> str:
    rows = (
        ", ".join(linear(cell, depth).strip() for cell in row.iterfind(f"{M}e")) for row in element.iterfind(f"{M}mr")
    )
    return f"[{'; '.join(rows)}]"


def _lines(element: Any, depth: int) -> str:
    return "; ".join(linear(child, depth).strip() for child in element.iterfind(f"{M}e"))


def _run(element: Any, depth: int) -> str:
    """Text of a run; a relation that stands alone gets its spaces."""
    text = linear(element, depth)
    return f" {text.strip()} " if text.strip() in _RELATIONS else text


_WRITERS: dict[str, Callable[[Any, int], str]] = {
    "r": _run,
    "f": _fraction,
    "sSup": _raised,
    "sSub": _raised,
    "sSubSup": _raised,
    "sPre": _before,
    "rad": _root,
    "nary": _sum,
    "d": _brackets,
    "func": _function,
    "limLow": _limit,
    "limUpp": _limit,
    "m": _matrix,
    "eqArr": _lines,
}
