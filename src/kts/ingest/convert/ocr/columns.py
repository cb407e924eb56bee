"""Columns of print among recognised stretches of lines: a recursive cut along white gaps.

After Nagy and Seth, "Hierarchical representation of optically scanned documents" (ICPR 1984): the X-Y cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.convert.ocr.reading import PixelBox, Word

Piece = list["Word"]

MIN_COLUMN_LINES = 4
"""Lines on each side of a gap that make it one between columns of prose."""
MIN_FILLED = 0.6
"""Mean share of a column's width that its lines fill: prose does, the cells of a table do not."""
MAX_CUTS = 30
"""Depth of the recursion; pages have fewer bands and columns inside of each other."""


def box_of(words: Iterable[Word]) -> PixelBox:
    """The box around some words."""
    lefts, tops, rights, bottoms = zip(*(word.box for word in words), strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def columns(pieces: Sequence[Piece], depth: int = 0) -> Iterator[list[Piece]]:
    """The pieces column by column, in reading order; a page of one column is one."""
    if len(pieces) < 2 * MIN_COLUMN_LINES or depth >= MAX_CUTS:
        yield list(pieces)
        return
    sides = _side_by_side(pieces)
    if sides is None and any(_side_by_side(band) for band in _above_each_other(pieces)):
        sides = _above_each_other(pieces)
    if sides is None:
        yield list(pieces)
        return
    for side in sides:
        yield from columns(side, depth + 1)


def _side_by_side(pieces: Sequence[Piece]) -> list[list[Piece]] | None:
    """Left and right of the first white gap that divides prose, None when no gap does."""
    for left, right in _cuts(pieces, 0):
        if _is_prose(left) and _is_prose(right):
            return [left, right]
    return None


def _above_each_other(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """What stands above and below a heading across the page: bands between pieces wider than half of it."""
    left, _, right, _ = box_of(word for piece in pieces for word in piece)
    bands: list[list[Piece]] = [[]]
    was_wide = False
    for piece in sorted(pieces, key=lambda words: box_of(words)[1]):
        box = box_of(piece)
        wide = box[2] - box[0] > (right - left) / 2
        if wide != was_wide and bands[-1]:
            bands.append([])
        bands[-1].append(piece)
        was_wide = wide
    return bands


def _cuts(pieces: Sequence[Piece], axis: int) -> Iterator[tuple[list[Piece], list[Piece]]]:
    """The pieces before and after each gap along an axis that none of them crosses."""
    ranked = sorted(pieces, key=lambda words: box_of(words)[axis])
    reached = 0.0
    for index, piece in enumerate(ranked):
        box = box_of(piece)
        if index and box[axis] >= reached:
            yield ranked[:index], ranked[index:]
        reached = max(reached, box[axis + 2])


def _is_prose(pieces: Sequence[Piece]) -> bool:
    if len(pieces) < MIN_COLUMN_LINES:
        return False
    boxes = [box_of(piece) for piece in pieces]
    width = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    return sum(box[2] - box[0] for box in boxes) >= MIN_FILLED * width * len(boxes)
