"""Nodes and edges, and the seam that adapters of the graph fill. `kts.testing.graph` holds the conformance suite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

NodeKind = Literal["DOCUMENT", "SECTION", "ITEM", "TERM", "TOPIC", "TOOL", "ERROR_CODE"]
EdgeKind = Literal[
    "CONTAINS",
    "NEXT",
    "HAS_RULE",
    "HAS_DEFINITION",
    "REFERENCES",
    "DEFINES",
    "MENTIONS",
    "COVERS",
    "ADDRESSES",
    "SUPERSEDES",
    "CONTRADICTS",
]
PREFIXES: dict[NodeKind, str] = {
    "DOCUMENT": "doc:",
    "SECTION": "sec:",
    "ITEM": "item:",
    "TERM": "term:",
    "TOPIC": "topic:",
    "TOOL": "tool:",
    "ERROR_CODE": "error:",
}
"""How the id of a node begins (SPEC GRAPH-1)."""


class Node(NamedTuple):
    """A thing of the index. `document` is the id of the document that it belongs to, empty for what many share."""

    id: str
    kind: NodeKind
    label: str
    document: str = ""


class Edge(NamedTuple):
    """`source` does `kind` to `target`. `weight` is how often, or how much of it (more than 0)."""

    source: str
    target: str
    kind: EdgeKind
    weight: float = 1.0


class Fragment(NamedTuple):
    """What one document adds to the graph; `key` changes with its version."""

    document: str
    key: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class Neighbour(NamedTuple):
    """A node that a walk came to: `hops` from the start, over `edge`."""

    node: Node
    hops: int
    edge: Edge


class Graph(Protocol):
    """A graph that fragments are put into by document. Derived: it can be deleted and made again at any time."""

    name: str

    def apply(self, fragments: Iterable[Fragment], removed: Iterable[str] = ()) -> None:
        """Take out what `removed` documents own, and put in fragments, each in place of its document's last one."""
        ...

    def node(self, node_id: str) -> Node | None:
        """The node of an id, None when there is none."""
        ...

    def neighbours(
        self, node_id: str, *, kinds: tuple[EdgeKind, ...] = (), depth: int = 2, limit: int = 200
    ) -> tuple[Neighbour, ...]:
        """What lies within `depth` hops in either direction, nearest first, each once, at most `limit`."""
        ...

    def paths(self, source: str, target: str, *, hops: int = 4, limit: int = 5) -> tuple[tuple[Edge, ...], ...]:
        """The shortest ways between two nodes, of at most `hops` edges taken in either direction."""
        ...

    def counts(self) -> tuple[int, int]:
        """How many nodes and edges there are."""
        ...
