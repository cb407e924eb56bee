"""CRAWL-2, MON: `kts status` says what has happened to the files since they were read."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from jsonschema import Draft202012Validator

from kts.workspace import Workspace
from support.command import kts
from support.folders import written

NOTES = {
    "keel.md": "# Keel\n\nThe keel is oak.\n",
    "mast.md": "# Mast\n\nThe mast is spruce.\n",
    "sub/sail.txt": "Flax.",
}
NOTHING = {"new": 0, "changed": 0, "gone": 0, "unreachable": (), "unfinished": 0, "beside": ()}


@pytest.fixture
def folder(tmp_path):
    written(tmp_path / "boats", NOTES)
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "boats")], vectors=False)
    return tmp_path


def since(folder):
    with Workspace.open(str(folder)) as workspace:
        return workspace.drift()._asdict()


def test_crawl2_nothing_has_happened_after_an_ingest(folder):
    assert since(folder) == NOTHING
    assert "no file is new, changed or gone" in kts("status", "--kb", folder).ok().out


def test_crawl2_files_that_came_changed_went_and_were_renamed_are_counted(folder):
    boats = folder / "boats"
    (boats / "keel.md").write_text("# Keel\n\nThe keel is elm and iron.\n", encoding="utf-8")
    (boats / "mast.md").rename(boats / "masts.md")
    (boats / "sub" / "sail.txt").unlink()
    (boats / "oar.md").write_text("# Oar\n\nAsh.\n", encoding="utf-8")
    assert since(folder) == {**NOTHING, "new": 2, "changed": 1, "gone": 2}
    assert "2 new, 1 changed, 2 gone: kts ingest takes note" in kts("status", "--kb", folder).ok().out
    with Workspace.open(str(folder)) as workspace:
        workspace.ingest(vectors=False, confirm=lambda *_: True)
    assert since(folder) == NOTHING


def test_crawl2_the_same_is_said_to_programs(folder, repository):
    (folder / "boats" / "oar.md").write_text("# Oar\n\nAsh.\n", encoding="utf-8")
    said = kts("status", "--kb", folder, "--json").ok().data
    assert said["data"]["since"] == {**NOTHING, "new": 1, "unreachable": [], "beside": {}}
    schema = json.loads((repository / "schemas" / "status.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(said)


def test_crawl2_what_no_crawl_reads_is_not_new(folder):
    (folder / "boats" / ".git").mkdir()
    (folder / "boats" / ".git" / "notes.md").write_text("a commit", encoding="utf-8")
    (folder / "boats" / ".ktsignore").write_text("*.bak\n", encoding="utf-8")
    (folder / "boats" / "keel.bak").write_text("old", encoding="utf-8")
    assert {**since(folder), "beside": ()} == NOTHING


def test_crawl2_of_a_source_of_single_files_the_others_are_not_new(tmp_path):
    written(tmp_path / "boats", NOTES)
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "boats" / "keel.md")], vectors=False)
    assert since(tmp_path) == NOTHING


def test_crawl3_a_source_that_is_away_has_lost_no_file(folder):
    shutil.move(folder / "boats", folder / "elsewhere" / "far" / "away")
    found = since(folder)
    assert (found["gone"], found["unreachable"]) == (0, ("boats",))
    assert "the source boats cannot be reached" in kts("status", "--kb", folder).ok().out


def test_crawl2_nothing_is_opened(folder):
    path = folder / "boats" / "keel.md"
    before = path.stat()
    path.write_text("x" * before.st_size, encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert since(folder) == NOTHING


@pytest.mark.skipif(os.name == "nt", reason="links and pipes are POSIX")
def test_what_is_never_read_is_counted_by_kind_and_listed(folder):
    boats = folder / "boats"
    (boats / "link.md").symlink_to("keel.md")
    os.mkfifo(boats / "pipe")
    written(boats, {".ktsignore": "drafts/\n*.bak\n", "drafts/a.md": "A.", "keel.bak": "B.", ".git/c.md": "C."})
    told = kts("status", "--kb", folder).ok().out
    counts = "left out by .ktsignore or settings: 2; named pipe: 1; symbolic link: 1"
    assert counts in told
    listed = kts("status", "--files", "--kb", folder).ok().out.splitlines()
    assert {line.partition("boats/")[2] for line in listed if line.startswith("not read")} == {
        "link.md: symbolic link",
        "pipe: named pipe",
        "drafts: left out by .ktsignore or settings",
        "keel.bak: left out by .ktsignore or settings",
    }
    said = kts("status", "--kb", folder, "--json").ok().data["data"]["since"]["beside"]
    assert said == {"left out by .ktsignore or settings": 2, "named pipe": 1, "symbolic link": 1}
