"""QRY-3: which questions are answered in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.parts import in_turn, joined, split
from kts.answers import Answer, Claim, Constraint, Freshness, Unmet
from kts.types import Citation, Location, Span

if TYPE_CHECKING:
    from kts.answers import Verdict


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


def figure(label: str, text: str, *others: str, verdict: Verdict, chance: float) -> tuple[str, Answer]:
    """A part of a series: what the report of a period says first, and then."""
    claims = tuple(Claim(one, "supported", (), (cited(label),), 0.5) for one in (text, *others))
    return label, Answer("complaints", verdict, "", chance, 1.0, claims)


def test_in_a_series_a_statement_alike_answers_too_and_keeps_its_place() -> None:
    parts = [
        figure("January", "Complaints received: 7", verdict="answered", chance=0.7),
        figure("February", "Two agents left.", "Complaints received: 4", verdict="low_confidence", chance=0.3),
        figure("March", "Complaints received: 11", verdict="answered", chance=0.8),
    ]
    said = in_turn("How did complaints develop?", parts)
    assert [one.text[-2:].strip() for one in said.claims] == ["7", "4", "11"]
    assert (said.verdict, said.confidence) == ("answered", 0.7)
    assert said.notes[0] == "in order of time: January [1], February [2], March [3]"


def test_what_a_period_of_a_series_does_not_tell_is_missing() -> None:
    parts = [
        figure("January", "Complaints received: 7", verdict="answered", chance=0.7),
        figure("February", "Two agents left.", verdict="low_confidence", chance=0.3),
    ]
    said = in_turn("How did complaints develop?", parts)
    assert [one.text for one in said.claims] == ["Complaints received: 7"]
    assert said.verdict == "partly"
    assert "not answered: February: complaints" in said.notes


@pytest.mark.parametrize(("lacked", "verdict"), [("Corvane", "partly"), ("Northmarch", "answered")])
def test_what_one_side_says_answers_no_side_whose_name_it_lacks(lacked: str, verdict: str) -> None:
    told = part("servicing fee under Northmarch", "a")
    constraint = Constraint("term", lacked, lacked.casefold(), Span(0, len(lacked)))
    missing = told._replace(query="servicing fee under Corvane", verdict="abstained", claims=())
    missing = missing._replace(unmet=(Unmet(constraint, "the passage does not name it"),))
    found = joined("servicing fee under Northmarch versus Corvane", (told, missing), lambda: told)
    assert found.verdict == verdict
    assert [one.constraint.text for one in found.unmet] == [lacked] * (verdict == "partly")


def test_what_may_answer_a_part_is_named_where_that_part_is_not_answered() -> None:
    open_ = part("rent of the hall", "a")._replace(verdict="low_confidence")
    said = joined("fee and rent of the hall", [part("fee", "b"), open_], lambda: open_)
    assert said.verdict == "partly"
    lead = open_.claims[0]
    assert said.notes[-2:] == ("not answered: rent of the hall", f"this may answer it: {lead.text} (a)")
    assert lead.citations[0] in said.nearest
