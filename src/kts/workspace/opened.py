"""What every part of the facade stands on: settings, snapshots, followers, embedding models."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kts import config
from kts.errors import UsageError
from kts.store import database, layout
from kts.workspace.filters import filter_given
from kts.workspace.followers import Followers, connect
from kts.workspace.given import held
from kts.workspace.loaded import Models
from kts.workspace.threads import Threads, identity, kept

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from os import PathLike

    from kts.ports import Embedder, Ledger
    from kts.ports.models import EntailmentModel
    from kts.search.question import Context, Question
    from kts.store.corpus import SqliteCorpus
    from kts.store.ledger import SqliteLedger
    from kts.store.rowcache import RowCache
    from kts.store.sources import FileSources
    from kts.types import DescribedImage, Filter, Query, Ranking, Result
    from kts.workspace.pictures import Pictures
    from kts.workspace.ranking import Rankers
    from kts.workspace.threads import Open
    from kts.workspace.vectors import Choice
    from kts.workspace.words import Lexicon


NOTHING_DESCRIBED = len("{}\n")
"""Bytes of a `descriptions.json` without an entry."""
SERVED = "openai-"
"""A provider of this name, followed by that of a model, is asked for over HTTP."""


@held
class OpenIndex:
    """One index, opened: its settings, snapshots of it, and what is made once and kept."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        held(cls)

    def __init__(
        self,
        place: layout.Layout,
        *,
        environment: Mapping[str, str] | None = None,
        known: tuple[config.Settings, tuple[config.Origin, ...]] | None = None,
    ) -> None:
        self.layout = place
        self.settings, self.origins = known or config.load(
            place.config, os.environ if environment is None else environment
        )
        self._threads = Threads()
        self._models = Models()

    @classmethod
    def open(cls, path: str | PathLike[str] = ".") -> Self:
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
    def create(cls, path: str | PathLike[str] = ".", *, environment: Mapping[str, str] | None = None) -> Self:
        """The index in `path`, made empty when there is none. Raises UsageError where `path` is a file."""
        place = layout.at(Path(path))
        layout.check_folder(place.folder)
        with database.errors(place.folder):
            place.folder.mkdir(parents=True, exist_ok=True)
        return cls(place, environment=environment)

    def close(self) -> None:
        """Close what is open; it answers no more. Other threads should have ended their calls."""
        self._threads.close()

    def __enter__(self) -> Self:
        self._mine()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading ---------------------------------------------------------------------------------------------

    def _mine(self) -> Open:
        """What this thread has open. Raises UsageError when the workspace is closed."""
        return self._threads.mine()

    def _looked(self) -> Open:
        """The same, closed when the index that it was opened for is no longer the one in its place."""
        mine = self._mine()
        if mine.db is not None and not mine.db.in_transaction and identity(self._truth) != mine.identity:
            mine.close()
        return mine

    def _reader(self) -> sqlite3.Connection:
        mine = self._looked()
        if mine.db is None:
            mine.identity = identity(self._truth)  # before: a file that is put there meanwhile is noticed next time
            mine.db = connect(self.layout)
        return mine.db

    def corpus(self) -> SqliteCorpus:
        """A snapshot of the newest generation; close it."""
        from kts.store.corpus import SqliteCorpus

        with database.errors(self._truth):
            db = self._reader()
            if db.in_transaction:  # another snapshot is being read: this one gets a connection of its own
                return SqliteCorpus(connect(self.layout), owned=True)
            return SqliteCorpus(db, cache=self._rows)

    @contextmanager
    def _snapshot(self) -> Iterator[SqliteCorpus]:
        """A snapshot for the length of a block; what goes wrong in the store comes out as an error of ours."""
        with database.errors(self._truth):
            corpus = self.corpus()
            try:
                yield corpus
            finally:
                corpus.close()

    @cached_property
    def _truth(self) -> Path:
        return self.layout.truth

    @kept
    def _rows(self) -> RowCache:
        from kts.store.rowcache import RowCache

        return RowCache()

    @kept
    def _followers(self) -> Followers:
        return Followers(self.layout, self.settings)

    @kept
    def _lexicon(self) -> Lexicon:
        from kts.workspace.words import Lexicon

        return Lexicon(self.layout)

    @kept
    def _rankers(self) -> Rankers:
        from kts.workspace.ranking import Rankers

        return Rankers(self.layout, self.settings)

    def _embedder(self, provider: str) -> Embedder:
        name = f"{provider} {self.settings.embed.query_encoder}"
        return self._models.get("embedding", name, lambda: self._loaded_embedder(provider))

    def _loaded_embedder(self, provider: str) -> Embedder:
        from kts.workspace.remembering import Remembering
        from kts.workspace.vectors import embedder_of

        served = provider.removeprefix(SERVED) if provider.startswith(SERVED) else ""
        return Remembering(self._served_embedder(served) if served else embedder_of(provider, self.settings.embed))

    def _served_embedder(self, model: str) -> Embedder:
        """A model of a server of the OpenAI protocol (SPEC EMB-2)."""
        from kts.workspace.language import embedding_server

        return embedding_server(model, self.settings.llm, os.environ)

    @kept
    def _entailment(self) -> EntailmentModel | None:
        """The entailment model of checked claims and drafts, None where none is named."""
        from kts.workspace.vectors import entailment_of

        name = self.settings.answer.entailment
        return self._models.get("entailment", name, lambda: entailment_of(name, self.settings.embed))

    def _extra_stages(self) -> tuple[tuple[str, Callable[[Question, Context], Question]], ...]:
        """Stages of the search beside those of the settings: none but what a language model is switched on for.

        The part of the facade that knows language models has its own; a part that stands alone asks the whole.
        """
        settings = self.settings.llm
        if not (settings.provider and (settings.decompose or settings.hyde)):
            return ()
        from kts.workspace.facade import Workspace

        return Workspace(self.layout, known=(self.settings, self.origins))._extra_stages()  # noqa: SLF001 - of our own

    @kept
    def _pictures(self) -> Pictures:
        from kts.workspace.pictures import Pictures

        return Pictures(self.layout)

    @cached_property
    def _described(self) -> Path:
        """Where the descriptions of images are: looked at for every question."""
        return self.layout.descriptions

    def _pictured(
        self, question: str, filters: Filter, corpus: SqliteCorpus
    ) -> tuple[tuple[DescribedImage, ...], tuple[str, ...]]:
        """Images whose description speaks of a question, and notes; where nothing is described, nothing is loaded."""
        try:
            state = self._described.stat()
        except OSError:
            return (), ()
        if state.st_size <= NOTHING_DESCRIBED:
            return (), ()
        from kts.workspace.pictures import mistaken, pictured

        try:
            known = self._pictures.known((state.st_mtime_ns, state.st_size))
        except UsageError as problem:
            return (), (mistaken(problem),)
        db, sources = self._reader(), self._sources(corpus)
        return (pictured(question, known, filters, corpus=corpus, db=db, sources=sources) if known else ()), ()

    def _sources(self, corpus: SqliteCorpus) -> FileSources:
        from kts.store.sources import FileSources

        return FileSources({root.label: root.path for root in corpus.roots()})

    def _ranking(
        self,
        query: Query,
        corpus: SqliteCorpus,
        *,
        k: int,
        per_document: int,
        mode: str | None,
        explain: bool = False,
        ranker: str | None = None,
    ) -> Ranking:
        from kts.search.pipeline import search
        from kts.search.question import Asking
        from kts.trace import mark

        index = mark("open", self._followers.aligned(corpus))
        settings = self.settings.search
        if mode not in {None, settings.mode}:
            settings = settings._replace(mode=mode)
        choice = mark("model", self._choice(settings.mode, corpus))
        end = time.monotonic() + settings.budget
        remaining = lambda: end - time.monotonic()  # noqa: E731
        ranking = search(
            query,
            corpus=corpus,
            index=index,
            dense=choice.dense,
            settings=settings,
            limit=k,
            per_document=per_document,
            asking=Asking(
                self._lexicon.at(corpus.generation),
                remaining,
                explain,
                self._rankers.ranker(
                    ranker or settings.ranker, hybrid=choice.dense is not None and settings.mode == "hybrid"
                ),
                self._rankers.reranker(settings.reranker),
                self._extra_stages(),
            ),
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
        from kts.search.results import results

        return results(
            ranking,
            corpus.records(hit.passage.metadata["document_key"] for hit in ranking.hits),
            corpus=corpus,
            sources=self._sources(corpus),
            length=self.settings.search.snippet,
        )

    def ledger(self) -> Ledger:
        """What came from people and questions."""
        return self._book()

    def _book(self) -> SqliteLedger:
        from kts.store.ledger import SqliteLedger

        self._mine()
        return SqliteLedger(self.layout.ledger)


def resolved(given: Filter | Mapping[str, Any] | None, corpus: SqliteCorpus) -> Filter:
    """The filter with its documents, which may be ids, paths or file names, as ids. Raises UsageError.

    A path may be one from the working directory or begin with the label of its root, as `kts show` takes it.
    """
    filters = filter_given(given)
    if filters.path:
        filters = filters._replace(path=tuple(dict.fromkeys((*filters.path, *_in_root(filters.path, corpus)))))
    if not filters.document:
        return filters
    return filters._replace(document=tuple(corpus.document(name).id for name in filters.document))


def _in_root(paths: Iterable[str], corpus: SqliteCorpus) -> Iterator[str]:
    """The paths that name a root, relative to it."""
    from kts.store.roots import in_roots

    roots = corpus.roots()
    labels = tuple(f"{root.label}/" for root in roots)
    for path in paths:
        named = in_roots(path, roots)
        if named.startswith(labels) and named.partition("/")[2] not in {"", "."}:
            yield named.partition("/")[2]
