"""What the ledger keeps of an answer: everything that it takes to look at it again (EVID-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kts.answers import Answer
    from kts.types import Hit

DIGITS = 6
"""Decimal places of a recorded score: two machines agree."""


def record(found: Answer, settings: dict[str, Any], model: str) -> dict[str, Any]:
    """The body of an answer's record; `model` is the hash of the embedding model, empty for a search by words."""
    hits = found.ranking.hits if found.ranking else ()
    return {
        "query": found.query,
        "verdict": found.verdict,
        "text": found.text,
        "confidence": found.confidence,
        "chance": found.before_gates,
        "coverage": found.coverage,
        "claims": plain(found.claims),
        "unmet": plain(found.unmet),
        "conflicts": plain(found.conflicts),
        "gates": list(found.gates),
        "generation": found.generation,
        "as_of": found.as_of,
        "judged_on": found.judged_on,
        "settings": settings,
        "model": model,
        "hits": [_hit(hit) for hit in hits],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    signals = {name: round(value, DIGITS) for name, value in hit.signals.items()}
    return {"passage": hit.passage.id, "score": round(hit.score, DIGITS), "signals": signals}


def plain(value: Any) -> Any:
    """Nouns as JSON values: a named tuple is an object of its fields."""
    if hasattr(value, "_asdict"):
        return {name: plain(field) for name, field in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return round(value, DIGITS) if isinstance(value, float) else value
