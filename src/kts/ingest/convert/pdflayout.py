"""From lines to a document: running headers out, headings by size and outline, paragraphs, divided words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.pdfflow import flow_of, is_note
from kts.ingest.convert.pdfpage import BOLD, Line
from kts.ingest.convert.pdftables import Table
from kts.ingest.convert.pdftext import Divided, PdfText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Item = Line | Table

Outline = dict[str, int]

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
HEADING_RATIO = 1.15
"""A heading is set in letters at least so much larger than the body's."""
HEADING_LENGTH = 200
HEADING_LINES = 3
HEADING_GAP = 1.1
"""A bold line is no heading where it follows unfinished text at less than so many usual line distances."""
BOLD_SHARE = 0.25
"""Where more of the text than this is bold, bold means nothing."""
BOLD_LENGTH = 150
"""Most characters of a heading that only bold letters show."""
LABEL_SIZE = 0.9
"""Bold lines smaller than this share of the body are labels of drawings, captions, running titles, no headings
(cells of bold fonts are up to a tenth lower than those of the text of the same size)."""
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
    r"|[1-9]\d{0,2}\.(?:\d{1,3}\.)*\d*\s+\S|[A-Z]\.\s|(?:article|section)\s+[\divxlc]+\b",
    re.IGNORECASE,
)
_ENDING = re.compile(r"[.:;!?][\"'\u201d\u2019)\]]*$")
_SENTENCE = re.compile(r"[.,;:][\"'\u201d\u2019)\]]*$(?<![A-Z\d]\.)")
_BULLETS = frozenset("\u2022\u25cf\u25aa\u25e6\u2023\u00b7\u25a0[")
_CAPTION = re.compile(
    r"\[?(?:fig(?:ure|\.)?|table|tab\.|source|abb(?:ildung|\.)|\ud45c|\uadf8\ub9bc)\s*\d", re.IGNORECASE
)


class Shape(NamedTuple):
    """What is usual in this document: body size, distance of lines, right edge, levels of heading sizes.

    `bold` is the level of bold lines that stand alone, 0 where so much is bold that it means nothing; `tags` says
    whether the heading tags can be believed.
    """

    size: float
    pitch: float
    right: float
    levels: Mapping[float, int]
    bold: int = 0
    tags: bool = False


def write(pages: Sequence[Sequence[Item]], outline: Outline) -> tuple[PdfText, tuple[str, ...]]:
    """The canonical text of the pages, and the running lines that were left out."""
    running = running_lines([[item for item in page if not isinstance(item, Table)] for page in pages])
    kept = _without(pages, running)
    lines = [line for page in kept for line in page if not isinstance(line, Table)]
    if not any(kept):
        running, kept = frozenset(), [list(page) for page in pages]
        lines = [line for page in kept for line in page if not isinstance(line, Table)]
    tabled = sum(len(line.text) for page in kept for item in page for line in _tabled(item))
    shape = shape_of([line for line in lines if not line.hidden] or lines, tabled)
    text = PdfText(Divided(lines))
    for block in blocks(_flow(kept, shape), shape, outline):
        if block.table is not None:
            text.table(block.table.rows)
        elif block.level:
            text.heading(block.lines, block.level)
        else:
            text.paragraph(block.lines)
    texts = dict.fromkeys(line.text for _, line in sorted(running, key=_by_place))
    return text, tuple(texts)[:_MAX_RUNNING]


def _without(pages: Sequence[Sequence[Item]], running: Iterable[tuple[int, Line]]) -> list[list[Item]]:
    """The items of each page that do not run; few texts do, and to compare texts is cheap."""
    texts = {(number, line.text): set[Line]() for number, line in running}
    for number, line in running:
        texts[number, line.text].add(line)
    return [
        [item for item in page if isinstance(item, Table) or item not in texts.get((number, item.text), ())]
        for number, page in enumerate(pages)
    ]


def _flow(pages: Sequence[Sequence[Item]], shape: Shape) -> Iterator[Item | Notes]:
    for page in pages:
        flow = flow_of(page, shape.size)
        yield from flow.items
        if flow.notes:
            yield Notes([line for note in flow.notes for line in note])


def _by_place(entry: tuple[int, Line]) -> tuple[int, float, float, str]:
    number, line = entry
    return number, -line.base, line.box[0], line.text


def running_lines(pages: Sequence[Sequence[Line]]) -> frozenset[tuple[int, Line]]:
    """Lines at page edges that return, but for their numbers, at one height; with the page's index."""
    needed = max(RUNNING_PAGES, RUNNING_SHARE * len(pages))
    bases = [line.base for page in pages for line in page]
    if len(pages) < NUMBERED_PAGES or not bases:
        return frozenset()
    margin = RUNNING_MARGIN * (max(bases) - min(bases))
    low, high = min(min(bases) + margin, HIGHEST_FOOT * max(bases)), max(bases) - margin
    edges = [[line for line in _edges(page) if not low < line.base < high] for page in pages]
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
    found |= _counting_feet(pages, needed)
    return frozenset(found)


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


def _section_feet(entries: Sequence[tuple[int, Line]]) -> set[tuple[int, Line]]:
    """Those of one height on pages in a row: footers that name the chapter."""
    level = _at_one_height(entries, SECTION_PAGES) if entries else set()
    pages = {number for number, _ in level}
    rows = [{*range(first, first + SECTION_PAGES)} for first in pages]
    kept = {number for row in rows if row <= pages for number in row}
    return {entry for entry in level if entry[0] in kept}


def _counting_feet(pages: Sequence[Sequence[Line]], needed: float) -> set[tuple[int, Line]]:
    """Last lines of pages that return but for a number which grows with the page, at whatever height.

    Printed web pages end where their text ends.
    """
    places: dict[tuple[str, int], list[tuple[int, Line]]] = defaultdict(list)
    for number, page in enumerate(pages):
        if page:
            foot = min(page, key=lambda line: line.base)
            for key in _keys(foot.text.casefold(), number):
                if key[1] >= 0:
                    places[key].append((number, foot))
    return {entry for entries in places.values() if len(entries) >= needed for entry in entries}


def _edges(page: Sequence[Line]) -> set[Line]:
    """The lines of the first and the last rows of a page."""
    bases = sorted({round(line.base) for line in page})
    if len(bases) <= 2 * EDGE_LINES:
        return set(page)
    low, high = bases[EDGE_LINES - 1], bases[-EDGE_LINES]
    return {line for line in page if not low < round(line.base) < high}


def _at_one_height(entries: Sequence[tuple[int, Line]], needed: float) -> set[tuple[int, Line]]:
    height = median(line.base for _, line in entries)
    level = {entry for entry in entries if abs(entry[1].base - height) <= RUNNING_DRIFT}
    return level if len({number for number, _ in level}) >= needed else set()


def _tabled(item: Item) -> Iterator[Line]:
    """The lines of a table."""
    if isinstance(item, Table):
        yield from (line for row in item.rows for cell in row for line in cell)


def shape_of(lines: Sequence[Line], tabled: int = 0) -> Shape:
    """Measure what is usual, weighted by characters; `tabled` are those in tables, which hold no headings."""
    sizes: Counter[float] = Counter()
    rounded = [_rounded(line.size) for line in lines]
    for line, size in zip(lines, rounded, strict=True):
        sizes[size] += len(line.text)
    if not sizes:
        return Shape(0.0, 0.0, 0.0, {})
    body = max(sizes.items(), key=lambda item: (item[1], -item[0]))[0]
    pitches = [
        above.base - below.base
        for (above, below), size in zip(pairwise(lines), rounded, strict=False)
        if size == body and above.page == below.page and 0 < above.base - below.base < MAX_PITCH * body
    ]
    rights = sorted(line.box[2] for line, size in zip(lines, rounded, strict=True) if size == body)
    right = rights[int(0.9 * (len(rights) - 1))]
    levels = _levels(sizes, body)
    total = sizes.total()
    bold = sum(len(line.text) for line in lines if line.look) <= BOLD_SHARE * (total + tabled)
    tags = 0 < sum(len(line.text) for line in lines if line.level) <= HEADING_SHARE * total
    bold_level = min(max(levels.values(), default=0) + 1, _MAX_LEVEL) if bold else 0
    return Shape(body, median(pitches) if pitches else 1.5 * body, right, levels, bold_level, tags)


def _rounded(size: float) -> float:
    return round(2 * size) / 2


def _levels(sizes: Counter[float], body: float) -> dict[float, int]:
    large = sorted((size for size in sizes if size >= HEADING_RATIO * body and body), reverse=True)
    if sum(sizes[size] for size in large) > HEADING_SHARE * sizes.total():
        return {}
    return {size: min(rank, _MAX_LEVEL) for rank, size in enumerate(large, start=1)}


class Notes(NamedTuple):
    """The footnotes of a page."""

    lines: list[Line]


class Block(NamedTuple):
    """A paragraph (level 0), a heading, or a table."""

    lines: list[Line]
    level: int = 0
    table: Table | None = None


def blocks(items: Iterable[Item | Notes], shape: Shape, outline: Outline) -> Iterator[Block]:
    """The items grouped into paragraphs, headings, tables; footnotes after the paragraph they would interrupt."""
    flow = list(items)
    levels = _levels_of(flow, shape, outline)
    waiting: list[Line] = []
    block: list[Line] = []
    level = 0
    for item, line_level in zip(flow, levels, strict=True):
        if isinstance(item, Notes):
            waiting += item.lines
            continue
        if not isinstance(item, Table) and block and _same(block, level, item, line_level, shape):
            block.append(item)
            continue
        if block:
            yield Block(block, level)
        yield from _notes(waiting)
        waiting, block, level = [], [], line_level
        if isinstance(item, Table):
            yield Block([], table=item)
        else:
            block = [item]
    if block:
        yield Block(block, level)
    yield from _notes(waiting)


def _same(block: Sequence[Line], level: int, line: Line, line_level: int, shape: Shape) -> bool:
    """Whether a line goes on with the block."""
    if line_level != level or (level and len(block) >= HEADING_LINES):
        return False
    return not _breaks(block[-1], line, shape, heading=bool(level))


def _notes(lines: Sequence[Line]) -> Iterator[Block]:
    """Footnotes, each a paragraph."""
    note: list[Line] = []
    for line in lines:
        if note and (is_note(line.text) or line.page != note[-1].page):
            yield Block(note)
            note = []
        note.append(line)
    if note:
        yield Block(note)


def _levels_of(flow: Sequence[Item | Notes], shape: Shape, outline: Outline) -> list[int]:
    """The heading level of every item, 0 for those that are none."""
    levels = [heading_level(item, shape, outline) if isinstance(item, Line) else 0 for item in flow]
    if not shape.bold:
        return levels
    start = 0
    while start < len(flow):
        end = start
        while end < len(flow) and not levels[end] and _is_bold(flow, start, end, shape):
            end += 1
        if 0 < end - start <= HEADING_LINES and _stands_alone(flow, start, end, shape):
            levels[start:end] = [shape.bold] * (end - start)
        start = max(end, start + 1)
    return levels


def _is_bold(flow: Sequence[Item | Notes], start: int, at: int, shape: Shape) -> bool:
    """Whether an item is bold or italic as the one at `start` is, and close below the one before it."""
    first, line, above = flow[start], flow[at], flow[max(at - 1, start)]
    if not (isinstance(first, Line) and isinstance(line, Line) and isinstance(above, Line)):
        return False
    if not line.look or line.hidden or at == start:
        return bool(line.look) and not line.hidden
    alike = line.page == first.page and line.look == first.look and _rounded(line.size) == _rounded(first.size)
    return alike and 0 < above.base - line.base <= PARAGRAPH_GAP * shape.pitch


def _stands_alone(flow: Sequence[Item | Notes], start: int, end: int, shape: Shape) -> bool:
    """Whether bold lines are a heading: short, no sentence, after the end of a paragraph, before other text."""
    lines = [item for item in flow[start:end] if isinstance(item, Line)]
    text = " ".join(line.text for line in lines)
    if len(text) > BOLD_LENGTH or not any(letter.isalpha() for letter in text) or _SENTENCE.search(text):
        return False
    if _CAPTION.match(text) or text[0] in _BULLETS or lines[0].size < LABEL_SIZE * shape.size:
        return False
    return _apart_above(flow[start - 1] if start else None, lines[0], shape) and _leads_text(flow, end, lines[-1])


def _apart_above(before: Item | Notes | None, line: Line, shape: Shape) -> bool:
    """Whether what stands above has ended: by a gap, or for bold lines by a short or closed last line."""
    if not isinstance(before, Line) or before.page != line.page:
        return True
    pitch = before.base - line.base
    if not 0 < pitch <= HEADING_GAP * shape.pitch:
        return True
    closed, short = bool(_ENDING.search(before.text)), before.box[2] < SHORT_LINE * shape.right
    return (closed or short or before.look == BOLD) if line.look == BOLD else (closed and short)


def _leads_text(flow: Sequence[Item | Notes], end: int, last: Line) -> bool:
    """Whether something follows; after an italic line, text of the page that is not italic."""
    if end >= len(flow):
        return False
    after = flow[end]
    if last.look == BOLD:
        return True
    return isinstance(after, Line) and after.page == last.page and 0 < last.base - after.base < MAX_PITCH * last.size


def heading_level(line: Line, shape: Shape, outline: Outline) -> int:
    """The level of a heading by bookmark, tag or size, 0 for a line of the body."""
    if len(line.text) > HEADING_LENGTH or line.hidden or line.text[:1] in _BULLETS:
        return 0
    level = outline.get(line.text.casefold(), 0) if outline else 0
    level = min(level, _MAX_LEVEL) or (line.level if shape.tags else 0) or shape.levels.get(_rounded(line.size), 0)
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
