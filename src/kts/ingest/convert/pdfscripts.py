"""Raised and lowered signs: PDFium gives them as lines of their own, and cuts the line around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.convert.pdfcolumns import SCRIPT_GAP, SCRIPT_SIZE, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.ingest.convert.pdfpage import Line

LEAST_SHIFT, MOST_SHIFT = 0.1, 0.55
"""How far a sign is raised or lowered, in heights of the letters before it: TeX, word processors and report
generators shift by .2 to .5; the next line is a whole height away."""


def with_scripts(lines: Iterable[Line]) -> list[Line]:
    """The lines in their given order, each sign that touches the line before it made a part of that line."""
    kept: list[Line] = []
    for line in lines:
        if kept and line.size <= SCRIPT_SIZE * kept[-1].size and _is_script_of(kept[-1], line):
            kept[-1] = joined(kept[-1], line)
        else:
            kept.append(line)
    return kept


def _is_script_of(before: Line, sign: Line) -> bool:
    """Whether `sign` is small, stands a little above or below the base of the line before, and touches its end."""
    if not 0 < sign.size <= SCRIPT_SIZE * before.size or sign.page != before.page:
        return False
    if (sign.hidden, sign.level, sign.ocr) != (before.hidden, before.level, before.ocr) or before.hyphen:
        return False
    shift = abs(sign.base - before.base) / before.size
    gap = (sign.box[0] - before.box[2]) / before.size
    return LEAST_SHIFT <= shift <= MOST_SHIFT and abs(gap) <= SCRIPT_GAP
