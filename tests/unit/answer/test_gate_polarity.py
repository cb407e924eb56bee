"""EVID-1: the sentence that denies a claim, or says it of something else, supports it with no verb."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answer.claims.agree.denials import denials
from kts.answer.claims.agree.polarity import contrast, only_others, set_aside
from kts.answer.claims.agree.sense import negation
from kts.answer.claims.agree.sides import Sides
from kts.answer.claims.agree.slots import superseded_values
from kts.answer.claims.agree.values import numbers
from kts.answer.claims.align import align
from kts.answers import Evidence

NOT_INSURED = (
    "We do not pay for: (a) damage by flood; (b) theft without signs of forced entry; (c) cash above EUR 1,500 outside "
    "a safe; (d) damage caused by mould."
)
COPIES = "It does not contain the seal file or the TLS keys; copy these yourself."
KETTLES = "This exception does not apply to the tunnel oven, the palletiser and the steam kettles."
LIABLE = "Up to your call you are liable for at most EUR 50; after the call you are not liable, unless you lied."
LOCKS = "Operators may lock for cleaning; only technicians and electricians may lock for repair."
GROUP = "Providers inside the group are exempt from the exit test but not from the exit plan."
MANDATE = "The mandate ends with withdrawal, not with the death of the customer."
WATCHER = "Outside contractors may enter only with a watcher outside the hatch, even when the oven is cold."
ELECTRODES = (
    "Electrodes are replaced every 12 months whether or not they look worn, since cracks cannot be seen with the eye."
)


def judged(claim, text):
    return gate.judge(claim, (Evidence(text, passage_id="p", document_id="d", title="Rules", path="a.md"),))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The seal file and the TLS keys are part of the backup.", COPIES),
        ("The backup contains the seal file.", COPIES),
        ("The exception also covers the steam kettles.", KETTLES),
        ("Theft without signs of forced entry is insured.", NOT_INSURED),
        ("Damage by mould is covered.", NOT_INSURED),
        ("We pay for mould.", NOT_INSURED),
        ("Licences count users, not handhelds.", "Licences count enrolled handhelds, not users."),
        ("The freeze hits the H20 Ice but not the H10.", "The H20 Ice is not affected."),
        ("The mandate ends when the customer dies.", MANDATE),
        ("Providers in the group need no exit plan.", GROUP),
        ("Cards and the account are blocked at once.", "Block cards at once, not the account."),
        ("Customers are liable for EUR 50 after they have blocked the card.", LIABLE),
        ("Operators may lock a machine for repair.", LOCKS),
        ("Contractors may enter the oven without a watcher when it is cold.", WATCHER),
        ("After the closing you can go back without the backup.", "After the closing the only way back is the backup."),
        ("The electrodes are replaced only when they look worn.", ELECTRODES),
        ("A machine may be left with no padlock.", "A machine is never left with no padlock in between."),
        ("The fire brigade put the fire out with water.", "The fire brigade left without having used water."),
        ("Newcomers never get a loan.", "Newcomers get no loan unless a second borrower signs."),
        ("The flange gets 18 Nm.", "The flange gets 20 Nm from now on, instead of the 18 Nm in the manual."),
        ("Rent is counted at 70 %.", "Rent is counted at 60 % instead of 70 %."),
        ("The fee is EUR 90.", "The fee is EUR 110, up from EUR 90."),
        ("It is cut off after one attempt to call.", "It is cut off after three attempts to call."),
    ],
)
def test_evid1_what_denies_a_claim_does_not_support_it(claim, text):
    assert judged(claim, text).support != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It does not contain the seal file.", COPIES),
        ("You have to copy the seal file and the TLS keys yourself.", COPIES),
        ("The exception does not apply to the steam kettles.", KETTLES),
        ("We do not pay for theft without signs of forced entry.", NOT_INSURED),
        ("Licences count handhelds, not users.", "Licences count enrolled handhelds, not users."),
        ("The mandate ends with withdrawal.", MANDATE),
        ("Providers in the group are exempt from the exit test.", GROUP),
        ("After the call you are not liable, unless you lied.", LIABLE),
        ("Up to your call you are liable for at most EUR 50.", LIABLE),
        ("Contractors may enter only with a watcher.", WATCHER),
        ("Electrodes are replaced every 12 months, even if they do not look worn.", ELECTRODES),
        ("A machine is never left with no padlock.", "A machine is never left with no padlock in between."),
        (
            "The flange gets 20 Nm from now on.",
            "The flange gets 20 Nm from now on, instead of the 18 Nm in the manual.",
        ),
        ("Rent is counted at 60 % instead of 70 %.", "Rent is counted at 60 % instead of 70 %."),
        ("It is cut off after three attempts to call.", "It is cut off after three attempts to call."),
        (
            "The Clinic must inform the Supplier before it moves a device.",
            "The Clinic shall not move a device without informing the Supplier before.",
        ),
    ],
)
def test_evid1_what_says_the_same_still_supports_it(claim, text):
    assert judged(claim, text).support == "supported"


@pytest.mark.parametrize(
    ("rule", "claim", "text"),
    [
        (only_others, "Technicians may lock for repair.", LOCKS),
        (only_others, "Operators may lock for cleaning.", LOCKS),
        (only_others, "Operators may not lock for repair.", LOCKS),
        (superseded_values, "The flange got 18 Nm before.", "The flange gets 20 Nm instead of 18 Nm."),
        (superseded_values, "The flange does not get 18 Nm.", "The flange gets 20 Nm instead of 18 Nm."),
        (set_aside, "Users are not counted.", "Licences count enrolled handhelds, not users."),
        (set_aside, "The mandate continues after the death of the customer.", MANDATE),
        (set_aside, "Handhelds are counted.", "Licences count enrolled handhelds, not users."),
    ],
)
def test_evid1_what_agrees_is_not_found_to_differ(rule, claim, text):
    assert not list(rule(Sides(claim, text, align(claim, text))))


@pytest.mark.parametrize(
    ("rule", "claim", "text"),
    [
        (negation, "The seal file and the TLS keys are part of the backup.", COPIES),
        (negation, "A machine may be left with no padlock.", "A machine is never left with no padlock in between."),
        (negation, "We pay for mould.", NOT_INSURED),
        (denials, "The freeze hits the H20 Ice but not the H10.", "The H20 Ice is not affected."),
        (set_aside, "Cards and the account are blocked at once.", "Block cards at once, not the account."),
        (superseded_values, "The flange gets 18 Nm.", "The flange gets 20 Nm from now on, instead of the 18 Nm."),
    ],
)
def test_evid1_each_rule_finds_what_differs(rule, claim, text):
    assert [one for one in rule(Sides(claim, text, align(claim, text))) if one.conflict]


def test_evid1_a_choice_is_no_change():
    assert judged("You can pay EUR 50 a year.", "You can pay EUR 5 a month instead of EUR 50 a year.").support == (
        "supported"
    )


@pytest.mark.parametrize(
    "text",
    ["It is not only paid but insured.", "The lid is closed, but not before noon.", "It is checked and not released."],
)
def test_a_denial_with_a_verb_or_a_bound_sets_nothing_aside(text):
    assert contrast(text) is None


def test_one_of_several_is_no_other_number_of_them():
    for claim in ("One of the attempts failed.", "An attempt is made."):
        statement = "Three attempts are made."
        assert not any(one.conflict for one in numbers(Sides(claim, statement, align(claim, statement))))


def test_evid1_the_end_of_a_month_is_no_opposite_of_continuing():
    claim = "The contract runs to the end of May 2027 and then renews year by year."
    assert not align(claim, "This contract continues until May 31, 2027 and then renews for terms of one year.").opposed
    assert align("The contract ends in May.", "The contract continues in May.").opposed
