"""SPEC MON: what a server counts for Prometheus is what `kts status` tells a person."""

from __future__ import annotations

import pytest

from kts.cli.served import served
from kts.cli.status_ import _server

metrics = pytest.importorskip("kts.server.metrics")


def test_every_count_comes_back():
    counted = metrics.Metrics()
    found = {"data": {"results": [], "notes": ["searched by words alone: no model"], "timings_ms": {"fuse": 2.0}}}
    counted.called("search", 200, 0.010, found)
    counted.called("search", 200, 0.030, {"data": {"results": [1], "notes": [], "timings_ms": {"fuse": 4.0}}})
    counted.called("ask", 200, 0.1, {"data": {"verdict": "abstained"}, "confidence": 0.1})
    counted.called("ask", 409, 0.1, {"data": {"error": "locked"}})
    counted.refused("origin")
    assert served(counted.text().decode()) == {
        "calls": {"search": {"count": 2, "mean_ms": 20.0}, "ask": {"count": 2, "mean_ms": 100.0}},
        "failed": 1,
        "stages_ms": {"fuse": 3.0},
        "verdicts": {"abstained": 1},
        "empty_results": 1,
        "fall_backs": 1,
        "refused": 1,
    }


def test_a_server_that_has_done_nothing_has_counted_nothing():
    assert served(metrics.Metrics().text().decode())["calls"] == {}


def test_a_server_with_many_calls_and_stages_is_told_on_a_line_each():
    calls = {f"call{number}": {"count": number, "mean_ms": 2.0} for number in range(1, 10)}
    stages = {**{f"stage{number}": float(number) for number in range(10)}, "total": 99.0}
    found = {"calls": calls, "stages_ms": stages, "failed": 0, "refused": 0, "fall_backs": 0, "empty_results": 0}
    (_, said), (_, spent), _ = _server(found)
    assert said.startswith("9 call9, 2 ms each; 8 call8")
    assert said.endswith("; 3 more: kts status --json; 0 failed, 0 refused")
    assert spent.startswith("the longest: stage9 9.0 ms; ")
    assert "total" not in spent
    assert "stage0" not in spent
