"""TERM-3, TERM-4, IDX-1, ITEM-3: from files to terms, outlines, items and levels, through the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from kts.workspace import Workspace
from support.command import kts

PSA = """# Pooling and Servicing Agreement

## Section 1.01 Defined Terms

"Advance": A payment by the Servicer of a late instalment, under Section 2.01.

"Document Deficiency": As defined in the Custodial Agreement.

"Servicer": Corvane Loan Servicing, Inc.

## Section 2.01 Advances

(a) The Servicer shall make an Advance on each Remittance Date.

(b) No Advance is due under Section 9.99 for a Document Deficiency.
"""
CUSTODIAL = """# Custodial Agreement

"Document Deficiency" means that a document of the file is missing.

The Custodian must report every Document Deficiency to the Servicer within two days.
"""
AMENDMENT = """# First Amendment

This First Amendment amends the Pooling and Servicing Agreement dated as of March 1, 2021 (the "PSA Agreement").

"Advance": A payment by the Servicer of a late instalment, at most four times for one loan.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An index of an agreement, what it takes terms from, and what amends it."""
    top = tmp_path_factory.mktemp("structure")
    (top / "docs").mkdir()
    for name, text in (("psa.md", PSA), ("custodial.md", CUSTODIAL), ("first-amendment.md", AMENDMENT)):
        front = "---\ndoc_type: CONTRACT\nregime: GOVERNING_DOC_LEGAL\n---\n"
        (top / "docs" / name).write_text(front + text, encoding="utf-8")
    with Workspace.create(str(top), environment={"KTS_EMBED_PROVIDER": ""}) as workspace:
        workspace.ingest([str(top / "docs")])
    return top


@pytest.fixture
def index(folder):
    with Workspace.open(str(folder)) as workspace:
        yield workspace


def test_term3_the_definition_in_force_is_the_amended_one(index):
    first, second = index.terms("Advances", document="psa.md").definitions
    assert "four times" in first.text
    assert first.citation.path == "first-amendment.md"
    assert second.citation.path == "psa.md"
    assert first.in_force_for == ("psa.md",)


def test_term3_an_incorporated_definition_is_followed_into_its_document(index):
    own, source = index.terms("Document Deficiency", document="psa.md").definitions
    assert (own.kind, own.source, source.citation.path) == ("incorporated", "Custodial Agreement", "custodial.md")


def test_term3_every_definition_is_cited_by_its_words(index):
    for one in index.terms(document="psa.md").definitions:
        assert one.text == one.citation.quote
        assert one.term in one.text


def test_term4_the_definitions_that_a_text_depends_on(index):
    with closing(index.corpus()) as corpus:
        key = corpus.document("psa.md").key
    found = index.definitions_for(key, "The Servicer shall cure each Document Deficiency.")
    assert [one.term for one in found] == ["Servicer", "Document Deficiency"]
    assert found[1].citation.path == "custodial.md", "what the incorporated one says, not that it is incorporated"
    assert index.definitions_for(key, "Nothing of the kind.") == ()


def test_idx1_sections_and_items_are_found_at_their_levels(index):
    (section, *_) = index.search("advance on each remittance date", level="section", k=1).results
    assert section.hit.passage.level == "section"
    assert section.hit.passage.text.startswith("## Section 2.01")
    (item, *_) = index.search("advance on each remittance date", level="item", k=1).results
    assert (item.hit.passage.level, item.hit.passage.kind) == ("item", "Obligation")


def test_idx1_a_word_that_only_another_level_holds_is_not_said_to_be_nowhere(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "p.md").write_text("# Refund policy\n\nOnly agents grant it.\n", encoding="utf-8")
    with Workspace.create(tmp_path / "kb") as workspace:
        workspace.ingest([tmp_path / "docs"])
        for level, unit in (("item", "typed sentence"), ("hidden", "hidden text")):
            notes = workspace.search("refund zebra", level=level).ranking.notes
            assert f"no {unit} holds refund, but passages do" in notes
            assert "not in any document: zebra" in notes
        assert workspace.search("refund by e-mail").ranking.notes == ("not in any document: mail",)
        assert workspace.search("refund zebra").ranking.notes == ("not in any document: zebra",)


def test_idx1_zoom_goes_from_an_item_to_its_section_and_back(index):
    (item, *_) = index.search("advance on each remittance date", level="item", k=1).results
    zoomed = index.zoom(item.hit.passage.id)
    assert zoomed.section.number == "2.01"
    assert item.hit.passage.text in [text for _, text in zoomed.items]
    assert index.zoom(zoomed.section.id).section == zoomed.section


def test_doctor_lists_a_reference_that_leads_nowhere(index):
    gaps = [(one.kind, one.text) for one in index.gaps("psa.md")]
    assert ("dangling reference", "Section 9.99") in gaps
    assert ("dangling reference", "Section 2.01") not in gaps


def test_reliability_i3_the_store_is_whole_and_two_indexes_agree(folder, index, tmp_path):
    assert index.verify(full=True).problems == ()
    with Workspace.create(str(tmp_path), environment={"KTS_EMBED_PROVIDER": ""}) as again:
        again.ingest([str(folder / "docs")])
        assert again.content_hash() == index.content_hash()


def test_reliability_a_changed_definition_is_found_by_verify(folder, index):
    with sqlite3.connect(folder / ".kts" / "kts.db") as db:
        (before,) = db.execute("SELECT term FROM definition WHERE ordinal = 0 LIMIT 1").fetchone()
        db.execute("UPDATE definition SET term = 'Other' WHERE term = ?", (before,))
    try:
        assert any("psa.md" in one.path or one.path for one in index.verify().problems)
    finally:
        with sqlite3.connect(folder / ".kts" / "kts.db") as db:
            db.execute("UPDATE definition SET term = ? WHERE term = 'Other'", (before,))


def test_faces_terms_and_outline_and_items_on_the_command_line(folder):
    done = kts("terms", "Servicer", "--doc", "psa.md", "--kb", str(folder), "--json")
    (one,) = json.loads(done.out)["data"]["definitions"]
    assert {"term", "text", "document_id", "citation", "in_force_for"} <= set(one)
    done = kts("outline", "psa.md", "--kb", str(folder), "--json")
    (top,) = json.loads(done.out)["data"]["sections"]
    assert [child["number"] for child in top["sections"]] == ["1.01", "2.01"]
    assert top["sections"][1]["items"]["Obligation"] >= 1
    lines = kts("export", "items", "--kb", str(folder)).out.splitlines()
    item = json.loads(lines[0])
    assert {"id", "item_type", "text", "section_number", "section_index", "item_index", "span", "metadata"} <= set(item)
    assert kts("outline", "absent.md", "--kb", str(folder)).code == 2
    assert "Section 9.99" in kts("doctor", "--structure", "--kb", str(folder)).out
