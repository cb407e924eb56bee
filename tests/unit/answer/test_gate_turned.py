"""EVID-1: the same words put the other way round - who acts, what comes first, the exception and the rule."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answer.claims.match import opposites
from kts.answers import Evidence
from kts.lexicon.negation import denied, negated


def found(claim: str, text: str):
    return judge(claim, [Evidence(text, title="Rules")])


FALSE = [
    ("swapped", "The driver hands the clerk a signed receipt.", "The clerk hands the driver a signed receipt."),
    ("swapped", "The keys are given to the warden by the visitor.", "The warden gives the keys to the visitor."),
    ("swapped", "The dealer borrows the van from the customer.", "The dealer lends the customer the van."),
    ("sequence", "The seal is fitted first and then the valve is closed.", "Close the valve first, then fit the seal."),
    (
        "sequence",
        "Guests may ask for a parking permit after they have checked in.",
        "Guests ask for a parking permit before they check in.",
    ),
    (
        "contrast",
        "A red label is used for parcels above 5 kg.",
        "A green label is used for parcels above 5 kg and a red label for parcels above 20 kg.",
    ),
    (
        "contrast",
        "Raising the pressure lowers the flow.",
        "Raising the pressure increases the flow but reduces the accuracy of the reading.",
    ),
    ("contrast", "Tolls are refunded together with ferry fares.", "Ferry fares are refunded, tolls are not."),
    (
        "exception",
        "Only frozen goods are weighed on arrival.",
        "All goods are weighed on arrival, except frozen goods.",
    ),
    (
        "exception",
        "A visitor's badge is needed even on open days.",
        "A visitor's badge is needed, except on open days.",
    ),
    ("exception", "The club may expel a member only for cause.", "The club may expel a member with or without cause."),
    ("antonym", "The heating is switched on by default.", "The heating is disabled by default."),
    ("antonym", "The trailer is included in the price.", "The trailer is excluded from the price."),
    ("quantifier", "Only the buyer may cancel the order.", "Either party may cancel the order."),
    (
        "negation",
        "Photographs may be published unless the artist objects.",
        "No photograph may be published unless the artist has agreed.",
    ),
]


@pytest.mark.parametrize(("kind", "claim", "text"), FALSE)
def test_evid1_what_is_turned_round_is_not_supported(kind, claim, text):
    told = found(claim, text)
    assert told.support != "supported"
    assert kind in {reason.kind for reason in told.reasons}


TRUE = [
    ("The driver is handed a signed receipt by the clerk.", "The clerk hands the driver a signed receipt."),
    ("The customer borrows the van from the dealer.", "The dealer lends the customer the van."),
    ("The seal is fitted after the valve has been closed.", "Close the valve first, then fit the seal."),
    (
        "A locker can't be opened until the warden has agreed.",
        "Visitors need the warden's consent before they open a locker.",
    ),
    (
        "A red label goes on parcels above 20 kg.",
        "A green label is used for parcels above 5 kg and a red label for parcels above 20 kg.",
    ),
    ("Ferry fares are refunded.", "Ferry fares are refunded, tolls are not."),
    ("Tolls are not refunded.", "Ferry fares are refunded, tolls are not."),
    ("Frozen goods are not weighed on arrival.", "All goods are weighed on arrival, except frozen goods."),
    ("On open days no visitor's badge is needed.", "A visitor's badge is needed, except on open days."),
    (
        "Photographs are only published with the artist's consent.",
        "No photograph may be published unless the artist has given consent.",
    ),
    ("Parcels of 5 kg or less need no label.", "A label is required for every parcel above 5 kg."),
    ("The fare is 40 cents per kilometre.", "The fare is €0.40 per kilometre."),
    ("On a six-hour tour lunch is provided.", "Lunch is provided on tours of four hours or more."),
    ("The trailer is not included in the price.", "The trailer is excluded from the price."),
    (
        "Cards belong in the safe rather than in the drawer.",
        "Cards are kept in the safe and must not be kept in the drawer.",
    ),
]


@pytest.mark.parametrize(("claim", "text"), TRUE)
def test_evid1_what_says_the_same_the_other_way_round_is_supported(claim, text):
    assert found(claim, text).support == "supported"


def test_evid1_a_denial_ends_where_another_verb_begins():
    text = "The plates are not dried and have to be rinsed."
    assert not denied(negated(text), text.index("rinsed"), len(text) - 1)
    assert denied(negated(text), text.index("dried"), text.index("dried") + 5)


def test_evid1_of_a_word_that_comes_again_the_clause_of_the_claim_is_meant():
    text = "Lockers are lent to members on request; other visitors do not get lockers."
    assert found("All visitors can get lockers on request.", text).support != "supported"
    kept = "Books may be read at a desk, but books must not leave the library."
    assert found("Books have to stay in the library.", kept).support == "supported"


def test_evid1_a_word_is_no_opposite_of_itself():
    text = "The carrier keeps insurance against damage, and the insurance is placed with a sound insurer."
    assert found(text, text).support == "supported"
    assert all(stem not in others for stem, others in opposites().items())
