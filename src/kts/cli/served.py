"""What a running server has counted since it began, from its metrics for Prometheus, for `kts status`."""

from __future__ import annotations

import re
from typing import Any

LINE = r"(kts_\w+?)(?:\{([^}]*)\})? ([0-9.e+-]+)"
LABEL = r'(\w+)="([^"]*)"'


def served(text: str) -> dict[str, Any]:
    """Calls, how many failed, their mean time and that of each stage in ms, from the exposition format."""
    lines = [(name, dict(re.findall(LABEL, labels or "")), float(value)) for name, labels, value in _lines(text)]
    calls = {
        label["operation"]: {"count": int(value), "mean_ms": _mean(lines, "kts_request_seconds", label)}
        for name, label, value in lines
        if name == "kts_request_seconds_count"
    }
    failed = [value for name, label, value in lines if name == "kts_requests_total" and label["outcome"] != "ok"]
    return {
        "calls": calls,
        "failed": int(sum(failed)),
        "stages_ms": {
            label["stage"]: _mean(lines, "kts_stage_seconds", label)
            for name, label, _ in lines
            if name == "kts_stage_seconds_count"
        },
        "verdicts": {label["verdict"]: int(value) for name, label, value in lines if name == "kts_verdicts_total"},
        "empty_results": _total(lines, "kts_empty_results_total"),
        "fall_backs": _total(lines, "kts_fall_backs_total"),
        "refused": _total(lines, "kts_refused_total"),
    }


Lines = list[tuple[str, dict[str, str], float]]


def _lines(text: str) -> list[tuple[str, str | None, str]]:
    return [found.groups() for line in text.splitlines() if (found := re.fullmatch(LINE, line))]  # type: ignore[misc]


def _total(lines: Lines, name: str) -> int:
    return int(sum(value for found, _, value in lines if found == name))


def _mean(lines: Lines, name: str, label: dict[str, str]) -> float:
    """Milliseconds of one time a call or a stage took."""
    values = {found: value for found, labels, value in lines if labels == label}
    return round(1000 * values[f"{name}_sum"] / max(1.0, values[f"{name}_count"]), 3)
