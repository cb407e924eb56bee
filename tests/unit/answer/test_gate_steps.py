"""EVID-1: the order of numbered steps, and of what is not done before a thing."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.steps import steps, taken
from kts.answer.claims.gate import judge
from kts.answers import Evidence

LAUNCH = (
    "## Launching a boat\n\n"
    "1. Close the bilge plug: `dock plug close`.\n"
    "2. Lower the cradle into the water.\n"
    "3. Wait ten minutes. The hull settles during this time.\n"
    "4. Start the engine: `dock engine start`.\n"
    "5. Release the mooring lines.\n\n"
    "> **Warning:** Do not release the mooring lines before the engine has warmed up.\n"
)
PAINT = "- 1. Wash the hull\n- 2. Sand it\n- 3. Paint it\n"
RERUN = "1. Look at the batch.\n2. Rerun it in dry mode: `rerun --dry-run`.\n3. Rerun it: `rerun`.\n"


def said(claim: str, text: str = LAUNCH) -> str:
    return judge(claim, [Evidence(text, title="Boats", heading="Launching a boat")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The bilge plug is closed before the cradle is lowered.", LAUNCH),
        ("Lower the cradle into the water first, then start the engine.", LAUNCH),
        ("The mooring lines are released after the engine has warmed up.", LAUNCH),
        ("The engine has to be warmed up before the mooring lines are released.", LAUNCH),
        ("The hull is washed before it is painted.", PAINT),
        ("Rerun the batch after the dry run.", RERUN),
    ],
)
def test_the_order_of_the_steps_supports(claim, text):
    assert said(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The cradle is lowered before the bilge plug is closed.", LAUNCH),
        ("Start the engine first, then lower the cradle into the water.", LAUNCH),
        ("In launching a boat the engine is started before the bilge plug is closed.", LAUNCH),
        ("Release the mooring lines before the engine has warmed up.", LAUNCH),
        ("The engine is started immediately after the cradle is lowered into the water.", LAUNCH),
        ("The hull is painted before it is sanded.", PAINT),
        ("Rerun the batch, then do the dry run.", RERUN),
    ],
)
def test_another_order_does_not(claim, text):
    assert said(claim, text) != "supported"


def test_a_list_has_three_steps_from_its_first_number_on():
    assert [[one.at for one in listed] for listed in steps(LAUNCH)] == [[1, 2, 3, 4, 5]]
    assert steps("1. One thing.\n2. Another thing.") == ()
    assert [len(listed) for listed in steps(PAINT + "\n" + RERUN)] == [3, 3]


def test_a_step_in_a_table_is_one():
    listed = steps("| Step | What |\n|---|---|\n| 1 | Wash it |\n| 2 | Dry it |\n| 3 | Wax it |\n")
    assert [one.text for one in listed[0]] == ["Wash it |", "Dry it |", "Wax it |"]


def test_steps_that_cannot_be_told_apart_have_no_order():
    assert (
        taken("The hull is cleaned before the hull is checked.", "1. The hull.\n2. The hull.\n3. The hull.", "") == ()
    )
    assert taken("Wash the hull.", PAINT, "") == ()
