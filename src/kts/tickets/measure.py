"""Figures: of a classifier on labelled tickets, of one ticket for the ledger, of a run for its report."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.lexicon.personal import redact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.tickets.classify import Predicted
    from kts.tickets.nouns import Processed

BINS = 10
"""Bins of the calibration error, of equal width (Guo et al. 2017 use 15 for tens of thousands of points)."""
TEXT = 200
"""Characters of a redacted text that the ledger keeps (a default, not fitted)."""
Z = 1.96
"""Standard deviations of a two-sided interval of 95 % (Wilson 1927)."""


def evaluated(classes: Sequence[str], said: Predicted, labels: Sequence[str]) -> dict[str, Any]:
    """Accuracy, macro F1 and calibration over known labels; how well unknown ones are told apart, None without any."""
    import numpy as np

    number = {name: at for at, name in enumerate(classes)}
    known = np.array([label in number for label in labels], bool)
    truth = np.array([number.get(label, -1) for label in labels], np.int64)[known]
    shares = said.shares[known]
    picked = shares.argmax(axis=1) if len(shares) else np.zeros(0, np.int64)
    right = picked == truth
    return {
        "accuracy": round(float(right.mean()), 4) if len(truth) else None,
        "macro_f1": macro_f1(picked.tolist(), truth.tolist()),
        "ece": round(ece(shares.max(axis=1), right), 4) if len(truth) else None,
        "oos_auroc": auroc(said.usualness[known].tolist(), said.usualness[~known].tolist()),
        "n": len(labels),
    }


def ece(shares: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """Expected calibration error: the mean distance of confidence and accuracy over bins, weighted by size."""
    import numpy as np

    bins = np.minimum((shares * BINS).astype(np.int64), BINS - 1)
    total = 0.0
    for at in range(BINS):
        own = bins == at
        if own.any():
            total += float(own.mean()) * abs(float(shares[own].mean()) - float(right[own].mean()))
    return total


def macro_f1(picked: Sequence[int], truth: Sequence[int]) -> float | None:
    """The mean over the classes that occur of the harmonic mean of precision and recall."""
    if not truth:
        return None
    hits = Counter(one for one, other in zip(picked, truth, strict=True) if one == other)
    given, wanted = Counter(picked), Counter(truth)
    values = [2 * hits[name] / (given[name] + wanted[name]) for name in sorted({*given, *wanted})]
    return round(sum(values) / len(values), 4)


def auroc(inside: Sequence[float], outside: Sequence[float]) -> float | None:
    """The chance that one of `inside` is higher than one of `outside`, ties half; None when either is empty."""
    if not inside or not outside:
        return None
    ordered = sorted([*((value, True) for value in inside), *((value, False) for value in outside)])
    below = total = at = 0.0
    index = 0
    while index < len(ordered):
        end = index
        while end < len(ordered) and ordered[end][0] == ordered[index][0]:
            end += 1
        ins = sum(one for _, one in ordered[index:end])
        outs = end - index - ins
        at = below + outs / 2
        total += ins * at
        below += outs
        index = end
    return round(total / (len(inside) * len(outside)), 4)


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The interval of 95 % of a share (Wilson 1927); (0, 1) of nothing."""
    if not count:
        return 0.0, 1.0
    share, squared = hits / count, Z * Z
    middle = (share + squared / (2 * count)) / (1 + squared / count)
    half = Z * math.sqrt(share * (1 - share) / count + squared / (4 * count * count)) / (1 + squared / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def record(found: Processed) -> dict[str, object]:
    """What the ledger keeps of a ticket: no personal data of its text, only what was decided and on what grounds."""
    return {
        "ticket": redact(found.ticket.id)[:TEXT],
        "text_sha256": hashlib.sha256(found.ticket.text.encode("utf-8", "surrogatepass")).hexdigest(),
        "text": redact(found.ticket.text)[:TEXT],
        "valid": found.validation.valid,
        "reasons": list(found.validation.reasons),
        "class": found.classification.primary_class,
        "class_score": found.classification.primary_score,
        "in_scope": found.classification.in_scope,
        "route": found.plan.primary_route,
        "auto": found.auto,
        "confidence": found.confidence,
        "escalation": {"recommended": found.escalation.recommended, "reasons": list(found.escalation.reasons)},
        "risks": [{"reason": one.reason, "score": one.score, "source": one.source} for one in found.escalation.risks],
        "issues": list(found.review.issues),
        "answer": found.answer.ledger_id if found.answer else None,
        "citations": [
            {"passage_id": citation.passage_id, "sha256": citation.sha256}
            for claim in (found.answer.claims if found.answer else ())
            for citation in claim.citations
        ],
        "personal": dict(found.personal),
        "similarity": found.retrieval.stats.get("mean", 0.0),
        "fallback": found.retrieval.fallback_applied,
        "ranker": found.ranking.ranker,
        "tokens": {
            "context": found.context.token_estimate,
            "model": found.tokens,
            "truncated": found.context.truncated,
        },
        "notes": list(found.notes),
    }


class Measures(NamedTuple):
    """What a run of tickets amounts to (SPEC MON): shares are 0..1, None where there was nothing to count.

    `outcomes` are sent, draft, person, aside and failed; `routing` counts the queues that the policy names.
    """

    tickets: int
    valid: float | None
    invalid_reasons: Mapping[str, int]
    classification_confidence: float | None
    routing: Mapping[str, int]
    mean_similarity: float | None
    fallback_rate: float | None
    ranking_stability: float | None
    context_tokens: float | None
    truncation_rate: float | None
    efficiency: float | None
    model_tokens: int
    confidence_bins: tuple[int, ...]
    auto_rate: float | None
    escalation_rate: float | None
    escalation_reasons: Mapping[str, int]
    mean_ms: float | None
    drift: float | None
    outcomes: Mapping[str, int]


def measures(lines: Sequence[Mapping[str, Any]], *, trained: Mapping[str, float] | None = None) -> Measures:
    """The figures of a run from its lines, each the `data` of one ticket as in `kts ticket --json`.

    `trained` are the shares of the classes in training: how far this run is from them is the drift.
    """
    worked = [line for line in lines if "error" not in line]
    found = [line for line in worked if line["retrieval"]["stats"].get("count")]
    handed = [line for line in worked if line["escalation"]["recommended"]]
    return Measures(
        tickets=len(lines),
        valid=_share([line["validation"]["valid"] for line in worked]),
        invalid_reasons=_counted(
            code
            for line in worked
            if not line["validation"]["valid"]
            for code in line["validation"]["reasons"]
            if code != "personal_data"  # which alone makes none invalid
        ),
        classification_confidence=_mean(
            [line["classification"]["primary_score"] for line in worked if line["classification"]["primary_class"]]
        ),
        routing=_counted(queue for line in worked if (queue := _queue(line))),
        mean_similarity=_mean([line["retrieval"]["stats"]["mean"] for line in found]),
        fallback_rate=_share([line["retrieval"]["fallback_applied"] for line in found]),
        ranking_stability=_mean(
            [line["ranking"]["stability"] for line in found if line["ranking"].get("stability") is not None]
        ),
        context_tokens=_mean([line["context"]["token_estimate"] for line in found]),
        truncation_rate=_share([line["context"]["truncated"] for line in found]),
        efficiency=_mean([line["context"]["efficiency"] for line in found]),
        model_tokens=sum(line.get("tokens", 0) for line in worked),
        confidence_bins=_bins([line["confidence"] for line in found]),
        auto_rate=_share([line["auto"] for line in worked]),
        escalation_rate=_share([line["escalation"]["recommended"] for line in worked]),
        escalation_reasons=_counted(code for line in handed for code in line["escalation"]["reasons"]),
        mean_ms=_mean([line.get("timings_ms", {}).get("total", 0.0) for line in worked]),
        drift=_drifted(worked, trained),
        outcomes=_counted(map(outcome, lines)),
    )


def outcome(line: Mapping[str, Any]) -> str:
    """What became of a ticket: may be sent, a draft for a person, a person alone, put aside, or an error."""
    if "error" in line:
        return "failed"
    if line["auto"]:
        return "sent"
    if not line["escalation"]["recommended"]:
        return "aside"
    return "draft" if line["draft"] else "person"


def _queue(line: Mapping[str, Any]) -> str:
    """Who takes a ticket over: by its risk, else by its class."""
    return str(line["escalation"].get("queue") or line["classification"]["routing"])


def _drifted(lines: Sequence[Mapping[str, Any]], trained: Mapping[str, float] | None) -> float | None:
    seen = _counted(
        line["classification"]["primary_class"] for line in lines if line["classification"]["primary_class"]
    )
    total = sum(seen.values())
    return drift(trained, {name: count / total for name, count in seen.items()}) if trained and total else None


def _share(values: Sequence[bool]) -> float | None:
    return round(sum(map(bool, values)) / len(values), 4) if values else None


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _counted(values: Any) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0])))


def _bins(values: Sequence[float]) -> tuple[int, ...]:
    counts = Counter(min(int(value * BINS), BINS - 1) for value in values)
    return tuple(counts[at] for at in range(BINS))


def drift(known: Mapping[str, float], seen: Mapping[str, float]) -> float:
    """How far the classes of a run are from those of the training: the population stability index.

    Below .1 little, from .25 on much (Siddiqi 2006); shares of nothing count as one in a thousand.
    """
    total = 0.0
    for name in {*known, *seen}:
        expected, actual = max(known.get(name, 0.0), 1e-3), max(seen.get(name, 0.0), 1e-3)
        total += (actual - expected) * math.log(actual / expected)
    return round(total, 4)
