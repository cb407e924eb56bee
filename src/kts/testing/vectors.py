"""Vectors without a disk, `MemoryVectorIndex`, and what every vector index must keep: `check_vector_index`.

IDX-1, IDX-2 and RELIABILITY I2 and I6, as `kts.testing.index` has them for passages found by words.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from kts.errors import Mismatch, UsageError
from kts.records import Candidate, IndexedVector, VectorChange
from kts.testing.filters import admits
from kts.testing.index import CLOSE, CONTRACTS, MANY, PLAIN, POLICIES, Stopped
from kts.testing.rules import Refused, Unharmed, require, require_equal
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from kts.ports import VectorIndex
    from kts.types import Level

MODEL = "0" * 64
OTHER = "1" * 64
ALL = Filter()
EAST, NORTH, UP, NOWHERE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)


class MemoryVectorIndex:
    """Implements `ports.VectorIndex` without a disk: each process builds it anew from the truth."""

    name = "memory"

    def __init__(self, folder: object = None) -> None:
        del folder
        self._documents: dict[int, tuple[IndexedVector, ...]] = {}
        self._generation = 0
        self._model = ""

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty."""
        return self._generation

    @property
    def model(self) -> str:
        """The hash of the model whose vectors it holds, empty when it holds none."""
        return self._model if any(self._documents.values()) else ""

    @property
    def wasted(self) -> bool:
        """Never: what is removed is gone."""
        return False

    def reopen(self) -> None:
        """Nothing to look at: no other process can have changed this one's memory."""

    def apply(self, changes: Iterable[VectorChange], *, generation: int, model: str) -> None:
        """Apply removals and additions, then the generation number, in one step. Idempotent."""
        if self.model and self.model != model:
            message = f"the index holds vectors of the model {self.model}, not of {model}"
            raise Mismatch(message, hint="kts reindex builds it anew")
        self._switch(dict(self._documents), changes, generation, model)

    def rebuild(self, changes: Iterable[VectorChange], *, generation: int, model: str) -> None:
        """Replace everything by what `changes` add."""
        self._switch({}, changes, generation, model)

    def _switch(
        self,
        documents: dict[int, tuple[IndexedVector, ...]],
        changes: Iterable[VectorChange],
        generation: int,
        model: str,
    ) -> None:
        for change in changes:
            documents.pop(change.document_key, None)
            if change.op == "add":
                documents[change.document_key] = change.vectors
        _check_rows([row for rows in documents.values() for row in rows])
        self._documents, self._generation, self._model = documents, generation, model

    def keys(self) -> set[int]:
        """The keys of all live rows."""
        return {row.key for row in self._rows()}

    def _rows(self) -> Iterator[IndexedVector]:
        for rows in self._documents.values():
            yield from rows

    def problems(self) -> tuple[str, ...]:
        """Nothing is stored, so nothing is damaged."""
        return ()

    def search_dense(
        self, vector: NDArray[np.float32], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` rows of the level that pass the filter, best first, equal ones by key."""
        rows = [row for row in self._rows() if row.level == level and admits(filters, row.filters)]
        return tuple(sorted(self._scored(vector, rows), key=_rank)[:limit])

    def cosines(self, vector: NDArray[np.float32], keys: Sequence[int]) -> Mapping[int, float]:
        """The exact cosine of each key that has a live row."""
        wanted = set(keys)
        return dict(self._scored(vector, [row for row in self._rows() if row.key in wanted]))

    def _scored(self, vector: NDArray[np.float32], rows: Sequence[IndexedVector]) -> list[Candidate]:
        _check_question(vector, {len(row.vector) for row in self._rows()})
        return [Candidate(row.key, _cosine(vector, np.frombuffer(row.vector, "<f2"))) for row in rows]


def _rank(candidate: Candidate) -> tuple[float, int]:
    return -candidate.score, candidate.key


def _cosine(left: NDArray[np.float32], right: NDArray[np.float16]) -> float:
    """The cosine, computed in double precision and kept in single; 0 with a vector of zeros."""
    one, other = left.astype(np.float64), right.astype(np.float64)
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.float32(one @ other / lengths)) if lengths else 0.0


def _check_rows(rows: Sequence[IndexedVector]) -> None:
    for row in rows:
        if not row.vector or len(row.vector) != len(rows[0].vector) or len(row.vector) % 2:
            message = f"the vector of passage {row.key} has another length"
            raise UsageError(message, hint="kts reindex builds the vectors of one model")
        if not np.all(np.isfinite(np.frombuffer(row.vector, "<f2"))):
            message = f"the vector of passage {row.key} holds values that are not finite"
            raise UsageError(message, hint="kts reindex embeds the text again")


def _check_question(vector: NDArray[np.float32], sizes: set[int]) -> None:
    if sizes and (sizes != {2 * vector.size} or not np.all(np.isfinite(vector))):
        message = "the question's vector has another length, or values that are not finite"
        raise UsageError(message, hint="kts reindex builds the vectors of the model in use")


def check_vector_index(make: Callable[[], VectorIndex]) -> None:
    """Raise AssertionError naming the first rule of `ports.VectorIndex` that does not hold.

    `make` returns a new, empty index each time.
    """
    _check_empty(make())
    _check_refused_at_first(make())
    for check in (_check_found, _check_filters, _check_filters_first, _check_ties, _check_single):
        check(_filled(make))
    for check in (_check_idempotent, _check_removal, _check_replacement, _check_commit, _check_rebuild):
        check(_filled(make))
    for check in (_check_refused, _check_models):
        check(_filled(make))


def half(*values: float) -> bytes:
    """A vector as it is stored."""
    return np.array(values, "<f2").tobytes()


def pointing(*values: float) -> NDArray[np.float32]:
    """A question's vector."""
    return np.array(values, np.float32)


def added(document: int, filters: Mapping[str, tuple[str, ...]], *chunks: tuple[float, ...]) -> VectorChange:
    """A document with these chunks, and one section that points up."""
    rows = [
        IndexedVector(10 * document + number, document, "chunk", half(*chunk), filters)
        for number, chunk in enumerate(chunks, 1)
    ]
    return VectorChange("add", document, (IndexedVector(10 * document, document, "section", half(*UP), filters), *rows))


def vectors() -> tuple[VectorChange, ...]:
    """Three documents of the suite: 1 under contracts, 2 a policy, 3 without a date or type."""
    return (
        added(1, CONTRACTS, (1, 0.5, 0), (1, 0, 0.25)),
        added(2, POLICIES, (1, 1, 0), NOWHERE),
        added(3, PLAIN, (1, 2, 0), (-1, 0, 0)),
    )


def _filled(make: Callable[[], VectorIndex]) -> VectorIndex:
    index = make()
    index.apply(vectors(), generation=1, model=MODEL)
    return index


def _search(
    index: VectorIndex,
    vector: tuple[float, ...] = EAST,
    *,
    filters: Filter = ALL,
    limit: int = MANY,
    level: Level = "chunk",
) -> tuple[Candidate, ...]:
    found = index.search_dense(pointing(*vector), level=level, filters=filters, limit=limit)
    down = all(left.score >= right.score for left, right in pairwise(found))
    require(down, "vectors: candidates come best first", found)
    require(len(found) <= limit, f"vectors: at most `limit` candidates, {limit} here", found)
    keys = [candidate.key for candidate in found]
    require(len(set(keys)) == len(keys), "vectors: no row is found twice", keys)
    return found


def _keys(found: Iterable[Candidate]) -> list[int]:
    return [candidate.key for candidate in found]


def _state(index: VectorIndex) -> tuple[object, ...]:
    """Everything that a reader can see of the suite's corpus."""
    return index.model, index.keys(), tuple(_search(index, vector) for vector in (EAST, NORTH, UP))


def _check_empty(index: VectorIndex) -> None:
    rule = "vectors: a new index is empty, at generation 0, of no model"
    require(index.name, "vectors: `name` is a non-empty word", index.name)
    require_equal((index.generation, index.model), (0, ""), rule)
    with Unharmed("vectors: an empty index can be asked"):
        require_equal(_search(index), (), rule)
        require_equal(index.cosines(pointing(*EAST), [1, 2]), {}, rule)
        require_equal(index.keys(), set(), rule)
        index.reopen()
    index.apply((), generation=1, model=MODEL)
    require_equal(index.generation, 1, "vectors: a generation without changes is applied too")
    require_equal(_search(index), (), rule)


def _check_found(index: VectorIndex) -> None:
    require_equal((index.generation, index.model), (1, MODEL), "vectors: generation and model are the applied ones")
    require_equal(index.keys(), {10, 11, 12, 20, 21, 22, 30, 31, 32}, "vectors: `keys` are those of all rows")
    found = _search(index)
    require_equal(_keys(found), [12, 11, 21, 31, 22, 32], "vectors: all rows of the level are found, nearest first")
    wanted = (1 / 1.0625**0.5, 1 / 1.25**0.5, 0.5**0.5, 0.2**0.5, 0.0, -1.0)
    close = all(abs(candidate.score - score) < CLOSE for candidate, score in zip(found, wanted, strict=True))
    require(close, "vectors: the score is the cosine, whatever the length; 0 with a vector of zeros", found)
    require_equal(_keys(_search(index, limit=2)), [12, 11], "vectors: `limit` candidates where there are more")
    require_equal(
        _keys(_search(index, (8.0, 0.0, 0.0), limit=2)), [12, 11], "vectors: the question's length is nothing"
    )
    require_equal(_keys(_search(index, UP, level="section")), [10, 20, 30], "vectors: each level is searched alone")
    require_equal(_search(index, level="item"), (), "vectors: a level without rows finds nothing")
    require_equal(
        _keys(_search(index, NOWHERE)), [11, 12, 21, 22, 31, 32], "vectors: a question of zeros is equally far"
    )


FILTERED: tuple[tuple[Filter, list[int]], ...] = (
    (Filter(doc_type=("CONTRACT",)), [12, 11]),
    (Filter(doc_type=("CONTRACT", "POLICY")), [12, 11, 21, 22]),
    (Filter(regime=("GOVERNING_DOC_LEGAL",)), [12, 11]),
    (Filter(language=("de",)), [21, 22]),
    (Filter(document=("doc_3",)), [31, 32]),
    (Filter(without=("doc_1", "doc_3")), [21, 22]),
    (Filter(doc_type=("CONTRACT",), without=("doc_1",)), []),
    (Filter(section=("5.02",)), [12, 11]),
    (Filter(code=("e7042",)), [12, 11]),
    (Filter(tool=("Doverlock",)), [12, 11]),
    (Filter(item_type=("Obligation",)), [21, 22]),
    (Filter(path=("contracts",)), [12, 11]),
    (Filter(path=("contracts/",)), [12, 11]),
    (Filter(path=("contracts/psa.md", "notes.md")), [12, 11, 31, 32]),
    (Filter(path=("contr",)), []),
    (Filter(since="2022-01-01"), [12, 11]),
    (Filter(until="2023-06-30"), [12, 11, 21, 22]),
    (Filter(since="2021-01-01", until="2021-01-01"), [21, 22]),
    (Filter(since="2023-07-01"), []),
    (Filter(doc_type=("CONTRACT",), language=("de",)), []),
    (Filter(doc_type=("absent",)), []),
)


def _check_filters(index: VectorIndex) -> None:
    for filters, wanted in FILTERED:
        asked = {name: value for name in Filter._fields if (value := getattr(filters, name))}
        require_equal(_keys(_search(index, filters=filters)), wanted, f"vectors: every hit is what is asked: {asked}")


def _check_filters_first(index: VectorIndex) -> None:
    worst = _search(index)[-1]
    alone = _search(index, filters=Filter(document=("doc_3",)), limit=2)
    require_equal(_keys(alone), [31, 32], "vectors: filters are evaluated before the limit, never after")
    require_equal(alone[-1], worst, "vectors: a filter decides what is found, not how it scores")


def _check_ties(index: VectorIndex) -> None:
    index.apply([added(number, PLAIN, NORTH) for number in (9, 7, 8, 5)], generation=2, model=MODEL)
    require_equal(_keys(_search(index, NORTH, limit=3)), [51, 71, 81], "vectors: equal scores are ordered by key")


def _check_single(index: VectorIndex) -> None:
    scores = {candidate.key: candidate.score for candidate in _search(index)}
    found = index.cosines(pointing(*EAST), [32, 99, 11, 10, 11])
    require_equal(set(found), {32, 11, 10}, "vectors: `cosines` are of every key that has a row, of any level")
    same = all(abs(found[key] - scores[key]) < CLOSE for key in (32, 11))
    require(same, "vectors: `cosines` and `search_dense` agree", (found, scores))
    require_equal(index.cosines(pointing(*EAST), []), {}, "vectors: no keys have no cosines")


def _check_idempotent(index: VectorIndex) -> None:
    before = _state(index)
    index.apply(vectors(), generation=1, model=MODEL)
    require_equal(_state(index), before, "vectors: apply is idempotent")
    require_equal(index.generation, 1, "vectors: applying a generation again does not change its number")


def _check_removal(index: VectorIndex) -> None:
    before = _state(index)
    index.apply([VectorChange("remove", 1), VectorChange("remove", 77)], generation=2, model=MODEL)
    require_equal(index.generation, 2, "vectors: a removal is a generation; removing what is absent is no error")
    require_equal(_keys(_search(index)), [21, 31, 22, 32], "vectors: a removed document is not found")
    require_equal(index.keys(), {20, 21, 22, 30, 31, 32}, "vectors: `keys` respect removals")
    require_equal(index.cosines(pointing(*EAST), [11]), {}, "vectors: `cosines` respect removals")
    index.apply(vectors()[:1], generation=3, model=MODEL)
    require_equal(_state(index), before, "vectors: what was removed can be added again")
    index.apply([VectorChange("remove", number) for number in (1, 2, 3)], generation=4, model=MODEL)
    require_equal((index.model, index.keys()), ("", set()), "vectors: when all has left, there is no model")


def _check_replacement(index: VectorIndex) -> None:
    index.apply([added(1, CONTRACTS, NORTH)], generation=2, model=MODEL)
    require_equal(_keys(_search(index, NORTH, limit=1)), [11], "vectors: adding a document again replaces its rows")
    require_equal(index.keys() & {10, 11, 12}, {10, 11}, "vectors: a replaced document keeps no old rows")
    twice = [added(1, CONTRACTS, UP), VectorChange("remove", 1), added(1, CONTRACTS, UP, NORTH)]
    index.apply([*twice, added(4, PLAIN, NORTH)], generation=3, model=MODEL)
    require_equal(_keys(_search(index, NORTH, limit=2)), [12, 41], "vectors: the last change of a document counts")


def _check_commit(index: VectorIndex) -> None:
    before, seen = _state(index), []

    def changes(*, stop: bool) -> Iterator[VectorChange]:
        seen.append((index.generation, _state(index)))
        yield VectorChange("remove", 1)
        yield added(4, PLAIN, NORTH)
        if stop:
            raise Stopped
        seen.append((index.generation, _state(index)))

    for apply in (index.apply, index.rebuild):
        with Refused("vectors: an error of the changes reaches the caller", Stopped):
            apply(changes(stop=True), generation=2, model=MODEL)
        rule = "vectors: a change that breaks off changes nothing, the generation number least"
        require_equal((index.generation, _state(index)), (1, before), rule)
    index.apply(changes(stop=False), generation=2, model=MODEL)
    require(all(one == (1, before) for one in seen), "vectors: nothing of a change is seen before its commit", seen)
    for _ in range(2):
        found = index.generation, _keys(_search(index, NORTH, limit=1))
        require_equal(found, (2, [41]), "vectors: after apply, all is seen, and stays")
        index.reopen()


def _check_rebuild(index: VectorIndex) -> None:
    index.rebuild([added(4, PLAIN, NORTH)], generation=7, model=OTHER)
    require(not index.wasted, "vectors: nothing is wasted after a rebuild")
    for _ in range(2):
        found = index.generation, index.model, index.keys()
        require_equal(found, (7, OTHER, {40, 41}), "vectors: a rebuild replaces everything, and stays")
        require_equal(_keys(_search(index)), [41], "vectors: after a rebuild only what was given is found")
        index.reopen()


def _check_refused_at_first(index: VectorIndex) -> None:
    for wrong in (b"", b"odd", half(float("nan"), 0, 0), half(0, float("inf"), 0)):
        _refused(index, wrong)
        require_equal((index.generation, index.keys()), (0, set()), "vectors: what is refused leaves nothing")


def _check_refused(index: VectorIndex) -> None:
    before = _state(index)
    for wrong in (half(1, 0), half(1, 0, 0, 0), b"", half(float("nan"), 0, 0), half(0, -float("inf"), 0)):
        _refused(index, wrong)
        require_equal((index.generation, _state(index)), (1, before), "vectors: what is refused leaves nothing")
    for vector in (pointing(1, 0), pointing(1, 0, 0, 0), pointing(float("nan"), 0, 0), pointing(0, float("inf"), 0)):
        rule = "vectors: a question of another length, or with values that are not finite, is a UsageError"
        with Refused(rule, UsageError):
            index.search_dense(vector, level="chunk", filters=ALL, limit=1)
        with Refused(rule, UsageError):
            index.cosines(vector, [11])


def _refused(index: VectorIndex, wrong: bytes) -> None:
    change = VectorChange("add", 4, (IndexedVector(41, 4, "chunk", wrong, PLAIN),))
    with Refused("vectors: a row of another length, or with values that are not finite, is a UsageError", UsageError):
        index.apply([change], generation=2, model=MODEL)


def _check_models(index: VectorIndex) -> None:
    before = _state(index)
    with Refused("vectors: vectors of another model are a Mismatch", Mismatch):
        index.apply([added(4, PLAIN, NORTH)], generation=2, model=OTHER)
    require_equal((index.generation, _state(index)), (1, before), "vectors: what is refused leaves nothing")
