"""A reader beside the other gates: it reads the first passages, counts in the confidence, and may be absent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from kts.errors import MissingModel, UsageError
from kts.ports.models import Weighing
from kts.reader import manifest as readers
from kts.reader.build import build_reader
from kts.reader.models import DEFAULT
from kts.workspace import Workspace
from kts.workspace.checking import Stated
from support.command import kts
from unit.reader import small

if TYPE_CHECKING:
    from pathlib import Path

POLICY = """# Late Charge Policy

## 1. Rate

The late charge is 5 % of the overdue instalment.

## 2. Grace period

The grace period is 15 days after the due date.
"""
QUESTION = "How long is the grace period?"


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "late.md").write_text(POLICY, encoding="utf-8")
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
    return tmp_path / "kb"


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder of models, with nothing in it."""
    monkeypatch.setenv("KTS_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A reader's folder as it is handed on, under the default's name."""
    place = tmp_path / "given" / DEFAULT
    given = small.files(tmp_path / "trained")
    build_reader(given, place, small.RECIPE._replace(id=DEFAULT), tell=lambda _line: None)
    return place


def asked(kb: Path, monkeypatch: pytest.MonkeyPatch, reader: str, question: str = QUESTION):
    monkeypatch.setenv("KTS_ANSWER_READER", reader)
    with Workspace.open(str(kb)) as workspace:
        return workspace.ask(question, record=False)


def test_the_gates_say_whether_a_reader_read(kb, models, monkeypatch):
    assert asked(kb, monkeypatch, "overlap").gates == ("quote", "constraints", "reader")
    assert asked(kb, monkeypatch, "none").gates == ("quote", "constraints")


def test_the_default_reader_may_be_absent_and_another_may_not(kb, models, monkeypatch):
    absent, off = (asked(kb, monkeypatch, name) for name in (DEFAULT, "none"))
    assert absent.gates == ("quote", "constraints")
    assert (absent.text, absent.verdict, absent.confidence) == (off.text, off.verdict, off.confidence)
    with pytest.raises(MissingModel, match="the reader mine is not on this machine"):
        asked(kb, monkeypatch, "mine")
    with pytest.raises(UsageError, match="no name"):
        asked(kb, monkeypatch, "../mine")


def test_a_reader_that_is_installed_reads_and_only_for_answers(kb, models, folder, monkeypatch):
    kts("models", "add", folder, env={"KTS_MODELS": str(models)}).ok()
    found = asked(kb, monkeypatch, DEFAULT)
    assert found.gates == ("quote", "constraints", "reader")
    assert found.timings_ms["read"] >= 0
    monkeypatch.setenv("KTS_ANSWER_READER", DEFAULT)
    with Workspace.open(str(kb)) as workspace:
        workspace.search(QUESTION)
        assert "_passage_reader" not in vars(workspace)
        assert workspace.ask(QUESTION, record=False).confidence == found.confidence
        assert workspace._passage_reader is workspace._passage_reader


def test_claims_are_read_where_the_reader_was_calibrated_for_them_and_requests_never(kb, models, folder, monkeypatch):
    claim, request = "The grace period is 15 days.", "Summarise the grace period."
    assert "reader" not in asked(kb, monkeypatch, "overlap", claim).gates
    readers.write(folder, readers.read(folder)._replace(weighings={"claim": Weighing(0.0, 1.0, coverage=1.0)}))
    kts("models", "add", folder, env={"KTS_MODELS": str(models)}).ok()
    assert "reader" in asked(kb, monkeypatch, DEFAULT, claim).gates
    assert "reader" not in asked(kb, monkeypatch, DEFAULT, request).gates
    assert "reader" not in asked(kb, monkeypatch, DEFAULT).gates


def test_a_claim_that_is_checked_is_read_where_the_reader_was_calibrated_for_claims(kb, models, folder, monkeypatch):
    readers.write(folder, readers.read(folder)._replace(weighings={"claim": Weighing(0.0, 1.0)}))
    kts("models", "add", folder, env={"KTS_MODELS": str(models)}).ok()
    scores = []
    for name in ("none", "overlap", DEFAULT):
        monkeypatch.setenv("KTS_ANSWER_READER", name)
        with Workspace.open(str(kb)) as workspace:
            (found,) = workspace.check([Stated("a", "The grace period is 15 days.")])
            scores.append(found.claim.score)
    assert scores[0] == scores[1] != scores[2]


def test_a_damaged_reader_is_no_absent_one(kb, models, folder, monkeypatch):
    kts("models", "add", folder, env={"KTS_MODELS": str(models)}).ok()
    (models / DEFAULT / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(MissingModel, match=r"tokenizer\.json"):
        asked(kb, monkeypatch, DEFAULT)


def test_a_reader_is_listed_and_verified_as_what_it_is(models, folder, tmp_path):
    here = {"KTS_MODELS": str(models), "PIP_CONFIG_FILE": os.devnull}
    added = kts("models", "add", folder, "--json", env=here, cwd=tmp_path).ok().data["data"]
    assert added["model"]["role"] == "reader"
    assert kts("models", "add", folder, env=here, cwd=tmp_path).ok().out.startswith("reader: reader, int8-per-token")
    lines = kts("models", "list", "--json", env=here, cwd=tmp_path).ok().data["data"]["models"]
    (line,) = [one for one in lines if one["id"] == DEFAULT]
    assert (line["role"], line["state"], line["dims"]) == ("reader", "installed", 0)
    assert {one["role"] for one in lines if one["id"] != DEFAULT} == {"embedding", "entailment"}
    assert "sound  reader" in kts("models", "verify", env=here, cwd=tmp_path).ok().out
    graph = models / DEFAULT / "model.onnx"
    content = bytearray(graph.read_bytes())
    content[-1] ^= 1
    graph.write_bytes(content)
    assert "wrong  reader" in kts("models", "verify", env=here, cwd=tmp_path).ok(4).out
    kts("models", "remove", DEFAULT, env=here, cwd=tmp_path).ok()
    assert not (models / DEFAULT).exists()
