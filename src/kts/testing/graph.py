"""What every graph must keep: `check_graph` (GRAPH 1-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.graph.nouns import Edge, Fragment, Node
from kts.testing.rules import require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.graph.nouns import Graph

A = Fragment(
    "a",
    1,
    (
        Node("doc:a", "DOCUMENT", "A", "a"),
        Node("sec:a1", "SECTION", "1 Scope", "a"),
        Node("term:fee", "TERM", "Fee"),
        Node("error:e1", "ERROR_CODE", "E1"),
    ),
    (
        Edge("doc:a", "error:e1", "MENTIONS", 3.0),
        Edge("doc:a", "sec:a1", "CONTAINS"),
        Edge("doc:a", "term:fee", "DEFINES"),
        Edge("sec:a1", "term:fee", "MENTIONS"),
    ),
)
B = Fragment(
    "b",
    2,
    (Node("doc:b", "DOCUMENT", "B \u2013 \u201cquoted\u201d", "b"), Node("term:fee", "TERM", "Fee")),
    (Edge("doc:b", "doc:a", "SUPERSEDES"), Edge("doc:b", "term:fee", "DEFINES")),
)
C = Fragment("c", 3, (Node("doc:c", "DOCUMENT", "C", "c"),), (Edge("doc:c", "doc:b", "REFERENCES"),))


def check_graph(make: Callable[[], Graph]) -> None:
    """Raise AssertionError naming the first rule of `graph.nouns.Graph` that does not hold.

    `make` returns a new, empty graph each time.
    """
    _check_empty(make())
    _check_neighbours(make())
    _check_paths(make())
    _check_replacing(make())
    _check_order(make(), make())


def _check_empty(graph: Graph) -> None:
    require_equal(graph.counts(), (0, 0), "an empty graph has no nodes and no edges")
    require(graph.node("doc:a") is None, "a node that is not there is None")
    require_equal(tuple(graph.neighbours("doc:a")), (), "what is not there has no neighbours")
    require_equal(tuple(graph.paths("doc:a", "doc:b")), (), "between what is not there leads no way")


def _check_neighbours(graph: Graph) -> None:
    graph.apply([A, B, C])
    require_equal(graph.counts(), (6, 7), "a node that two documents name is one node, their edges are two")
    require_equal(graph.node("doc:b"), B.nodes[0], "a node comes back as it went in")
    near = graph.neighbours("doc:a", depth=1)
    require_equal(
        [one.node.id for one in near if one.hops == 1],
        [one.node.id for one in near],
        "with depth 1 every neighbour is one hop away",
    )
    require_equal(
        {one.node.id for one in near}, {"doc:b", "error:e1", "sec:a1", "term:fee"}, "edges lead in both directions"
    )
    far = graph.neighbours("doc:a", depth=2)
    require_equal([one.node.id for one in far if one.hops == 2], ["doc:c"], "each node comes once, at its nearest")  # noqa: PLR2004
    only = graph.neighbours("doc:a", kinds=("DEFINES",), depth=2)
    require_equal({one.node.id for one in only}, {"term:fee", "doc:b"}, "only edges of the kinds asked for are taken")
    require(all(one.edge.kind == "DEFINES" for one in only), "a neighbour says over which edge it was come to")
    require_equal(len(graph.neighbours("doc:a", limit=2)), 2, "no more neighbours than asked for")
    weights = {one.edge.weight for one in near if one.node.id == "error:e1"}
    require_equal(weights, {3.0}, "an edge keeps its weight")


def _check_paths(graph: Graph) -> None:
    graph.apply([A, B, C])
    ways = graph.paths("doc:c", "term:fee")
    require_equal(
        [[edge.kind for edge in way] for way in ways], [["REFERENCES", "DEFINES"]], "the shortest way is found"
    )
    require_equal(tuple(graph.paths("doc:c", "error:e1", hops=2)), (), "no way is longer than the hops allowed")
    require_equal(len(graph.paths("doc:c", "error:e1", hops=3)), 1, "a way of as many hops as allowed is found")
    both = graph.paths("sec:a1", "doc:b")
    require_equal(len(both), 2, "all shortest ways are found")
    require_equal(len(graph.paths("sec:a1", "doc:b", limit=1)), 1, "no more ways than asked for")


def _check_replacing(graph: Graph) -> None:
    graph.apply([A, B, C])
    graph.apply([A])
    require_equal(graph.counts(), (6, 7), "the same fragment again changes nothing")
    changed = B._replace(nodes=B.nodes[:1], edges=B.edges[:1])
    graph.apply([changed])
    require_equal(graph.counts(), (6, 6), "a fragment takes the place of its document's last one")
    graph.apply([], removed=["a"])
    require_equal(graph.counts(), (2, 1), "with a document its edges go, and nodes that nobody else names")
    require(graph.node("term:fee") is None, "a term that no document names any more is gone")
    graph.apply([], removed=["a", "nobody"])
    require_equal(graph.counts(), (2, 1), "to remove what is not there changes nothing")


def _check_order(one: Graph, other: Graph) -> None:
    one.apply([A, B, C])
    for fragment in (C, B, A):
        other.apply([fragment])
    require_equal(
        [near.node for near in one.neighbours("doc:b")],
        [near.node for near in other.neighbours("doc:b")],
        "the order in which documents come changes nothing",
    )
