"""From the lines of a page to what a reader sees: columns in order, rows, tables, footnotes."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.pdf.bidi import is_right_to_left
from kts.ingest.convert.pdf.columns import with_tables
from kts.ingest.convert.pdf.order import in_order, regions
from kts.ingest.convert.pdf.page import Line
from kts.ingest.convert.pdf.rows import beside, visual_rows
from kts.ingest.convert.pdf.scripts import joined
from kts.ingest.convert.pdf.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pdf.rows import Row

    Item = Line | Table

FOOTNOTE_SIZE = 0.93
"""Footnotes are set in letters at most so large, as a share of the body's."""
FULL_LINE = 0.97
"""A line that ends at this share of the right edge of its column, from the page's left edge, is full."""
MAX_ITEMS = 3_000
"""A page with more lines is a drawing or an attack; it is read in the order of its text layer."""
NEAR = 40.0
"""Lines further apart, in points, are not side by side, however large."""
NEARLY = 0.01
"""Heights that differ by so little, in points, are the same."""
FEWEST_BESIDE = 3
"""A page with fewer lines beside others has one column, if its order is sound."""
TABLE_PIECES = 3
"""A row of so many pieces is the head of a table or a list of names, bold or not, and no heading."""
_NOTE = re.compile(
    r"(?:\(?\d{1,3}[).]?|[*\u2020\u2021\u00a7\u00b6]{1,3}|[a-z]\))\s*[\"'(\[\u2018\u201c\u00ab\u300a-\u300e]?[^\W\d_]"
)


class Flow(NamedTuple):
    """What is read in order on a page; the footnotes of its columns apart."""

    items: list[Item]
    notes: list[list[Line]]


def flow_of(items: Sequence[Item], body: float) -> Flow:
    """The page in reading order. `body` is the size of the document's body text, for footnotes."""
    if len(items) > MAX_ITEMS:
        return Flow(list(items), [])
    flow = Flow([], [])
    sound, pairs = in_order(items), _beside(items)
    parted = not sound or pairs >= FEWEST_BESIDE or any(isinstance(item, Table) for item in items)
    parts = regions(items) if parted else [list(items)]
    for region in parts:
        ordered = _read(region, sound=sound, pairs=_beside(region) if len(parts) > 1 else pairs)
        start = _notes_start(ordered, body, goes_on=bool(flow.notes) and _goes_on(flow.notes[-1]))
        flow.items.extend(ordered[:start])
        notes = [item for item in ordered[start:] if not isinstance(item, Table)]
        if notes:
            flow.notes.append(notes)
    return flow


def _beside(items: Sequence[Item]) -> int:
    """How many lines stand at the height of another one, counted up to FEWEST_BESIDE."""
    found = 0
    lines = [item for item in items if isinstance(item, Line)]
    order = sorted([(line.box[1] + line.box[3], rank) for rank, line in enumerate(lines)])
    for (low, lower), (high, upper) in pairwise(order):
        if high - low < 2 * NEAR:
            one, other = lines[lower], lines[upper]
            near = high - low < max(one.size, other.size, 1.0) + NEARLY  # what `beside` finds at most
            if near and other.box[1] - one.box[1] < NEAR and beside(one, other):
                found += 1
                if found >= FEWEST_BESIDE:
                    break
    return found


def _read(region: list[Item], *, sound: bool, pairs: int) -> list[Item]:
    """The items of one column: rows made whole, tables found, from top to bottom where the order is not sound."""
    sound = sound or in_order(region)
    if not pairs:
        return region if sound else sorted(region, key=_from_top)
    found: list[tuple[int, Item]] = [(rank, item) for rank, item in enumerate(region) if isinstance(item, Table)]
    rows = visual_rows([(rank, item) for rank, item in enumerate(region) if isinstance(item, Line)])
    for rank, part in with_tables(rows) if pairs > 1 else ((0, row) for row in rows):
        found.extend([(rank, part)] if isinstance(part, Table) else _whole(part, sound=sound))
    found.sort(key=(lambda ranked: (ranked[0],)) if sound else (lambda ranked: (*_from_top(ranked[1]), ranked[0])))
    return [item for _, item in found]


def _from_top(item: Item) -> tuple[float, float]:
    return -(item.box[3] if isinstance(item, Table) else (item.box[1] + item.box[3]) / 2), item.box[0]


def _whole(row: Row, *, sound: bool) -> Iterator[tuple[int, Line]]:
    """The pieces of a row that is no table's as one line, as far as they look alike.

    Where the given order is sound, only pieces that follow one another in it.
    """
    pieces, ranks = row.pieces, row.ranks
    if len(pieces) == 1:
        yield ranks[0][0], pieces[0]
        return
    if is_right_to_left(piece.text for piece in pieces):
        pieces, ranks = pieces[::-1], ranks[::-1]
    if len(pieces) >= TABLE_PIECES:
        pieces = tuple(piece._replace(look=0) for piece in pieces)
    held, (rank, last) = pieces[0], ranks[0]
    for piece, (first, end) in zip(pieces[1:], ranks[1:], strict=True):
        alike = held.hidden == piece.hidden and held.level == piece.level and held.ocr == piece.ocr
        if alike and (not sound or first == last + 1):
            held, last = joined(held, piece), end
        else:
            yield rank, held
            held, rank, last = piece, first, end
    yield rank, held


def is_note(text: str) -> bool:
    """Whether a line begins with the mark of a footnote."""
    return bool(_NOTE.match(text))


def _goes_on(notes: Sequence[Line]) -> bool:
    """Whether the last footnote of a column ends in a full line without the end of a sentence."""
    last = notes[-1]
    return last.box[2] >= FULL_LINE * max(note.box[2] for note in notes) and last.text[-1:] not in ".!?"


def _notes_start(items: Sequence[Item], body: float, *, goes_on: bool) -> int:
    """Where the footnotes begin at the foot of a column: small lines to its end, the first with a mark.

    Where the note of the column before goes on, the first needs none.
    """
    start = len(items)
    for index in range(len(items) - 1, 0, -1):
        item = items[index]
        if isinstance(item, Table) or item.size > FOOTNOTE_SIZE * body:
            break
        if goes_on or is_note(item.text):
            start = index
    return start
