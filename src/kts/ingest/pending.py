"""What is staged and not yet a generation."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kts.ingest.ids import document_id
from kts.types import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kts.config import IngestSettings
    from kts.ingest.take import Taken
    from kts.ports import Truth
    from kts.types import ManifestRow


class Pending:
    """Collects a batch and commits it; lives as long as the run of one root."""

    def __init__(self, root: str, *, truth: Truth, settings: IngestSettings, follow: Callable[[int], None]) -> None:
        self._root = root
        self._truth = truth
        self._settings = settings
        self._follow = follow
        self.generation = 0
        self._clear()

    def _clear(self) -> None:
        self._keys: list[int] = []
        self._rows: list[ManifestRow] = []
        self._hints: list[ManifestRow] = []
        self._removed: list[str] = []
        self._aliases: list[tuple[str, str]] = []
        self._since = time.monotonic()

    def add(self, taken: Taken, old: ManifestRow | None = None) -> None:
        """One more file, unless all is as the manifest has it; commits when the batch is full or old enough."""
        if taken.key is None and taken.row == old:
            return
        if taken.same:
            self._hints.append(taken.row)
            return
        self._rows.append(taken.row)
        if taken.key is not None:
            self._keys.append(taken.key)
        if taken.renamed_from:
            self._removed.append(taken.renamed_from)
            self._aliases.append((document_id(self._root, taken.renamed_from), taken.row.document_id))
        full = len(self._keys) >= self._settings.batch_documents
        if full or time.monotonic() - self._since > self._settings.batch_seconds:
            self.commit()

    def remove(self, rows: Iterable[ManifestRow]) -> None:
        """Files that are gone."""
        self._removed += [row.path for row in rows]

    def commit(self) -> None:
        """Make a generation of what is pending, then let the followers catch up; hints alone make none."""
        if self._rows or self._removed:
            batch = Batch(
                root=self._root,
                kind="ingest",
                staged=tuple(self._keys),
                files=(*self._rows, *self._hints),
                removed=tuple(self._removed),
                aliases=tuple(self._aliases),
            )
            self.generation = self._truth.commit(batch)
            self._follow(self.generation)
        elif self._hints:
            self._truth.refresh(self._root, self._hints)
        self._clear()
