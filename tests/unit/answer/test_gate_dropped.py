"""EVID-1: what a claim drops or adds: a condition it does without, what a rate is per, how often, from when on."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

TERMS = (
    "Frost damage is covered only if the boiler is serviced under a service plan each autumn.\n\n"
    "Either party may end the licence by giving at least six weeks' prior written notice.\n\n"
    "The operator may use helpers only with the owner's prior written consent.\n\n"
    "Liability for damaged cargo is limited to EUR 4,200 for each container.\n\n"
    "Pressure gauges are tested every three months and may differ by 2 %.\n\n"
    "From the sixth working day a certificate is required.\n\n"
    "The agency shall return the bond within thirty days after the end of the tenancy.\n\n"
    "The first two days of storage are free. After that the storage charge is EUR 30.\n"
)
RETURNS = (
    "| Term | Value |\n| --- | --- |\n"
    "| Returns | with the consent of the shop; cut and dyed cloth is not taken back |\n"
)
PRICES = (
    "| Item | Price | Price from 50 metres |\n| --- | --- | --- |\n| Linen | 14.20 | 12.90 |\n| Twill | 9.80 | 8.70 |\n"
)


def said(claim, text=TERMS):
    return gate.judge(claim, [Evidence(text)]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Frost damage is covered without a service plan.", TERMS),
        ("Frost damage is covered regardless of any service plan for the boiler.", TERMS),
        ("Either party may end the licence at any time without notice.", TERMS),
        ("Either party may end the licence with immediate effect.", TERMS),
        ("Pressure gauges are tested every three months regardless of their age.", TERMS),
        ("The operator may use helpers without asking the owner.", TERMS),
        ("Liability for damaged cargo is limited to EUR 4,200 per parcel.", TERMS),
        ("Pressure gauges are tested every year and may differ by 2 %.", TERMS),
        ("A certificate is required from the third working day.", TERMS),
        ("The bond is returned within thirty days after the tenancy is signed.", TERMS),
        ("The storage charge starts from the first day.", TERMS),
        ("Dyed cloth may be returned with the consent of the shop.", RETURNS),
        ("Linen costs 12.90 regardless of quantity.", PRICES),
    ],
)
def test_what_is_dropped_or_added_is_not_supported(claim, text):
    assert said(claim, text) != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "Frost damage is covered only if the boiler is serviced under a service plan.",
        "Frost damage is not covered without a service plan.",
        "The operator may not use helpers without asking the owner.",
        "Liability for damaged cargo is limited to EUR 4,200 per container.",
        "Pressure gauges are tested four times a year.",
        "A certificate is required from the sixth working day.",
        "The bond is returned within thirty days after the tenancy ends.",
        "The first two days of storage are free.",
    ],
)
def test_what_is_kept_is_supported(claim):
    assert said(claim) == "supported"


def test_a_number_of_the_header_is_none_of_another_column():
    text = PRICES.replace("14.20", "50")
    found = gate.weighed("Linen costs 12.90 in the price from 50 metres.", [Evidence(text)])
    assert not any(each.kind == "cell" for one in found for each in one.findings)


@pytest.mark.parametrize(
    ("claim", "text", "differs"),
    [
        ("The fee is EUR 12 per person.", "The fee is EUR 12 per guest and EUR 5 for each night.", False),
        ("The fee is EUR 12 per bicycle.", "The fee is EUR 12 per guest and EUR 5 for each night.", True),
        ("Gauges are tested at least every year.", "Gauges are tested every three months.", False),
        ("Gauges are tested every year.", "Gauges are tested every three months.", True),
        ("Gauges are tested every year.", "Gauges are read every three months.", False),
        (
            "A mask costs 6 euros in the third year.",
            "A mask is free in the first year; after that it costs 6 euros.",
            False,
        ),
        ("A mask is free in the third year.", "A mask is free in the first year.", True),
        ("It falls due 9 days after the start.", "It falls due 9 days after the end.", True),
        ("It falls due 9 days after receipt.", "It falls due 9 days after it was handed over.", False),
    ],
)
def test_one_word_for_what_is_counted_may_stand_for_another(claim, text, differs):
    kinds = {each.kind for one in gate.weighed(claim, [Evidence(text)]) for each in one.findings}
    assert bool(kinds & {"unit", "contrast", "number"}) == differs
