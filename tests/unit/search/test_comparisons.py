"""QRY-3: each side of a comparison is a question of its own."""

from __future__ import annotations

import pytest

from kts.search.decompose import parts_of

SIDES = (
    ("How do the payment terms of Aldo and Borga differ?", "the payment terms of Aldo", "the payment terms of Borga"),
    (
        "Is the notice period longer in the Borga or the Aldo agreement?",
        "the notice period in the Borga agreement",
        "the notice period in the Aldo agreement",
    ),
    (
        "How does the leave policy version 4 differ from version 3 on receipts?",
        "receipts in the leave policy version 4",
        "receipts in the leave policy version 3",
    ),
    ("Which is longer, the grace period of A2 or that of B2?", "the grace period of A2", "the grace period of B2"),
    ("Who has the higher liability limit, Aldo or Borga?", "liability limit Aldo", "liability limit Borga"),
    ("Do Aldo and Borga have the same notice period?", "notice period Aldo", "notice period Borga"),
    ("Is the session limit in 5.0 shorter than in 4.1?", "the session limit in 5.0", "the session limit in 4.1"),
    ("Does version 3 pay more per mile than version 4?", "pay per mile version 3", "pay per mile version 4"),
    ("What is the difference between agent 2.9 and 3.0?", "agent 2.9?", "agent 3.0?"),
    (
        "What is the difference between the warranty in the Aldo contract and the Borga contract?",
        "the warranty in the Aldo contract?",
        "the warranty in the Borga contract?",
    ),
)


@pytest.mark.parametrize(("question", "first", "second"), SIDES)
def test_qry_3_the_sides_of_a_comparison(question: str, first: str, second: str) -> None:
    assert parts_of(question) == (first, second)


@pytest.mark.parametrize(
    "question",
    [
        "How long is the notice period?",
        "Who is responsible for longer outages, or does nobody answer?",
        "Is a licence needed for more than ten users?",
        "Who approves orders of more than 10,000?",
        "Which forms are needed and who signs?",
    ],
)
def test_what_compares_nothing_has_no_sides(question: str) -> None:
    from kts.search.comparisons import compared

    assert not compared(question)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What does FBX-4412 mean, and how long is an API key valid?",
            ("What does FBX-4412 mean", "how long is an API key valid?"),
        ),
        (
            "What is the API rate limit? And how long are backups kept?",
            ("What is the API rate limit?", "And how long are backups kept?"),
        ),
    ],
)
def test_qry_3_a_part_takes_no_word_that_only_tells_the_kind_of_another_noun(question, parts) -> None:
    assert parts_of(question) == parts
