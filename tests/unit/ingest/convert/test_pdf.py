"""CONV-1, CONV-2, CONV-3, IMG-1: the text layer of PDFs, its lines at their boxes."""

from __future__ import annotations

import io
import json
import os
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Picture
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from kts.ingest.convert.pdf.converter import PdfConverter, iso_date
from kts.ingest.convert.pdf.ocr import OcrWord
from kts.types import Span

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
    assert conversion.text.endswith("A second paragraph stands here.\n\nHeader: Quarterly report - confidential\n")
    assert conversion.text.count("confidential") == 1
    assert "Page" not in conversion.text
    assert conversion.metadata["running"][:2] == ["Quarterly report - confidential", "Page 1 of 4"]


def test_conv_3_a_section_number_that_grows_with_the_page_is_no_page_number():
    pages = [
        [
            (72, 780, 17, f"Chapter {number}: Unit KX-{number:03}"),
            (72, 752, 13, f"{number}.1 Inspection"),
            *[
                (72, 720 - 14 * row, 10, f"The seal of unit {number} is looked at in row {row} of it.")
                for row in range(9)
            ],
            (300, 40, 9, f"{number} Maintenance manual Orvik"),
        ]
        for number in range(1, 7)
    ]
    text = PdfConverter().convert(pdf(pages), name="a.pdf").text
    assert [f"{number}.1 Inspection" in text for number in range(1, 7)] == [True] * 6
    assert text.partition("Footer: ")[2] == "Maintenance manual Orvik\n"
    assert text.count("Maintenance manual") == 1


def test_conv_3_running_lines_are_told_from_the_left_whatever_the_order_of_sets():
    heads = [(60 + 110 * n, 780, 9, f"Head {'abcd'[n]}") for n in range(4)]
    pages = [[*heads, (72, 600, 11, f"A sentence about {word} and no more.")] for word in ("oaks", "elms", "figs")]
    assert converted(*pages).metadata["running"] == [head[3] for head in heads]


def test_conv_2_a_footer_that_closes_the_text_of_its_page_is_one_wherever_it_stands():
    words = ("oaks", "elms", "figs", "pines")
    pages = [
        [(72, 780, 11, f"A sentence about {word}."), (72, 600 - 90 * n, 9, f"Harrow Feeds Inc. | Form 7 | {n + 1}")]
        for n, word in enumerate(words)
    ]
    conversion = converted(*pages)
    assert conversion.text.endswith("\n\nFooter: Harrow Feeds Inc. | Form 7\n")
    assert conversion.text.count("Harrow") == 1
    assert conversion.metadata["running"][0] == "Harrow Feeds Inc. | Form 7 | 1"


def test_conv_2_what_runs_is_told_once_with_its_place_unless_the_body_says_it_or_it_counts_pages():
    pages = [
        [
            (72, 790, 9, "Service Levels"),
            (400, 790, 9, "Edition 7, 15 January 2026"),
            *([(72, 720, 20, "Service Levels")] if number == 1 else []),
            (72, 600, 11, f"A sentence about {word} and no more."),
            (72, 40, 9, "Questions: desk@brightwire.example"),
            (400, 40, 9, f"Handbook SLD-7 - Page {number} of 3"),
        ]
        for number, word in enumerate(("oaks", "elms", "figs"), start=1)
    ]
    conversion = converted(*pages)
    assert conversion.text.split("\n\n")[-3:] == [
        "Header: Edition 7, 15 January 2026",
        "Footer: Questions: desk@brightwire.example",
        "Footer: Handbook SLD-7\n",
    ]
    assert conversion.text.count("Service Levels") == 1
    edition = conversion.text.index("Header: Edition")
    assert next(entry for entry in conversion.source_map.entries if entry.start == edition).location.page == 1


def test_conv_2_what_ends_half_empty_pages_is_no_footer():
    clause = (72, 560, 11, "This clause carries no weight.")
    pages = [
        [(72, 780, 9, "Sample"), (72, 600, 11, f"Part {word} says more."), clause] for word in ("one", "two", "six")
    ]
    conversion = converted(*pages)
    assert conversion.metadata["running"] == ["Sample"]
    assert conversion.text.count("This clause carries no weight.") == len(pages)


def test_conv_2_raised_and_lowered_signs_stay_with_their_letters():
    def draw(canvas):
        text = canvas.beginText(72, 700)
        pieces = [("Let n", 0), ("j", -3), (" be the loans of area m", 0), ("2", 4), (" and of weight w", 0), ("j", -3)]
        for piece, rise in pieces:
            text.setFont("Helvetica", 8 if rise else 10)
            text.setRise(rise)
            text.textOut(piece)
        text.setRise(0)
        text.setFont("Helvetica", 10)
        text.textOut(" in turn.")
        canvas.drawText(text)
        canvas.drawString(72, 688, "The next line is a line of its own, whatever stands above it.")

    conversion = converted([], draw=draw)
    assert conversion.text.split("\n")[0] == "Let nj be the loans of area m2 and of weight wj in turn."
    assert "\nThe next line is a line of its own" in conversion.text


def test_conv_2_a_number_that_begins_a_line_begins_no_paragraph_unless_it_counts():
    first = (72, 700, 11, "Reversal records of the eighteen months give a standard error of")
    assert "of\n0.009. True" in converted([first, (72, 686, 11, "0.009. True speeds are drawn from it.")]).text
    assert "of\n\n2.1 The" in converted([first, (72, 686, 11, "2.1 The second part says more.")]).text


def test_conv_2_a_figure_behind_its_word_begins_no_item():
    first = (72, 700, 11, "The tenant shall have twenty-five")
    assert "twenty-five\n(25) days" in converted([first, (72, 686, 11, "(25) days to pay what is due.")]).text
    assert "twenty-five\n\n(2) days" in converted([first, (72, 686, 11, "(2) days to pay what is due.")]).text


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


def lines_at(*lines, size=11):
    return [(x, y, size, text) for x, y, text in lines]


def converted(*pages, draw=None, converter=None):
    return (converter or PdfConverter()).convert(pdf(pages, draw=draw), name="a.pdf")


def test_conv_2_ruled_tables_have_their_cells_and_headers():
    def draw(canvas):
        canvas.grid([72, 200, 300, 400], [700, 680, 660, 640])

    rows = (("Fund", "Fee", "Since"), ("Northmarch", "0.25 %", "2021"), ("Corvane", "", "2023"))
    cells = [
        (x, y, text)
        for y, row in zip((686, 666, 646), rows, strict=True)
        for x, text in zip((76, 204, 304), row, strict=True)
    ]
    text = converted(lines_at(*cells), draw=draw).text
    assert (
        text == "| Fund | Fee | Since |\n| --- | --- | --- |\n| Northmarch | 0.25 % | 2021 |\n| Corvane |  | 2023 |\n"
    )


def test_conv_2_a_cell_that_spans_rows_stands_in_each_and_a_spanning_header_over_each_column():
    def draw(canvas):
        canvas.lines([(72, y, 400, y) for y in (700, 660, 620)] + [(200, 680, 400, 680), (200, 640, 400, 640)])
        canvas.lines([(x, 620, x, 700) for x in (72, 200, 400)] + [(300, 620, 300, 680)])

    cells = (76, 676, "Name"), (204, 686, "Rate"), (204, 666, "2021"), (304, 666, "2022")
    cells += (76, 636, "Alpha"), (204, 646, "1.5"), (304, 646, "1.7"), (204, 626, "1.6"), (304, 626, "1.8")
    assert converted(lines_at(*cells), draw=draw).text.splitlines() == [
        "| Name | Rate 2021 | Rate 2022 |",
        "| --- | --- | --- |",
        "| Alpha | 1.5 | 1.7 |",
        "| Alpha | 1.6 | 1.8 |",
    ]


def test_conv_2_rows_of_figures_without_lines_are_a_table_with_the_header_above_each_column():
    statement = [
        (300, 700, "Three Months Ended"),
        (260, 686, "April 1, 2023"),
        (380, 686, "April 2, 2022"),
        (72, 672, "Revenue"),
        (255, 672, "$"),
        (300, 672, "11,715"),
        (375, 672, "$"),
        (420, 672, "18,353"),
        (72, 658, "Other items:"),
        (72, 644, "Restructuring"),
        (310, 644, "64"),
        (418, 644, "(1,211)"),
        (72, 630, "Net loss"),
        (300, 630, "2,768"),
        (430, 630, "\u2014"),
    ]
    assert converted(lines_at(*statement)).text.splitlines() == [
        "|  | Three Months Ended April 1, 2023 | Three Months Ended April 2, 2022 |",
        "| --- | --- | --- |",
        "| Revenue | $11,715 | $18,353 |",
        "| Other items: |  |  |",
        "| Restructuring | 64 | (1,211) |",
        "| Net loss | 2,768 | \u2014 |",
    ]


def two_columns(count=10):
    left = [(72, 700 - 14 * n, f"The left column says in line {n} words") for n in range(count)]
    right = [(320, 700 - 14 * n, f"while the right one has line {n} as well") for n in range(count)]
    return left, right


@pytest.mark.parametrize("drawn", ["columns", "rows", "title last"])
def test_conv_2_columns_are_read_one_after_the_other_however_they_were_drawn(drawn):
    left, right = two_columns()
    title = [(72, 740, "A title that runs over the whole width of the page, over both of its columns")]
    rows = [piece for pair in zip(left, right, strict=True) for piece in pair]
    orders = {"columns": title + left + right, "rows": title + rows, "title last": left + right + title}
    text = converted(lines_at(*orders[drawn])).text
    found = [text.index(line) for _, _, line in (*title, *left, *right)]
    assert found == sorted(found)


def test_conv_2_bold_lines_that_stand_alone_are_headings_and_bold_words_are_not():
    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 11)
        canvas.drawString(72, 700, "Scope of the services")
        canvas.drawString(72, 640, "Important.")
        canvas.setFont("Helvetica", 11)
        for y, text in ((684, "The agent keeps the books of the trust and files them each month."), (670, "All.")):
            canvas.drawString(72, y, text)
        canvas.drawString(140, 640, "This sentence goes on in plain letters to its end.")

    text = converted([], draw=draw).text
    assert text.startswith("# Scope of the services\n\nThe agent keeps")
    assert "\nImportant. This sentence goes on" in text


def test_conv_2_a_footnote_does_not_stand_in_the_middle_of_a_sentence():
    body = [(72, 700 - 14 * n, 11, f"Line {n} of a long paragraph whose text goes on and on until") for n in range(10)]
    note = [(72, 60, 8, "1 See the annex for the method of this count.")]
    onward = [(72, 700, 11, "it ends here."), (72, 660, 11, "Another paragraph follows.")]
    text = converted([*body, *note], onward).text
    assert "until\nit ends here.\n\n1 See the annex for the method of this count.\n\nAnother" in text


def hidden_of(conversion):
    return {(mark.kind, conversion.text[mark.start : mark.end].strip()) for mark in conversion.source_map.hidden}


def test_conv_1_hidden_text_is_marked_with_the_way_it_is_hidden():
    def draw(canvas):
        canvas.setFillColorRGB(0, 0, 0.4)
        canvas.rect(72, 290, 200, 20, fill=1, stroke=0)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(76, 296, "white on blue")
        canvas.setStrokeColorRGB(0.7, 0.4, 0.2)
        canvas.setLineWidth(14)
        canvas.line(70, 250, 300, 250)
        canvas.drawString(76, 246, "white on a bar")
        canvas.setLineWidth(1)
        canvas.rect(60, 420, 300, 60)
        canvas.drawString(76, 446, "white in a frame")
        canvas.drawString(72, 400, "white on white")
        canvas.setFillColorRGB(0, 0, 0)
        canvas.drawString(900, 500, "beside the page")
        canvas.setFont("Helvetica", 1)
        canvas.drawString(72, 350, "tiny words")
        canvas.setFont("Helvetica", 11)
        text = canvas.beginText(72, 320)
        text.setTextRenderMode(3)
        text.textLine("painted by nothing")
        canvas.drawText(text)

    conversion = converted(lines_at((72, 700, "Seen by everybody.")), draw=draw)
    assert hidden_of(conversion) == {
        ("white", "white on white"),
        ("white", "white in a frame"),
        ("off_page", "beside the page"),
        ("tiny", "tiny words"),
        ("invisible", "painted by nothing"),
    }


def test_conv_1_one_hidden_word_among_hundreds_of_words_drawn_one_by_one_is_found():
    def draw(canvas):
        for n in range(600):
            canvas.setFillGray(1 if n == 437 else 0)
            canvas.drawString(40 + 50 * (n % 10), 780 - 12 * (n // 10), f"word{n}")

    conversion = converted([], draw=draw)
    assert hidden_of(conversion) == {("white", "word437")}
    assert sorted(re.findall(r"word\d+", conversion.text)) == sorted(f"word{n}" for n in range(600))


def test_conv_1_a_page_whose_corner_is_elsewhere_reads_the_same_and_its_boxes_count_from_its_corner():
    rows = [(72 + 120 * x, 700 - 20 * y, 11, f"{x + 3 * y},000") for y in range(4) for x in range(3)]
    content = pdf([[*rows, (72, 600, 11, "A sentence stands below the table of figures.")]])
    document = pypdfium2.PdfDocument(content)
    left, bottom, right, top = document[0].get_mediabox()
    document[0].set_mediabox(left - 50, bottom - 40, right, top)
    out = io.BytesIO()
    document.save(out)
    one, other = (PdfConverter().convert(body, name="a.pdf") for body in (content, out.getvalue()))
    assert one.text == other.text
    assert one.text.startswith("|")
    for here, there in zip(one.source_map.entries, other.source_map.entries, strict=True):
        moved = [edge + by for edge, by in zip(here.location.boxes[0], (50, 40, 50, 40), strict=True)]
        assert there.location.boxes[0] == pytest.approx(moved, abs=0.02)


def scan(canvas):
    source = io.BytesIO()
    Picture.new("L", (60, 80), 200).save(source, "PNG")
    canvas.drawImage(ImageReader(source), 0, 0, *canvas._pagesize)


def test_conv_4_the_text_layer_of_a_scan_is_recognised_text_not_hidden():
    def draw(canvas):
        scan(canvas)
        text = canvas.beginText(72, 500)
        text.setTextRenderMode(3)
        text.textLine("Lien release of the county")
        canvas.drawText(text)

    conversion = converted([], draw=draw)
    (mark,) = conversion.source_map.ocr
    assert (mark.kind, mark.confidence, conversion.source_map.hidden) == ("ocr", None, ())
    assert conversion.text[mark.start : mark.end] == "Lien release of the county"


def test_conv_4_a_page_that_is_an_image_makes_the_conversion_partial_and_a_blank_one_does_not():
    page = lines_at((72, 700, "A page with text."))
    assert converted(page, []).outcome == "ok"
    conversion = converted(page, [], draw=lambda canvas: scan(canvas) if canvas.getPageNumber() > 1 else None)
    assert (conversion.outcome, conversion.metadata["pages_without_text"]) == ("partial", [2])
    assert "OCR" in conversion.reason


def test_conv_4_a_title_in_capitals_is_a_heading_of_a_scan_and_a_line_with_tails_is_none():
    rows = {
        740: (("NOTICE", 10.4), ("OF", 10.4), ("RELOCATION", 10.4)),
        682: (("The", 10.4), ("exchange", 13.3), ("closes", 10.4), ("now.", 7.7)),
        655: (("Customers", 10.4), ("are", 7.7), ("moved", 10.4), ("there.", 10.4)),
        547: (("Signed:", 13.3), ("Bjarne", 13.3), ("planning", 13.3)),
    }

    def ocr(image):
        return [
            OcrWord(text, (72 + 60 * at, y, 128 + 60 * at, y + height), 0.96)
            for y, words in rows.items()
            for at, (text, height) in enumerate(words)
        ]

    conversion = converted([], draw=scan, converter=PdfConverter(ocr=ocr))
    assert conversion.text == (
        "# NOTICE OF RELOCATION\n\nThe exchange closes now.\nCustomers are moved there.\n\nSigned: Bjarne planning\n"
    )


def test_conv_4_pages_without_text_go_to_the_ocr_engine_and_their_words_are_marked():
    seen = []

    def ocr(image):
        seen.append(image)
        return [OcrWord("release", (105, 500, 155, 512), 0.5), OcrWord("Lien", (72, 500, 100, 512), 0.9)]

    page = lines_at((72, 700, "A page with text."))
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.drawString(*page[0][:2], page[0][3])
    canvas.showPage()
    scan(canvas)
    canvas.showPage()
    canvas.save()
    conversion = PdfConverter(ocr=ocr).convert(out.getvalue(), name="a.pdf")
    (mark,) = conversion.source_map.ocr
    assert len(seen) == 1
    assert Picture.open(io.BytesIO(seen[0].png)).size == (seen[0].width, seen[0].height)
    assert conversion.text == "A page with text.\n\nLien release\n"
    assert conversion.text[mark.start : mark.end] == "Lien release"
    assert mark.confidence == pytest.approx((4 * 0.9 + 7 * 0.5) / 11, abs=1e-3)
    place = conversion.source_map.locate(conversion.text, Span(mark.start, mark.end))
    assert (place.page, place.boxes) == (2, ((72, 500, 155, 512),))


def test_conv_1_a_quote_over_two_pages_is_located_on_its_first_page():
    first = [(72, 700, 11, "The first page ends in the middle of")]
    conversion = converted(first, [(72, 700, 11, "a sentence.")])
    assert conversion.text == "The first page ends in the middle of\na sentence.\n"
    place = conversion.source_map.locate(conversion.text, Span(0, len(conversion.text)))
    assert (place.page, len(place.boxes)) == (1, 1)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_conv_1_turned_pages_read_as_shown_and_their_boxes_lie_on_the_page_as_stored(turn):
    def draw(canvas):
        canvas.setPageRotation(turn)
        canvas.saveState()
        canvas.translate(300, 400)
        canvas.rotate(turn)
        for n in range(4):
            canvas.drawString(-100, -20 * n, f"Line {n} of a turned page")
        canvas.restoreState()

    conversion = converted([], draw=draw)
    assert [line[:6] for line in conversion.text.split("\n") if line] == [f"Line {n}" for n in range(4)]
    (left, bottom, right, top) = conversion.source_map.locate(conversion.text, Span(0, 6)).boxes[0]
    assert 150 < left < right < 450
    assert 250 < bottom < top < 550
    assert (right - left > top - bottom) == (turn == 180)


def test_conv_3_links_fields_labels_and_attachments_are_told():
    def draw(canvas):
        canvas.linkURL("https://example.org/terms", (72, 690, 200, 712))
        canvas.acroForm.textfield(name="borrower", value="Hollis Brandywine", x=200, y=656, width=200, height=16)
        canvas.acroForm.checkbox(name="rush", checked=True, x=200, y=636, size=12)

    conversion = converted(lines_at((72, 700, "Terms"), (72, 660, "Borrower"), (72, 638, "Rush")), draw=draw)
    assert conversion.metadata["links"] == ["https://example.org/terms"]
    assert conversion.metadata["fields"] == {"borrower": "Hollis Brandywine", "rush": "[x]"}
    assert "Borrower Hollis Brandywine\n" in conversion.text


def test_conv_2_comments_follow_the_last_paragraph_of_their_page():
    def draw(canvas):
        canvas.textAnnotation("Check the 11 days\nwith legal.", Rect=[300, 690, 320, 710])

    first, second = [(72, 700, "The form arrives 11 days before."), (72, 100, "It is")], [(72, 700, "signed by him.")]
    content = pdf([[(x, y, 11, text) for x, y, text in page] for page in (first, second)], draw=draw)
    with_author = content.replace(b"/Subtype /Text", b"/T (Ada \\(legal\\)) /M (D:20260301) /Subtype /Text")
    conversion = PdfConverter().convert(with_author, name="a.pdf")
    assert "\n\nComment (Ada legal, 2026-03-01): Check the 11 days with legal.\n" in f"{conversion.text}\n"
    assert conversion.metadata["notes"][0] == "Check the 11 days with legal."
    joined = PdfConverter().join(
        [PdfConverter().convert_pages(with_author, name="a.pdf", first=page, last=page) for page in (1, 2)]
    )
    assert joined.text == conversion.text


def test_conv_3_page_labels_and_embedded_files_are_told():
    document = pypdfium2.PdfDocument(pdf([[]]))
    document.new_attachment("ledger.csv").set_data(b"a,b")
    out = io.BytesIO()
    document.save(out)
    assert PdfConverter().convert(out.getvalue(), name="a.pdf").metadata["attachments"] == ["ledger.csv"]


WORDS = st.sampled_from(
    ["alpha", "Beta", "12.50", "$", "(3)", "\u2014", "over-", "1 See", "gamma delta epsilon", "\u05d0\u05d1"]
)
PIECES = st.lists(
    st.tuples(st.integers(0, 11), st.integers(0, 30), st.sampled_from([1, 8, 11, 18]), WORDS), min_size=0, max_size=25
)


@settings(max_examples=60)
@given(pages=st.lists(PIECES, min_size=1, max_size=4), step=st.integers(1, 3))
def test_conv_1_parts_of_any_length_join_to_the_conversion_of_the_whole(pages, step):
    content = pdf([[(50 * x, 40 + 22 * y, size, text) for x, y, size, text in page] for page in pages])
    converter = PdfConverter()
    whole = converter.convert(content, name="a.pdf")
    count = converter.pages(content)
    assert count == len(pages)
    parts = [
        converter.convert_pages(content, name="a.pdf", first=first, last=min(first + step - 1, count))
        for first in range(1, count + 1, step)
    ]
    carried = [part._replace(metadata=json.loads(json.dumps(dict(part.metadata)))) for part in parts]
    assert converter.join(carried) == whole


def test_conv_5_a_part_of_a_file_that_cannot_be_read_says_why():
    converter = PdfConverter()
    for content, outcome in ((b"", "empty"), (b"%PDF-1.4 nothing", "malformed")):
        assert converter.pages(content) == 1
        part = converter.convert_pages(content, name="a.pdf", first=1, last=1)
        assert converter.join([part]).outcome == outcome


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
