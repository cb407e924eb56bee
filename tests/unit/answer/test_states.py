"""Which of a list have a state, or come in a time: the rows answer, not the rule that has the question's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.tables.states import fitting, read, state_of
from kts.answer.units.quotable import cells, rows_of
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIST = """| Permit | Holder | Zone | Status | Expires |
| --- | --- | --- | --- | --- |
| P-11 | Ida Moser | Z1 | valid | 2027-03-14 |
| P-12 | Karl Brun | Z2 | suspended (see note 4) | 2027-05-02 |
| P-13 | Lea Frey | Z1 | Valid | 2027-03-30 |
| P-14 | Max Ott | Z2 | withdrawn 2026-08-01 | 2026-12-01 |
"""
RULES = """# Rules for permits

A permit is suspended when the holder has not passed the yearly examination. A suspended permit is not to be used,
and the permit that is suspended is handed in at the gate. A permit expires three years after its issue.
"""
ROWS = rows_of(LIST)


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("Which permit is suspended?", ["P-12"]),
        ("Which permits are valid?", ["P-11", "P-13"]),
        ("Which permits are not valid?", ["P-12", "P-14"]),
        ("Which Z1 permits are valid?", ["P-11", "P-13"]),
        ("Which Z2 permits are suspended at the moment?", ["P-12"]),
        ("Which permit is suspended according to our list?", ["P-12"]),
        ("Which permits are valid for Frey?", ["P-13"]),
        ("Which permits are valid for the cellar?", []),
        ("Which permits expire in March 2027?", ["P-11", "P-13"]),
        ("Which permit expires in May 2027?", ["P-12"]),
        ("Which permits are due to expire in March 2027?", ["P-11", "P-13"]),
    ],
)
def test_rows_have_the_state_that_is_asked_for(question: str, keys: list[str]) -> None:
    asked = read(question)
    fits = fitting(question, asked, ROWS) if asked else None
    assert [cells(row.text)[0] for row in ROWS if fits and fits(row)] == keys


@pytest.mark.parametrize(
    "question", ["Which permit is needed for zone 2?", "Which permit is the holder given?", "Who holds permit P-12?"]
)
def test_what_asks_for_no_state_is_left_alone(question: str) -> None:
    asked = read(question)
    assert asked is None or fitting(question, asked, ROWS) is None


@pytest.mark.parametrize(
    ("cell", "state"), [("Closed 2026-04-11", "closed"), ("Closed (no fault)", "closed"), ("on hold", "on hold")]
)
def test_a_state_stands_without_its_day_and_reason(cell: str, state: str) -> None:
    assert state_of(cell) == state


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("gate")
    (folder / "permits.md").write_text(f"# List of permits\n\n{LIST}", encoding="utf-8")
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_the_list_answers_with_the_names_of_its_rows(gate: Workspace) -> None:
    found = gate.ask("Which permit is suspended?", record=False)
    assert [one.text.split(";")[0] for one in found.claims] == ["Permit: P-12"]


def test_a_time_in_which_no_row_lies_is_no_sure_answer(gate: Workspace) -> None:
    found = gate.ask("Which permit expires in June 2027?", record=False)
    assert found.verdict != "answered"


def test_the_rule_still_answers_what_asks_for_it(gate: Workspace) -> None:
    found = gate.ask("When is a permit suspended?", record=False)
    assert "yearly examination" in found.claims[0].text


def test_what_no_row_of_the_list_has_is_no_sure_answer(gate: Workspace) -> None:
    found = gate.ask("Which permit is valid for the cellar?", record=False)
    assert found.verdict != "answered"
