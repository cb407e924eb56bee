"""From lines to a document: running headers out, headings by size and outline, paragraphs, divided words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.ingest.convert.pdfpage import Line

Outline = dict[str, int]

EDGE_LINES = 3
"""Lines from the top and from the bottom of a page among which running ones are sought."""
RUNNING_PAGES = 3
RUNNING_SHARE = 0.5
"""A line is running when it stands at one height on so many pages, and on this share of all."""
RUNNING_MARGIN = 0.12
"""Running lines stand in this share of the printed height, at the top or at the bottom."""
RUNNING_DRIFT = 6.0
"""How far, in points, a running line may move from page to page."""
HEADING_RATIO = 1.15
"""A heading is set in letters at least so much larger than the body's."""
HEADING_LENGTH = 200
HEADING_LINES = 3
HEADING_SHARE = 0.3
"""Where more of the text than this is large, size means nothing."""
PARAGRAPH_GAP = 1.3
"""A paragraph ends where the next line is further away than so many usual line distances."""
SIZE_CHANGE = 0.2
SHORT_LINE = 0.85
MAX_PITCH = 4
"""Lines further apart than so many times the body size say nothing about the usual distance."""
_MAX_RUNNING = 50
_MAX_DIGITS = 5
_LETTERS = re.compile(r"[^\W\d_]+")
_PAGE_WORDS = frozenset({"of", "p", "page", "pages", "pg", "s", "seite", "von", "sur"})
_AHEAD = 1_000_000
"""Keeps page offsets apart from -1, the mark of lines that are the same in full."""
_MAX_LEVEL = 6

_DIGITS = re.compile(r"\d+")
_RULE = re.compile(r"[-=_*~. ]{3,}")
_ITEM = re.compile(
    r"[•●▪◦‣·\u2013\u2014-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)\s"
    r"|(?:\d{1,3}\.)+\d*\s+\S|[A-Z]\.\s|(?:article|section)\s+[\divxlc]+\b",
    re.IGNORECASE,
)
_ENDING = re.compile(r"[.:;!?][\"'\u201d\u2019)\]]*$")
_LAST_WORD = re.compile(r"(\w+)-$")
_FIRST_WORD = re.compile(r"\w+")
_WORDS = re.compile(r"\w+(?:-\w+)*")


class Shape(NamedTuple):
    """What is usual in this document: body size, distance of lines, right edge, levels of heading sizes."""

    size: float
    pitch: float
    right: float
    levels: Mapping[float, int]


def write(pages: Sequence[Sequence[Line]], outline: Outline) -> tuple[TextBuilder, tuple[str, ...]]:
    """The canonical text of the pages, and the running lines that were left out."""
    running = running_lines(pages)
    lines = [line for number, page in enumerate(pages) for line in page if (number, line) not in running]
    if not lines:
        running, lines = frozenset(), [line for page in pages for line in page]
    builder = TextBuilder()
    divided = Divided(lines)
    shape = shape_of(lines)
    for block, level in blocks(lines, shape, outline):
        if level:
            builder.block(_runs(block, " ", divided), prefix="#" * level + " ")
        else:
            builder.block(_runs(block, "\n", divided))
    texts = dict.fromkeys(line.text for _, line in sorted(running, key=_by_place))
    return builder, tuple(texts)[:_MAX_RUNNING]


def _by_place(entry: tuple[int, Line]) -> tuple[int, float]:
    return entry[0], -entry[1].base


def running_lines(pages: Sequence[Sequence[Line]]) -> frozenset[tuple[int, Line]]:
    """Lines at page edges that return, but for their numbers, at one height; with the page's index."""
    needed = max(RUNNING_PAGES, RUNNING_SHARE * len(pages))
    bases = [line.base for page in pages for line in page]
    if len(pages) < RUNNING_PAGES or not bases:
        return frozenset()
    margin = RUNNING_MARGIN * (max(bases) - min(bases))
    low, high = min(bases) + margin, max(bases) - margin
    edges = [[line for line in _edges(page) if not low < line.base < high] for page in pages]
    found = _page_numbers(edges, needed)
    places: dict[tuple[str, int], list[tuple[int, Line]]] = defaultdict(list)
    for number, page in enumerate(edges):
        for line in page:
            for key in _keys(line.text.casefold(), number):
                places[key].append((number, line))
    for entries in places.values():
        if len(entries) >= needed:
            found |= _at_one_height(entries, needed)
    bare = {number for number, page in enumerate(pages) if page and all((number, line) in found for line in page)}
    return frozenset(entry for entry in found if entry[0] not in bare)


def _keys(text: str, number: int) -> Iterator[tuple[str, int]]:
    """What a running line has in common with those of other pages: all of it, or all but a growing page number.

    A number that stays or grows otherwise is content, and so is a label such as `Exhibit 3`.
    """
    yield text, -1
    for match in _DIGITS.finditer(text):
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


def _edges(page: Sequence[Line]) -> set[Line]:
    by_height = sorted(page, key=lambda line: -line.base)
    return {*by_height[:EDGE_LINES], *by_height[-EDGE_LINES:]}


def _at_one_height(entries: Sequence[tuple[int, Line]], needed: float) -> set[tuple[int, Line]]:
    height = median(line.base for _, line in entries)
    level = {entry for entry in entries if abs(entry[1].base - height) <= RUNNING_DRIFT}
    return level if len({number for number, _ in level}) >= needed else set()


def shape_of(lines: Sequence[Line]) -> Shape:
    """Measure what is usual, weighted by characters."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_rounded(line.size)] += len(line.text)
    body = max(sizes.items(), key=lambda item: (item[1], -item[0]))[0]
    body_lines = [line for line in lines if _rounded(line.size) == body]
    pitches = [
        above.base - below.base
        for above, below in pairwise(lines)
        if above.page == below.page and _rounded(above.size) == body and 0 < above.base - below.base < MAX_PITCH * body
    ]
    rights = sorted(line.box[2] for line in body_lines)
    right = rights[int(0.9 * (len(rights) - 1))]
    return Shape(body, median(pitches) if pitches else 1.5 * body, right, _levels(sizes, body))


def _rounded(size: float) -> float:
    return round(2 * size) / 2


def _levels(sizes: Counter[float], body: float) -> dict[float, int]:
    large = sorted((size for size in sizes if size >= HEADING_RATIO * body and body), reverse=True)
    if sum(sizes[size] for size in large) > HEADING_SHARE * sizes.total():
        return {}
    return {size: min(rank, _MAX_LEVEL) for rank, size in enumerate(large, start=1)}


def blocks(lines: Sequence[Line], shape: Shape, outline: Outline) -> Iterable[tuple[list[Line], int]]:
    """Lines grouped into paragraphs (level 0) and headings."""
    block: list[Line] = []
    level = 0
    for line in lines:
        line_level = heading_level(line, shape, outline)
        same = line_level == level and block and not _breaks(block[-1], line, shape, heading=bool(level))
        if same and not (level and len(block) >= HEADING_LINES):
            block.append(line)
            continue
        if block:
            yield block, level
        block, level = [line], line_level
    if block:
        yield block, level


def heading_level(line: Line, shape: Shape, outline: Outline) -> int:
    """The level of a heading, 0 for a line of the body."""
    if len(line.text) > HEADING_LENGTH:
        return 0
    level = outline.get(line.text.casefold(), 0) if outline else 0
    level = min(level, _MAX_LEVEL) or shape.levels.get(_rounded(line.size), 0)
    return level if level and any(letter.isalpha() for letter in line.text) else 0


def _breaks(above: Line, below: Line, shape: Shape, *, heading: bool) -> bool:
    """Whether `below` begins a new paragraph."""
    if above.hyphen and not heading:
        return False
    if _RULE.fullmatch(below.text) or _RULE.fullmatch(above.text):
        return True
    if above.page != below.page:
        return heading or bool(_ENDING.search(above.text)) or not below.text[:1].islower()
    pitch = above.base - below.base
    if heading:
        return not 0 < pitch < 2 * above.size
    resized = abs(above.size - below.size) > SIZE_CHANGE * above.size
    if pitch > PARAGRAPH_GAP * shape.pitch or resized or _ITEM.match(below.text):
        return True
    short = above.box[2] < SHORT_LINE * shape.right
    return bool(_ENDING.search(above.text)) and (short or below.box[0] > above.box[0] + above.size)


def _runs(block: Sequence[Line], separator: str, divided: Divided) -> list[Run]:
    runs: list[Run] = []
    for index, line in enumerate(block):
        text, glue = line.text, separator
        if index + 1 == len(block):
            glue = ""
        elif text.endswith("-"):
            text, glue = divided.joined(text, block[index + 1].text, separator, hyphen=line.hyphen)
        runs.append(Run(text, Location("pdf", page=line.page, boxes=(line.box,))))
        if glue:
            runs.append(Run(glue))
    return runs


class Divided:
    """Words divided at line ends; what the document writes elsewhere tells whether the hyphen belongs."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._words: frozenset[str] = frozenset()
        if any(line.text.endswith("-") for line in lines):
            texts = (line.text.casefold() for line in lines)
            self._words = frozenset(word for text in texts for word in _WORDS.findall(text))

    def joined(self, above: str, below: str, separator: str, *, hyphen: bool) -> tuple[str, str]:
        """The line's text and what follows it: nothing where the next line goes on with the same word."""
        last, first = _LAST_WORD.search(above), _FIRST_WORD.match(below)
        if last is None or first is None or not first[0][0].islower():
            return above, "" if hyphen and first and last else separator
        whole, compound = last[1] + first[0], f"{last[1]}-{first[0]}"
        if compound.casefold() in self._words and whole.casefold() not in self._words:
            return above, ""
        return (above[:-1], "") if whole.islower() or whole.istitle() else (above, "")
