"""EVID-1: who is called what, a thing that is called by its number, and bounds that are written as denials."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answer.claims.naming import OPENING
from kts.answers import Evidence

LEASE = """Landlord: Tarn Holdings LLP
Tenant: Millbrook Bakeries Ltd

1. The rent is GBP 9,400 per month.
2. The Tenant shall pay a deposit of two months' rent.
"""
DEED = """This Agreement is made on 3 March 2025 between Corran Glass GmbH (the Supplier) and Millbrook Bakeries Ltd
(the Buyer). The Supplier delivers within 12 days.
"""
LIST = "Fire watch: Ada Moor\nDeputy: Bo Lund\n"


def piece(text: str, title: str, path: str = "a.md") -> Evidence:
    return Evidence(text, title=title, path=path, metadata={OPENING: text})


def said(claim: str, *evidence: Evidence) -> str:
    return judge(claim, evidence).support


@pytest.mark.parametrize(
    ("claim", "text", "support"),
    [
        ("Tarn Holdings LLP is the landlord.", LEASE, "supported"),
        ("The landlord is Tarn Holdings.", LEASE, "supported"),
        ("Millbrook is the tenant.", LEASE, "supported"),
        ("The tenant is Tarn Holdings LLP.", LEASE, "contradicted"),
        ("The tenant is Vale Bakeries Ltd.", LEASE, "contradicted"),
        ("The landlord is Quill Holdings LLP.", LEASE, "contradicted"),
        ("The tenant is P. Jones.", LEASE, "unsupported"),
        ("The landlord is the mayor.", LEASE, "unsupported"),
        ("The supplier is Corran Glass.", DEED, "supported"),
        ("Corran is the supplier.", DEED, "supported"),
        ("The supplier is Millbrook Bakeries.", DEED, "contradicted"),
        ("Corran is the buyer.", DEED, "contradicted"),
        ("The deputy is B. Lund.", LIST, "supported"),
        ("The deputy is P. Jones.", LIST, "unsupported"),
    ],
)
def test_evid_1_who_is_called_what(claim: str, text: str, support: str) -> None:
    assert said(claim, piece(text, "Agreement")) == support


def test_evid_1_the_place_that_names_a_party_is_cited() -> None:
    found = judge("The landlord of Hall 4 is Tarn Holdings LLP.", [piece(LEASE, "Lease of Hall 4")])
    ((_, span),) = found.matched
    assert LEASE[span.start : span.end].startswith("Landlord:")


HALL = piece(LEASE, "Lease of Hall 4")
OTHER = piece(LEASE.replace("9,400", "7,100").replace("Tarn", "Quill"), "Lease of Hall 5", "b.md")


@pytest.mark.parametrize(
    ("claim", "evidence", "support"),
    [
        ("The rent of Hall 4 is GBP 9,400 per month.", (HALL,), "supported"),
        ("The rent of Hall 4 is GBP 7,100 per month.", (HALL,), "contradicted"),
        ("The rent of Hall 5 is GBP 9,400 per month.", (HALL,), "unsupported"),
        ("The rent of Hall 6 is GBP 7,100 per month.", (HALL,), "unsupported"),
        ("The rent of Hall 5 is GBP 7,100 per month.", (HALL, OTHER), "supported"),
        ("Quill Holdings LLP is the landlord of Hall 5.", (HALL, OTHER), "supported"),
        ("Quill Holdings LLP is the landlord of Hall 4.", (HALL, OTHER), "contradicted"),
        ("The rent of Hall 5 is GBP 9,400 per month.", (HALL, OTHER), "contradicted"),
    ],
)
def test_evid_1_what_stands_under_a_number_is_of_that_thing(
    claim: str, evidence: tuple[Evidence, ...], support: str
) -> None:
    assert said(claim, *evidence) == support


@pytest.mark.parametrize(
    ("claim", "text", "support"),
    [
        ("As of 7.4, an entry is locked after one day.", "The register locks an entry after 24 hours.", "supported"),
        ("As of 7.5, an entry is locked after one day.", "The register locks an entry after 24 hours.", "unsupported"),
    ],
)
def test_evid_1_a_version_of_the_title_need_not_be_said_again(claim: str, text: str, support: str) -> None:
    assert said(claim, piece(text, "Release notes 7.4")) == support


@pytest.mark.parametrize(
    ("claim", "text", "support"),
    [
        ("The credit is never more than a tenth of the fee.", "The credit is at most 10% of the fee.", "supported"),
        ("The credit never exceeds 10% of the fee.", "The credit is at most 10% of the fee.", "supported"),
        ("The credit must never exceed 10% of the fee.", "The credit must not exceed 10% of the fee.", "supported"),
        ("The credit is never less than 10% of the fee.", "The credit is at most 10% of the fee.", "contradicted"),
        ("The credit exceeds 10% of the fee.", "The credit never exceeds 10% of the fee.", "contradicted"),
        ("The shop is never open on Sunday.", "The shop is not open on Sunday.", "unsupported"),
        ("You must start the failover while a copy runs.", "Never fail over while a copy runs.", "unsupported"),
        ("You log in with a badge.", "Login is with a badge.", "supported"),
    ],
)
def test_evid_1_a_bound_may_be_written_as_a_denial_and_a_verb_as_one_word(claim: str, text: str, support: str) -> None:
    assert said(claim, piece(text, "Terms")) == support
