"""EVID-4: a row of many columns is told by what identifies it and what is asked for; the citation quotes all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.tables.columns import is_priced, money, shown
from kts.answer.units.quotable import cells, units
from kts.answer.units.statements import stated
from kts.types import Hit, Passage, Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = """| Number | Tool | Maker | Day rate EUR | Deposit EUR | Weight kg | Returned to |
| --- | --- | --- | --- | --- | --- | --- |
| T-7 | Floor sander | Orbis | 38 | 150 | 62 | Anna Weiss |
| T-9 | Tile cutter | Kern | 14 | 60 | 11 | Yard 2 |
"""


CODES = """| Code | Severity | Models | Firmware | Meaning | Probable cause | What to do |
| --- | --- | --- | --- | --- | --- | --- |
| K-12 | warning | MX-2 | all | Clock not in sync | Time server not reachable | Open port 123 |
"""


def told(question: str, read: tuple[str, ...] = (), table: str = TOOLS) -> list[str]:
    """The names of the columns that are told of the first row."""
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", table, Span(0, len(table)), {"document_key": 1})
    row = units([Hit(passage, 1.0)], lambda _: "")[0]
    return [cells(row.header)[at] for at in sorted(shown(question, row, read))]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the deposit for the floor sander?", ["Number", "Tool", "Deposit EUR"]),
        ("What does the floor sander cost?", ["Number", "Tool", "Day rate EUR", "Deposit EUR"]),
        ("What is the day rate of T-7?", ["Number", "Tool", "Day rate EUR"]),
        ("Who is the maker of the floor sander?", ["Number", "Tool", "Maker", "Returned to"]),
    ],
)
def test_evid_4_what_identifies_the_row_and_what_is_asked_for(question: str, names: list[str]):
    assert told(question) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the meaning of K-12 and what do I do?", ["Code", "Severity", "Meaning", "What to do"]),
        ("What is the meaning of K-12 and how do I fix it?", ["Code", "Severity", "Meaning", "What to do"]),
        ("What is the meaning of K-12 and why is it shown?", ["Code", "Severity", "Meaning", "Probable cause"]),
        ("What is the meaning of K-12?", ["Code", "Severity", "Meaning"]),
    ],
)
def test_evid_4_a_side_that_is_asked_for_in_other_words_is_told_beside_what_is_named(question: str, names: list[str]):
    assert told(question, table=CODES) == names


@pytest.mark.parametrize(
    "question",
    [
        "Tell me about the floor sander",
        "Is it heavy?",
        "List the deposits of all tools",
        "What is the floor sander made for and what is the deposit?",
    ],
)
def test_evid_4_a_question_that_names_no_column_or_asks_for_all_is_told_the_whole_row(question: str):
    assert len(told(question)) == 7


def test_evid_4_the_cell_in_which_a_reader_sees_the_answer_is_told():
    assert told("What is the deposit for the sander, and the load?", ("62",)) == [
        "Number", "Tool", "Deposit EUR", "Weight kg",
    ]  # fmt: skip


def test_evid_4_columns_of_money_are_known_by_their_names():
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", TOOLS, Span(0, len(TOOLS)), {"document_key": 1})
    row = units([Hit(passage, 1.0)], lambda _: "")[1]
    assert money(row) == {3, 4}
    assert stated(row, markdown=True, columns={1, 3}) == "Tool: Tile cutter; Day rate EUR: 14"
    assert stated(row, markdown=True).startswith("Number: T-9; Tool: Tile cutter; Maker: Kern")


PLANS = "Prices net in EUR\n\n|  | Day | Week |\n| --- | --- | --- |\n| Price per tool | 9 | 40 |\n| Tools | 3 | 5 |\n"
LISTED = "Prices net in EUR\n\n| Tool | Week |\n| --- | --- |\n| Saw | 40 |\n"
COUNTED = "Tools in the shed\n\n| Tool | Pieces |\n| --- | --- |\n| Saw | 40 |\n"


@pytest.mark.parametrize(
    ("table", "number", "is_money"),
    [(PLANS, 0, True), (PLANS, 1, False), (LISTED, 0, True), (COUNTED, 0, False)],
)
def test_evid_4_bare_figures_are_money_by_the_key_of_the_row_or_by_what_stands_above(table, number, is_money):
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", table, Span(0, len(table)), {"document_key": 1})
    rows = [one for one in units([Hit(passage, 1.0)], lambda _: "") if one.kind == "row"]
    assert is_priced(rows[number]) is is_money


def test_evid_4_the_citation_of_a_part_of_a_row_quotes_the_row(tmp_path: Path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "hire.md").write_text(f"# Hire of tools\n\n{TOOLS}", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(docs)])
        said = opened.ask("What does the floor sander cost?", record=False)
        both = opened.ask("What is the weight of the floor sander and what is the deposit for the tile cutter?")
    claim = said.claims[0]
    assert claim.text == "Number: T-7; Tool: Floor sander; Day rate EUR: 38; Deposit EUR: 150"
    assert claim.citations[0].quote == "| T-7 | Floor sander | Orbis | 38 | 150 | 62 | Anna Weiss |"
    assert not any("money" in note for note in said.notes)
    assert [one.text for one in both.claims] == [
        "Number: T-7; Tool: Floor sander; Deposit EUR: 150; Weight kg: 62",
        "Number: T-9; Tool: Tile cutter; Deposit EUR: 60; Weight kg: 11",
    ]


def test_a_column_is_named_without_its_unit_in_brackets() -> None:
    header = "| Joint | Screw | Torque (Nm) | Part | Remark |\n| --- | --- | --- | --- | --- |\n"
    text = f"{header}| Turret | M20 | 290 | R-7 | dry |\n"
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", text, Span(0, len(text)), {"document_key": 1})
    row = units([Hit(passage, 1.0)], lambda _: "")[0]
    assert shown("What torque do the turret screws need?", row) == {0, 1, 2}
