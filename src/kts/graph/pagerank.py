"""PageRank by power iteration (Page, Brin, Motwani & Winograd 1999), over edges in both directions, by weight."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kts.graph.nouns import Edge

ALPHA = 0.85
"""Share of a node's rank that goes on along its edges (SPEC GRAPH-2)."""
ROUNDS = 50
"""Iterations at most: .85 ** 50 is less than a thousandth."""
STILL = 1e-7
"""Change of all ranks together at which they stand still."""


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
    links = [[(at[other], weight / sum(ways[node].values())) for other, weight in ways[node].items()] for node in nodes]
    again = _shares(nodes, start)
    ranks = list(again)
    for _ in range(ROUNDS):
        following = [(1 - alpha) * share for share in again]
        for rank, out in zip(ranks, links, strict=True):
            for other, weight in out:
                following[other] += alpha * rank * weight
        moved = sum(abs(new - old) for new, old in zip(following, ranks, strict=True))
        ranks = following
        if moved < STILL:
            break
    return dict(zip(nodes, ranks, strict=True))


def _shares(nodes: list[str], start: Mapping[str, float] | None) -> list[float]:
    wanted = [max(0.0, (start or {}).get(node, 0.0)) for node in nodes]
    whole = sum(wanted)
    return [share / whole for share in wanted] if whole else [1 / len(nodes)] * len(nodes)
