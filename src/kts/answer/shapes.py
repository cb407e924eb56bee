"""Values that are known by their shape: what a question asks for by name, and a text holds or does not.

`What is the port of X` is answered by a number and *how bad is X* by a word of a scale, however much else is said of X.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMED = r"(?i)\b(?:what|which|what's|whats)\b(?: is| are| was| were)?(?: the| an?)?(?: [\w'-]+){{0,3}}? (?:{})\b"


class Shape(NamedTuple):
    """A kind of value: its name, how a question asks for it, how it looks."""

    name: str
    asked: re.Pattern[str]
    held: re.Pattern[str]


def _asked(names: str) -> re.Pattern[str]:
    return re.compile(_NAMED.format(names))


SHAPES = (
    Shape(
        "severity",
        _asked("severity|criticality|priority|urgency"),
        re.compile(
            r"(?i)\b(?:critical|warning|info(?:rmational)?|none|high|medium|low|major|minor|severe|urgent|P ?\d|"
            r"sev(?:erity)?[ -]?\d|tier \d)\b"
        ),
    ),
    Shape("port", _asked("ports?(?: number)?"), re.compile(r"(?<![\w.])\d{2,5}(?![\w.]*\d)")),
    Shape("telephone number", _asked("(?:tele)?phone(?: number)?|hotline|fax number"), re.compile(r"\d{3}")),
    Shape("mail address", _asked("e-?mail(?: address)?|mail address"), re.compile(r"\S@\S")),
    Shape(
        "web address", _asked("urls?|web ?sites?|web address"), re.compile(r"(?i)https?://|www\.|\w\.(?:com|org|net)")
    ),
    Shape(
        "status code",
        _asked("(?:http|status|exit|response|return) (?:status )?(?:code|error)"),
        re.compile(r"(?<![\w.])[1-9]?\d{1,2}(?![\w.]*\d)"),
    ),
)
_HOW_MANY = re.compile(r"(?i)\bhow many\b")
_NUMBER = re.compile(
    r"(?i)(?<![\w.-])\d[\d.,]*|\b(?:zero|one(?! (?:or more|of|to one|another))|two|three|four|five|six|seven|eight|"
    r"nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|"
    r"half|twice|once|none|nobody|nothing|no|never|single|both|pair|dozen|unlimited|every|each|any number|all)\b"
)


def shape_of(question: str) -> Shape | None:
    """The shape of what a question asks for by name, None where anything may answer."""
    return next((one for one in SHAPES if one.asked.search(question)), None)


def missing(question: str, texts: Sequence[str]) -> str:
    """What is asked for and none of the texts holds, empty if nothing is; a number of the question itself is none."""
    shape = shape_of(question)
    if shape is not None:
        return "" if any(shape.held.search(text) for text in texts) else shape.name
    if not _HOW_MANY.search(question):
        return ""
    own = {found.casefold() for found in _NUMBER.findall(question)}
    return "" if any(_numbers(text) - own for text in texts) else "number"


def _numbers(text: str) -> set[str]:
    return {found.casefold() for found in _NUMBER.findall(text)}
