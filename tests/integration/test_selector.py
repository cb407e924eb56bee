"""The selector: the statement that says what is asked for is shown, though others repeat more of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.errors import MissingModel
from kts.reader.models import SELECTOR
from kts.workspace import Workspace
from kts.workspace.examine import examine
from support.command import kts

if TYPE_CHECKING:
    from pathlib import Path

COMMITTEE = """# Cooperation

3.1 The steering committee is made of three representatives of each party, three of whom come together as a quorum.

3.3 The committee shall meet at least once in each month. Minutes are kept.

3.4 Each party may call the committee.
"""
QUESTION = "How often does the steering committee come together?"
RIGHT = "at least once in each month"


@pytest.fixture
def kb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index of one agreement, and a folder of models with nothing in it."""
    monkeypatch.setenv("KTS_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("KTS_ANSWER_FLOOR", "0")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "cooperation.md").write_text(COMMITTEE, encoding="utf-8")
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
    return tmp_path / "kb"


def asked(kb: Path, monkeypatch: pytest.MonkeyPatch, selector: str, question: str = QUESTION):
    monkeypatch.setenv("KTS_ANSWER_SELECTOR", selector)
    with Workspace.open(str(kb)) as workspace:
        return workspace.ask(question, record=False)


def test_evid_4_the_statement_that_answers_is_shown_where_a_selector_reads(kb, tmp_path, repository, monkeypatch):
    without = asked(kb, monkeypatch, SELECTOR)
    assert (without.gates, RIGHT in without.text) == (("quote", "constraints"), False)
    kts("models", "add", repository / "models" / SELECTOR, env={"KTS_MODELS": str(tmp_path / "models")}).ok()
    found = asked(kb, monkeypatch, SELECTOR)
    assert found.gates == ("quote", "constraints", "selector")
    assert RIGHT in found.text
    assert asked(kb, monkeypatch, "none").text == without.text


def test_the_default_selector_may_be_absent_and_another_may_not(kb, monkeypatch):
    assert asked(kb, monkeypatch, SELECTOR).text == asked(kb, monkeypatch, "none").text
    with pytest.raises(MissingModel, match="mine is not on this machine") as missing:
        asked(kb, monkeypatch, "mine")
    assert "answer.selector = 'none'" in missing.value.hint


def test_a_few_words_are_chosen_by_words_alone(kb, monkeypatch):
    assert "selector" not in asked(kb, monkeypatch, "overlap", "steering committee").gates
    assert "selector" in asked(kb, monkeypatch, "overlap").gates


def test_what_a_selector_reads_no_reader_reads_and_none_is_loaded(kb, monkeypatch):
    monkeypatch.setenv("KTS_ANSWER_SELECTOR", "overlap")
    monkeypatch.setenv("KTS_ANSWER_READER", "overlap")
    with Workspace.open(str(kb)) as workspace:
        assert workspace.ask(QUESTION, record=False).gates == ("quote", "constraints", "selector")
        assert "_passage_reader" not in vars(workspace)
        gates = workspace.ask("How often does the committee meet after the error SQLSTATE 40001?", record=False).gates
        assert gates == ("quote", "constraints", "reader")


def test_the_doctor_names_both_readers(kb):
    said = {one.subject: one for one in examine(str(kb))}
    assert said["reader"].state == said["selector"].state == "note"
    assert "kts models add" in said["selector"].detail
