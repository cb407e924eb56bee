"""How near to each other a passage holds the words of a question (Metzler & Croft 2005; Tao & Zhai 2007)."""

from __future__ import annotations

import re
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import forms, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.search.bm25 import WeightedTerm

REACH = 12
"""Words within which two of the question's words are near (a default, not fitted)."""
PHRASE = 3
"""Words within which neighbours in the question stand as a phrase (a default, not fitted)."""
APART = 3
"""Words of the question between which a pair counts: neighbours, and those with up to two content words between."""
WINDOW = 25
"""Words of the stretch whose coverage is taken, about a sentence."""
SHORT = 3
"""Letters of an English stem whose words may share no more than the first; longer ones share all but the last."""
NEXT = 6
"""Places looked at after each for a pair: a passage that repeats a word must not cost more than others."""
_NAMED = re.compile(r"(?<=\S\s)[A-Z][^\W_]*|[^\W_]*\d[^\W_]*")

Pair = tuple[int, int]


class Nearness(NamedTuple):
    """Shares 0..1: of the pairs' weight by their least distance, of the phrases', of all words' in one stretch."""

    pairs: float
    phrases: float
    window: float


class Placed(NamedTuple):
    """Where each passage holds the question's words: (place in words, number of the term), in order of place.

    `weights` are the terms'; `pairs` those of the question with their weight, `neighbours` the adjacent ones; `whole`
    is what each measure could come to;
    `names` and `numbers` the terms that are written with a capital, or with a digit.
    """

    weights: tuple[float, ...]
    pairs: Mapping[Pair, float]
    neighbours: frozenset[Pair]
    whole: Nearness
    names: frozenset[int]
    numbers: frozenset[int]
    places: Mapping[int, tuple[Pair, ...]]

    def share(self, key: int, wanted: Iterable[int]) -> float:
        """The share of the wanted terms' weight that a passage holds; 0 where nothing is wanted."""
        there = {number for _, number in self.places.get(key, ())}
        total = fsum(self.weights[number] for number in wanted)
        return fsum(self.weights[number] for number in wanted if number in there) / total if total else 0.0


def placed(
    question: str,
    terms: Sequence[WeightedTerm],
    texts: Mapping[int, str],
    keys: Sequence[int],
    languages: Sequence[str] = ("en",),
) -> Placed:
    """The places of the question's words in the passages of `keys`; stems are those of the index's languages."""
    number = {key[1:-1].decode(): at for at, term in enumerate(terms) if term.idf > 0 for key in term.keys}
    split = {key: words(texts[key]) for key in keys if key in texts}
    asked = words(question)
    known = _numbered(set(asked).union(*split.values()), number, languages)
    order = [at for at, term in enumerate(terms) if term.idf > 0]  # not the words: one may have been mended
    weights = tuple(term.idf for term in terms)
    named = {at for word in _NAMED.findall(question) for piece in words(word) if (at := known.get(piece)) is not None}
    numbers = {at for word in asked if any(map(str.isdigit, word)) and (at := known.get(word)) is not None}
    pairs = {pair: min(weights[pair[0]], weights[pair[1]]) for pair in _pairs(order, APART)}
    neighbours = frozenset(_pairs(order, 1))
    return Placed(
        weights,
        pairs,
        neighbours,
        Nearness(fsum(pairs.values()), fsum(pairs[pair] for pair in neighbours), fsum(weights)),
        frozenset(named - numbers),
        frozenset(numbers),
        {
            key: tuple((place, known[word]) for place, word in enumerate(found) if word in known)
            for key, found in split.items()
        },
    )


def _numbered(vocabulary: set[str], number: Mapping[str, int], languages: Sequence[str]) -> dict[str, int]:
    """The term that each word is a form of; words that are none of them are absent."""
    english = tuple(languages) == ("en",)
    starts = tuple({form[: len(form) - 1 if english and len(form) > SHORT else 1] for form in number})
    likely = [word for word in vocabulary if word.startswith(starts)]
    found = forms(likely, languages).items()
    return {word: number[stem] for word, stems in found for stem in reversed(stems) if stem in number}


def _pairs(order: Sequence[int], apart: int) -> Iterator[Pair]:
    """Pairs of terms that stand at most `apart` content words from each other in the question."""
    for at, one in enumerate(order):
        for other in order[at + 1 : at + 1 + apart]:
            if one != other:
                yield (one, other) if one < other else (other, one)


def nearness(found: Placed, key: int) -> Nearness:
    """How near a passage holds the question's words."""
    places = found.places.get(key, ())
    least = _least(places, found.pairs)
    pairs = fsum(found.pairs[pair] / distance for pair, distance in least.items())
    phrases = fsum(
        found.pairs[pair] for pair, distance in least.items() if distance <= PHRASE and pair in found.neighbours
    )
    whole = found.whole
    window = _share(_window(places, found.weights), whole.window)
    return Nearness(_share(pairs, whole.pairs), _share(phrases, whole.phrases), window)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _least(places: Sequence[Pair], wanted: Mapping[Pair, float]) -> dict[Pair, int]:
    """The least distance, in words, of each wanted pair that stands within reach."""
    least: dict[Pair, int] = {}
    for at, (place, one) in enumerate(places):
        for other_place, other in places[at + 1 : at + NEXT]:
            distance = other_place - place
            if distance > REACH:
                break
            pair = (one, other) if one < other else (other, one)
            if pair in wanted and distance < least.get(pair, REACH + 1):
                least[pair] = distance
    return least


def _window(places: Sequence[Pair], weights: Sequence[float]) -> float:
    """The greatest weight of different terms within one stretch."""
    best = held = 0.0
    counts: dict[int, int] = {}
    first = 0
    for place, number in places:
        counts[number] = counts.get(number, 0) + 1
        held += weights[number] if counts[number] == 1 else 0.0
        while places[first][0] <= place - WINDOW:
            gone = places[first][1]
            counts[gone] -= 1
            held -= weights[gone] if not counts[gone] else 0.0
            first += 1
        best = max(best, held)
    return best
