"""EVID-4: reviewers' comments are an answer where somebody asks for them, and only there."""

from __future__ import annotations

import pytest

from kts.lexicon.remarks import asks_for_remarks


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did Anna Berg say about the fee?", True),
        ("Which comments are there on clause 2?", True),
        ("Did Mr. Hale object to the fee?", True),
        ("What does the policy say about pets?", False),
        ("What is the object of the agreement?", False),
        ("Which notes are secured?", False),
    ],
)
def test_evid_4_what_a_document_says_is_no_question_about_its_comments(question, asked):
    assert asks_for_remarks(question) is asked
