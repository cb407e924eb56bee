"""IMG-2: what images say or show, by the hash of the image: a view of OCR, and what a model or a person adds to it."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts.config import IngestSettings
from kts.errors import UsageError
from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.convert.legacy.odf import OdfConverter
from kts.ingest.convert.ocr.images import Description, with_descriptions
from kts.ingest.kit import Kit
from kts.ingest.prepare import prepare
from kts.records import Root
from kts.store import descriptions, views
from kts.store.layout import Layout
from kts.store.rows import BLOCK
from kts.store.truth import TruthWriter
from kts.testing.documents import manifest_row
from kts.types import Batch, SourceFile
from support.opened import GIF, TREATY, odf

GIF_SHA256 = hashlib.sha256(GIF).hexdigest()
SAID = "# Pump A\n\n1. to valve"
LONG = odf(
    "text",
    f"<text:p>{'word ' * (BLOCK // 5 - 8)}</text:p><text:p><draw:frame><draw:image"
    ' xlink:href="Pictures/1.gif"/></draw:frame>After.</text:p>',
)


@pytest.fixture
def layout(tmp_path):
    return Layout(tmp_path)


@pytest.fixture
def truth(layout):
    writer = TruthWriter(layout.truth, ledger_head=lambda: "")
    writer.add_root(Root("docs", "/docs", "tree"))
    yield writer
    writer.close()


def stored(truth, content, descriptions, *, name="a.odt"):
    """One generation with this document, its images described."""
    converter = OdfConverter()
    conversion = with_descriptions(converter.convert(content, name=name), descriptions)
    kit = Kit({converter.name: converter}, StructureSectioner(), IngestSettings())
    digest = hashlib.sha256(content + repr(descriptions).encode()).hexdigest()
    document = prepare(SourceFile("docs", name, len(content), 1, digest), conversion, converter=converter, kit=kit)
    truth.commit(Batch("docs", "ingest", staged=(truth.stage(document),), files=(manifest_row(document),)))


def shown(layout, truth):
    views.catch_up(layout, truth.connection)
    return json.loads(layout.descriptions.read_bytes())


@pytest.mark.parametrize("content", [TREATY, LONG], ids=["short", "over two blocks"])
def test_img_2_what_an_image_says_stands_in_descriptions_json(layout, truth, content):
    stored(truth, content, {GIF_SHA256: Description(SAID, 0.8)})
    entry = {"text": SAID, "confidence": 0.8, "source": "ocr", "text_sha256": hashlib.sha256(SAID.encode()).hexdigest()}
    assert shown(layout, truth) == {GIF_SHA256: entry}


def test_img_2_a_document_that_lost_its_description_takes_it_out_of_the_view(layout, truth):
    stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)})
    assert GIF_SHA256 in shown(layout, truth)
    stored(truth, TREATY, {})
    assert shown(layout, truth) == {}


def test_img_2_an_image_of_two_documents_is_described_once(layout, truth):
    for name in ("a.odt", "b.odt"):
        stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)}, name=name)
    assert list(shown(layout, truth)) == [GIF_SHA256]


def edited(layout, digest, **fields):
    """The file with an entry as a person would change it."""
    found = json.loads(layout.descriptions.read_bytes())
    found[digest] = {**found.get(digest, {}), **fields}
    layout.descriptions.write_text(json.dumps(found), encoding="utf-8")


def test_img_2_what_a_person_writes_is_kept(layout, truth):
    stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)})
    shown(layout, truth)
    edited(layout, GIF_SHA256, text="the pump house in May")
    stored(truth, TREATY, {GIF_SHA256: Description("another reading", 0.9)})
    entry = shown(layout, truth)[GIF_SHA256]
    assert (entry["text"], entry["source"]) == ("the pump house in May", "person")
    assert descriptions.read(layout.descriptions)[GIF_SHA256].source == "person"


def test_img_2_a_newer_reading_replaces_an_older_one(layout, truth):
    stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)})
    shown(layout, truth)
    stored(truth, TREATY, {GIF_SHA256: Description("another reading", 0.9)})
    assert shown(layout, truth)[GIF_SHA256]["text"] == "another reading"


def test_img_2_a_reading_of_an_older_version_of_the_file_is_no_persons(layout, truth):
    layout.descriptions.write_text(json.dumps({GIF_SHA256: {"text": "old", "confidence": 0.5, "source": "ocr"}}))
    stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)})
    assert shown(layout, truth)[GIF_SHA256]["source"] == "ocr"


def test_img_2_what_a_model_says_of_an_image_that_is_gone_leaves_with_it(layout, truth):
    stored(truth, TREATY, {})
    shown(layout, truth)
    gone = "0" * 64
    said = {digest: descriptions.Description("a pump", "model", "eyes", "v1") for digest in (GIF_SHA256, gone)}
    descriptions.keep(layout.descriptions, said)
    edited(layout, "1" * 64, text="mine")
    stored(truth, LONG, {})
    assert set(shown(layout, truth)) == {GIF_SHA256, "1" * 64}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('{\n"x": \n}', 3),
        ("[]", 1),
        (f'{{\n"{"0" * 64}": {{"text": "a"}},\n"pump.gif": {{"text": "b"}}}}', 3),
        (f'{{\n\n"{"0" * 64}": "a"}}', 3),
        (f'{{"{"0" * 64}": {{"text": 5}}}}', 1),
        ("[" * 100_000, 1),
        (f'{{\n"{"0" * 64}": {{"text": "a"}},\n"{"1" * 64}": {{"text": "b", "source": ["x"]}}}}', 3),
        (f'{{\n"{"0" * 64}": {{"text": "a",\n"confidence": {"1" * 5_000}}}}}', 3),
    ],
)
def test_img_2_a_mistake_is_named_by_its_line_and_the_file_left_alone(layout, truth, content, line):
    layout.descriptions.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=f"descriptions.json:{line}:") as caught:
        descriptions.read(layout.descriptions)
    assert "SHA-256" in caught.value.hint
    with pytest.raises(UsageError):
        descriptions.keep(layout.descriptions, {GIF_SHA256: descriptions.Description("a", "model")})
    stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)})
    views.catch_up(layout, truth.connection)
    assert layout.descriptions.read_text(encoding="utf-8") == content


TEXT = st.text(st.characters(codec="utf-8"), max_size=60)
ENTRY = st.one_of(
    st.tuples(TEXT, st.just("ocr"), st.just(""), st.just(""), st.floats(0, 1)),
    st.tuples(TEXT, st.just("model"), TEXT, TEXT, st.none()),
    st.tuples(TEXT, st.just("person"), st.just(""), st.just(""), st.none()),
).map(descriptions.Description._make)


@settings(max_examples=30)
@given(known=st.dictionaries(st.text("0123456789abcdef", min_size=64, max_size=64), ENTRY, max_size=4))
def test_img_2_what_is_written_is_read_again(known, tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "descriptions.json"
    descriptions.keep(path, known)
    assert descriptions.read(path) == known
