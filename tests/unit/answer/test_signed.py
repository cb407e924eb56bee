"""What a message holds that no document need name: its sender's name, time stamps and readings of log lines."""

from __future__ import annotations

import pytest

from kts.answer.choose.logged import unstamped
from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answer.question.signed import unsigned
from kts.answer.question.story import heard

FEW = Vocabulary(passages=9, frequency=lambda word: int(word in {"blue", "plan"}))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Is the pool open on Sunday? thx Ilse", "Is the pool open on Sunday?"),
        ("Is the pool open? Kind regards, Ilse Brandt", "Is the pool open?"),
        ("Is the pool open? We are four. Ilse Brandt", "Is the pool open? We are four."),
        ("Is the pool open with it? Blue Plan", "Is the pool open with it? Blue Plan"),
        ("Who is Ilse Brandt", "Who is Ilse Brandt"),
        ("Is the pool open? Thanks for the help", "Is the pool open? Thanks for the help"),
        ("Thanks Ilse", "Thanks Ilse"),
        ("What is the price of LG Gram", "What is the price of LG Gram"),
        ("Which bottles hold Tia Maria", "Which bottles hold Tia Maria"),
        ("Is the pool open?\nLG\nIlse", "Is the pool open?"),
    ],
)
def test_the_name_of_the_sender_is_left_out(text: str, kept: str) -> None:
    assert unsigned(text, FEW).strip() == kept


def test_a_name_of_the_sender_is_no_condition() -> None:
    asked = heard("I lost my card. What does a new card cost? Cheers, Ilse Brandt", FEW).question
    assert "Ilse" not in asked


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2031-05-06 07:08:09 ERROR pump: P-17 stuck", "ERROR pump: P-17 stuck"),
        ("2031-05-06T07:08:09.123Z level=warn code=P-17", "level=warn code=P-17"),
        ("[07:08:09] WARN P-17", "WARN P-17"),
        (
            "What happened at 2031-05-06 07:08:09 in the pump room?",
            "What happened at 2031-05-06 07:08:09 in the pump room?",
        ),
    ],
)
def test_the_time_stamp_of_a_log_line_is_left_out(text: str, kept: str) -> None:
    assert unstamped(text) == kept


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("2031-05-06T07:08:09Z level=error code=PUMP-17 used=96 %\nWhat is to be done?", {"code"}),
        ("/dev/sdb1 400G 310G 90G 78% /srv\nHow do I free space?", set()),
        ("The disk has 310G. How do I free space?", set()),
        ("Is the fee due on 2031-05-06?", {"date"}),
        ("Is 96 % enough?", {"quantity"}),
    ],
)
def test_what_a_log_line_happens_to_hold_is_no_condition(text: str, kinds: set[str]) -> None:
    assert {one.kind for one in constraints(text)} == kinds
