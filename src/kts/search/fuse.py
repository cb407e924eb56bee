"""From evidence of several kinds to one score: normalised convex combination, or reciprocal ranks.

The convex form is `(1 - w) z(lexical) + w z(cosine)` over the candidates, with the exact evidence of both arms for
each of them (RETRIEVAL.md: +.016 nDCG@10 over reciprocal ranks on 11 sets, none lost). Exact identifiers come on top:
a code that the question names is never outvoted.
"""

from __future__ import annotations

from itertools import compress
from math import fsum
from operator import add
from typing import TYPE_CHECKING

from kts.search.candidates import Candidates, Listed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.search.candidates import Scored
    from kts.search.retrieve import Retrieved
else:
    from kts.nouns import NamedTuple

FLAT = 1e-9
"""A spread of evidence below this says nothing."""
LEXICAL_SHARE = 0.4
"""Share of the words in the evidence of a hit (RETRIEVAL.md, Confidence: `.4 bm25 / bound + .6 cosine`)."""


def fuse(found: Retrieved, settings: SearchSettings, *, dense: bool) -> Listed:
    """Every candidate scored; `dense` is whether the question was searched by meaning, too."""
    candidates = Candidates.of(found.scored)
    if not dense:
        return _by_words(candidates)
    if settings.mode == "dense":
        near, places = _nears(candidates), [at for at, one in enumerate(candidates.cosine) if one is not None]
        return Listed(candidates, places, near, lambda at: {"cosine": near[at]})
    if settings.fusion == "rrf":
        return _by_ranks(candidates, settings)
    return _by_scores(found, candidates, settings)


def _by_words(candidates: Candidates) -> Listed:
    passage, document, identifiers = candidates.passage, candidates.document, candidates.identifiers
    totals = list(map(add, map(add, passage, document), identifiers))

    def signals(at: int) -> dict[str, float]:
        return {"passage_bm25": passage[at], "document_bm25": document[at], "identifiers": identifiers[at]}

    return Listed(candidates, range(len(candidates)), totals, signals)


def near(one: Scored) -> float:
    """How near one candidate is."""
    return nears((one.cosine,), (one.document_cosine,))[0]


def nears(cosines: Sequence[float | None], document_cosines: Sequence[float | None]) -> list[float]:
    """A passage is as near as itself or as what it stands in, whichever is nearer (RETRIEVAL.md, long documents)."""
    return [
        -1.0 if own is None else own if whole is None or own >= whole else whole
        for own, whole in zip(cosines, document_cosines, strict=True)
    ]


def _nears(candidates: Candidates) -> list[float]:
    return nears(candidates.cosine, candidates.document_cosine)


def _by_scores(found: Retrieved, candidates: Candidates, settings: SearchSettings) -> Listed:
    lexical, dense = measured(found, candidates, settings)
    identifiers, weight = candidates.identifiers, settings.identifier_weight
    named = max(identifiers, default=0.0)
    codes = [weight * one / named for one in identifiers] if named else [0.0] * len(identifiers)
    totals = list(map(add, map(add, lexical, dense), codes))

    def signals(at: int) -> dict[str, float]:
        return {"lexical": lexical[at], "dense": dense[at], "identifiers": codes[at]}

    return Listed(candidates, range(len(candidates)), totals, signals, (lexical, dense))


def measured(found: Retrieved, candidates: Candidates, settings: SearchSettings) -> tuple[list[float], list[float]]:
    """What the words and the meaning add to the evidence of each candidate; without a vector the words speak for it."""
    scored = Candidates.of(found.scored)
    inside = list(map(core(found, settings).__contains__, scored.keys))
    said, close = _said(scored), _nears(scored)
    words = scale(list(compress(said, inside)))
    meaning = scale(
        [value for value, one in compress(zip(close, scored.cosine, strict=True), inside) if one is not None]
    )
    alike = candidates is scored
    lexical = words.of_all(said if alike else _said(candidates))
    dense = meaning.of_all(close if alike else _nears(candidates))
    share, rest = settings.dense_weight, 1 - settings.dense_weight
    return [rest * value for value in lexical], [
        share * (instead if one is None else value)
        for one, value, instead in zip(candidates.cosine, dense, lexical, strict=True)
    ]


def _said(candidates: Candidates) -> list[float]:
    """What the words of each say, its own and its document's."""
    return list(map(add, candidates.passage, candidates.document))


def core(found: Retrieved, settings: SearchSettings) -> frozenset[int]:
    """The candidates whose evidence is the measure of all: who asks for more results must not change the first ones."""
    lexical = found.lists["lexical"][: settings.candidates]
    return frozenset(lexical) | frozenset(found.lists["dense"][: settings.dense_candidates])


class Scale(NamedTuple):
    """What a distance from the mean is measured in."""

    mean: float
    spread: float

    def of(self, value: float) -> float:
        """How far a value is from the mean; 0 where all are alike."""
        return (value - self.mean) / self.spread if self.spread > FLAT else 0.0

    def of_all(self, values: Sequence[float]) -> list[float]:
        """How far each value is from the mean."""
        mean, spread = self.mean, self.spread
        return [(value - mean) / spread for value in values] if spread > FLAT else [0.0] * len(values)


def scale(values: Sequence[float]) -> Scale:
    """Mean and standard deviation, 0 when there are no values."""
    if not values:
        return Scale(0.0, 0.0)
    mean = fsum(values) / len(values)  # exact, so that the order of the candidates cannot matter
    return Scale(mean, (fsum([(value - mean) ** 2 for value in values]) / len(values)) ** 0.5)


def _by_ranks(candidates: Candidates, settings: SearchSettings) -> Listed:
    """Cormack, Clarke & Buettcher 2009; identifiers are a list of their own."""
    k = settings.rrf_k
    lexical, dense, codes = map(_ranks, (_said(candidates), _nears(candidates), candidates.identifiers))
    parts = [
        {
            "lexical": 1 / (k + words),
            "dense": 1 / (k + meaning) if cosine is not None else 0.0,
            "identifiers": settings.identifier_weight / (k + code) if worth else 0.0,
        }
        for words, meaning, code, cosine, worth in zip(
            lexical, dense, codes, candidates.cosine, candidates.identifiers, strict=True
        )
    ]
    return Listed(candidates, range(len(parts)), [sum(one.values()) for one in parts], parts.__getitem__)


def _ranks(values: Sequence[float]) -> list[int]:
    """The rank of each candidate, from 1; equal evidence has equal rank, or an id would outweigh the other lists."""
    ranks: dict[float, int] = {}
    for rank, value in enumerate(sorted(values, reverse=True), start=1):
        ranks.setdefault(value, rank)
    return [ranks[value] for value in values]


def evidence(one: Scored, bound: float) -> float:
    """How good a hit is whatever the others are: the share of a perfect lexical match, with the cosine if there is one.

    Not calibrated. A score that is normalised over the candidates cannot say that all of them are bad.
    """
    words = min(1.0, (one.passage + one.document + one.identifiers) / bound) if bound else 0.0
    if one.cosine is None:
        return words
    return LEXICAL_SHARE * words + (1 - LEXICAL_SHARE) * max(0.0, min(1.0, near(one)))
