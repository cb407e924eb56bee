"""BM25F over title, headings and body (Robertson & Zaragoza 2009), from live statistics.

The first stage's own scores count deleted rows until its files are merged; these do not, so the history of
an index never shows in a ranking.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kts.lexicon.analyse import FIELDS, counter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.lexicon.analyse import QueryTerm
    from kts.ports import LevelStatistics, PassageRecord
else:
    from kts.nouns import NamedTuple


class WeightedTerm(NamedTuple):
    """A query term with its inverse document frequency; `keys` are its forms as forward-row keys.

    `weight` is what it counts beside a word that the person wrote; `added` is whether a stage brought it on top of
    those words, so that a perfect match needs it not.
    """

    word: str
    idf: float
    keys: tuple[bytes, ...]
    weight: float = 1.0
    added: bool = False


INSTEAD = frozenset({"question", "typos"})
"""Origins of terms that stand for a word of the question; all others come beside it."""


def weighted(
    terms: Sequence[QueryTerm], frequency: Callable[[str], int], statistics: LevelStatistics
) -> tuple[WeightedTerm, ...]:
    """Terms with idf = ln(1 + (N - df + .5) / (df + .5)); a term's forms count as one."""
    found = []
    for term in terms:
        df = min(statistics.rows, max((frequency(form) for form in term.forms), default=0))
        idf = math.log(1 + (statistics.rows - df + 0.5) / (df + 0.5)) if df else 0.0
        keys = tuple(b"\n%s " % form.encode() for form in term.forms)
        found.append(WeightedTerm(term.word, idf, keys, term.weight, term.origin not in INSTEAD))
    return tuple(found)


def bound(terms: Sequence[WeightedTerm], settings: SearchSettings) -> float:
    """The score of a passage in which every term is saturated: what 1.0 of a lexical match means."""
    return sum(term.idf * term.weight for term in terms if not term.added) * (settings.k1 + 1)


def looked_up(terms: Sequence[WeightedTerm]) -> tuple[bytes, ...]:
    """The forms that a row is searched for, in the order of rows; a term that is nowhere has none."""
    return tuple(sorted({key[1:-1] for term in terms if term.idf > 0 for key in term.keys}))


def scorer(
    terms: Sequence[WeightedTerm], statistics: LevelStatistics, settings: SearchSettings
) -> Callable[..., float]:
    """A function from a ranking row to its BM25F score, at least 0.

    It takes as well what the row holds of each of `looked_up(terms)`, where that is known (ports.Corpus.counts).
    """
    k1, b = settings.k1, settings.b
    flat = 1 - b
    title_weight, heading_weight = settings.title_weight, settings.heading_weight
    title_mean = max(statistics.title, 1.0)
    heading_mean = max(statistics.heading, 1.0)
    body_mean = max(statistics.body, 1.0)
    idf_of = [term.idf * term.weight for term in terms]
    number = {key[1:-1]: at for at, term in enumerate(terms) if term.idf > 0 for key in term.keys}
    forms = looked_up(terms)
    numbers = [number[form] for form in forms]
    find = counter(forms)

    def score(row: PassageRecord, counts: Sequence[bytes] | None = None) -> float:
        if counts is None:
            counts = find(row.terms)
        body_norm = flat + b * (row.body_length or 1) / body_mean
        frequency: dict[int, float] = {}
        for at, held in zip(numbers, counts, strict=True):
            if not held:
                continue
            often = frequency.get(at, 0.0)
            if len(held) == FIELDS:
                title, heading, _ = held
                if title > 128:  # noqa: PLR2004 - the byte of a frequency is 128 and more (lexicon.analyse.forward)
                    often += title_weight * (title - 128) / (flat + b * (row.title_length or 1) / title_mean)
                if heading > 128:  # noqa: PLR2004
                    often += heading_weight * (heading - 128) / (flat + b * (row.heading_length or 1) / heading_mean)
            frequency[at] = often + (held[-1] - 128) / body_norm
        total = 0.0
        for at, often in frequency.items():
            if often:  # not so where a word stands only in fields that weigh nothing
                total += idf_of[at] * often * (k1 + 1) / (k1 + often)
        return total

    return score


def matched(row: PassageRecord, terms: Sequence[WeightedTerm]) -> tuple[str, ...]:
    """The words of the question that the row holds."""
    return tuple(term.word for term in terms if any(row.terms.find(key) >= 0 for key in term.keys))
