"""The dense arm: the question's vector against those of passages and of whole documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NamedTuple

    import numpy as np
    from numpy.typing import NDArray

    from kts.config import SearchSettings
    from kts.ports import Embedder, VectorIndex
    from kts.records import Candidate
    from kts.types import Query
else:
    from kts.nouns import NamedTuple


class Dense(NamedTuple):
    """What searching by meaning needs: the model of the index's vectors, and the index."""

    embedder: Embedder
    index: VectorIndex  # type: ignore[assignment]  # the field's word


class DenseArm(NamedTuple):
    """The question as the dense index sees it: its vector, and the nearest passages.

    Documents that are near as a whole are not looked for: on five sets they brought no candidate that the nearest
    passages had not (decision 0007).
    """

    vector: NDArray[np.float32]
    index: VectorIndex  # type: ignore[assignment]  # the field's word
    passages: tuple[Candidate, ...]

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys of the nearest passages, nearest first."""
        return tuple([one.key for one in self.passages])

    def cosines(self, keys: Sequence[int]) -> Mapping[int, float]:
        """The exact cosine of each key that has a vector; those of the nearest passages are known."""
        known: dict[int, float] = dict(self.passages)
        known.update(self.index.cosines(self.vector, [key for key in keys if key not in known]))
        return known


def nearest(
    vector: NDArray[np.float32] | None, query: Query, dense: Dense | None, *, settings: SearchSettings, limit: int
) -> DenseArm | None:
    """The first stage by meaning, None where the search is by words alone."""
    if dense is None or vector is None:
        return None
    wanted = max(settings.dense_candidates, limit)
    passages = dense.index.search_dense(vector, level=query.level, filters=query.filters, limit=wanted)
    return DenseArm(vector, dense.index, passages)
