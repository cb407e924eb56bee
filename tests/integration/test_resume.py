"""CRAWL-5, RELIABILITY: an ingest that ends in the middle is gone on with, from what was staged, as if it had not."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from kts import Workspace
from support.folders import document, policies, written
from support.index import QUIET, live, made, versions_ever_stored

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kts.types import FileOutcome


def stop_after(number: int) -> Callable[..., None]:
    """A progress report in which somebody presses Ctrl-C after so many files."""

    def progress(done: int, _total: int, _taken: object) -> None:
        if done == number:
            raise KeyboardInterrupt

    return progress


def interrupted(index: Path, folder: Path, number: int) -> None:
    with Workspace.create(str(index), environment=QUIET) as workspace, pytest.raises(KeyboardInterrupt):
        workspace.ingest([str(folder)], progress=stop_after(number))


def one_slide_missing() -> bytes:
    """A deck whose second slide is not where the deck says it is."""
    from pptx import Presentation

    deck, written = Presentation(), io.BytesIO()
    for text in ("The grace period is nineteen days", "What is said here"):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = text
        slide.placeholders[1].text = "one point"
    list(deck.slides._sldIdLst)[1].rId = "rId999"
    deck.save(written)
    return written.getvalue()


def line_of(workspace: Workspace, path: str) -> FileOutcome:
    return next(line for line in workspace.files() if line.path == path)


@pytest.mark.parametrize("number", [1, 3, 5])
def test_crawl_5_an_interrupted_ingest_converts_nothing_twice(tmp_path, number):
    folder = policies(tmp_path / "docs", 5)
    interrupted(tmp_path / "index", folder, number)
    assert versions_ever_stored(tmp_path / "index") == number
    with made(tmp_path / "index", folder) as again, made(tmp_path / "fresh", folder) as fresh:
        assert versions_ever_stored(tmp_path / "index") == 5
        assert again.content_hash() == fresh.content_hash()
        assert again.files() == fresh.files()


def test_crawl_5_what_was_staged_and_changed_since_is_read_again(tmp_path):
    folder = policies(tmp_path / "docs", 5)
    interrupted(tmp_path / "index", folder, 3)
    written(folder, {"p00.md": document(0, edition=2)})
    (folder / "p01.md").unlink()
    with made(tmp_path / "index", folder) as again, made(tmp_path / "fresh", folder) as fresh:
        assert live(again) == live(fresh)
        assert again.content_hash() == fresh.content_hash()
        assert again.verify(full=True).problems == ()


def test_reliability_a_partly_read_file_stays_partial_after_an_interrupt(tmp_path):
    pytest.importorskip("pptx", reason="needs the full tier")
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "deck.pptx").write_bytes(one_slide_missing())
    with made(tmp_path / "fresh", folder) as fresh:
        expected = line_of(fresh, "deck.pptx")
    assert (expected.outcome, "2" in expected.reason) == ("partial", True)
    interrupted(tmp_path / "index", folder, 1)
    with made(tmp_path / "index", folder) as again:
        assert line_of(again, "deck.pptx") == expected
