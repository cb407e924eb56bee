"""The part of the facade that writes: one process at a time, under the lock."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.store import database
from kts.types import IngestReport
from kts.workspace.given import paths_of
from kts.workspace.opened import OpenIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike

    from kts.ingest.take import Taken
    from kts.ingest.vectors import VectorProgress
    from kts.store.truth import TruthWriter


class Writing(OpenIndex):
    """What changes an index."""

    def ingest(
        self,
        paths: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
        *,
        again: bool = False,
        vectors: bool = True,
        progress: Callable[[int, int, Taken], None] = lambda _done, _total, _taken: None,
        embedding: Callable[[VectorProgress], None] = lambda _progress: None,
        confirm: Callable[[int, int], bool] = lambda _gone, _known: False,
    ) -> IngestReport:
        """Bring the index to what the files are now; without paths, all roots that it knows.

        `paths` are folders or files, or one of them; what cannot be read becomes no root. `again` converts every file
        anew; `vectors` false leaves the vectors for later. Raises Locked, SourceUnreachable, StorageFull, Mismatch when
        the index's vectors are of another model; a file that cannot be read is a line of the report.
        """
        from kts.workspace.reading import read_files

        began = time.monotonic()
        with self._writing() as truth:
            before = truth.generation
            report = read_files(
                truth,
                paths_of(paths),
                settings=self.settings.ingest,
                again=again,
                progress=progress,
                confirm=confirm,
                follow=lambda _generation: self._follow(),
            )
            if vectors:
                report = self._embed(truth, report, embedding=embedding)
            report = report._replace(seconds=round(time.monotonic() - began, 3), generation=truth.generation)
            if truth.generation > before:
                self.ledger().append("ingest", _measures(report))
                truth.checkpoint()
        return report

    @contextmanager
    def _writing(self) -> Iterator[TruthWriter]:
        """The truth, open for writing under the lock; at the end the followers are brought up to it."""
        from kts.store.lock import writing
        from kts.store.truth import TruthWriter

        self._looked()  # nothing is carried over into an index that has taken the place of another
        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait), database.errors(self.layout.truth):
            truth = TruthWriter(self.layout.truth, ledger_head=self.ledger().head, staged=self._followers.take_ahead)
            try:
                yield truth
                truth.close()
                self._follow()
            finally:
                truth.close()
                self._followers.forget()

    def _follow(self) -> None:
        with database.errors(self.layout.folder):
            db = self._reader()
            self._followers.follow(db)

    def _embed(
        self,
        truth: TruthWriter,
        report: IngestReport,
        *,
        embedding: Callable[[VectorProgress], None],
        switch: bool = False,
    ) -> IngestReport:
        """Text into vectors: the second half, after which everything is found by meaning, too."""
        from kts.workspace.vectors import embed_pending

        return embed_pending(
            truth,
            report,
            settings=self.settings.embed,
            embedder=self._embedder,
            progress=embedding,
            follow=lambda _generation: self._follow(),
            switch=switch,
        )

    def reindex(
        self, *, vectors: bool = False, embedding: Callable[[VectorProgress], None] = lambda _progress: None
    ) -> IngestReport:
        """Build every follower anew from the truth; the report has the generation and what became of vectors.

        `vectors` embeds first what is not embedded by the configured model, or damaged; searches go on with what is
        there until all of it is done. Raises MissingModel.
        """
        from kts.store.lock import writing

        report = IngestReport()
        if vectors:
            with self._writing() as truth:
                report = self._embed(truth, report, embedding=embedding, switch=True)
        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait):
            db = self._reader()
            return report._replace(generation=self._followers.rebuild(db))

    def drop_followers(self, names: Sequence[str]) -> None:
        """Delete derived indexes; the next use builds them anew from the truth."""
        from kts.store.lock import writing

        self._looked()
        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait):
            self._followers.drop(names)

    def drop_root(self, label: str) -> int:
        """Forget a source root with its documents (the files stay); returns how many documents left."""
        from kts.types import Batch

        with self._writing() as truth:
            if label not in {root.label for root in truth.roots()}:
                message = f"no root is named '{label}'"
                raise UsageError(message, hint="kts status lists the roots")
            paths = tuple(truth.manifest(label))
            truth.commit(Batch(label, "drop", removed=paths))
            truth.forget_root(label)
        return len(paths)


def _measures(report: IngestReport) -> dict[str, object]:
    names = ("found", "indexed", "unchanged", "removed", "renamed", "skipped", "failed", "empty", "passages",
             "generation", "seconds", "embedded", "windowed")  # fmt: skip
    return {name: getattr(report, name) for name in names}
