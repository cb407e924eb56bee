"""Parties are named once and then by their roles; agreements with others are parallel."""

from __future__ import annotations

from kts.answer.parties import parallel, role_of, roles

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
