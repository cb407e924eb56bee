"""BM25F over title, headings and body (Robertson & Zaragoza 2009), from live statistics.

The first stage's own scores count deleted rows until its files are merged; these do not, so the history of
an index never shows in a ranking.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

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


def scorer(
    terms: Sequence[WeightedTerm], statistics: LevelStatistics, settings: SearchSettings
) -> Callable[[PassageRecord], float]:
    """A function from a ranking row to its BM25F score, at least 0.

    One expression finds all terms of a row in one pass: half the time of one search a term, most of which fail.
    """
    k1, b = settings.k1, settings.b
    title_weight, heading_weight = settings.title_weight, settings.heading_weight
    title_mean = max(statistics.title, 1.0)
    heading_mean = max(statistics.heading, 1.0)
    body_mean = max(statistics.body, 1.0)
    idf_of = [term.idf * term.weight for term in terms]
    number = {form: at for at, term in enumerate(terms) if term.idf > 0 for form in _forms(term)}
    find = re.compile(b"\n(" + b"|".join(map(re.escape, sorted(number))) + b") (...)", re.DOTALL).findall

    def score(row: PassageRecord) -> float:
        if not number:
            return 0.0
        body_norm = 1 - b + b * max(row.body_length, 1) / body_mean
        frequency: dict[int, float] = {}
        for form, (title, heading, body) in find(row.terms):
            at = number[form]
            often = frequency.get(at, 0.0)
            if title > 128:  # noqa: PLR2004 - the byte of a frequency is 128 and more (lexicon.analyse.forward)
                often += title_weight * (title - 128) / (1 - b + b * max(row.title_length, 1) / title_mean)
            if heading > 128:  # noqa: PLR2004
                often += heading_weight * (heading - 128) / (1 - b + b * max(row.heading_length, 1) / heading_mean)
            frequency[at] = often + (body - 128) / body_norm
        total = 0.0
        for at, often in frequency.items():
            if often:  # not so where a word stands only in fields that weigh nothing
                total += idf_of[at] * often * (k1 + 1) / (k1 + often)
        return total

    return score


def _forms(term: WeightedTerm) -> tuple[bytes, ...]:
    """The term's forms as a row spells them, without the marks around them."""
    return tuple(key[1:-1] for key in term.keys)


def matched(row: PassageRecord, terms: Sequence[WeightedTerm]) -> tuple[str, ...]:
    """The words of the question that the row holds."""
    return tuple(term.word for term in terms if any(row.terms.find(key) >= 0 for key in term.keys))
