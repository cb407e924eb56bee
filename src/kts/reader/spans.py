"""From logits of every token to the likeliest span: which tokens, and how likely among all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST = 30
"""Tokens of a span at most (Devlin et al. 2019 read answers of up to 30 tokens)."""


class Best(NamedTuple):
    """The first and the last token of a span, and the logarithm of its probability."""

    first: int
    last: int
    score: float


def best(start: NDArray[np.float32], end: NDArray[np.float32], *, low: int, high: int) -> Best | None:
    """The likeliest span among the tokens `low` to `high` (exclusive); of equal ones the first, and the shortest.

    Probabilities are among all tokens: those of a reader say with the first one that there is no answer. None where
    there are no tokens.
    """
    if low >= high:
        return None
    starts, ends = _shares(start), _shares(end)
    both = starts[low:high, None] + ends[None, low:high]
    size = high - low
    apart = np.arange(size)[None, :] - np.arange(size)[:, None]
    allowed = np.where((apart >= 0) & (apart < LONGEST), both, -np.inf)
    first, last = divmod(int(allowed.argmax()), size)
    return Best(low + first, low + last, float(allowed[first, last]))


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """The logarithms of the probabilities that the logits stand for."""
    given = logits.astype(np.float64)
    given = given - given.max()
    found: NDArray[np.float64] = given - np.log(np.exp(given).sum())
    return found
