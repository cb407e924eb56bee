"""Days, weeks, months and quarters as people name them, in English and German."""

from __future__ import annotations

import pytest

from kts.lexicon.periods import Period, periods, within


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("on Monday 8 June 2026", [("day", (6, 8), 2026)]),
        ("am 8. Juni 2026", [("day", (6, 8), 2026)]),
        ("am 3. April", [("day", (4, 3), 0)]),
        ("2026-06-08", [("day", (6, 8), 2026)]),
        ("Mon 8 Jun", [("day", (6, 8), 0)]),
        ("08/06/2026", [("day", (6, 8), 2026), ("day", (8, 6), 2026)]),
        ("in week 27", [("week", (27,), 0)]),
        ("KW 24/2026", [("week", (24,), 2026)]),
        ("weeks 24 and 25, 2026", [("week", (24,), 0), ("week", (25,), 0)]),
        ("KW 24-26", [("week", (24,), 0), ("week", (25,), 0), ("week", (26,), 0)]),
        ("im zweiten Quartal", [("quarter", (2,), 0)]),
        ("in the second quarter of 2026", [("quarter", (2,), 2026)]),
        ("Q3", [("quarter", (3,), 0)]),
        ("im M\u00e4rz 2026", [("month", (3,), 2026)]),
        ("in December", [("month", (12,), 0)]),
        ("40 hours per week 3 times", []),
        ("the third quarter of an hour", []),
        ("am 31. Juni", []),
        ("in the first half of 2026", [("half", (1,), 2026)]),
        ("H2 2026, 2025-H1", [("half", (2,), 2026), ("half", (1,), 2025)]),
        ("Second half-year: 14 visits", [("half", (2,), 0)]),
        ("im zweiten Halbjahr 2024", [("half", (2,), 2024)]),
        ("in the first half of the year", [("half", (1,), 0)]),
        ("| H1 |", [("half", (1,), 0)]),
        ("the H2 sensor", []),
        ("the second half of the match", []),
    ],
)
def test_what_a_text_names_of_times(text: str, named: list[tuple[str, tuple[int, ...], int]]) -> None:
    assert [(one.kind, one.number, one.year) for one in periods(text)] == named


@pytest.mark.parametrize(
    ("wanted", "stated", "lies"),
    [
        ("8 June 2026", "8. Juni", True),
        ("8 June 2026", "2026-06-18", False),
        ("8 June 2026", "June 2026", None),
        ("8 June 2026", "May 2026", False),
        ("June", "8 June 2026", True),
        ("June 2026", "June 2025", False),
        ("second quarter", "May 2026", True),
        ("second quarter", "February", False),
        ("second quarter", "Q1", False),
        ("February", "Q1 2026", None),
        ("week 24", "2026-06-08", True),
        ("week 24", "2026-06-15", False),
        ("week 24", "June", None),
        ("June", "week 24", None),
        ("second half of 2026", "First half-year", False),
        ("second half of 2026", "first half of 2025", False),
        ("second half of 2026", "Q3 2026", True),
        ("second half of 2026", "June 2026", False),
        ("H1 2026", "12 May 2026", True),
        ("March 2026", "H1 2026", None),
        ("Q4", "H1 2026", False),
    ],
)
def test_whether_one_time_lies_within_another(wanted: str, stated: str, lies: bool | None) -> None:
    (one,), (other,) = periods(wanted), periods(stated)
    assert within(one, other) is lies


def test_a_place_is_that_of_the_text() -> None:
    text = "Who is on call in week 27, or on 3. Juli?"
    assert all(isinstance(one, Period) and text[one.start : one.end] == one.text for one in periods(text))
