"""Formulas in MathML as one readable line: the signs that only the position of their parts tells."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ingest.convert.html.tokens import Token

_BETWEEN = {
    "mfrac": ("/",),
    **dict.fromkeys(("msup", "mover"), ("^",)),
    **dict.fromkeys(("msub", "munder"), ("_",)),
    **dict.fromkeys(("msubsup", "munderover"), ("_", "^")),
}
"""What stands between the parts of an element."""
_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "ms"})


def signs(page: Sequence[Token]) -> Mapping[int, str]:
    """What to write at a tag of a formula, by the tag's index."""
    found: dict[int, list[str]] = defaultdict(list)
    for index, token in enumerate(page):
        if token.kind != "open" or token.match <= index:
            continue
        if token.name == "msqrt":
            found[index].append("\u221a(")
            found[token.match].append(")")
        elif token.name == "mroot":
            inside = _children(page, index)
            found[index].append("(")
            found[page[inside[0]].match if inside else index].append(")^(1/")
            found[token.match].append(")")
        elif token.name in _BETWEEN:
            parts = _children(page, index)
            for part, sign in zip(parts[:-1], _BETWEEN[token.name], strict=False):
                found[page[part].match].append(sign)
            for part in parts:
                if not _is_simple(page, part):
                    found[part].insert(0, "(")
                    found[page[part].match].insert(0, ")")
    return {index: "".join(said) for index, said in found.items()}


def _children(page: Sequence[Token], index: int) -> list[int]:
    """The open tags of the elements directly inside of one."""
    inside: list[int] = []
    at = index + 1
    while at < page[index].match:
        if page[at].kind == "open" and page[at].match > at:
            inside.append(at)
            at = page[at].match
        at += 1
    return inside


def _is_simple(page: Sequence[Token], index: int) -> bool:
    """Whether a part is a single sign, number or name."""
    while page[index].name not in _LEAVES:
        inside = _children(page, index)
        if len(inside) != 1 or page[index].name in {"msqrt", "mroot"}:
            return page[index].name in {"msqrt", "mroot"} or not inside
        index = inside[0]
    return True
