"""What a corpus keeps between questions: the same answers, never more than its limits."""

from __future__ import annotations

import pytest

from kts.store import rowcache
from kts.workspace import Workspace

LIMIT = 5


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    for name in ("CACHED_TEXTS", "CACHED_ROWS", "CACHED_CELLS"):
        monkeypatch.setattr(rowcache, name, LIMIT)
    monkeypatch.setattr(rowcache.RowCache.joined, "__kwdefaults__", {"most": LIMIT})
    files = tmp_path / "files"
    files.mkdir()
    for number in range(3 * LIMIT):
        (files / f"{number}.md").write_text(f"# Note {number}\n\nThe pump of hall {number} runs.\n", encoding="utf-8")
    with Workspace.create(tmp_path / "kb") as made:
        made.ingest([str(files)])
        yield made


def test_what_is_kept_stays_within_its_limits_and_every_question_has_its_answer(workspace):
    found = workspace.search("pump hall", mode="lexical", k=2 * LIMIT).results
    assert len({one.citation.path for one in found}) == 2 * LIMIT
    assert len(list(workspace.export("passages"))) >= 3 * LIMIT
    again = workspace.search("pump hall", mode="lexical", k=2 * LIMIT).results
    assert [one.hit.passage for one in again] == [one.hit.passage for one in found]
    kept = workspace._rows
    for name in ("rows", "passages", "records", "places", "files"):
        assert len(getattr(kept, name)) <= LIMIT
    assert kept.in_all <= LIMIT


def test_the_files_of_documents_are_those_that_were_read(workspace):
    with workspace._snapshot() as snapshot:
        records = list(snapshot.documents())
        found = snapshot.files([*(one.id for one in records), "doc_of_nobody", records[0].id])
        assert [(id_, file.path, file.sha256) for id_, (_, file) in found.items()] == [
            (one.id, one.path, one.sha256) for one in records
        ]
        assert found == snapshot.files(one.id for one in records)
        assert snapshot.recorded("doc_of_nobody") is None
