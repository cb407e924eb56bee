"""The graph in memory: adjacency by node, owned by document, so that a changed document touches its own edges only."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from kts.graph.nouns import Neighbour

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from kts.graph.nouns import Edge, EdgeKind, Fragment, Node

LARGEST = 1_000
"""Nodes of a subgraph that is ranked (SPEC GRAPH-2)."""


class EmbeddedGraph:
    """A graph that lives as long as its workspace. Nothing is written; fragments are made again from the truth."""

    name = "embedded"

    def __init__(self) -> None:
        self._fragments: dict[str, Fragment] = {}
        self._nodes: dict[str, list[tuple[str, Node]]] = {}
        self._edges: dict[str, list[Edge]] = defaultdict(list)
        self._ordered: dict[str, tuple[Edge, ...]] = {}

    def apply(self, fragments: Iterable[Fragment], removed: Iterable[str] = ()) -> None:
        """Take out what `removed` documents own, and put in fragments, each in place of its document's last one."""
        self._ordered.clear()
        for document in removed:
            self._take_out(document)
        for fragment in fragments:
            self._take_out(fragment.document)
            self._fragments[fragment.document] = fragment
            for node in fragment.nodes:
                self._nodes.setdefault(node.id, []).append((fragment.document, node))
            for edge in fragment.edges:
                self._edges[edge.source].append(edge)
                self._edges[edge.target].append(edge)

    def _take_out(self, document: str) -> None:
        fragment = self._fragments.pop(document, None)
        if fragment is None:
            return
        for node in fragment.nodes:
            left = [pair for pair in self._nodes[node.id] if pair[0] != document]
            if left:
                self._nodes[node.id] = left
            else:
                del self._nodes[node.id]
        gone = set(map(id, fragment.edges))
        for place in {end for edge in fragment.edges for end in edge[:2]}:
            self._edges[place] = [edge for edge in self._edges[place] if id(edge) not in gone]

    def fragments(self) -> dict[str, int]:
        """The documents that are in, with the key of their fragment."""
        return {document: fragment.key for document, fragment in self._fragments.items()}

    def node(self, node_id: str) -> Node | None:
        """The node of an id, None when there is none."""
        found = self._nodes.get(node_id)
        return min(found)[1] if found else None

    def nodes(self) -> Iterator[Node]:
        """All nodes, by id."""
        return (min(self._nodes[node_id])[1] for node_id in sorted(self._nodes))

    def edges(self, node_id: str | None = None) -> Sequence[Edge]:
        """The edges at a node, or all; those to nodes that are not there are left out.

        Those of a node are put in order when they are first asked for: everything mentions some nodes.
        """
        if node_id is None:
            return sorted(edge for fragment in self._fragments.values() for edge in self._known(fragment.edges))
        found = self._ordered.get(node_id)
        if found is None:
            found = self._ordered[node_id] = tuple(sorted(self._known(self._edges.get(node_id, ()))))
        return found

    def among(self, inside: Collection[str]) -> tuple[Edge, ...]:
        """The edges among some nodes, in order, but for those between two of more than `LARGEST` edges each.

        An edge has two ends: what everything mentions need not be looked through for those that mention it.
        """
        near = (edges for node in inside if len(edges := self._edges.get(node, ())) <= LARGEST)
        return tuple(sorted({one for edges in near for one in edges if one.source in inside and one.target in inside}))

    def _known(self, edges: Iterable[Edge]) -> Iterator[Edge]:
        return (edge for edge in edges if edge.source in self._nodes and edge.target in self._nodes)

    def counts(self) -> tuple[int, int]:
        """How many nodes and edges there are."""
        return len(self._nodes), sum(1 for one in self._fragments.values() for _ in self._known(one.edges))

    def neighbours(
        self, node_id: str, *, kinds: tuple[EdgeKind, ...] = (), depth: int = 2, limit: int = 200
    ) -> tuple[Neighbour, ...]:
        """What lies within `depth` hops in either direction, nearest first, each once, at most `limit`.

        The walk ends at what more than `LARGEST` edges lead to, unless it begins there: that ties nothing together.
        """
        seen, front = {node_id}, [node_id]
        found: list[Neighbour] = []
        for hops in range(1, depth + 1):
            following = []
            for edge, other in self._from(front, kinds):
                if len(found) >= limit:
                    return tuple(found)
                if other in seen:
                    continue
                seen.add(other)
                if len(self._edges[other]) <= LARGEST:
                    following.append(other)
                found.append(Neighbour(min(self._nodes[other])[1], hops, edge))
            front = following
        return tuple(found)

    def _from(self, front: Iterable[str], kinds: tuple[EdgeKind, ...]) -> Iterator[tuple[Edge, str]]:
        for node_id in front:
            for edge in self.edges(node_id):
                if not kinds or edge.kind in kinds:
                    yield edge, edge.target if edge.source == node_id else edge.source

    def paths(self, source: str, target: str, *, hops: int = 4, limit: int = 5) -> tuple[tuple[Edge, ...], ...]:
        """The shortest ways between two nodes, of at most `hops` edges taken in either direction."""
        if source not in self._nodes or target not in self._nodes or source == target:
            return ()
        before: dict[str, list[tuple[str, Edge]]] = {source: []}
        front = [source]
        for _ in range(hops):
            reached: dict[str, list[tuple[str, Edge]]] = defaultdict(list)
            for node_id in front:
                for edge, other in self._from([node_id], ()):
                    if other not in before:
                        reached[other].append((node_id, edge))
            before |= reached
            front = sorted(reached)
            if target in reached:
                return tuple(self._back(target, source, before, limit))
            if len(before) > LARGEST * LARGEST:
                break
        return ()

    def _back(
        self, node_id: str, source: str, before: dict[str, list[tuple[str, Edge]]], limit: int
    ) -> list[tuple[Edge, ...]]:
        if node_id == source:
            return [()]
        found: list[tuple[Edge, ...]] = []
        for previous, edge in before[node_id]:
            if len(found) >= limit:
                break
            found += [(*way, edge) for way in self._back(previous, source, before, limit - len(found))]
        return found[:limit]
