"""EVID-1: whom and which place a claim names - parties by either name, another document's party, places nowhere."""

from __future__ import annotations

from kts.answer.claims.gate import judge
from kts.answer.claims.naming import aliases
from kts.answers import Evidence

OPENING = "This agreement is made between Wrenfield Mills Ltd (the Supplier) and Osterby Foods Inc. (the Customer)."
PAYS = Evidence(
    "4.1 The Customer pays the Supplier $900 a month.",
    title="Supply agreement",
    path="supply.md",
    metadata={"opening": OPENING},
)


def test_evid1_parties_are_known_by_the_names_that_the_document_gives_them():
    names = aliases(OPENING)
    assert names["Wrenfield Mills"] == names["Wrenfield"] == "Supplier"
    assert names["Osterby Foods"] == "Customer"
    described = 'between ACME HOLDINGS, INC., a Delaware corporation (the "Company"), and others'
    assert aliases(described)["ACME HOLDINGS"] == "Company"


def test_evid1_a_claim_with_the_partys_name_is_held_against_the_documents_word_for_it():
    assert judge("Osterby Foods pays Wrenfield Mills $900 a month.", [PAYS]).support == "supported"
    told = judge("Wrenfield Mills pays Osterby Foods $900 a month.", [PAYS])
    assert told.support == "contradicted"
    reason = next(one for one in told.reasons if one.kind == "swapped")
    assert "Wrenfield Mills pays Osterby Foods $900 a month."[slice(*reason.claim)] == "Wrenfield Mills"


ALDER = Evidence(
    "4.1 Either party may end this agreement on ninety days' notice.", title="Alder lease", path="alder.md"
)
BIRCH = Evidence(
    "4.1 Either party may end this agreement on thirty days' notice.", title="Birch lease", path="birch.md"
)


def test_evid1_another_contracts_clause_does_not_support_a_claim_about_a_named_one():
    claim = "Under the Alder lease either party may end the agreement on 30 days' notice."
    told = judge(claim, [ALDER, BIRCH])
    assert told.support == "contradicted"
    assert told.matched[0][0] == 0
    assert judge(claim.replace("Alder", "Birch"), [ALDER, BIRCH]).support == "supported"


def test_evid1_where_documents_disagree_the_other_one_is_named():
    told = judge("Either party may end the agreement on 30 days' notice.", [ALDER, BIRCH])
    assert told.support == "supported"
    assert [one.kind for one in told.reasons] == ["disputed"]
    assert "alder.md says otherwise" in told.reasons[0].text
    assert [piece for piece, _ in told.matched] == [1, 0]


def test_evid1_a_value_of_another_kind_disputes_nothing():
    policy = Evidence("The late charge is 5 % of the overdue amount.", title="Policy", path="policy.md")
    claim = "The late charge is 5 %."
    other = Evidence("No late charge below $5.00.", title="Procedure", path="procedure.md")
    assert judge(claim, [policy, other]).reasons == ()
    rival = Evidence("The late charge is 4 % of the overdue amount.", title="Handbook", path="handbook.md")
    assert [one.kind for one in judge(claim, [policy, other, rival]).reasons] == ["disputed"]


def test_evid1_a_place_that_is_nowhere_supports_nothing():
    said = "The Customer pays the Supplier $900 a month under clause {}."
    assert judge(said.format("4.1"), [PAYS]).support == "supported"
    assert judge(said.format("4"), [PAYS]).support == "supported"
    told = judge(said.format("14.9"), [PAYS])
    assert told.support == "unsupported"
    assert "place" in {one.kind for one in told.reasons}
    assert judge("Annex F says that the Customer pays the Supplier $900 a month.", [PAYS]).support == "unsupported"


def test_evid1_a_place_that_is_broken_over_two_lines_is_there():
    piece = Evidence("The rates are those of Schedule\n   I to this agreement.", path="rates.md")
    assert judge("The rates are those of Schedule I to this agreement.", [piece]).support == "supported"


def test_general11_a_party_is_known_behind_its_seat():
    opening = 'between Grell GmbH, Lübeck (the "Buyer") and Tanner Mills Ltd, 4 Weir Lane, Leeds (the "Seller"), dated'
    found = aliases(opening)
    assert (found["Grell"], found["Tanner Mills"]) == ("Buyer", "Seller")
    assert not {"Leeds", "Lübeck"} & found.keys()
    piece = Evidence(f"{opening}.\n\nThe Seller, not the Buyer, insures the goods.", title="Sale", path="sale.md")
    assert judge("Grell insures the goods of the sale.", [piece]).support != "supported"
    assert judge("Tanner insures the goods.", [piece]).support == "supported"


def test_general11_a_seat_is_no_second_party():
    assert "Alder" not in aliases(
        'between Alder Ltd, Brook Ltd (the "Seller") and Cole Ltd, a company of Wales (the "Buyer")'
    )
