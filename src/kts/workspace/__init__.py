"""The composition root and the facade: the only reader of settings and registry.

Every face calls this, and nothing below it knows which adapters were chosen. `opened` holds what all of it stands on,
the other modules one part of the facade each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts import config
from kts.errors import UsageError
from kts.search.cite import fragment
from kts.store import database
from kts.types import Filter, Query, SearchResults
from kts.workspace.calibrating import Calibrating
from kts.workspace.checking import Checking
from kts.workspace.graph import Graphed
from kts.workspace.hopping import Hopping
from kts.workspace.opened import resolved
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
    from kts.types import Checked, FileOutcome, Level, Rechecked, Status


class Workspace(
    Calibrating, Checking, Graphed, Hopping, Searching, Serving, Showing, Ticketing, Training, Structured, Writing
):
    """One index and everything that can be asked of it. Reads are snapshots; one process writes at a time."""

    def search(  # noqa: PLR0913 - keywords of a facade: each narrows one search
        self,
        text: str,
        *,
        k: int | None = None,
        per_document: int | None = None,
        filters: Filter | None = None,
        mode: str | None = None,
        level: Level = "chunk",
        explain: bool = False,
        ranker: str | None = None,
        hops: int | None = None,
    ) -> SearchResults:
        """The best passages for a question, cited. `filters.document` may hold ids, paths or file names.

        `mode` is lexical, dense or hybrid; `level` is chunk, or hidden for text that documents do not show; `explain`
        adds to the explanation what the ranks would be without each kind of evidence; `ranker` is a name of the port
        `rankers`, or fusion; `hops` is how many rounds names are followed in (1: none).
        Raises NoIndex, CorruptStore, Mismatch for vectors of another model, UsageError for an empty question.
        """
        from kts.trace import mark, record

        if not text.strip():
            message = "the question is empty"
            raise UsageError(message, hint='kts search "what you want to know"')
        if min(1 if k is None else k, 1 if per_document is None else per_document) < 1:
            message = "at least one result must be asked for"
            raise UsageError(message, hint="k and per_document are 1 or more")
        settings = self.settings.search
        with record() as timings, self._snapshot() as corpus:
            limit = settings.max_results if k is None else k
            most = settings.per_document if per_document is None else per_document
            query = Query(text, text, resolved(filters or Filter(), corpus), level)
            ranking = self._ranking(
                query, corpus, k=limit, per_document=most, mode=mode, explain=explain, ranker=ranker, hops=hops
            )
            results = mark("cite", self._results(ranking, corpus))
        return SearchResults(ranking, results, timings)

    def retrieve(self, query: str, top_k: int = 5) -> dict[str, list[dict[str, Any]]]:
        """`{"results": [{id, text, confidence, metadata}]}`, as the original design returned it."""
        from kts.search.results import metadata

        found = self.search(query, k=top_k)
        return {
            "results": [
                {
                    "id": result.hit.passage.id,
                    "text": result.hit.passage.text,
                    "confidence": result.confidence,
                    "metadata": metadata(result),
                }
                for result in found.results
            ]
        }

    def rank(
        self, text: str, *, k: int, per_document: int, mode: str | None = None, ranker: str | None = None
    ) -> tuple[tuple[str, float], ...]:
        """(path, score) of the best passages, without citations: what evaluation needs."""
        with self._snapshot() as corpus:
            ranking = self._ranking(Query(text, text), corpus, k=k, per_document=per_document, mode=mode, ranker=ranker)
            records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in ranking.hits)
        return tuple((records[int(hit.passage.metadata["document_key"])].path, hit.score) for hit in ranking.hits)

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

    def uri(self, target: str) -> str:
        """The address of a place: a passage id, a document, or a document with `:line` or `#fragment`."""
        with self._snapshot() as corpus:
            sources = self._sources(corpus)
            found = corpus.passage_place(target)
            if found is not None:
                key, span = found
                record = corpus.records([key])[key]
                return sources.uri(record.root, record.path) + fragment(corpus.locate(key, span), "")
            from kts.store.roots import in_roots, line_of

            name, mark, rest = target.partition("#")
            if not mark:
                name, mark, rest = line_of(target)
            record = corpus.document(in_roots(name, corpus.roots()))
            return sources.uri(record.root, record.path) + (f"#{rest}" if mark else "")

    def files(self) -> tuple[FileOutcome, ...]:
        """Every file of the manifest with its outcome and reason."""
        from kts.store.inspect import files

        with database.errors(self.layout.truth):
            return files(self._reader())

    def settings_by_name(self) -> dict[str, Any]:
        """Every setting in force by its dotted name."""
        return config.flatten(self.settings)

    def content_hash(self) -> str:
        """SHA-256 of what the index holds, whatever way it got there."""
        from kts.store.content import content_hash

        with database.errors(self.layout.truth):
            return content_hash(self._reader())

    def status(self) -> Status:
        """What the index holds and how it is."""
        from kts.store.inspect import status

        with self._snapshot() as corpus:
            dense = lambda: self._followers.dense  # noqa: E731
            return status(self.layout, corpus, self._reader(), self._followers.lexical, dense)

    # -- checking --------------------------------------------------------------------------------------------

    def verify(self, *, full: bool = False) -> Checked:
        """Check the store against its own hashes; `full` reads every page, posting and view."""
        from kts.store.verify import verify

        with self._snapshot() as corpus:
            self._followers.aligned(corpus)
            dense = lambda: self._followers.aligned_dense(corpus)  # noqa: E731
            return verify(self.layout, self._reader(), self._followers.lexical, dense, full=full)

    def recheck(self, saved: Any) -> tuple[Rechecked, ...]:
        """Compare every citation in a saved result with the original files as they are now."""
        from kts.workspace.reading import rechecked

        with self._snapshot() as corpus:
            return rechecked(saved, corpus=corpus, sources=self._sources(corpus), settings=self.settings.ingest)
