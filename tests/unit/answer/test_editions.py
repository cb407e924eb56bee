"""EVID-9: editions and numbered circulars that a question names."""

from __future__ import annotations

import pytest

from kts.answer.constraints.editions import EDITION
from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answers import Evidence


def named(question: str) -> list[str]:
    return [one.value for one in constraints(question) if one.kind == EDITION]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What does the basic account cost in edition 12?", ["12"]),
        ("What does issue 5 of SP-07 say about padlocks?", ["5"]),
        ("What did the 3rd edition say of fees?", ["3"]),
        ("Compare edition 11 and edition 12", ["11", "12"]),
        ("What does circular 2025/08 say?", ["circular 2025/08"]),
        ("What became of issue 512?", []),
        ("How many issues were there in 12 months?", []),
        ("Which circular came on 2025-08-01?", []),
    ],
)
def test_evid_9_the_editions_that_a_question_names(question: str, values: list[str]):
    assert named(question) == values


@pytest.mark.parametrize(
    ("question", "evidence", "met"),
    [
        ("What is the fee in edition 12?", Evidence("The fee is 5.", title="Fees - Edition 12"), True),
        ("What is the fee in edition 12?", Evidence("The fee is 5.", path="fees_ed12_2025.md"), True),
        ("What is the fee in edition 12?", Evidence("The fee is 5.", metadata={"version": "12"}), True),
        ("What is the fee in edition 12?", Evidence("In edition 12 the fee is 5.", title="News"), True),
        ("What is the fee in edition 12?", Evidence("The fee is 5.", title="Fees - Edition 11"), False),
        ("What is the fee in edition 12?", Evidence("The fee will be in edition 12.", title="Fees, ed. 11"), False),
        ("What says circular 2025/08?", Evidence("A fee.", path="circular_2025-08_fees.md"), True),
        ("What says circular 2025/08?", Evidence("A fee.", title="Circular No. 2025/8"), True),
        ("What says circular 2025/08?", Evidence("A fee.", title="Circular 2025/07"), False),
    ],
)
def test_evid_9_a_document_answers_for_its_own_edition_alone(question: str, evidence: Evidence, *, met: bool):
    lacking = [one for one in unmet(constraints(question), [evidence]) if one.constraint.kind == EDITION]
    assert (not lacking) == met
    assert all(one.constraint.certain for one in lacking)


def test_evid_9_what_is_of_no_edition_lacks_it_only_softly():
    (lacking,) = unmet(constraints("What is the fee in edition 12?"), [Evidence("The fee is 5.", title="Notice")])
    assert not lacking.constraint.certain
