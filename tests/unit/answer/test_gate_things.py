"""EVID-1: what is so of one thing of several is not so of its kin: models in columns, codes in rows, what one lacks."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.things.variants import listed, named
from kts.answer.claims.gate import judge
from kts.answers import Evidence

BOILERS = (
    "| | HB-20 | HB-20 Eco | HB-50 |\n|---|---|---|---|\n| Output | 18 kW | 12 kW | 50 kW |\n"
    "| Rating | IP21 | IP44 | IP55 |\n| Interface | DALI | KNX or DALI | BACnet only |\n"
    "| Water content | 20 to 40 l | 30 l | as HB-20 |"
)
TARIFFS = (
    "| | Meadow | Forest | Summit |\n|---|---|---|---|\n| Calls | letter | letter and fax | fax |\n"
    "| Backups | 2 a day | 9 a day | 9 a day |\n| Archive | 3 GB | 70 GB | 70 GB |"
)
LAMPEN = (
    "| Merkmal | LX-7 | LX-7 M | LX-12 |\n|---|---|---|---|\n| Schutzart | IP20 | IP66 | IP20 |\n"
    "| Gewicht | 0,8 kg | 0,9 kg | 2,5 kg |\n| Anschluss | Stecker | Klemme | Klemme |"
)
PARTS = (
    "| No | Model | Rating | Interface |\n|---|---|---|---|\n| B1 | HB-20 | IP21 | DALI |\n"
    "| B2 | HB-20 Eco | IP44 | KNX |\n| B3 | HB-50 | IP55 | BACNET |"
)
ALARMS = (
    "| Alarm | Models | Cause | Remedy |\n|---|---|---|---|\n| K-7 | HB-20, HB-20 Eco | No flame | Clean the nozzle |\n"
    "| K-8 | HB-50 | Low pressure | Fill the circuit |"
)


def found(claim, *texts):
    return judge(claim, [Evidence(text, path=f"{at}.md") for at, text in enumerate(texts)])


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The HB-20 has an output of 12 kW.", BOILERS),
        ("The HB-50 has an output of 12 kW.", BOILERS),
        ("The interface of the HB-20 is KNX.", BOILERS),
        ("The Meadow tariff has an archive of 70 GB.", TARIFFS),
        ("Calls under Summit are by letter.", TARIFFS),
        ("Die LX-7 hat Schutzart IP66.", LAMPEN),
        ("Der Anschluss der LX-7 ist eine Klemme.", LAMPEN),
    ],
)
def test_evid1_the_cell_of_another_variant_contradicts(claim, text):
    assert found(claim, text).support == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The HB-20 is IP44.", BOILERS),
        ("The HB-50 works with KNX.", BOILERS),
        ("Die LX-12 hat IP66.", LAMPEN),
        ("Die LX-7 wiegt 0,9 kg.", LAMPEN),
        ("The HB-20 is IP44.", PARTS),
        ("The HB-20 Eco has DALI.", PARTS),
        ("K-7 on the HB-50 means that there is no flame.", ALARMS),
    ],
)
def test_evid1_what_stands_with_another_thing_supports_nothing(claim, text):
    assert found(claim, text).support != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The HB-20 has an output of 18 kW.", BOILERS),
        ("The HB-20 Eco has an output of 12 kW.", BOILERS),
        ("The HB-20 Eco is IP44.", BOILERS),
        ("The interface of the HB-20 Eco is KNX.", BOILERS),
        ("The water content of the HB-20 is 30 l.", BOILERS),
        ("The output of the HB-50 is more than 12 kW.", BOILERS),
        ("The Forest tariff has calls by fax.", TARIFFS),
        ("The Forest tariff has an archive of 70 GB.", TARIFFS),
        ("Die LX-7 M hat Schutzart IP66.", LAMPEN),
        ("Die LX-7 ist nicht IP66.", LAMPEN),
        ("The HB-20 Eco has KNX.", PARTS),
        ("The rating of the HB-50 is IP55.", PARTS),
        ("K-7 on the HB-20 means that there is no flame.", ALARMS),
        ("K-7 concerns the HB-20 Eco.", ALARMS),
    ],
)
def test_evid1_the_cell_of_the_thing_itself_supports(claim, text):
    assert found(claim, text).support == "supported"


def test_evid1_a_cell_that_refers_to_another_one_denies_nothing():
    said = found("The water content of the HB-50 is 20 to 40 l.", BOILERS)
    assert "cell" not in {reason.kind for reason in said.reasons}


def test_evid1_a_name_is_told_from_its_beginning():
    heads = ("", "HB-20", "HB-20 Eco", "ZK-3 Wall")
    assert [one.at for text in ("the HB-20 has", "the HB-20 Eco has", "a ZK-3 has") if (one := named(text, heads))] == [
        1,
        2,
        3,
    ]
    assert named("the HB-20 and the HB-20 Eco have", heads) is None
    assert named("the HB-200 has", heads) is None
    assert listed("KNX, 2,5 bar or DALI (wired)") == ["KNX", "2,5 bar", "DALI"]


@pytest.mark.parametrize(
    ("claim", "texts", "support"),
    [
        ("The HB-20 has a buffer tank.", ["The HB-20 has no buffer tank and no pump."], "contradicted"),
        ("The HB-20 has a pump.", ["The HB-20 has no buffer tank and no pump."], "contradicted"),
        ("Die HB-20 hat einen Speicher.", ["Die HB-20 hat keinen Speicher."], "contradicted"),
        ("The HB-20 has no buffer tank.", ["The HB-20 has no buffer tank."], "supported"),
        ("The HB-20 Eco has a buffer tank.", ["The HB-20 has no buffer tank and no pump."], "unsupported"),
        ("The HB-50 has a buffer tank.", ["The HB-20 has no buffer tank. The HB-50 has a buffer tank."], "supported"),
        (
            "The HB-20 runs software 7.2.",
            ["Valid for HB-20 and HB-50, software 7.x.", "The HB-20 stays at 7.1.x; it gets repairs only."],
            "unsupported",
        ),
        (
            "The HB-50 runs software 7.2.",
            ["The HB-50 runs software 7.2.", "The HB-20 stays at 7.1.x; it gets repairs only."],
            "supported",
        ),
        ("The HB-20 stays at software 7.1.", ["The HB-20 stays at 7.1.x; it gets repairs only."], "supported"),
    ],
)
def test_evid1_what_one_thing_lacks_or_stays_at_is_heard(claim, texts, support):
    assert found(claim, *texts).support == support


@pytest.mark.parametrize(
    ("claim", "text", "support"),
    [
        ("The HB-20 has a buffer tank.", "Subject: buffer tank for the HB-20\nAnswer: We sell that for others.", False),
        ("The HB-20 Eco supports DALI.", "question: DALI on HB-20 Eco", False),
        ("Die HB-20 hat einen Speicher.", "Betreff: Speicher der HB-20", False),
        ("A customer asks about a buffer tank for the HB-20.", "Subject: buffer tank for the HB-20", True),
        ("The pump of the HB-20 is stuck.", "Problem: The pump of the HB-20 is stuck", True),
    ],
)
def test_evid1_what_a_ticket_only_brings_up_is_no_statement(claim, text, support):
    assert (found(claim, text).support == "supported") is support


def test_evid1_a_denial_is_heard_beside_what_a_ticket_brings_up():
    said = found("The HB-20 has a buffer tank.", "Subject: buffer tank for the HB-20", "The HB-20 has no buffer tank.")
    assert said.support == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text", "supported"),
    [
        (
            "The valve reopens by itself after a stop.",
            "The valve stays shut until it is set back by hand; there is no automatic reopening.",
            False,
        ),
        (
            "Alarms reset by themselves.",
            "Alarms stay on until somebody resets them; there is no automatic reset.",
            False,
        ),
        ("The valve stays shut until it is set back.", "The valve stays shut until it is set back by hand.", True),
        ("Guests may use the pool.", "Guests may not bring dogs; they may use the pool.", True),
        ("Tents are allowed.", "Caravans are not allowed; tents are.", True),
    ],
)
def test_evid1_a_clause_leans_on_one_before_it_only(claim, text, supported):
    assert (found(claim, text).support == "supported") is supported


PUMPS = (
    "| Pump | Class | Fee | Due |\n|---|---|---|---|\n| Main pump | IP55 | EUR 510 | May 2026 |\n"
    "| Spare pump | IP44 | EUR 730 | June 2026 |"
)


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The main pump has a fee of EUR 730.", "contradicted"),
        ("The main pump is due in June 2026.", "contradicted"),
        ("The spare pump is due in June 2026.", "supported"),
        ("The pump of IP44 has a fee of EUR 730.", "supported"),
    ],
)
def test_evid1_sums_and_months_are_no_codes_of_a_row(claim, support):
    assert found(claim, PUMPS).support == support


ORDERED = (
    "| Article | Description | Price |\n|---|---|---|\n| HB7 | Boiler with a display | EUR 510 |\n"
    "| HB7-MINI | Boiler without a display | EUR 390 |"
)


@pytest.mark.parametrize(
    ("claim", "supported"), [("The HB7 Mini has no display.", True), ("The HB7 has no display.", False)]
)
def test_evid1_a_code_may_be_written_as_words(claim, supported):
    assert (found(claim, ORDERED).support == "supported") == supported
