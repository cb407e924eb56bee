"""What speaks for a candidate, as numbers that mean the same on every question: the columns that a ranker reads.

All that a fitted ranker weighs comes as distances from the mean of the candidates, in standard deviations. Nothing
absolute is among it: a corpus of long pages or of rare words must not move a ranker that was fitted on others
(RETRIEVAL.md, few and scale-free signals).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import FIELDS, counter
from kts.search.bm25 import looked_up
from kts.search.fuse import core, near, scale
from kts.search.signals_nearness import nearness, placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kts.config import SearchSettings
    from kts.ports import PassageRecord
    from kts.search.bm25 import WeightedTerm
    from kts.search.fuse import Fused
    from kts.search.retrieve import Retrieved, Scored

Columns = dict[str, list[float]]
"""Signal by name: one value a candidate, in the order of the candidates."""
NAMES = ("rarest", "numbers", "pairs", "heading")
"""Signals that a fitted ranker weighs beside the fused evidence; more of one is never worse."""
ARMS = ("lexical", "dense")
"""What each arm adds to the fused evidence."""
JUDGED = ("fused", "identifiers", *ARMS, *NAMES)
"""What fitting and measuring a ranker needs."""


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
    ranked: Pool,
    found: Retrieved,
    texts: Mapping[int, str],
    *,
    settings: SearchSettings,
    languages: Sequence[str] = ("en",),
) -> Columns:
    """All columns of the candidates; `texts` are those of the passages by key."""
    terms = [term for term in found.terms if not term.added]
    places = placed(terms, texts, languages)
    return {
        **_evidence(ranked, found, settings),
        **_fields(ranked, found, terms),
        "pairs": _scaled([nearness(places, one.scored.key) for one in ranked.candidates], ranked),
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
    """What each arm adds to the fused evidence, as in the fusion; without a vector the words speak for it."""
    keys = core(found, settings)
    listed = [one for one in found.scored if one.key in keys]
    candidates = [one.scored for one in ranked.candidates]
    words = _measured(candidates, listed, _words)
    lexical = [(1 - settings.dense_weight) * value for value in words]
    dense = [settings.dense_weight * value for value in _measured(candidates, listed, near, instead=words)]
    fused = [word + meaning for word, meaning in zip(lexical, dense, strict=True)]
    return {"fused": fused, "lexical": lexical, "dense": dense}


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


# -- the fields ---------------------------------------------------------------------------------------------------


class _Held(NamedTuple):
    """Which terms of the question, by number, a row holds anywhere, in its title and in its headings."""

    anywhere: frozenset[int]
    title: frozenset[int]
    heading: frozenset[int]


def _fields(ranked: Pool, found: Retrieved, terms: Sequence[WeightedTerm]) -> Columns:
    """What a candidate's row holds of the question, and the rarest word that it lacks."""
    weights = [term.idf for term in terms]
    known = [at for at, term in enumerate(terms) if term.idf > 0]
    numbers = {at for at in known if any(map(str.isdigit, terms[at].word))}
    rows = [found.rows[one.scored.key] for one in ranked.candidates]
    forms = looked_up(found.terms)
    of = [[at for at in known if any(key[1:-1] == form for key in terms[at].keys)] for form in forms]
    held = [_held(counts, of) for counts in _counts(rows, forms, found.counts)]
    lacking = [max((weights[at] for at in known if at not in one.anywhere), default=0.0) for one in held]
    total = math.fsum(weights) or 1.0
    return {
        "coverage": [_sum(weights, one.anywhere) / total for one in held],
        "title_share": [len(one.title) / max(1, row.title_length) for one, row in zip(held, rows, strict=True)],
        "rarest": _scaled([-weight for weight in lacking], ranked),
        "numbers": _scaled([_sum(weights, one.anywhere & numbers) for one in held], ranked),
        "heading": _scaled([_sum(weights, one.heading) for one in held], ranked),
    }


def _counts(
    rows: Iterable[PassageRecord], forms: Sequence[bytes], known: Mapping[int, tuple[bytes, ...]]
) -> Iterator[tuple[bytes, ...]]:
    """What each row holds of each form: read where the first stage has not."""
    find = counter(forms)
    for row in rows:
        yield known[row.key] if row.key in known else find(row.terms)


def _held(counts: Iterable[bytes], of: Iterable[Sequence[int]]) -> _Held:
    """`counts` are the bytes of each form in title, heading and body, `of` the terms that each is a form of."""
    anywhere, title, heading = set[int](), set[int](), set[int]()
    for found, numbers in zip(counts, of, strict=True):
        if not found or not numbers:
            continue
        anywhere.update(numbers)
        if len(found) == FIELDS:
            if found[0] > 128:  # noqa: PLR2004 - the byte of a frequency is 128 and more (lexicon.analyse.forward)
                title.update(numbers)
            if found[1] > 128:  # noqa: PLR2004
                heading.update(numbers)
    return _Held(frozenset(anywhere), frozenset(title), frozenset(heading))


def _sum(weights: Sequence[float], numbers: Iterable[int]) -> float:
    return math.fsum(weights[number] for number in numbers)


def _scaled(values: Sequence[float], ranked: Pool) -> list[float]:
    """Distances from the mean of the measured candidates."""
    keys = {one.scored.key for one in ranked.measure}
    measured = (value for value, one in zip(values, ranked.candidates, strict=True) if one.scored.key in keys)
    measure = scale(list(measured))
    return [measure.of(value) for value in values]
