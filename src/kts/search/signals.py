"""What speaks for a candidate, as numbers that mean the same on every question: the columns that a ranker reads.

All that a fitted ranker weighs comes as distances from the mean of the candidates, in standard deviations. Nothing
absolute is among it: a corpus of long pages or of rare words must not move a ranker that was fitted on others
(RETRIEVAL.md, few and scale-free signals).
"""

from __future__ import annotations

import math
from functools import cache, reduce
from itertools import compress
from operator import add, or_
from typing import TYPE_CHECKING

from kts.lexicon.analyse import FIELDS
from kts.search.bm25 import looked_up
from kts.search.fuse import core, measured, nears, scale
from kts.search.signals_nearness import nearness, placed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.search.bm25 import WeightedTerm
    from kts.search.fuse import Fused
    from kts.search.retrieve import Retrieved
else:
    from kts.nouns import NamedTuple

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
    counts: Sequence[Sequence[bytes]],
    *,
    settings: SearchSettings,
    languages: Sequence[str] = ("en",),
) -> Columns:
    """All columns of the candidates; `texts` are those of the passages by key.

    `counts` is what each candidate's row holds of each of `looked_up(found.terms)` (ports.Corpus.counts).
    """
    terms = [term for term in found.terms if not term.added]
    places = placed(terms, texts, languages)
    return {
        **_evidence(ranked, found, settings),
        **_fields(ranked, found, terms, counts),
        "pairs": _scaled([nearness(places, one.scored.key) for one in ranked.candidates], ranked),
        **_raw(ranked, found, settings),
    }


def _raw(ranked: Pool, found: Retrieved, settings: SearchSettings) -> Columns:
    """Evidence as it is, for rankers that nothing was fitted for; identifiers in standard deviations, too."""
    candidates = [one.scored for one in ranked.candidates]
    named = max([one.identifiers for one in found.scored], default=0.0)
    weight = settings.identifier_weight / named if named else 0.0
    return {
        "identifiers": [weight * one.identifiers for one in candidates],
        "raw_identifiers": [one.identifiers for one in candidates],
        "raw_passage_bm25": [one.passage for one in candidates],
        "raw_document_bm25": [one.document for one in candidates],
        "raw_cosine": nears(candidates),
    }


# -- the arms -----------------------------------------------------------------------------------------------------


def _evidence(ranked: Pool, found: Retrieved, settings: SearchSettings) -> Columns:
    """What each arm adds to the fused evidence, as in the convex fusion, which has told it each candidate."""
    if settings.fusion == "convex" and all("dense" in one.signals for one in ranked.candidates):
        lexical, dense = ([one.signals[arm] for one in ranked.candidates] for arm in ARMS)
    else:
        lexical, dense = measured(found, [one.scored for one in ranked.candidates], settings)
    return {"fused": list(map(add, lexical, dense)), "lexical": lexical, "dense": dense}


# -- the fields ---------------------------------------------------------------------------------------------------


class _Held(NamedTuple):
    """Which terms of the question a row holds anywhere, in its title and in its headings: a bit each, by number."""

    anywhere: int
    title: int
    heading: int


def _fields(
    ranked: Pool, found: Retrieved, terms: Sequence[WeightedTerm], counts: Sequence[Sequence[bytes]]
) -> Columns:
    """What a candidate's row holds of the question, and the rarest word that it lacks."""
    known = {1 << at: term for at, term in enumerate(terms) if term.idf > 0}
    numbers = sum(bit for bit, term in known.items() if any(map(str.isdigit, term.word)))
    rows = [found.rows[one.scored.key] for one in ranked.candidates]
    keys = {bit: {key[1:-1] for key in term.keys} for bit, term in known.items()}
    of = [sum(bit for bit, forms in keys.items() if form in forms) for form in looked_up(found.terms)]
    held = [_held(one, of) for one in counts]

    @cache
    def worth(mask: int) -> float:
        return math.fsum([term.idf for bit, term in known.items() if bit & mask])

    @cache
    def lacking(mask: int) -> float:
        return max([term.idf for bit, term in known.items() if not bit & mask], default=0.0)

    total = math.fsum([term.idf for term in terms]) or 1.0
    return {
        "coverage": [worth(one.anywhere) / total for one in held],
        "title_share": [one.title.bit_count() / max(1, row.title_length) for one, row in zip(held, rows, strict=True)],
        "rarest": _scaled([-lacking(one.anywhere) for one in held], ranked),
        "numbers": _scaled([worth(one.anywhere & numbers) for one in held], ranked),
        "heading": _scaled([worth(one.heading) for one in held], ranked),
    }


def _held(counts: Sequence[bytes], of: Sequence[int]) -> _Held:
    """`counts` are the bytes of each form in title, heading and body, `of` the terms that each is a form of."""
    anywhere, title, heading = reduce(or_, compress(of, counts), 0), 0, 0
    if FIELDS in map(len, counts):
        for found, bits in zip(counts, of, strict=True):
            if len(found) == FIELDS:
                if found[0] > 128:  # noqa: PLR2004 - the byte of a frequency is 128 and more (analyse.forward)
                    title |= bits
                if found[1] > 128:  # noqa: PLR2004
                    heading |= bits
    return _Held(anywhere, title, heading)


def _scaled(values: Sequence[float], ranked: Pool) -> list[float]:
    """Distances from the mean of the measured candidates."""
    if len(ranked.measure) == len(ranked.candidates):
        return scale(values).of_all(values)
    keys = {one.scored.key for one in ranked.measure}
    inside = [value for value, one in zip(values, ranked.candidates, strict=True) if one.scored.key in keys]
    return scale(inside).of_all(values)
