"""The graph in memory: adjacency by node, owned by document, so that a changed document touches its own edges only."""

from __future__ import annotations

from array import array
from collections import defaultdict
from heapq import merge
from typing import TYPE_CHECKING

from kts.graph.nouns import Edge, Neighbour
from kts.graph.parts import KINDS, edges_of, part, rows_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from kts.graph.nouns import EdgeKind, Fragment, Node
    from kts.graph.parts import Numbered, Part

LARGEST = 1_000
"""Nodes of a subgraph that is ranked (SPEC GRAPH-2)."""


class EmbeddedGraph:
    """A graph that lives as long as its workspace. Nothing is written; fragments are made again from the truth.

    Ids have numbers while a document names them, and edges are kept as numbers: millions fit into memory.
    """

    name = "embedded"

    def __init__(self) -> None:
        self._parts: dict[str, Part] = {}
        self._numbers: dict[str, int] = {}
        self._ids: list[str] = []
        self._free: list[int] = []
        self._nodes: list[Node | None] = []
        self._owners: list[str] = []
        self._others: dict[int, dict[str, Node]] = {}
        self._where: list[Sequence[Part] | dict[str, Part]] = []
        self._degrees = array("i")

    def apply(self, fragments: Iterable[Fragment], removed: Iterable[str] = ()) -> None:
        """Take out what `removed` documents own, and put in fragments, each in place of its document's last one."""
        for document in removed:
            self._take_out(document)
        for fragment in fragments:
            self._take_out(fragment.document)
            self._put_in(fragment)

    def _put_in(self, fragment: Fragment) -> None:
        named = {self._number(node.id): node for node in fragment.nodes}
        made = part(fragment.document, fragment.key, named, fragment.edges, self._number)
        self._parts[fragment.document] = made
        for number, node in named.items():
            self._name(number, node, fragment.document)
        alone = (made,)
        for at, number in enumerate(made.ends):
            self._degrees[number] += made.begins[at + 1] - made.begins[at]
            where = self._where[number]
            if not where:
                self._where[number] = alone
            else:
                shared = where if isinstance(where, dict) else {one.document: one for one in where}
                shared[fragment.document] = made
                self._where[number] = shared

    def _number(self, node_id: str) -> int:
        """The number of an id, a new one where it has none."""
        number = self._numbers.get(node_id)
        if number is not None:
            return number
        if self._free:
            number = self._free.pop()
            self._ids[number], self._owners[number] = node_id, ""
        else:
            number = len(self._ids)
            self._ids.append(node_id)
            self._nodes.append(None)
            self._owners.append("")
            self._where.append(())
            self._degrees.append(0)
        self._numbers[node_id] = number
        return number

    def _name(self, number: int, node: Node, document: str) -> None:
        """A node that several documents name is as the first of them, by id, has it."""
        known = self._nodes[number]
        if known is not None:
            self._others.setdefault(number, {self._owners[number]: known})[document] = node
        if known is None or document < self._owners[number]:
            self._nodes[number], self._owners[number] = node, document

    def _take_out(self, document: str) -> None:
        gone = self._parts.pop(document, None)
        if gone is None:
            return
        for number in gone.nodes:
            self._unname(number, document)
        for at, number in enumerate(gone.ends):
            self._degrees[number] -= gone.begins[at + 1] - gone.begins[at]
            where = self._where[number]
            if isinstance(where, dict):
                del where[document]
            if not isinstance(where, dict) or not where:
                self._where[number] = ()
        for number in {*gone.nodes, *gone.ends}:
            if self._nodes[number] is None and not self._where[number]:
                del self._numbers[self._ids[number]]
                self._free.append(number)

    def _unname(self, number: int, document: str) -> None:
        others = self._others.get(number)
        if others is None:
            self._nodes[number] = None
            return
        del others[document]
        if self._owners[number] == document:
            first = min(others)
            self._nodes[number], self._owners[number] = others[first], first
        if len(others) == 1:
            del self._others[number]

    def fragments(self) -> dict[str, int]:
        """The documents that are in, with the key of their fragment."""
        return {document: part.key for document, part in self._parts.items()}

    def node(self, node_id: str) -> Node | None:
        """The node of an id, None when there is none."""
        number = self._numbers.get(node_id)
        return None if number is None else self._nodes[number]

    def nodes(self) -> Iterator[Node]:
        """All nodes, by id."""
        return (node for node_id in sorted(self._numbers) if (node := self._nodes[self._numbers[node_id]]))

    def edges(self, node_id: str | None = None) -> Sequence[Edge]:
        """The edges at a node, or all, in order; those to nodes that are not there are left out."""
        if node_id is None:
            return sorted(edge for part in self._parts.values() for edge in self._made(part, range(len(part.kinds))))
        number = self._numbers.get(node_id)
        return () if number is None else tuple(edge for edge, _ in self._at(number))

    def among(self, inside: Collection[str]) -> tuple[Edge, ...]:
        """The edges among some nodes, in order, but for those between two of more than `LARGEST` edges each.

        An edge has two ends: what everything mentions need not be looked through for those that mention it.
        """
        made = self._among(inside)
        ids = self._ids
        return tuple(
            Edge(ids[source], ids[target], KINDS[kind], weight)
            for source, target, kind, weight in sorted(made, key=lambda one: (ids[one[0]], ids[one[1]], *one[2:]))
        )

    def ties(self, inside: Sequence[str]) -> list[tuple[int, int, float]]:
        """The same edges as places in `inside`, each with its weight, in no order."""
        places = {self._numbers[node_id]: place for place, node_id in enumerate(inside) if node_id in self._numbers}
        return [(places[source], places[target], weight) for source, target, _, weight in self._among(inside)]

    def _among(self, inside: Iterable[str]) -> set[Numbered]:
        """(source, target, kind, weight) of the edges among some nodes, as numbers."""
        numbers = map(self._numbers.get, inside)
        wanted = {number for number in numbers if number is not None and self._nodes[number] is not None}
        rows: dict[str, set[int]] = defaultdict(set)
        for number in wanted:
            if self._degrees[number] <= LARGEST:
                for part in self._parts_at(number):
                    rows[part.document].update(rows_at(part, number))
        return set().union(*(edges_of(self._parts[document], found, wanted) for document, found in rows.items()))

    def _parts_at(self, number: int) -> Collection[Part]:
        """The parts that have edges at a node."""
        where = self._where[number]
        return where.values() if isinstance(where, dict) else where

    def _made(self, part: Part, rows: Iterable[int]) -> Iterator[Edge]:
        """Some edges of a part, without those to nodes that are not there."""
        ids, nodes = self._ids, self._nodes
        for row in rows:
            source, target = part.sources[row], part.targets[row]
            if nodes[source] and nodes[target]:
                yield Edge(ids[source], ids[target], KINDS[part.kinds[row]], part.weights[row])

    def _at(self, number: int) -> Iterator[tuple[Edge, int]]:
        """The edges at a node in order, each with the number of its other end."""
        listed = [self._of(part, number) for part in self._parts_at(number)]
        return iter(listed[0]) if len(listed) == 1 else merge(*listed)

    def _of(self, part: Part, number: int) -> Iterator[tuple[Edge, int]]:
        for row in rows_at(part, number):
            other = part.targets[row] if part.sources[row] == number else part.sources[row]
            for edge in self._made(part, (row,)):
                yield edge, other

    def counts(self) -> tuple[int, int]:
        """How many nodes and edges there are."""
        known = sum(node is not None for node in self._nodes)
        return known, sum(self._counted(part) for part in self._parts.values())

    def _counted(self, part: Part) -> int:
        missing = {number for number in part.ends if self._nodes[number] is None}
        pairs = zip(part.sources, part.targets, strict=True)
        return sum(not missing & {*pair} for pair in pairs) if missing else len(part.kinds)

    def neighbours(
        self, node_id: str, *, kinds: tuple[EdgeKind, ...] = (), depth: int = 2, limit: int = 200
    ) -> tuple[Neighbour, ...]:
        """What lies within `depth` hops in either direction, nearest first, each once, at most `limit`.

        The walk ends at what more than `LARGEST` edges lead to, unless it begins there: that ties nothing together.
        """
        start = self._numbers.get(node_id)
        if start is None:
            return ()
        seen, front = {start}, [start]
        found: list[Neighbour] = []
        for hops in range(1, depth + 1):
            following = []
            for edge, other in self._from(front, kinds):
                if len(found) >= limit:
                    return tuple(found)
                node = self._nodes[other]
                if other in seen or node is None:
                    continue
                seen.add(other)
                if self._degrees[other] <= LARGEST:
                    following.append(other)
                found.append(Neighbour(node, hops, edge))
            front = following
        return tuple(found)

    def _from(self, front: Iterable[int], kinds: tuple[EdgeKind, ...]) -> Iterator[tuple[Edge, int]]:
        return (
            (edge, other) for number in front for edge, other in self._at(number) if not kinds or edge.kind in kinds
        )

    def paths(self, source: str, target: str, *, hops: int = 4, limit: int = 5) -> tuple[tuple[Edge, ...], ...]:
        """The shortest ways between two nodes, of at most `hops` edges taken in either direction."""
        if self.node(source) is None or self.node(target) is None or source == target:
            return ()
        start, end = self._numbers[source], self._numbers[target]
        before: dict[int, list[tuple[int, Edge]]] = {start: []}
        front = [start]
        for _ in range(hops):
            reached: dict[int, list[tuple[int, Edge]]] = defaultdict(list)
            for number in front:
                for edge, other in self._at(number):
                    if other not in before:
                        reached[other].append((number, edge))
            before |= reached
            front = sorted(reached, key=self._ids.__getitem__)
            if end in reached:
                return tuple(_back(end, start, before, limit))
            if len(before) > LARGEST * LARGEST:
                break
        return ()


def _back(number: int, source: int, before: dict[int, list[tuple[int, Edge]]], limit: int) -> list[tuple[Edge, ...]]:
    if number == source:
        return [()]
    found: list[tuple[Edge, ...]] = []
    for previous, edge in before[number]:
        if len(found) >= limit:
            break
        found += [(*way, edge) for way in _back(previous, source, before, limit - len(found))]
    return found[:limit]
