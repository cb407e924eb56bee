"""PageRank (Page, Brin, Motwani & Winograd 1999), over edges in both directions, by weight.

In an undirected graph it is the solution of a symmetric positive definite system, which conjugate gradients (Hestenes &
Stiefel 1952) solve in half the rounds that Gauss-Seidel iteration takes, in a quarter of those of powers.
"""

from __future__ import annotations

import math
from collections import defaultdict
from importlib.util import find_spec
from itertools import chain, islice, repeat
from operator import add, mul, sub
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.graph.nouns import Edge

    Vector = Sequence[float]
    Tie = tuple[int, int, float]

ALPHA = 0.85
"""Share of a node's rank that goes on along its edges (SPEC GRAPH-2)."""
ROUNDS = 50
"""Iterations at most."""
STILL = 1e-6
"""What all ranks together may lack of the ranks that come back from them: finer than two nodes that one tells apart."""
MANY = 1_000
"""Edges from which on numpy solves it, where it is installed: fewer take less time than loading it."""


def pagerank(
    edges: Iterable[Edge], start: Mapping[str, float] | None = None, *, alpha: float = ALPHA
) -> dict[str, float]:
    """The rank of every node that an edge touches; all sum to 1.

    `start` gives the nodes where a walk begins again, by weight (personalised); without it, any node.
    """
    listed = tuple(edges)
    if not listed:
        return {}
    nodes = sorted({end for edge in listed for end in edge[:2]})
    at = {node: number for number, node in enumerate(nodes)}
    ties = [(at[source], at[target], weight) for source, target, _, weight in listed]
    return dict(zip(nodes, ranks(ties, _shares(nodes, start), alpha=alpha), strict=True))


def ranks(ties: Sequence[Tie], again: Vector, *, alpha: float = ALPHA) -> list[float]:
    """The rank of every node of a graph whose edges are (node, node, weight); one without any keeps what begins there.

    `again` is for each node, by number, the share of walks that begin there. Where none begins, every rank is 0.
    """
    if not any(again):
        return [0.0] * len(again)
    solve = _by_arrays if len(ties) >= MANY and find_spec("numpy") else _by_lists
    ranked = solve(ties, again, alpha)
    whole = sum(ranked)
    return [rank / whole for rank in ranked] if whole else ranked


def _by_lists(ties: Sequence[Tie], again: Vector, alpha: float) -> list[float]:
    ways: list[dict[int, float]] = [defaultdict(float) for _ in again]
    for one, other, weight in ties:
        ways[one][other] += weight
        ways[other][one] += weight
    roots = [math.sqrt(sum(out.values())) or 1.0 for out in ways]
    columns = list(chain.from_iterable(ways))
    weights = [alpha / root * weight / roots[other] for root, out in zip(roots, ways, strict=True)
               for other, weight in out.items()]  # fmt: skip
    counts = list(map(len, ways))

    def multiplied(vector: Vector) -> list[float]:
        cells = iter(map(mul, map(vector.__getitem__, columns), weights))
        return [sum(islice(cells, count)) for count in counts]

    def stepped(place: Vector, length: float, way: Vector) -> list[float]:
        return list(map(add, place, map(mul, repeat(length), way)))

    solved, left = [0.0] * len(again), [(1 - alpha) * share / root for share, root in zip(again, roots, strict=True)]
    way, squared = left, sum(map(mul, left, left))
    for _ in range(ROUNDS):
        moved = list(map(sub, way, multiplied(way)))
        length = squared / sum(map(mul, way, moved))
        solved, left = stepped(solved, length, way), stepped(left, -length, moved)
        if sum(map(abs, map(mul, left, roots))) < STILL:
            break
        before, squared = squared, sum(map(mul, left, left))
        way = stepped(left, squared / before, way)
    return list(map(mul, solved, roots))


def _by_arrays(ties: Sequence[Tie], again: Vector, alpha: float) -> list[float]:
    """The same by numpy."""
    import numpy as np

    ones, others, given = (np.array(column) for column in zip(*ties, strict=True))
    into, out_of, given = np.append(ones, others), np.append(others, ones), np.append(given, given)
    roots = np.sqrt(np.bincount(into, given, len(again)))
    roots[roots == 0] = 1.0
    weights = alpha * given / (roots[into] * roots[out_of])
    solved, left = np.zeros(len(again)), (1 - alpha) * np.array(again) / roots
    way, squared = left, left @ left
    for _ in range(ROUNDS):
        moved = way - np.bincount(into, weights * way[out_of], len(again))
        length = squared / (way @ moved)
        solved, left = solved + length * way, left - length * moved
        if np.abs(left * roots).sum() < STILL:
            break
        before, squared = squared, left @ left
        way = left + squared / before * way
    ranked: list[float] = (solved * roots).tolist()
    return ranked


def _shares(nodes: list[str], start: Mapping[str, float] | None) -> list[float]:
    wanted = [max(0.0, (start or {}).get(node, 0.0)) for node in nodes]
    whole = sum(wanted)
    return [share / whole for share in wanted] if whole else [1 / len(nodes)] * len(nodes)
