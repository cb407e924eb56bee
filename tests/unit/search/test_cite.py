"""EVID-6: a citation quotes the document's own text and opens the place in the original."""

from __future__ import annotations

import hashlib
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.search.cite import cite, fragment, place
from kts.testing import MemorySources
from kts.types import Location

PLACES = [
    (Location("pdf", page=3), "#page=3", "page 3"),
    (Location("text", line=12), "#L12", "line 12"),
    (Location("pptx", slide=2, shape=4), "#slide=2", "slide 2"),
    (
        Location("xlsx", sheet="Fees & more", cell="B7"),
        "#sheet=Fees%20%26%20more&cell=B7",
        "sheet Fees & more, cell B7",
    ),
    (Location("docx", paragraph=9), "#paragraph=9", "paragraph 9"),
    (Location("docx", table=1, row=2, cell=3), "#table=1&row=2", "table 1, row 2"),
    (Location("eml", part="1.2"), "#:~:text=the%20quote", "part 1.2"),
    (Location("none"), "#:~:text=the%20quote", ""),
]


@pytest.mark.parametrize(("location", "wanted", "_words"), PLACES)
def test_evid6_a_fragment_opens_the_place(location, wanted, _words):
    assert fragment(location, "the quote") == wanted


@pytest.mark.parametrize(("location", "_fragment", "wanted"), PLACES)
def test_evid6_a_place_is_said_in_words(location, _fragment, wanted):
    assert place(location) == wanted


def test_evid6_a_part_of_a_mail_is_said_whatever_kind_of_file_it_is():
    assert place(Location("text", line=3, part="2")) == "part 2, line 3"


def test_evid6_nothing_is_appended_where_neither_place_nor_text_is_known():
    assert fragment(Location("none"), "") == ""


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=120))
def test_evid6_a_text_fragment_survives_the_address(text):
    made = fragment(Location("html"), text)
    assert made.isascii()
    assert not set(made[1:]) & set(' #?"<>')
    assert unquote(made.removeprefix("#:~:text=")) == text[:60]


def test_evid6_a_citation_quotes_the_document_at_its_span(house):
    text = "# Cure\n\nThe cure period is thirty days.\n\n# Notice\n\nIn writing.\n"
    here = house(psa=text)
    (record,) = here.corpus.documents()
    sources = MemorySources({"docs": {"psa.md": text.encode()}})
    for row in here.corpus.rows_of([record.key], "chunk"):
        passage = here.corpus.passages([row.key])[row.key]
        made = cite(record, passage, corpus=here.corpus, sources=sources)
        assert made.quote == text[made.span.start : made.span.end] == here.corpus.slice(record.key, made.span)
        assert made.text_sha256 == hashlib.sha256(made.quote.encode()).hexdigest()
        assert made.sha256 == made.version == hashlib.sha256(text.encode()).hexdigest()
        assert (made.path, made.document_id, made.passage_id) == ("psa.md", record.id, passage.id)
        assert made.uri == f"file:///docs/psa.md#L{made.location.line}"
        assert text.encode()[made.location.byte_start : made.location.byte_end].decode() == made.quote
