"""Exceptions for a time: what says that it is one, until when, and what names it."""

from __future__ import annotations

import pytest

from kts.answer.standing.inforce import names_past
from kts.answer.standing.limited import is_past, limit_of, over


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("For the trade fair in Hanover (16 to 20 November 2026) the taxi limit is raised to EUR 65.", "2026-11-20"),
        ("During the fair, 16-20 November 2026, the limit is increased to 65.", "2026-11-20"),
        ("The fee is waived until 31 March 2026.", "2026-03-31"),
        ("From 2026-11-16 to 2026-11-20 the limit is temporarily 65.", "2026-11-20"),
        ("Between 1 May 2026 and 31 May 2026 the charge is reduced to 5 %.", "2026-05-31"),
    ],
)
def test_an_exception_ends_on_its_last_day(text: str, last: str) -> None:
    limit = limit_of(text)
    assert limit is not None
    assert limit.last == last
    assert is_past(text, "2026-12-01")
    assert not is_past(text, last)


@pytest.mark.parametrize(
    "text",
    [
        "This Agreement runs until 14 February 2025.",
        "Prices are fixed until 31 December 2025.",
        "The limit is raised to 65 from 16 November 2026 on.",
        "The limit was raised from 40 to 65 on 3 May 2026.",
        "The taxi limit is 40.",
    ],
)
def test_a_term_or_a_change_for_good_is_no_exception(text: str) -> None:
    assert limit_of(text) is None


FAIR = "For the trade fair in Hanover (16 to 20 November 2026) the taxi limit is raised to EUR 65."


def test_who_names_the_occasion_or_the_time_means_the_exception() -> None:
    assert over(FAIR, "What is the taxi limit?", "2026-11-26")
    for asked in ("What is the taxi limit at the trade fair?", "the taxi limit on 17 November 2026", "until when?"):
        assert over(FAIR, asked, "2026-11-26") is None
    assert over(FAIR, "What is the taxi limit?", "2026-11-18") is None


@pytest.mark.parametrize("text", ["hotel limit edition 3", "hotel limit 2023", "what was the limit", "limit v2.0"])
def test_a_query_of_the_past_is_known(text: str) -> None:
    assert names_past(text)


@pytest.mark.parametrize("text", ["hotel limit", "notice for new employees", "exchange of parts", "limit for 30 days"])
def test_a_query_of_the_present_is_known(text: str) -> None:
    assert not names_past(text)
