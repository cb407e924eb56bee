"""Style sheets as far as hiding goes: rules with one plain selector, and the few properties that hide text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MAX_SHEET = 500_000
"""Characters of style sheets that are read."""
MAX_RULES = 5_000

Colour = tuple[int, int, int]
Declarations = dict[str, str]

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_SELECTOR = re.compile(r"(?P<tag>[a-z][a-z0-9]*|\*)?(?P<rest>(?:[.#][\w-]+)*)", re.IGNORECASE)
_PART = re.compile(r"[.#][\w-]+")
_SHOWN_MEDIA = re.compile(r"@media\s+(?:only\s+)?(?:screen|all)\s*$", re.IGNORECASE)
_WANTED = frozenset(
    "display visibility opacity font-size font color background background-color background-image position left top "
    "right bottom margin-left text-indent clip clip-path width height max-height overflow transform mso-hide".split()
)
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|%|vw|vh|in|cm|mm|pc|ex|ch)?", re.IGNORECASE)
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "vw": 12.8, "vh": 7.2}
"""CSS pixels a unit (CSS Values 4, section 6.2), with a window of 1280 x 720."""
_HEX = re.compile(r"#([0-9a-f]{3,8})\b", re.IGNORECASE)
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%?))?\s*\)", re.IGNORECASE)
_NAMED: Mapping[str, Colour] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "floralwhite": (255, 250, 240),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "navy": (0, 0, 128),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "yellow": (255, 255, 0),
}


class Rule(NamedTuple):
    """Declarations for elements with this tag (or any), these classes and ids; `weight` is the specificity."""

    tag: str
    parts: frozenset[str]
    weight: tuple[int, int, int]
    declarations: Declarations


class Sheet:
    """The rules of one page, found by the rarest part of their selector; lives for one conversion."""

    def __init__(self, source: str) -> None:
        self._by_key: dict[str, list[tuple[int, Rule]]] = {}
        for order, rule in enumerate(_rules(_COMMENT.sub(" ", source[:MAX_SHEET]))):
            if order >= MAX_RULES:
                break
            key = next(iter(sorted(rule.parts)), rule.tag)
            self._by_key.setdefault(key, []).append((order, rule))

    def declared(self, tag: str, names: Sequence[str], inline: str) -> Declarations:
        """What holds for an element with these `.class` and `#id` names, its style attribute last."""
        found = [pair for key in {tag, "*", *names} for pair in self._by_key.get(key, ())]
        owned = frozenset(names)
        matching = [(rule.weight, order, rule) for order, rule in found if _fits(rule, tag, owned)]
        declarations: Declarations = {}
        for _, _, rule in sorted(matching, key=lambda item: item[:2]):
            declarations |= rule.declarations
        return declarations | parsed(inline) if inline else declarations


def _fits(rule: Rule, tag: str, names: frozenset[str]) -> bool:
    return rule.tag in {"*", tag} and rule.parts <= names


def _rules(sheet: str) -> Iterator[Rule]:
    """The rules outside of at-rules; those for the screen count as outside."""
    at, skipping, depth = 0, 0, 0
    prelude = ""
    for brace in _BRACE.finditer(sheet):
        text, at = sheet[at : brace.start()], brace.end()
        if brace[0] == "{":
            depth += 1
            prelude = text.rpartition(";")[2].strip()
            if not skipping and prelude.startswith("@") and not _SHOWN_MEDIA.match(prelude):
                skipping = depth
        else:
            if not skipping and prelude and not prelude.startswith("@"):
                yield from _rule(prelude, text)
            prelude = ""
            skipping = 0 if skipping == depth else skipping
            depth = max(depth - 1, 0)


def _rule(selectors: str, body: str) -> Iterator[Rule]:
    declarations = parsed(body)
    for selector in selectors.split(",") if declarations else ():
        match = _SELECTOR.fullmatch(selector.strip())
        if match and match[0]:
            parts = _PART.findall(match["rest"])
            ids = sum(part.startswith("#") for part in parts)
            tag = (match["tag"] or "*").lower()
            yield Rule(tag, frozenset(parts), (ids, len(parts) - ids, int(tag != "*")), declarations)


def parsed(body: str) -> Declarations:
    """The declarations that can hide text."""
    found: Declarations = {}
    for declaration in body.split(";"):
        name, colon, value = declaration.partition(":")
        name = name.strip().lower()
        if colon and name in _WANTED:
            found[name] = value.replace("!important", "").strip().lower()
    return found


def pixels(value: str, *, size: float) -> float | None:
    """A length in CSS pixels, None when it is none; `size` is the font size that relative units multiply."""
    match = _LENGTH.match(value)
    if match is None:
        return None
    unit = (match[2] or "").lower()
    factor = _PIXELS.get(unit, size / 100 if unit == "%" else 16.0 if unit == "rem" else size)
    return float(match[1]) * factor


def colour(value: str) -> Colour | None:
    """The first colour in a value, None when there is none that is known."""
    if match := _HEX.search(value):
        digits = match[1] if len(match[1]) >= 6 else "".join(digit * 2 for digit in match[1])  # noqa: PLR2004
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6] or "0", 16)
    if match := _RGB.search(value):
        return min(int(match[1]), 255), min(int(match[2]), 255), min(int(match[3]), 255)
    return next((_NAMED[word] for word in re.findall(r"[a-z]+", value) if word in _NAMED), None)


def is_transparent(value: str) -> bool:
    """Whether a colour lets everything through."""
    if match := _RGB.search(value):
        return bool(match[4]) and float(match[4].strip(".") or 0) == 0
    digits = _HEX.search(value)
    return "transparent" in value or bool(
        digits and len(digits[1]) in {4, 8} and digits[1].endswith("0" * (len(digits[1]) // 4))
    )
