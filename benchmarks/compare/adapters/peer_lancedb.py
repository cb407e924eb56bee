"""LanceDB: its hybrid search, full text beside an exact scan of the vectors, fused by its default, RRF."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lancedb
from lancedb.rerankers import RRFReranker
from protocol import DEPTH, Engine, documents, serve, vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol import Question, Ranked


def build(task: Path, folder: Path) -> float:
    """A table and its full-text index with the defaults; below 100,000 rows LanceDB advises no vector index."""
    matrix = vectors(task / "documents.npy")
    rows = [
        {"id": document.id, "text": document.text, "vector": vector}
        for document, vector in zip(documents(task), matrix, strict=True)
    ]
    lancedb.connect(str(folder)).create_table("documents", data=rows).create_fts_index("text")
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """The two lists fused by its own reranker."""
    table, fusion = lancedb.connect(str(folder)).open_table("documents"), RRFReranker()

    def ask(question: Question) -> Ranked:
        asked = table.search(query_type="hybrid").vector(question.vector).text(question.text)
        found = asked.distance_type("cosine").rerank(fusion).select(["id"]).limit(DEPTH).to_list()
        return [(row["id"], row["_relevance_score"]) for row in found]

    return ask


if __name__ == "__main__":
    serve(Engine("lancedb", build, opened))
