"""RELIABILITY: a full disk, a limited file size and read-only media; the old generation still serves (I1)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kts import Workspace
from support.command import kts
from support.folders import document, policies, written
from support.index import fingerprint, made
from support.root import bound_by_rights, mounted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.command import Ran

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits and mounts are POSIX")
LARGE = 4  # documents of about 250 kB each, with words of their own


def grown(folder: Path) -> Path:
    """`folder` with documents whose index needs megabytes."""
    bulk = {
        f"bulk{n}.txt": "".join(f"Clause {n}-{i} names item{n * 9973 + i}.\n" for i in range(7000))
        for n in range(LARGE)
    }
    return written(folder, {**bulk, "p00.md": document(0, edition=2)})


def still_serves(index: Path, *, edition: int) -> None:
    found = kts("search", f"mark0x{edition}", "--kb", index, "--json").ok().data["data"]["results"]
    assert [one["citation"]["path"] for one in found[:1]] == ["p00.md"]
    kts("verify", "--full", "--kb", index).ok()


def last_error(ran: Ran) -> tuple[int, str]:
    """Exit code and error word, after whatever event lines came before."""
    at = ran.out.rfind('{"confidence"')
    assert at >= 0, f"no error envelope at the end of:\n{ran.out}\n{ran.err}"
    return ran.code, json.loads(ran.out[at:])["data"]["error"]


@posix
def test_exit_14_when_a_file_may_not_grow_and_the_old_generation_serves(tmp_path):
    folder, index = policies(tmp_path / "docs", 3), tmp_path / "index"
    kts("ingest", folder, "--kb", index).ok()
    grown(folder)
    largest = max(path.stat().st_size for path in index.rglob("*") if path.is_file())
    ran = kts("ingest", folder, "--kb", index, "--json", file_limit=largest + 500_000)
    assert last_error(ran) == (14, "storage")
    still_serves(index, edition=1)
    assert kts("ingest", folder, "--kb", index, "--json").ok().done["failed"] == 0
    still_serves(index, edition=2)


@posix
@pytest.mark.crash
def test_exit_14_when_the_disk_is_full_and_room_mends_it(tmp_path):
    folder = policies(tmp_path / "docs", 3)
    with mounted(tmp_path / "disk", "-t", "tmpfs", "-o", "size=4m", "tmpfs") as disk:
        index = disk / "index"
        kts("ingest", folder, "--kb", index).ok()
        before = Workspace.open(str(index))
        expected = before.content_hash()
        before.close()
        grown(folder)
        ran = kts("ingest", folder, "--kb", index, "--json")
        assert last_error(ran) == (14, "storage")
        still_serves(index, edition=1)
        with Workspace.open(str(index)) as workspace:
            assert workspace.content_hash() == expected
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
        assert kts("ingest", folder, "--kb", index, "--json").ok().done["failed"] == 0
        still_serves(index, edition=2)


@posix
@pytest.mark.crash
def test_exit_14_wherever_an_ingest_meets_the_full_disk(tmp_path):
    folder, odd = policies(tmp_path / "docs", 3), []
    for free in range(20, 420, 40):
        policies(folder, 3, edition=1)
        with mounted(tmp_path / "disk", "-t", "tmpfs", "-o", "size=4m", "tmpfs") as disk:
            kts("ingest", folder, "--kb", disk / "index").ok()
            space = shutil.disk_usage(disk).free
            (disk / "ballast").write_bytes(bytes(space - free * 1024))
            policies(folder, 3, edition=2)
            ran = kts("ingest", folder, "--kb", disk / "index")
            if ran.code not in {0, 14}:
                odd.append(f"{free} kB free: {ran.code} {ran.err}")
            (disk / "ballast").unlink()
            kts("ingest", folder, "--kb", disk / "index").ok()
            still_serves(disk / "index", edition=2)
    assert odd == []


@posix
def test_an_ingest_without_descriptors_loses_nothing(tmp_path):
    folder, index = policies(tmp_path / "docs", 3), tmp_path / "index"
    for number in (8, 12, 16):
        few_descriptors(number, folder, index)
    assert kts("ingest", folder, "--kb", index, "--json").ok().done["failed"] == 0
    still_serves(index, edition=1)


@posix
def test_exit_14_when_an_ingest_has_too_few_descriptors(tmp_path):
    folder = policies(tmp_path / "docs", 3)
    found = {number: few_descriptors(number, folder, tmp_path / str(number)).code for number in (8, 10, 12, 14, 16)}
    assert set(found.values()) <= {0, 14}, found


def few_descriptors(number: int, folder: Path, index: Path) -> Ran:
    limit = ["sh", "-c", f'ulimit -n {number}; exec "$@"', "sh"]
    return kts("ingest", folder, "--kb", index, before=limit)


def test_after_an_ingest_the_store_is_one_file_that_can_be_copied(tmp_path):
    folder, index, copy = policies(tmp_path / "docs", 3), tmp_path / "index", tmp_path / "copy"
    kts("ingest", folder, "--kb", index).ok()
    (copy / ".kts").mkdir(parents=True)
    shutil.copyfile(index / ".kts" / "kts.db", copy / ".kts" / "kts.db")
    still_serves(copy, edition=1)


def read_only_serves(index: Path, before: list[str]) -> None:
    for arguments in (["search", "mark0x1"], ["status"], ["export", "documents"]):
        kts(*arguments, "--kb", index, before=before).ok()


def read_only_refuses(index: Path, before: list[str]) -> None:
    refused = kts("ingest", "--kb", index, before=before)
    assert refused.code == 14, refused.err
    assert "hint:" in refused.err


def read_only_finds(index: Path, before: list[str]) -> None:
    found = kts("search", "mark0x1", "--kb", index, "--json", before=before).ok().data["data"]
    assert [one["citation"]["path"] for one in found["results"]] == ["p00.md"], found["notes"]
    kts("verify", "--full", "--kb", index, before=before).ok()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Path]:
    """An index whose files and folders nobody may write."""
    index = tmp_path / "index"
    made(index, policies(tmp_path / "docs", 2)).close()
    places = [index / ".kts", *(index / ".kts").rglob("*")]
    for path in places:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield index
    for path in places:
        if path.exists():
            path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.fixture
def medium(tmp_path: Path) -> Iterator[Path]:
    """An index on a read-only medium, as on a disc or a share that one may only read."""
    source = tmp_path / "source"
    made(source, policies(tmp_path / "docs", 2)).close()
    expected = fingerprint(source)
    with mounted(tmp_path / "medium", "--bind", "-o", "ro", str(source)) as folder:
        if os.access(folder, os.W_OK):
            pytest.skip("bind mounts are not read-only here")
        yield folder
    assert fingerprint(source) == expected


@posix
def test_an_index_without_write_permission_serves(guarded):
    read_only_serves(guarded, bound_by_rights())


@posix
def test_exit_14_when_an_index_may_not_be_written(guarded):
    read_only_refuses(guarded, bound_by_rights())


@posix
def test_an_index_without_write_permission_finds_what_it_holds(guarded):
    read_only_finds(guarded, bound_by_rights())


@posix
def test_an_index_on_a_read_only_medium_serves(medium):
    read_only_serves(medium, [])


@posix
def test_exit_14_when_the_medium_is_read_only(medium):
    read_only_refuses(medium, [])


@posix
def test_an_index_on_a_read_only_medium_finds_what_it_holds(medium):
    read_only_finds(medium, [])


@pytest.fixture
def colleagues(tmp_path: Path) -> Path:
    """An index that another user made with the usual mask; skips where this is not root, who can give it away."""
    index = tmp_path / "index"
    if os.geteuid():
        pytest.skip("only root can make a file another user's")
    before = os.umask(0o022)
    try:
        made(index, policies(tmp_path / "docs", 2)).close()
    finally:
        os.umask(before)
    for path in (index, index / ".kts", *(index / ".kts").rglob("*")):
        os.chown(path, OTHER, OTHER)
    return index


OTHER = 65534


@posix
def test_an_index_that_a_colleague_made_is_searched(colleagues):
    read_only_finds(colleagues, bound_by_rights())


@posix
def test_a_reader_is_told_which_file_is_closed(colleagues):
    (meta,) = (colleagues / ".kts" / "lexical").rglob("meta.json")
    meta.chmod(0o600)
    ran = kts("search", "mark0x1", "--kb", colleagues, before=bound_by_rights())
    assert ran.code == 14
    assert f"{meta} cannot be read" in ran.err
    assert "kts reindex" in ran.err
    told = kts("doctor", "--kb", colleagues, before=bound_by_rights())
    assert f"{meta} cannot be read" in told.out


@pytest.mark.parametrize("there", [b"", None])
def test_a_ledger_that_a_full_disk_left_empty_is_begun_anew(tmp_path, there):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    if there is None:
        kts("ingest", folder, "--kb", index).ok()
    ledger = index / ".kts" / "ledger.db"
    ledger.parent.mkdir(parents=True, exist_ok=True)
    ledger.write_bytes(b"")
    kts("ingest", folder, "--kb", index).ok()
    kts("ask", "What is rule P-001 about?", "--kb", index).ok()
    assert ledger.stat().st_size
    kts("verify", "--full", "--kb", index).ok()


@posix
def test_a_question_that_cannot_be_recorded_leaves_no_empty_ledger(tmp_path):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    kts("ingest", folder, "--kb", index).ok()
    ledger = index / ".kts" / "ledger.db"
    ledger.unlink()
    kts("ask", "What is rule P-001 about?", "--kb", index, file_limit=0).ok()
    assert not ledger.exists()
