"""What runs through a document: headers and footers, page numbers; they are no text of its pages."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from functools import cache
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from kts.ingest.convert.pdf.page import Line

EDGE_LINES = 3
"""Lines from the top and from the bottom of a page among which running ones are sought."""
RUNNING_PAGES = 3
SECTION_PAGES = 4
"""A line at the foot of so many pages in a row is running, whatever share of the document they are."""
NUMBERED_PAGES = 2
"""Two pages are enough for bare page numbers at one height."""
RUNNING_SHARE = 0.5
"""A line is running when it stands at one height on so many pages, and on this share of all."""
RUNNING_MARGIN = 0.12
"""Running lines stand in this share of the printed height, at the top or at the bottom."""
HIGHEST_FOOT = 0.25
"""No footer stands higher than this share of a page, which a document of half-empty pages might suggest."""
RUNNING_DRIFT = 6.0
"""How far, in points, a running line may move from page to page."""
FOOT_ROW = 2.0
"""The lines of the last row of a page differ in height by at most so many points."""
PRINTED_LINES = 15
"""Printed pages hold at least so many lines, on average: some are nearly empty."""
PRINTED_BESIDE = 5
"""Lines before and after its number among which what it has at its edges is sought."""
LONGEST_NUMBER = 16
"""Characters of a printed page number with its words."""
_MAX_DIGITS = 5
_NUMBERED = re.compile(r"(page )?[-\u2013\u2014]? ?(\d{1,3})(?: of \d{1,3})? ?[-\u2013\u2014]?", re.IGNORECASE)
_TOLD = re.compile(
    r"[-\u2013\u2014(]? ?(?:page|seite|p\.|s\.) ?(\d{1,4}) ?(?:of|von|sur|de|/) ?(\d{1,4}) ?[-\u2013\u2014)]?",
    re.IGNORECASE,
)
LONGEST_TOLD = 24
"""Characters of a line that tells the page and their number."""
_LETTERS = re.compile(r"[^\W\d_]+")
_PAGE_WORDS = frozenset({"of", "p", "page", "pages", "pg", "s", "seite", "von", "sur"})
_AHEAD = 1_000_000
"""Keeps page offsets apart from -1, the mark of lines that are the same in full."""
_DIGITS = re.compile(r"\d+")
_SECTIONED = re.compile(r"(?<![^\s])\d{1,3}\.\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_]")
"""The number of a section and the beginning of its heading."""


def running_lines(pages: Sequence[Sequence[Line]]) -> frozenset[tuple[int, Line]]:
    """Lines at page edges that return, but for their numbers, at one height; with the page's index."""
    edges = [_edges(page) for page in pages]
    return _running(pages, edges) | _told_pages(edges)


def _told_pages(edges: Sequence[Collection[Line]]) -> frozenset[tuple[int, Line]]:
    """Lines at the edges that tell both the page and how many there are, truly: one such page is enough."""
    found = set()
    for number, page in enumerate(edges, start=1):
        for line in page:
            told = _TOLD.fullmatch(line.text) if len(line.text) <= LONGEST_TOLD else None
            if told and (int(told[1]), int(told[2])) == (number, len(edges)):
                found.add((number - 1, line))
    return frozenset(found)


def _running(pages: Sequence[Sequence[Line]], rows: Iterable[Iterable[Line]]) -> frozenset[tuple[int, Line]]:
    needed = max(RUNNING_PAGES, RUNNING_SHARE * len(pages))
    bases = [line.base for page in pages for line in page]
    if len(pages) < NUMBERED_PAGES or not bases:
        return frozenset()
    lowest, highest = min(bases), max(bases)
    margin = RUNNING_MARGIN * (highest - lowest)
    low, high = min(lowest + margin, HIGHEST_FOOT * highest), highest - margin
    edges = [[line for line in row if not low < line.base < high] for row in rows]
    if len(pages) < RUNNING_PAGES:
        numbers = [*_page_numbers(edges, NUMBERED_PAGES)]
        return frozenset(_at_one_height(numbers, NUMBERED_PAGES)) if numbers else frozenset()
    found = _page_numbers(edges, needed)
    places: dict[tuple[str, int], list[tuple[int, Line]]] = defaultdict(list)
    for number, page in enumerate(edges):
        for line in page:
            for key in _keys(line.text.casefold(), number):
                places[key].append((number, line))
    for entries in places.values():
        if len(entries) >= needed:
            found |= _at_one_height(entries, needed)
        elif len(entries) >= SECTION_PAGES:
            found |= _section_feet([entry for entry in entries if entry[1].base <= low])
    found |= _counting_feet(pages, needed) | {*_printed_pages(pages)}
    return frozenset(found)


def _keys(text: str, number: int) -> Iterator[tuple[str, int]]:
    """What a running line has in common with those of other pages: all of it, or all but a growing page number.

    A number that stays or grows otherwise is content, and so are a label such as `Exhibit 3` and a section's number,
    where each chapter begins on a new page: `7.1 Inspection`.
    """
    yield text, -1
    for match in _DIGITS.finditer(text):
        if _SECTIONED.match(text, match.start()):
            continue
        rest = f"{text[: match.start()]}#{text[match.end() :]}"
        words = [word for word in _LETTERS.findall(rest) if word not in _PAGE_WORDS]
        if len(words) != 1 and len(match[0]) < _MAX_DIGITS:
            yield rest, int(match[0]) - number + _AHEAD


def _page_numbers(edges: Sequence[Sequence[Line]], needed: float) -> set[tuple[int, Line]]:
    """Lines at the edges that are nothing but a number which grows with the page."""
    places: dict[int, list[tuple[int, Line]]] = defaultdict(list)
    for number, page in enumerate(edges):
        for line in page:
            if line.text.isascii() and line.text.isdigit() and len(line.text) < _MAX_DIGITS:
                places[int(line.text) - number].append((number, line))
    return {entry for entries in places.values() if len(entries) >= needed for entry in entries}


def _section_feet(entries: Sequence[tuple[int, Line]]) -> set[tuple[int, Line]]:
    """Those of one height on pages in a row: footers that name the chapter."""
    return _in_a_row([*_at_one_height(entries, SECTION_PAGES)] if entries else [])


def _in_a_row(entries: Sequence[tuple[int, Line]]) -> set[tuple[int, Line]]:
    """Those on SECTION_PAGES pages that follow one another, or more."""
    pages = {number for number, _ in entries}
    rows = [{*range(first, first + SECTION_PAGES)} for first in pages]
    kept = {number for row in rows if row <= pages for number in row}
    return {entry for entry in entries if entry[0] in kept}


def _counting_feet(pages: Sequence[Sequence[Line]], needed: float) -> set[tuple[int, Line]]:
    """Lines of last rows that return but for a number which grows with the page, and what returns beside them.

    At whatever height: printed web pages end where their text ends.
    """
    feet = [_last_row(page) for page in pages]
    places: dict[tuple[str, int], list[tuple[int, Line]]] = defaultdict(list)
    for number, row in enumerate(feet):
        for foot in row:
            for key in _keys(foot.text.casefold(), number):
                if key[1] >= 0:
                    places[key].append((number, foot))
    found: set[tuple[int, Line]] = set()
    for entries in places.values():
        found |= {*entries} if len(entries) >= needed else _in_a_row(entries)
    times = Counter(text for row in feet for text in {foot.text for foot in row})
    for number in {number for number, _ in found}:
        if any(times[foot.text] >= SECTION_PAGES for foot in feet[number]):
            found |= {(number, foot) for foot in feet[number]}
    return found


def _last_row(page: Sequence[Line]) -> list[Line]:
    """The lowest lines of a page."""
    bases = [line.base for line in page]
    low = min(bases, default=0.0)
    return [line for line, base in zip(page, bases, strict=True) if base - low <= FOOT_ROW]


def _printed_pages(pages: Sequence[Sequence[Line]]) -> Iterator[tuple[int, Line]]:
    """Page numbers, and what returns beside them, that a file made of one long text has in the middle of its pages."""
    lines = [(number, line) for number, page in enumerate(pages) for line in page]
    numbers = _printed_numbers(lines, pages)
    around = [range(max(rank - PRINTED_BESIDE, 0), min(rank + PRINTED_BESIDE + 1, len(lines))) for rank in numbers]
    times = Counter(text for near in around for text in {lines[rank][1].text for rank in near})
    yield from (lines[rank] for rank in numbers)
    for near in around:
        yield from (lines[rank] for rank in near if 2 * times[lines[rank][1].text] > len(numbers))


def _printed_numbers(lines: Sequence[tuple[int, Line]], pages: Sequence[Sequence[Line]]) -> list[int]:
    """The ranks of numbers that stand alone in their rows, one below the other, and count the pages of a text."""
    bases = cache(lambda number: sorted(line.base for line in pages[number]))
    chains: dict[int, list[int]] = {}
    found: set[int] = set()
    short = [rank for rank, (_, line) in enumerate(lines) if len(line.text) <= LONGEST_NUMBER]
    for rank in short:
        number, line = lines[rank]
        match = _NUMBERED.fullmatch(line.text)
        if match is None or not (match[1] or _alone(line, bases(number))):
            continue
        chain = chains.pop(int(match[2]) - 1, [])
        if chain and (rank - chain[-1] <= PRINTED_BESIDE or not _below(lines[chain[-1]][1], line)):
            chain = []
        chains[int(match[2])] = chain = [*chain, rank]
        if len(chain) >= SECTION_PAGES and rank - chain[0] >= PRINTED_LINES * (len(chain) - 1):
            found.update(chain)
    return sorted(found)


def _alone(line: Line, bases: Sequence[float]) -> bool:
    """Whether a line has its row for itself; `bases` are those of all lines of its page, sorted."""
    return bisect_right(bases, line.base + line.size / 2) - bisect_left(bases, line.base - line.size / 2) == 1


def _below(above: Line, line: Line) -> bool:
    """Whether two lines have their middles in one place, from left to right."""
    return abs(above.box[0] + above.box[2] - line.box[0] - line.box[2]) <= 2 * RUNNING_DRIFT


def _edges(page: Sequence[Line]) -> set[Line]:
    """The lines of the first and the last rows of a page."""
    rows = [round(line.base) for line in page]
    bases = sorted({*rows})
    if len(bases) <= 2 * EDGE_LINES:
        return set(page)
    low, high = bases[EDGE_LINES - 1], bases[-EDGE_LINES]
    return {line for line, row in zip(page, rows, strict=True) if not low < row < high}


def _at_one_height(entries: Sequence[tuple[int, Line]], needed: float) -> set[tuple[int, Line]]:
    height = median(line.base for _, line in entries)
    level = {entry for entry in entries if abs(entry[1].base - height) <= RUNNING_DRIFT}
    return level if len({number for number, _ in level}) >= needed else set()
