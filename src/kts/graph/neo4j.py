"""The graph on a server that speaks Bolt: Neo4j, and others with portable Cypher. Needs the library neo4j.

Nodes carry the label KTS and their kind as a property, edges the type REL and theirs, so that one statement serves all
kinds. Each document owns what it put in: a node goes with the last document that names it.
"""

from __future__ import annotations

from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kts.errors import MissingExtra, SourceUnreachable
from kts.graph.nouns import Edge, Neighbour, Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kts.graph.nouns import EdgeKind, Fragment

BATCH = 2_000
"""Rows of one statement (a default, not fitted)."""
WIDEST = 10_000
"""Edges of one node that are looked at: more tie nothing together."""


class Neo4jGraph:
    """A graph of one workspace (`space`) in a database that others may share; close it."""

    name = "neo4j"

    def __init__(self, uri: str, *, user: str = "", password: str = "", space: str = "kts") -> None:
        try:
            library = import_module("neo4j")
        except ModuleNotFoundError as error:
            message = "the graph on a server needs the library neo4j"
            raise MissingExtra(message, hint="pip install neo4j") from error
        self._failures = (library.exceptions.ServiceUnavailable, library.exceptions.AuthError, OSError)
        self._driver = library.GraphDatabase.driver(uri, auth=(user, password) if user else None)
        self._uri, self.space = uri, space

    def beside(self, space: str) -> Neo4jGraph:
        """The graph of another workspace over the same connections."""
        other = copy(self)
        other.space = space
        return other

    def close(self) -> None:
        """Close the connections."""
        self._driver.close()

    def _run(self, statement: str, **values: Any) -> list[Any]:
        try:
            with self._driver.session() as session:
                return [record.values() for record in session.run(statement, space=self.space, **values)]
        except self._failures as error:
            message = f"the graph server at {self._uri} does not answer: {error}"
            raise SourceUnreachable(message, hint="start it, or look at its address and password") from error

    def clear(self) -> None:
        """Delete everything of this workspace."""
        self._run("MATCH (n:KTS {space: $space}) DETACH DELETE n")

    def apply(self, fragments: Iterable[Fragment], removed: Iterable[str] = ()) -> None:
        """Take out what `removed` documents own, and put in fragments, each in place of its document's last one."""
        listed = list(fragments)
        for document in [*removed, *(fragment.document for fragment in listed)]:
            self._take_out(document)
        for fragment in listed:
            self._put_in(fragment)

    def _take_out(self, document: str) -> None:
        self._run("MATCH (:KTS {space: $space})-[r:REL {owner: $owner}]->() DELETE r", owner=document)
        self._run(
            "MATCH (n:KTS {space: $space}) WHERE $owner IN n.owners"
            " SET n.owners = [one IN n.owners WHERE one <> $owner]",
            owner=document,
        )
        self._run(
            "MATCH (n:KTS {space: $space}) WHERE size(n.owners) = 0 AND NOT (n)-[:REL]-() DELETE n", owner=document
        )

    def _put_in(self, fragment: Fragment) -> None:
        nodes = [{**node._asdict(), "owner": fragment.document} for node in fragment.nodes]
        for rows in _batches(nodes):
            self._run(
                "UNWIND $rows AS row MERGE (n:KTS {space: $space, id: row.id})"
                " SET n.kind = row.kind, n.label = row.label, n.document = row.document,"
                " n.owners = coalesce(n.owners, []) + [row.owner]",
                rows=rows,
            )
        edges = [{**edge._asdict(), "owner": fragment.document} for edge in fragment.edges]
        for rows in _batches(edges):
            self._run(
                "UNWIND $rows AS row MERGE (a:KTS {space: $space, id: row.source})"
                " MERGE (b:KTS {space: $space, id: row.target})"
                " SET a.owners = coalesce(a.owners, []), b.owners = coalesce(b.owners, [])"
                " CREATE (a)-[:REL {kind: row.kind, weight: row.weight, owner: row.owner}]->(b)",
                rows=rows,
            )

    def node(self, node_id: str) -> Node | None:
        """The node of an id, None when there is none."""
        found = self._nodes([node_id])
        return found.get(node_id)

    def _nodes(self, ids: Iterable[str]) -> dict[str, Node]:
        rows = self._run(
            "MATCH (n:KTS {space: $space}) WHERE n.id IN $ids AND size(n.owners) > 0"
            " RETURN n.id, n.kind, n.label, n.document",
            ids=list(ids),
        )
        return {row[0]: Node(*row) for row in rows}

    def _edges(self, ids: Iterable[str]) -> list[Edge]:
        """The edges at some nodes, in the order of their ends, without those to nodes that no document has."""
        rows = self._run(
            "MATCH (a:KTS {space: $space})-[r:REL]->(b:KTS {space: $space})"
            " WHERE (a.id IN $ids OR b.id IN $ids) AND size(a.owners) > 0 AND size(b.owners) > 0"
            " RETURN a.id, b.id, r.kind, r.weight LIMIT $most",
            ids=list(ids),
            most=WIDEST,
        )
        return sorted(Edge(*row) for row in rows)

    def counts(self) -> tuple[int, int]:
        """How many nodes and edges there are."""
        nodes = self._run("MATCH (n:KTS {space: $space}) WHERE size(n.owners) > 0 RETURN count(n)")
        edges = self._run(
            "MATCH (a:KTS {space: $space})-[r:REL]->(b:KTS) WHERE size(a.owners) > 0 AND size(b.owners) > 0"
            " RETURN count(r)"
        )
        return int(nodes[0][0]), int(edges[0][0])

    def neighbours(
        self, node_id: str, *, kinds: tuple[EdgeKind, ...] = (), depth: int = 2, limit: int = 200
    ) -> tuple[Neighbour, ...]:
        """What lies within `depth` hops in either direction, nearest first, each once, at most `limit`."""
        seen, front = {node_id}, [node_id]
        found: list[tuple[str, int, Edge]] = []
        for hops in range(1, depth + 1):
            following = []
            for edge, other in _from(front, self._edges(front), kinds):
                if other not in seen and len(found) < limit:
                    seen.add(other)
                    following.append(other)
                    found.append((other, hops, edge))
            front = following
        nodes = self._nodes(other for other, _, _ in found)
        return tuple(Neighbour(nodes[other], hops, edge) for other, hops, edge in found)

    def paths(self, source: str, target: str, *, hops: int = 4, limit: int = 5) -> tuple[tuple[Edge, ...], ...]:
        """The shortest ways between two nodes, of at most `hops` edges taken in either direction."""
        if source == target or len(self._nodes([source, target])) < 2:  # noqa: PLR2004 - both ends
            return ()
        before: dict[str, list[tuple[str, Edge]]] = {source: []}
        front = [source]
        for _ in range(hops):
            reached: dict[str, list[tuple[str, Edge]]] = {}
            edges = self._edges(front)
            for node_id in front:
                for edge, other in _from([node_id], edges, ()):
                    if other not in before:
                        reached.setdefault(other, []).append((node_id, edge))
            before |= reached
            front = sorted(reached)
            if target in reached:
                return tuple(_back(target, source, before, limit))
        return ()


def _from(front: Iterable[str], edges: Iterable[Edge], kinds: tuple[EdgeKind, ...]) -> Iterable[tuple[Edge, str]]:
    listed = [edge for edge in edges if not kinds or edge.kind in kinds]
    for node_id in front:
        for edge in listed:
            if node_id in edge[:2]:
                yield edge, edge.target if edge.source == node_id else edge.source


def _back(
    node_id: str, source: str, before: Mapping[str, list[tuple[str, Edge]]], limit: int
) -> list[tuple[Edge, ...]]:
    if node_id == source:
        return [()]
    ways = [(*way, edge) for previous, edge in before[node_id] for way in _back(previous, source, before, limit)]
    return ways[:limit]


def _batches(rows: list[dict[str, Any]]) -> Iterable[list[dict[str, Any]]]:
    return (rows[at : at + BATCH] for at in range(0, len(rows), BATCH))
