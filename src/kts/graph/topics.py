"""Topics: words that are frequent in some documents and rare in most, joined when they go together."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from kts.graph.nouns import Edge, Node
from kts.lexicon.keyphrases import FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KEYWORDS = 12
"""Words of a document with the highest TF-IDF that may be its topics (a default, not fitted)."""
FEWEST = 2
"""Documents that a topic covers at least."""
BROADEST = 0.2
"""Share of the documents above which a word is no topic (a default, not fitted)."""
ALIKE = 0.6
"""Jaccard overlap of their documents from which two words are one topic (a default, not fitted)."""


def topics(words: Mapping[str, Mapping[str, int]]) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
    """Topic nodes and COVERS edges, from how often each document (by id) holds each analysed word.

    A topic is named by its words, the most telling first; an edge weighs the TF-IDF of its words in the document.
    """
    frequency = Counter(word for counts in words.values() for word in counts)
    most = max(FEWEST, int(len(words) * BROADEST))
    scores: dict[str, dict[str, float]] = defaultdict(dict)
    for document, counts in sorted(words.items()):
        for word, score in _keywords(counts, frequency, documents=len(words), most=most):
            scores[word][document] = score
    shared = {word: found for word, found in scores.items() if len(found) >= FEWEST}
    nodes, edges = [], []
    for cluster in _clusters(shared):
        node = Node("topic:" + "-".join(cluster[:3]), "TOPIC", ", ".join(cluster[:5]))
        nodes.append(node)
        totals: Counter[str] = Counter()
        for word in cluster:
            totals.update(shared[word])
        edges += [Edge(f"doc:{document}", node.id, "COVERS", round(total, 4)) for document, total in totals.items()]
    return tuple(nodes), tuple(sorted(edges))


def _keywords(
    counts: Mapping[str, int], frequency: Mapping[str, int], *, documents: int, most: int
) -> list[tuple[str, float]]:
    found = [
        (word, (1 + math.log(count)) * math.log(documents / frequency[word]))
        for word, count in counts.items()
        if FEWEST <= frequency[word] <= most
        and len(word) > 3  # noqa: PLR2004 - short words name nothing
        and word.isalpha()
        and word not in FUNCTION_WORDS
    ]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:KEYWORDS]


def _clusters(scores: Mapping[str, Mapping[str, float]]) -> list[Sequence[str]]:
    """Words whose documents are nearly the same, each word with the strongest one before it that it is like."""
    ordered = sorted(scores, key=lambda word: (-sum(scores[word].values()), word))
    heads: list[tuple[set[str], list[str]]] = []
    by_document: dict[str, list[int]] = defaultdict(list)
    for word in ordered:
        documents = set(scores[word])
        near = sorted({index for document in documents for index in by_document[document]})
        home = next((heads[index] for index in near if _jaccard(documents, heads[index][0]) >= ALIKE), None)
        if home is None:
            home = (documents, [])
            for document in documents:
                by_document[document].append(len(heads))
            heads.append(home)
        home[1].append(word)
    return [words for _, words in heads]


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)
