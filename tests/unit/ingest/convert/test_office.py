"""CONV-1, CONV-2, CONV-3, IMG-1: DOCX, PPTX and XLSX with their places."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import docx
import openpyxl
import pptx
import pytest
from docx.oxml import OxmlElement
from PIL import Image as Picture
from pptx.util import Inches

from kts.ingest.convert.docx import DocxConverter
from kts.ingest.convert.docxnumbers import displayed
from kts.ingest.convert.pptx import PptxConverter
from kts.ingest.convert.xlsx import XlsxConverter, letters
from kts.ingest.convert.xlsxvalues import shown


def saved(document):
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def picture():
    out = io.BytesIO()
    Picture.new("RGB", (20, 20), "red").save(out, "PNG")
    return out.getvalue()


def places(conversion):
    return {conversion.text[e.start : e.end]: e.location for e in conversion.source_map.entries}


def contract():
    document = docx.Document()
    document.core_properties.author = "Jo Roe"
    document.core_properties.title = "Loan"
    document.add_heading("Loan agreement", 0)
    document.add_heading("Terms", 1)
    document.add_paragraph("A fee | of 5 %.")
    for text in ("one", "two"):
        document.add_paragraph(text, style="List Number")
    table = document.add_table(2, 2)
    for cell, text in zip(
        (c for row in table.rows for c in row.cells), ("State", "Fee", "TX\nUSA", "a|b"), strict=True
    ):
        cell.text = text
    document.add_paragraph("after").runs[0].font.hidden = True
    document.add_picture(io.BytesIO(picture()))
    return document


def test_conv_2_docx_body_in_order():
    conversion = DocxConverter().convert(saved(contract()), name="a.docx")
    assert conversion.text == (
        "# Loan agreement\n\n# Terms\n\nA fee | of 5 %.\n\n1. one\n2. two\n\n"
        "| State | Fee |\n| --- | --- |\n| TX USA | a\\|b |\n\nafter\n"
    )
    assert conversion.metadata["author"] == "Jo Roe"
    assert conversion.metadata["title"] == "Loan"


def test_conv_1_docx_paragraphs_and_cells_have_places():
    conversion = DocxConverter().convert(saved(contract()), name="a.docx")
    found = places(conversion)
    assert found["Terms"].paragraph == 2
    cell = found["a\\|b"]
    assert (cell.table, cell.row, cell.cell) == (1, 2, 2)
    assert [conversion.text[m.start : m.end] for m in conversion.source_map.hidden] == ["after"]


def test_img_1_docx_images_are_known_by_their_content():
    (image,) = DocxConverter().convert(saved(contract()), name="a.docx").images
    assert (image.suffix, image.body) == (".png", picture())
    assert image.location.paragraph == 7


def test_conv_2_docx_deleted_text_is_out_and_inserted_text_is_in():
    document = docx.Document()
    run = document.add_paragraph("kept ").add_run("gone")
    deletion = OxmlElement("w:del")
    run._r.addprevious(deletion)
    deletion.append(run._r)
    assert DocxConverter().convert(saved(document), name="a.docx").text == "kept\n"


def test_conv_5_only_hidden_text_is_hidden_only_and_none_is_empty():
    document = docx.Document()
    assert DocxConverter().convert(saved(document), name="a.docx").outcome == "empty"
    document.add_paragraph("x").runs[0].font.hidden = True
    assert DocxConverter().convert(saved(document), name="a.docx").outcome == "hidden_only"


@pytest.mark.parametrize(
    ("number", "kind", "text"),
    [
        (4, "lowerRoman", "iv"),
        (28, "lowerLetter", "bb"),
        (3, "upperLetter", "C"),
        (1999, "upperRoman", "MCMXCIX"),
    ],
)
def test_conv_2_list_numbers_are_as_displayed(number, kind, text):
    assert displayed(number, kind) == text


def test_conv_1_pptx_slides_shapes_tables_and_notes():
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Results"
    slide.placeholders[1].text = "First\nSecond"
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for index, text in enumerate(("Quarter", "Sum", "Q1", "7")):
        table.cell(index // 2, index % 2).text = text
    slide.notes_slide.notes_text_frame.text = "Say thanks"
    deck.slides.add_slide(deck.slide_layouts[6]).element.set("show", "0")
    conversion = PptxConverter().convert(saved(deck), name="a.pptx")
    assert conversion.text == (
        "## Slide 1: Results\n\n- First\n- Second\n\n| Quarter | Sum |\n| --- | --- |\n| Q1 | 7 |\n\n"
        "Notes: Say thanks\n\n## Slide 2\n"
    )
    found = places(conversion)
    assert (found["Second"].slide, found["Second"].shape) == (1, 2)
    assert found["7"].shape == 3
    assert [conversion.text[m.start : m.end] for m in conversion.source_map.hidden] == ["Slide 2"]


def workbook():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Rates"
    sheet["A1"] = "Rates by state"
    sheet["A3"], sheet["B3"] = "State", "Fee"
    sheet.merge_cells("B3:C3")
    sheet["A4"], sheet["B4"], sheet["C4"] = "TX", 0.125, 1234567.5
    sheet["B4"].number_format, sheet["C4"].number_format = "0.0%", "#,##0.00"
    sheet["A5"], sheet["B5"], sheet["C5"] = "CA", 3.0, dt.date(2024, 1, 2)
    secret = book.create_sheet("Secret")
    secret["A1"] = "hidden"
    secret.sheet_state = "veryHidden"
    return book


def test_conv_2_xlsx_sheets_are_tables_with_filled_headers():
    conversion = XlsxConverter().convert(saved(workbook()), name="a.xlsx")
    assert conversion.text == (
        "## Rates\n\nRates by state\n\n| State | Fee | Fee |\n| --- | --- | --- |\n"
        "| TX | 12.5% | 1,234,567.50 |\n| CA | 3 | 2024-01-02 |\n\n## Secret\n\nhidden\n"
    )


def test_conv_1_xlsx_cells_have_their_names_and_hidden_sheets_their_mark():
    conversion = XlsxConverter().convert(saved(workbook()), name="a.xlsx")
    assert (places(conversion)["12.5%"].sheet, places(conversion)["12.5%"].cell) == ("Rates", "B4")
    marks = [(conversion.text[m.start : m.end], m.kind) for m in conversion.source_map.hidden]
    assert marks == [("Secret", "veryhidden_sheet"), ("hidden", "veryhidden_sheet")]


def test_conv_2_numbers_are_shown_plainly():
    assert [shown(value, kind) for value, kind in ((True, "General"), (2.0, "General"), (0.1 + 0.2, "General"))] == [
        "TRUE",
        "2",
        "0.3",
    ]
    assert shown(-1234.5, '"$"#,##0.00') == "-$1,234.50"
    assert [letters(column) for column in (1, 26, 27, 702, 703)] == ["A", "Z", "AA", "ZZ", "AAA"]


@pytest.mark.parametrize("converter", [DocxConverter(), PptxConverter(), XlsxConverter()], ids=lambda c: c.name)
def test_conv_5_damaged_protected_and_bombs_are_outcomes(converter):
    def outcome(content):
        return converter.convert(content, name="a").outcome

    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/a.bin", bytes(30_000_000))
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(10_001):
            archive.writestr(str(number), b"")
    whole = saved(contract())
    assert outcome(b"") == "empty"
    assert outcome(b"PK\x03\x04 no zip") == "malformed"
    assert outcome(whole[: len(whole) // 2]) == "malformed"
    assert outcome(bomb.getvalue()) == "too_large"
    assert outcome(many.getvalue()) == "too_large"
    assert outcome(ole) == "unsupported"
    assert outcome(ole + "EncryptedPackage".encode("utf-16-le")) == "encrypted"


def test_conv_5_the_bytes_alone_decide_the_conversion():
    bare = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(workbook()))) as source, zipfile.ZipFile(bare, "w") as target:
        for name in source.namelist():
            if name != "docProps/core.xml":
                target.writestr(name, source.read(name))
    assert XlsxConverter().convert(bare.getvalue(), name="a.xlsx").metadata == {"sheets": ["Rates", "Secret"]}
