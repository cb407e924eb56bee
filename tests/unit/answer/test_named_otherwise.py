"""Names that a document has otherwise than the question, and words that only look like names."""

from __future__ import annotations

import pytest

from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answers import Evidence

KNOWN = Vocabulary(passages=40, frequency=lambda word: int(word in {"room", "fee", "boat", "lost"}))


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Smallest room for a party?", []),
        ("Lone swimmer lost a key, what now?", []),
        ("Larger boat for a day?", []),
        ("Northwick is late with the fee, what now?", ["Northwick"]),
        ("Amber has lost the key, what now?", ["Amber"]),
    ],
)
def test_an_ordinary_first_word_is_no_name(question: str, names: list[str]) -> None:
    assert [one.text for one in constraints(question, known=KNOWN) if one.kind == "term"] == names


@pytest.mark.parametrize(
    ("question", "certain"),
    [
        ("How much RAM does it need?", False),
        ("How many CPUs does it need?", False),
        ("How much QTM does it need?", True),
    ],
)
def test_an_abbreviation_of_every_day_binds_softly(question: str, *, certain: bool) -> None:
    (found,) = constraints(question)
    assert found.certain is certain


@pytest.mark.parametrize(
    ("question", "passage", "met"),
    [
        ("Which ECRs are open?", "| ECR-12 | open |", True),
        ("Which ECRs are open?", "Nothing is open.", False),
        ("What did John Vale say?", "Mr. Vale said that it leaks.", True),
        ("What did John Vale say?", "J. Vale said that it leaks.", True),
        ("What did John Vale say?", "Ann Vale said that it leaks.", False),
        ("What did John Vale say?", "A. Vale said that it leaks.", False),
        ("What did John Vale say?", "The vale is green.", False),
    ],
)
def test_a_name_in_another_shape(question: str, passage: str, *, met: bool) -> None:
    assert (not unmet(constraints(question), (Evidence(passage),))) is met
