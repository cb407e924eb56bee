"""EVAL: an ablation switches one stage at a time and says what each is worth on the same questions."""

from __future__ import annotations

import pytest

from kts import config
from kts.evaluate.ablation import Ablated, Switch, ablate, losers, switches, table

QRELS = {f"q{at}": {"right": 1} for at in range(20)}
GOOD = (("right", 1.0), ("wrong", 0.5))
BAD = (("wrong", 1.0), ("right", 0.5))


def search(changed):
    """The stage helps half of the questions; without it a question costs less."""
    without = changed.get("search.typos") is False
    run = {key: BAD if without and at % 2 else GOOD for at, key in enumerate(QRELS)}
    return run, [1.0 if without else 2.0] * len(run)


def test_the_default_comes_first_and_a_stage_that_helps_loses_when_it_is_off():
    rows = list(ablate("set", QRELS, search, [Switch("without typos", "search.typos", False)]))
    default, without = rows
    assert (default.switch, default.value, default.cpu_ms) == ("as configured", 1.0, 2.0)
    assert without.high < 0
    assert without.difference == pytest.approx(without.value - default.value)
    assert without.cpu_ms == 1.0
    assert losers(rows) == ()


def test_every_optional_stage_of_the_search_is_switched():
    settings = config.flatten(config.Settings())
    found = switches(settings, config.CHOICES)
    names = {one.setting for one in found}
    assert {name for name, value in settings.items() if name.startswith("search.") and isinstance(value, bool)} <= names
    assert all(config.flatten(config.changed(config.Settings(), one.setting, one.value)) != settings for one in found)
    assert {"search.fusion", "embed.query_encoder"} <= names
    assert not any(name.startswith("ingest.") for name in names)


def row(name, switch, low):
    return Ablated(name, switch, 0.5, low + 0.01, low, low + 0.02, 0.01, 1.0, 10)


def test_a_stage_whose_absence_wins_on_two_of_five_sets_is_named():
    rows = [row(f"s{at}", "without x", 0.01 if at < 2 else -0.1) for at in range(5)]
    rows += [row(f"s{at}", "without y", 0.01 if at < 1 else -0.1) for at in range(5)]
    assert losers(rows) == ("without x",)


def test_the_table_marks_what_is_sure():
    text = table([row("a", "with x", 0.01), row("b", "with x", -0.01)])
    assert "| a | with x | 0.5000 | **+0.0200** | [+0.0100, +0.0300] | 1.0 |" in text
    assert "| b | with x | 0.5000 | +0.0000 |" in text
