"""A row of another number than the one that is asked for, and a class that is asked about."""

from __future__ import annotations

import pytest

from kts.answer.constraints.named import constraints
from kts.answer.constraints.sections import asked_class
from kts.answer.tables.numbered import other_cell
from kts.answer.units.quotable import rows_of

ZONES = rows_of(
    "| Zone | Keeper | Ring no. |\n|---|---|---|\n| 2 | Ada | 5 |\n| Zone 3 | Ben | 6 |\n| 1-4 | Cleo | 7 |"
)


@pytest.mark.parametrize(
    ("question", "row", "said"),
    [
        ("Who is the keeper of zone 4?", 0, "zone 2, not zone 4"),
        ("Who is the keeper of zone 2?", 0, ""),
        ("Who is the keeper of zone 4?", 1, "zone 3, not zone 4"),
        ("Who is the keeper of zone 3?", 1, ""),
        ("Who is the keeper of zone 4?", 2, ""),
        ("Which keeper has ring 9?", 0, "ring 5, not ring 9"),
        ("Who are the other keepers beside zone 4?", 0, ""),
        ("Who is the keeper in house 4?", 0, ""),
    ],
)
def test_a_row_is_of_the_number_in_its_column(question: str, row: int, said: str) -> None:
    assert other_cell(question, ZONES[row]) == said


@pytest.mark.parametrize(
    ("question", "sure"),
    [
        ("Was lot 14 lowered to class B?", False),
        ("Lot 14, was it put into group C?", False),
        ("Is it a tier 2 building?", True),
        ("What is the deadline for class B?", True),
        ("How long is a defect of class B open?", True),
        ("Is the fee for class B 5 EUR?", True),
    ],
)
def test_a_class_that_is_asked_about_need_not_be_met(question: str, *, sure: bool) -> None:
    (found,) = [one for one in constraints(question) if one.kind == "section"]
    assert found.certain is sure
    assert bool(asked_class(question)) is not sure
