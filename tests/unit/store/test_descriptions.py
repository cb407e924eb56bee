"""IMG-2: what images say is a readable view, by the hash of the image."""

from __future__ import annotations

import hashlib
import json

import pytest

from kts.config import IngestSettings
from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.convert.legacyodf import OdfConverter
from kts.ingest.convert.ocrimages import Description, with_descriptions
from kts.ingest.prepare import Kit, prepare
from kts.ports import Root
from kts.store import views
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
    assert shown(layout, truth) == {GIF_SHA256: {"text": SAID, "confidence": 0.8, "source": "ocr"}}


def test_img_2_a_document_that_lost_its_description_takes_it_out_of_the_view(layout, truth):
    stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)})
    assert GIF_SHA256 in shown(layout, truth)
    stored(truth, TREATY, {})
    assert shown(layout, truth) == {}


def test_img_2_an_image_of_two_documents_is_described_once(layout, truth):
    for name in ("a.odt", "b.odt"):
        stored(truth, TREATY, {GIF_SHA256: Description(SAID, 0.8)}, name=name)
    assert list(shown(layout, truth)) == [GIF_SHA256]
