"""RELIABILITY I1, I2, I6: what followers do before there is a generation is seen with it, or never."""

from __future__ import annotations

import shutil
from contextlib import closing

import pytest

from kts.records import IndexChange, Root
from kts.store import followers, views, words
from kts.store.ahead import Ahead
from kts.store.layout import Layout
from kts.store.lexical import LexicalIndex
from kts.store.truth import TruthWriter
from kts.store.views import ViewsDraft
from kts.testing import MemoryIndex
from kts.testing.documents import manifest_row, prepared
from kts.types import Batch, Filter
from kts.workspace.followers import connect


class Store:
    """A truth, its lexical index, and what is done ahead for it."""

    def __init__(self, folder):
        self.place = Layout(folder)
        self.stored = []
        self.truth = TruthWriter(
            self.place.truth, ledger_head=lambda: "", staged=lambda _db, stored: self.stored.append(stored)
        )
        self.truth.add_root(Root("docs", "/docs", "tree"))
        self.db = connect(self.place)
        self.index = LexicalIndex(self.place.index_folder("lexical"))
        self.ahead = Ahead(self.index, ViewsDraft(self.place))

    def staged(self, name, text, *, told=True):
        """A staged document: its manifest row, and its key."""
        document = prepared(name, text)
        key = self.truth.stage(document)
        if told:
            self.ahead.take(self.db, self.stored[-1])
        return manifest_row(document), key

    def committed(self, *staged, removed=()):
        rows, keys = zip(*staged, strict=True) if staged else ((), ())
        self.truth.commit(Batch("docs", "ingest", staged=keys, files=rows, removed=removed))

    def followed(self):
        """Bring everything up; how many changes were left to the follower itself."""
        self.ahead.finish(self.db)
        left = followers.catch_up(self.index, self.db)
        counts = words.counted(self.db, words.empty(), self.ahead.tally)
        views.catch_up(self.place, self.db, self.ahead.views)
        self.ahead.close()
        self.ahead = Ahead(self.index, ViewsDraft(self.place))
        return left, counts

    def close(self):
        self.ahead.close()
        self.db.close()
        self.truth.close()


@pytest.fixture
def store(tmp_path):
    with closing(Store(tmp_path)) as found:
        yield found


def found(index, term):
    return {one.key for one in index.search_lexical({term: 1.0}, level="chunk", filters=Filter(), limit=50)}


def same_as_anew(store):
    """Whether the index holds what one that is built from the truth alone holds."""
    anew = MemoryIndex(store.place.folder)
    followers.rebuild(anew, store.db)
    terms = ("cure", "thirti", "dai", "waiver", "notic", "secur")
    return store.index.keys() == anew.keys() and all(found(store.index, term) == found(anew, term) for term in terms)


def test_i6_what_was_done_ahead_is_what_the_follower_would_have_done(store):
    staged = [store.staged(f"{name}.md", f"# {name}\n\nThirty days {name}.\n") for name in ("cure", "waiver", "notice")]
    assert store.index.generation == 0
    assert store.index.keys() == set()
    store.committed(*staged)
    left, counts = store.followed()
    assert not left
    assert store.index.generation == 1
    assert same_as_anew(store)
    assert counts == words.counted(store.db, words.empty())


def test_i6_replaced_and_removed_versions_leave_with_the_generation(store):
    first = [store.staged("cure.md", "Cure in thirty days.\n"), store.staged("notice.md", "A notice.\n")]
    store.committed(*first)
    store.followed()
    store.committed(store.staged("cure.md", "The waiver of cure.\n"), removed=("notice.md",))
    left, _ = store.followed()
    assert not left
    assert (store.index.generation, found(store.index, "notic"), len(found(store.index, "waiver"))) == (2, set(), 1)
    assert same_as_anew(store)


def test_i2_what_no_generation_names_is_nowhere(store):
    store.committed(store.staged("cure.md", "Cure in thirty days.\n"))
    store.followed()
    before = store.index.keys()
    store.staged("waiver.md", "A waiver.\n")
    assert [path.name for path in store.place.scratch.iterdir()] == ["1"]
    store.ahead.close()
    assert not store.place.scratch.exists()
    store.ahead = Ahead(store.index)
    store.index.reopen()
    assert (store.index.generation, store.index.keys()) == (1, before)
    store.committed(store.staged("notice.md", "A notice.\n"))  # a new draft can be begun, and holds its own only
    store.followed()
    assert same_as_anew(store)


def test_i2_a_draft_with_more_than_its_generation_is_made_anew(store):
    store.staged("waiver.md", "A waiver.\n")
    store.committed(store.staged("cure.md", "Cure in thirty days.\n"))
    left, counts = store.followed()
    assert left
    assert same_as_anew(store)
    assert counts == words.counted(store.db, words.empty())


def test_i6_versions_that_an_earlier_run_staged_are_added_by_the_follower(store):
    old = store.staged("cure.md", "Cure in thirty days.\n", told=False)
    store.committed(old, store.staged("waiver.md", "A waiver.\n"))
    left, counts = store.followed()
    assert not left
    assert same_as_anew(store)
    assert counts == words.counted(store.db, words.empty())


class Refusing(MemoryIndex):
    """An index that takes nothing ahead, though it says that it does."""

    refused = 0
    reason: Exception

    def draft(self):
        """What would take it."""
        self.refused += 1
        raise self.reason


@pytest.mark.parametrize("reason", [ValueError("no"), NotADirectoryError(20, "Not a directory")])
def test_i6_an_index_that_fails_ahead_of_time_follows_at_its_own(store, reason):
    index = Refusing(store.place.folder)
    index.reason = reason
    ahead = Ahead(index)
    staged = [store.staged(f"{name}.md", f"The {name}.\n", told=False) for name in ("cure", "waiver")]
    for stored in store.stored:
        ahead.take(store.db, stored)
    store.committed(*staged)
    ahead.finish(store.db)
    assert (index.refused, index.generation) == (1, 0)
    assert followers.catch_up(index, store.db)
    assert len(index.keys()) == len({*found(index, "cure"), *found(index, "waiver")}) * 2
    assert ahead.tally.keys == {key for _, key in staged}


def test_i2_a_file_in_the_way_of_the_index_keeps_neither_documents_nor_the_index(store):
    store.place.index_folder("lexical").write_text("in the way")
    store.committed(store.staged("cure.md", "Cure in thirty days.\n"))
    assert store.db.execute("SELECT max(number) FROM generation").fetchone() == (1,)
    store.followed()
    assert same_as_anew(store)


def builds(store):
    return sorted(path.name for path in store.place.index_folder("lexical").iterdir())


def test_i2_folders_that_a_killed_process_began_are_removed_with_the_next_draft(store, tmp_path):
    folder = store.place.index_folder("lexical")
    killed = LexicalIndex(tmp_path / "killed").draft()
    killed.put(IndexChange("add", 1, ()))
    shutil.copytree(tmp_path / "killed" / "1-2", folder / "1-2")
    (folder / "2-2").mkdir()
    store.committed(store.staged("cure.md", "Cure in thirty days.\n"))
    assert builds(store) == ["3-2"]
    store.followed()
    assert same_as_anew(store)
    (folder / "4-2").mkdir()
    store.staged("waiver.md", "A waiver.\n")
    assert builds(store) == ["3-2"]


def test_i2_a_build_that_was_committed_outlives_an_interruption_of_what_comes_after(store, monkeypatch):
    store.committed(store.staged("cure.md", "Cure in thirty days.\n"))
    store.followed()
    remove, asked = shutil.rmtree, []

    def interrupted(path, **given):
        asked.append(path)
        if len(asked) == 1:
            raise KeyboardInterrupt
        remove(path, **given)

    monkeypatch.setattr(shutil, "rmtree", interrupted)
    with pytest.raises(KeyboardInterrupt):
        followers.rebuild(store.index, store.db)
    assert [path.name for path in asked] == ["1-2"]
    assert "2-2" in builds(store)
    store.index.reopen()
    assert same_as_anew(store)


def test_i6_an_index_that_takes_nothing_ahead_follows_as_ever(store):
    index = MemoryIndex(store.place.folder)
    ahead = Ahead(index)
    row, key = store.staged("cure.md", "Cure in thirty days.\n", told=False)
    ahead.take(store.db, store.stored[-1])
    store.committed((row, key))
    ahead.finish(store.db)
    assert index.generation == 0
    assert followers.catch_up(index, store.db)
    assert len(found(index, "thirti")) == 1


TEXTS = {
    "cure.md": "# 1 Cure\n\nThe Servicer must cure E-7042 in thirty days. See Section 2.\n\n## 2 Waiver\n",
    "notice.md": "---\ntool: [Pump, Fan]\ndate: 2024-05-06\n---\n# Notice\n\nFault ERR_AUTH_401.\n",
    "plain.txt": "Straße ohne Überschrift.\n",
}


def test_i6_a_version_enters_an_index_as_if_it_were_read_again(store):
    """The index change, the words and the views of what was just stored are those that its rows give."""
    staged = [store.staged(name, text, told=False) for name, text in TEXTS.items()]
    for stored in store.stored:
        assert followers.addition_of(store.db, stored) == followers.addition(store.db, stored.key)
        told, read = words.Tally(), words.Tally()
        told.add_stored(stored)
        read.add(store.db, stored.key)
        assert (told.keys, told.counters) == (read.keys, read.counters)
    assert len({key for _, key in staged}) == len(TEXTS)


def shown(place):
    """Every file of the documents' views with its content."""
    return {path.relative_to(place.documents): path.read_bytes() for path in place.documents.rglob("*.*")}


def test_i6_views_that_were_written_ahead_are_those_that_are_made_anew(store):
    store.committed(*[store.staged(name, text) for name, text in TEXTS.items()])
    store.followed()
    ahead = shown(store.place)
    assert len(ahead) == 2 * len(TEXTS)
    store.committed(store.staged("cure.md", "# Cure\n\nSixty days.\n"), removed=("notice.md",))
    store.followed()
    later = shown(store.place)
    assert len(later) == 2 * len(TEXTS) - 2
    assert later != ahead
    assert not store.place.scratch.exists()
    store.place.index_metadata.unlink()
    shutil.rmtree(store.place.documents)
    views.catch_up(store.place, store.db)
    assert shown(store.place) == later


def test_i6_a_draft_of_views_that_finds_no_room_leaves_them_to_the_end(store):
    store.place.scratch.write_text("in the way")
    staged = store.staged("cure.md", "Cure in thirty days.\n")
    store.place.scratch.unlink(missing_ok=True)
    store.committed(staged)
    store.followed()
    assert len(shown(store.place)) == 2
