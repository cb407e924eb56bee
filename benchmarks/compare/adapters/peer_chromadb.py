"""Chroma, persistent, in process: its HNSW index with cosines. Its hybrid search is a service, not in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chromadb
from chromadb.config import Settings
from protocol import DEPTH, Engine, documents, serve, vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from chromadb.api import ClientAPI
    from protocol import Question, Ranked


def build(task: Path, folder: Path) -> float:
    """Texts and vectors, in the largest batches that Chroma takes."""
    client, rows = _client(folder), list(documents(task))
    configuration = {"hnsw": {"space": "cosine"}}
    collection = client.create_collection("documents", configuration=configuration, embedding_function=None)
    matrix, step = vectors(task / "documents.npy"), client.get_max_batch_size()
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        collection.add(
            ids=[document.id for document in part],
            embeddings=matrix[start : start + step],
            documents=[document.text for document in part],
        )
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """The nearest by the index."""
    collection = _client(folder).get_collection("documents", embedding_function=None)

    def ask(question: Question) -> Ranked:
        found = collection.query(query_embeddings=[question.vector], n_results=DEPTH, include=["distances"])
        return [(key, -distance) for key, distance in zip(found["ids"][0], found["distances"][0], strict=True)]

    return ask


def _client(folder: Path) -> ClientAPI:
    return chromadb.PersistentClient(path=str(folder), settings=Settings(anonymized_telemetry=False))


if __name__ == "__main__":
    serve(Engine("chromadb", build, opened))
