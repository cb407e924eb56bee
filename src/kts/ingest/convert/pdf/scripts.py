"""Raised and lowered signs, and pieces of a row made one: PDFium gives signs as lines, and cuts lines around them.

A raised number that touches a word is the mark of a note and reads `[^1]`, as in the text of Word files; after a
figure it reads `^1`, as in that of HTML: 10 to the power of 6 is not 106.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.ingest.convert.pdf.page import Box, Line

SCRIPT_SIZE = 0.85
"""Raised and lowered signs are at most so large, as a share of the letters beside them (.65 to .8 are usual)."""
SCRIPT_GAP = 0.15
"""They stand no further from the letters, in line heights, than this."""
TOUCHING = 0.1
"""Pieces no further apart than this, in line heights, have no blank between them; a blank takes .2 and more."""
LEAST_SHIFT, MOST_SHIFT = 0.1, 0.55
"""How far a sign is raised or lowered, in heights of the letters before it: TeX, word processors and report
generators shift by .2 to .5; the next line is a whole height away."""
MARK = re.compile(
    r"[0-9\u0660-\U0010ffff](?<=\d)(?:(?<=[^\W\d_]{2}\d)|(?<=[^\W\d_][.,;:)\]\"'\u2019\u201d]\d)|(?<=[^\d.,]10\d))\d?(?!\w)"
)
"""A number that touches a word or the end of a sentence, as marks of notes do, or a 10, as powers do; a name, a code
or another number may end so, too: whether it is raised is asked for these alone. It begins with a range that holds all
digits, because a range is found twice as fast as a digit."""
_NUMBER = re.compile(r"\d{1,2}(?:,\s?\d{1,2})*")
_WORD = re.compile(r"[^\W\d_]{2}[.,;:)\]\"'\u2019\u201d]?\Z")
_UNIT = re.compile(r"(?<![^\W\d_])(?:[cdkm\u00b5\u03bc]m|ft|in|yd|mi|sec|cos|sin|tan)\Z")
"""What is raised to a power: units of length, seconds, functions."""


def with_scripts(lines: Iterable[Line]) -> list[Line]:
    """The lines in their given order, each sign that touches the line before it made a part of that line."""
    kept: list[Line] = []
    for line in lines:
        if kept and line.size <= SCRIPT_SIZE * kept[-1].size and is_script_of(kept[-1], line):
            kept[-1] = joined(kept[-1], line)
        else:
            kept.append(line)
    return kept


def is_script_of(before: Line, sign: Line) -> bool:
    """Whether `sign` is small, stands a little above or below the base of the line before, and touches its end."""
    if not 0 < sign.size <= SCRIPT_SIZE * before.size or sign.page != before.page:
        return False
    if (sign.hidden, sign.level, sign.ocr) != (before.hidden, before.level, before.ocr) or before.hyphen:
        return False
    shift = abs(sign.base - before.base) / before.size
    gap = (sign.box[0] - before.box[2]) / before.size
    return LEAST_SHIFT <= shift <= MOST_SHIFT and abs(gap) <= SCRIPT_GAP


def joined(before: Line, after: Line) -> Line:
    """Two pieces of one row as one line."""
    script = _is_script(before, after)
    tight = script or before.text.endswith(("$", "(", "\u20ac", "\u00a3")) or after.text.startswith((")", "%"))
    glue = "" if tight or _touches(before, after) else " "
    sign = after.text
    if script and is_raised(before.size, before.base, after.size, after.base):
        sign = read_as(before.text, sign)
    place = around(before.place, after.place) if before.place and after.place else None
    box = around(before.box, after.box)
    look = before.look if before.look == after.look else 0
    return before._replace(text=f"{before.text}{glue}{sign}", box=box, place=place, look=look, hyphen=after.hyphen)


def is_raised(size: float, base: float, sign_size: float, sign_base: float) -> bool:
    """Whether a sign is smaller than the letters before it and stands higher, but in their line."""
    return sign_size <= SCRIPT_SIZE * size and LEAST_SHIFT * size <= sign_base - base <= MOST_SHIFT * size


def read_as(before: str, sign: str) -> str:
    """What a raised sign reads after the text before it."""
    if not _NUMBER.fullmatch(sign):
        return sign
    if before[-1:].isdigit() or (before.endswith(")") and "=" in before):  # in a formula it is a power
        return f"^{sign}"
    return f"[^{sign}]" if _WORD.search(before) and not _UNIT.search(before) else sign


def _is_script(before: Line, after: Line) -> bool:
    small, large = sorted((before.size, after.size))
    return small <= SCRIPT_SIZE * large and after.box[0] - before.box[2] < SCRIPT_GAP * large


def _touches(before: Line, after: Line) -> bool:
    return abs(after.box[0] - before.box[2]) < TOUCHING * max(before.size, after.size)


def around(first: Box, second: Box) -> Box:
    """The box around two boxes."""
    return (min(first[0], second[0]), min(first[1], second[1]), max(first[2], second[2]), max(first[3], second[3]))
