"""EVID-3: an amount per month is not one per user."""

from __future__ import annotations

import pytest

from kts.answer.verdict.rates import other_rate


@pytest.mark.parametrize(
    ("question", "texts", "said"),
    [
        ("What is the price per user?", ("| Team | 129 |", "| Edition | Price per month |"), "month, not per user"),
        ("What do we pay for each seat?", ("The fee is EUR 90 per year.",), "year, not per seat"),
        ("What is the price per month?", ("The fee is EUR 90 per year.",), ""),  # the time can be reckoned
        ("What is the price per user?", ("The fee is EUR 9 per seat and month.",), ""),
        ("What is the price per user?", ("The fee is EUR 9.",), ""),
        ("What is the interest per cent?", ("2 is due per month.",), ""),
        ("What is the price?", ("The fee is EUR 90 per year.",), ""),
    ],
)
def test_an_amount_for_a_time_tells_nothing_of_one_for_a_thing(question, texts, said):
    assert other_rate(question, texts) == said
