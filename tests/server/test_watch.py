"""CRAWL-4: what is gathered, put off and joined before it is read."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import Locked, SourceUnreachable
from kts.server.watch import PATHS_MOST, PUT_OFF, SETTLED, SETTLED_MOST, Pending, Plan, watch

PATIENCE = 30.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Told:
    """What was read and told; reading takes `seconds` by the clock, or fails."""

    def __init__(self, clock, roots=("/allowed",)):
        self.taken, self.events, self.failure, self.seconds = [], [], None, 0.0
        self.plan = Plan(lambda: roots, self._take, self.events.append)
        self.pending = Pending(self.plan, clock=clock)
        self._clock = clock

    def _take(self, paths):
        self._clock.now += self.seconds
        if self.failure is not None:
            raise self.failure
        self.taken.append(paths)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def told(clock):
    return Told(clock)


def test_crawl4_a_burst_is_read_once(told):
    told.pending.add(["/allowed/b", "/allowed/a", "/allowed/a"])
    told.pending.take()
    told.pending.take()
    assert told.taken == [("/allowed/a", "/allowed/b")]


def test_crawl4_what_lies_below_a_changed_folder_is_read_with_it(told):
    told.pending.add(["/allowed/folder/a", "/allowed/folder", "/allowed/folder-2", "/allowed/folder/b/c"])
    told.pending.take()
    assert told.taken == [("/allowed/folder", "/allowed/folder-2")]


def test_crawl4_too_many_changes_are_a_look_at_the_roots(clock):
    told = Told(clock, roots=("/one", "/two", "/three"))
    told.pending.add([f"/one/{number}" for number in range(PATHS_MOST)])
    told.pending.add(["/three/x"])
    told.pending.take()
    assert told.taken == [("/one", "/three")]


@pytest.mark.parametrize("failure", [Locked("busy"), SourceUnreachable("gone")])
def test_crawl4_what_could_not_be_read_is_put_off_and_not_lost(told, clock, failure):
    told.pending.add(["/allowed/a"])
    told.failure = failure
    told.pending.take()
    assert [one["error"] for one in told.events] == [failure.code]
    told.failure = None
    told.pending.add(["/allowed/b"])
    told.pending.take()
    assert told.taken == []
    clock.now += PUT_OFF
    told.pending.take()
    assert told.taken == [("/allowed/a", "/allowed/b")]


def test_crawl4_a_slow_ingest_is_followed_by_a_pause_as_long(told, clock):
    told.seconds = 7.0
    told.pending.add(["/allowed/a"])
    told.pending.take()
    told.pending.add(["/allowed/b"])
    told.pending.take()
    assert told.taken == [("/allowed/a",)]
    clock.now += 7.0
    told.pending.take()
    assert told.taken == [("/allowed/a",), ("/allowed/b",)]


def test_crawl4_files_that_vanish_one_after_another_vanish_at_once(told, clock):
    for number in range(5):
        told.pending.add([f"/allowed/{number}"], vanished=True)
        told.pending.take()
        clock.now += SETTLED / 2
    assert told.taken == []
    told.pending.add(["/allowed/new"])
    clock.now += SETTLED / 2
    told.pending.take()
    assert told.taken == [("/allowed/0", "/allowed/1", "/allowed/2", "/allowed/3", "/allowed/4", "/allowed/new")]
    told.pending.add(["/allowed/a"])
    told.pending.take()
    assert told.taken[1:] == [("/allowed/a",)]


def test_crawl4_where_files_vanish_all_the_time_they_are_acted_on_all_the_same(told, clock):
    while clock.now < SETTLED_MOST:
        assert told.taken == []
        told.pending.add([f"/allowed/{clock.now}"], vanished=True)
        told.pending.take()
        clock.now += SETTLED / 2
    told.pending.take()
    assert len(told.taken) == 1


parts = st.lists(st.sampled_from(["a", "b", "ab", "c"]), min_size=1, max_size=4)


@given(st.lists(parts, min_size=1, max_size=12))
def test_law_every_change_is_read_and_none_twice(changed):
    clock = Clock()
    told = Told(clock)
    paths = {"/allowed/" + "/".join(part) for part in changed}
    told.pending.add(paths)
    told.pending.take()
    (taken,) = told.taken
    assert set(taken) <= paths
    for path in paths:
        assert sum(path == one or path.startswith(f"{one}/") for one in taken) == 1


def until(check):
    """Wait for something that must happen."""
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def test_crawl4_the_index_beside_documents_wakes_nobody(tmp_path):
    taken, events, stop = [], [], threading.Event()
    (tmp_path / ".kts").mkdir()
    plan = Plan(lambda: (str(tmp_path),), taken.append, events.append, debounce=100)
    thread = threading.Thread(target=watch, args=(plan, stop))
    thread.start()
    try:
        time.sleep(0.7)  # the watch has begun
        (tmp_path / ".kts" / "kts.db").write_bytes(b"x")
        (tmp_path / "doc.md").write_text("# A\n", encoding="utf-8")
        until(lambda: taken)
        read = {path for paths in taken for path in paths}
        assert read == {str(tmp_path / "doc.md")}
        moved = tmp_path.with_name(f"{tmp_path.name}-away")
        tmp_path.rename(moved)
        until(lambda: events and events[-1]["event"] == "lost")
        moved.rename(tmp_path)
        until(lambda: events[-1]["event"] == "back")
        until(lambda: (str(tmp_path),) in taken)
    finally:
        stop.set()
        thread.join(PATIENCE)
    assert [one["event"] for one in events] == ["lost", "back"]
