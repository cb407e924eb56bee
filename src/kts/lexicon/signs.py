"""Which of some strings occur in a text: what rules ask before they read it.

An expression that looks for words costs some nanoseconds a character, and most texts have nothing that most of them
find. A sign is a string without spaces that is in every text in which a rule finds something. The texts of a folder say
the same runs of characters over and over, so that what each run holds is kept, and a further text costs little more
than to cut it at its spaces.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LONGEST = 160
"""Characters of a run that is remembered."""
KEPT = 100_000
"""Runs that are remembered (a default, not fitted: some 15 MB, and more than most folders hold)."""


@lru_cache(maxsize=1)
def runs_of(text: str) -> tuple[list[str], frozenset[str]]:
    """The runs of a text without spaces, in order, and each once; those of the last text are kept."""
    runs = text.split()
    return runs, frozenset(runs)


class Picked:
    """The runs that count for something, remembered from text to text.

    `pick` is handed runs that were not seen before and returns those that count, each judged by itself.
    """

    def __init__(self, pick: Callable[[frozenset[str]], Iterable[str]], *, most: int = KEPT) -> None:
        self._pick = pick
        self._most = most
        self._kept: tuple[set[str], set[str]] = (set(), set())

    def of(self, text: str) -> set[str]:
        """The distinct runs of `text` that count."""
        _, distinct = runs_of(text)
        others, picked = self._kept
        fresh = distinct - others - picked
        if len(others) + len(picked) + len(fresh) > self._most:
            self._kept = others, picked = set(), set()
            fresh = distinct
        found = set(self._pick(fresh)) if fresh else set()
        picked.update(_remembered(found))
        others.update(_remembered(fresh - found))
        return found.union(picked & distinct)


class Signs:
    """Strings without spaces that are looked for together, and which of them known runs hold."""

    def __init__(self, signs: Iterable[str], *, most: int = KEPT) -> None:
        self._signs = frozenset(signs)
        self._most = most
        self._kept: tuple[set[str], dict[str, list[str]]] = (set(), {})

    def of(self, text: str) -> set[str]:
        """Those that occur in `text`."""
        _, distinct = runs_of(text)
        known, holding = self._kept
        fresh = distinct - known
        if len(known) + len(fresh) > self._most:
            self._kept = known, holding = set(), {}
            fresh = distinct
        found = self._in(fresh) if fresh else set()
        for run in _remembered(fresh) if found else ():
            if held := [sign for sign in found if sign in run]:
                holding[run] = held
        known.update(_remembered(fresh))
        return found.union(*[holding[run] for run in holding.keys() & distinct])

    def _in(self, runs: Iterable[str]) -> set[str]:
        listed = "\n".join(runs)
        return {sign for sign in self._signs if sign in listed}


def _remembered(runs: Iterable[str]) -> Iterator[str]:
    return (run for run in runs if len(run) <= LONGEST)
