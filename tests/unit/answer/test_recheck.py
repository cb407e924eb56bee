"""EVID-6: a saved citation against the originals as they are now: unchanged, moved, changed or gone."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts import registry
from kts.answer.recheck import KEYS, Finder, citations_in, recheck
from kts.config import IngestSettings
from kts.ingest.convert.run import converted, locator
from kts.ingest.ids import document_id
from kts.ingest.kit import Kit
from kts.records import Root
from kts.testing import MemorySources, MemoryTruth, manifest_row, prepared
from kts.types import Batch, SourceMap, Span

TEXT = "# Cure\n\nThe cure period is thirty days.\n\n# Notice\n\nNotice is given in writing.\n"
QUOTE = "The cure period is thirty days."


@pytest.fixture(scope="module")
def kit():
    converters = {name: registry.load("converters", name)() for name in ("csv", "markdown", "text")}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


@pytest.fixture
def finder(kit):
    def make(files, *, roots=("docs",), corpus=None, limit=10_000, unstable=()):
        return Finder(
            roots=roots,
            corpus=corpus,
            sources=MemorySources(files, unstable=unstable),
            identify=document_id,
            convert=lambda content, path: converted(content, path, kit),
            locator=locator,
            limit=limit,
        )

    return make


def cited(quote=QUOTE, *, text=TEXT, root="docs", path="psa.md", **fields):
    """A citation as a saved result holds it."""
    start = text.index(quote)
    location = SourceMap(encoding="utf-8").locate(text, Span(start, start + len(quote)))
    return {
        "document_id": document_id(root, path),
        "path": path,
        "start": start,
        "end": start + len(quote),
        "quote": quote,
        "text_sha256": hashlib.sha256(quote.encode()).hexdigest(),
        "location": {"kind": "text", "byte_start": location.byte_start, "byte_end": location.byte_end},
        **fields,
    }


def docs(text, path="psa.md"):
    return {"docs": {path: text.encode()}}


def test_evid6_a_quote_that_stands_at_its_span_is_unchanged(finder):
    found = recheck(cited(), finder(docs(TEXT)))
    assert (found.status, found.detail, found.moved_to) == ("unchanged", "", None)


@given(before=st.text("ab \n", min_size=1, max_size=30))
def test_evid6_a_quote_that_was_pushed_down_is_moved_to_where_it_stands(kit, before):
    text = f"{before}{TEXT}"
    files = MemorySources(docs(text))
    here = Finder(["docs"], None, files, document_id, lambda body, path: converted(body, path, kit), locator, 10_000)
    found = recheck(cited(), here)
    assert found.status == "moved"
    place = found.moved_to
    assert text.encode()[place.byte_start : place.byte_end].decode() == QUOTE
    assert place.line == 1 + text[: text.index(QUOTE)].count("\n")


def test_evid6_a_quote_whose_lines_were_broken_otherwise_is_moved(finder):
    found = recheck(cited(), finder(docs(TEXT.replace("period is", "period\n   is"))))
    assert (found.status, found.detail) == ("moved", "the quote now stands at line 3")


@given(at=st.integers(0, len(QUOTE) - 1), letter=st.sampled_from("XYZ"))
def test_evid6_one_other_letter_is_changed(kit, at, letter):
    quote = QUOTE[:at] + letter + QUOTE[at + 1 :]
    files = MemorySources(docs(TEXT.replace(QUOTE, quote)))
    here = Finder(["docs"], None, files, document_id, lambda body, path: converted(body, path, kit), locator, 10_000)
    assert recheck(cited(), here).status == "changed"


def test_evid6_a_forged_quote_is_changed_even_where_the_file_says_it(finder):
    forged = cited() | {"quote": "Notice is given in writing."}
    found = recheck(forged, finder(docs(TEXT)))
    assert (found.status, "its own hash" in found.detail) == ("changed", True)


def test_evid6_a_quote_of_white_space_stands_nowhere_else(finder):
    citation = cited("\n\n", start=3, end=5)
    found = recheck(citation, finder(docs("one\ntwo\n")))
    assert found.status == "changed"


def test_evid6_forged_bytes_are_not_unchanged(finder):
    forged = cited(location={"kind": "text", "byte_start": 0, "byte_end": 31})
    found = recheck(forged, finder(docs(TEXT)))
    assert (found.status, found.moved_to.byte_start) == ("moved", TEXT.index(QUOTE))


@pytest.mark.parametrize("location", [None, {}, {"kind": "text"}, ["text"]])
def test_evid6_a_citation_without_bytes_is_held_to_its_span_alone(finder, location):
    assert recheck(cited(location=location), finder(docs(TEXT))).status == "unchanged"


def test_evid6_formats_that_are_no_decoded_text_have_no_bytes_to_compare(finder, kit):
    content = b"name,fee\nNorthmarch,25\n"
    text = converted(content, "fees.csv", kit).text
    quote = next(line for line in text.splitlines() if "Northmarch" in line)
    citation = cited(quote, text=text, path="fees.csv", location={"byte_start": 0, "byte_end": 1})
    assert recheck(citation, finder({"docs": {"fees.csv": content}})).status == "unchanged"


def test_evid6_a_file_that_is_not_there_is_gone(finder):
    found = recheck(cited(), finder({"docs": {}}))
    assert (found.status, found.detail) == ("gone", "psa.md is not there any more")


@pytest.mark.parametrize("options", [{"limit": 5}, {"unstable": {"psa.md"}}])
def test_evid6_a_file_that_cannot_be_read_is_gone_with_the_reason(finder, options):
    found = recheck(cited(), finder(docs(TEXT), **options))
    assert (found.status, found.detail.startswith("psa.md cannot be read: ")) == ("gone", True)


def test_evid6_a_root_that_cannot_be_read_is_gone_with_the_reason(finder):
    found = recheck(cited(), finder({}))
    assert (found.status, "cannot be read" in found.detail) == ("gone", True)


def test_evid6_the_root_is_the_one_whose_file_has_the_id(finder):
    files = {"docs": {"psa.md": b"Another text."}, "archive": {"psa.md": TEXT.encode()}}
    archived = cited(root="archive")
    assert recheck(archived, finder(files, roots=("docs", "archive"))).status == "unchanged"
    assert recheck(cited(), finder(files, roots=("docs", "archive"))).status == "changed"


def test_evid6_a_path_that_no_root_knows_is_gone_and_never_read(finder):
    stranger = cited(document_id="doc_0000000000000000")
    assert recheck(stranger, finder(docs(TEXT))).status == "gone"


def renamed(text=TEXT):
    """A corpus in which psa.md is now moved/new.md; old ids resolve."""
    truth = MemoryTruth([Root("docs", "/docs", "tree")])
    document = prepared("moved/new.md", text)
    alias = (document_id("docs", "psa.md"), document.document.id)
    staged = (truth.stage(document),)
    truth.commit(Batch("docs", "ingest", staged=staged, files=(manifest_row(document),), aliases=(alias,)))
    return truth.corpus()


def test_crawl2_a_citation_of_a_renamed_file_says_what_it_is_called_now(finder):
    found = recheck(cited(), finder(docs(TEXT, "moved/new.md"), corpus=renamed()))
    assert (found.status, found.detail) == ("moved", "the file is now moved/new.md")
    assert found.moved_to.byte_start == TEXT.index(QUOTE)


def test_crawl2_a_renamed_file_whose_text_moved_is_found_too(finder):
    text = "A new first line.\n\n" + TEXT
    found = recheck(cited(), finder(docs(text, "moved/new.md"), corpus=renamed(text)))
    assert (found.status, found.detail) == ("moved", "the file is now moved/new.md")
    assert found.moved_to.byte_start == text.index(QUOTE)


def test_crawl2_a_file_that_is_there_again_goes_before_its_new_name(finder):
    files = {"docs": {"psa.md": TEXT.encode(), "moved/new.md": TEXT.encode()}}
    assert recheck(cited(), finder(files, corpus=renamed())).status == "unchanged"


def test_crawl2_an_id_that_the_corpus_does_not_know_is_looked_up_by_path_alone(finder):
    files = {"docs": {"other.md": TEXT.encode()}}
    citation = cited(path="other.md")
    assert recheck(citation, finder(files, corpus=renamed())).status == "unchanged"


LEAF = st.one_of(st.none(), st.integers(), st.text(max_size=3))
CITATION = st.integers().map(lambda number: {**dict.fromkeys(KEYS, ""), "start": number})
RESULTS = st.recursive(
    st.one_of(LEAF, CITATION),
    lambda parts: st.one_of(st.lists(parts, max_size=4), st.dictionaries(st.text(max_size=3), parts, max_size=4)),
    max_leaves=12,
)


def counted(value):
    if isinstance(value, dict):
        return 1 if set(KEYS) <= value.keys() else sum(map(counted, value.values()))
    return sum(map(counted, value)) if isinstance(value, list) else 0


@given(RESULTS)
def test_evid6_every_citation_of_a_saved_result_is_found_wherever_it_is(value):
    found = list(citations_in(value))
    assert len(found) == counted(value)
    assert all(set(KEYS) <= citation.keys() for citation in found)


def test_evid6_half_a_citation_is_none():
    assert list(citations_in({key: "" for key in KEYS if key != "quote"})) == []


@pytest.mark.parametrize("wrong", [{"start": "first"}, {"end": None}])
def test_evid6_a_malformed_span_is_changed(finder, wrong):
    assert recheck(cited(**wrong), finder(docs(TEXT))).status == "changed"


@pytest.mark.parametrize("location", [{"byte_start": 3}, {"byte_start": "3", "byte_end": 7}])
def test_evid6_malformed_bytes_do_not_agree(finder, location):
    assert recheck(cited(location=location), finder(docs(TEXT))).status == "moved"
