"""What a ranking is made of, from the values that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.search.bm25 import matched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.search.fuse import Fused
    from kts.search.retrieve import Scored
    from kts.search.stages import Sought

DIGITS = 6


def explained(sought: Sought, kept: Sequence[Fused]) -> Mapping[str, Any]:
    """What each stage did, terms with their weights, identifiers that the index knows, and what each hit is made of."""
    found, question = sought.retrieved, sought.question
    return {
        "terms": [
            {
                "word": term.word,
                "forms": list(term.forms),
                "idf": round(weighed.idf, DIGITS),
                "weight": term.weight,
                "origin": term.origin,
            }
            for term, weighed in zip(question.terms, found.terms, strict=True)
        ],
        "stages": [step._asdict() for step in question.steps],
        "parts": [part.text for part in question.parts],
        "identifiers": list(found.codes),
        "candidates": len(found.scored),
        "matched": [list(matched(found.rows[one.scored.key], found.terms)) for one in kept],
        "evidence": [_evidence(one.scored) for one in kept],
        "ranks": [_ranks(one.scored, found.lists) for one in kept],
    }


def _evidence(one: Scored) -> dict[str, float | None]:
    """The exact evidence of each arm, before it is normalised."""
    return {
        "passage_bm25": round(one.passage, DIGITS),
        "document_bm25": round(one.document, DIGITS),
        "identifiers": round(one.identifiers, DIGITS),
        "cosine": None if one.cosine is None else round(one.cosine, DIGITS),
        "document_cosine": None if one.document_cosine is None else round(one.document_cosine, DIGITS),
    }


def _ranks(one: Scored, lists: Mapping[str, Sequence[int]]) -> dict[str, int | None]:
    """The place of a hit in each list of the first stage, from 1; None where that list did not find it."""
    ranks: dict[str, int | None] = {}
    for name, keys in lists.items():
        key = one.document_key if name.endswith("_documents") else one.key
        ranks[name] = keys.index(key) + 1 if key in keys else None
    return ranks
