"""What a question is told of the index itself: it is empty, its files are out of reach, some were not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts import Workspace
from kts.errors import NoIndex
from support.command import kts
from support.folders import policies, written
from support.index import QUIET, made

if TYPE_CHECKING:
    from pathlib import Path

ASKED = "How many days has the servicer to answer by rule P-001?"


class BrokeOffError(Exception):
    """Stands for the end of a process in the middle of its work."""


def broken_off(index: Path, folder: Path) -> None:
    def stop(done: int, _total: int, _taken: object) -> None:
        if done == 2:
            raise BrokeOffError

    with Workspace.create(str(index), environment=QUIET) as workspace, pytest.raises(BrokeOffError):
        workspace.ingest([str(folder)], progress=stop)


@pytest.mark.parametrize("command", ["ask", "search"])
def test_exit_10_when_the_only_ingest_broke_off(tmp_path, command):
    folder, index = policies(tmp_path / "docs", 4), tmp_path / "index"
    broken_off(index, folder)
    ran = kts(command, ASKED, "--kb", index)
    assert ran.code == NoIndex.exit_code
    assert "its ingest broke off after 2 files" in ran.err
    kts("ingest", "--kb", index).ok()
    kts(command, ASKED, "--kb", index).ok()


@pytest.mark.parametrize("command", ["ask", "search"])
def test_exit_15_with_the_answer_of_the_last_ingest_when_the_source_is_out_of_reach(tmp_path, command):
    folder, index = policies(tmp_path / "docs", 4), tmp_path / "index"
    made(index, folder).close()
    before = kts(command, ASKED, "--kb", index).ok()
    folder.rename(tmp_path / "away")
    ran = kts(command, ASKED, "--kb", index)
    assert ran.code == 15
    assert "as of the last ingest: the source docs cannot be reached" in ran.err
    assert "p01.md" in ran.out
    assert ("3 days" in before.out, "gone" in ran.out + ran.err) == ("3 days" in ran.out, False)
    (tmp_path / "away").rename(folder)
    kts(command, ASKED, "--kb", index).ok()


def test_a_file_that_is_gone_from_a_source_that_is_there_is_no_evidence(tmp_path):
    folder, index = policies(tmp_path / "docs", 4), tmp_path / "index"
    made(index, folder).close()
    (folder / "p01.md").unlink()
    ran = kts("ask", ASKED, "--kb", index).ok()
    assert "p01.md is gone" in ran.out + ran.err


def test_an_answer_that_finds_nothing_tells_of_the_files_that_were_not_read(tmp_path):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    written(folder, {"Rhine Labour (locked).pdf": "%PDF-1.7 cut short", "other.docx": "no archive", "film.mp4": "x"})
    made(index, folder).close()
    ran = kts("ask", "When does the agreement with Rhine Labour end?", "--kb", index).ok()
    assert "2 files could not be read: kts status --files" in ran.err
    assert "Rhine Labour (locked).pdf has words of the question and was not read" in ran.err
    (folder / "film.mp4").rename(folder / "Ode of the day.mp4")
    made(index, folder).close()
    ran = kts("ask", "What is the name of the owner of the harbour?", "--kb", index).ok()
    assert "has words of the question" not in ran.err
    found = kts("ask", ASKED, "--kb", index).ok()
    assert "could not be read" not in found.err


def test_an_answer_without_its_models_says_so(tmp_path):
    folder, index = policies(tmp_path / "docs", 4), tmp_path / "index"
    made(index, folder).close()
    nowhere = {"KTS_EMBED_MODELS": str(tmp_path / "nowhere")}
    ran = kts("ask", ASKED, "--kb", index, env=nowhere).ok()
    assert "note: answered without the selector and the reader" in ran.err
    off = {**nowhere, "KTS_ANSWER_READER": "none", "KTS_ANSWER_SELECTOR": "none"}
    assert "answered without" not in kts("ask", ASKED, "--kb", index, env=off).ok().err


def test_a_variable_that_nearly_is_a_setting_is_told(tmp_path):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    made(index, folder).close()
    odd = {"KTS_SEARCH_MAX_RESULT": "1", "KTS_OF_ANOTHER_PROGRAM": "1"}
    ran = kts("search", "servicer", "--kb", index, env=odd).ok()
    assert "KTS_SEARCH_MAX_RESULT is no setting and is not used; did you mean KTS_SEARCH_MAX_RESULTS?" in ran.err
    assert "KTS_OF_ANOTHER_PROGRAM" not in ran.err
    assert "no setting" not in kts("search", "servicer", "--kb", index).ok().err


def test_status_tells_of_models_that_are_not_here(tmp_path):
    folder, index = policies(tmp_path / "docs", 2), tmp_path / "index"
    made(index, folder).close()
    env = {"KTS_EMBED_PROVIDER": "nomodel", "KTS_ANSWER_READER": "none", "KTS_EMBED_MODELS": str(tmp_path)}
    told = kts("status", "--kb", index, env=env).ok().out
    assert "nomodel is not here: kts search and kts ingest stop with exit code 13" in told
    assert "selector is not here" in told
    assert "reader" not in told


def test_a_recorded_answer_whose_file_is_gone_still_tells_what_it_said(tmp_path):
    folder, index = policies(tmp_path / "docs", 4), tmp_path / "index"
    made(index, folder).close()
    saved = tmp_path / "answer.json"
    answered = kts("ask", ASKED, "--kb", index, "--json").ok()
    saved.write_text(answered.out, encoding="utf-8")
    record, path = answered.data["data"]["ledger_id"], answered.data["data"]["claims"][0]["citations"][0]["path"]
    (folder / path.rpartition("/")[2]).unlink()
    ran = kts("verify", saved, "--kb", index)
    assert "gone" in ran.out
    assert "renamed or moved is told as such after kts ingest" in ran.err
    kts("ingest", "--kb", index).ok()
    ran = kts("show", record, "--kb", index)
    quote = " ".join(answered.data["data"]["claims"][0]["citations"][0]["quote"].split())
    assert ran.code != 0
    assert path in ran.err
    assert quote in ran.err
    assert f"kts ledger show {record}" in ran.err
