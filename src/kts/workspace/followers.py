"""The derived indexes of a workspace: opened when first asked for, brought to the generation that is read."""

from __future__ import annotations

from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING

from kts import registry
from kts.errors import CorruptStore, KTSError, Locked, StorageFull
from kts.store import database
from kts.workspace import standings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from kts.config import Settings
    from kts.ports import PassageIndex, VectorIndex
    from kts.store.ahead import Ahead
    from kts.store.corpus import SqliteCorpus
    from kts.store.followers import Stored
    from kts.store.layout import Layout

ALIGNMENTS = 5
"""Times that a reader looks for a snapshot and a follower of the same generation before it goes back to an older."""
SHARE = (
    "whoever made the index lets you read it (chmod), or runs kts reindex: its files then follow their folder's rights"
)
"""What helps where a file of the index is closed to the one who asks."""


def connect(place: Layout) -> sqlite3.Connection:
    """A reading connection to the truth."""
    return database.open_truth(place.truth)


class Followers:
    """The lexical index, the dense index and the views of one workspace."""

    def __init__(self, place: Layout, settings: Settings) -> None:
        self._place = place
        self._settings = settings
        self._ahead: Ahead | None = None
        self._hindered: KTSError | OSError | None = None

    @cached_property
    def lexical(self) -> PassageIndex:
        """The index of words."""
        name = self._settings.search.index
        index: PassageIndex = registry.load("indexes", name)(self._place.index_folder(name))
        return index

    @cached_property
    def dense(self) -> VectorIndex:
        """The index of vectors."""
        name = self._settings.search.vectors
        index: VectorIndex = registry.load("vectors", name)(self._place.index_folder(name))
        return index

    def aligned(self, corpus: SqliteCorpus) -> PassageIndex:
        """The index of words and the snapshot at one generation: the newest where possible, else the index's.

        Raises CorruptStore where there is no index and none can be made: no word would be found in any document.
        """
        index = self.lexical
        for _ in range(ALIGNMENTS):
            if index.generation < corpus.generation:
                index.reopen()
            if index.generation < corpus.generation and not self._catch_up(index):
                break
            if index.generation == corpus.generation:
                return index
            corpus.renew()
        if index.generation:
            corpus.go_back(index.generation)
        elif corpus.generation and self._hindered and not isinstance(self._hindered, Locked):
            folder = self._place.index_folder(index.name)
            self._refuse_closed(folder)
            message = f"{folder}, the index of words, cannot be read or built anew: {self._hindered}"
            hint = f"make {self._place.folder} writable and run kts verify --repair: it is built from kts.db"
            raise CorruptStore(message, path=str(folder), hint=hint) from self._hindered
        return index

    def _refuse_closed(self, folder: Path) -> None:
        """An index that is whole, a file of which this user may not read, needs other rights and not another build."""
        from kts.store.inspect import closed

        file = closed(folder)
        if file is not None:
            message = f"{file} cannot be read: permission denied"
            raise StorageFull(message, path=str(file), hint=SHARE) from self._hindered

    def aligned_dense(self, corpus: SqliteCorpus) -> VectorIndex:
        """The index of vectors, as new as can be had: a row of another generation than the snapshot's is no hit."""
        index = self.dense
        models = ("", corpus.model.hash if corpus.model else index.model)  # one that holds nothing is of no model
        if index.generation < corpus.newest or index.model not in models:
            index.reopen()
        if index.generation < corpus.newest or index.model not in models:
            self._catch_up(index)
        return index

    def _catch_up(self, index: PassageIndex | VectorIndex) -> bool:
        """Bring the followers to the newest generation; not while someone else writes, or nothing can be written."""
        from kts.store.lock import writing

        try:
            with writing(self._place.lock, wait=0.0), closing(connect(self._place)) as db:
                index.reopen()
                self._bring(db)
        except (KTSError, OSError) as error:
            self._hindered = error
            index.reopen()
            return False
        return True

    def _bring(self, db: sqlite3.Connection) -> None:
        from kts.store import followers

        followers.catch_up(self.lexical, db)
        self._bring_dense(db)

    def _bring_dense(self, db: sqlite3.Connection) -> None:
        from kts.store.models import model_of

        if model_of(db) is not None:
            from kts.store import densefeed

            densefeed.catch_up(self.dense, db)

    def follow(self, db: sqlite3.Connection) -> None:
        """Bring everything to the newest generation; the caller holds the writer's lock."""
        from kts.store import followers, views, words

        ahead = self._ahead
        with database.errors(self._place.folder):
            try:
                if ahead:
                    ahead.finish(db)
                followers.catch_up(self.lexical, db)
                if "dense" in self.__dict__ or not self._dense_is_new(db):
                    self._bring_dense(db)
                words.follow(self._place, db, ahead.tally if ahead else None)
                standings.follow(self._place, db)
                if self._settings.ingest.views:
                    views.catch_up(self._place, db, ahead.views if ahead else None)
            finally:
                self.forget()

    def take_ahead(self, db: sqlite3.Connection, stored: Stored) -> None:
        """A version was staged: what can be done for the generation that will name it is done now."""
        with database.errors(self._place.folder):
            if self._ahead is None:
                from kts.store.ahead import Ahead
                from kts.store.views import ViewsDraft

                views = ViewsDraft(self._place) if self._settings.ingest.views else None
                self._ahead = Ahead(self.lexical, views)
            self._ahead.take(db, stored)

    def forget(self) -> None:
        """Give up what was done ahead and is of no generation."""
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None

    def _dense_is_new(self, db: sqlite3.Connection) -> bool:
        """Whether the index of vectors says by its files that nothing is missing: to open it takes numpy."""
        from kts.store.dense_names import states
        from kts.store.models import model_of

        (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
        model = model_of(db)
        folder = self._place.index_folder(self._settings.search.vectors)
        return model is not None and states(folder, generation=newest, model=model.hash)

    def rebuild(self, db: sqlite3.Connection) -> int:
        """Build everything anew from the truth; the caller holds the writer's lock. Returns the generation."""
        import shutil

        from kts.store import followers, views, words
        from kts.store.models import model_of

        with database.errors(self._place.folder):
            followers.rebuild(self.lexical, db)
            shutil.rmtree(self._place.lexicon, ignore_errors=True)
            words.follow(self._place, db)
            standings.follow(self._place, db)
            if model_of(db) is not None:
                from kts.store import densefeed

                densefeed.rebuild(self.dense, db)
            self._place.index_metadata.unlink(missing_ok=True)
            if self._settings.ingest.views:
                views.catch_up(self._place, db)
        return self.lexical.generation

    def drop(self, names: Sequence[str]) -> None:
        """Delete derived indexes (lexical, dense, views); the next use builds them anew. The caller holds the lock."""
        import shutil

        for name, index in (("lexical", self._settings.search.index), ("dense", self._settings.search.vectors)):
            if name in names:
                shutil.rmtree(self._place.index_folder(index), ignore_errors=True)
        if "lexical" in names:
            self.lexical.reopen()
        if "dense" in names and "dense" in self.__dict__:
            self.dense.reopen()
        if "views" in names:
            for path in (self._place.index_metadata, self._place.manifest):
                path.unlink(missing_ok=True)
            for folder in (self._place.documents, self._place.images):
                shutil.rmtree(folder, ignore_errors=True)
