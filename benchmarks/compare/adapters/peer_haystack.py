"""Haystack: its in-memory store, BM25 and embedding retrievers, joined by reciprocal ranks: its hybrid tutorial."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haystack import Document, Pipeline
from haystack.components.joiners import DocumentJoiner
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
from haystack.document_stores.in_memory import InMemoryDocumentStore
from protocol import DEPTH, Engine, documents, serve, vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol import Question, Ranked


def build(task: Path, folder: Path) -> float:
    """The store with its defaults (BM25L), kept as the JSON file that it writes itself."""
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    matrix = vectors(task / "documents.npy")
    store.write_documents(
        [
            Document(id=document.id, content=document.text, embedding=vector.tolist())
            for document, vector in zip(documents(task), matrix, strict=True)
        ]
    )
    store.save_to_disk(str(folder / "store.json"))
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """A pipeline of two retrievers and a joiner."""
    store = InMemoryDocumentStore.load_from_disk(str(folder / "store.json"))
    pipeline = Pipeline()
    pipeline.add_component("words", InMemoryBM25Retriever(store, top_k=DEPTH))
    pipeline.add_component("meaning", InMemoryEmbeddingRetriever(store, top_k=DEPTH))
    pipeline.add_component("join", DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=DEPTH))
    pipeline.connect("words", "join")
    pipeline.connect("meaning", "join")

    def ask(question: Question) -> Ranked:
        asked = {"words": {"query": question.text}, "meaning": {"query_embedding": question.vector.tolist()}}
        found = pipeline.run(asked)["join"]["documents"]
        return [(document.id, float(document.score or 0.0)) for document in found]

    return ask


if __name__ == "__main__":
    serve(Engine("haystack-ai", build, opened))
