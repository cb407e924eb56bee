"""EVID-9: a clause as it reads after an amendment, whatever words open that."""

from __future__ import annotations

import pytest

from kts.answer.claims.consolidated import consolidated

CLAUSE = "The tenant shall report damage within 10 days."


@pytest.mark.parametrize(
    "change",
    [
        '1. Section 2 is amended: "within 10 days" is replaced by "within 5 days".',
        'Clause 2 is changed as follows: the words "10 days" are replaced by the words "5 days".',
        'In section 2 "10 days" is replaced by "5 days".',
        "Section 2 is amended: The tenant shall report damage within 5 days.",
        "Clause 2 shall be replaced: The tenant shall report damage within 5 days.",
    ],
)
def test_the_new_words_stand_in_the_place_of_the_old(change):
    now = consolidated(CLAUSE, change)
    assert now is not None
    assert "within 5 days" in now
    assert "10" not in now


@pytest.mark.parametrize(
    "change",
    [
        "Section 2 is amended: The landlord insures the building against fire and flood.",
        "Section 2 is amended as set out below.",
        '1. Section 2 is amended: "within 30 days" is replaced by "within 5 days".',
    ],
)
def test_what_is_of_another_sentence_or_of_no_words_tells_nothing(change):
    assert consolidated(CLAUSE, change) is None
