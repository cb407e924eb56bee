"""The graph in other people's forms: node-link JSON, and a graph of NetworkX."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kts.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.graph.nouns import Edge, Node


def node_link(nodes: Iterable[Node], edges: Iterable[Edge]) -> dict[str, Any]:
    """What `networkx.node_link_graph(data, edges="links")` reads: a directed graph that may have parallel edges."""
    return {
        "directed": True,
        "multigraph": True,
        "graph": {},
        "nodes": [{"id": one.id, "kind": one.kind, "label": one.label, "document": one.document} for one in nodes],
        "links": [
            {"source": one.source, "target": one.target, "key": one.kind, "kind": one.kind, "weight": one.weight}
            for one in edges
        ],
    }


def to_networkx(nodes: Iterable[Node], edges: Iterable[Edge]) -> Any:
    """A `networkx.MultiDiGraph`. Raises MissingExtra."""
    try:
        networkx = import_module("networkx")
    except ModuleNotFoundError as error:
        message = "a graph of NetworkX needs the library networkx"
        raise MissingExtra(message, hint="pip install networkx") from error
    found = networkx.MultiDiGraph()
    for node in nodes:
        found.add_node(node.id, kind=node.kind, label=node.label, document=node.document)
    for edge in edges:
        found.add_edge(edge.source, edge.target, key=edge.kind, kind=edge.kind, weight=edge.weight)
    return found
