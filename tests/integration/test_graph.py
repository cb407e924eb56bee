"""GRAPH 1-3, FACES: the graph of an index, from files to pictures."""

from __future__ import annotations

import pytest

from kts.errors import UsageError
from kts.workspace import Workspace
from support.command import kts

AGREEMENT = """---
doc_type: CONTRACT
---

# Loan Agreement

## Section 1.01 Definitions

"Servicing Fee" means a fee of $10 a month.

## Section 1.02 Payment

The Borrower shall pay the Servicing Fee under Section 1.01. Error ERR-4021 stops the payment.
"""
POLICY = """# Fee Policy

Supersedes: Old Fee Policy

The "Servicing Fee" means what the Loan Agreement says. See the Loan Agreement for more.
"""
OLD = "# Old Fee Policy\n\nEmployees must not charge a fee. Code ERR-4021 is known.\n"


@pytest.fixture
def index(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in (("agreement.md", AGREEMENT), ("fee-policy.md", POLICY), ("old-fee-policy.md", OLD)):
        (docs / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(docs)])
    return tmp_path


def kinds(found):
    return {(one.edge.kind, one.node.label) for one in found.neighbours}


def test_graph_1_what_documents_share_and_hold(index):
    with Workspace.open(str(index)) as workspace:
        found = workspace.surroundings("agreement.md", depth=4, limit=200)
        held = kinds(found)
        assert ("DEFINES", "Servicing Fee") in held
        assert ("MENTIONS", "ERR4021") in held
        labels = {one.node.id: one.node.label for one in found.neighbours}
        rules = {labels[edge.target] for edge in found.edges if edge.kind == "HAS_RULE"}
        assert any(label.startswith("Obligation: The Borrower shall pay") for label in rules)
        assert any(edge.kind == "HAS_DEFINITION" for edge in found.edges)
        assert any(one.kind == "REFERENCES" and one.source.startswith("sec:") for one in found.edges)


def test_graph_1_a_policy_supersedes_the_old_one(index):
    with Workspace.open(str(index)) as workspace:
        found = workspace.surroundings("fee-policy.md", depth=1, kinds=("SUPERSEDES",))
        assert kinds(found) == {("SUPERSEDES", "Old Fee Policy")}


def test_graph_2_ways_and_related_documents(index):
    with Workspace.open(str(index)) as workspace:
        ways, nodes = workspace.paths("agreement.md", "old-fee-policy.md")
        assert "ERR4021" in {nodes[way[0].target].label for way in ways}
        assert {one.path for one in workspace.related("agreement.md")} == {"fee-policy.md", "old-fee-policy.md"}
        assert workspace.central(limit=3)[0].degree >= 1


def test_graph_1_a_changed_document_changes_its_own_edges(index):
    with Workspace.open(str(index)) as workspace:
        before = workspace.knowledge_graph(items=True)
        (index / "docs" / "old-fee-policy.md").write_text("# Old Fee Policy\n\nNothing is left.\n", encoding="utf-8")
        workspace.ingest([str(index / "docs")])
        after = workspace.knowledge_graph(items=True)
    with Workspace.open(str(index)) as fresh:
        assert fresh.knowledge_graph(items=True) == after
    mentions = lambda data: {link["source"] for link in data["links"] if link["target"] == "error:err4021"}  # noqa: E731
    assert len(mentions(before)) == 2
    assert len(mentions(after)) == 1


def test_graph_what_is_not_there_is_said(index):
    with Workspace.open(str(index)) as workspace, pytest.raises(UsageError, match="nothing named"):
        workspace.surroundings("no such thing")


def test_faces_the_command(index):
    picture = index / "g.svg"
    kb = ("--kb", str(index))
    data = kts("graph", "show", "agreement.md", "--svg", str(picture), "--json", *kb).ok().data["data"]
    assert data["node"]["label"] == "Loan Agreement"
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "fee-policy.md" in kts("graph", "related", "agreement.md", *kb).ok().out
    assert "DEFINES" in kts("graph", "path", "agreement.md", "term:Servicing Fee", *kb).ok().out
    assert kts("graph", "export", *kb).ok().data["directed"]
    assert kts("graph", "central", "--json", *kb).ok().data["data"]["nodes"]
    assert "LIKES" in kts("graph", "show", "agreement.md", "--kind", "LIKES", *kb).ok(2).err
