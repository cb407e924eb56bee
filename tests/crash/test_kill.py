"""kill -9 at any instruction: RELIABILITY I1 to I6; "the next start needs no manual step; one document redone".

The ingest that is killed brings an index of twelve documents to a folder with three new, three changed, two
removed and two renamed ones, in generations of two documents, views, postings, vectors and their index included.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from kts import Workspace
from kts.workspace.searching import AGAIN
from support.command import kts
from support.folders import changed, policies
from support.index import VECTORS, fingerprint, generations, made, store, stored, versions_ever_stored
from support.kill import Kill, counted, killed, spread, tracer_works, worker_killed

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX signal")
ENVIRONMENT = {**VECTORS, "KTS_INGEST_ISOLATED": "1", "KTS_INGEST_BATCH_DOCUMENTS": "2", "KTS_EMBED_BATCH": "6"}
KILLS = 100
FEW = 6
WORKER_KILLS = (0, 60, 120, 180, 250, 350)
"""Milliseconds after a worker's start at which it is killed: while it starts, in the middle, and when all is done."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A folder, the index before its changes were read (`before`) and how it looks read undisturbed."""

    folder: Path
    before: Path
    hash_after: str
    history: dict[int, frozenset[tuple[str, str]]]
    stored_after: int
    calls: dict[str, int]
    milliseconds: int
    sources: dict[str, str]

    def arguments(self, index: Path) -> list[str]:
        """The command that is killed."""
        return ["ingest", str(self.folder), "--kb", str(index), "--json"]

    def kills(self, number: int) -> list[Kill]:
        """Where to kill: at system calls where they can be counted, else at seeded moments."""
        if self.calls:
            return spread(self.calls, number)
        chance = random.Random(7)  # noqa: S311
        return [Kill("time", chance.randrange(self.milliseconds)) for _ in range(number)]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    top = tmp_path_factory.mktemp("kill")
    folder, before, after = policies(top / "docs", 12), top / "before", top / "after"
    made(before, folder, environment=VECTORS).close()
    changed(folder)
    shutil.copytree(before, after)
    began = time.monotonic()
    arguments = ["ingest", str(folder), "--kb", str(after), "--json"]
    calls = counted(arguments, env=ENVIRONMENT, log=top / "strace.log") if tracer_works() else {}
    kts(*arguments, env=ENVIRONMENT).ok()
    with Workspace.open(str(after)) as workspace:
        hash_after = workspace.content_hash()
    return Scene(
        folder=folder,
        before=before,
        hash_after=hash_after,
        history=generations(after),
        stored_after=versions_ever_stored(after),
        calls=calls,
        milliseconds=round((time.monotonic() - began) * 1000),
        sources=fingerprint(folder),
    )


def kept(index: Path) -> set[bytes]:
    """The hashes of the texts that have a vector."""
    return {digest for (digest,) in stored(index, "SELECT text_sha256 FROM vector")}


def survives(kill: Kill, scene: Scene, index: Path) -> bool:
    """Kill an ingest into `index`, then hold the index to every invariant; returns whether it died of it."""
    shutil.copytree(scene.before, index)
    died = killed(kill, scene.arguments(index), env=ENVIRONMENT)
    known = generations(index)
    newest = max(known)
    # I1, I2: what is live is one of the generations, whole; nothing acknowledged before is lost.
    assert known[newest] == scene.history[newest], f"{kill}: generation {newest} is not whole"
    found = kts("search", "what the servicer answers", "-k", "50", "--kb", index, "--json").ok()
    cited = {(r["citation"]["document_id"], r["citation"]["sha256"]) for r in found.data["data"]["results"]}
    assert cited == scene.history[newest], f"{kill}: a search right after the kill sees a part"
    notes = [note for note in found.data["data"]["notes"] if not note.endswith(AGAIN)]
    assert notes == [], f"{kill}: the search was not whole"
    with Workspace.create(str(index), environment=ENVIRONMENT) as workspace:
        meant = workspace.search("what the servicer answers", k=50, mode="hybrid")
        assert {result.citation.document_id for result in meant.results} == {id_ for id_, _ in cited}, kill
        notes = [note for note in meant.ranking.notes if not note.endswith(AGAIN)]
        assert all("wait for their vectors" in note for note in notes), f"{kill}: {notes}"
    before = kept(index)
    # I6: running again converges; the account adds up (I4); at most one document was redone.
    again = kts(*scene.arguments(index), env=ENVIRONMENT).ok()
    redone = versions_ever_stored(index) - scene.stored_after
    assert redone <= 1, f"{kill}: {redone} documents were converted again"
    embedded = again.done.get("embedded", 0)
    assert embedded == len(kept(index) - before), f"{kill}: {embedded} texts embedded that had a vector"
    with Workspace.create(str(index), environment=ENVIRONMENT) as workspace:
        assert workspace.content_hash() == scene.hash_after, f"{kill}: other content than undisturbed"
        assert workspace.verify(full=True).problems == (), f"{kill}: verify finds problems"
        assert workspace.search("what the servicer answers", mode="dense").ranking.notes == (), (
            f"{kill}: vectors are missing"
        )
    assert again.done["failed"] == 0
    assert fingerprint(scene.folder) == scene.sources, "I5: a source file was written"
    return died


def test_reliability_six_kills_leave_a_whole_index(scene, tmp_path):
    died = [survives(kill, scene, tmp_path / str(number)) for number, kill in enumerate(scene.kills(FEW))]
    assert any(died)


@pytest.mark.crash
def test_reliability_a_hundred_kills_leave_a_whole_index(scene, tmp_path):
    kills = scene.kills(KILLS)
    assert len(kills) == KILLS
    broken, died = [], 0
    for number, kill in enumerate(kills):
        try:
            died += survives(kill, scene, tmp_path / str(number))
        except AssertionError as problem:
            broken.append(f"{kill}: {str(problem).splitlines()[0]}")
        shutil.rmtree(tmp_path / str(number))
    assert broken == []
    assert died >= KILLS * 0.8, f"only {died} of {KILLS} runs were killed; the others were faster"


def test_reliability_a_kill_of_the_very_first_ingest_needs_no_manual_step(scene, tmp_path):
    fresh = tmp_path / "fresh"
    kts(*scene.arguments(fresh)).ok()
    with Workspace.open(str(fresh)) as workspace:
        expected = workspace.content_hash()
    kills = scene.kills(FEW)
    for number, kill in enumerate(kills):
        index = tmp_path / str(number)
        killed(kill, scene.arguments(index), env={})
        kts(*scene.arguments(index)).ok()
        kts("verify", "--full", "--kb", index).ok()
        with Workspace.open(str(index)) as workspace:
            assert workspace.content_hash() == expected, kill


def worker_missed(milliseconds: int, scene: Scene, index: Path) -> bool:
    """Kill a worker of an ingest, which ends as if nobody had; returns whether there was none left to kill."""
    shutil.copytree(scene.before, index)
    ran, hit = worker_killed(milliseconds, scene.arguments(index), env=ENVIRONMENT)
    assert ran.ok().done["failed"] == 0
    assert versions_ever_stored(index) == scene.stored_after
    with Workspace.create(str(index), environment=ENVIRONMENT) as workspace:
        assert workspace.content_hash() == scene.hash_after
        assert workspace.verify(full=True).problems == ()
    return not hit


def test_reliability_a_killed_worker_costs_nothing(scene, tmp_path):
    missed = [worker_missed(after, scene, tmp_path / str(after)) for after in WORKER_KILLS]
    assert not all(missed)


@pytest.mark.crash
def test_reliability_a_worker_killed_at_any_moment_costs_nothing(scene, tmp_path):
    missed = [worker_missed(after, scene, tmp_path / str(after)) for after in range(5, 405, 10)]
    assert not all(missed)


def test_reliability_a_store_killed_before_it_had_a_schema_is_no_index(tmp_path):
    (tmp_path / ".kts").mkdir()
    with closing(sqlite3.connect(tmp_path / ".kts" / "kts.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert kts("search", "servicer", "--kb", tmp_path).code == 10


def test_reliability_a_kill_leaves_no_temporary_files_behind_after_the_next_run(scene, tmp_path):
    if not scene.calls:
        pytest.skip("needs strace to kill between writing and renaming")
    index = tmp_path / "index"
    shutil.copytree(scene.before, index)
    assert killed(Kill("rename", scene.calls["rename"] // 2), scene.arguments(index), env=ENVIRONMENT)
    kts(*scene.arguments(index)).ok()
    assert [str(path) for path in store(index).rglob("*.tmp")] == []
