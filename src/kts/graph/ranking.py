"""Which nodes matter: by their edges, by PageRank from somewhere, and the documents most like one."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from operator import itemgetter
from typing import TYPE_CHECKING

from kts.graph.embedded import LARGEST
from kts.graph.pagerank import pagerank, ranks
from kts.graph.parts import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.graph.embedded import EmbeddedGraph
    from kts.graph.nouns import Edge, Neighbour


def subgraph(graph: EmbeddedGraph, starts: Iterable[str], *, depth: int = 2, limit: int = LARGEST) -> tuple[Edge, ...]:
    """The edges among the nodes within `depth` hops of the starts, fewer than `limit` nodes, nearest first."""
    return graph.among(_near(graph, starts, depth=depth, limit=limit))


def near_ranks(
    graph: EmbeddedGraph, starts: Iterable[str], *, depth: int = 2, limit: int = LARGEST
) -> dict[str, float]:
    """How often a walk that begins again and again at the starts meets each node of their subgraph."""
    starts = list(starts)
    inside = _near(graph, starts, depth=depth, limit=limit)
    ties = graph.ties(inside)
    degrees = Counter(end for tie in ties for end in tie[:2])
    weighed = [
        (source, target, _tempered(weight, max(degrees[source], degrees[target]))) for source, target, weight in ties
    ]
    begun = set(starts) & set(inside)
    again = [1 / len(begun) if node in begun else 0.0 for node in inside]
    return {inside[at]: rank for at, rank in enumerate(ranks(weighed, again)) if at in degrees}


def _near(graph: EmbeddedGraph, starts: Iterable[str], *, depth: int, limit: int) -> list[str]:
    starts = [start for start in starts if graph.node(start)]
    inside = dict.fromkeys(starts)
    for start in starts:
        room = limit - 1 - len(inside)
        if room > 0:
            inside |= dict.fromkeys(one.node.id for one in graph.neighbours(start, depth=depth, limit=room))
    return list(inside)


def chosen(found: Iterable[Neighbour], *, limit: int, places: Mapping[str, int]) -> tuple[Neighbour, ...]:
    """At most `limit` of some neighbours, nearest first, then by kind of edge.

    Kinds take turns, so that a hundred terms do not hide the one reference. Of a kind come first those that have a
    place in the document, in reading order (`places`, by id), then the heaviest.
    """
    kinds: dict[tuple[int, int], list[Neighbour]] = defaultdict(list)
    for one in sorted(found, key=lambda one: (places.get(one.node.id, LAST), -one.edge.weight)):
        kinds[one.hops, KINDS.index(one.edge.kind)].append(one)
    turns = sorted((kind[0], turn, kind[1]) for kind, members in kinds.items() for turn in range(len(members)))[:limit]
    return tuple(kinds[hops, kind][turn] for hops, turn, kind in sorted(turns, key=itemgetter(0, 2, 1)))


LAST = 1 << 62
"""The place of what has none."""


def tempered(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Edges weighed down by how many the busier end has: what everything mentions ties nothing together."""
    listed = tuple(edges)
    degrees = Counter(end for edge in listed for end in edge[:2])
    return tuple(
        edge._replace(weight=_tempered(edge.weight, max(degrees[edge.source], degrees[edge.target]))) for edge in listed
    )


def _tempered(weight: float, degree: int) -> float:
    return (1 + math.log(weight)) / math.sqrt(degree) if weight >= 1 else weight


def related(graph: EmbeddedGraph, document: str, *, limit: int = 10) -> tuple[tuple[str, float, Sequence[str]], ...]:
    """(document node, score, what ties them) of the documents that a walk from this one meets most, best first."""
    ranked = near_ranks(graph, [document])
    near = {end for edge in graph.edges(document) for end in edge[:2]} & ranked.keys() - {document}
    scores = ((node, round(rank, 6)) for node, rank in ranked.items() if node.startswith("doc:") and node != document)
    best = sorted(scores, key=lambda one: (-one[1], one[0]))[:limit]
    found = []
    for node, score in best:
        ties = {end for edge in graph.edges(node) for end in edge[:2]} & near - {node}
        found.append((node, score, sorted(ties, key=lambda tie: (-ranked[tie], tie))[:5]))
    return tuple(found)


def central(graph: EmbeddedGraph, *, limit: int = 20, prefix: str = "") -> tuple[tuple[str, float, int], ...]:
    """(node, PageRank, degree) of the nodes that matter most in the whole graph; `prefix` keeps one kind."""
    edges = tempered(graph.edges())
    ranked = pagerank(edges)
    degrees = Counter(end for edge in edges for end in edge[:2])
    best = sorted(
        (node for node in ranked if node.startswith(prefix)), key=lambda node: (-round(ranked[node], 9), node)
    )
    return tuple((node, round(ranked[node], 6), degrees[node]) for node in best[:limit])
