"""EVID-5: a row whose cell is empty, or whose table has no column for what is asked, is no sure answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.tables.numbered import other_in_row
from kts.answer.units.quotable import rows_of
from kts.answer.verdict.inrows import unfilled, without_column
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

BOATS = """| Boat | Lent to | Due back | Returned on | Deposit EUR |
|---|---|---|---|---|
| Gull | Marta | 4 May | | 80 |
| Heron | Piet | 6 May | 5 May | |
"""
GULL, HERON = rows_of(BOATS)


@pytest.mark.parametrize(
    ("question", "row", "name"),
    [
        ("When was the Gull returned?", 0, "Returned on"),
        ("Was the Gull returned?", 0, "Returned on"),
        ("When was the Heron returned?", 1, ""),
        ("How much is the deposit for the Heron?", 1, "Deposit EUR"),
        ("How much is the deposit for the Gull?", 0, ""),
        ("Who has the Gull?", 0, ""),
        ("When is the Gull due back?", 0, ""),
    ],
)
def test_an_empty_cell_is_told_by_the_name_of_its_column(question: str, row: int, name: str) -> None:
    assert unfilled(question, rows_of(BOATS)[row]) == name


def test_another_column_with_the_word_answers_what_is_asked() -> None:
    (row,) = rows_of("| Job | Checked on | Checked by |\n|---|---|---|\n| Pump | | Ada Kern |")
    assert not unfilled("Who checked the pump?", row)
    assert unfilled("When was the pump checked?", row) == "Checked on"
    (done,) = rows_of("| Job | Paid on | State |\n|---|---|---|\n| Pump | | paid |")
    assert not unfilled("Was the pump paid?", done)


FARES = "| Stop | Adult | Junior | Senior |\n|---|---|---|---|\n| Quay | 4 | 2 | 3 |"
OTHERS = "| | Adult | Junior | Senior | Group |\n|---|---|---|---|---|\n| Museum | 9 | 4 | 7 | 30 |"


def test_a_table_without_the_column_of_a_kind_says_nothing_of_it() -> None:
    (row,) = rows_of(FARES)
    assert without_column(["Group"], row, (), [FARES, OTHERS]) == "Group"
    assert not without_column(["Senior"], row, (), [FARES, OTHERS])
    assert not without_column(["Group"], row, ("Fares of a Group",), [FARES, OTHERS])
    assert not without_column(["Museum"], row, (), [FARES, OTHERS])
    assert not without_column(["Group"], row, (), [FARES])
    assert without_column(["Group"], row, (), [FARES, "There are Adult, Junior, Senior and Group cards."]) == "Group"


@pytest.mark.parametrize(
    ("question", "cell", "above", "said"),
    [
        ("What is the depth in Basin C?", "Depth of Basin A", (), "basin A, not basin C"),
        ("What is the depth in Basin C?", "Depth of Basin C", (), ""),
        ("What is the depth in Basin C?", "Depth of Basins B and C", (), ""),
        ("What is the depth in Basin C?", "Depth of Basin A", ("Basin C and what is beside it",), ""),
        ("What is the depth of the harbour?", "Depth of Basin A", (), ""),
    ],
)
def test_a_row_that_names_another_letter(question: str, cell: str, above: tuple[str, ...], said: str) -> None:
    (row,) = rows_of(f"| Item | Value |\n|---|---|\n| {cell} | 4 m |")
    assert other_in_row(question, row, above) == said


def test_an_empty_cell_is_a_doubt_of_the_answer(tmp_path: Path) -> None:
    (tmp_path / "boats.md").write_text(f"# Boats lent out\n\n{BOATS}", encoding="utf-8")
    with Workspace.create(str(tmp_path), environment=WORDS) as shelf:
        shelf.ingest([str(tmp_path)])
        open_, done = shelf.ask("When was the Gull returned?"), shelf.ask("When was the Heron returned?")
    assert open_.verdict != "answered"
    assert not any("nothing under" in one for one in done.doubts)
    if open_.claims:
        assert any("\u201cReturned on\u201d" in one for one in open_.doubts)
