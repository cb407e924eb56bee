"""A dense search among 10,000, 100,000 and (with --million) 1,000,000 rows, against a bare scan with numpy.

The rows are synthetic: around centres, with a common direction and unequal dimensions, as embeddings have them.
faiss is measured beside it where it is installed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any

import numpy as np

from measure import ROOT, interleave, report
from measure import arguments as shared_arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from measure import Pairs

DIMS, DOCUMENT, LIMIT = 384, 10, 20
TARGET_MS = {10_000: 1.0, 100_000: 4.0, 1_000_000: 40.0}
RECALL, OPENING_MS, BYTES_A_ROW = 0.99, 50.0, 850.0
LEAN, SPREAD, ROWS_A_CENTRE = 0.4, 0.7, 100


def main() -> None:
    """Measure each size and print a line for it."""
    million = "--million" in sys.argv
    sys.argv = [argument for argument in sys.argv if argument != "--million"]
    options = shared_arguments(__doc__)
    sys.path.insert(0, str(ROOT / "src"))
    for rows in (3_000,) if options.smoke else sorted(TARGET_MS)[: 2 + million]:
        with tempfile.TemporaryDirectory(prefix="kts-bench-") as folder:
            report(
                measured(rows, Path(folder), questions=8 if options.smoke else 40, repeats=options.repeats or 5),
                options,
            )


def measured(rows: int, folder: Path, *, questions: int, repeats: int) -> dict[str, Any]:
    """The line of one size."""
    from kts.store.dense import DenseIndex
    from kts.types import Filter

    vectors, asked = clustered(rows + questions)[:rows], clustered(rows + questions)[rows:].astype(np.float32)
    DenseIndex(folder).rebuild(changes(vectors), generation=1, model="synthetic")
    opening = min(timed(lambda: DenseIndex(folder))() for _ in range(repeats))
    index, single = DenseIndex(folder), vectors.astype(np.float32)
    pairs, recalls = [], []
    for vector in asked:

        def ours(vector: NDArray[np.float32] = vector) -> set[int]:
            found = index.search_dense(vector, level="chunk", filters=Filter(), limit=LIMIT)
            return {candidate.key for candidate in found[:10]}

        def bare(vector: NDArray[np.float32] = vector) -> set[int]:
            return set(np.argpartition(-np.vecdot(single, vector), 10)[:10].tolist())

        recalls.append(len(ours() & bare()) / 10)
        pairs.append(interleave(timed(ours), timed(bare), repeats=repeats))
    size = sum(path.stat().st_size for path in folder.iterdir()) / rows
    return line(rows, pairs, mean(recalls), opening, size) | faiss(single, asked)


def line(rows: int, pairs: list[Pairs], recall: float, opening: float, size: float) -> dict[str, Any]:
    """The figures, and whether they are what is promised."""
    ours = 1e3 * median(median(pair.ours) for pair in pairs)
    reference = 1e3 * median(median(pair.reference) for pair in pairs)
    target = TARGET_MS.get(rows, 1.0)
    met = ours <= target and recall >= RECALL and 1e3 * opening <= OPENING_MS and size <= BYTES_A_ROW
    return {
        "benchmark": "dense_scan",
        "rows": rows,
        "ratio": ours / reference,
        "ours": ours,
        "reference": reference,
        "unit": "CPU ms a question, warm, in process",
        "recall_at_10": recall,
        "opening_ms": 1e3 * opening,
        "bytes_a_row": size,
        "target": f"<= {target:g} ms, recall@10 >= {RECALL}, opening <= {OPENING_MS:g} ms, <= {BYTES_A_ROW:g} B a row",
        "met": met,
        "note": "reference: one dot product a row in single precision and the best ten, numpy, one thread",
    }


def clustered(rows: int) -> NDArray[np.float16]:
    """Rows around centres, the same on every machine."""
    chance = np.random.default_rng(7)
    scales = ((1 + np.arange(DIMS)) ** -0.5).astype(np.float32)
    scales /= np.sqrt(np.mean(scales**2))
    centres = chance.standard_normal((max(50, rows // ROWS_A_CENTRE), DIMS), dtype=np.float32) * scales
    common = LEAN * chance.standard_normal(DIMS, dtype=np.float32)
    found = np.empty((rows, DIMS), "<f2")
    for start in range(0, rows, 10_000):
        block = centres[chance.integers(0, len(centres), min(10_000, rows - start))] + common
        block += SPREAD * scales * chance.standard_normal(block.shape, dtype=np.float32)
        found[start : start + len(block)] = block / np.linalg.norm(block, axis=1, keepdims=True)
    return found


def changes(vectors: NDArray[np.float16]) -> Iterator[Any]:
    """The rows as documents of ten, with the filter values that documents have."""
    from kts.records import IndexedVector, VectorChange

    for first in range(0, len(vectors), DOCUMENT):
        path = f"folder{first % 100}/document{first}.md"
        filters = {
            "document": (f"doc_{first:016x}",),
            "path": (path.partition("/")[0], path),
            "doc_type": (("POLICY", "SOP", "CONTRACT")[first % 3],),
            "language": ("en",),
        }
        rows = (
            IndexedVector(first + place, first, "chunk", vector.tobytes(), filters)
            for place, vector in enumerate(vectors[first : first + DOCUMENT])
        )
        yield VectorChange("add", first, tuple(rows))


def faiss(single: NDArray[np.float32], asked: NDArray[np.float32]) -> dict[str, float]:
    """CPU ms a question of faiss' own exact scan, where it is installed."""
    from importlib.util import find_spec

    if find_spec("faiss") is None:
        return {}
    import faiss as library

    library.omp_set_num_threads(1)
    flat = library.IndexFlatIP(DIMS)
    flat.add(single)
    return {"faiss": 1e3 * median(timed(lambda vector=vector: flat.search(vector[None, :], 10))() for vector in asked)}  # type: ignore[misc]


def timed(call: Callable[[], object]) -> Callable[[], float]:
    """The call as one that returns its CPU seconds."""

    def measure() -> float:
        start = time.process_time()
        call()
        return time.process_time() - start

    return measure


if __name__ == "__main__":
    main()
