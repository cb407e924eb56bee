"""EVID-1, EVID-9: entries of names as they are written, and notices of pages that are out of date."""

from __future__ import annotations

import pytest

from kts.answer.choose.exact import exact_names, is_of, names
from kts.answer.constraints.named import constraints
from kts.answer.units.quotable import Unit
from kts.answer.verdict.notices import of_page, of_statement
from kts.types import Span


def unit(text: str, kind: str = "sentence") -> Unit:
    return Unit(text, Span(0, len(text)), 0, 0, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("threshold of OvenTooHot?", ("OvenTooHot",)),
        ("what is the default of OVEN_MAX_C?", ("OVEN_MAX_C",)),
        ("what does OVN-4012 mean?", ("OVN-4012",)),
        ("what is the threshold of the oven?", ()),
        ("who leads Northfield Bakery?", ()),
    ],
)
def test_names_that_have_one_spelling(question, found):
    assert exact_names(constraints(question)) == found


@pytest.mark.parametrize(
    ("text", "kind", "yes"),
    [
        ("rules[].alert: OvenTooHot\nrules[].expr: oven > 265", "sentence", True),
        ("rules[].alert: OvenTooHotSouth\nrules[].expr: oven > 280", "sentence", False),
        ("rules[].alert: Other\nrules[].inhibits: see OvenTooHot", "sentence", False),
        ("limits.OvenTooHot: 265", "sentence", True),
        ("; since May\nOvenTooHot = 265", "sentence", True),
        ("- `OvenTooHot`: over 265", "entry", True),
        ("Alert: `OvenTooHot` at 265 degrees", "sentence", True),
        ("We muted OvenTooHot in May.", "sentence", False),
        ("Alerts: `OvenTooHot`, `DoughTankLow`", "sentence", False),
        ("OvenTooHot and DoughTankLow are muted.", "sentence", False),
        ("| OvenTooHot | 265 |", "row", True),
        ("| Other | OvenTooHot |", "row", False),
    ],
)
def test_entries_of_a_name(text, kind, yes):
    assert is_of(unit(text, kind), "OvenTooHot") is yes


def test_a_longer_name_is_another():
    assert names("OvenTooHot", "the `oventoohot` rule")
    assert not names("OvenTooHot", "OvenTooHotSouth and pre-OvenTooHot")


@pytest.mark.parametrize(
    ("title", "opening", "notice"),
    [
        ("Mixer", "# Mixer\n\n**Out of date!** The limit is 4.", "Out of date"),
        ("Mixer", "# Mixer\nWarning: outdated, see the new page.\n", "outdated"),
        ("Mixer", "# Mixer\n\nThis page is no longer maintained.\n", "This page is no longer maintained"),
        ("Mixer", "DEPRECATED: use the other one", "DEPRECATED"),
        ("Mixer", "# Mixer\nStatus: deprecated\n", "Status: deprecated"),
        ("Mixer (old page)", "# Mixer (old page)\nThe limit is 4.", "old page"),
        ("Mixer", "# Mixer\n\nDo not use this page for dough; the limit is 4.", ""),
        ("Mixer", "# Mixer\n\nCards that are out of date must be handed in.", ""),
        ("Notes", "# Release notes\n\n## Deprecated\n\n- the old door\n", ""),
        ("Notes", "# Release notes\n\nThe v1 interface is deprecated.\n", ""),
        ("Mixer", "# Mixer\n" + "The limit is 4. " * 30 + "Out of date!", ""),
        ("Old Mill Lane", "# Old Mill Lane\nOpening hours", ""),
        ("Mixer", "# Mixer (OLD \u2013 see the intranet)\nThe limit is 4.", "OLD \u2013 see the intranet"),
        ("Mixer (obsolete: use the manual)", "The limit is 4.", "obsolete: use the manual"),
        ("Old wiki - Mixer", "The limit is 4.", "Old wiki"),
        ("OLD Mixer limits", "The limit is 4.", "OLD"),
        ("Mixer limits - OLD", "The limit is 4.", "OLD"),
        ("Old-age pensions", "The limit is 4.", ""),
        ("Limits (old - new)", "The limit is 4.", ""),
        ("Limits (old, new)", "The limit is 4.", ""),
        ("OLD TOWN FEES", "The limit is 4.", ""),
        ("Cleaning of old stock", "# Cleaning of old stock\nThe old mixer (see below) stays.", ""),
    ],
)
def test_notices_of_a_page(title, opening, notice):
    assert of_page(title, opening) == notice


def test_people_who_left():
    assert of_statement("Call Ole Brandt (left the company 2024).") == "left the company"
    assert of_statement("He left the room; the company was told.") == ""
