"""Exact cosines of half-precision rows, in single precision, the same to the last bit beside whatever other rows.

numpy converts half precision one value at a time; shifting the bits of a whole block into single precision is
two to three times faster. Each row is one dot product of its own: a matrix product would round a row differently
depending on its place, and would wake a second thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

BLOCK = 256
"""Rows converted at a time: 384 kB of 384 dimensions, within the second cache."""
EXPONENTS = np.int32(-0x70000001)
"""Mask (0x8fffffff) that keeps the sign, exponent and fraction of a shifted half and drops the repeated sign."""
REBIAS = np.float32(2.0**112)
"""The exponents' offsets differ by 127 - 15; multiplying is exact, also for the smallest halves."""
NOT_FINITE = np.uint16(0x7C00)
"""The exponent bits of a half that is infinite or no number."""


def cosines(
    unit: NDArray[np.float32], halves: NDArray[np.int16], rows: NDArray[np.intp], lengths: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The cosine of each of the rows and the unit vector; 0 with a row of zeros.

    `lengths` are those of all rows that anyone has asked for, 0 where nobody has: what is found is noted there.
    Without it, and with the offset of the exponents in the unit vector, a row costs a quarter less.
    """
    found, far = np.empty(len(rows), np.float32), unit * REBIAS
    buffer = np.empty((min(len(rows), BLOCK), halves.shape[1]), np.int32)
    with np.errstate(invalid="ignore"):  # rows that a disk damaged; what `kts verify` is for
        for start in range(0, len(rows), BLOCK):
            wanted = rows[start : start + BLOCK]
            block = _biased(halves.take(wanted, axis=0, mode="clip"), buffer)  # all are there: looked at once
            known = lengths[wanted]
            if not np.logical_and.reduce(known):
                known = lengths[wanted] = _lengths(np.multiply(block, REBIAS))
            np.divide(np.vecdot(block, far), known, out=found[start : start + BLOCK])
    np.minimum(found, 1, out=found)
    np.maximum(found, -1, out=found)
    found[found != found] = 0  # noqa: PLR0124 - what is no number is not equal to itself
    return found


def _lengths(block: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths: NDArray[np.float32] = np.sqrt(np.vecdot(block, block))
    lengths[lengths == 0] = 1
    return lengths


def widened(halves: NDArray[np.int16]) -> Iterator[NDArray[np.float32]]:
    """Rows as single precision, block by block; a block is overwritten by the next."""
    buffer = np.empty((min(len(halves), BLOCK), halves.shape[1]), np.int32)
    for start in range(0, len(halves), BLOCK):
        values = _biased(halves[start : start + BLOCK], buffer)
        yield np.multiply(values, REBIAS, out=values)


def _biased(halves: NDArray[np.int16], buffer: NDArray[np.int32]) -> NDArray[np.float32]:
    """The rows as single precision but for the offset of their exponents: each is to be multiplied by `REBIAS`."""
    block = buffer[: len(halves)]
    block[...] = halves
    np.left_shift(block, 13, out=block)
    np.bitwise_and(block, EXPONENTS, out=block)
    return block.view(np.float32)


def all_finite(vector: bytes) -> bool:
    """Whether each half of the vector is a number."""
    return bool(np.all((np.frombuffer(vector, "<u2") & NOT_FINITE) != NOT_FINITE))
