"""Text that is written from right to left, mended where PDFium's order of characters is not the logical one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_LETTER = re.compile(f"[{_RIGHT}]")
_LEFT_LETTER = re.compile("[A-Za-z\u00c0-\u024f]")
_LIGATURE = re.compile("[\u0622\u0623\u0625\u0627]\u0644")
"""Alef before lam: the article, or the ligature lam-alef whose two letters PDFium gives in visual order."""
_LOOSE_MARK = re.compile("\\s([\u064b-\u0652])\\s?([\u0620-\u064a])")
_SEAM = re.compile(f"(?<=[A-Za-z])(?=[{_RIGHT}])|(?<=[{_RIGHT}])(?=[A-Za-z])")


def has_right_to_left(text: str) -> bool:
    """Whether any letter of the text is Hebrew, Arabic or of a related script."""
    return _RIGHT_LETTER.search(text) is not None


def is_right_to_left(texts: Iterable[str]) -> bool:
    """Whether most letters of the texts are written from right to left."""
    right = left = 0
    for text in texts:
        if text.isascii():
            left += len(text)
            continue
        right += len(_RIGHT_LETTER.findall(text))
        left += len(_LEFT_LETTER.findall(text))
    return right > left


def ligatures_mended(text: str, one_glyph: Callable[[int], bool]) -> str:
    """The text, as long as before, with the letters of lam-alef ligatures in logical order.

    `one_glyph(at)` says whether the characters at `at` and `at + 1` are drawn as one glyph.
    """
    letters = list(text)
    for match in _LIGATURE.finditer(text):
        at = match.start()
        if one_glyph(at):
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)


def mended(text: str) -> str:
    """Vowel marks on their letters, and a space where two scripts meet, which displays show and files lack."""
    return _SEAM.sub(" ", _LOOSE_MARK.sub(r"\2\1", text))
