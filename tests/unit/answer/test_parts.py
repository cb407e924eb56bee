"""QRY-3: which questions are answered in parts."""

from __future__ import annotations

import pytest

from kts.answer.parts import joined, split
from kts.answers import Answer, Claim, Freshness
from kts.types import Citation, Location, Span


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
    assert bool(split(question)) == expected


def part(question: str, *documents: str, score: float = 1.0) -> Answer:
    """A part that is answered from these documents, the first of them best."""
    claims = tuple(
        Claim(f"{question} {name}", "supported", (), (cited(name),), score / number)
        for number, name in enumerate(documents, 1)
    )
    return Answer(
        question,
        "answered",
        "",
        0.8,
        1.0,
        claims,
        freshness=tuple(Freshness(f"doc_{one}", "current") for one in documents),
    )


def cited(name: str) -> Citation:
    return Citation(
        name,
        f"file:///{name}",
        name,
        "",
        "",
        "text:1",
        f"doc_{name}",
        "",
        Span(0, 4),
        "",
        "text",
        Location("text", line=1),
    )


def test_evid9_only_of_what_is_cited_is_told_how_current_it_is() -> None:
    parts = (part("fee", "a", "b", "c", "d", "e"), part("rate", "z"))
    found = joined("fee and rate", parts, lambda: parts[0])
    shown = {one.document_id for claim in found.claims for one in claim.citations}
    assert "doc_e" not in shown
    assert {one.document_id for one in found.freshness} == shown


def test_of_a_comparison_it_is_said_which_statement_is_of_which_side() -> None:
    question = "Who has the higher limit, Aldo or Borga?"
    said = joined(question, [part("limit Aldo", "a"), part("limit Borga", "b")], lambda: part(question, "a"))
    assert said.notes[:2] == ("limit Aldo: [1]", "limit Borga: [2]")
