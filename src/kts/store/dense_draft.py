"""The next state of the dense index, while it is written: documents leave and enter, segments are merged."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from kts.errors import UsageError
from kts.store import dense_segments
from kts.store.dense_codes import MAX_DIMS
from kts.store.dense_names import FORMAT
from kts.store.dense_scores import all_finite

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from kts.records import IndexedVector, VectorChange
    from kts.store.dense_segments import Entry, Rows, Segment

SEGMENT_ROWS = 32_768
"""Rows gathered in memory (some 60 MB of 384 dimensions) before they are written."""
FANOUT = 2
"""So many segments of a size are merged into one: a row is written again once for each power of two.

With eight, a question of a first ingest's index met six segments of each level, and each cost as much as 5,000 rows.
"""
WASTE = 0.5
"""A segment with more dead rows than this share of its live ones is written anew."""
HALF = 2
"""Bytes of a half-precision number."""


class Draft:
    """Takes changes and writes them to new files; nothing is seen before a manifest names them."""

    def __init__(self, folder: Path, *, number: int, dims: int, segments: Sequence[Segment]) -> None:
        self._folder = folder
        self._number = number
        self._segments = list(segments)
        self._before = {segment.entry.name: segment.live for segment in segments}
        self._pending: dict[int, tuple[IndexedVector, ...]] = {}
        self._gone: set[int] = set()
        self._rows = 0
        self._files = 0
        self.dims = dims

    def take(self, change: VectorChange) -> None:
        """Note a change. Raises UsageError for a row that is no vector of the index's length."""
        self._gone.add(change.document_key)
        self._rows -= len(self._pending.pop(change.document_key, ()))
        if change.op == "add" and change.vectors:
            for row in change.vectors:
                self._check(row)
            self._pending[change.document_key] = change.vectors
            self._rows += len(change.vectors)
        if self._rows >= SEGMENT_ROWS:
            self._flush()

    def _check(self, row: IndexedVector) -> None:
        size = len(row.vector)
        if not self.dims and 0 < size <= HALF * MAX_DIMS and size % HALF == 0:
            self.dims = size // HALF
        if size != HALF * self.dims or not size:
            wanted = f"{HALF * self.dims}" if self.dims else f"2 to {HALF * MAX_DIMS}"
            message = f"the vector of passage {row.key} is {size} bytes long instead of {wanted}"
            raise UsageError(message, hint="kts reindex builds the vectors of one model")
        if not all_finite(row.vector):
            message = f"the vector of passage {row.key} holds values that are not finite"
            raise UsageError(message, hint="kts reindex embeds the text again")

    def _flush(self) -> None:
        gone = np.fromiter(sorted(self._gone), np.int64, len(self._gone))
        self._segments = [segment.without(gone) for segment in self._segments]
        levels: dict[str, list[IndexedVector]] = defaultdict(list)
        for vectors in self._pending.values():
            for row in vectors:
                levels[row.level].append(row)
        for level in sorted(levels):
            self._segments.append(self._written(level, dense_segments.fresh(levels.pop(level))))
        self._pending, self._gone, self._rows = {}, set(), 0

    def _written(self, level: str, rows: Rows) -> Segment:
        entry = dense_segments.write(self._folder / self._name("rows"), level, rows)
        self._before[entry.name] = None
        return dense_segments.opened(self._folder, entry, self.dims)

    def _name(self, suffix: str) -> str:
        self._files += 1
        return f"{self._number}-{FORMAT}-{self._files}.{suffix}"

    def entries(self) -> tuple[Entry, ...]:
        """Write all that is still to be written; the segments of the next state."""
        self._flush()
        merging = _to_merge(self._segments)
        rewritten = {segment.entry.name for group in merging for segment in group}
        kept = [segment for segment in self._segments if segment.population and segment.entry.name not in rewritten]
        kept += [self._written(group[0].entry.level, dense_segments.merged(group)) for group in merging]
        return tuple(self._noted(segment) for segment in kept)

    def _noted(self, segment: Segment) -> Entry:
        """The entry of a segment, its live rows written if they are others than before."""
        live = segment.live
        if live is None or live is self._before[segment.entry.name]:
            return segment.entry
        name = self._name("live")
        checksum = dense_segments.write_live(self._folder / name, live)
        return segment.entry._replace(live=name, live_checksum=checksum)


def _to_merge(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Groups of segments to write as one: many of a size, or one with much waste."""
    sizes: dict[tuple[str, int], list[Segment]] = defaultdict(list)
    for segment in segments:
        if segment.population:
            magnitude = segment.population.bit_length() // (FANOUT - 1).bit_length()
            sizes[segment.entry.level, magnitude].append(segment)
    return [group for _, found in sorted(sizes.items()) for group in _groups(found)]


def _groups(alike: Sequence[Segment]) -> Iterator[list[Segment]]:
    small = [segment for segment in alike if segment.population < SEGMENT_ROWS // 2]
    if len(small) >= FANOUT:
        yield small
    for segment in alike:
        wasted = segment.entry.rows - segment.population > WASTE * segment.population
        if wasted and not (len(small) >= FANOUT and segment in small):
            yield [segment]
