"""EVID-4: which rows of a table are about the amount or the number that a question names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.answer.rows import keyed
from kts.answer.units import units
from kts.types import Hit, Passage, Span

DOSES = """| Weight | Dose | Doses in 24 hours |
| --- | --- | --- |
| 4-6 kg | 2.5 ml | 4 |
| 6-8 kg | 4 ml | 4 |
| 8-12 kg | 5 ml | 4 |
"""
WIRES = """| Amount | Approvals |
| --- | --- |
| up to $50,000 | one |
| above $50,000 up to $1,000,000 | two |
| above $1,000,000 | three |
"""
STEPS = """| Step | Name | Minutes |
| --- | --- | --- |
| 01 | load | 4 |
| 11 | statements | 64 |
"""
CHANGES = """| Topic | Version 3 | Version 4 |
| --- | --- | --- |
| Rate | 4 | 5 |
| Sample | 25 | 40 |
"""
PERIODS = """| Distribution Dates | Percentage |
| --- | --- |
| April 2021 to March 2023 | 0.75% |
| April 2023 to March 2024 | 1.20% |
"""
WEIGHTS = """| Weight (kg) | Fee |
| --- | --- |
| 1-5 | $3 |
| 6-9 | $4 |
"""


def fitting(question: str, table: str) -> tuple[list[str], list[str]]:
    """First cells of the rows that fit, and of those of another key."""
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", table, Span(0, len(table)), {"document_key": 1})
    rows = units([Hit(passage, 1.0)], lambda _: "")
    found = keyed(question, rows)
    cell = {(one.hit, one.span): one.text.split("|")[1].strip() for one in rows}
    return sorted(cell[one] for one in found.fitting), sorted(cell[one] for one in found.others)


@pytest.mark.parametrize(
    ("question", "table", "rows"),
    [
        ("What dose for a child of 7 kg?", DOSES, ["6-8 kg"]),
        ("What dose for a child of 6.5 kg?", DOSES, ["6-8 kg"]),
        ("What dose for a child of 8-12 kg?", DOSES, ["8-12 kg"]),
        ("How many doses does a child of 4-6 kg get?", DOSES, ["4-6 kg"]),
        ("What approvals does a wire of $40,000 need?", WIRES, ["up to $50,000"]),
        ("Who approves $600,000 and who $2,500,000?", WIRES, ["above $1,000,000", "above $50,000 up to $1,000,000"]),
        ("How long does step 11 take?", STEPS, ["11"]),
        ("How long does step 1 take?", STEPS, ["01"]),
        ("What is the fee for 7 kg?", WEIGHTS, ["6-9"]),
        ("Which percentage applies in May 2023?", PERIODS, ["April 2023 to March 2024"]),
    ],
)
def test_rows_whose_key_holds_what_is_asked_for(question: str, table: str, rows: list[str]) -> None:
    fits, others = fitting(question, table)
    assert fits == rows
    assert others


def test_where_no_range_holds_the_amount_no_row_answers() -> None:
    assert fitting("What dose for a child of 20 kg?", DOSES) == ([], ["4-6 kg", "6-8 kg", "8-12 kg"])


@pytest.mark.parametrize("question", ["What doses are there?", "How many doses in 24 hours?", "What is step 12?"])
def test_a_question_that_names_no_key_tells_no_rows_apart(question: str) -> None:
    assert fitting(question, DOSES if "dose" in question else STEPS) == ([], [])


@given(st.integers(min_value=1, max_value=5_000_000))
def test_ranges_that_cover_all_amounts_always_have_one_row(amount: int) -> None:
    fits, others = fitting(f"Who approves a wire of ${amount:,}?", WIRES)
    assert len(fits) == 1
    assert len(others) == 2


def test_a_column_that_is_named_by_a_number_is_no_key() -> None:
    assert fitting("How did the sample change between version 3 and version 4?", CHANGES) == ([], [])


def test_entries_of_a_list_are_told_apart_by_the_range_before_their_colon() -> None:
    text = "Approvals:\n\n- up to $50,000: one;\n- above $50,000 up to $1,000,000: two;\n- above $1,000,000: three.\n"
    passage = Passage("chunk_1", "doc_1", "", "chunk", "list", text, Span(0, len(text)), {"document_key": 1})
    entries = units([Hit(passage, 1.0)], lambda _: "")
    found = keyed("How many approvals does a wire of $400,000 need?", entries)
    assert [one.text for one in entries if one.span in {row.span for row in found.fitting}] == [
        "- above $50,000 up to $1,000,000: two;"
    ]
    assert len(found.others) == 2
