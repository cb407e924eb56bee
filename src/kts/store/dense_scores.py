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
    unit: NDArray[np.float32], halves: NDArray[np.int16], rows: NDArray[np.intp] | slice
) -> NDArray[np.float32]:
    """The cosine of each of the rows and the unit vector; 0 with a row of zeros."""
    found = [_block(unit, block) for block in widened(halves, rows)]
    return np.concatenate(found) if found else np.empty(0, np.float32)


def _block(unit: NDArray[np.float32], block: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt(np.vecdot(block, block))
    lengths[lengths == 0] = 1
    with np.errstate(invalid="ignore"):  # rows that a disk damaged; what `kts verify` is for
        found: NDArray[np.float32] = np.vecdot(block, unit) / lengths
    np.minimum(found, 1, out=found)
    np.maximum(found, -1, out=found)
    found[found != found] = 0  # noqa: PLR0124 - what is no number is not equal to itself
    return found


def widened(halves: NDArray[np.int16], rows: NDArray[np.intp] | slice) -> Iterator[NDArray[np.float32]]:
    """The rows as single precision, block by block; a block is overwritten by the next."""
    count = len(range(*rows.indices(len(halves)))) if isinstance(rows, slice) else len(rows)
    buffer = np.empty((min(count, BLOCK), halves.shape[1]), np.int32)
    for start in range(0, count, BLOCK):
        block = buffer[: min(BLOCK, count - start)]
        if isinstance(rows, slice):
            first = (rows.start or 0) + start
            block[...] = halves[first : first + len(block)]
        else:
            block[...] = halves[rows[start : start + len(block)]]
        yield _single(block)


def _single(block: NDArray[np.int32]) -> NDArray[np.float32]:
    np.left_shift(block, 13, out=block)
    np.bitwise_and(block, EXPONENTS, out=block)
    values = block.view(np.float32)
    return np.multiply(values, REBIAS, out=values)


def all_finite(vector: bytes) -> bool:
    """Whether each half of the vector is a number."""
    return bool(np.all((np.frombuffer(vector, "<u2") & NOT_FINITE) != NOT_FINITE))
