"""Rankers that nothing was fitted for: by meaning, by words, by what is known of documents, and the original design's.

Each says its score as a sum (SPEC RANK-6); the original design multiplied, and its factors are told as what each adds
to the product of those before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Columns = Mapping[str, Sequence[float]]
    Parts = list[dict[str, float]]

CATEGORY, PRIORITY, RECENCY = 1.0, 0.5, 0.5
"""Standard deviations of the fused evidence that a preferred type, a priority of 1 and a document of today are worth
(defaults, not fitted)."""
CODE_FACTOR, INTENT_FACTOR, TITLE_FACTOR = 2.0, 1.7, 1.3
"""The original design's boosts (SPEC RANK-3)."""
DENSITY = 0.2
"""What its keyword density could add at most: a factor of 1.0 to 1.2 (SPEC RANK-3)."""
TITLE_SHARE = 0.5
"""Share of a title's words that the question must name for the boost (a default: the original took any overlap)."""


class SemanticRanker:
    """Implements `ports.Ranker`: the nearest meaning first."""

    name = "semantic"
    reads: frozenset[str] = frozenset()

    def parts(self, signals: Columns) -> Parts:
        """The cosine."""
        return [{"cosine": value} for value in signals["raw_cosine"]]


class KeywordRanker:
    """Implements `ports.Ranker`: BM25 of the passage and of its document, and exact identifiers."""

    name = "keyword"
    reads: frozenset[str] = frozenset()

    def parts(self, signals: Columns) -> Parts:
        """The scores of the words."""
        names = ("passage_bm25", "document_bm25", "identifiers")
        return [
            dict(zip(names, values, strict=True))
            for values in zip(*(signals[f"raw_{name}"] for name in names), strict=True)
        ]


class MetadataRanker:
    """Implements `ports.Ranker`: the fused evidence, then category, priority and recency of the document."""

    name = "metadata"
    reads = frozenset({"documents"})

    def parts(self, signals: Columns) -> Parts:
        """What is known of the document, in standard deviations beside the fused evidence."""
        weights = {"fused": 1.0, "identifiers": 1.0, "category": CATEGORY, "priority": PRIORITY, "recency": RECENCY}
        return [
            {name: weight * value for (name, weight), value in zip(weights.items(), values, strict=True)}
            for values in zip(*(signals[name] for name in weights), strict=True)
        ]


class LegacyRanker:
    """Implements `ports.Ranker`: the original design's similarity and its multiplied boosts."""

    name = "legacy"
    reads = frozenset({"documents"})

    def parts(self, signals: Columns) -> Parts:
        """The similarity, then what each boost adds to the product so far."""
        return [
            _product(similarity, code, category, title, density)
            for similarity, code, category, title, density in zip(
                signals["raw_cosine"],
                signals["identifiers"],
                signals["category"],
                signals["title_share"],
                signals["coverage"],
                strict=True,
            )
        ]


def _product(similarity: float, code: float, category: float, title: float, density: float) -> dict[str, float]:
    score = max(0.0, similarity)
    parts = {"similarity": score}
    factors = {
        "code": CODE_FACTOR if code > 0 else 1.0,
        "intent": INTENT_FACTOR if category > 0 else 1.0,
        "title": TITLE_FACTOR if title >= TITLE_SHARE else 1.0,
        "density": 1.0 + DENSITY * density,
    }
    for name, factor in factors.items():
        parts[name] = score * (factor - 1)
        score *= factor
    return parts
