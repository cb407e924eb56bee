"""The part of the facade that fits the confidence to the user's own judged questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints import constraints
from kts.evaluate.nearmiss import Named
from kts.lexicon.analyse import forms, words
from kts.lexicon.dates import dates
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kts.ports import Corpus, PassageIndex

SWAPPED = frozenset({"date", "period", "party", "person", "product", "code", "version", "place", "document", "term"})
"""The kinds of things that near-misses swap."""


def named_things(text: str) -> Iterator[Named]:
    """What a question or a passage names and a near-miss may swap, with the shape that another must have."""
    for one in constraints(text):
        if one.kind in SWAPPED and one.certain and len(one.text) > 1:
            yield Named(one.kind, one.text, one.span.start, one.span.end, _shape(one.kind, one.text))


def _shape(kind: str, text: str) -> str:
    if kind in {"date", "period"}:
        return ",".join(sorted({found.kind for found in dates(text)}))
    if kind in {"code", "version"}:
        return re.sub(r"[a-z]", "a", re.sub(r"\d", "9", text.casefold()))
    if kind in {"amount", "quantity"}:
        return re.sub(r"[\d.,\s]+", "9", text.casefold())
    return str(min(3, len(text.split())))


def occurs_in(corpus: Corpus, index: PassageIndex) -> Callable[[str], bool]:
    """Whether a passage may hold a text: all of its words stand somewhere, or it is a known identifier."""
    languages = corpus.languages() or ("en",)

    def occurs(text: str) -> bool:
        from kts.lexicon.identifiers import normalise

        if corpus.identified(normalise(text), "chunk", Filter()):
            return True
        return all(
            any(index.document_frequency(stem, level="chunk") for stem in stems)
            for stems in forms(words(text), languages).values()
        )

    return occurs
