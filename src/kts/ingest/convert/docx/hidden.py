"""What keeps the text of an Office document from being seen: its type, its colour, everything around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.docx.styles import Look
    from kts.types import Marked

TINY = 4
"""Half-points below which type cannot be read: under 2 points (the hiding trick is 1 point)."""
FAINT = 16
"""Steps of 255 by which a text must differ from its background in one colour at least, to be seen at all."""
PAPER = "FFFFFF"
UNKNOWN = "?"
"""A background that is not known: nothing on it is called hidden for its colour."""


def hiding(look: Look, ground: str) -> str:
    """How a look keeps text from being seen: `vanish`, `tiny`, `white`, or empty."""
    if look.vanish:
        return "vanish"
    if 0 < look.size < TINY:
        return "tiny"
    return "white" if _is_faint(look.color, look.fill or ground) else ""


def _is_faint(color: str, ground: str) -> bool:
    if not (_is_colour(color) and _is_colour(ground)):
        return False
    steps = (abs(int(color[at : at + 2], 16) - int(ground[at : at + 2], 16)) for at in (0, 2, 4))
    return max(steps) <= FAINT


def _is_colour(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9A-F]{6}", text))


def is_unseen(text: str, hidden: Sequence[Marked]) -> bool:
    """Whether nothing that is not hidden holds a letter or a digit."""
    at = 0
    for mark in hidden:
        if re.search(r"[^\W_]", text[at : mark.start]):
            return False
        at = mark.end
    return not re.search(r"[^\W_]", text[at:])
