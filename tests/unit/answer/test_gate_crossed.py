"""EVID-1: the same names, values and words, put together otherwise, are another claim."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

WASTE = "In spring, Norvik collected 310 tonnes and Ballin Bay 190."
SHARES = "60 per cent were repaired in the depot at Ulm and 25 per cent at Trier."
PAY = "Night drivers receive 14 euros an hour. The day shift receives 11 euros an hour."
SIGNS = "Orders for fuel are signed by the Fleet Manager. All other orders are signed by the Store Keeper."
LIFTS = "On the R20 the cover may be opened in motion; on the R35 the belt must be stopped."
BAND = "The Head Nurse decides for up to one week, the Ward Physician for longer stays."


def judged(claim, text):
    return gate.judge(claim, (Evidence(text, passage_id="p", document_id="d", title="Notes", path="a.md"),))


LINEN = "The price is 1.42 euros per kilogram of Linen and 2.10 euros per kilogram of Infected Linen."
RAISED = "In clause 4.1 the price per kilogram of Linen is changed from £1.42 to £1.56."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Ballin Bay collected 310 tonnes in spring and Norvik 190.", WASTE),
        ("Norvik collected 190 tonnes in spring.", WASTE),
        ("60 per cent were repaired in the depot at Trier and 25 per cent at Ulm.", SHARES),
        ("The Store Keeper signs orders for fuel and the Fleet Manager signs all other orders.", SIGNS),
        ("The Head Nurse decides for longer stays, the Ward Physician for up to one week.", BAND),
        ("Infected Linen costs 1.42 euros per kilogram.", LINEN),
        ("Linen costs 2.10 euros per kilogram.", LINEN),
        ("The price per kilogram was changed from £1.56 to £1.42.", RAISED),
    ],
)
def test_evid1_what_is_said_of_the_other_is_contradicted(claim, text):
    found = judged(claim, text)
    assert found.support == "contradicted"
    assert {reason.kind for reason in found.reasons} & {"swapped", "contrast"}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Night drivers receive 11 euros an hour and the day shift receives 14 euros an hour.", PAY),
        ("The cover of the R35 may be opened in motion.", LIFTS),
    ],
)
def test_evid1_what_is_said_of_the_other_supports_nothing(claim, text):
    assert judged(claim, text).support != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Norvik collected 310 tonnes in spring and Ballin Bay 190.", WASTE),
        ("Ballin Bay collected 190 tonnes and Norvik 310 tonnes.", WASTE),
        ("Norvik collected 310 tonnes.", WASTE),
        ("In the depot at Trier 25 per cent were repaired, in the depot at Ulm 60 per cent.", SHARES),
        ("The Fleet Manager signs orders for fuel and the Store Keeper signs all other orders.", SIGNS),
        ("The Head Nurse decides for up to one week.", BAND),
        ("Linen costs 1.42 euros per kilogram.", LINEN),
        ("Infected Linen costs 2.10 euros per kilogram.", LINEN),
        ("The price of Linen was changed from £1.42 to £1.56 per kilogram.", RAISED),
        ("The Buyer and the Seller keep the price secret.", "The Seller and the Buyer keep the price secret."),
        ("Tarn Lane is closed on Sundays.", "Mill Road and Tarn Lane are closed on Sundays."),
        ("The cover of the R20 may be opened in motion.", LIFTS),
    ],
)
def test_evid1_the_same_said_in_another_order_is_supported(claim, text):
    assert judged(claim, text).support == "supported"


def test_evid1_a_value_of_the_next_sentence_supports_nothing_of_this_one():
    text = "The permit is valid for two years. Stored samples are kept for five years."
    assert judged("The permit is valid for five years.", text).support != "supported"
    assert judged("The permit is valid for two years.", text).support == "supported"


def test_evid1_a_sentence_that_ends_in_a_name_does_not_join_the_next():
    from kts.answer.claims.agree.roles import names

    assert [one.text for one in names("It is for Anna Kern. Mr Olsen and St. Pauli Ltd. pay 40.")] == [
        "Anna Kern",
        "Mr Olsen and St. Pauli Ltd",
    ]
    assert [one.text for one in names("At Alder and 74 at Birch 81.")][:1] == ["Alder"]
