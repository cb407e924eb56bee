"""RELIABILITY: one writer lock that dies with its process; readers never block and never see a mixture (I1, I2)."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from kts import Workspace
from support.command import finish, kts, python, start
from support.folders import document, policies, written
from support.index import VECTORS, fingerprint, live

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

EACH = 4
NO_WAIT = {"KTS_INGEST_LOCK_WAIT": "0"}

PAUSED = """
import sys
from kts import Workspace
def stop(done, total, taken):
    print("reading", flush=True)
    sys.stdin.readline()
with Workspace.create(sys.argv[1]) as workspace:
    workspace.ingest([sys.argv[2]], progress=stop)
print("done", flush=True)
"""
"""An ingest that stops after each file until it gets a line."""

EDITIONS = """
import sys
from pathlib import Path
from kts import Workspace
folder, last = Path(sys.argv[2]), int(sys.argv[3])
with Workspace.open(sys.argv[1]) as workspace:
    for edition in range(2, last + 1):
        for path in sorted(folder.glob("*.md")):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(f"edition {edition - 1} ", f"edition {edition} "), encoding="utf-8")
        workspace.ingest()
"""
"""Writes all documents anew in the next edition, then ingests them as one generation; again and again."""


@contextmanager
def writer(index: Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the writer's lock in the middle of an ingest."""
    with python(PAUSED, index, folder) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "reading\n"
            yield process
        finally:
            process.kill()


def lose_nothing(top: Path, times: int) -> None:
    a, b = policies(top / "a", EACH), policies(top / "b", EACH, edition=2)
    expected = {"a": fingerprint(a), "b": fingerprint(b)}
    for number in range(times):
        index = top / f"index{number}"
        both = [start("ingest", folder, "--kb", index, "--json", env=VECTORS) for folder in (a, b)]
        for process in both:
            assert finish(process).ok().done["indexed"] == EACH
        with Workspace.create(str(index), environment=VECTORS) as workspace:
            held: dict[str, dict[str, str]] = {"a": {}, "b": {}}
            for record in workspace.export("documents"):
                held[record.root][record.path] = record.sha256
            assert held == expected, f"round {number}: documents were lost"
            meant = workspace.search("edition of the rule", k=4 * EACH, mode="dense")
            assert (len({one.citation.document_id for one in meant.results}), meant.ranking.notes) == (2 * EACH, ())
            assert workspace.verify(full=True).problems == ()


def test_reliability_two_writers_at_once_lose_nothing(tmp_path):
    lose_nothing(tmp_path, 5)


@pytest.mark.crash
def test_reliability_two_writers_a_hundred_times_lose_nothing(tmp_path):
    lose_nothing(tmp_path, 100)


def test_reliability_a_writer_that_may_not_wait_is_told_who_writes(tmp_path):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    with writer(index, folder) as process:
        ran = kts("ingest", folder, "--kb", index, "--json", env=NO_WAIT)
        assert ran.code == 11
        assert ran.data["data"]["error"] == "locked"
        assert str(process.pid) in ran.data["data"]["message"]
        told = kts("ingest", folder, "--kb", index, env=NO_WAIT)
        assert (told.code, f"pid {process.pid}" in told.err, "hint:" in told.err) == (11, True, True)
        assert kts("status", "--kb", index, "--json").ok().data["data"]["writer"] == process.pid


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX signal")
def test_reliability_the_lock_dies_with_its_process(tmp_path):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    with writer(index, folder) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert kts("ingest", folder, "--kb", index, "--json", env=NO_WAIT).ok().done["indexed"] == 2
    assert "writer" not in kts("status", "--kb", index, "--json").ok().data["data"]


def test_reliability_readers_are_served_while_a_writer_works(tmp_path):
    folder, index = policies(tmp_path / "docs", 3), tmp_path / "index"
    kts("ingest", folder, "--kb", index).ok()
    written(folder, {"p00.md": document(0, edition=2)})
    with writer(index, folder):
        found = kts("search", "mark0x1", "--kb", index, "--json").ok().data["data"]
        assert found["generation"] == 1
        assert found["results"][0]["citation"]["path"] == "p00.md"
        assert "1 documents" not in kts("status", "--kb", index).ok().out
        kts("verify", "--full", "--kb", index).ok()


def editions_seen(index: Path, writing: subprocess.Popen[str], count: int) -> tuple[set[int], list[str]]:
    """The editions that searches saw while `writing` ran, and what was wrong with some of them."""
    seen: set[int] = set()
    wrong: list[str] = []
    with Workspace.open(str(index)) as workspace:
        while writing.poll() is None:
            found = workspace.search("edition of the rule", k=count * 2)
            texts = [result.hit.passage.text for result in found.results]
            numbers = {int(text.split("edition ")[1].split()[0]) for text in texts}
            if len(numbers) > 1:
                wrong.append(f"generation {found.ranking.generation} mixes editions {sorted(numbers)}")
            if len(texts) != count:
                wrong.append(f"generation {found.ranking.generation} shows {len(texts)} of {count} documents")
            seen |= numbers
    return seen, wrong


def readers_see_whole_generations(top: Path, *, last: int) -> None:
    folder, index, count = policies(top / "docs", 8), top / "index", 8
    kts("ingest", folder, "--kb", index).ok()
    with python(EDITIONS, index, folder, str(last)) as writing:
        seen, wrong = editions_seen(index, writing, count)
        _, err = writing.communicate()
    assert writing.returncode == 0, err
    with Workspace.open(str(index)) as workspace:
        assert live(workspace) == fingerprint(folder)
    assert len(seen) > 1, "the reader was too slow to see more than one generation"
    assert wrong == []


def test_reliability_readers_see_whole_generations(tmp_path):
    readers_see_whole_generations(tmp_path, last=20)


@pytest.mark.crash
def test_reliability_readers_see_whole_generations_for_longer(tmp_path):
    readers_see_whole_generations(tmp_path, last=200)
