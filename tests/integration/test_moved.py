"""CRAWL-2: a folder that was moved or copied together with its index is the same source, wherever it is now."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from kts import Workspace
from support.command import kts
from support.folders import document, policies
from support.index import QUIET, live, made

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = "Within how many days does the servicer answer about custody?"


def sources(folder: Path) -> list[str]:
    with Workspace.open(str(folder)) as workspace:
        return sorted(path for _, path in workspace.status().roots)


def cited(folder: Path) -> set[str]:
    found = kts("ask", QUESTION, "--kb", folder, "--json").ok().data["data"]
    return {one["uri"].partition("#")[0] for claim in found["claims"] for one in claim["citations"]}


@pytest.fixture(params=["", "docs", "../docs"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path, Path]:
    """A project with its index in the folder of documents, above it, or beside it: project, documents, index."""
    top = tmp_path / "before"
    folder = policies(top / "docs", 4)
    home = {"": folder, "docs": top, "../docs": top / "kb"}[request.param]
    made(home, folder).close()
    return top, folder, home


def elsewhere(project: tuple[Path, Path, Path], place: Path) -> tuple[Path, Path]:
    return tuple(place / one.relative_to(project[0]) for one in project[1:])  # type: ignore[return-value]


def test_a_moved_folder_answers_and_is_read_as_the_same_source(project, tmp_path: Path) -> None:
    project[0].rename(tmp_path / "after")
    folder, home = elsewhere(project, tmp_path / "after")
    assert sources(home) == [str(folder)]
    assert cited(home) == {(folder / "p02.md").as_uri()}
    done = kts("ingest", folder, "--kb", home, "--json").ok().done
    assert (done["found"], done["unchanged"], done["removed"]) == (4, 4, 0)
    assert any(str(folder) in note for note in done["notes"])
    assert sources(home) == [str(folder)]


def test_a_copied_folder_answers_from_its_own_files(project, tmp_path: Path) -> None:
    shutil.copytree(project[0], tmp_path / "copy")
    folder, home = elsewhere(project, tmp_path / "copy")
    assert cited(home) == {(folder / "p02.md").as_uri()}
    (folder / "p02.md").write_text(document(2, edition=2), encoding="utf-8")
    with Workspace.open(str(home)) as workspace:
        assert workspace.ingest().unchanged == 3
    assert sources(home) == [str(folder)]
    assert sources(project[2]) == [str(project[1])]


def test_a_root_that_is_gone_is_found_where_it_is_said_to_be(tmp_path: Path) -> None:
    folder = policies(tmp_path / "docs", 4)
    made(tmp_path / "index", folder).close()
    new = folder.rename(tmp_path / "papers")
    with Workspace.open(str(tmp_path / "index")) as workspace:
        assert workspace.ingest([str(new)]).unchanged == 4
        assert len(live(workspace)) == 4
    assert sources(tmp_path / "index") == [str(new)]


def test_other_files_at_the_place_are_not_taken_for_the_moved_ones(tmp_path: Path) -> None:
    folder = policies(tmp_path / "before" / "docs", 4)
    made(tmp_path / "before", folder).close()
    (tmp_path / "before").rename(tmp_path / "after")
    shutil.rmtree(tmp_path / "after" / "docs")
    policies(tmp_path / "after" / "docs", 4, edition=7)
    with Workspace.create(str(tmp_path / "after"), environment=QUIET) as workspace:
        workspace.ingest([str(tmp_path / "after" / "docs")])
        assert len(list(workspace.export("documents"))) == 8  # nothing is lost, nothing is mixed up


def test_a_second_index_of_the_same_folder_is_no_copy(tmp_path: Path) -> None:
    folder = policies(tmp_path / "docs", 4)
    made(folder, folder).close()
    made(tmp_path / "other", folder).close()
    assert sources(tmp_path / "other") == sources(folder) == [str(folder)]


def test_an_answer_whose_files_are_gone_does_not_say_that_the_documents_have_none(tmp_path: Path) -> None:
    folder = policies(tmp_path / "docs", 4)
    made(tmp_path / "index", folder).close()
    for path in folder.iterdir():
        path.rename(tmp_path / path.name)
    (folder / "other.txt").write_text("The folder is there.\n", encoding="utf-8")
    found = kts("ask", QUESTION, "--kb", tmp_path / "index", "--json").ok().data
    assert found["data"]["verdict"] == "abstained"
    assert "gone" in found["reasoning"]


def test_an_answer_whose_source_is_out_of_reach_is_that_of_the_last_ingest(tmp_path: Path) -> None:
    folder = policies(tmp_path / "docs", 4)
    made(tmp_path / "index", folder).close()
    folder.rename(tmp_path / "nowhere-near")
    found = kts("ask", QUESTION, "--kb", tmp_path / "index", "--json").ok(15).data["data"]
    assert found["verdict"] == "answered"
    assert any("cannot be reached" in note for note in found["notes"])
