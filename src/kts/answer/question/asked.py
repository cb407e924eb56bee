"""The words that a person asked with, as the search understood them: its own additions say nothing of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.lexicon.fuzzy import distance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.types import Ranking

WRITTEN, MENDED = "question", "typos"
"""Origins of terms that stand for words of the question."""
SLIPS = 2
"""Edits up to which a word that the corpus lacks is the slip of one that was read in its place (as in `typos`)."""


def asked_with(terms: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The terms of a ranking's explanation that stand for words of the question, mended slips in place of the slips."""
    mended = [str(term["word"]) for term in terms if term.get("origin") == MENDED]
    for term in terms:
        if term.get("origin", WRITTEN) not in {WRITTEN, MENDED}:
            continue
        slip = not term["idf"] and any(distance(str(term["word"]), word, SLIPS) <= SLIPS for word in mended)
        if not slip:
            yield term


def unheard(ranking: Ranking) -> frozenset[str]:
    """The words that a person asked with and no document holds, slips that were mended aside."""
    terms = ranking.explanation.get("terms", ())
    return frozenset(str(term["word"]) for term in asked_with(terms) if not term["idf"])
