"""The part of the facade that knows how documents hang together: neighbours, ways, what is related, pictures."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from kts.data import table
from kts.errors import UsageError
from kts.graph.nouns import PREFIXES, Edge, EdgeKind, Node
from kts.workspace.opened import OpenIndex
from kts.workspace.threads import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.graph.embedded import EmbeddedGraph
    from kts.graph.nouns import Fragment, Neighbour
    from kts.lexicon.definitions_inforce import Relations
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus

__all__ = ["Central", "Edge", "EdgeKind", "Graphed", "Node", "Related", "Surroundings"]
CODES = frozenset({"error_code", "sqlstate", "cve"})
"""Kinds of identifiers that are nodes of the graph."""
SHORTEST_NAME = 4
"""Letters of a tool's name that are looked for as they stand; shorter ones are words of other languages."""


class Surroundings(NamedTuple):
    """A node with what lies around it, nearest first, and the edges among all of these."""

    node: Node
    neighbours: tuple[Neighbour, ...]
    edges: tuple[Edge, ...]


class Related(NamedTuple):
    """A document that is like another: `score` is its share of a walk's visits, `ties` what they have in common."""

    node: Node
    path: str
    score: float
    ties: tuple[Node, ...]


class Central(NamedTuple):
    """A node with its PageRank in the whole graph, and how many edges it has."""

    node: Node
    rank: float
    degree: int


class Graphed(OpenIndex):
    """The graph of the index, made from the truth when it is first asked for and kept while nothing changes."""

    @kept
    def _graph(self) -> tuple[int, EmbeddedGraph | None]:
        """The graph, and of which generation it is."""
        return -1, None

    @kept
    def _ranks(self) -> tuple[int, tuple[Central, ...]]:
        """The nodes that matter most, and of which generation they are."""
        return -1, ()

    def graph(self, *, detailed: Sequence[str] = ()) -> EmbeddedGraph:
        """The graph of all documents; those in `detailed` (document ids) with their sections and items.

        A document that changed gives its own edges anew; topics depend on all documents and are made with each
        generation.
        """
        with self._snapshot() as corpus:
            return self._current(corpus, detailed)

    def surroundings(
        self, name: str, *, depth: int = 2, kinds: tuple[EdgeKind, ...] = (), limit: int = 40
    ) -> Surroundings:
        """What lies around a document, section, item, term, topic, tool or error code. Raises UsageError.

        Where there is more than `limit`, every kind of edge has its share: see `kts.graph.ranking.chosen`.
        """
        from kts.graph.embedded import LARGEST
        from kts.graph.ranking import chosen

        for kind in kinds:
            if kind not in get_args(EdgeKind):
                message = f"no edge is of the kind '{kind}'"
                raise UsageError(message, hint=f"there are: {', '.join(get_args(EdgeKind))}")
        with self._snapshot() as corpus:
            graph, node = self._found(name, corpus)
            found = graph.neighbours(node.id, kinds=kinds, depth=depth, limit=LARGEST)
            around = chosen(found, limit=limit, places=_reading_order(corpus, node.document))
            inside = {node.id, *(one.node.id for one in around)}
            edges = {
                edge
                for one in inside
                for edge in graph.edges(one)
                if edge.source in inside and edge.target in inside and (not kinds or edge.kind in kinds)
            }
            return Surroundings(node, around, tuple(sorted(edges)))

    def picture(self, found: Surroundings) -> str:
        """Surroundings as one self-contained SVG file."""
        from kts.graph.picture import svg

        return svg([found.node, *(one.node for one in found.neighbours)], found.edges, centre=found.node.id)

    def related(self, document: str, *, limit: int = 10) -> tuple[Related, ...]:
        """The documents most like one: by a walk over shared terms, codes, tools, topics and references."""
        from kts.graph.ranking import related

        with self._snapshot() as corpus:
            graph = self._current(corpus)
            record = corpus.document(document)
            found = related(graph, f"doc:{record.id}", limit=limit)
            return tuple(
                Related(
                    _known(graph, node_id),
                    corpus.document(node_id.removeprefix("doc:")).path,
                    score,
                    tuple(_known(graph, tie) for tie in ties),
                )
                for node_id, score, ties in found
            )

    def paths(
        self, source: str, target: str, *, hops: int = 4, limit: int = 5
    ) -> tuple[tuple[tuple[Edge, ...], ...], Mapping[str, Node]]:
        """The shortest ways between two nodes, and the nodes on them by id. Raises UsageError."""
        with self._snapshot() as corpus:
            _, start = self._found(source, corpus)
            graph, end = self._found(target, corpus)
            ways = graph.paths(start.id, end.id, hops=hops, limit=limit)
            ids = {node for way in ways for edge in way for node in edge[:2]} | {start.id, end.id}
            return ways, {node_id: _known(graph, node_id) for node_id in sorted(ids)}

    def central(self, *, limit: int = 20) -> tuple[Central, ...]:
        """The nodes that matter most, by PageRank over the whole graph of documents; worked out once a generation."""
        from kts.graph.ranking import central

        with self._snapshot() as corpus:
            graph = self._current(corpus)
            if self._ranks[0] != corpus.generation or len(self._ranks[1]) < limit:
                best = central(graph, limit=limit)
                ranked = tuple(Central(_known(graph, node_id), rank, degree) for node_id, rank, degree in best)
                self._ranks = (corpus.generation, ranked)
        return self._ranks[1][:limit]

    def knowledge_graph(self, *, items: bool = False) -> dict[str, Any]:
        """The whole graph as node-link JSON; with `items` every section and item too."""
        from kts.graph.export import node_link

        graph = self._whole(items=items)
        return node_link(graph.nodes(), graph.edges())

    def to_networkx(self, *, items: bool = False) -> Any:
        """The whole graph as a `networkx.MultiDiGraph`. Raises MissingExtra."""
        from kts.graph.export import to_networkx

        graph = self._whole(items=items)
        return to_networkx(graph.nodes(), graph.edges())

    # -- inside ----------------------------------------------------------------------------------------------

    def _whole(self, *, items: bool) -> EmbeddedGraph:
        with self._snapshot() as corpus:
            ids = [record.id for record in corpus.documents()] if items else []
            return self._current(corpus, ids)

    def _current(self, corpus: SqliteCorpus, detailed: Sequence[str] = ()) -> EmbeddedGraph:
        """The graph of this generation, with what changed since the last one, and what is wanted in detail."""
        from kts.graph.embedded import EmbeddedGraph

        generation, graph = self._graph
        graph = graph or EmbeddedGraph()
        records = {record.id: record for record in corpus.documents()}
        there = graph.fragments()
        gone = [document for document in there if document and document not in records]
        if generation != corpus.generation:
            maker = Maker(corpus, records)
            changed = [record for id_, record in records.items() if abs(there.get(id_, 0)) != record.key]
            graph.apply((maker.fragment(record) for record in changed), gone)
            graph.apply([maker.topics()])
        wanted = [records[id_] for id_ in detailed if id_ in records and graph.fragments().get(id_, 0) > 0]
        if wanted:
            maker = Maker(corpus, records)
            graph.apply(maker.fragment(record, detailed=True) for record in wanted)
        self._graph = (corpus.generation, graph)
        return graph

    def _found(self, name: str, corpus: SqliteCorpus) -> tuple[EmbeddedGraph, Node]:
        """The node that a name means, with its document in detail where it has one."""
        graph = self._current(corpus)
        document, node_id = _place(name, corpus)
        if document:
            graph = self._current(corpus, [document])
        for candidate in (node_id, *_meanings(name)):
            node = graph.node(candidate) if candidate else None
            if node:
                return graph, node
        message = f"the graph has nothing named '{name}'"
        raise UsageError(message, hint="name a document, a passage id, or term:..., error:..., tool:..., topic:...")


def _reading_order(corpus: SqliteCorpus, document: str) -> dict[str, int]:
    """Where the sections and items of a document begin, by the ids of their nodes."""
    if not document:
        return {}
    key = corpus.document(document).key
    sections = {f"sec:{one.id}": one.span.start for one in corpus.sections(key)}
    return sections | {f"item:{one.id}": one.span.start for one in corpus.items(key)}


def _known(graph: EmbeddedGraph, node_id: str) -> Node:
    return graph.node(node_id) or Node(node_id, "DOCUMENT", node_id)


def _place(name: str, corpus: SqliteCorpus) -> tuple[str, str]:
    """(document id, node id) of a document, section or item; empty for what is none of them."""
    bare = name.partition(":")[2] if name.startswith(("doc:", "sec:", "item:")) else name
    if bare.startswith(("sec_", "item_")):
        found = corpus.passage_place(bare)
        if found is not None:
            prefix = "sec:" if bare.startswith("sec_") else "item:"
            return corpus.records([found[0]])[found[0]].id, prefix + bare
    if name.startswith(tuple(PREFIXES.values())) and not name.startswith("doc:"):
        return "", name
    try:
        record = corpus.document(bare)
    except UsageError:
        return "", ""
    return record.id, f"doc:{record.id}"


def _meanings(name: str) -> tuple[str, ...]:
    """The nodes that a word may mean: a term, an error code, a tool, a topic."""
    from kts.lexicon.definitions import norm
    from kts.lexicon.identifiers import normalise

    prefix, mark, rest = name.partition(":")
    word = rest if mark and f"{prefix}:" in PREFIXES.values() else name
    return f"term:{norm(word)}", f"error:{normalise(word)}", f"tool:{word}", f"tool:{word.title()}", f"topic:{word}"


class Maker:
    """Makes fragments from the rows of a snapshot; lives as long as one build."""

    def __init__(self, corpus: SqliteCorpus, records: Mapping[str, DocumentRecord]) -> None:
        from kts.lexicon.definitions_inforce import relations

        self.corpus = corpus
        self.records = records
        self.known: Relations = relations(records.values())
        self.tools = _tool_names(records.values())
        self._pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, self.tools))})\b") if self.tools else None

    def fragment(self, record: DocumentRecord, *, detailed: bool = False) -> Fragment:
        """The fragment of a document; one without its items has a positive key, one with them a negative."""
        from kts.graph.derive import Rows, fragment
        from kts.lexicon.identifiers import identifiers

        text = self.corpus.seen(record.key)
        references = self.corpus.references(record.key)
        rows = Rows(
            sections=self.corpus.sections(record.key) if detailed else (),
            items=self.corpus.items(record.key) if detailed else (),
            definitions=self.corpus.definitions(record.key),
            references=references,
            codes=Counter(one.norm for one in identifiers(text) if one.kind in CODES),
            tools=Counter(self._pattern.findall(text)) if self._pattern else {},
            others=tuple(self._others(record, [one.document for one in references if one.document])),
        )
        made = fragment(record, rows, text)
        return made._replace(key=-record.key) if detailed else made

    def _others(self, record: DocumentRecord, names: Sequence[str]) -> Iterator[tuple[EdgeKind, str]]:
        """The documents that a document names, amends or supersedes."""
        for name, count in sorted(Counter(names).items()):
            found = self._named(name)
            if found:
                yield from (("REFERENCES", found) for _ in range(count))
        for base in self.known.bases.get(record.id, ()):
            yield "REFERENCES", base
        superseded = str(record.metadata.get("supersedes") or "")
        older = self._older(record, superseded) if superseded else None
        if older:
            yield "SUPERSEDES", older

    def _named(self, name: str) -> str | None:
        """The document of a name; an amendment, whose title repeats the other's, only where the name says so."""
        from kts.lexicon.crossrefs_documents import named

        amends = "amend" in name.casefold()
        return named(name, [pair for pair in self.known.titles if ("amend" in pair[1].casefold()) == amends])

    def _older(self, record: DocumentRecord, name: str) -> str | None:
        """The document that another says it supersedes: of the same title, with the version or the date that it names.

        "the 2019 policy", said by the Record Retention Policy, is the one whose title has no other words than these.
        """
        from kts.lexicon.crossrefs_documents import words_of

        own = words_of(record.title)
        said = words_of(name) | own
        found = []
        for other in self.records.values():
            words = words_of(other.title)
            stated = (str(other.metadata.get(field) or "") for field in ("version", "effective", "content_date"))
            if other.id != record.id and words and words <= said:
                marked = any(mark and mark in name for mark in stated)
                found += [(not marked, other.id)] if marked or words - own else []
        best = sorted(found)
        return best[0][1] if len(best) == 1 or (best and best[0][0] < best[1][0]) else None

    def topics(self) -> Fragment:
        """The topics of all documents: a fragment that belongs to none of them."""
        from kts.graph.nouns import Fragment
        from kts.graph.topics import topics
        from kts.lexicon.analyse import words

        counts = {id_: Counter(words(self.corpus.seen(record.key))) for id_, record in self.records.items()}
        return Fragment("", 0, *topics(counts))


def _tool_names(records: Any) -> list[str]:
    """Names of tools: those of the taxonomy, and those that documents state in their metadata."""
    taxonomy = table("taxonomy_rules.json")
    stated = (str(record.metadata.get(field) or "") for record in records for field in ("tool", "product"))
    names = {*taxonomy.get("tools", {}), *(name for name in stated if name.istitle())}
    return sorted(name for name in names if len(name) >= SHORTEST_NAME)
