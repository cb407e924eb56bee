"""EVID-3: what is asked of today or this week is answered by the row of it, or not surely."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from kts.workspace.answering import today

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Tom Hale", "Priya Nair", "Marek Dvorak", "Sara Lind", "Jonas Weber", "Ines Okafor", "Lena Brandt")
NOW = 3
"""Whose week is today's."""


@pytest.fixture
def monday() -> date:
    now = date.fromisoformat(today())
    return now - timedelta(days=now.weekday())


def rota(folder: Path, first: date) -> Path:
    weeks = [(first + timedelta(days=7 * at), name) for at, name in enumerate(NAMES)]
    rows = [f"{day},{day + timedelta(days=6)},{name},standby {name.split()[1]}" for day, name in weeks]
    folder.mkdir()
    (folder / "rota.csv").write_text("from,to,on call,second\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "calls.md").write_text("# Calls\n\nWho is on call answers within ten minutes.\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(("words", "at"), [("this week", NOW), ("next week", NOW + 1), ("last week", NOW - 1)])
def test_the_row_of_the_week_answers(tmp_path, monday, words, at):
    folder = rota(tmp_path / "docs", monday - timedelta(days=7 * NOW))
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(folder)])
        said = workspace.ask(f"Who is on call {words}?")
    assert NAMES[at] in said.claims[0].text
    assert said.query == f"Who is on call {words}?"
    assert said.notes[0].startswith(f"{words} is 2")


def test_the_row_of_today_answers(tmp_path, monday):
    folder = rota(tmp_path / "docs", monday - timedelta(days=7 * NOW))
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(folder)])
        assert NAMES[NOW] in workspace.ask("Who is on call today?").claims[0].text


def test_a_row_of_another_time_is_no_sure_answer(tmp_path, monday):
    folder = rota(tmp_path / "docs", monday - timedelta(days=700))
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(folder)])
        said = workspace.ask("Who is on call this week?")
    assert said.verdict != "answered"


def test_a_rule_names_the_day_on_which_it_ends_and_not_those_on_which_it_held(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    text = "# Sign-in\n\nEffective date: January 1, 2024\n\nText messages stop working as a second factor on June 30.\n"
    (folder / "sign-in.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(folder)])
        said = workspace.ask("Could I still use text messages as second factor on July 10, 2024?")
    assert not [one for one in (*said.doubts, *(each.detail for each in said.unmet)) if "not July 10" in one]
