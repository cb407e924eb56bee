"""What the passages of a text look like: the figures a change of the splitter is judged by."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kts.ingest.chunk.blocks import blocks
from kts.ingest.chunk.units import Grade, divide, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.chunk.split import Piece

_COARSE = 1000
"""Characters; word ends are not looked at here."""


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """Lengths in characters; `short` is the share under the minimum.

    `abrupt` counts pieces that end inside a sentence, row, item or line of code although one ended in them,
    past the minimum and past what the piece before had held.
    """

    count: int
    mean: float
    p10: int
    short: float
    abrupt: int


def overall(reports: Iterable[ChunkReport], lengths: Sequence[int], *, minimum: int = 200) -> ChunkReport:
    """The report over many texts: `lengths` are those of all their pieces, abrupt ends add up."""
    ordered = sorted(lengths) or [0]
    return ChunkReport(
        len(lengths),
        sum(ordered) / len(ordered),
        ordered[len(ordered) // 10],
        sum(length < minimum for length in lengths) / len(ordered),
        sum(one.abrupt for one in reports),
    )


def report(pieces: Sequence[Piece], text: str, *, markup: str = "markdown", minimum: int = 200) -> ChunkReport:
    """Judge `pieces` against the structure of `text`, found anew."""
    if not pieces:
        return ChunkReport(0, 0.0, 0, 0.0, 0)
    lengths = sorted(piece.end - piece.start for piece in pieces)
    return ChunkReport(
        len(lengths),
        sum(lengths) / len(lengths),
        lengths[len(lengths) // 10],
        sum(length < minimum for length in lengths) / len(lengths),
        _abrupt(pieces, sorted(_ends(text, markup)), minimum),
    )


def _abrupt(pieces: Sequence[Piece], ends: Sequence[int], minimum: int) -> int:
    count, held = 0, 0
    for piece in pieces:
        index = bisect_left(ends, piece.end)
        at_end = index < len(ends) and ends[index] == piece.end
        before = ends[index - 1] if index else 0
        count += not at_end and before > max(piece.start + minimum, held)
        held = piece.end
    return count


def _ends(text: str, markup: str) -> Iterator[int]:
    """Where blocks, items, rows, lines of code and sentences end."""
    pending = list(units(blocks(text, markup=markup)))
    while pending:
        unit = pending.pop()
        yield unit.end
        if unit.grade < Grade.SENTENCE:
            finer = divide(text, unit, grain=_COARSE, longest=_COARSE)
            pending.extend(part for part in finer if unit.grade < part.grade <= Grade.SENTENCE)
