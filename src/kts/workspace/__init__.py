"""The composition root and the facade: the only reader of settings and registry.

Every face calls this, and nothing below it knows which adapters were chosen.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kts import config
from kts.errors import UsageError
from kts.search.cite import fragment
from kts.store import database, layout
from kts.types import Filter, IngestReport, Query, SearchResults
from kts.workspace.followers import Followers, connect

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.ingest.chunk.report import ChunkReport
    from kts.ingest.take import Taken
    from kts.ingest.vectors import VectorProgress
    from kts.ports import Embedder, Ledger
    from kts.store.corpus import RowCache, SqliteCorpus
    from kts.store.sources import FileSources
    from kts.store.truth import TruthWriter
    from kts.types import Checked, FileOutcome, Level, Ranking, Rechecked, Result, Status
    from kts.workspace.vectors import Choice


class Workspace:
    """One index and everything that can be asked of it. Reads are snapshots; one process writes at a time."""

    def __init__(self, place: layout.Layout, *, environment: Mapping[str, str] | None = None) -> None:
        self.layout = place
        self.settings, self.origins = config.load(place.config, os.environ if environment is None else environment)
        self._db: sqlite3.Connection | None = None
        self._embedders: dict[str, Embedder] = {}

    @classmethod
    def open(cls, path: str = ".") -> Self:
        """An existing index. Raises NoIndex."""
        place = layout.at(Path(path))
        if not place.truth.is_file():
            raise layout.missing(place.folder)
        return cls(place)

    @classmethod
    def nearest(cls, named: str | None) -> Self:
        """The index of a call: the named folder, else the nearest one upward. Raises NoIndex."""
        return cls(layout.find(Path.cwd(), named))

    @classmethod
    def create(cls, path: str = ".", *, environment: Mapping[str, str] | None = None) -> Self:
        """The index in `path`, made empty when there is none."""
        place = layout.at(Path(path))
        with database.errors(place.folder):
            place.folder.mkdir(parents=True, exist_ok=True)
        return cls(place, environment=environment)

    def close(self) -> None:
        """Close what is open."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading ---------------------------------------------------------------------------------------------

    def _reader(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = connect(self.layout)
        return self._db

    def corpus(self) -> SqliteCorpus:
        """A snapshot of the newest generation; close it."""
        from kts.store.corpus import SqliteCorpus

        with database.errors(self.layout.truth):
            db = self._reader()
            if db.in_transaction:  # another snapshot is being read: this one gets a connection of its own
                return SqliteCorpus(connect(self.layout), owned=True)
            return SqliteCorpus(db, cache=self._rows)

    @contextmanager
    def _snapshot(self) -> Iterator[SqliteCorpus]:
        """A snapshot for the length of a block; what goes wrong in the store comes out as an error of ours."""
        with database.errors(self.layout.truth):
            corpus = self.corpus()
            try:
                yield corpus
            finally:
                corpus.close()

    @cached_property
    def _rows(self) -> RowCache:
        from kts.store.corpus import RowCache

        return RowCache()

    @cached_property
    def _followers(self) -> Followers:
        return Followers(self.layout, self.settings)

    def _embedder(self, provider: str) -> Embedder:
        from kts.workspace.vectors import embedder_of

        if provider not in self._embedders:
            self._embedders[provider] = embedder_of(provider, self.settings.embed)
        return self._embedders[provider]

    def _sources(self, corpus: SqliteCorpus) -> FileSources:
        from kts.store.sources import FileSources

        return FileSources({root.label: root.path for root in corpus.roots()})

    def search(
        self,
        text: str,
        *,
        k: int | None = None,
        per_document: int | None = None,
        filters: Filter | None = None,
        mode: str | None = None,
        level: Level = "chunk",
    ) -> SearchResults:
        """The best passages for a question, cited. `filters.document` may hold ids, paths or file names.

        `mode` is lexical, dense or hybrid; `level` is chunk, or hidden for text that documents do not show.
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
            query = Query(text, text, _resolved(filters or Filter(), corpus), level)
            ranking = self._ranking(query, corpus, k=limit, per_document=most, mode=mode)
            results = mark("cite", self._results(ranking, corpus))
        return SearchResults(ranking, results, timings)

    def _ranking(self, query: Query, corpus: SqliteCorpus, *, k: int, per_document: int, mode: str | None) -> Ranking:
        from kts.search.pipeline import search
        from kts.trace import mark

        index = mark("open", self._followers.aligned(corpus))
        settings = self.settings.search if mode is None else self.settings.search._replace(mode=mode)
        choice = mark("model", self._choice(settings.mode, corpus))
        ranking = search(
            query,
            corpus=corpus,
            index=index,
            dense=choice.dense,
            settings=settings,
            limit=k,
            per_document=per_document,
        )
        notes = (*ranking.notes, *choice.notes)
        if corpus.generation != corpus.newest:
            lag = f"this is generation {corpus.generation}; generation {corpus.newest} is still being indexed"
            notes = (*notes, lag)
        return ranking._replace(notes=notes)

    def _choice(self, mode: str, corpus: SqliteCorpus) -> Choice:
        from kts.workspace.vectors import chosen

        if mode not in config.CHOICES["search.mode"]:
            message = f"no search mode is named '{mode}'"
            raise UsageError(message, hint=f"there are: {', '.join(config.CHOICES['search.mode'])}")
        return chosen(
            mode,
            settings=self.settings.embed,
            corpus=corpus,
            embedder=self._embedder,
            index=lambda: self._followers.aligned_dense(corpus),
        )

    def _results(self, ranking: Ranking, corpus: SqliteCorpus) -> tuple[Result, ...]:
        from kts.search.results import result

        sources = self._sources(corpus)
        records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in ranking.hits)
        return tuple(
            result(
                hit,
                records[int(hit.passage.metadata["document_key"])],
                ranking=ranking,
                corpus=corpus,
                sources=sources,
                length=self.settings.search.snippet,
            )
            for hit in ranking.hits
        )

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

    def rank(self, text: str, *, k: int, per_document: int, mode: str | None = None) -> tuple[tuple[str, float], ...]:
        """(path, score) of the best passages, without citations: what evaluation needs."""
        with self._snapshot() as corpus:
            ranking = self._ranking(Query(text, text), corpus, k=k, per_document=per_document, mode=mode)
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

    # -- writing ---------------------------------------------------------------------------------------------

    def ingest(
        self,
        paths: Sequence[str] = (),
        *,
        again: bool = False,
        vectors: bool = True,
        progress: Callable[[int, int, Taken], None] = lambda _done, _total, _taken: None,
        embedding: Callable[[VectorProgress], None] = lambda _progress: None,
        confirm: Callable[[int, int], bool] = lambda _gone, _known: False,
    ) -> IngestReport:
        """Bring the index to what the files are now; without paths, all roots that it knows.

        `again` converts every file anew; `vectors` false leaves the vectors for later. Raises Locked,
        SourceUnreachable, StorageFull, Mismatch when the index's vectors are of another model; a file that cannot
        be read is a line of the report.
        """
        from kts.workspace.reading import read_files

        began = time.monotonic()
        with self._writing() as truth:
            before = truth.generation
            report = read_files(
                truth,
                paths,
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

        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait):
            truth = TruthWriter(self.layout.truth, ledger_head=self.ledger().head)
            try:
                yield truth
            finally:
                truth.close()
            self._follow()

    def _follow(self) -> None:
        with database.errors(self.layout.folder):
            self._followers.follow(self._reader())

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
            return report._replace(generation=self._followers.rebuild(self._reader()))

    def drop_followers(self, names: Sequence[str]) -> None:
        """Delete derived indexes; the next use builds them anew from the truth."""
        from kts.store.lock import writing

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

    def ledger(self) -> Ledger:
        """What came from people and questions."""
        from kts.store.ledger import SqliteLedger

        return SqliteLedger(self.layout.ledger)


def _resolved(filters: Filter, corpus: SqliteCorpus) -> Filter:
    if not filters.document:
        return filters
    return filters._replace(document=tuple(corpus.document(name).id for name in filters.document))


def _measures(report: IngestReport) -> dict[str, object]:
    names = ("found", "indexed", "unchanged", "removed", "renamed", "skipped", "failed", "empty", "passages",
             "generation", "seconds", "embedded", "windowed")  # fmt: skip
    return {name: getattr(report, name) for name in names}
