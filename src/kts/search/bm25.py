"""BM25F over title, headings and body (Robertson & Zaragoza 2009), from live statistics.

The first stage's own scores count deleted rows until its files are merged; these do not, so the history of
an index never shows in a ranking.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.config import SearchSettings
    from kts.lexicon.analyse import QueryTerm
    from kts.ports import LevelStatistics, PassageRecord


class WeightedTerm(NamedTuple):
    """A query term with its inverse document frequency; `keys` are its forms as forward-row keys."""

    word: str
    idf: float
    keys: tuple[bytes, ...]


def weighted(
    terms: Sequence[QueryTerm], frequency: Callable[[str], int], statistics: LevelStatistics
) -> tuple[WeightedTerm, ...]:
    """Terms with idf = ln(1 + (N - df + .5) / (df + .5)); a term's forms count as one."""
    found = []
    for term in terms:
        df = min(statistics.rows, max((frequency(form) for form in term.forms), default=0))
        idf = math.log(1 + (statistics.rows - df + 0.5) / (df + 0.5)) if df else 0.0
        found.append(WeightedTerm(term.word, idf, tuple(b"\n%s " % form.encode() for form in term.forms)))
    return tuple(found)


def bound(terms: Sequence[WeightedTerm], settings: SearchSettings) -> float:
    """The score of a passage in which every term is saturated: what 1.0 of a lexical match means."""
    return sum(term.idf for term in terms) * (settings.k1 + 1)


def scorer(
    terms: Sequence[WeightedTerm], statistics: LevelStatistics, settings: SearchSettings
) -> Callable[[PassageRecord], float]:
    """A function from a ranking row to its BM25F score, at least 0."""
    k1, b = settings.k1, settings.b
    title_weight, heading_weight = settings.title_weight, settings.heading_weight
    title_mean = max(statistics.title, 1.0)
    heading_mean = max(statistics.heading, 1.0)
    body_mean = max(statistics.body, 1.0)
    known = [term for term in terms if term.idf > 0]

    def score(row: PassageRecord) -> float:
        find, line = row.terms.find, row.terms
        body_norm = 1 - b + b * max(row.body_length, 1) / body_mean
        title_norm = 1 - b + b * max(row.title_length, 1) / title_mean
        heading_norm = 1 - b + b * max(row.heading_length, 1) / heading_mean
        total = 0.0
        for _, idf, keys in known:
            frequency = 0.0
            for key in keys:
                at = find(key)
                if at >= 0:
                    at += len(key)
                    frequency += (
                        title_weight * (line[at] - 128) / title_norm
                        + heading_weight * (line[at + 1] - 128) / heading_norm
                        + (line[at + 2] - 128) / body_norm
                    )
            if frequency:
                total += idf * frequency * (k1 + 1) / (k1 + frequency)
        return total

    return score


def matched(row: PassageRecord, terms: Sequence[WeightedTerm]) -> tuple[str, ...]:
    """The words of the question that the row holds."""
    return tuple(term.word for term in terms if any(row.terms.find(key) >= 0 for key in term.keys))
