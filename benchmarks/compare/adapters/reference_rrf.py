"""Words and meaning, the script a good engineer writes in an afternoon: tantivy, numpy, reciprocal rank fusion.

RRF with k = 60 as in Cormack, Clarke and Buettcher 2009. Complete in itself, to be read as the plain alternative.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import tantivy
from protocol import DEPTH, Engine, documents, serve, vectors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol import Question, Ranked, Vectors

RANK_CONSTANT = 60
"""What is added to every rank (Cormack, Clarke and Buettcher 2009)."""


def build(task: Path, folder: Path) -> float:
    """A text field and the place of the document's vector; the matrix in a file of its own."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", tokenizer_name="en_stem")
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    index = tantivy.Index(builder.build(), path=str(folder))
    writer = index.writer(heap_size=64_000_000, num_threads=1)
    ids = []
    for document in documents(task):
        writer.add_document(tantivy.Document(id=[document.id], text=[document.text]))
        ids.append(document.id)
    writer.commit()
    writer.wait_merging_threads()
    np.savez(folder / "vectors.npz", vectors=vectors(task / "documents.npy"), ids=np.array(ids))
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """The best hundred of each list, fused by rank."""
    index = tantivy.Index.open(str(folder))
    searcher = index.searcher()
    with np.load(folder / "vectors.npz") as kept:
        matrix, ids = kept["vectors"], kept["ids"].tolist()

    def by_words(text: str) -> list[str]:
        query, _ = index.parse_query_lenient(text, ["text"])
        return [searcher.doc(address)["id"][0] for _, address in searcher.search(query, DEPTH).hits]

    def by_meaning(vector: Vectors) -> list[str]:
        scores = matrix @ vector
        nearest = np.argpartition(-scores, min(DEPTH, len(ids)) - 1)[:DEPTH]
        return [ids[row] for row in nearest[np.argsort(-scores[nearest], kind="stable")]]

    def ask(question: Question) -> Ranked:
        fused: Counter[str] = Counter()
        for found in (by_words(question.text), by_meaning(question.vector)):
            for rank, document in enumerate(found, start=1):
                fused[document] += 1 / (RANK_CONSTANT + rank)  # type: ignore[assignment]
        return sorted(fused.items(), key=lambda pair: (-pair[1], pair[0]))[:DEPTH]

    return ask


if __name__ == "__main__":
    serve(Engine("tantivy", build, opened))
