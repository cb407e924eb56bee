"""The bare reference of a hybrid question: onnxruntime, tokenizers, numpy and tantivy, fused by rank.

`plain_hybrid.py MODEL TANTIVY MATRIX QUESTION` prints the best ten rows of the matrix or passages of the index.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
import tantivy
from tokenizers import Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEPTH, K = 100, 60


def vector_of(model: str, question: str) -> NDArray[np.float32]:
    """The question's vector: one thread, the graph as it is."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(f"{model}/model.onnx", options, providers=["CPUExecutionProvider"])
    ids = Tokenizer.from_file(f"{model}/tokenizer.json").encode(question).ids
    vectors: Any = session.run(["sentence"], {"input_ids": np.array([ids], np.int64)})
    found: NDArray[np.float32] = vectors[0][0]
    return found


def words(index: tantivy.Index, question: str) -> list[tuple[float, Any]]:
    """The best hundred passages by tantivy's own BM25."""
    query, _ = index.parse_query_lenient(question, ["body"])
    return list(index.searcher().search(query, DEPTH).hits)


def nearest(matrix: NDArray[np.float32], vector: NDArray[np.float32]) -> list[int]:
    """The best hundred rows by an exact scan in single precision, on one thread (a product of matrices wakes two)."""
    scores = np.vecdot(matrix, vector)
    found = np.argpartition(-scores, min(DEPTH, len(scores) - 1))[:DEPTH]
    best: list[int] = found[np.argsort(-scores[found])].tolist()
    return best


def ask(model: str, folder: str, rows: str, question: str) -> list[str]:
    """The best ten of both lists, by reciprocal ranks; passages of the index are known by their ids."""
    index, matrix = tantivy.Index.open(folder), np.load(rows, mmap_mode="r")
    ids = np.load(f"{rows}.ids.npy").tolist()
    fused: dict[str, float] = {}
    searcher = index.searcher()
    by_words = [str(searcher.doc(address)["id"][0]) for _, address in words(index, question)]
    by_meaning = [ids[row] for row in nearest(matrix, vector_of(model, question))]
    for found in (by_words, by_meaning):
        for rank, key in enumerate(found, 1):
            fused[key] = fused.get(key, 0.0) + 1 / (K + rank)
    return sorted(fused, key=lambda key: (-fused[key], key))[:10]


if __name__ == "__main__":
    print("\n".join(ask(*sys.argv[1:5])))
