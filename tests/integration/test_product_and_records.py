"""EVID-1, EVID-2, EVID-3: questions that name a product, conditions of a clause, records of a list, tables in text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from kts.workspace.checking import Stated
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Answer

PUMP = """# Set up the QX-300 pump

Published 12 March 2026. For customers with a well.

## Steps

1. Connect the grey hose to the inlet.
2. Set the pressure to 4 bar and press *Save*.

## Lights

Meaning of the lights

| Light | Meaning | What to do |
| --- | --- | --- |
| Green, steady | Running | Nothing |
| Amber, blinking | No water | Check the grey hose, wait 6 minutes |
| Red | Steady: motor fault | Order a spare motor |
| Red | Blinking: hotter than 68 degrees | Switch it off for 20 minutes |

Tip: the QX-300 must not stand in the sun.
"""
FILTERS = """# Filters

A QX-300 takes filters of paper and of felt.

Sponges are not supported since March 2026.

## Wells

The QX-300 was tried in wells of 40 metres.

## Noise

A QX-300 is as loud as rain.
"""
LETTER = """From: kim@farm.example
To: desk@pumps.example
Subject: Light
Date: Tue, 3 Nov 2026 09:12:00 +0100
Message-ID: <1@farm.example>
Content-Type: text/plain; charset=utf-8

Hi, the light of our QX-300 is blinking amber since Monday. What should we do?
"""
TERMS = """# 2. Term

2.1 The minimum term is 18 months.

2.2 The customer may terminate at once where:

(a) the pump stood still for more than 72 hours in one month;

(b) the Supplier moves the customer to another well without consent; or

(c) three credits were granted in one quarter.
"""
RELEASES = """# Software

Version 5.2 was released on 2026-05-04. Version 5.3 was released on 2026-09-14 and drops the old menu.
"""
ON_CALL = """on_call:
  - name: Tomas Berg
    week: 48
    phone: "5550190"
  - name: Aino Saari
    week: 49
    phone: "5550191"
"""
HOSTING = """# Hosting agreement

3.1 The Customer shall pay a monthly fee of EUR 12,400.

4.1 If the pumps stand still the Customer receives a credit of 5% of the monthly fee.

4.2 Service credits are capped at 30% of the monthly fee.
"""
COURT = """SCHEDULE V
                              LITIGATION

Matter                           Nature                    Amount claimed
------------------------------   -----------------------   --------------
Harbour Row tenants              Escrow of rents           $1,140,000
Estate of L. Quist               Payoff dispute            $1,065,000
"""
REQUESTS = (
    '{"id": "PMP-5100", "subject": "Hose of the garden", "resolution": "A longer hose was sent."}\n'
    '{"id": "PMP-5101", "subject": "No sound after the update", "resolution": "The bell was switched on."}\n'
)
FILES = {
    "requests.jsonl": REQUESTS,
    "pump.md": PUMP,
    "filters.md": FILTERS,
    "light.eml": LETTER,
    "terms.md": TERMS,
    "software.md": RELEASES,
    "on-call.yaml": ON_CALL,
    "court.txt": COURT,
    "hosting.md": HOSTING,
}


@pytest.fixture(scope="module")
def pumps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("pumps")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / name) for name in FILES])
        yield opened


def asked(pumps: Workspace, question: str) -> Answer:
    return pumps.ask(question, record=False)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What pressure do I set on the QX-300?", "Set the pressure to 4 bar"),
        ("What does a blinking amber light on the QX-300 mean?", "Light: Amber, blinking; Meaning: No water"),
        ("The light of our QX-300 is blinking amber, what should we do?", "Light: Amber, blinking; Meaning: No water"),
        ("Are sponges supported by the QX-300?", "Sponges are not supported since March 2026."),
    ],
)
def test_evid_1_the_name_of_a_product_does_not_lead_away(pumps: Workspace, question: str, said: str):
    assert asked(pumps, question).claims[0].text.startswith(said)


def test_evid_1_conditions_come_whole_and_behind_their_line(pumps: Workspace):
    found = asked(pumps, "When may the customer terminate at once?")
    assert [one.text.split()[-1] for one in found.claims[:3]] == ["month;", "or", "quarter."]
    assert found.claims[0].text.startswith("The customer may terminate at once where")


def test_evid_1_a_value_leads_and_not_what_is_reckoned_from_it(pumps: Workspace):
    assert "EUR 12,400" in asked(pumps, "What is the monthly fee under the hosting agreement?").claims[0].text
    assert "30%" in asked(pumps, "At how much of the monthly fee are service credits capped?").claims[0].text


@pytest.mark.parametrize(("month", "version"), [("May", "5.2"), ("September", "5.3")])
def test_evid_3_of_two_days_in_one_passage_that_of_the_month_leads(pumps: Workspace, month: str, version: str):
    assert f"Version {version}" in asked(pumps, f"Which version was released in {month} 2026?").claims[0].text


def test_evid_3_the_week_of_a_record_is_met(pumps: Workspace):
    found = asked(pumps, "Who is on call in week 49?")
    assert "Aino Saari" in found.claims[0].text
    assert not found.unmet
    assert asked(pumps, "Who is on call in week 50?").verdict != "answered"


def test_evid_1_a_row_of_a_table_that_spaces_set_is_told_with_its_columns(pumps: Workspace):
    found = asked(pumps, "What is the amount claimed by the Harbour Row tenants?")
    assert found.claims[0].text == "Matter: Harbour Row tenants; Nature: Escrow of rents; Amount claimed: $1,140,000"


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("Tomas Berg is on call in week 48.", True),
        ("Tomas Berg is on call in week 49.", False),
        ("When the red light is blinking, switch it off for 20 minutes.", True),
        ("When the red light is blinking, order a spare motor.", False),
        ("Request PMP-5101 was about the hose of the garden.", False),
        ("Request PMP-5100 was about the hose of the garden.", True),
        ("A steady red light means that it is hotter than 68 degrees.", False),
    ],
)
def test_evid_2_what_one_record_says_is_not_said_of_another(pumps: Workspace, claim: str, *, supported: bool):
    (found,) = pumps.check([Stated("1", claim)])
    assert (found.claim.support == "supported") is supported
