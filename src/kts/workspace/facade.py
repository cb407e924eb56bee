"""The whole facade: everything that can be asked of one index, joined from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kts import config
from kts.store import database
from kts.workspace.calibrating import Calibrating
from kts.workspace.checking import Checking
from kts.workspace.describing import Describing
from kts.workspace.graph import Graphed
from kts.workspace.lending import Lending
from kts.workspace.searching import Searching
from kts.workspace.serving import Serving
from kts.workspace.showing import Showing
from kts.workspace.structure import Structured
from kts.workspace.ticketing import Ticketing
from kts.workspace.training import Training
from kts.workspace.writing import Writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.chunk.report import ChunkReport
    from kts.types import Checked, FileOutcome, Rechecked, Status
    from kts.workspace.drift import Drift


COUNTED = 1000
"""Newest records of a kind that `kts status` counts (a default, not fitted: a few hundredths of a second)."""


class Workspace(
    Calibrating,
    Checking,
    Graphed,
    Searching,
    Serving,
    Showing,
    Describing,
    Lending,
    Ticketing,
    Training,
    Structured,
    Writing,
):
    """One index and everything that can be asked of it. Reads are snapshots; one process writes at a time.

    The page docs/howto/python.md names the methods that programs may count on; the others serve our own faces.
    """

    def export(self, what: str, *, document: str | None = None) -> Iterator[Any]:
        """Live documents, passages (chunks) or sections with their document's id, by document."""
        with self._snapshot() as corpus:
            records = [corpus.document(document)] if document else corpus.documents()
            for record in records:
                if what == "documents":
                    yield record
                elif what == "sections":
                    yield from ((record.id, section) for section in corpus.sections(record.key))
                else:
                    rows = corpus.rows_of([record.key], "chunk")
                    yield from corpus.passages([row.key for row in rows]).values()

    def chunks(self) -> ChunkReport:
        """How the texts were split: count, mean length, tenth percentile, share of short ones, abrupt ends."""
        from kts.ingest.chunk.report import overall, report
        from kts.ingest.chunk.split import Piece

        minimum, lengths, reports = self.settings.ingest.minimum, [], []
        with self._snapshot() as corpus:
            for record in corpus.documents():
                rows = corpus.rows_of([record.key], "chunk")
                spans = [passage.span for passage in corpus.passages([row.key for row in rows]).values()]
                markup = "plain" if record.converter.startswith("text:") else "markdown"
                pieces = [Piece(span.start, span.end, None, "prose") for span in sorted(spans)]
                reports.append(report(pieces, corpus.text(record.key), markup=markup, minimum=minimum))
                lengths += [span.end - span.start for span in spans]
        return overall(reports, lengths, minimum=minimum)

    def files(self) -> tuple[FileOutcome, ...]:
        """Every file of the manifest with its outcome and reason."""
        from kts.store.inspect import files

        with database.errors(self.layout.truth):
            return files(self._reader())

    def drift(self) -> Drift:
        """What has happened to the files since they were read, by their names, sizes and times; none is opened."""
        from kts.store.inspect import manifest, unfinished, working
        from kts.workspace.drift import Drift, drift

        with self._snapshot() as corpus:
            db, sources = self._reader(), self._sources(corpus)
            settings = self.settings.ingest
            each = [drift(one, manifest(db, one.label), sources=sources, settings=settings) for one in corpus.roots()]
            left = 0 if working(self.layout) else unfinished(db)
        new, changed, gone = (sum(getattr(one, name) for one in each) for name in ("new", "changed", "gone"))
        beside = tuple(entry for one in each for entry in one.beside)
        return Drift(new, changed, gone, tuple(label for one in each for label in one.unreachable), left, beside)

    def settings_by_name(self) -> dict[str, Any]:
        """Every setting in force by its dotted name."""
        return config.flatten(self.settings)

    def content_hash(self) -> str:
        """SHA-256 of what the index holds, whatever way it got there."""
        from kts.store.content import content_hash

        with database.errors(self.layout.truth):
            return content_hash(self._reader())

    def status(self) -> Status:
        """What the index holds, how it is, and how it answers."""
        from kts.store.inspect import status

        with self._snapshot() as corpus:
            dense = lambda: self._followers.dense  # noqa: E731
            found = status(self.layout, corpus, self._reader(), self._followers.lexical, dense)
        return found._replace(activity=self._activity())

    def _activity(self) -> dict[str, Any]:
        from kts.evaluate.activity import activity

        kinds = ("answer", "ticket", "feedback")
        answers, tickets, feedback = (self.ledger_records(COUNTED, kind=kind)[::-1] for kind in kinds)
        bodies = [[cast("Any", record["body"]) for record in records] for records in (answers, tickets, feedback)]
        return activity(*bodies)

    # -- checking --------------------------------------------------------------------------------------------

    def verify(self, *, full: bool = False) -> Checked:
        """Check the store against its own hashes; `full` reads every page, posting and view."""
        from kts.store.verify import verify

        with self._snapshot() as corpus:
            self._followers.aligned(corpus)
            dense = lambda: self._followers.aligned_dense(corpus)  # noqa: E731
            return verify(self.layout, self._reader(), self._followers.lexical, dense, full=full)

    def recheck(self, saved: Any) -> tuple[Rechecked, ...]:
        """Compare every citation in a result with the original files as they are now.

        `saved` is what `ask`, `search` or `check` returned, any part of it that cites, or what was saved of it: the
        dictionary of `kts.to_json`, or JSON as a text. A citation whose statement is not the one that was given, by
        the ledger or by its own quote, has changed. Also says whether what is cited is in force today. Raises
        UsageError for what holds no citation.
        """
        from kts.workspace.reading import rechecked

        with self._snapshot() as corpus:
            found = rechecked(
                saved,
                corpus=corpus,
                sources=self._sources(corpus),
                settings=self.settings.ingest,
                recorded=self._recorded_answer,
            )
            return tuple(self._standing_today(one, corpus) for one in found)
