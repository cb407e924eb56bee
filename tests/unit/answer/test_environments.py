"""A question about staging is not answered by what is said of production, nor the other way round (EVID-3)."""

from __future__ import annotations

import pytest

from kts.answer.constraints.environments import other_environment

KEPT = "Keys are kept for 48 hours."


@pytest.mark.parametrize(
    ("question", "lead", "above", "named"),
    [
        ("How long are keys kept in staging?", KEPT, (), "staging"),
        ("How long are keys kept in the sandbox?", KEPT, ("Production",), "sandbox"),
        ("Which level is set for the test environment?", "The level is warn.", (), "test"),
        ("How long are keys kept in production?", "In the sandbox keys are kept for 2 hours.", (), "production"),
        ("How long are keys kept on prod?", "Keys are kept for 2 hours.", ("Staging",), "prod"),
        ("How long are keys kept in production?", KEPT, (), ""),
        ("How long are keys kept in staging?", KEPT, ("Retention in staging",), ""),
        ("How long are keys kept in staging?", "| keys | 48 h | 2 h |", ("| Setting | production | staging |",), ""),
        ("What is the level in dev?", "The level of development is debug.", (), ""),
        ("How long are keys kept?", "In the sandbox keys are kept for 2 hours.", (), ""),
        ("Who is in production management?", KEPT, (), ""),
        ("What is in test?", KEPT, (), ""),
        ("How many people work in production?", "Twelve people work there.", (), ""),
    ],
)
def test_the_environment_of_a_question(question, lead, above, named):
    assert other_environment(question, lead, above) == named
