"""What the ledger says of how an index is used and how well it answers (SPEC MON): counts and shares, no content."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

BINS = 10
"""Tenths of the confidence that answers are counted by."""
UNANSWERED = "abstained"
RELEVANT = frozenset({"good", "incomplete"})
"""What people say of an answer whose first place is the right one; a bad answer counts as one from the wrong place."""
DIGITS = 4


def _values(bodies: Sequence[Mapping[str, Any]], *names: str) -> list[Any]:
    """What the records say under a name, or under a name within it; a record of an older version may not say it."""
    found: list[Any] = list(bodies)
    for name in names:
        found = [one[name] for one in found if name in one]
    return found


def activity(
    answers: Sequence[Mapping[str, Any]], tickets: Sequence[Mapping[str, Any]], feedback: Sequence[Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Figures over the bodies of records, feedback oldest first; a share of nothing is None."""
    return {"answers": _answers(answers), "feedback": _feedback(feedback), "tickets": _tickets(tickets)}


def _answers(bodies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "count": len(bodies),
        "verdicts": _counted(_values(bodies, "verdict")),
        "abstained": _mean([verdict == UNANSWERED for verdict in _values(bodies, "verdict")]),
        "confidence": _bins(_values(bodies, "confidence")),
    }


def _feedback(bodies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Who says something of an answer again has thought better of it: the last word counts."""
    last = {body["ledger_id"]: body["verdict"] for body in bodies}
    return {
        "count": len(bodies),
        "verdicts": _counted(last.values()),
        "top1_relevance": _mean([verdict in RELEVANT for verdict in last.values()]),
    }


def _tickets(bodies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    valid = [body for body in bodies if body.get("valid")]
    return {
        "count": len(bodies),
        "valid": _mean(_values(bodies, "valid")),
        "classification_confidence": _mean(_values([body for body in bodies if body.get("class")], "class_score")),
        "fallback_rate": _mean(_values(valid, "fallback")),
        "mean_similarity": _mean(_values(valid, "similarity")),
        "context_tokens": _mean(_values(valid, "tokens", "context")),
        "truncation_rate": _mean(_values(valid, "tokens", "truncated")),
        "model_tokens": sum(_values(bodies, "tokens", "model")),
        "confidence": _bins(_values(bodies, "confidence")),
        "auto_rate": _mean(_values(bodies, "auto")),
        "escalation_rate": _mean(_values(bodies, "escalation", "recommended")),
    }


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), DIGITS) if values else None


def _bins(values: Iterable[float]) -> list[int]:
    """How many lie in each tenth of 0..1."""
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, max(0, int(value * BINS)))] += 1
    return counts
