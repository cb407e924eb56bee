"""The benchmarks run; what they measure is not judged here, on whatever machine this is."""

from __future__ import annotations

import json
import subprocess
import sys


def test_every_benchmark_prints_its_line(repository):
    ran = subprocess.run(
        [sys.executable, str(repository / "benchmarks" / "run.py"), "--smoke"],
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    assert {line["benchmark"] for line in lines} >= {"cold_query", "help_start", "ingest_markdown", "noop_ingest"}
    assert all(line["ratio"] > 0 for line in lines if "ratio" in line)
