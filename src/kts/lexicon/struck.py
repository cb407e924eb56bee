"""Text that its author struck out (`~~two weeks~~`): it stands in the document and says nothing any more. Pure."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from kts.lexicon.definitions import code_ranges
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = "~~"
"""What stands before and after struck text (GFM 6.5); converters write it where a file strikes text in its own way."""
_STRUCK = later(r"(?<![~\\])~~(?=[^\s~])(?:[^~\n]++|~(?!~)|\n(?![ \t]*\n))+(?<=[^\s~])~~(?!~)")
_TICKED = later(r"`[^`\n]+`")


def struck(text: str) -> Iterator[tuple[int, int]]:
    """The ranges that are struck out, with their marks; those of code are none."""
    if text.count(MARK) < len(MARK):
        return
    code = sorted((*code_ranges(text), *(match.span() for match in _TICKED.finditer(text))))
    starts = [start for start, _ in code]
    for match in _STRUCK.finditer(text):
        at = bisect_right(starts, match.start()) - 1
        if at < 0 or code[at][1] <= match.start():
            yield match.span()


def standing(text: str) -> str:
    """The text with blanks in the place of what is struck out, so that all else keeps its place."""
    pieces, at = [], 0
    for start, end in struck(text):
        pieces += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])
