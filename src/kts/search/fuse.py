"""From evidence of several kinds to one score: normalised convex combination, or reciprocal ranks.

The convex form is `(1 - w) z(lexical) + w z(cosine)` over the candidates, with the exact evidence of both arms for
each of them (RETRIEVAL.md: +.016 nDCG@10 over reciprocal ranks on 11 sets, none lost). Exact identifiers come on top:
a code that the question names is never outvoted.
"""

from __future__ import annotations

from math import fsum
from operator import itemgetter
from typing import TYPE_CHECKING

from kts.nouns import each

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.search.retrieve import Retrieved, Scored
else:
    from kts.nouns import NamedTuple

DIGITS = 6
"""Decimal places of a score: two machines agree on ties."""
FLAT = 1e-9
"""A spread of evidence below this says nothing."""
LEXICAL_SHARE = 0.4
"""Share of the words in the evidence of a hit (RETRIEVAL.md, Confidence: `.4 bm25 / bound + .6 cosine`)."""

_COSINES = itemgetter(-2, -1)  # the last two fields of a candidate: a half of what asking for each by name costs


class Fused(NamedTuple):
    """A candidate with its score and the parts that sum to it."""

    scored: Scored
    score: float
    signals: Mapping[str, float]


def fuse(found: Retrieved, settings: SearchSettings, *, dense: bool) -> list[Fused]:
    """Every candidate scored; `dense` is whether the question was searched by meaning, too."""
    if not dense:
        return _by_words(found.scored)
    if settings.mode == "dense":
        parts = [{"cosine": one} for one in nears(found.scored)]
    elif settings.fusion == "rrf":
        parts = _by_ranks(found.scored, settings)
    else:
        return _by_scores(found, settings)
    return [
        Fused(one, round(sum(signals.values()), DIGITS), signals)
        for one, signals in zip(found.scored, parts, strict=True)
        if settings.mode != "dense" or one.cosine is not None
    ]


def _by_words(scored: Sequence[Scored]) -> list[Fused]:
    evidence = [(one, one.passage, one.document, one.identifiers) for one in scored]
    return each(Fused, [
        (
            one,
            round(passage + document + identifiers, DIGITS),
            {"passage_bm25": passage, "document_bm25": document, "identifiers": identifiers},
        )
        for one, passage, document, identifiers in evidence
    ])  # fmt: skip


def near(one: Scored) -> float:
    """How near one candidate is."""
    return nears((one,))[0]


def nears(candidates: Iterable[Scored]) -> list[float]:
    """A passage is as near as itself or as what it stands in, whichever is nearer (RETRIEVAL.md, long documents)."""
    return [
        -1.0 if own is None else own if whole is None or own >= whole else whole
        for own, whole in map(_COSINES, candidates)
    ]


def _by_scores(found: Retrieved, settings: SearchSettings) -> list[Fused]:
    lexical, dense = measured(found, found.scored, settings)
    identifiers = [one.identifiers for one in found.scored]
    named, weight = max(identifiers, default=0.0), settings.identifier_weight
    codes = [weight * one / named for one in identifiers] if named else [0.0] * len(identifiers)
    totals = [words + meaning + code for words, meaning, code in zip(lexical, dense, codes, strict=True)]
    scores = [round(total, DIGITS) for total in totals]
    signals = [
        {"lexical": words, "dense": meaning, "identifiers": code}
        for words, meaning, code in zip(lexical, dense, codes, strict=True)
    ]
    return each(Fused, zip(found.scored, scores, signals, strict=True))


def measured(
    found: Retrieved, candidates: Sequence[Scored], settings: SearchSettings
) -> tuple[list[float], list[float]]:
    """What the words and the meaning add to the evidence of each candidate; without a vector the words speak for it."""
    keys, scored = core(found, settings), found.scored
    said, close = _said(scored), nears(scored)
    words = scale([value for value, one in zip(said, scored, strict=True) if one.key in keys])
    listed = zip(close, scored, strict=True)
    meaning = scale([value for value, one in listed if one.cosine is not None and one.key in keys])
    alike = candidates is scored
    lexical = words.of_all(said if alike else _said(candidates))
    dense = meaning.of_all(close if alike else nears(candidates))
    share, rest = settings.dense_weight, 1 - settings.dense_weight
    return [rest * value for value in lexical], [
        share * (instead if one.cosine is None else value)
        for one, value, instead in zip(candidates, dense, lexical, strict=True)
    ]


def _said(candidates: Sequence[Scored]) -> list[float]:
    """What the words of each say, its own and its document's."""
    return [one.passage + one.document for one in candidates]


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


def _by_ranks(scored: Sequence[Scored], settings: SearchSettings) -> list[dict[str, float]]:
    """Cormack, Clarke & Buettcher 2009; identifiers are a list of their own."""
    k = settings.rrf_k
    lexical = _ranks(scored, [one.passage + one.document for one in scored])
    dense = _ranks(scored, nears(scored))
    codes = _ranks(scored, [one.identifiers for one in scored])
    return [
        {
            "lexical": 1 / (k + lexical[one.key]),
            "dense": 1 / (k + dense[one.key]) if one.cosine is not None else 0.0,
            "identifiers": settings.identifier_weight / (k + codes[one.key]) if one.identifiers else 0.0,
        }
        for one in scored
    ]


def _ranks(scored: Sequence[Scored], values: Sequence[float]) -> dict[int, int]:
    """The rank of each candidate, from 1; equal evidence has equal rank, or an id would outweigh the other lists."""
    ranks: dict[float, int] = {}
    for rank, value in enumerate(sorted(values, reverse=True), start=1):
        ranks.setdefault(value, rank)
    return {one.key: ranks[value] for one, value in zip(scored, values, strict=True)}


def evidence(one: Scored, bound: float) -> float:
    """How good a hit is whatever the others are: the share of a perfect lexical match, with the cosine if there is one.

    Not calibrated. A score that is normalised over the candidates cannot say that all of them are bad.
    """
    words = min(1.0, (one.passage + one.document + one.identifiers) / bound) if bound else 0.0
    if one.cosine is None:
        return words
    return LEXICAL_SHARE * words + (1 - LEXICAL_SHARE) * max(0.0, min(1.0, near(one)))
