"""SPEC MON: what a server counts for Prometheus is what `kts status` tells a person."""

from __future__ import annotations

import pytest

from kts.cli.served import served

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
