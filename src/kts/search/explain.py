"""What a ranking is made of, from the values that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.search.bm25 import matched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.lexicon.analyse import QueryTerm
    from kts.search.retrieve import Retrieved, Scored


def signals(scored: Scored) -> Mapping[str, float]:
    """The parts of a score; they sum to it."""
    return {
        "passage_bm25": round(scored.passage, 6),
        "document_bm25": round(scored.document, 6),
        "identifiers": round(scored.identifiers, 6),
    }


def explained(terms: Sequence[QueryTerm], found: Retrieved, kept: Sequence[Scored]) -> Mapping[str, Any]:
    """Terms with their weights, identifiers that the index knows, and which words each hit holds."""
    return {
        "terms": [
            {"word": term.word, "forms": list(term.forms), "idf": round(weighed.idf, 6)}
            for term, weighed in zip(terms, found.terms, strict=True)
        ],
        "identifiers": list(found.codes),
        "candidates": len(found.scored),
        "matched": [list(matched(found.rows[scored.key], found.terms)) for scored in kept],
    }
