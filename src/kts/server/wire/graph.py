"""JSON shapes of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.server.wire import envelope, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.workspace.graph import Central, Edge, Node, Related, Surroundings


def node(one: Node) -> dict[str, Any]:
    """A thing of the index."""
    return {"id": one.id, "kind": one.kind, "label": one.label, "document_id": one.document}


def edge(one: Edge) -> dict[str, Any]:
    """How two things hang together."""
    return {"source": one.source, "target": one.target, "kind": one.kind, "weight": one.weight}


def surroundings(found: Surroundings) -> dict[str, Any]:
    """`kts graph show --json`."""
    data = {
        "node": node(found.node),
        "neighbours": [{**node(one.node), "hops": one.hops, "via": edge(one.edge)} for one in found.neighbours],
        "edges": [edge(one) for one in found.edges],
    }
    return envelope(data, reasoning=f"{len(found.neighbours)} neighbours, nearest first")


def related(found: Sequence[Related]) -> dict[str, Any]:
    """`kts graph related --json`."""
    data = [
        {**node(one.node), "path": shown(one.path), "score": one.score, "ties": [node(tie) for tie in one.ties]}
        for one in found
    ]
    return envelope({"documents": data}, reasoning=f"{len(found)} documents, the nearest first")


def paths(ways: Sequence[Sequence[Edge]], nodes: Mapping[str, Node]) -> dict[str, Any]:
    """`kts graph path --json`."""
    data = {"paths": [[edge(one) for one in way] for way in ways], "nodes": [node(one) for one in nodes.values()]}
    return envelope(data, reasoning=f"{len(ways)} shortest ways")


def central(found: Sequence[Central]) -> dict[str, Any]:
    """`kts graph central --json`."""
    data = [{**node(one.node), "rank": one.rank, "degree": one.degree} for one in found]
    return envelope({"nodes": data}, reasoning=f"{len(found)} nodes by PageRank")
