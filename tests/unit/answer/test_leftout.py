"""A gap where a value was is no value."""

from __future__ import annotations

import pytest

from kts.answer.units.leftout import left_out


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What does Linden pay in the first year?",
            "Linden pays sponsorship fees of XXXXXXXXXXXX in equal instalments.",
        ),
        ("price per user per month", "It is charged for 250 Users at the rate of [***] per User per month."),
        ("What percentage is the royalty?", "The royalty rate shall be equal to [ * ] of Net Sales."),
        ("How many days of notice are needed?", "The notice is given within ______ days."),
    ],
)
def test_what_is_blacked_out_is_left_out(question: str, text: str) -> None:
    assert left_out(question, [text])
    assert left_out(question, ["The parties agree on this.", text])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does Linden pay?", "Linden pays fees of $3,500 and tells [***] of them."),
        ("How many days of notice are needed?", "It ends upon ____________ (______30________) days of notice."),
        ("Why is it paid?", "Linden pays fees of XXXXXXXX, for it owns nothing."),
        ("How many copies are free?", "SpinCo gives five hundred (500) copies to [***] at the rate of [***]."),
    ],
)
def test_what_is_stated_or_not_asked_for_is_not(question: str, text: str) -> None:
    assert not left_out(question, [text])
