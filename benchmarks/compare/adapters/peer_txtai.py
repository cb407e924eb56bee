"""txtai: its hybrid index (Faiss and its own BM25, half and half by default) with the texts in its SQLite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from protocol import DEPTH, Engine, documents, questions, serve, vectors
from txtai import Embeddings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from protocol import Question, Ranked, Vectors


def build(task: Path, folder: Path) -> float:
    """The vector of each text is asked for: given from the task, as from a model behind an API."""
    rows = [(document.id, document.text) for document in documents(task)]
    given = _given([text for _, text in rows], vectors(task / "documents.npy"))
    embeddings = Embeddings(method="external", transform=given, hybrid=True, content=True)
    embeddings.index(rows)
    embeddings.config.pop("transform")
    embeddings.save(str(folder))
    return 0.0


def opened(task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """Its search with the default weights."""
    asked = questions(task)
    embeddings = Embeddings()
    given = _given([question.text for question in asked], vectors(task / "queries.npy"))
    embeddings.load(str(folder), config={"transform": given})

    def ask(question: Question) -> Ranked:
        return [(row["id"], float(row["score"])) for row in embeddings.search(question.text, DEPTH)]

    return ask


def _given(texts: Sequence[str], rows: Vectors) -> Callable[[Sequence[str]], Vectors]:
    """A model that knows these texts."""
    known = dict(zip(texts, rows, strict=True))

    def transform(wanted: Sequence[str]) -> Vectors:
        return np.stack([known[text] for text in wanted])

    return transform


if __name__ == "__main__":
    serve(Engine("txtai", build, opened))
