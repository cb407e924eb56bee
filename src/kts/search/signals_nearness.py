"""How near to each other a passage holds the words of a question (Metzler & Croft 2005; Tao & Zhai 2007)."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

import numpy as np

from kts.lexicon.analyse import stemmed_as
from kts.lexicon.positions import matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kts.lexicon.positions import Matches
    from kts.search.bm25 import WeightedTerm

REACH = 12
"""Words within which two of the question's words are near (a default, not fitted); less than `positions.GAP`."""
APART = 3
"""Words of the question between which a pair counts: neighbours, and those with up to two content words between."""
NEXT = 6
"""Places looked at after each for a pair: a passage that repeats a word must not cost more than others."""

_FOLLOWING = np.arange(1, NEXT)[:, None]
_BEYOND = np.full(NEXT - 1, np.iinfo(np.intp).max)
"""Places behind the last one: far from all."""


def nearness(terms: Sequence[WeightedTerm], texts: Sequence[str], languages: Sequence[str] = ("en",)) -> list[float]:
    """The share 0..1 of the pairs' worth that each text holds, each by its least distance.

    The pairs are those of the question's terms with what each is worth: the rarity of the commoner one. Stems are
    those of the index's languages.
    """
    number = {key[1:-1].decode(): at for at, term in enumerate(terms) if term.idf > 0 for key in term.keys}
    pairs = list(_pairs([at for at, term in enumerate(terms) if term.idf > 0], APART))
    if not pairs or not texts:
        return [0.0] * len(texts)
    worth = np.array([min(terms[one].idf, terms[other].idf) for one, other in pairs])
    of = np.full((len(terms), len(terms)), len(pairs))  # the number of a pair; the last is none that counts
    for at, (one, other) in enumerate(pairs):
        of[one, other] = of[other, one] = at
    found = matches(texts, number, stemmed_as(languages))
    least = _least(found, of, texts=len(texts), pairs=len(pairs))[:, : len(pairs)]
    shares, whole = np.where(least <= REACH, worth / least, 0.0), fsum(worth.tolist())
    return [fsum(held) / whole for held in shares.tolist()]


def _pairs(order: Sequence[int], apart: int) -> Iterator[tuple[int, int]]:
    """Pairs of terms that stand at most `apart` content words from each other in the question."""
    for at, one in enumerate(order):
        for other in order[at + 1 : at + 1 + apart]:
            yield one, other


def _least(found: Matches, of: NDArray[np.intp], *, texts: int, pairs: int) -> NDArray[np.intp]:
    """The least distance, in words, of each pair in each text; what stands beyond reach is farther than it."""
    cells, count = pairs + 1, len(found.places)
    least = np.full((texts, cells), REACH + 1)
    following = np.arange(count) + _FOLLOWING
    beyond = np.concatenate((found.places, _BEYOND))
    distances = (beyond[following] - found.places).reshape(-1)
    (near,) = (distances <= REACH).nonzero()
    one, other = near % count, following.reshape(-1)[near]
    cell = found.texts[one] * cells + of[found.terms[one], found.terms[other]]
    np.minimum.at(least.reshape(-1), cell, distances[near])
    return least
