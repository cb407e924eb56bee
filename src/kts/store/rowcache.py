"""What earlier questions have read of the truth, kept between the snapshots of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from kts.records import DocumentRecord, ModelRecord, PassageRecord, Root
    from kts.types import Location, Passage, SourceFile, Span

CACHED_ROWS = 16_384
"""Ranking rows kept between questions, and as many of whole documents: some 20 MB. What would be more begins anew."""
CACHED_TEXTS = 4_096
"""Passages kept between questions, some 8 MB of texts that were checked when they were read; places and records."""
CACHED_CELLS = 262_144
"""Frequencies of a word in a row, and what they are worth, kept between questions: some 20 MB."""


class RowCache:
    """What earlier questions have read of one state of the file; it outlives the snapshots of a process."""

    def __init__(self) -> None:
        self._of: tuple[int, ...] = ()
        self._forget()

    def _forget(self) -> None:
        self.rows: dict[int, PassageRecord] = {}
        self.all_rows: dict[tuple[str, int], tuple[PassageRecord, ...]] = {}
        self.in_all = 0
        self.passages: dict[int, Passage] = {}
        self.records: dict[int, DocumentRecord] = {}
        self.files: dict[str, tuple[str, SourceFile]] = {}
        self.places: dict[tuple[int, Span], Location] = {}
        self.columns: dict[Hashable, dict[Any, Any]] = {}
        self.room = CACHED_CELLS
        self.statistics: dict[str, list[int]] | None = None
        self.languages: tuple[str, ...] | None = None
        self.roots: tuple[Root, ...] | None = None
        self.model: ModelRecord | None = None

    def at(self, state: tuple[int, ...]) -> RowCache:
        """The cache for a state of the file: empty when it was for another."""
        if state != self._of:
            self._of = state
            self._forget()
        return self

    def joined(self, name: str, found: Mapping[Any, Any], *, most: int = CACHED_TEXTS) -> Mapping[Any, Any]:
        """What is known by that name and what was found; kept while both together are few enough, else begun anew.

        A dictionary that is given up is left as it is: another thread may be reading it.
        """
        known: dict[Any, Any] = getattr(self, name)
        if len(known) + len(found) <= most:
            known.update(found)
            return known
        setattr(self, name, {})
        return {**known, **found}

    def with_all(
        self, found: Mapping[tuple[str, int], tuple[PassageRecord, ...]]
    ) -> Mapping[tuple[str, int], tuple[PassageRecord, ...]]:
        """What is known of whole documents with what was found; kept while all their rows are few enough."""
        self.in_all += sum(map(len, found.values()))
        known = self.joined("all_rows", found, most=CACHED_ROWS if self.in_all <= CACHED_ROWS else -1)
        if not self.all_rows:
            self.in_all = 0
        return known

    def named(self, names: Sequence[Hashable], rows: int) -> list[dict[Any, Any]]:
        """The column of each name, with room for so many rows more: what is full begins anew."""
        self.room -= rows * len(names)
        if self.room < 0:  # as if all were new: now it is looked at how many were
            self.room = CACHED_CELLS - rows * len(names) - sum(map(len, self.columns.values()))
            if self.room < CACHED_CELLS // 2:
                self.columns, self.room = {}, CACHED_CELLS - rows * len(names)
        return [self.columns.setdefault(name, {}) for name in names]
