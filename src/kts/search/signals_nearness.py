"""How near to each other a passage holds the words of a question (Metzler & Croft 2005; Tao & Zhai 2007)."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import numbers_at, stemmed_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.search.bm25 import WeightedTerm

REACH = 12
"""Words within which two of the question's words are near (a default, not fitted)."""
APART = 3
"""Words of the question between which a pair counts: neighbours, and those with up to two content words between."""
NEXT = 6
"""Places looked at after each for a pair: a passage that repeats a word must not cost more than others."""

Pair = tuple[int, int]


class Placed(NamedTuple):
    """Where each passage holds the question's words: (place in words, number of the term), in order of place.

    `pairs` are those of the question's terms with what each is worth: the rarity of the commoner one.
    """

    pairs: Mapping[Pair, float]
    places: Mapping[int, tuple[Pair, ...]]


def placed(
    terms: Sequence[WeightedTerm],
    texts: Mapping[int, str],
    languages: Sequence[str] = ("en",),
) -> Placed:
    """The places of the question's words in texts by their passage's key; stems are those of the index's languages."""
    number = {key[1:-1].decode(): at for at, term in enumerate(terms) if term.idf > 0 for key in term.keys}
    stemmed = stemmed_as(languages)[::-1]  # the first language's stem of a word counts
    order = [at for at, term in enumerate(terms) if term.idf > 0]  # not the words: one may have been mended
    return Placed(
        {(one, other): min(terms[one].idf, terms[other].idf) for one, other in _pairs(order, APART)},
        {key: tuple(sorted(numbers_at(text, number, stemmed).items())) for key, text in texts.items()},
    )


def _pairs(order: Sequence[int], apart: int) -> Iterator[Pair]:
    """Pairs of terms that stand at most `apart` content words from each other in the question."""
    for at, one in enumerate(order):
        for other in order[at + 1 : at + 1 + apart]:
            if one != other:
                yield (one, other) if one < other else (other, one)


def nearness(found: Placed, key: int) -> float:
    """The share 0..1 of the pairs' worth that a passage holds, each by its least distance."""
    least = _least(found.places.get(key, ()), found.pairs)
    if not least or not (whole := fsum(found.pairs.values())):
        return 0.0
    return fsum([found.pairs[pair] / distance for pair, distance in least.items()]) / whole


def _least(places: Sequence[Pair], wanted: Mapping[Pair, float]) -> dict[Pair, int]:
    """The least distance, in words, of each wanted pair that stands within reach."""
    least: dict[Pair, int] = {}
    for at, (place, one) in enumerate(places, 1):
        reach = place + REACH
        for other_place, other in places[at : at + NEXT - 1]:
            if other_place > reach:
                break
            pair = (one, other) if one < other else (other, one)
            if pair in wanted:
                distance = other_place - place
                if distance < least.get(pair, REACH + 1):
                    least[pair] = distance
    return least
