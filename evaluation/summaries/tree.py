"""A tree of extractive summaries over an index: sections, documents and clusters of documents (RAPTOR, Sarthi 2024).

A summary is the sentences that are nearest to the middle of their text, by words, none that repeats another. Questions
are held against the summaries of all levels at once, by words and by meaning; the passages under the best are the list
that `measure.py` joins with the search's own.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.lexicon.analyse import query_terms, terms
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ports import Embedder
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus

OF_SECTION, OF_DOCUMENT, OF_CLUSTER = 3, 5, 8
"""Sentences of a summary by its level."""
SHORTEST = 5
"""Words of a sentence that says something."""
SAME = 0.6
"""Share of a sentence's words that an earlier one of the summary holds, above which it repeats it."""
CLUSTERS = 24
"""Clusters of documents: about an eighth of the documents of samples/."""
ROUNDS = 12
"""Rounds of k-means."""


class Node(NamedTuple):
    """A summary; `spans` are the (document key, span) of what it summarises, `said` those of its sentences there."""

    level: str
    text: str
    spans: tuple[tuple[int, Span], ...]
    said: tuple[Span, ...] = ()


class Tree:
    """All summaries of an index with their terms and vectors."""

    def __init__(self, nodes: Sequence[Node], embedder: Embedder) -> None:
        self.nodes = tuple(nodes)
        self._embedder = embedder
        self._terms = [set(terms(node.text)) for node in nodes]
        counted = Counter(term for held in self._terms for term in held)
        self._idf = {term: math.log(1 + len(nodes) / count) for term, count in counted.items()}
        self._vectors = embedder.embed_documents([node.text for node in nodes])

    def best(self, question: str, *, levels: frozenset[str], limit: int, within: int | None = None) -> list[Node]:
        """The nodes of some levels, or of one document, nearest to the question: half by words, half by meaning."""
        cosines = self._vectors @ self._embedder.embed_query(question)
        forms = {form for term in query_terms(question) for form in term.forms}
        whole = sum(self._idf.get(form, 0.0) for form in forms) or 1.0
        scored = [
            (0.5 * float(cosines[at]) + 0.5 * sum(self._idf[form] for form in forms & self._terms[at]) / whole, -at)
            for at, node in enumerate(self.nodes)
            if node.level in levels and within in {None, node.spans[0][0]}
        ]
        return [self.nodes[-at] for _, at in sorted(scored, reverse=True)[:limit]]


def grown(corpus: SqliteCorpus, embedder: Embedder) -> Tree:
    """The tree over all live documents."""
    documents, sections = [], []
    for record in corpus.documents():
        text = corpus.text(record.key)
        said = _joined(text, _chosen(text, OF_DOCUMENT))
        documents.append(Node("document", _titled(record, "", said), ((record.key, Span(0, len(text))),)))
        sections += _sections(corpus, record, text)
    return Tree([*documents, *sections, *_clusters(documents, embedder)], embedder)


def _sections(corpus: SqliteCorpus, record: DocumentRecord, text: str) -> Iterator[Node]:
    for section in corpus.sections(record.key):
        start = section.span.start
        body = text[start : section.span.end]
        said = _chosen(body, OF_SECTION)
        if said:
            words = _titled(record, f"{section.number} {section.heading}", _joined(body, said))
            places = tuple(Span(start + one, start + other) for one, other in said)
            yield Node("section", words, ((record.key, section.span),), places)


def _titled(record: DocumentRecord, heading: str, said: str) -> str:
    return ". ".join(part for part in (record.title, heading.strip(), said) if part)


def _joined(text: str, spans: Sequence[tuple[int, int]]) -> str:
    return " ".join(" ".join(text[start:end].split()) for start, end in spans)


def _chosen(text: str, count: int) -> list[tuple[int, int]]:
    """The sentences nearest to the middle of a text, in its order."""
    spans = [(start, end) for start, end in sentences(text) if len(text[start:end].split()) >= SHORTEST]
    held = [set(terms(text[start:end])) for start, end in spans]
    often = Counter(term for words in held for term in words)
    weight = {term: math.log(1 + number) * math.log(1 + len(spans) / number) for term, number in often.items()}
    worth = [sum(weight[term] for term in words) / math.sqrt(len(words) or 1) for words in held]
    chosen: list[int] = []
    for at in sorted(range(len(spans)), key=lambda one: (-worth[one], one)):
        if len(chosen) == count:
            break
        if all(len(held[at] & held[other]) <= SAME * len(held[at]) for other in chosen):
            chosen.append(at)
    return [spans[at] for at in sorted(chosen)]


def _clusters(documents: Sequence[Node], embedder: Embedder) -> list[Node]:
    """Documents by meaning (k-means from the first that are farthest apart), each cluster summarised."""
    vectors: Any = embedder.embed_documents([node.text for node in documents])
    centres = [vectors[0]]
    while len(centres) < min(CLUSTERS, len(documents)):
        nearest = np.max(np.stack(centres) @ vectors.T, axis=0)
        centres.append(vectors[int(np.argmin(nearest))])
    middle = np.stack(centres)
    for _ in range(ROUNDS):
        of = np.argmax(vectors @ middle.T, axis=1)
        for number in range(len(middle)):
            if np.any(of == number):
                mean = vectors[of == number].mean(axis=0)
                middle[number] = mean / np.linalg.norm(mean)
    members = [[documents[at] for at in np.flatnonzero(of == number)] for number in range(len(middle))]
    texts = [" ".join(node.text for node in group) for group in members]
    return [
        Node("cluster", _joined(text, _chosen(text, OF_CLUSTER)), tuple(span for node in group for span in node.spans))
        for group, text in zip(members, texts, strict=True)
        if len(group) > 1
    ]
