"""EVID-1, EVID-9: questions that name something as it is written, pages that say that they are old, tools, rotas."""

from __future__ import annotations

import pytest

from kts import Workspace
from support.folders import written
from support.index import QUIET

ALERTS = """groups:
  - name: ovens
    rules:
      - alert: OvenTooHot
        expr: oven_celsius{line="north"} > 265
        for: 4m
        labels: {severity: page}
      - alert: OvenTooHotSouth
        expr: oven_celsius{line="south"} > 280
        for: 9m
        labels: {severity: warn}
      - alert: DoughTankLow
        expr: dough_litres < 40
        for: 15m
        labels: {severity: warn}
"""
TANKS = """# Tanks run empty

Alerts: `DoughTankLow`, `FlourSiloLow`.

1. Look at board D-2.
2. Open valve 4 until the threshold lamp is off.
3. Flour: the flour silo has no threshold of its own, call the mill.
"""
NOTES = """# Notes of the shift leaders

- Too many calls from `OvenTooHot`: the threshold was raised to 265 on 3 May 2026.
- The canteen gets new chairs.
- Somebody should write the page on yeast.
"""
OLD = "# Mixer (from the old wiki)\n\n**Out of date!** The mixer setting `max_batch_kg` is 120. Contact: Ole Brandt.\n"
NEW = "[mixer]\nspeed_rpm = 90\nmax_batch_kg = 150\nrest_minutes = 12\n"
LEFT = "# Yeast\n\nFor spoiled yeast call Runa Falk (left the company in 2024).\n\nThe tank is washed with steam.\n"
PUTAWAY = "# Yeast 2021\n\nThe yeast fridge is kept at 9 degrees.\n"
FRIDGE = "# Cold rooms\n\nThe yeast fridge is kept at 4 degrees; it is checked at the start of each shift.\n"
CHOICE = """# Decision 7: the queue of orders

We take Amqtor for the orders of the shops. Topic `orders`, retention 12 days.

Rejected: Bunnyline (nobody knows it), Postbox (too slow).
"""
RESTART = "# Restart of the packing line\n\nRestart the packing line: `packctl restart north`, then wait two minutes.\n"
ROTA = "| week | from | to | on call |\n|---|---|---|---|\n| 10 | 2025-03-03 | 2025-03-09 | Ida Moor |\n"
CALL = "# On call\n\nThe phone of who is on call is 555 0101, forwarded to the person on call.\n"


GONE = "# OldLampAlert [Deprecated]\n\nThis alert is deprecated. OldLampAlert may be silenced; it is safely ignored.\n"
PRESS = """# Seals of the PressMaster

PressMaster is a press for lids.

The seal of the lid must be of blue silicone. The PressMaster takes no other seal.

PressMaster Cloud keeps the counts.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exactly")
    files = {
        "alerts/ovens.yaml": ALERTS,
        "runbooks/tanks.md": TANKS,
        "notes/shift.md": NOTES,
        "wiki/mixer.md": OLD,
        "config/mixer.ini": NEW,
        "pages/yeast.md": LEFT,
        "archive/yeast-2021.md": PUTAWAY,
        "rooms/cold.md": FRIDGE,
        "decisions/queue.md": CHOICE,
        "runbooks/packing.md": RESTART,
        "oncall/rota.md": ROTA,
        "oncall/README.md": CALL,
        "alerts/lamp.md": GONE,
        "press/seals.md": PRESS,
    }
    written(folder / "docs", files)
    with Workspace.create(str(folder / "index"), environment=QUIET) as workspace:
        workspace.ingest([str(folder / "docs")])
        yield workspace


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("threshold of DoughTankLow?", "dough_litres < 40"),
        ("threshold of OvenTooHotSouth?", "> 280"),
        ("for how long must OvenTooHotSouth be true?", "for: 9m"),
    ],
)
def test_evid_1_the_entry_of_the_name_leads(base, question, said):
    found = base.ask(question)
    assert said in found.claims[0].text
    assert all("Flour:" not in one.text and "valve" not in one.text for one in found.claims)


def test_evid_1_the_neighbours_of_the_entry_in_its_list_answer_nothing(base):
    found = base.ask("what threshold does OvenTooHot have?")
    assert "265" in found.claims[0].text
    assert not any("canteen" in one.text or "yeast" in one.text for one in found.claims)


def test_evid_1_what_to_do_is_told_by_the_steps_though_they_do_not_repeat_the_name(base):
    found = base.ask("How do I open the valve after DoughTankLow?")
    assert any("valve 4" in one.text for one in found.claims)
    assert not any("does not name" in one for one in found.doubts)


def test_evid_9_what_says_that_it_is_out_of_date_stands_back_and_is_told(base):
    found = base.ask("mixer max_batch_kg value?")
    assert found.claims[0].citations[0].path == "config/mixer.ini"
    shown = {one.citations[0].path for one in found.claims}
    told = any('wiki/mixer.md says of itself: "Out of date"' in one for one in found.notes)
    assert told == ("wiki/mixer.md" in shown)


def test_evid_9_what_only_an_old_page_says_is_not_said_surely(base):
    found = base.ask("Who is the contact for the mixer?")
    assert found.verdict == "low_confidence"
    assert 'wiki/mixer.md says of itself: "Out of date"' in found.doubts
    left = base.ask("Whom do I call for spoiled yeast?")
    assert any('"left the company"' in one for one in left.doubts), left


def test_evid_9_the_folder_of_old_files_stands_back_unless_it_is_asked_for(base):
    found = base.ask("How many degrees is the yeast fridge kept at?")
    assert "4 degrees" in found.claims[0].text
    old = base.ask("How many degrees was the yeast fridge kept at in 2021 in the old page?")
    assert any("9 degrees" in one.text for one in old.claims) or old.verdict == "abstained"


def test_evid_1_a_tool_that_nothing_cited_names_is_a_doubt(base):
    found = base.ask("How do I restart the packing line with palletor?")
    assert found.verdict in {"low_confidence", "abstained"}
    assert base.ask("How do I restart the packing line with packctl?").verdict == "answered"


def test_evid_1_what_was_turned_down_is_not_what_was_taken(base):
    found = base.ask("what is the retention of orders in Bunnyline?")
    assert any("only among what was turned down" in one for one in found.doubts)
    assert not any("turned down" in one for one in base.ask("what is the retention of orders in Amqtor?").doubts)
    assert not any("turned down" in one for one in base.ask("why was Bunnyline rejected?").doubts)


def test_evid_3_nobody_is_on_call_today_where_the_rota_has_ended(base):
    assert base.ask("who is on call today?").verdict in {"low_confidence", "abstained"}


def test_evid_1_the_entry_of_the_name_is_not_refused(base):
    found = base.ask("threshold of OvenTooHotSouth?")
    assert found.verdict in {"answered", "low_confidence"}
    assert base.ask("threshold of OvenTooColdWest?").verdict == "abstained"


def test_evid_9_the_page_of_the_very_thing_that_is_asked_for_answers_with_a_note_that_it_is_old(base):
    found = base.ask("Can I silence OldLampAlert?")
    assert found.verdict == "answered"
    assert any("Deprecated" in note for note in found.notes)


def test_evid_1_of_a_product_that_all_is_about_no_sentence_is_the_entry(base):
    found = base.ask("Of what material must the seal of the lid be on the PressMaster?")
    assert "blue silicone" in found.claims[0].text
