"""Images whose description speaks of a question: by words, beside the passages, because a description is no passage."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kts.lexicon.analyse import query_terms, stemmed_as, terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST_SHARE = 0.5
"""Share of the question's content words that a description must hold (a default, not fitted)."""
LEAST_WORDS = 2
"""Content words that it must hold, where the question has so many (a default, not fitted): one is chance."""
KEPT = 4_096
"""Descriptions whose terms are kept between questions (a default, not fitted: some 16 MB)."""


def speaking(
    question: str, descriptions: Mapping[str, str], *, languages: Sequence[str] = ("en",)
) -> tuple[tuple[str, float], ...]:
    """(key, share of the question's words) of the descriptions that hold enough of them, best first."""
    asked = query_terms(question, languages)
    found = []
    for key, text in descriptions.items():
        held = _held(text, tuple(languages))
        count = sum(not held.isdisjoint(term.forms) for term in asked)
        if count >= min(LEAST_WORDS, len(asked)) and count >= LEAST_SHARE * len(asked) > 0:
            found.append((key, count / len(asked)))
    return tuple(sorted(found, key=lambda one: (-one[1], one[0])))


@lru_cache(maxsize=KEPT)
def _held(text: str, languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem for language in stemmed_as(languages) for stem in terms(text, language))
