"""KG-2: names with what they are, a line each, define them by the layout alone."""

from __future__ import annotations

import pytest

from kts.lexicon.glossaries import unquoted_definitions
from kts.lexicon.glosses import glosses

COLUMNS = (
    "Machines\n  Kite     grain mill\n  Heron    press for the oil\n  Wren     sorting line, by colour\n\nAsk Ada."
)
LISTED = "- Kite: grain mill\n- Heron: press for the oil\n- Wren: sorting line"


def said(text):
    return [text[one.line.start : one.line.end] for one in glosses(text)]


def test_kg2_names_in_a_column_beside_what_they_are():
    assert said(COLUMNS) == ["Kite     grain mill", "Heron    press for the oil", "Wren     sorting line, by colour"]


def test_kg2_names_in_a_list_before_what_they_are():
    assert said(LISTED) == ["Kite: grain mill", "Heron: press for the oil", "Wren: sorting line"]


def test_kg2_each_is_a_definition():
    found = unquoted_definitions(COLUMNS, ())
    assert [(one.term, one.kind) for one in found] == [("Kite", "list"), ("Heron", "list"), ("Wren", "list")]


@pytest.mark.parametrize(
    "text",
    [
        "- Kite: the mill stood still for an hour.\n- Heron: all is well there.\n- Wren: one warning on Sunday.",
        "Owner: Ada\nSite: north\nState: open",
        "Kite: 12 t of grain\nHeron: 3 t of oil\nWren: 7 t of both",
        "Kite   grain mill\nHeron   press for the oil",
        "Kite  grain mill\nHeron    press for the oil\nWren   sorting line",
        "Kite: grain mill\nKite: oil press\nKite: sorting line",
        "",
    ],
)
def test_kg2_states_values_and_lone_lines_define_nothing(text):
    assert said(text) == []
