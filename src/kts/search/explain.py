"""What a ranking is made of, from the values that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.search.bm25 import matched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ports import Corpus
    from kts.search.candidates import Fused, Scored
    from kts.search.stages import Sought

DIGITS = 6


def explained(sought: Sought, kept: Sequence[Fused], corpus: Corpus) -> Mapping[str, Any]:
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
        "matched": matched([found.rows[one.scored.key] for one in kept], found.terms, corpus),
        "evidence": [_evidence(one.scored) for one in kept],
        "ranks": _ranks(kept, found.lists),
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


def _ranks(kept: Sequence[Fused], lists: Mapping[str, Sequence[int]]) -> list[dict[str, int | None]]:
    """The place of each hit in each list of the first stage, from 1; None where that list did not find it."""
    passages, documents = [one.scored.key for one in kept], [one.scored.document_key for one in kept]
    columns = []
    for name, keys in lists.items():
        place = dict(zip(reversed(keys), range(len(keys), 0, -1), strict=True))
        columns.append(list(map(place.get, documents if name.endswith("_documents") else passages)))
    return [dict(zip(lists, places, strict=True)) for places in zip(*columns, strict=True)]
