"""BM25F over title, headings and body (Robertson & Zaragoza 2009), from live statistics.

The first stage's own scores count deleted rows until its files are merged; these do not, so the history of
an index never shows in a ranking.
"""

from __future__ import annotations

import math
from functools import lru_cache, reduce
from itertools import compress
from operator import add, itemgetter
from typing import TYPE_CHECKING

from kts.lexicon.analyse import FIELDS, counter
from kts.nouns import each

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.lexicon.analyse import QueryTerm
    from kts.ports import Corpus
    from kts.records import LevelStatistics, PassageRecord

    Worths = Callable[[PassageRecord, Mapping[bytes, bytes]], dict[bytes, float]]
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


LARGE = 10_000
"""Rows of a level of a large index (a default; decision 0004 has what it costs)."""
COMMON = math.log(4)
"""The idf of a word that every fourth row holds (a default, likewise)."""
KEPT_KEYS = 4096
"""Forms whose keys are kept: each is asked for at two levels, and common ones by many questions."""
INSTEAD = frozenset({"question", "typos"})
"""Origins of terms that stand for a word of the question; all others come beside it."""


def weighted(
    terms: Sequence[QueryTerm], frequency: Callable[[str], int], statistics: LevelStatistics
) -> tuple[WeightedTerm, ...]:
    """Terms with idf = ln(1 + (N - df + .5) / (df + .5)); a term's forms count as one."""
    found, rows = [], statistics.rows
    for word, forms, weight, origin in terms:
        df = min(rows, max(map(frequency, forms), default=0))
        idf = math.log(1 + (rows - df + 0.5) / (df + 0.5)) if df else 0.0
        found.append((word, idf, tuple(map(_row_key, forms)), weight, origin not in INSTEAD))
    return tuple(each(WeightedTerm, found))


def rarer(terms: Sequence[QueryTerm], weighed: Sequence[WeightedTerm], rows: int) -> Sequence[QueryTerm]:
    """The terms that candidates are looked for with, in an index of so many rows.

    In a large one a word that is in every fourth passage is not looked for where a rarer one is asked for: to go
    through all that hold it takes longer than the rest of a search. The scores of the candidates count it.
    """
    if rows < LARGE:
        return terms
    rare = [(term, one) for term, one in zip(terms, weighed, strict=True) if one.idf >= COMMON]
    asked = any(not one.added for _, one in rare)
    return [term for term, _ in rare] if asked else terms


@lru_cache(maxsize=KEPT_KEYS)
def _row_key(form: str) -> bytes:
    return b"\n%s " % form.encode()


def bound(terms: Sequence[WeightedTerm], settings: SearchSettings) -> float:
    """The score of a passage in which every term is saturated: what 1.0 of a lexical match means."""
    return sum(term.idf * term.weight for term in terms if not term.added) * (settings.k1 + 1)


def looked_up(terms: Sequence[WeightedTerm]) -> tuple[bytes, ...]:
    """The forms that a row is searched for, in the order of rows; a term that is nowhere has none."""
    return tuple(sorted({key[1:-1] for term in terms if term.idf > 0 for key in term.keys}))


def scorer(
    terms: Sequence[WeightedTerm], statistics: LevelStatistics, settings: SearchSettings
) -> Callable[[PassageRecord], float]:
    """A function from a ranking row to its BM25F score, at least 0."""
    worths, find = worth(terms, statistics, settings), counter(looked_up(terms))
    return lambda row: reduce(add, worths(row, find(row.terms)).values(), 0.0)


class Columns(NamedTuple):
    """The scores of many rows, as columns that are kept: what each form is worth in each row (ports.Corpus.columns)."""

    names: tuple[Hashable, ...]
    terms: tuple[WeightedTerm, ...]
    statistics: LevelStatistics
    settings: SearchSettings

    def scores(self, rows: Sequence[PassageRecord], corpus: Corpus) -> list[float]:
        """The score of each row, to the last bit what `scorer` says."""
        if not self.names or not rows:
            return [0.0] * len(rows)
        columns, values = corpus.columns(self.names, len(rows)), _values_of(rows)
        try:
            found = list(map(values, columns))
        except KeyError:
            self._fill(columns, rows)
            found = list(map(values, columns))
        total = list(found[0])
        for column in found[1:]:
            total = list(map(add, total, column))
        return total

    def _fill(self, columns: Sequence[dict[int, float]], rows: Sequence[PassageRecord]) -> None:
        known = zip(*[map(column.get, [row.key for row in rows]) for column in columns], strict=True)
        lacking = [row for row, values in zip(rows, known, strict=True) if None in values]
        forms = looked_up(self.terms)
        find, worths = counter(forms), worth(self.terms, self.statistics, self.settings)
        nowhere = dict.fromkeys([row.key for row in lacking], 0.0)
        found = {form: nowhere.copy() for form in forms}
        for row in lacking:
            for form, value in worths(row, find(row.terms)).items():
                found[form][row.key] = value
        for column, values in zip(columns, found.values(), strict=True):
            column.update(values)


def _values_of(rows: Sequence[PassageRecord]) -> Callable[[Mapping[int, float]], Iterable[float]]:
    """A function from a column to the values of some rows. Raises KeyError where one has none."""
    keys = [row.key for row in rows]
    return itemgetter(*keys) if len(keys) > 1 else lambda column: (column[keys[0]],)


def columns(terms: Sequence[WeightedTerm], statistics: LevelStatistics, settings: SearchSettings) -> Columns:
    """The scores of rows by these terms. What a form is worth in a row depends on nothing but what its name says."""
    number = _numbers(terms)
    measure = (statistics, settings.k1, settings.b, settings.title_weight, settings.heading_weight)
    beside: dict[int, tuple[bytes, ...]] = {}
    for form, at in sorted(number.items()):
        beside[at] = (*beside.get(at, ()), form)
    names = [(form, beside[at], terms[at].idf * terms[at].weight, measure) for form, at in sorted(number.items())]
    return Columns(tuple(names), tuple(terms), statistics, settings)


def _numbers(terms: Sequence[WeightedTerm]) -> dict[bytes, int]:
    """The place of the term that each form is one of."""
    return {key[1:-1]: at for at, term in enumerate(terms) if term.idf > 0 for key in term.keys}


def worth(terms: Sequence[WeightedTerm], statistics: LevelStatistics, settings: SearchSettings) -> Worths:
    """A function from a row, and what it holds of `looked_up(terms)`, to what the forms that it holds add to its score.

    The forms of a term count as one; what it adds is added by the first of them that the row holds.
    """
    k1, b = settings.k1, settings.b
    flat = 1 - b
    title_weight, heading_weight = settings.title_weight, settings.heading_weight
    title_mean = max(statistics.title, 1.0)
    heading_mean = max(statistics.heading, 1.0)
    body_mean = max(statistics.body, 1.0)
    idf_of = [term.idf * term.weight for term in terms]
    number = _numbers(terms)

    def worths(row: PassageRecord, held: Mapping[bytes, bytes]) -> dict[bytes, float]:
        _, _, _, _, title_length, heading_length, body_length = row
        body_norm = flat + b * (body_length or 1) / body_mean
        frequency: dict[int, float] = {}
        first: list[bytes] = []
        for form, counts in held.items():
            at = number[form]
            if at not in frequency:
                first.append(form)
            often = frequency.get(at, 0.0)
            if len(counts) == FIELDS:
                title, heading, _ = counts
                if title > 128:  # noqa: PLR2004 - the byte of a frequency is 128 and more (lexicon.analyse.forward)
                    often += title_weight * (title - 128) / (flat + b * (title_length or 1) / title_mean)
                if heading > 128:  # noqa: PLR2004
                    often += heading_weight * (heading - 128) / (flat + b * (heading_length or 1) / heading_mean)
            frequency[at] = often + (counts[-1] - 128) / body_norm
        return {
            form: idf_of[at] * often * (k1 + 1) / (k1 + often)
            for form, (at, often) in zip(first, frequency.items(), strict=True)
            if often  # not so where a word stands only in fields that weigh nothing
        }

    return worths


def matched(rows: Sequence[PassageRecord], terms: Sequence[WeightedTerm]) -> list[list[str]]:
    """The words of the question that each row holds."""
    forms = [key[1:-1] for term in terms for key in term.keys]
    words = [term.word for term in terms for _ in term.keys]
    held = map(counter(forms), [row.terms for row in rows])
    return [list(dict.fromkeys(compress(words, map(own.__contains__, forms)))) for own in held]
