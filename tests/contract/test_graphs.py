"""GRAPH 1-3: every graph keeps the suite, and the suite sees what breaks it."""

from __future__ import annotations

import pytest

from kts.graph.embedded import EmbeddedGraph
from kts.testing.graph import check_graph


def test_graph_2_the_embedded_graph_keeps_the_suite():
    check_graph(EmbeddedGraph)


class Growing(EmbeddedGraph):
    def apply(self, fragments, removed=()):
        del removed
        super().apply(fragments)


class OneWay(EmbeddedGraph):
    def _from(self, front, kinds):
        return ((edge, other) for edge, other in super()._from(front, kinds) if edge.target == other)


class Deaf(EmbeddedGraph):
    def neighbours(self, node_id, *, kinds=(), depth=2, limit=200):
        del kinds
        return super().neighbours(node_id, depth=depth, limit=limit)


@pytest.mark.parametrize("broken", [Growing, OneWay, Deaf])
def test_the_suite_notices(broken):
    with pytest.raises(AssertionError):
        check_graph(broken)
