"""EVID-1: an answer's text splits into claims."""

from __future__ import annotations

from kts.answer.claims.split import claims, pointed


def test_evid1_sentences_entries_and_clauses_are_claims_of_their_own():
    text = (
        "## Late charges\n\nThe charge is 5 % of the overdue amount. [1] It is capped at $75.\n\n"
        "- The grace period is 15 days.\n- Notices are sent by mail, and the fee is $12 for each.\n"
    )
    assert [claim for claim, _ in claims(text)] == [
        "The charge is 5 % of the overdue amount.",
        "It is capped at $75.",
        "The grace period is 15 days.",
        "Notices are sent by mail",
        "the fee is $12 for each.",
    ]


def test_evid1_every_claim_stands_where_it_says():
    text = "The Trustee keeps the notes [2][3], and the Custodian keeps the files [1]."
    for claim, span in claims(text):
        assert claim.split()[0] in text[span.start : span.end]
    assert [found.pointers for found in pointed(text)] == [(2, 3), (1,)]


def test_evid1_a_condition_is_not_torn_from_its_clause():
    (found,) = claims("If the loan is late, and the borrower was told, the fee is charged.")
    assert found[0].startswith("If the loan is late")


def test_evid1_nothing_said_gives_no_claims():
    assert claims("") == ()
    assert claims("## A heading\n\n---\n") == ()
