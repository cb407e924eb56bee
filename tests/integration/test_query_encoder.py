"""EMB-2 (decision 0033): the shipped query encoder finds what the embedding model misses, over the same vectors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kts.embed.catalogue import DEFAULT, QUERY_ENCODER
from kts.embed.models import default_folder
from kts.workspace import Workspace
from kts.workspace.examine import examine
from support.command import kts

ASKED = {
    "engine/docs/architecture.md": (
        "We'd like one customer shifted from north to south. How much time should we reckon with?",
        "3. Sites",
    ),
    "rules/docs/vintermark-supplier-code.md": (
        "Who pays when Vintermark inspects a factory for the first time?",
        "11. Audits",
    ),
}
"""Questions over documents that the encoder was not trained on, and the section that answers."""


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models that has the embedding model of this machine and nothing else."""
    own = default_folder(os.environ) / DEFAULT
    if not own.is_dir():
        pytest.skip(f"the default model is not installed: kts models add {DEFAULT}")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / DEFAULT).symlink_to(own)
    monkeypatch.setenv("KTS_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("KTS_EMBED_PROVIDER", DEFAULT)
    return tmp_path / "models"


@pytest.fixture
def kb(tmp_path: Path, models: Path, repository: Path) -> Path:
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(repository / "training" / "reader" / "asked" / name) for name in ASKED])
    return tmp_path / "kb"


def found(kb: Path) -> list[bool]:
    """Whether the section that answers is the nearest of its document, for each question."""
    with Workspace.open(str(kb)) as workspace:
        nearest = [
            workspace.search(question, mode="dense", filters={"doc": Path(name).name}).results[0]
            for name, (question, _) in ASKED.items()
        ]
    return [heading in one.hit.passage.text for one, (_, heading) in zip(nearest, ASKED.values(), strict=True)]


def test_emb_2_questions_in_other_words_are_found_once_the_encoder_is_added(kb, models, repository, monkeypatch):
    assert found(kb) == [False, False]
    kts("models", "add", repository / "models" / QUERY_ENCODER, env={"KTS_MODELS": str(models)}).ok()
    assert found(kb) == [True, True]
    with Workspace.open(str(kb)) as workspace:
        assert workspace.ingest().embedded == 0  # the vectors of the index serve as they are
    monkeypatch.setenv("KTS_EMBED_QUERY_ENCODER", "none")
    assert found(kb) == [False, False]


def test_the_list_and_the_doctor_name_the_encoder(kb, models, repository):
    said = {one.subject: one for one in examine(str(kb))}
    assert said["query encoder"].state == "note"
    assert "questions are embedded as documents are" in said["query encoder"].detail
    kts("models", "add", repository / "models" / QUERY_ENCODER, env={"KTS_MODELS": str(models)}).ok()
    assert {one.subject: one.state for one in examine(str(kb))}["query encoder"] == "ok"
    listed = kts("models", "list", env={"KTS_MODELS": str(models)}).ok().out
    (line,) = [line for line in listed.splitlines() if QUERY_ENCODER in line]
    assert "reads questions for the vectors of sentence-transformers/all-MiniLM-L6-v2" in line
