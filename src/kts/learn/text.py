"""A linear classifier over texts: hashed n-grams of words and characters beside a vector of meaning. numpy only.

Softmax regression (McCullagh & Nelder 1989) trained by AdaGrad steps (Duchi, Hazan & Singer 2011) over small batches;
features are hashed without a vocabulary (Weinberger et al. 2009), so a model is a matrix and three settings. Everything
is seeded: the same rows give the same model.
"""

from __future__ import annotations

import re
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BUCKETS = 1 << 16
"""Columns that n-grams are hashed to (a default: twice as many change nothing on 77 classes)."""
BATCH = 64
"""Rows of a step (a default, not fitted)."""
TINY = 1e-8
"""What the squared slopes begin with, so that the first step is finite."""
BIAS_RATE = 0.1
"""Step of the bias beside that of the weights (a default, not fitted)."""
_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")


class Grams(NamedTuple):
    """Hashed n-grams of texts, row after row: row i has columns and weights `[starts[i]:starts[i + 1]]`."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int32]
    weights: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def take(self, rows: NDArray[np.int64]) -> Grams:
        """These rows, in this order."""
        lengths = self.starts[rows + 1] - self.starts[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        places = np.repeat(self.starts[rows] - starts[:-1], lengths) + np.arange(starts[-1])
        return Grams(starts, self.columns[places], self.weights[places])


class Linear(NamedTuple):
    """Weights of a trained classifier: scores = grams @ words + vectors @ meaning + bias, a column a class."""

    words: NDArray[np.float32]
    meaning: NDArray[np.float32]
    bias: NDArray[np.float32]


class Recipe(NamedTuple):
    """How a classifier is trained.

    The defaults are fitted by cross-validation on the training part of banking77 and hold on clinc150, too;
    `SMALL` is for some hundred texts. `meaning_scale` is the length of a vector of meaning beside grams of length one.
    """

    epochs: int = 12
    rate: float = 0.2
    meaning_scale: float = 1.5
    decay: float = 1e-5
    seed: int = 7


SMALL = Recipe(epochs=60, meaning_scale=2.0, decay=1e-3)
"""For up to some hundred texts (fitted by cross-validation on the training half of samples/tickets)."""


def grams(texts: Sequence[str], *, buckets: int = BUCKETS) -> Grams:
    """Words, pairs of words and the 3 to 5 characters around them, hashed; each row of length one."""
    starts, columns, weights = [0], [], []
    for text in texts:
        row = _row(text, buckets)
        columns.append(np.fromiter(row, np.int32, len(row)))
        counts = np.fromiter(row.values(), np.float32, len(row))
        weights.append(counts / max(float(np.sqrt(counts @ counts)), 1e-9))
        starts.append(starts[-1] + len(row))
    empty = np.zeros(0, np.float32)
    return Grams(
        np.array(starts, np.int64),
        np.concatenate(columns) if columns else empty.astype(np.int32),
        np.concatenate(weights) if weights else empty,
    )


def _row(text: str, buckets: int) -> dict[int, float]:
    words = _WORD.findall(text.lower())
    row: dict[int, float] = {}
    for gram, weight in _grams_of(words):
        column = zlib.crc32(gram.encode("utf-8", "surrogatepass")) % buckets
        row[column] = row.get(column, 0.0) + weight
    return {column: 1.0 + float(np.log(count)) if count > 1 else count for column, count in row.items()}


WORD_WEIGHT, PAIR_WEIGHT, CHARACTER_WEIGHT = 1.0, 0.8, 0.5
"""Weights of a word, a pair of words and a run of characters (a default; .3 to .7 for characters change .002)."""


def _grams_of(words: Sequence[str]) -> list[tuple[str, float]]:
    found = [(f"w {word}", WORD_WEIGHT) for word in words]
    found += [(f"p {first} {second}", PAIR_WEIGHT) for first, second in pairwise(words)]
    for word in words:
        framed = f"<{word}>"
        for size in (3, 4, 5):
            found += [(framed[at : at + size], CHARACTER_WEIGHT) for at in range(len(framed) - size + 1)]
    return found


def train(
    rows: Grams, vectors: NDArray[np.float32], labels: NDArray[np.int64], *, shape: tuple[int, int], recipe: Recipe
) -> Linear:
    """A classifier of `shape` (buckets, classes). `vectors` has a row a text, and no columns for words alone."""
    draw = np.random.default_rng(recipe.seed)
    state = _State(shape, vectors.shape[1])
    near = vectors * np.float32(recipe.meaning_scale)
    for epoch in range(recipe.epochs):
        rate = recipe.rate * (1 - epoch / recipe.epochs)
        order = draw.permutation(len(rows))
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            state.step(rows.take(chosen), near[chosen], labels[chosen], rate=rate, decay=recipe.decay)
    return Linear(state.words, state.meaning * np.float32(recipe.meaning_scale), state.bias)


class _State:
    """Weights on their way, and the squared slopes that AdaGrad divides by; lives for one training."""

    def __init__(self, shape: tuple[int, int], dims: int) -> None:
        buckets, classes = shape
        self.words = np.zeros((buckets, classes), np.float32)
        self.meaning = np.zeros((dims, classes), np.float32)
        self.bias = np.zeros(classes, np.float32)
        self.past_words = np.full((buckets, 1), TINY, np.float32)
        self.past_meaning = np.full((dims, classes), TINY, np.float32)

    def step(
        self, batch: Grams, near: NDArray[np.float32], labels: NDArray[np.int64], *, rate: float, decay: float
    ) -> None:
        """One step downhill."""
        columns, dense = _dense(batch)
        local = self.words[columns]
        error = softmax(dense @ local + near @ self.meaning + self.bias)
        error[np.arange(len(labels)), labels] -= 1
        error /= np.float32(len(labels))
        slope = dense.T @ error + np.float32(decay) * local
        self.past_words[columns] += (slope * slope).mean(axis=1, keepdims=True)
        self.words[columns] = local - np.float32(rate) * slope / np.sqrt(self.past_words[columns])
        slope = near.T @ error + np.float32(decay) * self.meaning
        self.past_meaning += slope * slope
        self.meaning -= np.float32(rate) * slope / np.sqrt(self.past_meaning)
        self.bias -= np.float32(rate * BIAS_RATE) * error.sum(axis=0)


def _dense(batch: Grams) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The columns that a batch has, and the batch as a small dense matrix over them."""
    columns, place = np.unique(batch.columns, return_inverse=True)
    dense = np.zeros((len(batch), len(columns)), np.float32)
    dense[np.repeat(np.arange(len(batch)), np.diff(batch.starts)), place] = batch.weights
    return columns.astype(np.int64), dense


def scores(model: Linear, rows: Grams, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The scores of rows, (rows, classes): unbounded, larger is likelier."""
    found = vectors @ model.meaning + model.bias
    for at in range(len(rows)):
        part = slice(rows.starts[at], rows.starts[at + 1])
        found[at] += rows.weights[part] @ model.words[rows.columns[part]]
    return found


def softmax(values: NDArray[np.float32], *, temperature: float = 1.0) -> NDArray[np.float32]:
    """Probabilities along the last axis."""
    raised = np.exp((values - values.max(axis=-1, keepdims=True)) / temperature)
    shares: NDArray[np.float32] = (raised / raised.sum(axis=-1, keepdims=True)).astype(np.float32, copy=False)
    return shares
