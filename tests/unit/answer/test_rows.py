"""EVID-4: which rows of a table are about the amount or the number that a question names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.answer.tables.rows import band_words, keyed
from kts.answer.units.quotable import units
from kts.types import Hit, Passage, Span

if TYPE_CHECKING:
    from kts.answer.units.quotable import Unit

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
RENTS = """| Boat | Built of | Day | Places |
| --- | --- | --- | --- |
| Heron | Larch | 40 | 2 |
| Heron Grand | Oak | 65 | 4 |
| Any other boat | Steel | 30 | 2 |
| Total | | 135 | 8 |
"""
TERMS = """| Years of membership | Fee |
| --- | --- |
| First 6 months | 90 |
| Up to 2 years | 80 |
| 2 to 5 years | 60 |
| More than 5 years | 40 |
"""
MOWERS = """| Article | Name | Price |
| --- | --- | --- |
| RM48 | Robotic mower RM48 | 1199.00 |
| RM48P | Robotic mower RM48 Pro | 1799.00 |
| VB-40 | Battery pack VB-40 | 189.00 |
"""
SEATS = """| Seats | Price per seat |
| --- | --- |
| 1-9 | 12 |
| 10-49 | 10 |
| 50+ | 8 |
"""


def table_rows(table: str) -> tuple[Unit, ...]:
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", table, Span(0, len(table)), {"document_key": 1})
    return tuple(units([Hit(passage, 1.0)], lambda _: ""))


def fitting(question: str, table: str, told: str = "") -> tuple[list[str], list[str]]:
    """First cells of the rows that fit, and of those of another key."""
    rows = table_rows(table)
    found = keyed(question, rows, told=told)
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
        ("price of the RM48 Pro", MOWERS, ["RM48P"]),
        ("price of the RM48 pro?", MOWERS, ["RM48P"]),
        ("price of the RM48", MOWERS, ["RM48"]),
        ("price of the RM48 and the VB-40", MOWERS, ["RM48", "VB-40"]),
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


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("what does a Heron cost per day?", ["Heron"]),
        ("how many places has the Heron Grand", ["Heron Grand"]),
        ("Can I take two herons for a day?", ["Heron"]),
        ("Heron or Heron Grand, how many places?", ["Heron", "Heron Grand"]),
    ],
)
def test_evid_4_a_row_that_is_named_answers_without_the_others(question: str, rows: list[str]) -> None:
    fits, others = fitting(question, RENTS)
    assert fits == []
    assert sorted({"Heron", "Heron Grand", "Any other boat", "Total"}.difference(others)) == rows


@pytest.mark.parametrize(
    "question",
    [
        "What do other boats than the Heron cost?",
        "Which boats have more places than a Heron?",
        "What does a boat cost?",
        "Total places?",
    ],
)
def test_evid_4_who_asks_for_more_than_is_named_keeps_all_rows(question: str) -> None:
    assert fitting(question, RENTS) == ([], [])


@pytest.mark.parametrize(
    ("told", "row"),
    [
        ("I have been a member for 6 years.", "More than 5 years"),
        ("I joined four months ago, that is 4 months.", "First 6 months"),
        ("I am a member since 30 months.", "2 to 5 years"),
    ],
)
def test_evid_4_a_duration_of_the_story_tells_the_row(told: str, row: str) -> None:
    fits, others = fitting("What is my fee?", TERMS, told)
    assert fits == [row]
    assert len(others) == 3


def test_evid_4_the_story_is_held_against_the_first_column_alone() -> None:
    table = "| Region | Delivery |\n| --- | --- |\n| North | 1 to 3 days |\n| South | 4 to 9 days |\n"
    assert fitting("What is promised for the region?", table, "I have waited for 6 days.") == ([], [])


@pytest.mark.parametrize(("question", "row"), [("Price for 30 seats?", "10-49"), ("We need 200 seats. Price?", "50+")])
def test_evid_4_the_name_of_a_column_says_what_is_counted(question: str, row: str) -> None:
    assert fitting(question, SEATS)[0] == [row]


def test_evid_4_a_row_that_holds_more_of_the_question_than_the_named_one_stays() -> None:
    assert "Any other boat" not in fitting("Is there a steel Heron?", RENTS)[1]


GRANTS = """| Kind of grant | Up to (EUR) | Who signs |
| --- | --- | --- |
| Travel | 200 | Clerk |
| Travel | 900 | Dean |
| Travel | above 900 | Senate |
| Equipment | 400 | Workshop lead |
| Equipment | 5000 | Bursar |
| Equipment | no limit | Senate |
"""
LADDER = """| Rank | Spending limit (EUR, net) |
| --- | --- |
| Boatswain | 1500 |
| Mate | 20000 |
| Master | no limit |
"""
COVERS = """| Risk | Limit | Excess |
| --- | --- | --- |
| Hull | 9,000,000 EUR | 2,000 EUR |
| Cargo | 12,000,000 EUR | 500 EUR |
| Crew | 3,000,000 EUR | none |
"""


def fitting_whole(question: str, table: str) -> tuple[list[str], list[str]]:
    """Texts of the rows that fit, and of those of another key."""
    rows = table_rows(table)
    found = keyed(question, rows)
    text = {(one.hit, one.span): one.text for one in rows}
    return sorted(text[one] for one in found.fitting), sorted(text[one] for one in found.others)


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Who signs a travel grant of 650 euros?", "| Travel | 900 | Dean |"),
        ("Who signs a grant of €650 for equipment?", "| Equipment | 5000 | Bursar |"),
        ("Who signs a travel grant of €1,200?", "| Travel | above 900 | Senate |"),
        ("Who signs an equipment grant of €8,000?", "| Equipment | no limit | Senate |"),
    ],
)
def test_evid_4_the_rows_of_the_group_that_is_named_part_the_amounts_among_them(question: str, row: str) -> None:
    fits, others = fitting_whole(question, GRANTS)
    assert fits == [row]
    assert len(others) == 5


@pytest.mark.parametrize(
    ("question", "row"),
    [("Who may spend €12,000?", "Mate"), ("Who may spend €700?", "Boatswain"), ("Who may spend €50,000?", "Master")],
)
def test_evid_4_the_name_of_a_column_says_that_its_amounts_are_limits(question: str, row: str) -> None:
    fits, others = fitting(question, LADDER)
    assert fits == [row]
    assert len(others) == 2


def test_evid_4_limits_that_neither_rise_nor_fall_are_each_of_something_else() -> None:
    assert fitting("Is a loss of 5,000,000 EUR of the hull covered?", COVERS)[0] == []


def test_evid_4_a_table_that_goes_over_two_passages_parts_the_amounts_as_one() -> None:
    lines = LADDER.splitlines(keepends=True)
    first, second = "".join(lines[:3]), "".join(lines[3:])
    hits = [
        Hit(Passage("c2", "d", "", "chunk", "table", second, Span(len(first), len(LADDER)), {"document_key": 1}), 2.0),
        Hit(Passage("c1", "d", "", "chunk", "table", first, Span(0, len(first)), {"document_key": 1}), 1.0),
    ]
    rows = units(hits, lambda passage: LADDER[: passage.span.start])
    found = keyed("Who may spend €700?", rows, documents=(1, 1))
    assert [one.text for one in rows if (one.hit, one.span) in found.fitting] == ["| Boatswain | 1500 |"]
    assert len(found.others) == 2


BERTHS = """| Time of year | Fee a night |
| --- | --- |
| October to March | 11 |
| April to September | 26 |
"""


@pytest.mark.parametrize(
    ("question", "row"),
    [("What does a night cost in January?", "October to March"), ("Fee on 3 May?", "April to September")],
)
def test_evid_4_a_month_lies_in_a_row_s_stretch_of_the_year(question: str, row: str) -> None:
    fits, others = fitting(question, BERTHS)
    assert fits == [row]
    assert len(others) == 1


def test_evid_4_a_sentence_for_another_time_of_the_year_stands_back() -> None:
    text = "Gates open at 6 from 2 April to 30 September. From 1 October to 1 April they open at 8."
    passage = Passage("chunk_1", "doc_1", "", "chunk", "text", text, Span(0, len(text)), {"document_key": 1})
    said = units([Hit(passage, 1.0)], lambda _: "")
    found = keyed("When do the gates open in December?", said)
    assert [one.span in {row.span for row in found.outside} for one in said] == [True, False]
    assert band_words("Open in December?", said[1]) == {Span(5, 16): "From 1 October to 1 April"}


def test_evid_4_a_sentence_whose_own_limit_excludes_the_amount_stands_back_behind_the_row() -> None:
    text = f"{LADDER}\nYes, below €300. Ask the purser for orders above €900.\n"
    passage = Passage("chunk_1", "doc_1", "", "chunk", "text", text, Span(0, len(text)), {"document_key": 1})
    said = units([Hit(passage, 1.0)], lambda _: "")
    found = keyed("Who may spend €12,000?", said)
    text_of = {(one.hit, one.span): one.text for one in said}
    assert [text_of[one] for one in found.between] == ["| Mate | 20000 |"]
    assert [text_of[one] for one in found.outside] == ["Yes, below €300."]


def test_evid_4_an_amount_beyond_the_group_that_is_named_is_not_met_by_a_row_of_another() -> None:
    table = "\n".join(GRANTS.splitlines()[:4] + GRANTS.splitlines()[5:]) + "\n"
    fits, others = fitting_whole("Who signs a travel grant of \u20ac1,200?", table)
    assert fits == []
    assert len(others) == 5
    assert keyed("Who signs a travel grant of \u20ac1,200?", table_rows(table)).beyond
    assert not keyed("Who signs a travel grant of \u20ac800?", table_rows(table)).beyond


def test_evid_4_limits_of_a_table_without_a_word_of_the_question_do_not_hold_its_amount_beside_one_with_words() -> None:
    text = f"{LADDER}\n| Tonnage fee | Up to (EUR) |\n| --- | --- |\n| Low | 800 |\n| Middle | 90000 |\n"
    passage = Passage("chunk_1", "doc_1", "", "chunk", "table", text, Span(0, len(text)), {"document_key": 1})
    said = units([Hit(passage, 1.0)], lambda _: "")
    found = keyed("Who may spend \u20ac12,000?", said)
    text_of = {(one.hit, one.span): one.text for one in said}
    assert [text_of[one] for one in found.fitting] == ["| Mate | 20000 |"]
    assert {text_of[one] for one in found.others} >= {"| Low | 800 |", "| Middle | 90000 |"}
