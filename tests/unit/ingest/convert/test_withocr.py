"""CONV-4, IMG-2: converters around an engine: scans become text, images get descriptions, the version says who read."""

from __future__ import annotations

import hashlib
import io
import json
import shutil

import pypdfium2
import pytest
from PIL import Image as Picture
from PIL import ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from kts.errors import MissingExtra
from kts.ingest.convert.legacy.odf import OdfConverter
from kts.ingest.convert.ocr.converters import WRITTEN, PagesWithOcr, WithOcr, with_ocr
from kts.ingest.convert.ocr.reading import Word
from kts.ingest.convert.pdf.converter import PdfConverter
from kts.ingest.convert.pdf.ocr import page_image
from kts.testing.ocr import MemoryOcr
from kts.types import Location, Span
from support.opened import GIF, TREATY

PDF, ODF = (f"{kind.__module__}:{kind.__qualname__}" for kind in (PdfConverter, OdfConverter))
GIF_SHA256 = hashlib.sha256(GIF).hexdigest()


def scanned(*pages):
    """A PDF whose pages are pictures with these words drawn on them; a page that starts with `=` has text."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(300, 200), invariant=1)
    for page in pages:
        if page.startswith("="):
            canvas.drawString(40, 100, page[1:])
        else:
            picture = Picture.new("L", (300, 200), 255)
            ImageDraw.Draw(picture).text((40, 90), page, fill=0)
            canvas.drawImage(ImageReader(picture), 0, 0, 300, 200)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def word(text, left, top, *, block=0, line=0, confidence=0.9):
    """A word of 60 pixels width and 30 height."""
    return Word(text, (left, top, left + 60, top + 30), confidence, block, line)


def around(kind, inner, said):
    """A converter of this kind around an engine that knows the images of `said` by their hash."""

    class Around(kind):
        engine = MemoryOcr(said)

    return Around(inner=inner, engine="memory")


def rendering(content, number=1):
    """The hash of a page's picture as the engine gets it."""
    document = pypdfium2.PdfDocument(content)
    try:
        return hashlib.sha256(page_image(document[number - 1]).png).hexdigest()
    finally:
        document.close()


def test_conv_4_a_scan_becomes_text_with_its_place_and_its_confidence():
    content = scanned("=Cover letter", "Lien release")
    words = (word("Lien", 100, 240), word("release", 170, 240, confidence=0.6))
    conversion = around(PagesWithOcr, PDF, {rendering(content, 2): words}).convert(content, name="a.pdf")
    assert (conversion.outcome, conversion.text) == ("ok", "Cover letter\n\nLien release\n")
    (mark,) = conversion.source_map.ocr
    assert conversion.text[mark.start : mark.end] == "Lien release"
    assert mark.confidence == pytest.approx((4 * 0.9 + 7 * 0.6) / 11, abs=1e-3)
    place = conversion.source_map.locate(conversion.text, Span(mark.start, mark.end))
    assert place.page == 2
    left, bottom, right, top = place.boxes[0]
    assert (left, right) == pytest.approx((36, 82.8), abs=0.1)
    assert (bottom, top) == pytest.approx((102.8, 113.6), abs=0.5)


LEFT = (
    "every clerk keeps these books",
    "until seven years after close",
    "which agent later hands owner",
    "where state rules allow copy.",
)
RIGHT = (
    "first dozen pages count never",
    "extra ones might incur costs.",
    "after April rates shall apply",
    "lower rates apply under quota",
)


def column(lines, left, *, block):
    """The words of a column of print, ten pixels a letter; its lines 30 pixels apart."""
    for number, line in enumerate(lines):
        at = left
        for text in line.split():
            yield Word(text, (at, 60 + 30 * number, at + 50, 80 + 30 * number), 0.9, block, 4 * block + number)
            at += 60


def test_conv_4_two_columns_that_stand_close_are_read_one_after_the_other():
    content = scanned("two columns")
    said = [word for block, lines in enumerate((LEFT, RIGHT)) for word in column(lines, 60 + 315 * block, block=block)]
    text = around(PagesWithOcr, PDF, {rendering(content): tuple(said)}).convert(content, name="a.pdf").text
    assert text.split() == [word.text for word in said]


def test_conv_4_pages_and_join_make_the_same_as_the_whole():
    content = scanned("=Cover letter", "Lien release", "=Enclosure")
    converter = around(PagesWithOcr, PDF, {rendering(content, 2): (word("Lien", 100, 240),)})
    pages = range(1, converter.pages(content) + 1)
    parts = [converter.convert_pages(content, name="a.pdf", first=page, last=page) for page in pages]
    assert len(parts) == 3
    assert converter.join(parts) == converter.convert(content, name="a.pdf")
    assert 0 < converter.pages_a_job < 20


def test_img_2_the_print_of_an_image_follows_its_block_and_cites_the_image():
    plain = OdfConverter().convert(TREATY, name="a.odt")
    conversion = around(WithOcr, ODF, {GIF_SHA256: (word("Pump", 0, 0),)}).convert(TREATY, name="a.odt")
    told = "> Text in the image: Pump\n"
    assert conversion.text.replace(f"\n{told}", "") == plain.text
    at = conversion.text.index("Pump")
    assert conversion.source_map.locate(conversion.text, Span(at, at + 4)) == Location("image", sha256=GIF_SHA256)
    assert [mark.confidence for mark in conversion.source_map.ocr] == [0.9]


def test_img_2_an_image_without_print_changes_nothing():
    plain = OdfConverter().convert(TREATY, name="a.odt")
    assert around(WithOcr, ODF, {}).convert(TREATY, name="a.odt") == plain


def test_conv_4_a_converter_is_made_again_from_its_options_and_its_version_names_the_engine():
    converter = around(WithOcr, ODF, {})
    again = type(converter)(**json.loads(json.dumps(converter.options)))
    assert (again.name, again.suffixes, again.options) == (converter.name, converter.suffixes, converter.options)
    assert again.version == converter.version == f"{OdfConverter.version}+memory-1+{WRITTEN}"


def test_conv_4_without_an_engine_the_converters_stay_as_they_are(monkeypatch):
    converters = {"pdf": PdfConverter(), "odf": OdfConverter()}
    assert with_ocr(converters, setting="none", languages=()) == converters
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(MissingExtra):
        with_ocr(converters, setting="tesseract", languages=())


@pytest.mark.skipif(not shutil.which("tesseract"), reason="the program tesseract is not installed")
def test_conv_4_only_what_can_hold_images_gets_an_engine():
    class Plain:
        name = "text"

    converters = {"pdf": PdfConverter(), "odf": OdfConverter(), "text": Plain()}
    made = with_ocr(converters, setting="tesseract", languages=("eng",))
    assert made["text"] is converters["text"]
    assert [type(made[name]) for name in ("pdf", "odf")] == [PagesWithOcr, WithOcr]
    assert made["pdf"].options == {"inner": PDF, "engine": "tesseract", "languages": ["eng"]}
    assert "+tesseract-" in made["pdf"].version
