"""EVID-5: an agreement of another sort, and what is said of another version than `in 4.2`, is a doubt."""

from __future__ import annotations

import pytest

from kts.answer.constraints.named import constraints
from kts.answer.units.quotable import Unit
from kts.answer.verdict.sorts import sort_doubts
from kts.answers import Evidence
from kts.types import Span


def said(question: str, text: str, *, title: str = "", others: tuple[str, ...] = ()) -> list[str]:
    evidence = (Evidence(text, title=title), *(Evidence(one) for one in others))
    lead = Unit(text, Span(0, len(text)), 0, 0, "sentence")
    return list(sort_doubts(question, constraints(question), lead, evidence))


@pytest.mark.parametrize(
    ("question", "title", "others", "doubted"),
    [
        ("What is the notice period of the dredging contract?", "Contract for moorings", (), True),
        ("What is the notice period of the mooring contract?", "Contract for moorings", (), False),
        ("What is the notice period of the employment contract?", "Terms of service for staff", (), False),
        (
            "What is the notice period of the cleaning contract?",
            "Terms of care",
            ("The cleaning contract ends.",),
            True,
        ),
        ("What is the notice period of the contract?", "Contract for moorings", (), False),
        ("What is the contract price?", "Contract for moorings", (), False),
    ],
)
def test_an_agreement_of_another_sort(question: str, title: str, others: tuple[str, ...], *, doubted: bool) -> None:
    found = said(question, "Notice is three months.", title=title, others=others)
    assert bool(found) is doubted


@pytest.mark.parametrize(
    ("question", "text", "title", "doubted"),
    [
        ("What is the limit in 6.2?", "The limit is 40.", "Kiln 6.1 release notes", True),
        ("What is the limit in 6.1?", "The limit is 40.", "Kiln 6.1 release notes", False),
        ("What is the limit in 6.2?", "The limit is 40; since 6.2 it is 60.", "Kiln 6.1 release notes", False),
        ("What is the limit in 6.2?", "The limit is 40.", "House rules", False),
    ],
)
def test_a_version_by_where_it_stands(question: str, text: str, title: str, *, doubted: bool) -> None:
    assert bool(said(question, text, title=title)) is doubted
