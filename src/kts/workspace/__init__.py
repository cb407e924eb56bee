"""The composition root and the facade: the only reader of settings and registry.

Every face calls this, and nothing below it knows which adapters were chosen.
"""

from __future__ import annotations

import os
import time
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kts import config, registry
from kts.errors import KTSError, UsageError
from kts.search.cite import fragment
from kts.store import database, layout
from kts.types import Filter, Query, SearchResults

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.ingest.chunk.report import ChunkReport
    from kts.ingest.prepare import Kit
    from kts.ingest.take import Taken
    from kts.ports import Ledger, PassageIndex
    from kts.store.corpus import SqliteCorpus
    from kts.store.sources import FileSources
    from kts.types import Checked, FileOutcome, IngestReport, Ranking, Rechecked, Result, Status


ALIGNMENTS = 5
"""Times that a reader looks for a snapshot and a follower of the same generation before it goes back to an older."""


CONVERSIONS = 8
"""Files kept converted while citations are compared: those of one answer come in turns."""


class Workspace:
    """One index and everything that can be asked of it. Reads are snapshots; one process writes at a time."""

    def __init__(self, place: layout.Layout, *, environment: Mapping[str, str] | None = None) -> None:
        self.layout = place
        self.settings, self.origins = config.load(place.config, os.environ if environment is None else environment)
        self._db: sqlite3.Connection | None = None

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

    def _connect(self) -> sqlite3.Connection:
        newest = database.TRUTH_SCHEMA
        return database.open_reader(self.layout.truth, application_id=database.TRUTH_ID, newest=newest)

    def _reader(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = self._connect()
        return self._db

    def corpus(self) -> SqliteCorpus:
        """A snapshot of the newest generation; close it."""
        from kts.store.corpus import SqliteCorpus

        with database.errors(self.layout.truth):
            db = self._reader()
            if db.in_transaction:  # another snapshot is being read: this one gets a connection of its own
                return SqliteCorpus(self._connect(), owned=True)
            return SqliteCorpus(db)

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
    def _index(self) -> PassageIndex:
        name = self.settings.search.index
        index: PassageIndex = registry.load("indexes", name)(self.layout.index_folder(name))
        return index

    def _aligned(self, corpus: SqliteCorpus) -> PassageIndex:
        """The follower and the snapshot at one generation: the newest where possible, else the follower's."""
        index = self._index
        for _ in range(ALIGNMENTS):
            if index.generation < corpus.generation:
                index.reopen()
            if index.generation < corpus.generation and not self._catch_up():
                break
            if index.generation == corpus.generation:
                return index
            corpus.renew()
        if index.generation:
            corpus.go_back(index.generation)
        return index

    def _catch_up(self) -> bool:
        """Bring the follower to the newest generation; not while someone else writes, or nothing can be written."""
        from kts.store import followers
        from kts.store.lock import writing

        try:
            with writing(self.layout.lock, wait=0.0), closing(self._connect()) as db:
                self._index.reopen()
                followers.catch_up(self._index, db)
        except (KTSError, OSError):
            self._index.reopen()
            return False
        return True

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
    ) -> SearchResults:
        """The best passages for a question, cited. `filters.document` may hold ids, paths or file names.

        Raises NoIndex, CorruptStore, UsageError for an empty question.
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
            ranking = self._ranking(text, filters or Filter(), corpus, k=limit, per_document=most)
            results = mark("cite", self._results(ranking, corpus))
        return SearchResults(ranking, results, timings)

    def _ranking(self, text: str, filters: Filter, corpus: SqliteCorpus, *, k: int, per_document: int) -> Ranking:
        from kts.search.pipeline import search
        from kts.trace import mark

        index = mark("open", self._aligned(corpus))
        query = Query(text, text, _resolved(filters, corpus))
        settings = self.settings.search
        ranking = search(query, corpus=corpus, index=index, settings=settings, limit=k, per_document=per_document)
        if corpus.generation == corpus.newest:
            return ranking
        lag = f"this is generation {corpus.generation}; generation {corpus.newest} is still being indexed"
        return ranking._replace(notes=(*ranking.notes, lag))

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

    def rank(self, text: str, *, k: int, per_document: int) -> tuple[tuple[str, float], ...]:
        """(path, score) of the best passages, without citations: what evaluation needs."""
        with self._snapshot() as corpus:
            ranking = self._ranking(text, Filter(), corpus, k=k, per_document=per_document)
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
            return status(self.layout, corpus, self._reader(), self._index)

    # -- checking --------------------------------------------------------------------------------------------

    def verify(self, *, full: bool = False) -> Checked:
        """Check the store against its own hashes; `full` reads every page, posting and view."""
        from kts.store.verify import verify

        with self._snapshot() as corpus:
            self._aligned(corpus)
            return verify(self.layout, self._reader(), self._index, full=full)

    def recheck(self, saved: Any) -> tuple[Rechecked, ...]:
        """Compare every citation in a saved result with the original files as they are now."""
        from functools import lru_cache

        from kts.answer.recheck import Finder, citations_in, recheck
        from kts.ingest.convert.run import converted, locator
        from kts.ingest.ids import document_id

        kit = self._kit()
        with self._snapshot() as corpus:
            finder = Finder(
                roots=[root.label for root in corpus.roots()],
                corpus=corpus,
                sources=self._sources(corpus),
                identify=document_id,
                convert=lru_cache(maxsize=CONVERSIONS)(lambda content, path: converted(content, path, kit)),
                locator=locator,
                limit=self.settings.ingest.max_file_bytes,
            )
            return tuple(recheck(citation, finder) for citation in citations_in(saved))

    # -- writing ---------------------------------------------------------------------------------------------

    def _kit(self) -> Kit:
        from kts.ingest.prepare import Kit

        converters = {}
        for name in registry.names("converters"):
            converters[name] = registry.load("converters", name)()
        sectioner = registry.load("sectioners", self.settings.ingest.sectioner)()
        return Kit(converters, sectioner, self.settings.ingest)

    def ingest(
        self,
        paths: Sequence[str] = (),
        *,
        again: bool = False,
        progress: Callable[[int, int, Taken], None] = lambda _done, _total, _taken: None,
        confirm: Callable[[int, int], bool] = lambda _gone, _known: False,
    ) -> IngestReport:
        """Bring the index to what the files are now; without paths, all roots that it knows.

        `again` converts every file anew. Raises Locked, SourceUnreachable, StorageFull; a file that cannot be
        read is a line of the report.
        """
        from kts.ingest.account import joined
        from kts.ingest.pipeline import ingest
        from kts.store.lock import writing
        from kts.store.roots import scopes_of
        from kts.store.sources import FileSources
        from kts.store.truth import TruthWriter

        began = time.monotonic()
        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait):
            ledger = self.ledger()
            truth = TruthWriter(self.layout.truth, ledger_head=ledger.head)
            try:
                scopes = scopes_of(paths, truth)
                sources = FileSources({root.label: root.path for root in truth.roots()})
                reports = [
                    ingest(
                        scope,
                        truth=truth,
                        sources=sources,
                        kit=self._kit(),
                        again=again,
                        progress=progress,
                        confirm=confirm,
                        follow=lambda _generation: self._follow(),
                    )
                    for scope in scopes
                ]
                truth.discard_staged({scope.root for scope in scopes})
                report = joined(reports)._replace(seconds=round(time.monotonic() - began, 3))
                if report.generation:
                    ledger.append("ingest", _measures(report))
                    truth.checkpoint()
                else:
                    report = report._replace(generation=truth.generation)
            finally:
                truth.close()
            self._follow()
        return report

    def _follow(self) -> None:
        """Bring the followers to the newest generation; the caller holds the writer's lock."""
        from kts.store import followers, views

        with database.errors(self.layout.folder):
            db = self._reader()
            followers.catch_up(self._index, db)
            if self.settings.ingest.views:
                views.catch_up(self.layout, db)

    def reindex(self) -> int:
        """Build every follower anew from the truth; returns the generation."""
        from kts.store import followers, views
        from kts.store.lock import writing

        with (
            writing(self.layout.lock, wait=self.settings.ingest.lock_wait),
            database.errors(self.layout.folder),
        ):
            db = self._reader()
            followers.rebuild(self._index, db)
            self.layout.index_metadata.unlink(missing_ok=True)
            if self.settings.ingest.views:
                views.catch_up(self.layout, db)
        return self._index.generation

    def drop_followers(self, names: Sequence[str]) -> None:
        """Delete derived indexes; the next use builds them anew from the truth."""
        import shutil

        from kts.store.lock import writing

        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait):
            if "lexical" in names:
                shutil.rmtree(self.layout.index_folder(self.settings.search.index), ignore_errors=True)
                self._index.reopen()
            if "views" in names:
                for path in (self.layout.index_metadata, self.layout.manifest):
                    path.unlink(missing_ok=True)
                for folder in (self.layout.documents, self.layout.images):
                    shutil.rmtree(folder, ignore_errors=True)

    def drop_root(self, label: str) -> int:
        """Forget a source root with its documents (the files stay); returns how many documents left."""
        from kts.store.lock import writing
        from kts.store.truth import TruthWriter
        from kts.types import Batch

        with writing(self.layout.lock, wait=self.settings.ingest.lock_wait):
            truth = TruthWriter(self.layout.truth, ledger_head=self.ledger().head)
            try:
                if label not in {root.label for root in truth.roots()}:
                    message = f"no root is named '{label}'"
                    raise UsageError(message, hint="kts status lists the roots")
                paths = tuple(truth.manifest(label))
                truth.commit(Batch(label, "drop", removed=paths))
                truth.forget_root(label)
            finally:
                truth.close()
            self._follow()
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
             "generation", "seconds")  # fmt: skip
    return {name: getattr(report, name) for name in names}
