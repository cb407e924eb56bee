"""English words that everybody uses: whether a document holds them or not, they are no slips of the pen."""

from __future__ import annotations

from functools import cache

from kts.data import table
from kts.lexicon.analyse import terms


def is_everyday(word: str) -> bool:
    """Whether the word, in any form, is of those that the first gate knows by heart (`data/gate_words.json`)."""
    stems = terms(word)
    return bool(stems) and stems[0] in _stems()


@cache
def _stems() -> frozenset[str]:
    known = table("gate_words.json")
    groups = (*(group.split() for group in known["synonyms"]), *(pair.split("/") for pair in known["antonyms"]))
    return frozenset(known["idf"]).union(*groups)
