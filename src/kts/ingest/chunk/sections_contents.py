"""Tables of contents: lists of the headings that follow, with page numbers or links. They answer no question."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENTRIES = 5
"""Lines that make a table of contents; fewer are a list of anything."""
TITLED = 3
"""Lines that make one below the title `Contents`."""
GAP = 6
"""Lines between two entries that still belong to it: wrapped titles, captions, page numbers, blank lines."""
RISING = 0.8
"""Share of the entries whose page is not before the one above; a column of figures goes up and down."""
LONGEST = 160
"""Characters of an entry."""

_LINE = re.compile(r"[^\r\n]+")
_LEADER = re.compile(
    r"\S.*?(?:\.{4,}|(?:\. ){3,}\.?|\u2026{2,}|_{4,}|\t+| {4,})[ \t]*(?P<page>(?:[A-Z]-)?\d{1,4}|[ivxl]{1,6})[ \t]*\Z"
)
_NUMBERED = re.compile(
    r"(?:ARTICLE|Article|SECTION|Section|EXHIBIT|Exhibit|SCHEDULE|Schedule|APPENDIX|Appendix|ANNEX|Annex|PART|Part|CHAPTER|Chapter"
    r"|\d{1,2}(?:\.\d{1,2}){0,2})[.:]?[ \t\xa0]+\S.*?[^\d,.$%][ \t\xa0]+(?P<page>\d{1,3})[ \t]*\Z"
)
_LINK = re.compile(r"[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t]+\[[^\]\r\n]+\]\(#[^)\r\n]*\)[ \t]*\Z")
_TITLE = re.compile(r"[ \t#*_]*(?:table of )?contents[ \t*_:]*(?:\(continued\))?[ \t]*\Z", re.IGNORECASE)


class _Entry(NamedTuple):
    line: int
    start: int
    end: int
    page: int
    leader: bool


@lru_cache(maxsize=1)
def contents_ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Where the tables of contents of `text` stand, without their titles."""
    if not _may_list(text):
        return ()
    found, titles = _entries(text)
    return tuple((run[0].start, run[-1].end) for run in _runs(found) if _is_contents(run, titles))


def _may_list(text: str) -> bool:
    """Whether so many lines end as entries do that they could be a table of contents."""
    ends = [line.rstrip()[-1:] for line in text.splitlines()]
    paged = sum([end.isdecimal() or end in "ivxl" for end in ends if end])
    return paged + text.count("](#") >= TITLED


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """(start, line) of each line that is not empty."""
    if "\r" in text:
        yield from ((match.start(), match[0]) for match in _LINE.finditer(text))
        return
    start = 0
    for line in text.split("\n"):
        if line:
            yield start, line
        start += len(line) + 1


def _entries(text: str) -> tuple[list[_Entry], list[int]]:
    """The lines that look like entries, and the numbers of the lines that are titled `Contents`."""
    found, titles = [], []
    for number, (start, line) in enumerate(_lines(text)):
        last = line.rstrip()[-1:]
        if not last or len(line) > LONGEST or "|" in line:
            continue
        if last.isdecimal() or last in "ivxl":
            leader = _LEADER.match(line.strip())
            entry = leader or _NUMBERED.match(line.strip())
            if entry:
                page = int(entry["page"].rpartition("-")[2]) if entry["page"][-1].isdecimal() else 0
                found.append(_Entry(number, start, start + len(line), page, leader is not None))
        elif last == ")" and "](#" in line and _LINK.match(line):
            found.append(_Entry(number, start, start + len(line), 0, leader=True))
        elif last in "sS:*_)" and _TITLE.match(line):
            titles.append(number)
    return found, titles


def _runs(found: Sequence[_Entry]) -> Iterator[list[_Entry]]:
    run: list[_Entry] = []
    for entry in found:
        if run and entry.line - run[-1].line > GAP:
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _is_contents(run: Sequence[_Entry], titles: Sequence[int]) -> bool:
    titled = any(0 <= run[0].line - title <= GAP for title in titles)
    if len(run) < (TITLED if titled else ENTRIES):
        return False
    pages = [entry.page for entry in run]
    rising = sum(after >= before for before, after in pairwise(pages)) / (len(pages) - 1)
    led = sum(entry.leader for entry in run) / len(run)
    return rising >= RISING and (titled or led >= RISING)
