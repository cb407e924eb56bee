"""Slips of the pen: a word that is nearly another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ONE_SLIP, TWO_SLIPS = 5, 8
"""Letters of a word from which one slip of the pen, and two, are forgiven (the usual limits of spelling correction)."""


def misspelt(word: str, offered: Iterable[str]) -> bool:
    """Whether a word is one of those offered but for a slip of the pen, or two in a long one."""
    slips = 2 if len(word) >= TWO_SLIPS else 1 if len(word) >= ONE_SLIP else 0
    return slips > 0 and any(other[:1] == word[:1] and _distance(word, other, slips) <= slips for other in offered)


def _distance(first: str, second: str, limit: int) -> int:
    """Edits and swaps of neighbours between two words (Damerau 1964), given up beyond the limit."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, one in enumerate(first, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(second, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one != other))
            if i > 1 and j > 1 and one == second[j - 2] and first[i - 2] == other:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
        if min(row) > limit:
            return limit + 1
    return row[-1]
