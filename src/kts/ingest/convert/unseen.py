"""Characters that nobody sees: smuggled tags, zero-width letters, direction overrides, stray selectors."""

from __future__ import annotations

import re
import unicodedata

from kts.lexicon.analyse import foreign
from kts.types import Marked

_TAGS = "\U000e0000-\U000e007f"
_SELECTORS = "\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef"
_OVERRIDES = "\u202a-\u202e\u2066-\u2069"
_DIRECTIONS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
_NEVER_SEEN = (
    "\u00ad\u034f\u115f\u1160\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001d173-\U0001d17a\U0001bca0-\U0001bca3"
)
"""Default-ignorable code points (Unicode 15.1, DerivedCoreProperties) of no other kind, and interlinear marks."""
_RUN = re.compile(
    rf"(?P<unicode_tags>[{_TAGS}]+)|(?P<variation>[{_SELECTORS}]+)|(?P<bidi>[{_OVERRIDES}{_DIRECTIONS}])"
    rf"|(?P<zero_width>[{_JOINERS}{_NEVER_SEEN}])"
)
_ANY = re.compile(f"[{_TAGS}{_SELECTORS}{_OVERRIDES}{_DIRECTIONS}{_JOINERS}{_NEVER_SEEN}]")
_FLAGS = frozenset({"gbeng", "gbsct", "gbwls"})
"""The tag sequences of emoji flags that are in general interchange (UTS 51, emoji-sequences.txt)."""
_BLACK_FLAG = "\U0001f3f4"
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\u1900-\u1cff"
    "\ua800-\ua8ff\ua980-\uaaff\uabc0-\uabff\ufb50-\ufdff\ufe70-\ufeff\U00010a00-\U00011fff]"
)
"""Scripts in which joiners change what is displayed: Arabic, Syriac, Mongolian, the Brahmic ones."""
_UNSPACED = re.compile("[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u3040-\u30ff]")
"""Scripts without spaces between words, where U+200B stands for a place to break."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
_DIRECTION_WINDOW = 40
"""Characters on both sides in which a letter written from right to left explains a direction mark."""
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_MONGOLIAN = re.compile("[\u1800-\u18af]")
_KEYCAP = frozenset("0123456789#*")
_STANDARDISED = frozenset({"Sm", "So", "Lo", "Po", "Nd", "Lu"})
"""General categories of the bases in StandardizedVariants.txt that are no emoji."""


def invisible(text: str) -> tuple[Marked, ...]:
    """Ranges of characters that are not displayed and have no work to do where they stand.

    Kinds: unicode_tags, zero_width (soft hyphens too), bidi, variation. Joiners inside of emoji and of scripts that
    need them, one selector after a base that has variants, and break marks between words of scripts without spaces
    are legitimate, hence not reported.
    """
    if text.isascii() or not _ANY.search(foreign(text)):
        return ()
    found: list[Marked] = []
    for run in _RUN.finditer(text):
        kind = run.lastgroup or ""
        if _is_legitimate(text, run.start(), run.end(), kind):
            continue
        if found and found[-1].end == run.start() and found[-1].kind == kind:
            found[-1] = Marked(found[-1].start, run.end(), kind)
        else:
            found.append(Marked(run.start(), run.end(), kind))
    return tuple(found)


def _is_legitimate(text: str, start: int, end: int, kind: str) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if kind == "unicode_tags":
        return before == _BLACK_FLAG and _tag_letters(text[start:end]) in _FLAGS
    if kind == "variation":
        return end - start == 1 and _has_variants(before, text[start])
    if kind == "bidi":
        return text[start] in _DIRECTIONS and _is_near_right_to_left(text, start)
    return _joins(text, start, before, after)


def _tag_letters(tags: str) -> str:
    """The ASCII letters that a complete tag sequence spells, empty when its cancel tag is missing."""
    return "".join(chr(ord(tag) & 0x7F) for tag in tags[:-1]) if tags.endswith("\U000e007f") else ""


def _has_variants(base: str, selector: str) -> bool:
    if not base:
        return False
    if selector >= "\U000e0100":
        return bool(_IDEOGRAPH.match(base))
    if selector < "\ufe00":
        return bool(_MONGOLIAN.match(base))
    if selector in "\ufe0e\ufe0f":
        return base in _KEYCAP or _is_pictograph(base)
    return unicodedata.category(base) in _STANDARDISED


def _is_pictograph(letter: str) -> bool:
    """Whether an emoji can be made of it: symbols, skin tones and the few marks among the punctuation."""
    return unicodedata.category(letter) in {"So", "Sm", "Sk"} or letter in "\u203c\u2049\u3030\u303d\u2139\u24c2"


def _is_near_right_to_left(text: str, at: int) -> bool:
    return bool(_RIGHT_TO_LEFT.search(text, max(at - _DIRECTION_WINDOW, 0), at + _DIRECTION_WINDOW))


def _joins(text: str, at: int, before: str, after: str) -> bool:
    """Whether a zero-width character does what it is there for."""
    letter = text[at]
    if letter == "\u200d" and after and _is_pictograph(after):
        base = text[at - 2 : at - 1] if before in {"\ufe0e", "\ufe0f"} else before
        return bool(base) and _is_pictograph(base)
    if letter in _JOINERS:
        return bool(before and _JOINING.match(before))
    if letter == "\u200b":
        return bool(before and after and _UNSPACED.match(before) and _UNSPACED.match(after))
    return letter == "\u034f" and bool(before) and unicodedata.category(before).startswith("M")
