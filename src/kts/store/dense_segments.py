"""A segment of the dense index: one immutable file of rows of one level, mapped, never read whole.

The rows of a document are neighbours, in order of key, and documents come in order of their keys. Parts of the
file follow one another at multiples of `ALIGNMENT`; where they are follows from the counts that the manifest
keeps. What leaves is noted in a small file of its own, one bit a row.
"""

from __future__ import annotations

import hashlib
import mmap
import os
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kts.store.dense_codes import codes, width
from kts.store.dense_postings import Pairs, Postings, pairs_in, pairs_of, postings_of
from kts.store.dense_scores import widened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import DTypeLike, NDArray

    from kts.records import IndexedVector

ALIGNMENT = 64
"""Bytes of a cache line."""
BLOCK = 1024
"""Rows that are turned into codes and written at a time."""


class Entry(NamedTuple):
    """What the manifest keeps of a segment: names, counts and checksums (SHA-256) of its files.

    `shuffled` is the number of rows when keys are not in order over the whole segment, else 0; `live` is empty
    while all rows are.
    """

    name: str
    level: str
    rows: int
    shuffled: int
    text: int
    terms: int
    runs: int
    checksum: str
    live: str = ""
    live_checksum: str = ""


class Segment(NamedTuple):
    """An open segment. `halves` are the vectors' bits, `words` their codes by column, `live` None when all are.

    `lengths` are those of the vectors, each noted when it is first worked out (`dense_scores.cosines`).
    """

    entry: Entry
    halves: NDArray[np.int16]
    words: NDArray[np.uint64]
    keys: NDArray[np.int64]
    documents: NDArray[np.int64]
    shuffle: NDArray[np.int32]
    postings: Postings
    live: NDArray[np.bool_] | None
    lengths: NDArray[np.float32]

    @property
    def population(self) -> int:
        """How many rows are live."""
        return self.entry.rows if self.live is None else int(np.count_nonzero(self.live))

    def living(self) -> NDArray[np.intp]:
        """The rows that are live."""
        return np.arange(self.entry.rows) if self.live is None else np.flatnonzero(self.live)

    def rows_of_keys(self, keys: NDArray[np.int64]) -> NDArray[np.intp]:
        """The live rows of those keys that have one."""
        last = self.entry.rows - 1
        order = np.clip(self.shuffle, 0, last).astype(np.intp) if len(self.shuffle) else None
        places = np.minimum(self.keys.searchsorted(keys, sorter=order), last)
        rows = places if order is None else order[places]
        return self._alive(rows[self.keys[rows] == keys])

    def rows_of_documents(self, documents: NDArray[np.int64]) -> NDArray[np.intp]:
        """The live rows of the documents, those of a document together."""
        starts = np.searchsorted(self.documents, documents, "left")
        lengths = np.searchsorted(self.documents, documents, "right") - starts
        before = np.cumsum(lengths) - lengths
        return self._alive(np.arange(lengths.sum()) + np.repeat(starts - before, lengths))

    def _alive(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        return rows if self.live is None else rows[self.live[rows]]

    def without(self, documents: NDArray[np.int64]) -> Segment:
        """The segment as it is when the documents have left; itself when it has none of them."""
        rows = self.rows_of_documents(documents)
        if not len(rows):
            return self
        live = np.ones(self.entry.rows, bool) if self.live is None else self.live.copy()
        live[rows] = False
        return self._replace(live=live)


class Rows(NamedTuple):
    """Rows on their way into a segment, in its order; `blocks` gives their vectors' bits piece by piece."""

    keys: NDArray[np.int64]
    documents: NDArray[np.int64]
    pairs: Pairs
    blocks: Iterable[NDArray[np.int16]]


def fresh(vectors: Iterable[IndexedVector]) -> Rows:
    """Rows that come from outside."""
    ordered = sorted(vectors, key=lambda vector: (vector.document_key, vector.key))
    keys = np.array([vector.key for vector in ordered], np.int64)
    documents = np.array([vector.document_key for vector in ordered], np.int64)
    return Rows(keys, documents, pairs_of(vector.filters for vector in ordered), _joined(ordered))


def _joined(vectors: Sequence[IndexedVector]) -> Iterator[NDArray[np.int16]]:
    for start in range(0, len(vectors), BLOCK):
        block = vectors[start : start + BLOCK]
        yield np.frombuffer(b"".join(vector.vector for vector in block), "<i2").reshape(len(block), -1)


def merged(segments: Sequence[Segment]) -> Rows:
    """The live rows of some segments."""
    living = [segment.living() for segment in segments]
    sources = np.repeat(np.arange(len(segments)), [len(rows) for rows in living])
    rows = np.concatenate(living)
    keys = np.concatenate([segment.keys[kept] for segment, kept in zip(segments, living, strict=True)])
    documents = np.concatenate([segment.documents[kept] for segment, kept in zip(segments, living, strict=True)])
    order = np.lexsort((keys, documents))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    starts = np.cumsum([0, *map(len, living)])
    pairs = [
        _moved(pairs_in(segment.postings), segment.entry.rows, kept, place[start : start + len(kept)])
        for segment, kept, start in zip(segments, living, starts, strict=False)
    ]
    return Rows(keys[order], documents[order], _united(pairs), _gathered(segments, sources[order], rows[order]))


def _moved(pairs: Pairs, rows: int, kept: NDArray[np.intp], places: NDArray[np.int64]) -> Pairs:
    """The pairs of the rows that are kept, at their new places."""
    place = np.full(rows, -1, np.int64)
    place[kept] = places
    moved = place[np.clip(pairs.rows, 0, rows - 1)]
    return Pairs(pairs.terms, pairs.numbers[moved >= 0], moved[moved >= 0])


def _united(pairs: Sequence[Pairs]) -> Pairs:
    terms = [term for part in pairs for term in part.terms]
    before = np.cumsum([0, *(len(part.terms) for part in pairs)])
    numbers = np.concatenate([part.numbers + start for part, start in zip(pairs, before, strict=False)])
    rows = np.concatenate([part.rows for part in pairs])
    used, renumbered = np.unique(numbers, return_inverse=True)
    return Pairs([terms[number] for number in used], renumbered.astype(np.int64), rows)


def _gathered(
    segments: Sequence[Segment], sources: NDArray[np.intp], rows: NDArray[np.intp]
) -> Iterator[NDArray[np.int16]]:
    for start in range(0, len(rows), BLOCK):
        source, wanted = sources[start : start + BLOCK], rows[start : start + BLOCK]
        block = np.empty((len(wanted), segments[0].halves.shape[1]), np.int16)
        for number in np.unique(source):
            block[source == number] = segments[number].halves[wanted[source == number]]
        yield block


def write(path: Path, level: str, rows: Rows) -> Entry:
    """Write the rows durably to a new file. Raises OSError."""
    count = len(rows.keys)
    sorted_already = bool(np.all(rows.keys[1:] > rows.keys[:-1]))
    shuffle = np.empty(0, np.int32) if sorted_already else np.argsort(rows.keys, kind="stable").astype(np.int32)
    postings = postings_of(rows.pairs)
    digest = hashlib.sha256()
    words = []
    with path.open("xb") as stream:

        def put(part: NDArray[np.generic]) -> None:
            content = part.tobytes()
            digest.update(content)
            stream.write(content)

        for block in rows.blocks:
            put(block)
            words.append(np.concatenate([codes(vectors) for vectors in widened(block)], axis=1))
        put(_padding(stream.tell()))
        rest = (np.concatenate(words, axis=1), rows.keys, rows.documents, shuffle, *postings[::-1])
        for part in rest:
            put(part)
            put(_padding(stream.tell()))
        stream.flush()
        os.fsync(stream.fileno())
    counts = (len(postings.text), len(postings.ends), len(postings.runs))
    return Entry(path.name, level, count, len(shuffle), *counts, digest.hexdigest())


def _padding(written: int) -> NDArray[np.uint8]:
    return np.zeros(-written % ALIGNMENT, np.uint8)


def write_live(path: Path, live: NDArray[np.bool_]) -> str:
    """Write which rows are live durably to a new file, and return its checksum. Raises OSError."""
    content = np.packbits(live).tobytes()
    with path.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    return hashlib.sha256(content).hexdigest()


def opened(folder: Path, entry: Entry, dims: int) -> Segment:
    """Map a segment. Raises OSError, and ValueError when a file is not as long as it should be or damaged."""
    shapes = _shapes(entry, dims)
    with (folder / entry.name).open("rb") as stream:
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    parts: list[NDArray[np.generic]] = []
    offset = 0
    for kind, shape in shapes:
        count = int(np.prod(shape))
        parts.append(np.frombuffer(mapped, kind, count, offset).reshape(shape))
        offset += -(-count * np.dtype(kind).itemsize // ALIGNMENT) * ALIGNMENT
    if len(mapped) != offset:
        message = f"{entry.name} is {len(mapped)} bytes long instead of {offset}"
        raise ValueError(message)
    halves, words, keys, documents, shuffle, run_ends, runs, ends, text = parts
    postings = Postings(text, ends, runs, run_ends)  # type: ignore[arg-type]  # of these kinds by `_shapes`
    lengths = np.zeros(entry.rows, np.float32)
    return Segment(entry, halves, words, keys, documents, shuffle, postings, _live(folder, entry), lengths)  # type: ignore[arg-type]


def _shapes(entry: Entry, dims: int) -> tuple[tuple[DTypeLike, tuple[int, ...]], ...]:
    """The parts of the file, in their order."""
    return (
        ("<i2", (entry.rows, dims)),
        ("<u8", (width(dims) // 64, entry.rows)),
        ("<i8", (entry.rows,)),
        ("<i8", (entry.rows,)),
        ("<i4", (entry.shuffled,)),
        ("<i8", (entry.terms,)),
        ("<i4", (entry.runs, 2)),
        ("<i8", (entry.terms,)),
        ("u1", (entry.text,)),
    )


def _live(folder: Path, entry: Entry) -> NDArray[np.bool_] | None:
    if not entry.live:
        return None
    content = (folder / entry.live).read_bytes()
    if hashlib.sha256(content).hexdigest() != entry.live_checksum:
        message = f"{entry.live} does not match its checksum"
        raise ValueError(message)
    return np.unpackbits(np.frombuffer(content, np.uint8), count=entry.rows).astype(bool)


def damaged(folder: Path, entry: Entry) -> bool:
    """Whether the bytes of a segment's rows are not those that were written. Raises OSError."""
    with (folder / entry.name).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() != entry.checksum
