"""A generated graph of many items: two hops and PageRank of what is near, and the memory that the graph takes."""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from statistics import median
from typing import TYPE_CHECKING

from kts.graph.embedded import EmbeddedGraph
from kts.graph.nouns import Edge, Fragment, Node
from kts.graph.ranking import near_ranks
from measure import arguments, report

if TYPE_CHECKING:
    from collections.abc import Iterator

ITEMS = int(os.environ.get("KTS_BENCH_ITEMS", "500000"))
"""Items of the graph, ten edges each; fewer where the machine is small or busy."""
EACH = 1_000
"""Items of a document: a long contract."""
SECTIONS = 50
MENTIONED = 8
"""Terms that an item mentions; with its section and its neighbour it has ten edges."""
TARGET_MS, TARGET_MB = 20.0, 600.0
KILO = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit that the system counts memory in."""


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    items = 2_000 if options.smoke else ITEMS
    before, began = _megabytes(), time.process_time()
    graph = EmbeddedGraph()
    graph.apply(_fragments(max(1, items // EACH), random.Random(20_260_101)))
    built = time.process_time() - began
    nodes, edges = graph.counts()
    rng = random.Random(7)
    places = [f"item:{rng.randrange(max(1, items // EACH))}-{rng.randrange(EACH)}" for _ in range(40)]
    spent = [_asked(graph, place) for place in places]
    megabytes = _megabytes()
    milliseconds = median(spent) * 1e3
    report(
        {
            "benchmark": "graph_scale",
            "items": items,
            "nodes": nodes,
            "edges": edges,
            "build_cpu_s": built,
            "edges_a_cpu_second": edges / built,
            "ours": milliseconds,
            "slowest": max(spent) * 1e3,
            "megabytes": megabytes,
            "bytes_an_edge": (megabytes - before) * 1e6 / edges,
            "unit": "CPU ms of two hops and PageRank, the graph in memory",
            "corpus": "generated",
            "target": f"ours <= {TARGET_MS:g} ms, {TARGET_MB:g} MB",
            "met": milliseconds <= TARGET_MS and megabytes <= TARGET_MB,
        },
        options,
    )


def _asked(graph: EmbeddedGraph, place: str) -> float:
    """CPU seconds of one question about the surroundings of an item."""
    began = time.process_time()
    ranks = near_ranks(graph, [place])
    spent = time.process_time() - began
    assert ranks  # noqa: S101 - an empty neighbourhood would be fast
    return spent


def _fragments(documents: int, rng: random.Random) -> Iterator[Fragment]:
    """Documents with sections, items that follow each other, and terms that many mention, a few most of all."""
    terms = [Node(f"term:{number}", "TERM", f"term {number}") for number in range(max(20, documents * 20))]
    for document in range(documents):
        own = f"doc:{document}"
        sections = [Node(f"sec:{document}-{at}", "SECTION", f"{at}", own) for at in range(SECTIONS)]
        items = [Node(f"item:{document}-{at}", "ITEM", f"Statement {at}", own) for at in range(EACH)]
        edges = [Edge(own, section.id, "CONTAINS") for section in sections]
        known = terms[document * 20 : document * 20 + 40] + terms[:20]
        for at, item in enumerate(items):
            edges.append(Edge(sections[at * SECTIONS // EACH].id, item.id, "CONTAINS"))
            if at:
                edges.append(Edge(items[at - 1].id, item.id, "NEXT"))
            edges += [Edge(item.id, term.id, "MENTIONS") for term in rng.sample(known, min(MENTIONED, len(known)))]
        named = {edge.target for edge in edges if edge.kind == "MENTIONS"}
        nodes = (Node(own, "DOCUMENT", own, own), *sections, *items, *(one for one in known if one.id in named))
        yield Fragment(own, document, nodes, tuple(edges))


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILO / 1e6


if __name__ == "__main__":
    main()
