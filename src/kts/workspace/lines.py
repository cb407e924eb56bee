"""Where a line of a file stands in the text that was made of it: places are printed with the lines of the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.records import DocumentRecord
    from kts.types import Mapped

_END = re.compile(r"\r\n|\n|\r")


def line_of_file(number: int, record: DocumentRecord, text: str, entries: Iterable[Mapped]) -> Span:
    """The stretch of a document's canonical text that was read from a line of its file, from 1.

    `entries` are those of its source map; without any the text is the file's own. Raises UsageError for a line that
    the file has not, or from which nothing was read.
    """
    told = [one for one in entries if one.location.line]
    if not told:
        lines = _lines(text)
        if not 1 <= number <= len(lines):
            message = f"{record.path} has {len(lines)} lines"
            raise UsageError(message, hint="lines count from 1 in the file")
        return lines[number - 1]
    found = _read_from(number, text, told) or _within(number, text, told)
    if found is None:
        message = f"nothing was read from line {number} of {record.path}"
        raise UsageError(message, hint=f"its nearest line with text is {_nearest(number, told)}")
    return found


def _lines(text: str) -> list[Span]:
    """Each line without its end, by any of the three conventions; none behind the last end."""
    ends = [match.span() for match in _END.finditer(text)]
    starts = [0, *[after for _, after in ends]]
    return [
        Span(start, end)
        for start, end in zip(starts, [*[end for end, _ in ends], len(text)], strict=True)
        if start < len(text)
    ]


def _read_from(number: int, text: str, told: Sequence[Mapped]) -> Span | None:
    """The lines of the text whose last part is from that line of the file: a row, a value with its path, or several.

    Where there is none, the first line that has any part from there.
    """
    lines = _lines(text)
    starts = [line.start for line in lines]
    last: dict[int, int] = {}
    holding = []
    for one in told:
        at, line = bisect_right(starts, one.start) - 1, one.location.line or 0
        last[at] = max(last.get(at, 0), line)
        if line == number:
            holding.append(at)
    if not holding:
        return None
    own = sorted({at for at in holding if last[at] == number}) or holding[:1]
    other = min((at for at, line in last.items() if at > own[0] and line != number), default=len(lines))
    following = max(at for at in own if at < other)
    return Span(lines[own[0]].start, lines[following].end)


def _within(number: int, text: str, told: Sequence[Mapped]) -> Span | None:
    """A later line of what begins on an earlier one of the file and has several."""
    before = [one for one in told if (one.location.line or 0) < number]
    if not before:
        return None
    last = max(before, key=lambda one: (one.location.line or 0, one.start))
    lines = _lines(text[last.start : last.end])
    at = number - (last.location.line or 0)
    if at >= len(lines):
        return None
    return Span(last.start + lines[at].start, last.start + lines[at].end)


def _nearest(number: int, told: Sequence[Mapped]) -> int:
    return min((one.location.line or 0 for one in told), key=lambda line: (abs(line - number), line))
