"""CHUNK-1, CONV-3, IDX-4, EMB-5: from a conversion to the rows of a document."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts import registry
from kts.config import IngestSettings
from kts.ingest.ids import text_sha256
from kts.ingest.kit import Kit, suffix_of
from kts.ingest.prepare import prepare
from kts.lexicon.analyse import frequencies, terms, vocabulary
from kts.types import Conversion, ManifestRow, Marked, SourceFile, SourceMap

MARKDOWN, TEXT = (registry.load("converters", name)() for name in ("markdown", "text"))
SECTIONER = registry.load("sectioners", "structure")()
CHAPTERS = "# 1 Seals\n\nOld.\n\n# 2 Pumps\n\nNew.\n\n# 3 Belts\n\nNone.\n"
PSA = "# ARTICLE I Definitions\n\nServicer means Northmarch.\n\n## 1.02 Cure\n\nThe cure period; see E-7042.\n"


def kit(**chosen):
    return Kit({"markdown": MARKDOWN, "text": TEXT}, SECTIONER, IngestSettings()._replace(**chosen))


def made(text, *, path="psa.md", markup="markdown", chosen=None, **metadata):
    source = SourceFile("docs", path, len(text), 1, "ab" * 32)
    conversion = Conversion("ok", text=text, metadata=metadata, markup=markup)
    return prepare(source, conversion, converter=MARKDOWN, kit=kit(**(chosen or {})))


def test_conv_5_the_name_of_a_hidden_sheet_is_hidden_too():
    text = "## Plans\n\nOne.\n\n## Margins\n\nTwo.\n"
    marks = (Marked(19, 26, "hidden_sheet"), Marked(28, 32, "hidden_sheet"))
    conversion = Conversion("ok", text, SourceMap(hidden=marks), {"sheets": ["Plans", "Margins"]}, markup="markdown")
    source = SourceFile("docs", "prices.xlsx", len(text), 1, "ab" * 32)
    document = prepare(source, conversion, converter=MARKDOWN, kit=kit()).document
    assert document.metadata["sheets"] == ["Plans"]


def test_conv3_the_name_of_the_file_is_the_title_of_several_mails_or_sheets():
    text = "## Static address\n\nHow many?\n\n## Amber light\n\nIt blinks.\n"
    assert made(text, path="desk-inbox.mbox", mails=2).document.title == "desk inbox"
    assert made(text, path="desk-inbox.mbox", mails=1).document.title == "Static address"


WORDS = "The servicer shall cure within thirty days. See E-7042, 5.02(b) and naïve Café\u2019s rule.".split()
PARAGRAPHS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=80).map(" ".join), max_size=8)
BODIES = PARAGRAPHS.map(lambda drawn: "\n\n".join(f"{'#' * (1 + n % 2)} {n}\n\n{p}" for n, p in enumerate(drawn)))
SPLITTERS = st.sampled_from(["recursive", "legacy"])


@settings(max_examples=40)
@given(BODIES, SPLITTERS)
def test_chunk1_every_passage_is_the_text_at_its_span_with_the_terms_of_it(text, splitter):
    document = made(text, chosen={"splitter": splitter, "target": 300, "overlap": 60, "minimum": 80})
    whole, *chunks = document.passages
    assert (whole.level, whole.id, tuple(whole.span)) == ("document", document.document.id, (0, len(text)))
    assert whole.body_length == len(terms(text, document.document.language))
    for passage in (whole, *chunks):
        piece = text[passage.span.start : passage.span.end]
        assert passage.text_sha256 == text_sha256(piece)
        body = sum(frequencies(passage.terms, term)[2] for term in vocabulary(passage.terms))
        assert body == passage.body_length
    assert len({passage.id for passage in document.passages}) == len(document.passages)


@settings(max_examples=25)
@given(BODIES)
def test_chunk1_the_terms_of_a_chunk_are_those_of_its_text(text):
    for passage in made(text, chosen={"target": 300, "overlap": 60, "minimum": 80}, language="en").passages:
        counts = {term: frequencies(passage.terms, term)[2] for term in vocabulary(passage.terms)}
        own = terms(text[passage.span.start : passage.span.end])
        assert {term: count for term, count in counts.items() if count} == {term: own.count(term) for term in own}


def test_chunk2_sections_have_ids_and_chunks_the_headings_above_them():
    document = made(PSA, language="en")
    first, second = document.document.sections
    assert (first.number, second.parent) == ("ARTICLE I", 0)
    assert all(re.fullmatch(r"sec_[0-9a-f]{16}", section.id) for section in (first, second))
    cure = next(passage for passage in document.passages if passage.section == 1)
    for word in ("definit", "cure"):
        assert frequencies(cure.terms, word)[1] == 1, f"{word} is in a heading above the chunk"


def test_idx4_identifiers_are_stored_with_the_passage_that_holds_them_whole():
    document = made(PSA)
    holding = [passage for passage in document.passages if ("e7042", "error_code") in passage.identifiers]
    holding = [one for one in holding if one.level == "chunk"]
    assert [PSA[one.span.start : one.span.end].count("E-7042") for one in holding] == [1]
    assert document.passages[0].identifiers == (), "the whole document is not looked up by identifier"


@pytest.mark.parametrize(
    ("text", "markup", "path", "metadata", "wanted"),
    [
        (PSA, "markdown", "psa.md", {"title": " Given "}, "Given"),
        (PSA, "markdown", "2022 Q3.pdf", {"title": "0000320193-22-000070"}, "2022 Q3"),
        (PSA, "markdown", "page_7.md", {"title": "Q&A"}, "Q&A"),
        (PSA, "markdown", "page_7.md", {"title": "5G"}, "5G"),
        (PSA, "markdown", "page_7.md", {"title": "\u8336"}, "\u8336"),
        (PSA, "markdown", "lease.pdf", {"title": "Microsoft Word - Lease of 2021"}, "Lease of 2021"),
        (PSA, "markdown", "lease.pdf", {"title": "Microsoft Word - draft7.doc"}, "ARTICLE I Definitions"),
        (PSA, "markdown", "lease.pdf", {"title": "(anonymous)"}, "ARTICLE I Definitions"),
        (PSA, "markdown", "psa.md", {"title": "Untitled"}, "ARTICLE I Definitions"),
        (PSA, "markdown", "psa.md", {}, "ARTICLE I Definitions"),
        (CHAPTERS, "markdown", "KX service manual.md", {}, "KX service manual"),
        (CHAPTERS, "markdown", "kx_7.md", {}, "1 Seals"),
        (CHAPTERS.partition("# 3")[0], "markdown", "KX service manual.md", {}, "1 Seals"),
        ("No heading.\n", "markdown", "sub/annual_report-2023.md", {}, "annual report 2023"),
        ("First line\n\nMore.\n", "plain", "a.txt", {}, "First line"),
        ("Two\nlines\n\nMore.\n", "plain", "my_file.txt", {}, "my file"),
        ("x" * 201 + "\n\nMore.\n", "plain", "long.txt", {}, "long"),
        ("No heading.\n", "markdown", "README", {}, "README"),
        ("\n\n", "plain", "blank.txt", {}, "blank"),
    ],
)
def test_conv3_a_title_is_given_or_found_or_the_name_of_the_file(text, markup, path, metadata, wanted):
    assert made(text, markup=markup, path=path, **metadata).document.title == wanted


@pytest.mark.parametrize(
    ("given_", "wanted"), [("DE", "de"), ("pt_BR", "pt"), ("en-US", "en"), ("english", "en"), ("", "en"), (None, "en")]
)
def test_conv3_a_language_that_is_given_goes_before_the_one_that_is_found(given_, wanted):
    english = "The servicer shall give notice of the cure period to all of the holders that are in this series."
    assert made(english, language=given_).document.language == wanted


@pytest.mark.parametrize(
    ("metadata", "wanted"),
    [
        ({"content_date": "2023-06-30", "modified": "2024-01-01"}, "2023-06-30"),
        ({"content_date": "June 2023", "effective": "2022-01-01"}, "2022-01-01"),
        ({"modified": "2024-01-01T10:00:00", "created": "2020-01-01"}, "2024-01-01T10:00:00"),
        ({"created": None}, ""),
        ({}, ""),
    ],
)
def test_conv3_the_date_of_the_content_goes_before_that_of_the_file(metadata, wanted):
    assert made(PSA, **metadata).document.content_date == wanted


def test_reg1_types_and_regimes_are_words_in_capitals():
    document = made(PSA, doc_type="contract", regime="generic").document
    assert (document.doc_type, document.regime) == ("CONTRACT", "GENERIC")


def test_conv3_words_of_the_file_name_count_as_title_unless_it_has_them():
    row = made(PSA, path="sub/northmarch_psa.md", title="PSA").passages[1]
    assert frequencies(row.terms, "northmarch")[0] == 1
    assert frequencies(row.terms, "psa")[0] == 1


def test_conv3_front_matter_is_a_passage_of_its_own_without_the_title_counted_twice():
    text = "---\ntitle: Cure Policy\nowner: Dana\n---\n\n# Cure\n\nThirty days.\n"
    passages = made(text, title="Cure Policy", language="en").passages
    (front,) = [passage for passage in passages if passage.kind == "metadata"]
    assert text[front.span.start : front.span.end].startswith("---\ntitle: Cure Policy")
    assert (front.title_length, frequencies(front.terms, "polici")) == (0, (0, 0, 1))


def test_chunk1_the_legacy_splitter_cuts_fixed_windows():
    text = "word " * 400
    spans = [passage.span for passage in made(text, chosen={"splitter": "legacy"}).passages[1:]]
    assert (spans[0].start, spans[-1].end) == (0, len(text.rstrip()))
    assert {span.end - span.start for span in spans[:-1]} <= {999, 1000}, "white space at an end is left out"
    assert all(after.start < before.end for before, after in pairwise(spans))


@pytest.mark.parametrize("changed", [{"target": 999}, {"overlap": 1}, {"minimum": 1}, {"splitter": "legacy"}])
def test_emb5_a_fingerprint_changes_with_every_setting_of_splitting(changed):
    assert kit(**changed).fingerprint(MARKDOWN) != kit().fingerprint(MARKDOWN)


def made_by(*fingerprints):
    return [ManifestRow("a", 1, 1, "", "ok", "", "doc", fingerprint) for fingerprint in fingerprints]


def test_emb5_current_fingerprints_are_those_of_the_converters_that_rows_name_and_of_no_conversion():
    markdown, text = kit().fingerprint(MARKDOWN), kit().fingerprint(TEXT)
    assert kit().current(made_by(markdown, text)) == {"", markdown, text}
    assert kit().current(made_by(markdown, "", "gone:1;structure:1")) == {"", markdown}
    assert kit(target=999).current(made_by(markdown)) == {"", kit(target=999).fingerprint(MARKDOWN)}
    assert kit(batch_documents=3, views=False).current(made_by(markdown)) == {"", markdown}
    assert kit().current([]) == {""}


def test_emb5_a_converter_is_known_by_its_name_whatever_its_key_is():
    keyed = kit()
    renamed = Kit({"mine": MARKDOWN, "text": TEXT}, keyed.sectioner, keyed.settings)
    assert renamed.current(made_by(renamed.fingerprint(MARKDOWN))) == {"", renamed.fingerprint(MARKDOWN)}
    swapped = Kit({TEXT.name: MARKDOWN, MARKDOWN.name: TEXT}, keyed.sectioner, keyed.settings)
    assert swapped.current(made_by(swapped.fingerprint(TEXT))) == {"", swapped.fingerprint(TEXT)}


@pytest.mark.parametrize(
    ("path", "wanted"),
    [("a.MD", ".md"), ("sub.d/a", ""), (".hidden", ""), ("a.tar.gz", ".gz"), ("a.", "."), ("sub/.x.md", ".md")],
)
def test_crawl1_a_suffix_is_that_of_the_name_in_small_letters(path, wanted):
    assert suffix_of(path) == wanted


def test_crawl1_reads_what_a_converter_has_the_suffix_of_and_what_has_none():
    paths = ("a.md", "A.TXT", "a.pdf", "md", "Contract 1.2", "sub.d/README", ".env", "a.7z")
    assert [kit().reads(path) for path in paths] == [True, True, False, True, True, True, False, False]


def test_conv5_magic_bytes_go_before_the_suffix():
    assert kit().converter_for(b"# Text", name="a.md") is MARKDOWN
    assert kit().converter_for(b"%PDF-1.7", name="a.md") is None
    assert kit().converter_for(b"# Text", name="a.xyz") is None
