"""The systems that are compared: which adapter, which way of asking, which packages, what to know about each."""

from __future__ import annotations

from typing import NamedTuple


class System(NamedTuple):
    """A row of the table. `needs` empty: it runs in the environment of the product.

    `index` names the index, which several ways of one system share; `model` says whether a question is embedded;
    `texts` whether the index keeps the texts themselves, which counts in its bytes.
    """

    name: str
    adapter: str
    index: str
    kind: str
    note: str
    way: str = ""
    needs: tuple[str, ...] = ()
    model: bool = True
    texts: bool = True


OURS = "kts"

SYSTEMS = {
    system.name: system
    for system in (
        System(
            OURS,
            "product_kts",
            "kts",
            "product",
            "files in; passages and whole documents; convex fusion of exact scores",
            way="hybrid",
        ),
        System(
            "kts-lexical", "product_kts", "kts", "product", "the same index, `mode` lexical", "lexical", model=False
        ),
        System("kts-dense", "product_kts", "kts", "product", "the same index, `mode` dense", "dense"),
        System(
            "tantivy",
            "reference_tantivy",
            "tantivy",
            "reference",
            "one field, English stemmer, its own query parser",
            model=False,
            texts=False,
        ),
        System(
            "numpy",
            "reference_numpy",
            "numpy",
            "reference",
            "exact search among the vectors of whole documents",
            texts=False,
        ),
        System(
            "tantivy + numpy, RRF",
            "reference_rrf",
            "rrf",
            "reference",
            "the plain script: both lists, reciprocal ranks, k = 60",
            texts=False,
        ),
        System(
            "txtai",
            "peer_txtai",
            "txtai",
            "peer",
            "hybrid=True, content=True: Faiss and its own BM25, half and half",
            needs=("torch==2.13.0", "txtai==9.14.0"),
        ),
        System(
            "haystack",
            "peer_haystack",
            "haystack",
            "peer",
            "in-memory store: BM25L and vectors, joined by reciprocal ranks",
            needs=("haystack-ai==3.4.0", "numpy"),
        ),
        System(
            "llamaindex",
            "peer_llamaindex",
            "llamaindex",
            "peer",
            "vector index and BM25 retriever, fused by reciprocal ranks",
            needs=("llama-index-core==0.14.25", "llama-index-retrievers-bm25==0.8.0"),
        ),
        System(
            "lancedb",
            "peer_lancedb",
            "lancedb",
            "peer",
            "hybrid search: full text and an exact scan, its RRF reranker",
            needs=("lancedb==0.40.0", "numpy"),
        ),
        System(
            "chromadb",
            "peer_chromadb",
            "chromadb",
            "peer",
            "HNSW with cosines; its library has no hybrid search",
            needs=("chromadb==1.5.9",),
        ),
    )
}
