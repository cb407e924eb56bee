"""CONV-1, CONV-2, CONV-3, IMG-1: the text layer of PDFs, its lines at their boxes."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image as Picture
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from kts.ingest.convert.pdf import PdfConverter, iso_date

SHARED = Path(os.environ.get("KTS_SHARED_DATA", Path(__file__).parents[4].parent / "shared" / "data"))


def pdf(pages, *, encrypt=None, draw=None):
    """A PDF whose pages are lists of (x, y, size, text)."""
    out = io.BytesIO()
    canvas = Canvas(out, encrypt=encrypt, invariant=1)
    canvas.setTitle("Test title")
    canvas.setAuthor("Jo Roe")
    for page in pages:
        for x, y, size, text in page:
            canvas.setFont("Helvetica", size)
            canvas.drawString(x, y, text)
        if draw:
            draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def report(count=4):
    words = ("alpha", "beta", "gamma", "delta")
    return [
        [
            (72, 780, 9, "Quarterly report - confidential"),
            (72, 720, 20, f"Chapter {words[number]}"),
            (72, 690, 11, f"The {words[number]} rate is 5 % and is applied to each account that is over-"),
            (72, 676, 11, f"due in the {words[number]} region of the company."),
            (72, 640, 11, "A second paragraph stands here."),
            (300, 40, 9, f"Page {number + 1} of {count}"),
        ]
        for number in range(count)
    ]


def test_conv_2_headings_paragraphs_and_divided_words_without_running_lines():
    conversion = PdfConverter().convert(pdf(report()), name="a.pdf")
    assert conversion.outcome == "ok"
    assert conversion.text.startswith(
        "# Chapter alpha\n\nThe alpha rate is 5 % and is applied to each account that is overdue in the "
        "alpha region of the company.\n\nA second paragraph stands here.\n\n# Chapter beta\n"
    )
    assert "confidential" not in conversion.text
    assert conversion.metadata["running"][:2] == ["Quarterly report - confidential", "Page 1 of 4"]


def test_conv_1_lines_map_to_page_and_box():
    conversion = PdfConverter().convert(pdf(report()), name="a.pdf")
    entry = next(e for e in conversion.source_map.entries if conversion.text[e.start : e.end] == "Chapter beta")
    (left, bottom, right, top) = entry.location.boxes[0]
    assert entry.location.page == 2
    assert 70 < left < 76
    assert 714 < bottom < 721
    assert 730 < top < 742
    assert 150 < right < 250


def test_conv_2_a_word_written_with_a_hyphen_elsewhere_keeps_it():
    page = [
        (72, 700, 11, "All non-compete rules of the agreement are listed in this text as non-"),
        (72, 686, 11, "compete terms."),
    ]
    assert "as non-compete terms." in PdfConverter().convert(pdf([page]), name="a.pdf").text


def test_conv_3_metadata_has_iso_dates():
    metadata = PdfConverter().convert(pdf(report()), name="a.pdf").metadata
    assert (metadata["title"], metadata["author"], metadata["pages"]) == ("Test title", "Jo Roe", 4)
    assert iso_date("D:20240131120000+01'30'") == "2024-01-31T12:00:00+01:30"
    assert iso_date("D:20240131120000Z") == "2024-01-31T12:00:00+00:00"
    assert (iso_date("D:202401"), iso_date("yesterday")) == ("2024-01", "")


def test_conv_5_protected_scanned_and_damaged_files_are_outcomes():
    assert PdfConverter().convert(pdf(report(), encrypt="secret"), name="a.pdf").outcome == "encrypted"
    scan = PdfConverter().convert(pdf([[]]), name="a.pdf")
    assert scan.outcome == "empty"
    assert "OCR" in scan.reason
    assert PdfConverter().convert(b"%PDF-1.4 nothing", name="a.pdf").outcome == "malformed"
    assert PdfConverter().convert(b"", name="a.pdf").outcome == "empty"


def test_img_1_images_are_taken_once_with_their_page():
    source = io.BytesIO()
    Picture.new("RGB", (40, 30), (200, 10, 20)).save(source, "PNG")
    reader = ImageReader(source)
    content = pdf(report(3), draw=lambda canvas: canvas.drawImage(reader, 100, 300, 80, 60))
    (image,) = PdfConverter().convert(content, name="a.pdf").images
    assert Picture.open(io.BytesIO(image.body)).getpixel((5, 5)) == (200, 10, 20)
    assert (image.suffix, image.location.page, image.at) == (".png", 1, 2)


@pytest.mark.shared
def test_conv_2_real_contracts_lose_no_words():
    folder = SHARED / "cuad"
    if not folder.is_dir():
        pytest.skip("the contracts of KTS_SHARED_DATA are not here")
    for path in sorted((folder / "contracts_pdf").glob("*.[pP][dD][fF]")):
        conversion = PdfConverter().convert(path.read_bytes(), name=path.name)
        wanted = tokens((folder / "contracts_txt" / f"{path.stem}.txt").read_text("utf-8"))
        running = tokens(" ".join(conversion.metadata.get("running", ())))
        found = tokens(conversion.text)
        lost = sum(count for word, count in (wanted - found).items() if word not in running)
        assert lost <= 0.02 * wanted.total(), path.name


def tokens(text):
    return Counter(re.findall(r"\w+", text.lower()))
