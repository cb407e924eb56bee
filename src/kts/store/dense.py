"""The dense follower: an exact scan of memory-mapped vectors, with numpy alone.

Rows lie in segments, append-only files (`dense_segments`) that a manifest names (`dense_manifest`); making a new
manifest is the commit, so readers see one generation or the next, whole, and never a file that changes. Filters
are evaluated first. Then either every row that is left is scored, or, when there are many, those that could
belong to the best by their sign codes (`dense_codes`). Scores are exact either way, and neither they nor what is
found depend on how the rows came into their segments.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.errors import Mismatch, StorageFull, UsageError
from kts.nouns import each
from kts.records import Candidate
from kts.store import dense_manifest, dense_segments
from kts.store.dense_codes import distances, question, reach
from kts.store.dense_draft import WASTE, Draft
from kts.store.dense_postings import admitted, asked
from kts.store.dense_scores import cosines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from kts.records import VectorChange
    from kts.store.dense_codes import Question
    from kts.store.dense_manifest import State
    from kts.store.dense_postings import Asked
    from kts.store.dense_segments import Segment
    from kts.types import Filter, Level

EXACT_ROWS = 1024
"""Rows up to which every one is scored: 0.25 ms, what choosing by codes costs at least."""
DEVIATIONS = 3.0
"""A row is scored if its estimate, so many deviations better, could reach the best.

One in 700 of the very last is missed so; with 2.5, recall@10 of tight clusters is .987. Measured with MiniLM
vectors of scientific abstracts and questions on and off their subject, 5,000 and 100,000 rows: recall@10 of 1.0,
recall of all that was asked for >= .999.
"""
FIRST = 6
"""The best so many times the limit by their estimates are scored first; their cosines say what must be reached.

More cost little and say it better: a question off the subject has a third fewer rows to score than with 2.
"""
SPARSE = 2
"""Below one row in so many, gathering the codes costs less than the distances of the others."""
WASTE_FLOOR = 1000
"""Rows below which the share of waste is taken of this many."""


class DenseIndex:
    """Implements `ports.VectorIndex` on files of arrays."""

    name = "dense"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._state: State | None = None
        self._posed: tuple[bytes, Question] = (b"", question(np.zeros(1, np.float32)))
        self.reopen()

    def reopen(self) -> None:
        """Look at what is on disk now: another process may have committed or rebuilt."""
        stamp = dense_manifest.newest(self._folder)
        if self._state is None or stamp != self._state.stamp:
            self._state = dense_manifest.load(self._folder)

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty or unreadable."""
        return self._state.generation if self._state else 0

    @property
    def model(self) -> str:
        """The hash of the model whose vectors it holds, empty when it holds none."""
        return self._state.model if self._state and self._state.segments else ""

    @property
    def wasted(self) -> bool:
        """Whether so much was removed that building anew is cheaper than carrying it."""
        live = sum(segment.population for segment in self._segments())
        dead = sum(segment.entry.rows for segment in self._segments()) - live
        return dead > WASTE * max(WASTE_FLOOR, live)

    def _segments(self, level: str = "") -> list[Segment]:
        segments = self._state.segments if self._state else ()
        return [segment for segment in segments if level in {"", segment.entry.level}]

    def apply(self, changes: Iterable[VectorChange], *, generation: int, model: str) -> None:
        """Apply removals and additions, then the generation number, in one commit. Idempotent.

        Raises UsageError for a row of another length, Mismatch for another model, StorageFull.
        """
        if self.model and self.model != model:
            message = f"the index holds vectors of the model {self.model}, not of {model}"
            raise Mismatch(message, path=str(self._folder), hint="kts reindex builds it anew")
        self._write(changes, generation=generation, model=model, before=self._state)

    def rebuild(self, changes: Iterable[VectorChange], *, generation: int, model: str) -> None:
        """Replace everything by what `changes` add; readers see the old or the new, whole."""
        self._write(changes, generation=generation, model=model, before=None)

    def _write(self, changes: Iterable[VectorChange], *, generation: int, model: str, before: State | None) -> None:
        segments = before.segments if before else ()
        with _storage_errors(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        number = dense_manifest.next_number(self._folder)
        draft = Draft(self._folder, number=number, dims=before.dims if before and segments else 0, segments=segments)
        try:
            for change in changes:
                with _storage_errors(self._folder):
                    draft.take(change)
            with _storage_errors(self._folder):
                entries = draft.entries()
                dense_manifest.commit(
                    self._folder, number=number, generation=generation, model=model, dims=draft.dims, entries=entries
                )
        except BaseException:
            dense_manifest.discard(self._folder, number)
            raise
        self._state = dense_manifest.load(self._folder)
        dense_manifest.sweep(self._folder, self._state, number=number)

    def keys(self) -> set[int]:
        """The keys of all live rows, of all levels."""
        return {int(key) for segment in self._segments() for key in segment.keys[segment.living()]}

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the stored bytes, one line each: reads them all, for `kts verify --full`."""
        found = [f"{name} cannot be used" for name in dense_manifest.unreadable(self._folder, self._state)]
        for segment in self._segments():
            try:
                if dense_segments.damaged(self._folder, segment.entry):
                    found.append(f"{segment.entry.name} does not match its checksum")
            except OSError as error:
                found.append(f"{segment.entry.name} cannot be read: {error.strerror or error}")
        return tuple(found)

    def search_dense(
        self, vector: NDArray[np.float32], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` rows of the level that pass the filter, best first, equal ones by key."""
        segments = self._segments(level)
        if not segments or limit < 1:
            return ()
        posed = self._question(vector)
        wanted = asked(filters)
        sifted = [_sifted(segment, wanted) for segment in segments]
        if sum(part.population for part in sifted) <= max(EXACT_ROWS, limit):
            rows = _all(sifted)
            return _best(segments, rows, _scored(posed, segments, rows), limit)
        return _chosen(posed, sifted, limit)

    def cosines(self, vector: NDArray[np.float32], keys: Sequence[int]) -> Mapping[int, float]:
        """The exact cosine of each key that has a live row."""
        segments = self._segments()
        if not segments:
            return {}
        unit, wanted = self._question(vector).unit, np.array(sorted(set(keys)), np.int64)
        found: dict[int, float] = {}
        for segment in segments:
            rows = segment.rows_of_keys(wanted)
            if len(rows):
                scores = cosines(unit, segment.halves, rows, segment.lengths)
                found |= dict(zip(segment.keys[rows].tolist(), scores.tolist(), strict=True))
        return found

    def _question(self, vector: NDArray[np.float32]) -> Question:
        """The question, posed once for the levels that it is asked at."""
        content, posed = vector.tobytes(), self._posed
        if content != posed[0] or vector.shape != (self._dims,):
            posed = self._posed = (content, question(self._checked(vector)))
        return posed[1]

    @property
    def _dims(self) -> int:
        return self._state.dims if self._state else 0

    def _checked(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        if vector.shape != (self._dims,):
            message = f"the question's vector has the shape {vector.shape} and the index {self._dims} dimensions"
            raise UsageError(message, hint="kts reindex builds the vectors of the model in use")
        if not np.all(np.isfinite(vector)):
            message = "the question's vector holds values that are not finite"
            raise UsageError(message, hint="another model may be damaged or wrongly exported")
        return vector


class _Sifted(NamedTuple):
    """A segment and which of its rows are searched, None for all."""

    segment: Segment
    rows: NDArray[np.intp] | None

    @property
    def population(self) -> int:
        return self.segment.entry.rows if self.rows is None else len(self.rows)

    def at(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """The rows at these places among those that are searched."""
        return places if self.rows is None else self.rows[places]

    def distances(self, posed: Question) -> NDArray[np.uint16]:
        """How far the codes of the searched rows are."""
        words = self.segment.words
        if self.rows is None:
            return distances(posed, words)
        few = SPARSE * len(self.rows) < self.segment.entry.rows
        return distances(posed, words[:, self.rows]) if few else distances(posed, words)[self.rows]


def _sifted(segment: Segment, wanted: Asked) -> _Sifted:
    met = admitted(segment.postings, wanted, segment.entry.rows)
    masks = [mask for mask in (met, segment.live) if mask is not None]
    return _Sifted(segment, np.flatnonzero(np.logical_and.reduce(masks)) if masks else None)


def _all(sifted: Sequence[_Sifted]) -> list[NDArray[np.intp]]:
    return [np.arange(part.population) if part.rows is None else part.rows for part in sifted]


def _chosen(posed: Question, sifted: Sequence[_Sifted], limit: int) -> tuple[Candidate, ...]:
    """The best rows among those whose codes are near enough.

    The rows with the best estimates are scored first; the cosine that the limit-th of them has is what any other
    must be able to reach. Which rows are scored depends on the rows that are searched alone, not on their segments.
    """
    segments = [part.segment for part in sifted]
    far = [part.distances(posed) for part in sifted]
    near = _nearest(far, FIRST * limit)
    rows = [part.at((distance <= near).nonzero()[0]) for part, distance in zip(sifted, far, strict=True)]
    scores = _scored(posed, segments, rows)
    further = reach(posed, -float(_smallest(-np.concatenate(scores), limit)), deviations=DEVIATIONS)
    if further > near:
        more = [
            part.at(((distance > near) & (distance <= further)).nonzero()[0])
            for part, distance in zip(sifted, far, strict=True)
        ]
        segments, rows, scores = segments * 2, rows + more, scores + _scored(posed, segments, more)
    return _best(segments, rows, scores, limit)


def _nearest(far: Sequence[NDArray[np.uint16]], number: int) -> int:
    """The `number`-th smallest distance: counting how often there is each costs less than parting them."""
    up_to = np.bincount(np.concatenate(far)).cumsum()
    return int(up_to.searchsorted(min(number, up_to[-1])))


def _smallest(values: NDArray[Any], number: int) -> Any:
    """The `number`-th smallest value, or the greatest where there are fewer."""
    last = min(number, len(values)) - 1
    return np.partition(values, last)[last]


def _scored(
    posed: Question, segments: Sequence[Segment], rows: Sequence[NDArray[np.intp]]
) -> list[NDArray[np.float32]]:
    return [
        cosines(posed.unit, segment.halves, part, segment.lengths) for segment, part in zip(segments, rows, strict=True)
    ]


def _best(
    segments: Sequence[Segment], rows: Sequence[NDArray[np.intp]], scores: Sequence[NDArray[np.float32]], limit: int
) -> tuple[Candidate, ...]:
    keys = np.concatenate([segment.keys[part] for segment, part in zip(segments, rows, strict=True)])
    every = np.concatenate(scores)
    if len(every) > limit:
        least = -_smallest(-every, limit)
        keys, every = keys[every >= least], every[every >= least]
    order = np.lexsort((keys, -every))[:limit]
    return tuple(each(Candidate, zip(keys[order].tolist(), every[order].tolist(), strict=True)))


@contextmanager
def _storage_errors(folder: Path) -> Iterator[None]:
    """A full disk, a read-only medium or too many open files, as ours."""
    try:
        yield
    except OSError as error:
        message = f"{folder}: {error.strerror or error}"
        raise StorageFull(
            message, path=str(folder), hint="free some space; the last generation still serves"
        ) from error
