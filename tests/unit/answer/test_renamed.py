"""EVID-3: a question in the words of the document that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.constraints.named import constraints
from kts.answer.question.renamed import beside, called_in, in_words
from kts.types import Span

if TYPE_CHECKING:
    from kts.answers import Constraint


def linden(question: str) -> Constraint:
    return next(one for one in constraints(question) if "Linden" in one.text)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When must Linden Limited give notice?", "When must the Supplier give notice?"),
        ("What is Linden's liability?", "What is the Supplier's liability?"),
        ("How warm is the Linden depot kept?", "How warm is the depot kept?"),
    ],
)
def test_evid_3_a_party_is_called_by_its_role_unless_it_tells_of_a_noun(question: str, asked: str):
    assert in_words(question, called_in(question, {linden(question): "Supplier"})) == asked


def test_evid_3_what_overlaps_is_said_once():
    whole, part = Span(6, 13), Span(10, 13)
    assert beside({part: ""}, {whole: "this agreement"}) == {whole: "this agreement"}
    assert in_words("under the PSA", {whole: "this agreement"}) == "under this agreement"
