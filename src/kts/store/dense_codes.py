"""Sign codes: one bit a dimension, from which a vector's cosine to a question is estimated, with a known deviation.

A vector is rotated by a fixed pseudo-random rotation and each coordinate keeps its sign; the question keeps four
bits a coordinate. For unit vectors x and q of width w the sum over the signs of x, `sum(sign(x) * q) / sqrt(w)`,
is the cosine times `ALIGNED`, with a deviation that depends on the width and the cosine alone, whatever the data
are like: that is what the rotation is for (Gao and Long, RaBitQ, SIGMOD 2024, without its centring: codes that
depended on a mean of the rows would make results depend on the order in which documents came).

Rotation by random signs, a permutation and a Walsh-Hadamard transform, twice: additions only, so that each row's
code is the same to the last bit whatever rows are computed beside it, on every machine.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD = 64
"""Bits of a code word; widths are multiples of it."""
MAX_DIMS = 4096
"""Dimensions up to which distances fit into 16 bits: 15 x width < 65,536."""
QUERY_BITS = 4
"""Bits a coordinate of the question: with 4 the deviation is that of the signs alone, to 3 %.

2 ms for 100,000 codes of 384 bits; the Hamming distances of faiss 1.15 take as long, so it is not asked.
"""
STEP = 0.3352
"""Step, in deviations, of the best uniform quantiser of 16 levels for Gaussian values (Max, 1960)."""
ALIGNED = math.sqrt(2 / math.pi)
"""Mean of |g| of a standard Gaussian: the cosine of a rotated vector and its signs."""
ACROSS, ALONG = math.pi / 2 - 1, (1 - 3 / math.pi) * math.pi / 2
"""Variance of the estimate times the width: across the vector, and along it (the spread of `ALIGNED`)."""
ROUNDS = 2
BLOCK = 16_384
"""Rows whose distances are computed at a time: fewer and larger ones are faster, measured up to 100,000 rows."""
WORDS_TOGETHER = 3
"""Counts of up to three words fit into a byte: 3 x 64 < 256."""


_HIGHEST_FIRST = np.arange(QUERY_BITS - 1, -1, -1, dtype=np.uint8)[:, None]


class Question(NamedTuple):
    """A question's vector in its three forms.

    `unit` is of length 1 or 0, in single precision; `planes` the bits of its rotated coordinates, highest first,
    a row of code words each; `step` the value of the lowest bit, `blur` the variance that the bits add.
    """

    unit: NDArray[np.float32]
    planes: NDArray[np.uint64]
    step: float
    blur: float


def width(dims: int) -> int:
    """Bits of a code: the dimensions, filled up to whole words."""
    return -(-dims // WORD) * WORD


def codes(vectors: NDArray[np.float32]) -> NDArray[np.uint64]:
    """The codes of some rows, a column of words each: (words, rows)."""
    bits = np.packbits(_rotated(vectors) > 0, axis=1, bitorder="little")
    return np.ascontiguousarray(bits.view("<u8").T)


def question(vector: NDArray[np.float32]) -> Question:
    """The question in the forms that estimating and scoring need; a vector of zeros stays one."""
    unit = directed(vector)
    rotated = _rotated(unit[None, :])[0].astype(np.float64)
    step, highest = STEP / math.sqrt(rotated.size), (1 << QUERY_BITS) - 1
    levels = np.minimum(np.maximum(np.floor(rotated / step) + (highest + 1) // 2, 0), highest)
    lost = rotated - (levels - highest / 2) * step
    bits = levels.astype(np.uint8)[None, :] >> _HIGHEST_FIRST & 1
    planes = np.packbits(bits, axis=1, bitorder="little").view("<u8")
    return Question(unit, planes, step, float(lost @ lost) / rotated.size / ALIGNED**2)


def directed(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The vector at length 1; one of zeros stays one."""
    double = vector.astype(np.float64)
    largest = np.abs(double).max(initial=0.0)
    if largest:
        double /= largest
        double /= math.sqrt(double @ double)
    return double.astype(np.float32)


def distances(asked: Question, words: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """How far each code is from the question: the Hamming distances to its planes, each weighted as its bit."""
    count, rows = words.shape
    found = np.zeros(rows, np.uint16)
    differing = np.empty((count, min(rows, BLOCK)), np.uint64)
    counted = np.empty((count, min(rows, BLOCK)), np.uint8)
    together = np.empty(min(rows, BLOCK), np.uint8)
    for start in range(0, rows, BLOCK):
        block = words[:, start : start + BLOCK]
        size = block.shape[1]
        scratch = differing[:, :size], counted[:, :size], together[:size]
        _add_distances(asked.planes, block, found[start : start + size], scratch)
    return found


def _add_distances(
    planes: NDArray[np.uint64],
    block: NDArray[np.uint64],
    found: NDArray[np.uint16],
    scratch: tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.uint8]],
) -> None:
    differing, counted, together = scratch
    for plane in planes:
        np.left_shift(found, 1, out=found)
        np.bitwise_xor(block, plane[:, None], out=differing)
        np.bitwise_count(differing, out=counted)
        for first in range(0, len(counted), WORDS_TOGETHER):
            np.add.reduce(counted[first : first + WORDS_TOGETHER], axis=0, dtype=np.uint8, out=together)
            np.add(found, together, out=found)


def reach(asked: Question, cosine: float, *, deviations: float) -> int:
    """The greatest distance at which a row may still have the cosine, allowing for so many deviations."""
    bits: int = asked.planes.shape[1] * WORD
    met = min(1.0, max(0.0, cosine))
    met *= met
    deviation = math.sqrt((ACROSS * (1 - met) + ALONG * met) / bits + asked.blur)
    least = cosine - deviations * deviation
    middle = ((1 << QUERY_BITS) - 1) * bits / 2
    return math.floor(middle - least * ALIGNED * math.sqrt(bits) / asked.step)


def _rotated(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows filled up with zeros and rotated; lengths grow by the same power of two, undone at the end."""
    rows, dims = vectors.shape
    bits = width(dims)
    values = np.zeros((rows, bits), np.float32)
    values[:, :dims] = vectors
    block = bits & -bits
    for order, signs in _turns(bits):
        values = values.take(order, axis=1) * signs
        values = _hadamard(values.reshape(rows, bits // block, block)).reshape(rows, bits)
    return values * np.float32(1 / block)


def _hadamard(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The Walsh-Hadamard transform of the last axis, a power of two long, without its factor.

    Sums go to the first half and differences to the second, so that all rounds pair neighbours (Pease, 1968) and one
    row costs a third: after the last round each value is back in its place, of the same sums in the same order.
    """
    half = values.shape[-1] // 2
    for _ in range(half.bit_length()):
        left, right = values[..., 0::2], values[..., 1::2]
        found = np.empty(values.shape, values.dtype)
        np.add(left, right, out=found[..., :half])
        np.subtract(left, right, out=found[..., half:])
        values = found
    return values


@cache
def _turns(bits: int) -> tuple[tuple[NDArray[np.intp], NDArray[np.float32]], ...]:
    """For each round a permutation and signs: fixed, as codes are stored."""
    turns = []
    for number in range(ROUNDS):
        mixed = _mixed(np.arange(bits, dtype=np.uint64) + np.uint64(number * MAX_DIMS * 2))
        signs = np.where(mixed & np.uint64(1), np.float32(1), np.float32(-1))
        turns.append((np.argsort(mixed, kind="stable"), signs))
    return tuple(turns)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64 (Steele, Lea and Flood, 2014): the same on every machine and for ever."""
    state = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))
