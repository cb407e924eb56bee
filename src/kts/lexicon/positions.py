"""Index terms of passages as rows of numbers, kept between questions: where passages hold a term is one lookup.

Terms are numbered as passages are first asked for. When too many rows are kept all begin anew, numbers too; what is
given up is left as it is, for another thread may be reading it.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kts.lexicon.analyse import KEPT_TEXTS, stems_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

NOWHERE = -1
"""The number of no term."""
GAP = 16
"""Places of no term after the words of each text: the words of two texts are farther apart than that."""


class Matches(NamedTuple):
    """Each word of some texts that is one of some terms, in order: where it is, in which text, which term.

    `places` count the words of all texts, one after the other, with `GAP` between two; texts and terms go by number.
    """

    places: NDArray[np.intp]
    texts: NDArray[np.intp]
    terms: NDArray[np.int32]


def matches(texts: Sequence[str], terms: Mapping[str, int], languages: Sequence[str]) -> Matches:
    """Where the texts hold the index terms; of a word with several, that of the first language counts."""
    rows, *others = [_rows(language).of(texts) for language in languages]
    held = rows.meant(terms)
    for other in others:
        held = np.where(held == NOWHERE, other.meant(terms), held)
    (places,) = (held != NOWHERE).nonzero()
    ends = np.array(list(map(len, rows.each))).cumsum()
    return Matches(places, ends.searchsorted(places, side="right"), held[places])


class _Asked(NamedTuple):
    """The rows of some texts, and the numbers that they are written in."""

    numbers: dict[str, int]
    each: list[NDArray[np.int32]]

    def meant(self, terms: Mapping[str, int]) -> NDArray[np.int32]:
        """For each place of all rows the number of the term, as it is asked for, that is there, else `NOWHERE`."""
        found = np.full(len(self.numbers) + 1, NOWHERE, np.int32)  # the last one is found by `NOWHERE`
        for term, asked in terms.items():
            if term in self.numbers:
                found[self.numbers[term]] = asked
        return found[np.concatenate(self.each)]


class _Numbers(dict[str, int]):
    """The number of each term, given when it is first asked for."""

    def __missing__(self, term: str) -> int:
        self[term] = number = len(self)
        return number


class _Rows:
    """The rows of the passages asked for last in one language: some 800 bytes each, and a number a term."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._lock = Lock()
        self._numbers = _Numbers()
        self._kept: dict[str, NDArray[np.int32]] = {}

    def of(self, texts: Sequence[str]) -> _Asked:
        """The rows of these texts."""
        with self._lock:
            missing = [text for text in dict.fromkeys(texts) if text not in self._kept]
            if missing and len(self._kept) + len(missing) > KEPT_TEXTS:
                self._numbers, self._kept = _Numbers(), {}
                missing = list(dict.fromkeys(texts))
            for text in missing:
                self._kept[text] = self._row(text)
            return _Asked(self._numbers, [self._kept[text] for text in texts])

    def _row(self, text: str) -> NDArray[np.int32]:
        return np.array([*map(self._numbers.__getitem__, stems_of(text, self._language)), *[NOWHERE] * GAP], np.int32)


@cache
def _rows(language: str) -> _Rows:
    return _Rows(language)
