"""EVID-1: whose consent and money it takes, both or one of two, members of a list, some and not all."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

MAY = "The Keeper may lend up to ten items a year without the consent of the Founder."
MUST = "The Keeper shall not sell any item without the prior written approval of the Founder."
ASSIGN = (
    "Neither party may assign this licence without the other's consent, except that Orme may assign it to a subsidiary."
)
DRINKS = "Drinks are not refunded, except at receptions that the rector has called."
PANES = "The Carrier shall replace broken panes at its own cost."
ENTRY = "Visitors may enter the vault only if they are escorted or if they hold a red pass."
KIN = '"Dependant" means a spouse, a child under 18, a parent in need of care, and a ward.'
NOTES = "Objections that concern noise also need the opinion of the district office."


def judged(claim, text):
    return gate.judge(claim, (Evidence(text, passage_id="p", document_id="d", title="Rules", path="a.md"),))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The Keeper needs the Founder's consent to lend ten items a year.", MAY),
        ("The Keeper needs no approval of the Founder to sell an item.", MUST),
        ("The Founder needs the Keeper's approval to sell any item.", MUST),
        ("The Keeper may sell any item without approval of the Founder.", MUST),
        ("Orme needs the other party's consent to assign this licence to a subsidiary.", ASSIGN),
        ("Drinks at receptions that the rector has called are not refunded.", DRINKS),
        ("The Carrier shall replace broken panes at the Sender's cost.", PANES),
        ("Visitors may enter the vault only if they are escorted and hold a red pass.", ENTRY),
        ('A "Dependant" includes a cousin.', KIN),
        ("Objections need the opinion of the district office.", NOTES),
        ("Incidents are reported by telegram.", "Incidents are reported by phone."),
        ("Interns have 24 days of leave.", "Tenured employees have 24 days of leave."),
        ("The alarm is on by default.", "The alarm is off by default."),
        ("The mirror is on in production.", "mirror.enabled = false"),
    ],
)
def test_evid1_the_other_way_round_supports_nothing(claim, text):
    assert judged(claim, text).support != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The Keeper may lend ten items a year without consent of the Founder.", MAY),
        ("The Keeper does not need the Founder's consent to lend ten items a year.", MAY),
        ("The Keeper may not sell any item without the prior written approval of the Founder.", MUST),
        ("Drinks are not refunded.", DRINKS),
        ("The Carrier replaces broken panes at the Carrier's cost.", PANES),
        ("Visitors may enter the vault only if they are escorted or hold a red pass.", ENTRY),
        ('A "Dependant" includes a spouse.', KIN),
        ("Objections that concern noise need the opinion of the district office.", NOTES),
        ("Incidents are reported by telephone.", "Incidents are reported by phone."),
        ("The alarm is disabled by default.", "The alarm is off by default."),
    ],
)
def test_evid1_the_same_in_other_words_is_supported(claim, text):
    assert judged(claim, text).support == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The Keeper needs the Founder's approval to sell an item.", MUST),
        (
            "The Dean's approval of journeys is needed.",
            "Journeys require the approval of journeys by the Dean.",
        ),
        (
            "Readers need permission of their tutor to borrow maps.",
            "Readers may borrow up to two maps a week with the approval of their tutor.",
        ),
    ],
)
def test_evid1_not_without_consent_is_that_it_is_needed(claim, text):
    assert judged(claim, text).support == "supported"


LOG = "[T-17].opened: 2025-02-19"


def test_evid1_the_day_of_an_event_is_no_state():
    assert judged("T-17 is open.", LOG).support == "unsupported"
    assert judged("T-17 was opened on 19 February 2025.", LOG).support == "supported"


def test_evid1_the_record_of_another_code_contradicts_nothing():
    assert judged("T-18 is not closed.", "[T-17].status: closed").support == "unsupported"


SWEEPS = "Gutters are swept on the inside once a month and on the outside once a quarter."


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("Inside gutters are swept every week.", "contradicted"),
        ("Inside gutters are swept every month.", "supported"),
        ("Gutters are swept monthly on the inside.", "supported"),
    ],
)
def test_evid1_how_often_is_compared_however_it_is_worded(claim, support):
    assert judged(claim, SWEEPS).support == support


def test_evid1_what_is_called_monthly_is_not_done_so_often():
    text = "The monthly report is sent to the board each quarter."
    assert not any(one.kind == "unit" for one in judged("The monthly report is sent to the board.", text).reasons)
