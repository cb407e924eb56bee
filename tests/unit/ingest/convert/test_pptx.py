"""CONV-1, CONV-2, CONV-3, IMG-1: PPTX as it is shown, with slide and shape of every range."""

from __future__ import annotations

import io

import pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from PIL import Image as Picture
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Inches, Pt

from kts.ingest.convert.pptx.converter import PptxConverter
from kts.ingest.convert.pptx.drawings import diagram_lines
from kts.ingest.convert.pptx.order import Frame, reading_order

TITLE_AND_BODY, BLANK = 1, 6
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"


def saved(deck):
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def converted(deck):
    return PptxConverter().convert(saved(deck), name="a.pptx")


def slide_of(deck, layout=BLANK, title=""):
    slide = deck.slides.add_slide(deck.slide_layouts[layout])
    if title:
        slide.shapes.title.text = title
    return slide


def box(slide, text, left=1, top=1, width=3, height=1, size=None):
    """A text box; lengths in inches."""
    shape = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height))
    shape.text_frame.text = text
    if size:
        shape.text_frame.paragraphs[0].runs[0].font.size = Pt(size)
    return shape


def places(conversion):
    return {conversion.text[entry.start : entry.end]: entry.location for entry in conversion.source_map.entries}


def hidden(conversion):
    return {conversion.text[mark.start : mark.end].strip(): mark.kind for mark in conversion.source_map.hidden}


def test_conv_1_slides_shapes_tables_and_notes():
    deck = pptx.Presentation()
    slide = slide_of(deck, TITLE_AND_BODY, "Results")
    slide.placeholders[1].text = "First\nSecond"
    slide.placeholders[1].text_frame.paragraphs[1].level = 1
    slide.placeholders[1].height = Inches(2)
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(5), Inches(4), Inches(1)).table
    for index, text in enumerate(("Quarter", "Sum", "Q1", "7")):
        table.cell(index // 2, index % 2).text = text
    slide.notes_slide.notes_text_frame.text = "Say thanks"
    conversion = converted(deck)
    assert conversion.text == (
        "## Results\n\n- First\n  - Second\n\n| Quarter | Sum |\n| --- | --- |\n| Q1 | 7 |\n\nNotes: Say thanks\n"
    )
    found = places(conversion)
    assert (found["Second"].slide, found["Second"].shape) == (1, 2)
    assert found["7"].shape == 3
    assert found["Notes: Say thanks"].part == "notes"
    assert conversion.metadata["title"] == "Results"


def test_conv_1_a_slides_number_is_in_its_place_and_not_in_its_text():
    deck = pptx.Presentation()
    for title in ("One", "Two"):
        slide_of(deck, TITLE_AND_BODY, title)
    conversion = converted(deck)
    assert conversion.text == "## One\n\n## Two\n"
    assert [places(conversion)[title].slide for title in ("One", "Two")] == [1, 2]


def test_conv_2_slides_without_a_title_are_divided_by_a_rule():
    deck = pptx.Presentation()
    for text in ("first", "second"):
        box(slide_of(deck), text)
    assert converted(deck).text == "first\n\n---\n\nsecond\n"


def test_conv_2_the_one_large_line_of_an_untitled_slide_is_its_title():
    deck = pptx.Presentation()
    slide = slide_of(deck)
    box(slide, "Body of the slide", top=4)
    box(slide, "Outlook", top=1, size=36)
    assert converted(deck).text == "## Outlook\n\nBody of the slide\n"


def test_conv_2_shapes_are_read_where_they_stand():
    deck = pptx.Presentation()
    slide = slide_of(deck)
    for text, left, top in (("4", 5, 3.2), ("3", 5, 2), ("2", 1, 3.2), ("1", 1, 2), ("0", 1, 0.2)):
        box(slide, text, left, top, width=3, height=1.1)
    assert converted(deck).text.split() == ["0", "1", "2", "3", "4"]


@given(st.lists(st.tuples(*[st.integers(0, 50)] * 4), max_size=12))
def test_conv_2_a_reading_order_holds_each_shape_once(corners):
    frames = [Frame(left, top, left + width, top + height) for left, top, width, height in corners]
    assert sorted(reading_order(frames, lambda frame: frame)) == sorted(frames)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_conv_2_a_column_is_read_from_top_to_bottom(heights):
    tops = [sum(heights[:at]) for at in range(len(heights))]
    frames = [Frame(0, top, 5, top + height) for top, height in zip(tops, heights, strict=True)]
    assert reading_order(frames[::-1], lambda frame: frame) == frames


def test_conv_2_numbers_and_bullets_are_as_shown():
    deck = pptx.Presentation()
    shape = box(slide_of(deck), "one\ntwo\nplain\nthree\ndot")
    bullets = ("buAutoNum", "buAutoNum", "buNone", "buAutoNum", "buChar")
    for paragraph, name in zip(shape.text_frame.paragraphs, bullets, strict=True):
        properties = paragraph._p.get_or_add_pPr()
        mark = etree.SubElement(properties, f"{{{A}}}{name}")
        mark.attrib.update({"buAutoNum": {"type": "alphaLcParenR"}, "buChar": {"char": "•"}}.get(name, {}))
    assert converted(deck).text == "a) one\nb) two\nplain\na) three\n- dot\n"


def test_conv_2_merged_cells_fill_what_they_cover():
    deck = pptx.Presentation()
    table = slide_of(deck).shapes.add_table(3, 3, 0, 0, Inches(4), Inches(1)).table
    for index in range(9):
        table.cell(index // 3, index % 3).text = "abcdefghi"[index]
    for first, last in (((0, 1), (0, 2)), ((1, 0), (2, 0))):
        for cell in (table.cell(*last),):
            cell.text = ""
        table.cell(*first).merge(table.cell(*last))
    assert converted(deck).text == "| a | b | b |\n| --- | --- | --- |\n| d | e | f |\n| d | h | i |\n"


def test_conv_2_a_chart_is_a_table():
    deck = pptx.Presentation()
    data = CategoryChartData()
    data.categories = ["Q1", "Q2"]
    data.add_series("North", (1.5, 2))
    data.add_series("South", (3, None))
    frame = slide_of(deck).shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(4), Inches(4), data)
    frame.chart.has_title = True
    frame.chart.chart_title.text_frame.text = "Sales"
    conversion = converted(deck)
    assert (
        conversion.text
        == "Bar chart: Sales\n\n|  | North | South |\n| --- | --- | --- |\n| Q1 | 1.5 | 3 |\n| Q2 | 2 |  |\n"
    )
    assert places(conversion)["1.5"].shape == 1


def test_conv_2_a_diagram_is_its_outline():
    names = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
    point = '<dgm:pt modelId="{}"><dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt>'
    link = '<dgm:cxn srcId="{}" destId="{}" srcOrd="{}"/>'
    points = point.format(1, "Plan") + point.format(2, "Do") + point.format(3, "Check")
    top = '<dgm:pt modelId="0" type="doc"/>'
    links = link.format(0, 3, 1) + link.format(0, 1, 0) + link.format(1, 2, 0)
    root = etree.fromstring(f'<dgm:dataModel {names} xmlns:a="{A}">{top}{points}{links}</dgm:dataModel>')
    assert diagram_lines(root) == ((0, "Plan"), (1, "Do"), (0, "Check"))


def test_conv_2_groups_and_shapes_for_newer_programs_are_read():
    deck = pptx.Presentation()
    slide = slide_of(deck)
    group = slide.shapes.add_group_shape()
    for text, top in (("below", 3), ("above", 1)):
        group.shapes.add_textbox(Inches(1), Inches(top), Inches(2), Inches(1)).text_frame.text = text
    wrapped = box(slide, "wrapped", top=6)._element
    names = {"mc": "http://schemas.openxmlformats.org/markup-compatibility/2006"}
    alternate = etree.SubElement(slide.shapes._spTree, f"{{{names['mc']}}}AlternateContent", nsmap=names)
    etree.SubElement(alternate, f"{{{names['mc']}}}Choice", Requires="a14").append(wrapped)
    assert converted(deck).text == "above\n\nbelow\n\nwrapped\n"


def test_img_1_pictures_with_their_descriptions():
    out = io.BytesIO()
    Picture.new("RGB", (20, 20), "red").save(out, "PNG")
    deck = pptx.Presentation()
    slide = slide_of(deck)
    for description in ("A red square", "image.png"):
        picture = slide.shapes.add_picture(io.BytesIO(out.getvalue()), 0, 0)
        picture._element.nvPicPr.cNvPr.set("descr", description)
    conversion = converted(deck)
    assert conversion.text == "[Image: A red square]\n"
    assert [(image.body, image.alt, image.location.shape) for image in conversion.images] == [
        (out.getvalue(), "A red square", 1)
    ]


COMMENT_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def test_conv_2_comments_are_marked_as_such():
    deck = pptx.Presentation()
    slide = slide_of(deck, TITLE_AND_BODY, "Results")
    parts = {
        "commentAuthors": (
            deck.part,
            f'<p:cmAuthorLst xmlns:p="{P}"><p:cmAuthor id="0" name="Jo Roe"/></p:cmAuthorLst>',
        ),
        "comments": (
            slide.part,
            f'<p:cmLst xmlns:p="{P}"><p:cm authorId="0" dt="2024-05-01"><p:text>Which year?</p:text></p:cm></p:cmLst>',
        ),
    }
    for name, (owner, xml) in parts.items():
        part = Part(PackURI(f"/ppt/{name}1.xml"), f"application/x-{name}+xml", deck.part.package, xml.encode())
        owner.relate_to(part, COMMENT_KIND + name)
    conversion = converted(deck)
    assert conversion.text == "## Results\n\nComment (Jo Roe, 2024-05-01): Which year?\n"
    assert places(conversion)["Comment (Jo Roe, 2024-05-01): Which year?"].part == "comments"


def test_conv_5_hidden_slides_are_marked_whole():
    deck = pptx.Presentation()
    slide_of(deck, TITLE_AND_BODY, "Seen")
    slide = slide_of(deck, TITLE_AND_BODY, "Unseen")
    slide.element.set("show", "0")
    slide.notes_slide.notes_text_frame.text = "noted"
    assert hidden(converted(deck)) == {"Unseen": "hidden_slide", "Notes: noted": "hidden_slide"}


def coloured(slide, color, size=18):
    shape = box(slide, "x y")
    font = shape.text_frame.paragraphs[0].runs[0].font
    font.color.rgb, font.size = RGBColor.from_string(color), Pt(size)
    return shape


def test_conv_5_white_on_white_tiny_and_off_the_slide():
    deck = pptx.Presentation()
    coloured(slide_of(deck, TITLE_AND_BODY, "1"), "FFFFFF")
    assert hidden(converted(deck)) == {"x y": "white"}
    deck = pptx.Presentation()
    coloured(slide_of(deck, TITLE_AND_BODY, "1"), "000000", size=1)
    assert hidden(converted(deck)) == {"x y": "tiny"}
    deck = pptx.Presentation()
    box(slide_of(deck, TITLE_AND_BODY, "1"), "x y", left=-9)
    assert hidden(converted(deck)) == {"x y": "off_page"}


def test_conv_5_white_text_on_a_colour_or_before_a_shape_is_seen():
    deck = pptx.Presentation()
    shape = coloured(slide_of(deck, TITLE_AND_BODY, "1"), "FFFFFF")
    shape.fill.solid()
    shape.fill.fore_color.rgb = RGBColor(0x1F, 0x4E, 0x79)
    slide = slide_of(deck, TITLE_AND_BODY, "2")
    slide.shapes.add_shape(1, 0, 0, Inches(9), Inches(7))
    coloured(slide, "FFFFFF")
    dark = slide_of(deck, TITLE_AND_BODY, "3")
    dark.background.fill.solid()
    dark.background.fill.fore_color.rgb = RGBColor(0, 0, 0)
    coloured(dark, "FFFFFF")
    assert hidden(converted(deck)) == {}


def test_conv_5_a_deck_that_nobody_sees_is_hidden_only_and_one_without_text_empty():
    deck = pptx.Presentation()
    slide_of(deck)
    assert converted(deck).outcome == "empty"
    box(slide_of(deck), "x").element.nvSpPr.cNvPr.set("hidden", "1")
    assert converted(deck).outcome == "hidden_only"


def test_conv_5_a_missing_slide_leaves_the_others():
    deck = pptx.Presentation()
    slide_of(deck, TITLE_AND_BODY, "One")
    slide_of(deck, TITLE_AND_BODY, "Two")
    next(iter(deck.slides._sldIdLst)).rId = "rId999"
    conversion = converted(deck)
    assert (conversion.outcome, conversion.reason, conversion.text) == ("partial", "slides not read: 1", "## Two\n")


def test_conv_3_the_librarys_own_properties_are_not_metadata():
    deck = pptx.Presentation()
    slide_of(deck, TITLE_AND_BODY, "Results")
    deck.core_properties.keywords = "fees"
    metadata = converted(deck).metadata
    assert {key: metadata.get(key) for key in ("created", "modified", "title", "keywords")} == {
        "created": None,
        "modified": None,
        "title": "Results",
        "keywords": "fees",
    }


@settings(max_examples=30)
@given(st.lists(st.text("abc ÄÖ.-", min_size=1, max_size=9), min_size=1, max_size=6))
def test_conv_1_every_text_is_at_its_slide_and_shape(texts):
    deck = pptx.Presentation()
    slide = slide_of(deck)
    for number, text in enumerate(texts):
        box(slide, text, top=number)
    conversion = converted(deck)
    for entry in conversion.source_map.entries:
        assert conversion.text[entry.start : entry.end] == texts[entry.location.shape - 1].strip()


@pytest.mark.parametrize("content", [b"PK\x03\x04 no zip", b"%PDF-1.4", b"x" * 100])
def test_conv_5_other_bytes_are_an_outcome(content):
    assert PptxConverter().convert(content, name="a.pptx").outcome == "malformed"


def test_conv_2_powers_and_what_is_struck_out_are_told():
    deck = pptx.Presentation()
    paragraph = box(slide_of(deck), "10").text_frame.paragraphs[0]
    for text, name, value in (
        ("6", "baseline", "30000"),
        (" for ", "", ""),
        ("30", "strike", "sngStrike"),
        (" 45", "", ""),
    ):
        run = paragraph.add_run()
        run.text = text
        if name:
            run.font._element.set(name, value)
    assert converted(deck).text == "10^6 for ~~30~~ 45\n"
