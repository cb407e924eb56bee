"""LlamaIndex: its vector index and its BM25 retriever, joined by its fusion retriever with reciprocal ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import Stemmer
from llama_index.core import MockEmbedding, QueryBundle, StorageContext, VectorStoreIndex, load_index_from_storage
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import TextNode
from llama_index.retrievers.bm25 import BM25Retriever
from protocol import DEPTH, Engine, documents, serve, vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol import Question, Ranked

DIMS = 384
"""Of the embedding that stands in for a model: the vectors are given (MiniLM)."""


def build(task: Path, folder: Path) -> float:
    """Nodes with their vectors, kept as LlamaIndex keeps them: JSON files and a BM25 folder."""
    matrix = vectors(task / "documents.npy")
    nodes = [
        TextNode(id_=document.id, text=document.text, embedding=vector.tolist())
        for document, vector in zip(documents(task), matrix, strict=True)
    ]
    index = VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=DIMS))
    index.storage_context.persist(str(folder / "vectors"))
    words = BM25Retriever.from_defaults(nodes=nodes, stemmer=Stemmer.Stemmer("english"), language="english")
    words.persist(str(folder / "words"))
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """Both retrievers, one query, reciprocal ranks."""
    storage = StorageContext.from_defaults(persist_dir=str(folder / "vectors"))
    index = load_index_from_storage(storage, embed_model=MockEmbedding(embed_dim=DIMS))
    words = BM25Retriever.from_persist_dir(str(folder / "words"))
    words.similarity_top_k = min(DEPTH, len(words.corpus))
    fusion = QueryFusionRetriever(
        [index.as_retriever(similarity_top_k=DEPTH), words],
        llm=MockLLM(),
        mode=FUSION_MODES.RECIPROCAL_RANK,
        similarity_top_k=DEPTH,
        num_queries=1,
        use_async=False,
    )

    def ask(question: Question) -> Ranked:
        found = fusion.retrieve(QueryBundle(question.text, embedding=question.vector.tolist()))
        return [(node.node.node_id, float(node.score or 0.0)) for node in found]

    return ask


if __name__ == "__main__":
    serve(Engine("llama-index-core", build, opened))
