"""CHUNK-2: numbered clauses that run into each other in one line are sections; lists and references are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.chunk.plain import plain_shapes
from kts.ingest.chunk.runin import with_run_in
from kts.ingest.chunk.sections import StructureSectioner

BODY = "The Client pays what is owed to the Supplier within thirty days of each invoice and keeps a record of it."


def sections(text):
    return [(one.number, one.heading) for one in StructureSectioner().sections(text, markup="plain")]


def page(*clauses):
    """Clauses in one line, as conversions of filings give them."""
    return " ".join(["The parties agree as follows.", *(f"{clause} {BODY}" for clause in clauses)])


def test_titles_with_a_stop():
    names = ("Grant of License", "Delivery", "Consideration", "Force Majeure")
    clauses = [f"{number}. {name}." for number, name in enumerate(names * 2, 1)]
    assert sections(page(*clauses)) == [(str(number), name) for number, name in enumerate(names * 2, 1)]


def test_chapters_in_capitals_and_clauses_without_titles():
    text = page("1. DEFINITIONS 1.1", "1.2", "2. THE SERVICES 2.1", "2.2", "3. FEES 3.1", "4. TERM AND END 4.1")
    assert sections(text) == [
        ("1", "DEFINITIONS"), ("1.1", ""), ("1.2", ""), ("2", "THE SERVICES"), ("2.1", ""), ("2.2", ""),
        ("3", "FEES"), ("3.1", ""), ("4", "TERM AND END"), ("4.1", ""),
    ]  # fmt: skip


def test_articles_with_titled_sections():
    clauses = [
        f"ARTICLE {number} DUTIES AND RIGHTS   {number}.1 Quality.  {BODY} {number}.2 Right to Stop."
        for number in (1, 2, 3, 4)
    ]
    found = sections(page(*clauses))
    assert found[:4] == [
        ("ARTICLE 1", "DUTIES AND RIGHTS"),
        ("1.1", "Quality"),
        ("1.2", "Right to Stop"),
        ("ARTICLE 2", "DUTIES AND RIGHTS"),
    ]
    assert len(found) == 12


def test_a_lost_number_ends_no_numbering():
    numbers = [1, 2, 3, 4, 6, 7, 8, 9, 10]
    text = page(*(f"{number}. Term of Notice." for number in numbers))
    assert [number for number, _ in sections(text)] == [str(number) for number in numbers]


def test_the_letter_of_the_first_paragraph_is_no_part_of_a_title():
    text = page(*(f"{number}. TERMINATION a." for number in range(1, 10)))
    assert {heading for _, heading in sections(text)} == {"TERMINATION"}


@pytest.mark.parametrize(
    "clauses",
    [
        [f"{number}. Open the valve and wait until it is quiet." for number in range(1, 13)],
        [f"As Section {number}.1 The Fees says, and Section {number}.2 Costs too," for number in range(1, 8)],
        ["1. Scope.", "2. Price.", "3. Term."],
        [f"In {1990 + number} the firm sold {number}.5 Million units." for number in range(1, 12)],
    ],
    ids=["steps", "references", "too few", "figures"],
)
def test_what_is_no_numbering(clauses):
    assert sections(page(*clauses)) == []


def test_headings_on_lines_of_their_own_are_trusted_alone():
    text = "\n\n".join(f"{number}. Scope of Work\n\n{BODY} 9.1 The Rest. {BODY}" for number in range(1, 10))
    shapes = plain_shapes(text)
    assert with_run_in(text, shapes) == shapes


@given(st.text(alphabet="12. ATerm\n(a)", max_size=400))
def test_shapes_stay_in_order_and_hold_every_character(text):
    whole = page(*(f"{number}. Grant of License. {text}" for number in range(1, 10)))
    shapes = with_run_in(whole, plain_shapes(whole))
    held = set()
    for shape in shapes:
        assert shape.start < shape.end
        held |= set(range(shape.start, shape.end))
    assert [shape.start for shape in shapes] == sorted(shape.start for shape in shapes)
    assert all(at in held for at, character in enumerate(whole) if not character.isspace())
