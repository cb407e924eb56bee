"""A text as its readers see it: what the file hides from them is drawn as blocks, and every offset stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.types import Marked

INVISIBLE = frozenset({"bidi", "unicode_tags", "variation", "zero_width"})
"""Kinds of hidden text that consist of characters without a glyph."""
STRUCK = "struck"
"""The kind of text that its author took back: it is seen, but holds no longer."""
FEW = 8
"""So many invisible characters in a row are noise or a joke (the longest legitimate tag sequence, a flag, has 6)."""
BLOCK = "█"
"""Stands for each hidden character: no letter, so that nothing is counted or found in it."""
_SAID = re.compile(r"\S")


def concealing(marks: Iterable[Marked], start: int, end: int) -> tuple[Marked, ...]:
    """The ranges of hidden text that touch a stretch; what is struck out is seen, a few characters are noise."""
    return tuple(
        mark
        for mark in marks
        if mark.start < end
        and start < mark.end
        and mark.kind != STRUCK
        and not (mark.kind in INVISIBLE and mark.end - mark.start <= FEW)
    )


def veiled(text: str, marks: Iterable[Marked], at: int = 0) -> str:
    """A stretch that begins at `at` of a document, with a block for each hidden character; spaces and lines stay."""
    pieces, done = [], 0
    for mark in concealing(marks, at, at + len(text)):
        first, last = max(mark.start - at, done), min(mark.end - at, len(text))
        pieces += [text[done:first], _SAID.sub(BLOCK, text[first:last])]
        done = max(done, last)
    return "".join([*pieces, text[done:]])
