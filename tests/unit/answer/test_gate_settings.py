"""EVID-1: a value of a row is held against the column that the claim means: the default, a limit, where, live."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

PUMPS = (
    "| Setting | Default | Minimum | Maximum | Live | Meaning |\n|---|---|---|---|---|---|\n"
    "| `pump.max_cycles` | 4 | 1 | 9 | yes | How often the pump starts an hour |\n"
    "| `pump.idle_s` | 60 | 10 | 240 | no | Pause between two starts |\n"
    "| `pump.mode` | rev-2 | | | yes | The only other mode is `rev-3` |"
)
SITES = (
    "| Setting | harbour | depot |\n|---|---|---|\n| `alarm.level` | quiet | loud |\n| `lamp.colour` | amber | white |"
)
ANSWERS = (
    "| Class | Example | Gold | Silver |\n|---|---|---|---|\n"
    "| C1 | Boat sinks | 20 minutes, day and night | 3 hours, on working days |\n"
    "| C2 | Boat leaks | 2 hours, day and night | 6 hours, on working days |"
)


def said(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Pumps")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("pump.max_cycles is 4 unless you change it.", PUMPS),
        ("pump.max_cycles has a default of 4.", PUMPS),
        ("The maximum of pump.max_cycles is 9.", PUMPS),
        ("pump.idle_s cannot be set higher than 240.", PUMPS),
        ("pump.idle_s can be changed only with a restart.", PUMPS),
        ("alarm.level is loud in the depot.", SITES),
        ("Gold members get an answer to a C1 within 20 minutes.", ANSWERS),
    ],
)
def test_what_stands_under_its_column(claim, text):
    assert said(claim, text) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("pump.max_cycles is 9 unless you change it.", PUMPS),
        ("pump.max_cycles is 9 if nothing else is configured.", PUMPS),
        ("pump.max_cycles has a default of 9.", PUMPS),
        ("pump.mode is rev-3 by default.", PUMPS),
        ("pump.idle_s can be at most 60.", PUMPS),
        ("pump.max_cycles can be changed only with a restart.", PUMPS),
        ("pump.idle_s can be changed without a restart.", PUMPS),
        ("alarm.level is loud in the harbour.", SITES),
        ("Silver members get an answer to a C1 within 20 minutes.", ANSWERS),
    ],
)
def test_what_stands_under_another_one(claim, text):
    assert said(claim, text) == "contradicted"
