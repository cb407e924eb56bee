"""EVID-1: the parties of an agreement are known by what calls them, and one of them is not the other nor both."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answer.claims.naming import aliases, worded
from kts.answer.units.idle import is_recital
from kts.answers import Evidence

SUPPLY = (
    "Dated 3 May 2024\n\nbetween\n\n(1) CORVANE & MARLOW FOODS LIMITED, a company of 0441 members, whose office "
    'is at 4 Mill Row, Selby (the "Buyer"); and\n\n(2) TORCHIO BRAMANTE S.R.L. (the "Supplier").'
)
LEASE = "LEASE\n\nLandlord: WREXMOOR ESTATES LLP, 9 Quay Street\n\nTenant: CORVANE & MARLOW FOODS LIMITED\n\nRent: 400"


def found(claim: str, text: str, opening: str) -> str:
    return judge(claim, [Evidence(text, title="Agreement", path="a.md", metadata={"opening": opening})]).support


def test_evid1_capitals_an_ampersand_and_a_dotted_form_hide_no_party():
    names = aliases(SUPPLY)
    assert names["CORVANE & MARLOW"] == names["CORVANE & MARLOW FOODS LIMITED"] == "Buyer"
    assert names["TORCHIO BRAMANTE"] == names["BRAMANTE"] == "Supplier"
    assert "FOODS" not in names, "a trade calls nobody"
    assert aliases(LEASE)["WREXMOOR ESTATES"] == "Landlord"


@pytest.mark.parametrize(
    "claim",
    [
        "Bramante shall keep its certificate at grade A throughout the term.",
        "Torchio Bramante must keep its certificate at grade A throughout the term.",
        "Bramante has to tell Corvane and Marlow within two days if the certificate is withdrawn.",
    ],
)
def test_evid1_a_party_may_be_called_by_a_part_of_its_name(claim):
    text = (
        "5.3 The Supplier shall keep its certificate at grade A throughout the term and shall inform the Buyer within "
        "two days if the certificate is withdrawn."
    )
    assert found(claim, text, SUPPLY) == "supported"
    assert found(claim.replace("Bramante", "Corvane & Marlow"), text, SUPPLY) != "supported"


def test_evid1_what_goes_on_as_another_name_or_tells_an_agreement_is_not_the_party():
    piece = Evidence("9.1 The Supplier sells oil.", path="a.md", metadata={"opening": SUPPLY})
    for claim in ("Corvane sells the oil Bramante Riserva.", "The Bramante agreement ends in May."):
        assert "Bramante" in worded(claim, [piece])[0].text
    assert worded("Bramante sells oil.", [piece])[0].text == "the Supplier sells oil."


def test_evid1_a_partys_invoices_are_those_that_the_other_pays():
    text = "3.4 The Buyer shall pay invoices within 28 days after receipt."
    assert found("Bramante's invoices are payable within 28 days of receipt.", text, SUPPLY) == "supported"
    assert found("Bramante must pay invoices within 28 days after receipt.", text, SUPPLY) != "supported"


REPAIR = (
    "3.1 The Tenant shall keep the inside of the premises in good repair. The Landlord shall keep the roof, the "
    "structure and the outside walls in good repair."
)
INSURE = (
    "6.1 The Landlord shall insure the building against fire and storm, and the Tenant shall refund the premium.\n\n"
    "6.2 The Tenant shall insure its own stock and fittings."
)
BREAK = "1.2 The Tenant may end this lease on 29 September 2026 by giving the Landlord nine months' written notice."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("At Selby the Tenant is responsible for repairing the roof and the structure.", REPAIR),
        ("Either the landlord or the tenant may break the lease on 29 September 2026.", BREAK),
        ("Either party may end the lease on 29 September 2026.", BREAK),
        ("Wrexmoor may break the lease on 29 September 2026.", BREAK),
        ("The Tenant shall insure the building and the Landlord shall insure the stock.", INSURE),
        ("The Tenant must insure the building.", INSURE),
        ("The Landlord must insure the stock.", INSURE),
    ],
)
def test_evid1_the_other_party_or_both_do_not_what_one_does(claim, text):
    assert found(claim, text, LEASE) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Wrexmoor Estates shall keep the roof in good repair.", REPAIR),
        ("Corvane & Marlow must keep the inside of the premises in good repair.", REPAIR),
        ("The tenant may end the lease on 29 September 2026.", BREAK),
        ("The Landlord shall insure the building.", INSURE),
    ],
)
def test_evid1_each_party_has_its_own_duties(claim, text):
    assert found(claim, text, LEASE) == "supported"


def test_evid1_another_one_is_told():
    text = "4.1 The Supplier shall notify the Buyer of a recall within 24 hours. It may not inform the authority."
    assert found("Bramante must notify Corvane & Marlow of a recall within 24 hours.", text, SUPPLY) == "supported"
    assert found("Bramante must inform the authority of a recall within 24 hours.", text, SUPPLY) != "supported"


def test_evid1_a_line_that_names_the_parties_says_nothing():
    line = 'between CORVANE & MARLOW FOODS LIMITED (the "Buyer") and TORCHIO BRAMANTE S.R.L. (the "Supplier").'
    assert is_recital(line)
    assert not is_recital('The Supplier appoints Alder Limited (the "Agent").')
    assert found("Corvane & Marlow must buy its oil exclusively from Torchio Bramante.", line, SUPPLY) != "supported"


def test_evid1_who_may_but_need_not_does_not_deny_the_opposite():
    text = "3.3 The minimum of an order is four pallets. The Supplier may accept less but is not obliged to do so."
    assert found("An order of less than four pallets can be refused by the Supplier.", text, SUPPLY) == "supported"


def test_evid1_consent_of_a_party_is_the_partys_consent():
    text = "1.2 The Supplier may use subcontractors only with the Buyer's prior written consent."
    claim = "Bramante may use subcontractors only with the prior written consent of Corvane & Marlow."
    assert found(claim, text, SUPPLY) == "supported"
