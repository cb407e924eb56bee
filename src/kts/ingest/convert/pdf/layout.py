"""From lines to a document: running headers out, headings by size and outline, paragraphs, divided words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.pdf.flow import flow_of, is_note
from kts.ingest.convert.pdf.page import BOLD, Line
from kts.ingest.convert.pdf.running import running_lines
from kts.ingest.convert.pdf.tables import Table
from kts.ingest.convert.pdf.text import Divided, PdfText
from kts.ingest.convert.pdf.told import told_once
from kts.lexicon.quantities_numbers import ONES, TENS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Item = Line | Table

Outline = dict[str, int]

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
SET_OFF = 1.08
"""Lines that stand alone like bold headings may be headings when their letters are at least so much larger."""
SET_OFF_SHARE = 0.1
"""Where more of the text than this is as large, that means nothing."""
LABEL_SIZE = 0.9
"""Bold lines smaller than this share of the body are labels of drawings, captions, running titles, no headings
(cells of bold fonts are up to a tenth lower than those of the text of the same size)."""
HEADING_PITCH = 1.6
"""Lines of one heading are no further apart, in heights of its letters; those of two paragraphs are."""
PAGE_TEXT = 600
"""Characters of one size from which they are a page's own body: exhibits are set in other letters than the report."""
HEADING_SHARE = 0.3
"""Where more of the text than this is large, size means nothing."""
PARAGRAPH_GAP = 1.3
"""A paragraph ends where the next line is further away than so many usual line distances."""
SIZE_CHANGE = 0.2
SHORT_LINE = 0.85
MAX_PITCH = 4
"""Lines further apart than so many times the body size say nothing about the usual distance."""
_MAX_RUNNING = 50
_MAX_LEVEL = 6

_RULE = re.compile(r"[-=_*~. ]{3,}")
_ITEM = re.compile(
    r"[•●▪◦‣·\u2013\u2014-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)\s"
    r"|[1-9]\d{0,2}\.(?:\d{1,3}\.)*\d*\s+\S|[A-Z]\.\s",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:article|section)\s+[\divxlc]+\b", re.IGNORECASE)
"""What begins a clause, or goes on with a sentence that refers to one."""
_ENDING = re.compile(r"[.:;!?][\"'\u201d\u2019)\]]*$")
_ENDS = frozenset(".:;!?\"'\u201d\u2019)]")
"""The last character of a text that has ended."""
_RULED = frozenset("-=_*~. ")
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


def write(
    pages: Sequence[Sequence[Item]], outline: Outline, comments: Sequence[Line] = ()
) -> tuple[PdfText, tuple[str, ...]]:
    """The canonical text of the pages, and the running lines that were left out.

    `comments` stand behind the last paragraph of their page, as notes do. What runs is told once, at the end.
    """
    running = running_lines([[item for item in page if not isinstance(item, Table)] for page in pages])
    kept = _without(pages, running)
    lines = [line for page in kept for line in page if not isinstance(line, Table)]
    if not any(kept):
        running, kept = frozenset(), [list(page) for page in pages]
        lines = [line for page in kept for line in page if not isinstance(line, Table)]
    tables = [item for page in kept for item in page if isinstance(item, Table)]
    tabled = sum([len(line.text) for table in tables for line in _tabled(table)])
    shape = shape_of([line for line in lines if not line.hidden] or lines, tabled)
    text = PdfText(Divided(lines))
    for block in blocks(_flow(kept, shape, comments), shape, outline):
        if block.table is not None:
            text.table(block.table.rows)
        elif block.level:
            text.heading(block.lines, block.level)
        else:
            text.paragraph(block.lines)
    placed = sorted(running, key=_by_place)
    for line in told_once(placed, text.text(), _middles(lines)) if placed else ():
        text.paragraph([line])
    texts = dict.fromkeys(line.text for _, line in placed)
    return text, tuple(texts)[:_MAX_RUNNING]


def _middles(lines: Iterable[Line]) -> dict[int, float]:
    """The height of the middle line of each page."""
    heights: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        heights[line.page].append(line.base)
    return {page: median(found) for page, found in heights.items()}


def _without(pages: Sequence[Sequence[Item]], running: Iterable[tuple[int, Line]]) -> list[list[Item]]:
    """The items of each page that do not run; few texts do, and to compare texts is cheap."""
    texts: dict[int, dict[str, set[Line]]] = {}
    for number, line in running:
        texts.setdefault(number, {}).setdefault(line.text, set()).add(line)
    return [
        [item for item in page if isinstance(item, Table) or item not in texts[number].get(item.text, ())]
        if number in texts
        else list(page)
        for number, page in enumerate(pages)
    ]


def _flow(pages: Sequence[Sequence[Item]], shape: Shape, comments: Sequence[Line]) -> Iterator[Item | Notes]:
    """What stands on the pages; the notes at the foot of each, then the comments on it."""
    remarks: dict[int, list[Line]] = defaultdict(list)
    for line in comments:
        remarks[line.page].append(line)
    for number, page in enumerate(pages, start=1):
        flow = flow_of(page, shape.size)
        yield from flow.items
        if flow.notes:
            yield Notes([line for note in flow.notes for line in note])
        yield from (Notes([line]) for line in remarks[number])


def _by_place(entry: tuple[int, Line]) -> tuple[int, float, float, str]:
    number, line = entry
    return number, -line.base, line.box[0], line.text


def _tabled(table: Table) -> Iterator[Line]:
    """The lines of a table."""
    return (line for row in table.rows for cell in row for line in cell)


def shape_of(lines: Sequence[Line], tabled: int = 0) -> Shape:
    """Measure what is usual, weighted by characters; `tabled` are those in tables, which hold no headings."""
    rounded = [round(2 * line.size) / 2 for line in lines]
    sizes = _lengths(zip(rounded, lines, strict=True))
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
    bold = sum([len(line.text) for line in lines if line.look]) <= BOLD_SHARE * (total + tabled)
    tags = 0 < sum([len(line.text) for line in lines if line.level]) <= HEADING_SHARE * total
    bold_level = min(max(levels.values(), default=0) + 1, _MAX_LEVEL) if bold else 0
    return Shape(body, median(pitches) if pitches else 1.5 * body, right, levels, bold_level, tags)


def _lengths(sized: Iterable[tuple[float, Line]]) -> Counter[float]:
    """How many characters there are of each size."""
    lengths: dict[float, int] = {}
    for size, line in sized:
        lengths[size] = lengths.get(size, 0) + len(line.text)
    return Counter(lengths)


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
    waiting: list[Notes] = []
    block: list[Line] = []
    level = 0
    for item, line_level in zip(flow, levels, strict=True):
        if isinstance(item, Notes):
            waiting.append(item)
            continue
        if not isinstance(item, Table) and block and _same(block, level, item, line_level, shape):
            block.append(item)
            continue
        if block:
            yield Block(block, level)
        yield from (note for one in waiting for note in _notes(one.lines))
        waiting, block, level = [], [], line_level
        if isinstance(item, Table):
            yield Block([], table=item)
        else:
            block = [item]
    if block:
        yield Block(block, level)
    yield from (note for one in waiting for note in _notes(one.lines))


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
    bodies = _bodies(flow, shape)
    levels = [heading_level(item, shape, outline, bodies[item.page]) if isinstance(item, Line) else 0 for item in flow]
    if not shape.bold:
        return levels
    flow = _set_off(flow, bodies, SHORT_LINE * shape.right)
    start = 0
    while start < len(flow):
        end, item = start, flow[start]
        if not isinstance(item, Line) or not item.look:
            start += 1
            continue
        while end < len(flow) and not levels[end] and _is_bold(flow, start, end, shape):
            end += 1
        if 0 < end - start <= HEADING_LINES and _stands_alone(flow, start, end, shape):
            levels[start:end] = [shape.bold] * (end - start)
        start = max(end, start + 1)
    return levels


def _set_off(flow: Sequence[Item | Notes], bodies: Mapping[int, float], right: float) -> list[Item | Notes]:
    """The flow with lines a little larger than their page's body, and not full, looking bold, where few are."""
    lines = [item for item in flow if isinstance(item, Line)]
    least = {page: SET_OFF * body for page, body in bodies.items()}
    set_off = [line for line in lines if line.size >= least[line.page] and line.box[2] < right]
    larger = set(map(id, set_off))
    if sum([len(line.text) for line in set_off]) > SET_OFF_SHARE * sum([len(line.text) for line in lines]):
        return list(flow)
    return [item._replace(look=BOLD) if isinstance(item, Line) and id(item) in larger else item for item in flow]


def _bodies(flow: Sequence[Item | Notes], shape: Shape) -> dict[int, float]:
    """The size of each page's body: the document's, or a larger one in which most of the page is set.

    A page with little text is set as the one before it.
    """
    pages: dict[int, list[tuple[float, Line]]] = defaultdict(list)
    for item in flow:
        if isinstance(item, Line):
            pages[item.page].append((round(2 * item.size) / 2, item))
    bodies, body = {}, shape.size
    for page, lines in sorted(pages.items()):
        sizes = _lengths(lines)
        size, length = max(sizes.items(), key=lambda item: (item[1], -item[0]))
        if length >= PAGE_TEXT:
            larger = size >= HEADING_RATIO * shape.size and 2 * length > sizes.total()
            body = size if larger else shape.size
        bodies[page] = body
    return bodies


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
    closed, short = _has_ended(before.text), before.box[2] < SHORT_LINE * shape.right
    return (closed or short or before.look == BOLD) if line.look == BOLD else (closed and short)


def _leads_text(flow: Sequence[Item | Notes], end: int, last: Line) -> bool:
    """Whether something follows; after an italic line, text of the page that is not italic."""
    if end >= len(flow):
        return False
    after = flow[end]
    if last.look == BOLD:
        return True
    return isinstance(after, Line) and after.page == last.page and 0 < last.base - after.base < MAX_PITCH * last.size


def heading_level(line: Line, shape: Shape, outline: Outline, body: float) -> int:
    """The level of a heading by bookmark, tag or size, 0 for a line of the body; `body` is the size of the page's."""
    if len(line.text) > HEADING_LENGTH or line.hidden or line.text[:1] in _BULLETS:
        return 0
    level = outline.get(line.text.casefold(), 0) if outline else 0
    level = min(level, _MAX_LEVEL) or (line.level if shape.tags else 0)
    if not level and line.size >= HEADING_RATIO * body:
        level = shape.levels.get(_rounded(line.size), 0)
    return level if level and any(letter.isalpha() for letter in line.text) else 0


def _begins_item(above: str, below: str) -> bool:
    """Whether a line begins an item of a list; a figure in brackets behind its own word does not: `fifteen / (15)`."""
    if not _ITEM.match(below):
        return False
    figure, word = _FIGURE.match(below), _LAST_WORD.search(above)
    return not (figure and word and int(figure["value"]) == _COUNTED.get(word[0].casefold()))


_NUMBERED_HEADING = re.compile(r"\d{1,2}(?:(?:\.\d{1,2})*\.|(?:\.\d{1,2})+)\s+[^\W\d_]")
_REFERS = re.compile(
    r"\b(?:section|article|clause|version|release|chapter|part|and|or|to|of|under)\Z|[-\u2013,(]\Z", re.IGNORECASE
)
_FIGURE = re.compile(r"\((?P<value>\d{1,3})\)")
_LAST_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?\Z")
_COUNTED = (
    {**ONES, **TENS}
    | {f"{ten}-{one}": TENS[ten] + ONES[one] for ten in TENS for one in list(ONES)[1:10]}
    | {"hundred": 100}
)
"""Numbers in one word, as an agreement spells them before it repeats them in figures."""


def _is_rule(text: str) -> bool:
    """Whether a line is drawn with characters."""
    return text[:1] in _RULED and _RULE.fullmatch(text) is not None


def _has_ended(text: str) -> bool:
    """Whether a text ends as a sentence, an item or a clause does; what its last character tells is asked first."""
    return text[-1:] in _ENDS and _ENDING.search(text) is not None


def _breaks(above: Line, below: Line, shape: Shape, *, heading: bool) -> bool:
    """Whether `below` begins a new paragraph."""
    if above.hyphen and not heading:
        return False
    if _is_rule(below.text) or _is_rule(above.text):
        return True
    if above.page != below.page:
        return heading or _has_ended(above.text) or not below.text[:1].islower()
    pitch = above.base - below.base
    if heading:
        return not 0 < pitch < HEADING_PITCH * above.size or (
            bool(_NUMBERED_HEADING.match(below.text)) and not _REFERS.search(above.text)
        )
    resized = abs(above.size - below.size) > SIZE_CHANGE * above.size
    if pitch > PARAGRAPH_GAP * shape.pitch or resized or _begins_item(above.text, below.text):
        return True
    short, ended = above.box[2] < SHORT_LINE * shape.right, _has_ended(above.text)
    return (short or ended) and _begins(above, below, short=short, ended=ended)


def _begins(above: Line, below: Line, *, short: bool, ended: bool) -> bool:
    """Whether a new paragraph begins below a line that is short, or ends as a sentence does."""
    clause = _ARTICLE.match(below.text) is not None
    # what follows an item's number stands to its right
    indented = below.box[0] > above.box[0] + above.size and not _ITEM.match(above.text)
    return (ended or (short and clause)) and (short or clause or indented)
