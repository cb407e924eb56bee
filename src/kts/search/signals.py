"""What speaks for a candidate, as numbers that mean the same on every question: the columns that a ranker reads.

Evidence of the arms comes as distances from the mean of the candidates, in standard deviations; what words cover comes
as a share of their weight. Nothing absolute is among them: a corpus of long pages or of rare words must not move a
ranker that was fitted on others (RETRIEVAL.md, few and scale-free signals).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.search.fuse import core, near, scale
from kts.search.signals_kinds import expects
from kts.search.signals_nearness import nearness, placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kts.config import SearchSettings
    from kts.ports import PassageRecord
    from kts.search.bm25 import WeightedTerm
    from kts.search.fuse import Fused
    from kts.search.retrieve import Retrieved, Scored
    from kts.search.signals_nearness import Placed

Columns = dict[str, list[float]]
"""Signal by name: one value a candidate, in the order of the candidates."""
RISING = (
    "fused",
    "lexical",
    "dense",
    "passage_bm25",
    "document_bm25",
    "passage_cosine",
    "document_cosine",
    "agreement",
    "coverage",
    "title",
    "heading",
    "title_share",
    "rarest",
    "pairs",
    "phrases",
    "window",
    "names",
    "numbers",
    "expected",
)
"""Signals of which more must never be worse."""
FREE = ("length",)
"""Signals that may speak either way."""
NAMES = (*RISING, *FREE)
AGREEMENT_K = 60
"""Rank constant of `agreement`, a reciprocal rank fusion (Cormack, Clarke & Buettcher 2009)."""


class Pool(NamedTuple):
    """The candidates that are ranked anew, best first, and those whose evidence is the measure of all.

    Whoever asks for more results adds to `candidates` and never to `measure`, so the scores of the others stay.
    """

    candidates: tuple[Fused, ...]
    measure: tuple[Fused, ...]


def pool(fused: Sequence[Fused], found: Retrieved, settings: SearchSettings) -> Pool:
    """The first `settings.ranked` of the fused list that the lists themselves brought, and what stands among them."""
    keys = core(found, settings)
    measure = [one for one in fused if one.scored.key in keys][: settings.ranked]
    if not measure:
        return Pool(tuple(fused[: settings.ranked]), tuple(fused[: settings.ranked]))
    last = fused.index(measure[-1]) + 1
    return Pool(tuple(fused[:last]), tuple(measure))


def signals(
    text: str,
    ranked: Pool,
    found: Retrieved,
    texts: Mapping[int, str],
    *,
    settings: SearchSettings,
    languages: Sequence[str] = ("en",),
) -> Columns:
    """All columns of the candidates for the question `text`; `texts` are those of the passages by key."""
    terms = [term for term in found.terms if not term.added]
    places = placed(text, terms, texts, [one.scored.key for one in ranked.candidates], languages)
    return {
        **_evidence(ranked, found, settings),
        **_fields(ranked, found, terms),
        **_nearness(ranked, places),
        **_kinds(text, ranked, places, texts),
        **_shapes(ranked, found),
        **_raw(ranked, found, settings),
    }


def _raw(ranked: Pool, found: Retrieved, settings: SearchSettings) -> Columns:
    """Evidence as it is, for rankers that nothing was fitted for; identifiers in standard deviations, too."""
    candidates = [one.scored for one in ranked.candidates]
    named = max((one.identifiers for one in found.scored), default=0.0)
    weight = settings.identifier_weight / named if named else 0.0
    return {
        "identifiers": [weight * one.identifiers for one in candidates],
        "raw_identifiers": [one.identifiers for one in candidates],
        "raw_passage_bm25": [one.passage for one in candidates],
        "raw_document_bm25": [one.document for one in candidates],
        "raw_cosine": [near(one) for one in candidates],
    }


# -- the arms -----------------------------------------------------------------------------------------------------


def _evidence(ranked: Pool, found: Retrieved, settings: SearchSettings) -> Columns:
    """Distances from the mean of the first-stage lists, as in the fusion; without a vector the words speak for it."""
    keys = core(found, settings)
    listed = [one for one in found.scored if one.key in keys]
    candidates = [one.scored for one in ranked.candidates]
    lexical = _measured(candidates, listed, _words)
    dense = _measured(candidates, listed, near, instead=lexical)
    weight = settings.dense_weight
    return {
        "fused": [(1 - weight) * word + weight * meaning for word, meaning in zip(lexical, dense, strict=True)],
        "lexical": lexical,
        "dense": dense,
        "passage_bm25": _measured(candidates, listed, lambda one: one.passage),
        "document_bm25": _measured(candidates, listed, lambda one: one.document),
        "passage_cosine": _measured(candidates, listed, lambda one: one.cosine or 0.0, instead=lexical),
        "document_cosine": _measured(candidates, listed, lambda one: one.document_cosine or 0.0, instead=lexical),
        "agreement": _agreement(lexical, dense, ranked),
    }


def _words(one: Scored) -> float:
    return one.passage + one.document


def _measured(
    candidates: Sequence[Scored],
    listed: Sequence[Scored],
    value: Callable[[Scored], float],
    *,
    instead: Sequence[float] = (),
) -> list[float]:
    """Each candidate's distance from the mean of the listed; with `instead`, that of a candidate without a vector."""
    if not instead:
        measure = scale([value(one) for one in listed])
        return [measure.of(value(one)) for one in candidates]
    measure = scale([value(one) for one in listed if one.cosine is not None])
    return [
        measure.of(value(one)) if one.cosine is not None else other
        for one, other in zip(candidates, instead, strict=True)
    ]


def _agreement(lexical: Sequence[float], dense: Sequence[float], ranked: Pool) -> list[float]:
    """Reciprocal ranks of both arms among the measured candidates, so scaled that the first of both has 2."""
    measured = _is_measured(ranked)
    columns = ([value for value, kept in zip(column, measured, strict=True) if kept] for column in (lexical, dense))
    by_words, by_meaning = (sorted(column) for column in columns)
    return [
        AGREEMENT_K / (AGREEMENT_K + _better(by_words, word)) + AGREEMENT_K / (AGREEMENT_K + _better(by_meaning, sense))
        for word, sense in zip(lexical, dense, strict=True)
    ]


def _better(rising: Sequence[float], value: float) -> int:
    """How many values are greater."""
    from bisect import bisect_right

    return len(rising) - bisect_right(rising, value)


def _is_measured(ranked: Pool) -> list[bool]:
    keys = {one.scored.key for one in ranked.measure}
    return [one.scored.key in keys for one in ranked.candidates]


# -- the fields ---------------------------------------------------------------------------------------------------


class _Held(NamedTuple):
    """Which terms of the question, by number, a row holds anywhere, in its title and in its headings."""

    anywhere: frozenset[int]
    title: frozenset[int]
    heading: frozenset[int]


def _fields(ranked: Pool, found: Retrieved, terms: Sequence[WeightedTerm]) -> Columns:
    """Shares of the question's weight that the fields of a candidate's row hold."""
    weights = [term.idf for term in terms]
    total, most = sum(weights) or 1.0, max(weights, default=0.0) or 1.0
    finds = [(at, term.keys) for at, term in enumerate(terms) if term.idf > 0]
    rows = [found.rows[one.scored.key] for one in ranked.candidates]
    held = [_held(row, finds) for row in rows]
    return {
        "coverage": [_sum(weights, one.anywhere) / total for one in held],
        "title": [_sum(weights, one.title) / total for one in held],
        "heading": [_sum(weights, one.heading) / total for one in held],
        "title_share": [len(one.title) / max(1, row.title_length) for one, row in zip(held, rows, strict=True)],
        "rarest": [
            -max((weight for at, weight in enumerate(weights) if at not in one.anywhere), default=0.0) / most
            for one in held
        ],
    }


def _held(row: PassageRecord, finds: Iterable[tuple[int, tuple[bytes, ...]]]) -> _Held:
    anywhere, title, heading = set(), set(), set()
    body = row.terms
    for number, keys in finds:
        for key in keys:
            at = body.find(key)
            if at >= 0:
                at += len(key)
                anywhere.add(number)
                if body[at] > 128:  # noqa: PLR2004 - the byte of a frequency is 128 and more (lexicon.analyse.forward)
                    title.add(number)
                if body[at + 1] > 128:  # noqa: PLR2004
                    heading.add(number)
    return _Held(frozenset(anywhere), frozenset(title), frozenset(heading))


def _sum(weights: Sequence[float], numbers: Iterable[int]) -> float:
    return math.fsum(weights[number] for number in numbers)


# -- the text -----------------------------------------------------------------------------------------------------


def _nearness(ranked: Pool, places: Placed) -> Columns:
    """How near to each other the question's words stand, as distances from the mean."""
    found = [nearness(places, one.scored.key) for one in ranked.candidates]
    measured = _is_measured(ranked)
    return {name: _scaled([getattr(one, name) for one in found], measured) for name in ("pairs", "phrases", "window")}


def _scaled(values: Sequence[float], measured: Sequence[bool]) -> list[float]:
    measure = scale([value for value, kept in zip(values, measured, strict=True) if kept])
    return [measure.of(value) for value in values]


def _kinds(text: str, ranked: Pool, places: Placed, texts: Mapping[int, str]) -> Columns:
    """Whether names and numbers of the question are there, and whether what it asks for is (a date, an amount)."""
    keys = [one.scored.key for one in ranked.candidates]
    wanted = expects(text)
    return {
        "names": [places.share(key, places.names) for key in keys],
        "numbers": [places.share(key, places.numbers) for key in keys],
        "expected": [wanted(texts.get(key, "")) for key in keys],
    }


def _shapes(ranked: Pool, found: Retrieved) -> Columns:
    """How much longer than the candidates' mean a passage is, as a logarithm."""
    lengths = [math.log(max(1, found.rows[one.scored.key].body_length)) for one in ranked.candidates]
    measured = _is_measured(ranked)
    mean = scale([length for length, kept in zip(lengths, measured, strict=True) if kept]).mean
    return {"length": [length - mean for length in lengths]}
