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
