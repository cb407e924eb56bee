"""CRAWL-2: ids that depend on content and place alone."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.ids import document_id, passage_id, text_sha256

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12)
DIGEST = text_sha256("The cure period is thirty days.")


@given(NAMES, NAMES)
def test_crawl2_a_document_id_is_the_hash_of_label_and_path(root, path):
    digest = hashlib.sha256(root.encode() + b"\0" + path.encode()).hexdigest()
    assert document_id(root, path) == f"doc_{digest[:16]}"


@given(st.sets(st.tuples(NAMES, NAMES), min_size=2, max_size=20))
def test_crawl2_two_places_have_two_ids(places):
    assert len({document_id(root, path) for root, path in places}) == len(places)


def test_crawl2_label_and_path_do_not_run_into_each_other():
    assert document_id("a", "b/c.md") != document_id("a/b", "c.md")


@pytest.mark.parametrize("name", ["broken\udcff\udcfe.md", "re\u0301sume\u0301.md", "two\nlines.md"])
def test_crawl2_names_that_are_no_text_have_ids_too(name):
    assert re.fullmatch(r"doc_[0-9a-f]{16}", document_id("docs", name))
    assert document_id("docs", "re\u0301sume\u0301.md") != document_id("docs", "r\u00e9sum\u00e9.md")


@pytest.mark.parametrize("prefix", ["chunk", "sec", "item"])
def test_crawl2_a_passage_id_names_its_kind(prefix):
    made = passage_id(prefix, "doc_1", text_sha256=DIGEST, start=0, end=5)
    assert re.fullmatch(prefix + r"_[0-9a-f]{16}", made)


def test_crawl2_a_passage_id_changes_with_document_text_and_span():
    first = passage_id("chunk", "doc_1", text_sha256=DIGEST, start=0, end=5)
    others = {
        passage_id("chunk", "doc_2", text_sha256=DIGEST, start=0, end=5),
        passage_id("chunk", "doc_1", text_sha256=text_sha256("other"), start=0, end=5),
        passage_id("chunk", "doc_1", text_sha256=DIGEST, start=1, end=5),
        passage_id("chunk", "doc_1", text_sha256=DIGEST, start=0, end=6),
        passage_id("chunk", "doc_1", text_sha256=DIGEST, start=0, end=50),
    }
    assert (first not in others, len(others)) == (True, 5)


@given(st.text(st.characters(), max_size=30))
def test_crawl2_every_text_has_a_hash_lone_surrogates_included(text):
    assert text_sha256(text) == hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
