"""GRAPH 1-3: fragments, topics, ranks, exports and pictures."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.graph.derive import Rows, fragment
from kts.graph.embedded import LARGEST, EmbeddedGraph
from kts.graph.export import node_link
from kts.graph.nouns import Edge, Fragment, Neighbour, Node
from kts.graph.pagerank import MANY, pagerank
from kts.graph.picture import svg
from kts.graph.ranking import central, chosen, near_ranks, related, subgraph, tempered
from kts.graph.topics import topics
from kts.records import DocumentRecord
from kts.structure import Definition, Item, Reference
from kts.types import Section, Span

TEXT = 'Scope. "Fee" means money. The Servicer must pay the Fee.'


def record(name="a", **more):
    values = {"doc_type": "", "regime": "", "language": "en", "content_date": "", "metadata": {}} | more
    return DocumentRecord(
        key=7, id=name, root="r", path=f"{name}.md", sha256="", converter="", title=name.upper(), length=9, stale=False,
        **values,
    )  # fmt: skip


def rows(**more):
    sections = (
        Section(0, None, 1, "1", "Scope", Span(0, 60), "s0"),
        Section(1, 0, 2, "1.1", "Fees", Span(7, 60), "s1"),
        Section(2, 0, 2, "1.2", "More", Span(40, 60), "s2"),
    )
    items = (
        Item("Definition", Span(7, 25), 1, 0, {"defined_terms": ["Fee"]}, "i0"),
        Item("Obligation", Span(26, 56), 1, 1, {"defined_terms": ["Fee", "Servicer"]}, "i1"),
    )
    values = {
        "sections": sections,
        "items": items,
        "definitions": (Definition("Fee", "fee", Span(7, 25), Span(8, 11), "glossary"),),
        "references": (Reference(Span(26, 30), "Section 1.2", "section", "1.2", 1, 2, resolved=True),),
    }
    return Rows(**(values | more))


def triples(found):
    return {(edge.source, edge.kind, edge.target) for edge in found.edges}


def test_graph_1_a_document_with_its_sections_items_terms_and_references():
    found = fragment(record(), rows(codes={"e1": 3}, tools={"Tessaro": 1}, others=[("SUPERSEDES", "b")]), TEXT)
    assert triples(found) == {
        ("doc:a", "CONTAINS", "sec:s0"),
        ("sec:s0", "CONTAINS", "sec:s1"),
        ("sec:s0", "CONTAINS", "sec:s2"),
        ("sec:s1", "NEXT", "sec:s2"),
        ("sec:s1", "REFERENCES", "sec:s2"),
        ("sec:s1", "HAS_DEFINITION", "item:i0"),
        ("sec:s1", "HAS_RULE", "item:i1"),
        ("item:i0", "NEXT", "item:i1"),
        ("item:i0", "DEFINES", "term:fee"),
        ("item:i0", "MENTIONS", "term:fee"),
        ("item:i1", "MENTIONS", "term:fee"),
        ("doc:a", "DEFINES", "term:fee"),
        ("doc:a", "MENTIONS", "error:e1"),
        ("doc:a", "MENTIONS", "tool:Tessaro"),
        ("doc:a", "SUPERSEDES", "doc:b"),
    }
    assert next(edge.weight for edge in found.edges if edge.target == "error:e1") == 3
    labels = {node.id: node.label for node in found.nodes}
    assert labels["item:i1"] == "Obligation: The Servicer must pay the Fee."
    assert labels["sec:s1"] == "1.1 Fees"


def test_graph_1_a_runbook_addresses_its_codes():
    found = fragment(record(doc_type="TROUBLESHOOT"), Rows(codes={"e1": 1}))
    assert triples(found) == {("doc:a", "ADDRESSES", "error:e1")}


def test_graph_1_without_items_only_what_documents_share():
    found = fragment(record(), rows(items=()))
    assert triples(found) == {("doc:a", "DEFINES", "term:fee")}


def test_graph_1_topics_are_words_of_few_documents_that_go_together():
    common = {"loan": 9}
    words = {
        "a": common | {"escrow": 5, "cushion": 4},
        "b": common | {"escrow": 3, "cushion": 2},
        "c": common | {"wire": 4, "beneficiary": 2},
        "d": common | {"wire": 2, "beneficiary": 1},
        "e": common | {"once": 1},
    }
    words |= {f"x{number}": common for number in range(5)}
    nodes, edges = topics(words)
    assert [node.label for node in nodes] == ["wire, beneficiary", "escrow, cushion"] or {
        frozenset(node.label.split(", ")) for node in nodes
    } == {frozenset({"escrow", "cushion"}), frozenset({"wire", "beneficiary"})}
    assert {(edge.source, edge.kind) for edge in edges} == {(f"doc:{name}", "COVERS") for name in "abcd"}


EDGES = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.floats(0.1, 9)).filter(lambda e: e[0] != e[1]),
    max_size=20,
).map(lambda found: [Edge(f"doc:{a}", f"doc:{b}", "REFERENCES", weight) for a, b, weight in found])


@given(EDGES, st.sampled_from("abcdef"))
def test_graph_2_ranks_sum_to_one_and_favour_where_the_walk_begins(edges, start):
    ranks = pagerank(edges)
    personal = pagerank(edges, {f"doc:{start}": 1.0})
    if not edges:
        assert ranks == {}
        return
    assert sum(ranks.values()) == pytest.approx(1, abs=1e-6)
    assert sum(personal.values()) == pytest.approx(1, abs=1e-6)
    if f"doc:{start}" in ranks:
        assert personal[f"doc:{start}"] >= 0.15 - 1e-6


def test_graph_2_pagerank_of_a_star_is_known():
    ranks = pagerank([Edge("doc:m", f"doc:{name}", "REFERENCES") for name in "abcd"])
    middle = (0.15 / 5 + 0.85) / 1.85  # r = .15 / 5 + .85 * (1 - r)
    assert ranks["doc:m"] == pytest.approx(middle, abs=1e-4)


def walked_once(edges, ranked, begun):
    """The ranks after one more step of a walk that has these."""
    out = Counter()
    for edge in edges:
        out.update({edge.source: edge.weight, edge.target: edge.weight})
    again = Counter({node: 0.15 * share for node, share in begun.items()})
    for edge in edges:
        for one, other in (edge[:2], edge[1::-1]):
            again[other] += 0.85 * ranked[one] * edge.weight / out[one]
    return dict(again)


@given(EDGES, st.sampled_from("abcdef"))
def test_graph_2_ranks_are_the_fixed_point_of_the_walk(edges, start):
    ranked = pagerank(edges, {f"doc:{start}": 1.0})
    begun = {f"doc:{start}": 1.0} if f"doc:{start}" in ranked else dict.fromkeys(ranked, 1 / max(1, len(ranked)))
    assert ranked == pytest.approx(walked_once(edges, ranked, begun), abs=1e-5)


def test_graph_2_many_edges_are_ranked_as_few_are():
    rng = random.Random(3)  # noqa: S311 - a graph, no secret
    ends = [rng.sample(range(300), 2) for _ in range(MANY)]
    edges = [Edge(f"{one:03}", f"{other:03}", "NEXT", rng.uniform(0.2, 3)) for one, other in ends]
    for listed in (edges, edges[: MANY // 2]):
        ranked = pagerank(listed, {"005": 1.0})
        assert ranked == pytest.approx(walked_once(listed, ranked, {"005": 1.0}), abs=1e-5)


@given(EDGES)
def test_graph_2_a_way_leads_from_edge_to_edge(edges):
    graph = EmbeddedGraph()
    nodes = tuple(Node(f"doc:{name}", "DOCUMENT", name, name) for name in "abcdef")
    graph.apply([Fragment("all", 1, nodes, tuple(set(edges)))])
    for way in graph.paths("doc:a", "doc:f"):
        at = {"doc:a"}
        for edge in way:
            assert at & set(edge[:2])
            at = set(edge[:2]) - at
        assert "doc:f" in way[-1][:2]
    around = graph.neighbours("doc:a", depth=3)
    assert all(left.hops <= right.hops for left, right in pairwise(around))
    assert len({one.node.id for one in around}) == len(around)


def three():
    graph = EmbeddedGraph()
    shared = (Node("term:fee", "TERM", "Fee"), Node("tool:T", "TOOL", "T"))
    for name, ends in (("a", ("term:fee", "tool:T")), ("b", ("term:fee",)), ("c", ("tool:T",)), ("d", ("tool:T",))):
        nodes = (Node(f"doc:{name}", "DOCUMENT", name, name), *(one for one in shared if one.id in ends))
        graph.apply([Fragment(name, 1, nodes, tuple(Edge(f"doc:{name}", end, "MENTIONS") for end in ends))])
    return graph


def test_graph_2_related_documents_share_what_few_share():
    found = related(three(), "doc:a")
    assert [one[0] for one in found] == ["doc:b", "doc:c", "doc:d"]
    assert found[0][2] == ["term:fee"]


def test_graph_2_a_subgraph_stays_under_its_limit():
    graph = three()
    ends = {end for edge in subgraph(graph, ["doc:a"], depth=4, limit=4) for end in edge[:2]}
    assert len(ends) <= 4
    assert central(graph, limit=1)[0][0] == "tool:T"


@given(EDGES, st.sampled_from("abcdef"))
def test_graph_2_ranks_of_what_is_near_are_those_of_its_subgraph(edges, start):
    graph = EmbeddedGraph()
    nodes = tuple(Node(f"doc:{name}", "DOCUMENT", name, name) for name in "abcdef")
    graph.apply([Fragment("all", 1, nodes, tuple(set(edges)))])
    place = f"doc:{start}"
    assert near_ranks(graph, [place]) == pytest.approx(
        pagerank(tempered(subgraph(graph, [place])), {place: 1.0}), abs=1e-5
    )


def test_graph_2_nothing_is_near_to_what_is_not_there():
    graph = three()
    assert not any(near_ranks(graph, ["doc:zzz"]).values())
    assert related(graph, "doc:zzz") == ()


OWNED = st.dictionaries(st.sampled_from("xyz"), EDGES, max_size=3)


@given(OWNED, OWNED)
def test_graph_1_a_graph_that_changed_is_the_one_made_anew(before, after):
    def fragments(owned):
        for document, edges in owned.items():
            ends = sorted({end for edge in edges for end in edge[:2]})[1:]
            yield Fragment(document, 1, tuple(Node(end, "DOCUMENT", document) for end in ends), tuple(edges))

    changed, anew = EmbeddedGraph(), EmbeddedGraph()
    changed.apply(fragments(before))
    changed.apply(fragments(after), removed=before.keys() - after.keys())
    anew.apply(fragments(after))
    assert list(changed.nodes()) == list(anew.nodes())
    assert list(changed.edges()) == list(anew.edges())
    assert changed.counts() == anew.counts() == (len(list(anew.nodes())), len(list(anew.edges())))
    for node in anew.nodes():
        assert changed.edges(node.id) == anew.edges(node.id) == tuple(sorted(anew.edges(node.id)))
        assert changed.neighbours(node.id) == anew.neighbours(node.id)
        assert changed.among([one.id for one in anew.nodes()]) == tuple(sorted(set(anew.edges())))


def test_graph_2_of_many_neighbours_every_kind_of_edge_has_its_share():
    def near(name, kind, weight=1.0, hops=1):
        return Neighbour(Node(name, "TERM", name), hops, Edge("doc:a", name, kind, weight))

    terms = [near(f"term:{at:02}", "DEFINES") for at in range(30)]
    found = [
        *terms,
        near("doc:b", "REFERENCES"),
        near("error:e2", "MENTIONS", 1),
        near("error:e1", "MENTIONS", 5),
        near("sec:y", "CONTAINS"),
        near("sec:x", "CONTAINS"),
        near("doc:c", "REFERENCES", hops=2),
    ]
    names = [one.node.id for one in chosen(found, limit=7, places={"sec:x": 1, "sec:y": 9})]
    assert names == ["sec:x", "sec:y", "doc:b", "term:00", "term:01", "error:e1", "error:e2"]
    assert len(chosen(found, limit=100, places={})) == len(found)
    assert chosen(found, limit=100, places={})[-1].hops == 2


def test_graph_3_node_link_is_what_networkx_reads():
    graph = three()
    data = json.loads(json.dumps(node_link(graph.nodes(), graph.edges())))
    ids = {node["id"] for node in data["nodes"]}
    assert data["directed"]
    assert data["multigraph"]
    assert all(link["source"] in ids and link["target"] in ids for link in data["links"])
    networkx = pytest.importorskip("networkx")
    assert networkx.node_link_graph(data, edges="links").number_of_edges() == graph.counts()[1]


def test_a_picture_is_one_well_formed_file_without_live_markup():
    nodes = [Node("doc:a", "DOCUMENT", "<script>alert(1)</script> & \u201cA\u201d", "a"), Node("term:f", "TERM", "Fee")]
    picture = svg(nodes, [Edge("doc:a", "term:f", "DEFINES"), Edge("doc:a", "doc:gone", "REFERENCES")], centre="doc:a")
    ET.fromstring(picture)  # noqa: S314 - our own output
    assert "<script" not in picture
    assert not re.search(r"(?:href|src)=", picture)
    assert picture == svg(nodes, [Edge("doc:a", "term:f", "DEFINES")], centre="doc:a")


def test_graph_2_a_walk_ends_at_what_everything_mentions():
    many = LARGEST + 1
    nodes = (Node("term:fee", "TERM", "fee"), *(Node(f"item:{at}", "ITEM", str(at), "doc:a") for at in range(many)))
    edges = [Edge(f"item:{at}", "term:fee", "MENTIONS") for at in range(many)]
    graph = EmbeddedGraph()
    graph.apply([Fragment("a", 1, nodes, (*edges, Edge("item:0", "item:1", "NEXT")))])
    near = {one.node.id for one in graph.neighbours("item:0", depth=3, limit=many)}
    assert near == {"term:fee", "item:1"}
    assert len(graph.neighbours("term:fee", depth=1, limit=10)) == 10
    assert subgraph(graph, ["item:0"]) == tuple(sorted((edges[0], edges[1], Edge("item:0", "item:1", "NEXT"))))
