"""IDX-1, IDX-2: every vector index keeps the vectors' suite, and a broken rule is named."""

from __future__ import annotations

import pytest

from kts.records import Candidate
from kts.store.dense import DenseIndex
from kts.testing.vectors import MemoryVectorIndex, check_vector_index
from kts.types import Filter

MANY = 1_000


@pytest.mark.parametrize("adapter", [DenseIndex, MemoryVectorIndex])
def test_idx_1_every_vector_index_keeps_the_suite(adapter, tmp_path):
    numbers = iter(range(MANY))
    check_vector_index(lambda: adapter(tmp_path / str(next(numbers))))


class Late(MemoryVectorIndex):
    """Filters after the limit."""

    def search_dense(self, vector, *, level, filters, limit):
        found = super().search_dense(vector, level=level, filters=Filter(), limit=limit)
        kept = super().search_dense(vector, level=level, filters=filters, limit=MANY)
        return tuple(candidate for candidate in found if candidate in kept)


class Distant(MemoryVectorIndex):
    """Scores by 1 / (1 + distance)."""

    def search_dense(self, vector, *, level, filters, limit):
        found = super().search_dense(vector, level=level, filters=filters, limit=limit)
        return tuple(Candidate(key, 1 / (2 - score)) for key, score in found)


class Untidy(MemoryVectorIndex):
    """Orders equal scores by what came last."""

    def search_dense(self, vector, *, level, filters, limit):
        found = super().search_dense(vector, level=level, filters=filters, limit=MANY)
        return tuple(sorted(found, key=lambda candidate: (-candidate.score, -candidate.key)))[:limit]


class Boundless(MemoryVectorIndex):
    """Forgets the limit."""

    def search_dense(self, vector, *, level, filters, limit):
        return super().search_dense(vector, level=level, filters=filters, limit=MANY * limit)


class Hasty(MemoryVectorIndex):
    """Notes the generation before its changes are in."""

    def apply(self, changes, *, generation, model):
        self._generation = generation
        super().apply(changes, generation=generation, model=model)


class Piecemeal(MemoryVectorIndex):
    """Shows each change as it comes."""

    def apply(self, changes, *, generation, model):
        for change in changes:
            super().apply([change], generation=self.generation, model=model)
        super().apply((), generation=generation, model=model)


class Mixing(MemoryVectorIndex):
    """Takes vectors of any model."""

    def apply(self, changes, *, generation, model):
        super().apply(changes, generation=generation, model=self.model or model)


class Forgetful(MemoryVectorIndex):
    """Knows the cosines of chunks only."""

    def cosines(self, vector, keys):
        return {key: score for key, score in super().cosines(vector, keys).items() if key % 10}


@pytest.mark.parametrize(
    ("index", "rule"),
    [
        (Late, "never after"),
        (Distant, "the score is the cosine"),
        (Untidy, "each level is searched alone|ordered by key"),
        (Boundless, "`limit`"),
        (Hasty, "leaves nothing|changes nothing"),
        (Piecemeal, "changes nothing"),
        (Mixing, "another model"),
        (Forgetful, "of any level"),
    ],
)
def test_idx_1_a_broken_rule_is_named(index, rule):
    with pytest.raises(AssertionError, match=rule):
        check_vector_index(index)
