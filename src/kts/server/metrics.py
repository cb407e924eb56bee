"""Counts and times for Prometheus: what is asked, how long each stage takes, how sure the answers are. No content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
FAILED = 400
"""The first status of HTTP that means an error."""
SHARES = tuple(tenth / 10 for tenth in range(1, 11))
FALL_BACK = "searched by words alone"
"""How the note begins that says that a question was not searched by meaning."""


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "kts_requests", "Calls by operation and outcome.", ("operation", "outcome"), registry=registry
        )
        self._seconds = Histogram(
            "kts_request_seconds", "Time of a call.", ("operation",), buckets=SECONDS, registry=registry
        )
        self._stages = Histogram(
            "kts_stage_seconds",
            "Time of a stage of a search or an answer.",
            ("stage",),
            buckets=SECONDS,
            registry=registry,
        )
        self._confidence = Histogram(
            "kts_confidence",
            "Confidence of the best result or the answer.",
            ("operation",),
            buckets=SHARES,
            registry=registry,
        )
        self._verdicts = Counter("kts_verdicts", "Answers by verdict.", ("verdict",), registry=registry)
        self._empty = Counter("kts_empty_results", "Searches that found nothing.", registry=registry)
        self._fall_backs = Counter(
            "kts_fall_backs", "Searches by words alone that were to be by both.", registry=registry
        )
        self._feedback = Counter("kts_feedback", "What people said of answers.", ("verdict",), registry=registry)
        self._jobs = Counter("kts_jobs", "Ingests by how they ended.", ("state",), registry=registry)
        self._holds = Gauge("kts_index", "What the index holds.", ("what",), registry=registry)
        self._refused = Counter("kts_refused", "Requests that were not let in.", ("reason",), registry=registry)

    def called(self, operation: str, status: int, seconds: float, body: Mapping[str, Any]) -> None:
        """Count a call and what its answer says of itself."""
        data = body.get("data")
        failed = data.get("error", "internal") if status >= FAILED and isinstance(data, dict) else "ok"
        self._requests.labels(operation, failed).inc()
        self._seconds.labels(operation).observe(seconds)
        if status < FAILED and isinstance(data, dict):
            self._answered(operation, data, body.get("confidence"))

    def _answered(self, operation: str, data: Mapping[str, Any], confidence: Any) -> None:
        for stage, spent in (data.get("timings_ms") or {}).items():
            self._stages.labels(stage).observe(spent / 1000)
        if isinstance(confidence, int | float):
            self._confidence.labels(operation).observe(confidence)
        if isinstance(data.get("verdict"), str):
            self._verdicts.labels(data["verdict"]).inc()
        if operation == "search" and "results" in data:
            self._empty.inc(not data["results"])
            self._fall_backs.inc(any(note.startswith(FALL_BACK) for note in data["notes"]))

    def said(self, verdict: str) -> None:
        """Count what a person said of an answer."""
        self._feedback.labels(verdict).inc()

    def ended(self, state: str) -> None:
        """Count a job."""
        self._jobs.labels(state).inc()

    def refused(self, reason: str) -> None:
        """Count a request that was not let in."""
        self._refused.labels(reason).inc()

    def holds(self, status: Mapping[str, Any]) -> None:
        """Take over what the index holds now, from its status."""
        for name in ("generation", "documents", "passages", "sections", "stale", "disk_bytes"):
            self._holds.labels(name).set(status[name])
        for state, number in status["vectors"].items():
            self._holds.labels(f"vectors_{state}").set(number)

    def text(self) -> bytes:
        """The exposition format of Prometheus."""
        return generate_latest(self._registry)
