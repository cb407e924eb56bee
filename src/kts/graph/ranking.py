"""Which nodes matter: by their edges, by PageRank from somewhere, and the documents most like one."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from kts.graph.embedded import LARGEST
from kts.graph.nouns import Edge
from kts.graph.pagerank import pagerank

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.graph.embedded import EmbeddedGraph


def subgraph(graph: EmbeddedGraph, starts: Iterable[str], *, depth: int = 2, limit: int = LARGEST) -> tuple[Edge, ...]:
    """The edges among the nodes within `depth` hops of the starts, fewer than `limit` nodes, nearest first."""
    starts = [start for start in starts if graph.node(start)]
    inside = set(starts)
    for start in starts:
        room = limit - 1 - len(inside)
        inside |= {one.node.id for one in graph.neighbours(start, depth=depth, limit=room) if room > 0}
    return graph.among(inside)


def tempered(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Edges weighed down by how many the busier end has: what everything mentions ties nothing together."""
    listed = tuple(edges)
    degrees = Counter(end for edge in listed for end in edge[:2])
    return tuple(
        Edge(*edge[:3], (1 + math.log(edge.weight)) / math.sqrt(max(degrees[edge.source], degrees[edge.target])))
        if edge.weight >= 1
        else edge
        for edge in listed
    )


def related(graph: EmbeddedGraph, document: str, *, limit: int = 10) -> tuple[tuple[str, float, Sequence[str]], ...]:
    """(document node, score, what ties them) of the documents that a walk from this one meets most, best first."""
    edges = tempered(subgraph(graph, [document], depth=2))
    ranks = pagerank(edges, {document: 1.0})
    near = {end for edge in edges if document in edge[:2] for end in edge[:2]} - {document}
    found = []
    for node_id, rank in ranks.items():
        if node_id.startswith("doc:") and node_id != document:
            ties = sorted({end for edge in edges if node_id in edge[:2] for end in edge[:2] if end in near})
            ties = sorted((tie for tie in ties if tie != node_id), key=lambda tie: (-ranks[tie], tie))
            found.append((node_id, round(rank, 6), ties[:5]))
    return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[:limit])


def central(graph: EmbeddedGraph, *, limit: int = 20, prefix: str = "") -> tuple[tuple[str, float, int], ...]:
    """(node, PageRank, degree) of the nodes that matter most in the whole graph; `prefix` keeps one kind."""
    edges = tempered(graph.edges())
    ranks = pagerank(edges)
    degrees = Counter(end for edge in edges for end in edge[:2])
    best = sorted((node for node in ranks if node.startswith(prefix)), key=lambda node: (-round(ranks[node], 9), node))
    return tuple((node, round(ranks[node], 6), degrees[node]) for node in best[:limit])
