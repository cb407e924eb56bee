"""What followers make of versions that are staged, while others are still being converted.

Nobody sees any of it before the generation that names those versions: then what was made is committed instead of made.
What a process leaves that is killed before is removed when the next draft begins; what cannot be used is made anew
from the truth.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kts.errors import KTSError
from kts.ports.drafts import DraftingIndex
from kts.store import followers
from kts.store.words import Tally

if TYPE_CHECKING:
    import sqlite3

    from kts.ports import PassageIndex
    from kts.ports.drafts import IndexDraft
    from kts.store.followers import Stored
    from kts.store.views import ViewsDraft


class Ahead:
    """The next generation as far as it is known; lives from the first version that is staged to `close`."""

    def __init__(self, index: PassageIndex, views: ViewsDraft | None = None) -> None:
        self._index = index
        self._drafting = index if isinstance(index, DraftingIndex) and not index.wasted else None
        self._draft: IndexDraft | None = None
        self._base = index.generation
        self._keys: set[int] = set()
        self.views = views
        self.tally = Tally()

    def take(self, db: sqlite3.Connection, stored: Stored) -> None:
        """A version was staged. Where it cannot be taken in, the follower meets that in its own time, and says so."""
        try:
            self._put(db, stored)
        except (KTSError, ValueError, OSError):
            self._drafting = None
            self._forget_draft()
        self.tally.add_stored(stored)
        if self.views is not None:
            with suppress(OSError):
                self.views.put(stored)

    def _put(self, db: sqlite3.Connection, stored: Stored) -> None:
        if self._drafting is None:
            return
        if self._draft is None:
            self._draft = self._drafting.draft()
        self._draft.put(followers.addition_of(db, stored))
        self._keys.add(stored.key)

    def finish(self, db: sqlite3.Connection) -> None:
        """Commit what was made with the newest generation, where that fits; all else is left to the follower."""
        try:
            self._commit(db)
        finally:
            self._forget_draft()

    def _commit(self, db: sqlite3.Connection) -> None:
        (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
        if self._draft is None or not self._base == self._index.generation < newest:
            return
        changes = followers.changes(db, self._base)
        if self._keys <= {key for key, gone in changes if not gone}:
            for key, gone in changes:
                if key not in self._keys:
                    self._draft.put(followers.removal(key) if gone else followers.addition(db, key))
            self._draft.commit(newest)
            self._draft = None

    def close(self) -> None:
        """Give up what no generation has named."""
        self._forget_draft()
        self.tally = Tally()
        if self.views is not None:
            self.views.close()

    def _forget_draft(self) -> None:
        draft, self._draft = self._draft, None
        self._keys.clear()
        if draft is not None:
            draft.discard()
