"""English words that everybody uses: whether a document holds them or not, they are no slips of the pen."""

from __future__ import annotations

from functools import cache

from kts.data import table
from kts.lexicon.analyse import terms

CONTRACTED = frozenset(
    "aint arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt shant shouldnt wasnt "
    "werent wont wouldnt hes hows im ive shes thats theres theyre theyve weve whats whens wheres whos whys "
    "youre youve".split()
)
"""How people type contractions without their apostrophe."""


def is_everyday(word: str) -> bool:
    """Whether the word, in any form, is of those that the first gate knows by heart (`data/gate_words.json`).

    So is a contraction without its apostrophe: `shouldnt` is no slip for *should*.
    """
    stems = terms(word)
    return word.casefold() in CONTRACTED or (bool(stems) and stems[0] in _stems())


@cache
def _stems() -> frozenset[str]:
    known = table("gate_words.json")
    groups = (*(group.split() for group in known["synonyms"]), *(pair.split("/") for pair in known["antonyms"]))
    return frozenset(known["idf"]).union(*groups)
