"""What speaks for a candidate, as numbers that mean the same on every question: the columns that a ranker reads.

All that a fitted ranker weighs comes as distances from the mean of the candidates, in standard deviations. Nothing
absolute is among it: a corpus of long pages or of rare words must not move a ranker that was fitted on others
(RETRIEVAL.md, few and scale-free signals).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import chain, compress, count, islice
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from kts.lexicon.analyse import FIELDS
from kts.search.bm25 import looked_up
from kts.search.candidates import Candidates, Listed
from kts.search.fuse import core, measured, nears, scale
from kts.search.signals_nearness import nearness

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NamedTuple

    from numpy.typing import NDArray

    from kts.config import SearchSettings
    from kts.search.bm25 import WeightedTerm
    from kts.search.candidates import Fused
    from kts.search.retrieve import Retrieved
else:
    from kts.nouns import NamedTuple

Source = Callable[[], list[float]]
"""What works out a signal: one value a candidate, in the order of the candidates."""
NAMES = ("rarest", "numbers", "pairs", "heading")
"""Signals that a fitted ranker weighs beside the fused evidence; more of one is never worse."""
ARMS = ("lexical", "dense")
"""What each arm adds to the fused evidence."""
JUDGED = ("fused", "identifiers", *ARMS, *NAMES)
"""What fitting and measuring a ranker needs."""

KEPT_COUNTS = 4_096
"""Bytes of frequencies whose meaning is kept: few differ."""


class Columns(Mapping[str, list[float]]):
    """Signal by name: one value a candidate, in their order; each is worked out when a ranker first asks for it."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._made: dict[str, list[float]] = {}

    def __getitem__(self, name: str) -> list[float]:
        """The signal of each candidate."""
        if name not in self._made:
            self._made[name] = self._sources[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the signals."""
        return iter(self._sources)

    def __len__(self) -> int:
        """How many signals there are."""
        return len(self._sources)

    def __or__(self, others: Mapping[str, Source]) -> Columns:
        """These and others."""
        return Columns({**self._sources, **others})


class Pool(NamedTuple):
    """The candidates that are ranked anew, best first, and the places of those whose evidence is the measure of all.

    Whoever asks for more results adds to `candidates` and never to `measure`, so the scores of the others stay.
    """

    candidates: Listed
    measure: tuple[int, ...]


def pool(fused: Sequence[Fused], found: Retrieved, settings: SearchSettings) -> Pool:
    """The first `settings.ranked` of the fused list that the lists themselves brought, and what stands among them."""
    listed, inside = Listed.of(fused), core(found, settings).__contains__
    keys = map(listed.candidates.keys.__getitem__, listed.places)
    measure = tuple(islice(compress(count(), map(inside, keys)), settings.ranked))
    if not measure:
        first = listed[: settings.ranked]
        return Pool(first, tuple(range(len(first))))
    return Pool(listed[: measure[-1] + 1], measure)


def signals(
    ranked: Pool,
    found: Retrieved,
    texts: Mapping[int, str],
    counts: Sequence[Sequence[bytes]],
    *,
    settings: SearchSettings,
    languages: Sequence[str] = ("en",),
) -> Columns:
    """All columns of the candidates; `texts` are those of the passages by key.

    `counts` is what each candidate's row holds of each of `looked_up(found.terms)` (ports.Corpus.counts).
    """
    terms, listed = [term for term in found.terms if not term.added], ranked.candidates

    def pairs() -> list[float]:
        read = [texts.get(key, "") for key in listed.column(listed.candidates.keys)]
        return _scaled(nearness(terms, read, languages), ranked)

    return Columns({
        **_evidence(listed, found, settings),
        **_fields(ranked, found, terms, counts),
        "pairs": pairs,
        **_raw(listed, settings),
    })  # fmt: skip


def _raw(listed: Listed, settings: SearchSettings) -> Mapping[str, Source]:
    """Evidence as it is, for rankers that nothing was fitted for; identifiers in standard deviations, too."""
    every = listed.candidates

    def identifiers() -> list[float]:
        named = max(every.identifiers, default=0.0)
        weight = settings.identifier_weight / named if named else 0.0
        return [weight * one for one in listed.column(every.identifiers)]

    return {
        "identifiers": identifiers,
        "raw_identifiers": lambda: listed.column(every.identifiers),
        "raw_passage_bm25": lambda: listed.column(every.passage),
        "raw_document_bm25": lambda: listed.column(every.document),
        "raw_cosine": lambda: nears(listed.column(every.cosine), listed.column(every.document_cosine)),
    }


# -- the arms -----------------------------------------------------------------------------------------------------


def _evidence(listed: Listed, found: Retrieved, settings: SearchSettings) -> Mapping[str, Source]:
    """What each arm adds to the fused evidence, as in the convex fusion, which has told it each candidate."""
    if settings.fusion == "convex" and listed.arms:
        lexical, dense = map(listed.column, listed.arms)
    else:
        lexical, dense = measured(
            found, Candidates.of(list(map(listed.candidates.__getitem__, listed.places))), settings
        )
    return {"fused": lambda: list(map(add, lexical, dense)), "lexical": lambda: lexical, "dense": lambda: dense}


# -- the fields ---------------------------------------------------------------------------------------------------

ANYWHERE, TITLE, HEADING = 1, 2, 4
"""Where a row holds a form: a bit each."""


class _Where(dict[bytes, int]):
    """Where a row holds a form, of the form's bytes in title, heading and body; kept, for few of them differ."""

    def __missing__(self, counts: bytes) -> int:
        if len(self) >= KEPT_COUNTS:
            self.clear()
        self[counts] = where = _where(counts)
        return where


def _where(counts: bytes) -> int:
    if len(counts) != FIELDS:
        return ANYWHERE if counts else 0
    title, heading, _ = counts  # the byte of a frequency is 128 and more (lexicon.analyse.forward)
    return ANYWHERE | (TITLE if title > 128 else 0) | (HEADING if heading > 128 else 0)  # noqa: PLR2004


_WHERE = _Where()


def _fields(
    ranked: Pool, found: Retrieved, terms: Sequence[WeightedTerm], counts: Sequence[Sequence[bytes]]
) -> Mapping[str, Source]:
    """What a candidate's row holds of the question, and the rarest word that it lacks."""
    known, forms = [term for term in terms if term.idf > 0], looked_up(found.terms)
    keys = [{key[1:-1] for key in term.keys} for term in known]
    of = np.array([[form in own for own in keys] for form in forms], bool).reshape(len(forms), len(known))
    places = np.array(list(map(_WHERE.__getitem__, chain.from_iterable(counts))), np.uint8).reshape(
        len(counts), len(forms)
    )
    idf = np.array([term.idf for term in known], np.float64)

    def held(field: int) -> NDArray[np.bool_]:
        """Whether a row holds any form of a term there: (candidates, known terms)."""
        found: NDArray[np.bool_] = ((places & field) > 0) @ of
        return found

    def worth(terms: NDArray[np.bool_]) -> list[float]:
        return list(map(math.fsum, np.where(terms, idf, 0.0).tolist())) if terms.any() else [0.0] * len(counts)

    def title_share() -> list[float]:
        listed = ranked.candidates
        lengths = [found.rows[key].title_length for key in listed.column(listed.candidates.keys)]
        return [count / max(1, length) for count, length in zip(held(TITLE).sum(axis=1).tolist(), lengths, strict=True)]

    anywhere, total = held(ANYWHERE), math.fsum([term.idf for term in terms]) or 1.0
    numbers = np.array([any(map(str.isdigit, term.word)) for term in known], bool)
    return {
        "coverage": lambda: [share / total for share in worth(anywhere)],
        "title_share": title_share,
        "rarest": lambda: _scaled((-np.where(anywhere, 0.0, idf).max(axis=1, initial=0.0)).tolist(), ranked),
        "numbers": lambda: _scaled(worth(anywhere & numbers), ranked),
        "heading": lambda: _scaled(worth(held(HEADING)), ranked),
    }


def _scaled(values: Sequence[float], ranked: Pool) -> list[float]:
    """Distances from the mean of the measured candidates."""
    if not any(values):
        return [0.0] * len(values)
    if len(ranked.measure) == len(ranked.candidates):
        return scale(values).of_all(values)
    return scale([values[place] for place in ranked.measure]).of_all(values)
