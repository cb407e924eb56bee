"""Exact search among the vectors with numpy: one product a document, the best hundred sorted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
from protocol import DEPTH, Engine, documents, serve, vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol import Question, Ranked, Vectors


def build(task: Path, folder: Path) -> float:
    """The matrix and the ids beside it."""
    np.save(folder / "vectors.npy", vectors(task / "documents.npy"))
    ids = [document.id for document in documents(task)]
    (folder / "ids.json").write_text(json.dumps(ids), encoding="utf-8")
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """Cosines: the vectors are of unit length."""
    matrix: Vectors = np.load(folder / "vectors.npy")
    ids = json.loads((folder / "ids.json").read_text(encoding="utf-8"))

    def ask(question: Question) -> Ranked:
        scores = matrix @ question.vector
        nearest = np.argpartition(-scores, min(DEPTH, len(ids)) - 1)[:DEPTH]
        best = nearest[np.argsort(-scores[nearest], kind="stable")]
        return [(ids[row], float(scores[row])) for row in best]

    return ask


if __name__ == "__main__":
    serve(Engine("numpy", build, opened))
