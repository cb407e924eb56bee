"""PageRank (Page, Brin, Motwani & Winograd 1999), over edges in both directions, by weight.

Solved by Gauss-Seidel iteration (Arasu, Novak, Tomkins & Tomlin 2002), which takes half the rounds of powers.
"""

from __future__ import annotations

from collections import defaultdict
from operator import mul, sub
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kts.graph.nouns import Edge

ALPHA = 0.85
"""Share of a node's rank that goes on along its edges (SPEC GRAPH-2)."""
ROUNDS = 50
"""Iterations at most."""
STILL = 1e-5
"""Change of all ranks together at which they stand still: finer than two nodes that somebody tells apart."""


def pagerank(
    edges: Iterable[Edge], start: Mapping[str, float] | None = None, *, alpha: float = ALPHA
) -> dict[str, float]:
    """The rank of every node that an edge touches; all sum to 1.

    `start` gives the nodes where a walk begins again, by weight (personalised); without it, any node.
    """
    ways: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for edge in edges:
        ways[edge.source][edge.target] += edge.weight
        ways[edge.target][edge.source] += edge.weight
    if not ways:
        return {}
    nodes = sorted(ways)
    at = {node: index for index, node in enumerate(nodes)}
    again = _shares(nodes, start)
    given = {node: alpha / sum(out.values()) for node, out in ways.items()}
    links = [([at[other] for other in out], [given[other] * weight for other, weight in out.items()])
             for out in map(ways.__getitem__, nodes)]  # fmt: skip
    ranks = list(again)
    held = ranks.__getitem__
    rows = [((1 - alpha) * share, *row) for share, row in zip(again, links, strict=True)]
    for _ in range(ROUNDS):
        before = ranks[:]
        for node, (share, others, weights) in enumerate(rows):
            ranks[node] = share + sum(map(mul, map(held, others), weights))
        if sum(map(abs, map(sub, ranks, before))) < STILL:
            break
    whole = sum(ranks)
    return {node: rank / whole for node, rank in zip(nodes, ranks, strict=True)}


def _shares(nodes: list[str], start: Mapping[str, float] | None) -> list[float]:
    wanted = [max(0.0, (start or {}).get(node, 0.0)) for node in nodes]
    whole = sum(wanted)
    return [share / whole for share in wanted] if whole else [1 / len(nodes)] * len(nodes)
