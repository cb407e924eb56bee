"""Laws of an index, whatever way it got where it is: RELIABILITY I6, RANK (determinism), CRAWL-3.

Reading twice is reading once; an incremental index equals a fresh one; the ranking does not depend on history.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kts import Workspace
from kts.server import wire
from support.folders import document, policies, written
from support.index import MEANING, VECTORS, account_adds_up, fingerprint, generations, live, made, ranked, stored

if TYPE_CHECKING:
    from collections.abc import Iterator

QUESTIONS = (
    "what does the servicer answer about escrow",
    "P-003",
    "exception granted form F-21",
    "remittance and foreclosure advances",
    "edition",
    "mark4x1",
)
MODES = ("lexical", "hybrid")
SCRIPTS = 100
FEW = 12


# -- reading twice ------------------------------------------------------------------------------------------------


def aged(folder: Path) -> Path:
    """`folder` with files that were written an hour ago: their times can be trusted."""
    for path in folder.rglob("*"):
        os.utime(path, ns=(path.stat().st_mtime_ns - 3_600_000_000_000,) * 2)
    return folder


def tables(index: Path) -> dict[str, list[object]]:
    names = [name for (name,) in stored(index, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: stored(index, f"SELECT * FROM {name} ORDER BY 1, 2") for name in sorted(names)}  # noqa: S608


def test_ingest_twice_is_ingest_once(tmp_path):
    folder, index = aged(policies(tmp_path / "docs", 8)), tmp_path / "index"
    made(index, folder, environment=VECTORS).close()
    first, views, newest = tables(index), fingerprint(index / ".kts" / "documents"), max(generations(index))
    for _ in range(3):
        with Workspace.create(str(index), environment=VECTORS) as workspace:
            report = workspace.ingest()
        assert (report.unchanged, report.indexed, report.embedded, report.generation) == (8, 0, 0, newest)
        assert tables(index) == first
        assert fingerprint(index / ".kts" / "documents") == views


def durable(index: Path) -> dict[str, str]:
    """Every file of an index but SQLite's table of readers, which is no content and lives only while one reads."""
    return {name: digest for name, digest in fingerprint(index).items() if not name.endswith("-shm")}


def test_ingest_of_nothing_new_writes_nothing(tmp_path):
    folder, index = aged(policies(tmp_path / "docs", 8)), tmp_path / "index"
    made(index, folder, environment=VECTORS).close()
    before = durable(index)
    made(index, folder, environment=VECTORS).close()
    assert durable(index) == before


def rankings(workspace: Workspace) -> list[list[tuple[str, float, str]]]:
    """By words, and by words and meaning; none of an index that nothing was read into."""
    if not workspace.generation():
        return [[] for _ in MODES for _ in QUESTIONS]
    return [ranked(workspace, question, mode=mode) for mode in MODES for question in QUESTIONS]


# -- scripts of edits ---------------------------------------------------------------------------------------------

NAMES = st.sampled_from([f"{folder}{name}.md" for folder in ("", "sub/") for name in "abcd"])
NUMBERS = st.integers(0, 9)
EDIT = st.one_of(
    st.tuples(st.just("write"), NAMES, NUMBERS),
    st.tuples(st.just("remove"), NAMES, st.just(0)),
    st.tuples(st.just("rename"), NAMES, NAMES),
    st.tuples(st.just("swap"), NAMES, NAMES),
    st.tuples(st.just("copy"), NAMES, NAMES),
    st.tuples(st.just("ingest"), st.sampled_from(["", "sub"]), st.just(0)),
)
SCRIPT = st.lists(EDIT, min_size=3, max_size=14)


def edited(folder: Path, kind: str, first: str, second: str | int) -> None:
    """One edit, as a person would make it; edits of files that are not there do nothing."""
    a = folder / first
    if kind == "write":
        number = int(second)
        written(folder, {first: document(number % 5, edition=1 + number // 5)})
    elif a.is_file():
        b = folder / str(second)
        if kind == "remove":
            a.unlink()
        elif kind == "rename":
            a.replace(b)
        elif kind == "copy" and a != b:
            shutil.copyfile(a, b)
        elif kind == "swap" and b.is_file() and a != b:
            third = folder / "third.part"
            a.rename(third)
            b.rename(a)
            third.rename(b)


def incremental_equals_fresh(script: list[tuple[str, str, str | int]]) -> None:
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "docs"
        (folder / "sub").mkdir(parents=True)
        with made(Path(top) / "old", folder, environment=MEANING) as old:
            for kind, first, second in [*script, ("ingest", "", 0)]:
                if kind == "ingest":
                    report = old.ingest([str(folder / first)], confirm=lambda _gone, _known: True)
                    assert account_adds_up(wire.ingest_done(report))
                else:
                    edited(folder, kind, first, second)
            with made(Path(top) / "new", folder, environment=MEANING) as new:
                assert live(old) == live(new) == fingerprint(folder)
                assert old.content_hash() == new.content_hash()
                assert rankings(old) == rankings(new)
            assert old.verify(full=True).problems == ()


@settings(max_examples=FEW, suppress_health_check=[HealthCheck.too_slow])
@given(SCRIPT)
def test_i6_an_incremental_index_equals_a_fresh_one(script):
    incremental_equals_fresh(script)


@pytest.mark.crash
@settings(max_examples=SCRIPTS * 3, suppress_health_check=[HealthCheck.too_slow])
@given(SCRIPT)
def test_i6_an_incremental_index_equals_a_fresh_one_after_many_scripts(script):
    incremental_equals_fresh(script)


# -- the ranking --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Workspace]]:
    top = tmp_path_factory.mktemp("ranking")
    folder = policies(top / "docs", 24)
    with made(top / "index", folder, environment=MEANING) as workspace:
        yield folder, workspace


@settings(max_examples=10)
@given(gone=st.sets(st.integers(0, 23), min_size=1, max_size=20))
def test_rank_is_the_same_after_neighbours_left_and_came_back(corpus, gone):
    folder, workspace = corpus
    before = rankings(workspace)
    assert all(before), "a question that finds nothing shows nothing"
    texts = {f"p{number:02d}.md": (folder / f"p{number:02d}.md").read_text(encoding="utf-8") for number in gone}
    for name in texts:
        (folder / name).unlink()
    workspace.ingest(confirm=lambda _gone, _known: True)
    written(folder, texts)
    workspace.ingest()
    assert rankings(workspace) == before


def test_rank_is_the_same_after_reindex_and_in_another_process_s_eyes(corpus):
    _, workspace = corpus
    before = rankings(workspace)
    workspace.reindex()
    assert rankings(workspace) == before
    for names in (["lexical"], ["dense"], ["lexical", "dense"]):
        workspace.drop_followers(names)
        assert rankings(workspace) == before
    with Workspace.create(str(workspace.layout.folder.parent), environment=MEANING) as other:
        assert rankings(other) == before


@settings(max_examples=4)
@given(order=st.permutations(range(24)))
def test_rank_is_the_same_on_two_machines_that_read_in_another_order(corpus, order):
    folder, workspace = corpus
    with tempfile.TemporaryDirectory() as top:
        there = Path(top) / "docs"
        there.mkdir()
        with made(Path(top) / "index", there, environment=MEANING) as other:
            for start in range(0, 24, 5):
                for number in order[start : start + 5]:
                    shutil.copyfile(folder / f"p{number:02d}.md", there / f"p{number:02d}.md")
                other.ingest()
            assert rankings(other) == rankings(workspace)
            assert other.content_hash() == workspace.content_hash()
