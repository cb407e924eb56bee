"""Laws of the dense index: what is found depends on what is in it alone (RELIABILITY I6, RANK determinism)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts.records import IndexedVector, VectorChange
from kts.store import dense_codes, dense_scores
from kts.store.dense import DenseIndex
from kts.testing.vectors import MODEL, MemoryVectorIndex
from kts.types import Filter

ALL = Filter()
FILTERS = (ALL, Filter(doc_type=("SOP",)), Filter(document=("doc_1", "doc_2"), path=("a",)), Filter(since="2021-06-01"))
DIMS = 5
CLOSE = 1e-6
CENTRES, SPREAD = 40, 0.7

PARTS = st.floats(-4, 4, width=16)
VECTORS = st.lists(PARTS, min_size=DIMS, max_size=DIMS).map(lambda values: np.array(values, "<f2"))


def row(document, number, level, vector, doc_type):
    filters = {
        "doc_type": (doc_type,),
        "document": (f"doc_{document}",),
        "path": ("a", f"a/{document}.md") if document % 2 else (f"{document}.md",),
        "date": (f"202{document}-06-01",),
    }
    return IndexedVector(document * 10 + number, document, level, vector.tobytes(), filters)


ADDED = st.builds(
    lambda document, rows, doc_type: VectorChange(
        "add",
        document,
        tuple(row(document, number, level, vector, doc_type) for number, (level, vector) in enumerate(rows)),
    ),
    st.integers(0, 5),
    st.lists(st.tuples(st.sampled_from(["chunk", "section"]), VECTORS), max_size=4),
    st.sampled_from(["POLICY", "SOP"]),
)
CHANGES = st.one_of(ADDED, st.integers(0, 5).map(lambda document: VectorChange("remove", document)))
HISTORIES = st.lists(st.lists(CHANGES, max_size=4), min_size=1, max_size=12)


def documents(history):
    """What is in an index after the history."""
    kept = {}
    for change in (change for changes in history for change in changes):
        kept.pop(change.document_key, None)
        if change.op == "add":
            kept[change.document_key] = change
    return list(kept.values())


def seen(index, vector):
    searches = [
        index.search_dense(vector, level=level, filters=filters, limit=limit)
        for level in ("chunk", "section")
        for filters in FILTERS
        for limit in (1, 3, 100)
    ]
    return index.keys(), searches, index.cosines(vector, range(70))


@settings(max_examples=40)
@given(HISTORIES, VECTORS)
def test_i6_any_history_finds_what_one_rebuild_finds(history, vector):
    vector = vector.astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        grown, built = DenseIndex(Path(folder) / "grown"), DenseIndex(Path(folder) / "built")
        for generation, changes in enumerate(history, 1):
            grown.apply(changes, generation=generation, model=MODEL)
        built.rebuild(documents(history), generation=len(history), model=MODEL)
        assert (grown.generation, grown.model) == (built.generation, built.model)
        assert seen(grown, vector) == seen(built, vector)
        assert seen(DenseIndex(Path(folder) / "grown"), vector) == seen(built, vector)
        assert (grown.problems(), built.problems()) == ((), ())


@settings(max_examples=25)
@given(HISTORIES, VECTORS)
def test_idx_1_the_dense_index_finds_what_the_plainest_finds(history, vector):
    vector = vector.astype(np.float32)
    plain = MemoryVectorIndex()
    with tempfile.TemporaryDirectory() as folder:
        index = DenseIndex(Path(folder))
        for generation, changes in enumerate(history, 1):
            for one in (plain, index):
                one.apply(changes, generation=generation, model=MODEL)
        assert index.keys() == plain.keys()
        for filters in FILTERS:
            found = index.search_dense(vector, level="chunk", filters=filters, limit=100)
            wanted = dict(plain.search_dense(vector, level="chunk", filters=filters, limit=100))
            assert {candidate.key for candidate in found} == set(wanted)
            assert all(abs(candidate.score - wanted[candidate.key]) < CLOSE for candidate in found)


def clustered(rows, dims, *, seed, mean=0.0):
    """Rows around centres, with the common direction and the unequal dimensions that embeddings have."""
    chance = np.random.default_rng(seed)
    scales = (1 + np.arange(dims)) ** -0.5
    centres = np.random.default_rng(0).standard_normal((CENTRES, dims))
    common = mean * np.random.default_rng(1).standard_normal(dims)
    near = centres[chance.integers(0, CENTRES, rows)] + SPREAD * chance.standard_normal((rows, dims))
    values = near * scales + common * scales.mean()
    return (values / np.linalg.norm(values, axis=1, keepdims=True)).astype("<f2")


def change(document, vectors):
    rows = (row(document, number, "chunk", vector, "SOP") for number, vector in enumerate(vectors))
    return VectorChange("add", document, tuple(rows))


@pytest.fixture(scope="module", params=[0.0, 2.0], ids=["centred", "leaning"])
def many(request):
    """More rows than are all scored, as documents of ten."""
    vectors = clustered(12_000, 128, seed=2, mean=request.param)
    asked = clustered(30, 128, seed=3, mean=request.param).astype(np.float32)
    return [change(number, vectors[number * 10 : number * 10 + 10]) for number in range(1200)], vectors, asked


def test_i6_any_history_finds_what_one_rebuild_finds_among_many(many, tmp_path):
    changes, _, asked = many
    grown, built = DenseIndex(tmp_path / "grown"), DenseIndex(tmp_path / "built")
    order = np.random.default_rng(4).permutation(len(changes)).tolist()
    for generation, start in enumerate(range(0, len(order), 100), 1):
        batch = [changes[number] for number in order[start : start + 100]]
        again = [changes[number] for number in order[max(0, start - 150) : start - 100]]
        gone = [VectorChange("remove", number) for number in order[max(0, start - 50) : start] if number % 7 == 0]
        grown.apply([*batch, *again, *gone], generation=generation, model=MODEL)
    left = grown.keys()
    built.rebuild([one for one in changes if one.document_key * 10 in left], generation=1, model=MODEL)
    assert built.keys() == left != set(range(12_000))
    for vector in asked:
        for filters in (ALL, Filter(path=("a",))):
            found = [index.search_dense(vector, level="chunk", filters=filters, limit=20) for index in (grown, built)]
            assert found[0] == found[1]
            assert len(found[0]) == 20


@pytest.mark.parametrize("limit", [10, 100, 1000])
def test_idx_1_what_is_found_among_many_is_what_is_nearest(many, limit, tmp_path):
    changes, vectors, asked = many
    index = DenseIndex(tmp_path)
    index.rebuild(changes, generation=1, model=MODEL)
    kept = []
    for vector in asked:
        found = index.search_dense(vector, level="chunk", filters=ALL, limit=limit)
        best = set(np.argsort(-(vectors.astype(np.float32) @ vector), kind="stable")[:10].tolist())
        kept.append(len(best & {candidate.key for candidate in found}) / 10)
        assert dict(found) == index.cosines(vector, [candidate.key for candidate in found])
    assert np.mean(kept) >= 0.99


@given(st.integers(1, 400), st.integers(0, 2**32 - 1))
def test_a_code_is_that_of_its_row_alone(dims, seed):
    vectors = np.random.default_rng(seed).standard_normal((7, dims)).astype(np.float32)
    together = dense_codes.codes(vectors)
    assert together.shape == (dense_codes.width(dims) // 64, 7)
    alone = [dense_codes.codes(vectors[number : number + 1]) for number in range(7)]
    assert np.array_equal(np.concatenate(alone, axis=1), together)
    assert np.array_equal(dense_codes.codes(vectors * 4), together)


@given(st.integers(64, 500), st.integers(0, 2**32 - 1), st.floats(-1, 1))
def test_an_estimate_is_off_by_no_more_than_is_allowed_for(dims, seed, lean):
    chance = np.random.default_rng(seed)
    vector = chance.standard_normal(dims)
    rows = lean * vector + chance.standard_normal((200, dims)) * np.linspace(0.1, 2, 200)[:, None]
    asked = dense_codes.question(vector.astype(np.float32))
    distances = dense_codes.distances(asked, dense_codes.codes(rows.astype(np.float32)))
    true = rows @ vector / np.linalg.norm(rows, axis=1) / np.linalg.norm(vector)
    inside = [
        distance <= dense_codes.reach(asked, cosine, deviations=3)
        for distance, cosine in zip(distances.tolist(), true.tolist(), strict=True)
    ]
    assert np.mean(inside) >= 0.9, "the errors of one question's rows go together: some questions have a share of them"


@given(st.lists(st.floats(width=16, allow_nan=False, allow_infinity=False), min_size=1, max_size=40))
def test_every_half_is_widened_exactly(values):
    halves = np.array([values, values[::-1]], "<f2")
    (block,) = dense_scores.widened(halves.view("<i2"))
    assert np.array_equal(block, halves.astype(np.float32))


@given(
    st.lists(st.lists(PARTS, min_size=3, max_size=3), min_size=1, max_size=600), st.lists(PARTS, min_size=3, max_size=3)
)
def test_a_score_is_that_of_its_row_alone(rows, vector):
    halves = np.array(rows, "<f2").view("<i2")
    unit = dense_codes.question(np.array(vector, np.float32)).unit
    unknown, known = np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32)
    together = dense_scores.cosines(unit, halves, np.arange(len(rows)), known)
    alone = [dense_scores.cosines(unit, halves, np.array([number]), unknown) for number in range(len(rows))]
    assert np.array_equal(np.concatenate(alone), together)
    assert np.array_equal(dense_scores.cosines(unit, halves, np.arange(len(rows)), known), together)
    assert np.all(known > 0)
    assert np.all(np.abs(together) <= 1)
