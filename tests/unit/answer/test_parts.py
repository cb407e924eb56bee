"""QRY-3: which questions are answered in parts."""

from __future__ import annotations

import pytest

from kts.answer.parts import apart


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Compare the fee of Northmarch and Tidewater.", True),
        ("When is the fee due, and who pays it?", True),
        ("What is the relationship between research costs and new products?", False),
        ("Is there a correlation between hip fractures and statins?", False),
    ],
)
def test_how_two_things_are_related_is_asked_as_one_question(question: str, expected: bool) -> None:
    assert apart(question) == expected
