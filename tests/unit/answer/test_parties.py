"""Parties are named once and then by their roles; agreements with others are parallel."""

from __future__ import annotations

import pytest

from kts.answer.constraints.vocabulary import OPENING, opening_of
from kts.answer.units.parties import Paper, introduces, is_annex, parallel, role_of, roles

LINDEN = (
    'This Agreement is made on 12 March 2021 between HARROW TRUST, whose office is at 1 Square (the "Trust"), and '
    'LINDEN SERVICES LIMITED, a company registered under number 0441 (the "Supplier").'
)
CORVANE = 'This Agreement is made between Harrow Trust (the "Customer") and Corvane Waste Ltd (the "Supplier").'


def test_a_word_of_a_name_leads_to_the_role() -> None:
    assert roles(LINDEN) == {"harrow": "Trust", "trust": "Trust", "linden": "Supplier", "services": "Supplier"}
    assert role_of("Linden", LINDEN) == role_of("Linden Services Limited", LINDEN) == "Supplier"
    assert role_of("Harrow Linden", LINDEN) == role_of("Tessaly", LINDEN) == ""


def test_what_is_no_agreement_has_no_parties() -> None:
    assert roles('The report of Harrow Trust (the "Trust") is due.') == {}


def test_agreements_with_different_parties_are_parallel() -> None:
    amended = LINDEN.replace("This Agreement", "This Amendment")
    assert parallel(LINDEN, CORVANE)
    assert not parallel(LINDEN, amended)
    assert not parallel(LINDEN, "The rules of leave.")


def test_a_title_before_the_parties_is_none_of_them() -> None:
    opening = (
        'Software Licence and Support Agreement\n\nbetween Tallis Software GmbH, Hamburg (hereinafter "Licensor") and '
        'Corvane Shipping AS, Bergen (hereinafter "Licensee").'
    )
    assert roles(opening) == {
        "tallis": "Licensor",
        "software": "Licensor",
        "corvane": "Licensee",
        "shipping": "Licensee",
    }
    assert role_of("Software", opening) == "", "the software is no party"


def test_parties_stand_in_lines_of_their_own() -> None:
    opening = "LEASE\n\nLandlord: Quay Estates Ltd\nTenant: Marlow Cycles Ltd\nRent: 400\n"
    assert role_of("Marlow Cycles", opening) == "Tenant"
    assert roles("Supplier: Quay Estates Ltd\nRent: 400\n") == {}, "one line may be anything"


def test_what_gives_a_party_its_role_says_who_that_is() -> None:
    assert introduces('(2) LINDEN SERVICES LIMITED, of 1 Square (the "Supplier").', LINDEN)
    assert not introduces('The Supplier shall deliver the bread (the "Goods").', LINDEN)


def test_evid4_two_roles_without_quotes_are_each_their_own_partys() -> None:
    opening = (
        "This Agreement is made between Northern Homes Limited (the Client) and Orrin Paving LLP (the Contractor)."
    )
    assert role_of("Northern Homes", opening) == "Client"
    assert role_of("Orrin", opening) == "Contractor"
    bare = "between Northern Homes Ltd (Client) and Orrin Paving LLP, of Leeds (Contractor)"
    assert (role_of("Northern", bare), role_of("Orrin", bare)) == ("Client", "Contractor")
    registered = (
        "between Acme Inc (Delaware) (the Supplier) and Borland Ltd (company number 4711), Leeds (the Customer)"
    )
    assert (role_of("Acme", registered), role_of("Borland", registered)) == ("Supplier", "Customer")


def test_an_agreement_is_told_by_its_first_paragraph_behind_cover_and_contents() -> None:
    cover = f"EXHIBIT 4\n\nSERVICES AGREEMENT\n\nTABLE OF CONTENTS\n\n{'Clause . . . . . 1' * 90}\n\n"
    first = 'This Services Agreement (this "Agreement") is made between Harrow Trust (the "Client") and Linden Ltd.'
    said = opening_of(f"{cover}{first}\n\nThe Client pays within five days.")
    assert said.startswith("EXHIBIT 4")
    assert first in said
    assert roles(said)["harrow"] == "Client"
    assert opening_of(cover) == cover[:OPENING]
    assert opening_of(f"{first} {'The Client pays. ' * 90}") == f"{first} {'The Client pays. ' * 90}"[:OPENING]
    assert opening_of(f"A report.\n\n{'words ' * 200}\n\n{first}") == f"A report.\n\n{'words ' * 200}"[:OPENING]


def test_what_an_agreement_is_called_is_no_party_of_those_among_whom_it_is() -> None:
    said = 'AMENDED AND RESTATED CREDIT AGREEMENT by and among LINDEN INC., a company (the "Company"), and the LENDERS.'
    assert roles(said) == {"linden": "Company"}
    assert roles('between Harrow Trust ("MainCo") and Linden Ltd ("SpinCo")')["linden"] == "Spinco"


AGREEMENT = Paper(
    "Hosting Agreement HSA-2021-14",
    "torvald/HSA-2021-14.docx",
    'between Wexcombe Mills Ltd (the "Customer") and Torvald Cloud Ltd (the "Supplier")',
)


@pytest.mark.parametrize(
    ("title", "path", "opening", "annex"),
    [
        ("Annex 2 to HSA-2021-14: Measures", "torvald/measures.docx", "", True),
        ("Schedule 1", "x/HSA-2021-14 Schedule 1.docx", "", True),
        ("Annex 2 to HSA-2021-22: Measures", "torvald/measures.docx", "Torvald", False),
        ("Appendix A", "torvald/a.csv", "Supplier: Torvald Cloud Ltd", True),
        ("Appendix A", "brindle/a.csv", "Supplier: Torvald Cloud Ltd", False),
        ("Appendix A", "torvald/a.csv", "Prices of paper", False),
        ("Minutes on HSA-2021-14", "torvald/minutes.docx", "Torvald", False),
    ],
)
def test_which_documents_are_annexes_of_an_agreement(title: str, path: str, opening: str, *, annex: bool) -> None:
    assert is_annex(Paper(title, path, opening), AGREEMENT) is annex
