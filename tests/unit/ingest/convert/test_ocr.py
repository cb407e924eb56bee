from __future__ import annotations

import hashlib
import io
import shutil
from difflib import SequenceMatcher
from importlib.util import find_spec
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import MissingExtra, UsageError
from kts.ingest.convert.images import suffix_of
from kts.ingest.convert.ocr.choose import advice, engine_for
from kts.ingest.convert.ocr.images import Description, describe, unread, with_descriptions
from kts.ingest.convert.ocr.reading import Word, confidence_of, page_reader, text_of, upside_down
from kts.ingest.convert.pdf.images import png
from kts.ingest.convert.pdf.ocr import PageImage, print_size
from kts.testing.ocr import MemoryOcr, check_ocr
from kts.types import Conversion, Image, Location, Mapped, Marked, SourceMap, Span

LINES = ("The custodian keeps the records of the fund", "for seven years after the end of the agreement.")
ENGINES = {
    "tesseract": (lambda: shutil.which("tesseract"), "the program tesseract is not installed"),
    "rapidocr": (lambda: find_spec("rapidocr"), "the library rapidocr is not installed"),
}


@pytest.fixture(params=sorted(ENGINES))
def engine(request):
    present, why = ENGINES[request.param]
    if not present():
        pytest.skip(why)
    return engine_for(request.param)


def rendered(*lines, size=14, scale=200 / 72):
    pdfium = pytest.importorskip("pypdfium2")
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    buffer = io.BytesIO()
    page = canvas.Canvas(buffer, pagesize=(400, 200), invariant=True)
    page.setFont("Times-Roman", size)
    for number, line in enumerate(lines):
        page.drawString(40, 150 - 2 * size * number, line)
    page.save()
    document = pdfium.PdfDocument(buffer.getvalue())
    bitmap = document[0].render(scale=scale, grayscale=True)
    body = png(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels)
    return PageImage(body, bitmap.width, bitmap.height, scale)


def test_conv_4_an_engine_keeps_the_suite(engine):
    image = rendered(*LINES)
    words = tuple(" ".join(LINES).split())
    check_ocr(engine, image.png, width=image.width, height=image.height, says=words)


def test_conv_4_text_and_places_of_a_page(engine):
    words = page_reader(engine)(rendered(*LINES))
    read = " ".join(word.text for word in words)
    assert SequenceMatcher(None, read, " ".join(LINES)).ratio() > 0.97
    left, bottom, right, top = words[0].box
    assert (words[0].text, words[0].confidence > 0.5) == ("The", True)
    assert 36 < left < 44 < right < 75
    assert 145 < bottom < 153 < top < 168


def test_conv_4_a_page_upside_down_is_read_and_its_words_are_where_they_stand(engine):
    image = rendered(*LINES)
    turned = image._replace(png=upside_down(image.png))
    words = page_reader(engine)(turned)
    assert "custodian" in [word.text for word in words]
    first = next(word for word in words if word.text == "custodian")
    assert first.box[0] > 200
    assert first.box[3] < 100


def test_a_blank_page_has_no_words(engine):
    assert engine.recognise(png(b"\xff" * 40_000, 200, 200, 200, 1), dpi=200) == ()


def test_turning_twice_gives_the_pixels_back():
    page = png(bytes(range(12)), 4, 3, 4, 1)
    assert upside_down(page) != page
    assert upside_down(upside_down(page)) == page
    assert upside_down(b"no png") == b"no png"
    assert upside_down(page[:40]) == page[:40]


def test_lines_and_blocks_become_text():
    places = [("a", 0, 0), ("b", 0, 0), ("c", 0, 1), ("d", 1, 2)]
    words = [Word(text, (0, 0, 1, 1), 0.5, block, line) for text, block, line in places]
    assert text_of(words) == "a b\nc\n\nd"
    assert confidence_of(words) == 0.5
    assert confidence_of([]) == 0


def test_a_wrong_name_says_which_there_are():
    with pytest.raises(UsageError) as error:
        engine_for("abbyy")
    assert "tesseract" in error.value.hint


def test_without_an_engine_the_advice_says_how_to_get_one(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert engine_for("none") is None
    assert "tesseract-ocr" in advice(None)
    assert advice(MemoryOcr({})) == ""
    with pytest.raises(MissingExtra):
        engine_for("tesseract")


def said(*lines):
    return tuple(
        Word(text, (10.0 * at, 20.0 * number, 10.0 * at + 9, 20.0 * number + 15), 0.9, 0, number)
        for number, line in enumerate(lines)
        for at, text in enumerate(line.split())
    )


def picture(shade=0, side=40, at=0, location=None):
    body = png(bytes([shade]) * side * side, side, side, side, 1)
    return Image(hashlib.sha256(body).hexdigest(), suffix_of(body), body, at, location)


def test_img_2_images_with_print_are_described_and_small_ones_left_alone():
    diagram, icon, photograph = picture(1), picture(2, side=8), picture(3)
    engine = MemoryOcr({diagram.sha256: said("Pump A", "to valve"), icon.sha256: said("Pump B")})
    found = describe([diagram, icon, photograph], engine)
    assert found == {diagram.sha256: Description("Pump A\nto valve", 0.9)}
    assert describe([diagram], engine, limit=0) == {}


def test_img_2_words_that_are_not_sure_are_no_description():
    diagram = picture(1)
    unsure = tuple(word._replace(confidence=0.2) for word in said("Pump A"))
    assert describe([diagram], MemoryOcr({diagram.sha256: unsure})) == {}


def test_img_2_a_description_follows_the_block_of_its_image_and_cites_the_image():
    text = "Before it.\n\nThe picture\nstands here.\n\nAfter it.\n"
    places = [Mapped(start, start + 5, Location("docx", paragraph=n)) for n, start in enumerate((0, 12, 39), 1)]
    image = picture(1, at=14)
    conversion = Conversion("ok", text, SourceMap(entries=tuple(places)), images=(image,))
    told = with_descriptions(conversion, {image.sha256: Description("# Pump A\nto valve\n\n1. on", 0.8)})
    block = "> Text in the image: \\# Pump A to valve\n>\n> \\1. on"
    assert told.text == f"Before it.\n\nThe picture\nstands here.\n\n{block}\n\nAfter it.\n"
    at = told.text.index("Pump A")
    assert told.source_map.locate(told.text, Span(at, at + 6)) == Location("image", sha256=image.sha256)
    assert [(mark.kind, mark.confidence) for mark in told.source_map.ocr] == [("ocr", 0.8)]
    after = told.text.index("After")
    assert told.source_map.locate(told.text, Span(after, after + 5)).paragraph == 3


def test_img_2_images_of_pages_that_were_read_are_not_read_again():
    scan, figure = (picture(n, location=Location("pdf", page=n)) for n in (1, 2))
    entries = (Mapped(0, 4, Location("pdf", page=1)), Mapped(5, 9, Location("pdf", page=2)))
    source_map = SourceMap(entries=entries, ocr=(Marked(0, 4, "ocr", 0.9),))
    assert unread(Conversion("ok", "scan page\n", source_map, images=(scan, figure))) == (figure,)


def test_img_2_a_document_of_pictures_alone_has_their_text():
    scans = (picture(1), picture(2))
    conversion = Conversion("empty", reason="no text in the body", images=scans)
    told = with_descriptions(conversion, {scan.sha256: Description("a page", 0.9) for scan in scans})
    assert (told.outcome, told.reason) == ("ok", "")
    assert told.text == "> Text in the image: a page\n\n> Text in the image: a page\n"
    assert with_descriptions(conversion, {}) == conversion


BLOCKS = st.lists(st.text("ab |#\n", min_size=1, max_size=12), min_size=1, max_size=5)


@given(BLOCKS, st.lists(st.integers(0, 60), max_size=4), st.text("xy\n#", max_size=8).map("x{}".format))
def test_img_2_all_other_text_stays_and_keeps_its_place(blocks, places, words):
    text = "\n\n".join(blocks) + "\n"
    images = tuple(picture(n, at=min(at, len(text))) for n, at in enumerate(places))
    entries = tuple(Mapped(at, at + 1, Location("docx", paragraph=at + 1)) for at in range(len(text)))
    conversion = Conversion("ok", text, SourceMap(entries=entries), images=images)
    told = with_descriptions(conversion, {image.sha256: Description(words, 0.5) for image in images})
    kept = [entry for entry in told.source_map.entries if entry.location.kind == "docx"]
    assert "".join(told.text[entry.start : entry.end] for entry in kept) == text
    assert [entry.location.paragraph for entry in kept] == list(range(1, len(text) + 1))
    cited = [entry for entry in told.source_map.entries if entry.location.kind == "image"]
    assert len(cited) == len(images) == len(told.source_map.ocr)
    assert all(told.text[: entry.start].endswith("> Text in the image: ") for entry in cited)
    assert all(before.end <= after.start for before, after in pairwise(told.source_map.entries))


def test_conv_4_the_size_of_print_is_the_same_with_and_without_tails():
    heights = {"NOTICE": 10.4, "planning": 13.3, "network": 10.4, "same": 7.7, "Storgata": 13.3}
    sizes = [print_size(word, height) for word, height in heights.items()]
    assert max(sizes) < 1.05 * min(sizes)


def test_img_1_lines_of_a_label_are_apart_and_a_broken_sentence_goes_on():
    def told(text):
        image = picture(1)
        conversion = Conversion("ok", "Body.\n", images=(image,))
        return with_descriptions(conversion, {image.sha256: Description(text, 0.9)}).text.partition("image: ")[2]

    assert told("BW-200 Business Router\nSerial number: BX7-440-91823\n\nPower: 12 V") == (
        "BW-200 Business Router\n>\n> Serial number: BX7-440-91823\n>\n> Power: 12 V\n"
    )
    assert told("The exchange in Storgata closes on\nMonday and is moved to another\none.") == (
        "The exchange in Storgata closes on Monday and is moved to another one.\n"
    )
