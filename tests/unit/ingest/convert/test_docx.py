"""CONV-1, CONV-2, CONV-3, IMG-1: DOCX as it is displayed, with the place of every range."""

from __future__ import annotations

import io
import re
import zipfile

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE as KIND
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.shared import Pt
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Picture

from kts.ingest.convert.docx.converter import DocxConverter
from kts.ingest.convert.numerals import displayed
from kts.ingest.metadata import described

NAMES = " ".join(
    f'xmlns:{short}="http://schemas.openxmlformats.org/{name}"'
    for short, name in {
        "w": "wordprocessingml/2006/main",
        "m": "officeDocument/2006/math",
        "r": "officeDocument/2006/relationships",
        "mc": "markup-compatibility/2006",
        "wp": "drawingml/2006/wordprocessingDrawing",
        "a": "drawingml/2006/main",
        "c": "drawingml/2006/chart",
    }.items()
)
WPS = 'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
FIELD = '<w:fldSimple w:instr="{} "><w:r><w:t>{}</w:t></w:r></w:fldSimple>'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def saved(document):
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def written(*blocks, document=None):
    """A document whose body is made of these blocks of WordprocessingML."""
    document = document or docx.Document()
    body = document.element.body
    for block in blocks:
        root = parse_xml(f"<w:body {NAMES} {WPS}>{block}</w:body>")
        for element in list(root):
            body.insert(len(body) - 1, element)
    return document


def attach(document, kind, xml):
    """A part of the document such as its footnotes, and the id of its relation."""
    name = kind.rpartition("/")[2]
    part = Part(PackURI(f"/word/{name}1.xml"), f"application/x-{name}+xml", xml.encode(), document.part.package)
    return document.part.relate_to(part, kind)


def converted(document):
    return DocxConverter().convert(saved(document), name="a.docx")


def text_of(*blocks):
    return converted(written(*blocks)).text


def hidden(conversion):
    return [(conversion.text[mark.start : mark.end].strip(), mark.kind) for mark in conversion.source_map.hidden]


def places(conversion):
    return {conversion.text[entry.start : entry.end]: entry.location for entry in conversion.source_map.entries}


def p(text, properties="", run=""):
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


def run(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def cell(text, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text) if not text.startswith('<') else text}</w:tc>"


def table(*rows):
    """Rows are lists of cells, or (row properties, cells)."""
    pairs = [row if isinstance(row, tuple) else ("", row) for row in rows]
    trs = (f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>" for properties, cells in pairs)
    return f"<w:tbl><w:tblPr/>{''.join(trs)}</w:tbl>"


def contract():
    out = io.BytesIO()
    Picture.new("RGB", (20, 20), "red").save(out, "PNG")
    document = docx.Document()
    document.core_properties.author = "Jo Roe"
    document.core_properties.title = "Loan"
    document.add_heading("Loan agreement", 0)
    document.add_heading("Terms", 1)
    document.add_paragraph("A fee | of 5 %.")
    for text in ("one", "two"):
        document.add_paragraph(text, style="List Number")
    cells = (one for row in document.add_table(2, 2).rows for one in row.cells)
    for one, text in zip(cells, ("State", "Fee", "TX\nUSA", "a|b"), strict=True):
        one.text = text
    document.add_paragraph("after").runs[0].font.hidden = True
    document.add_picture(io.BytesIO(out.getvalue()))
    return document, out.getvalue()


def test_conv_2_the_body_in_order():
    conversion = converted(contract()[0])
    assert conversion.text == (
        "# Loan agreement\n\n# Terms\n\nA fee | of 5 %.\n\n1. one\n2. two\n\n"
        "| State | Fee |\n| --- | --- |\n| TX USA | a\\|b |\n\nafter\n"
    )
    assert (conversion.metadata["author"], conversion.metadata["title"]) == ("Jo Roe", "Loan")
    assert hidden(conversion) == [("after", "vanish")]


def test_conv_1_paragraphs_and_cells_have_places():
    found = places(converted(contract()[0]))
    assert found["Terms"].paragraph == 2
    assert (found["a\\|b"].table, found["a\\|b"].row, found["a\\|b"].cell) == (1, 2, 2)


def test_img_1_images_are_known_by_their_content():
    document, picture = contract()
    (image,) = converted(document).images
    assert (image.suffix, image.body, image.location.paragraph) == (".png", picture, 7)


def test_conv_2_alternative_texts_are_read_once_and_made_up_ones_never():
    document, _ = contract()
    document.add_picture(io.BytesIO(contract()[1]))
    for properties, alt in zip(document.element.iter(f"{{{WP}}}docPr"), ("A red square", "A red square"), strict=True):
        properties.set("descr", alt)
    assert converted(document).text.count("[Image: A red square]") == 1
    for properties in document.element.iter(f"{{{WP}}}docPr"):
        properties.set("descr", "Picture 3")
    assert "Picture 3" not in converted(document).text


WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"


def test_conv_2_what_tracked_changes_insert_is_text_and_what_they_delete_is_struck():
    text = text_of(
        "<w:p><w:r><w:t xml:space='preserve'>kept </w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>from</w:t></w:r></w:moveFrom></w:p>",
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>one </w:t></w:r></w:p>" + p("line"),
        table([cell("a"), cell("b")], ("<w:del/>", [cell("gone"), cell("gone")]), [cell("c"), cell("d")]),
    )
    assert text == "kept new ~~old~~\n\none line\n\n| a | b |\n| --- | --- |\n| c | d |\n\n~~gone, gone~~\n"


def deleted(text):
    return f'<w:del><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def test_conv_2_deleted_words_stand_apart_and_a_deleted_paragraph_is_its_own():
    change = f"<w:p>{run('within ')}{deleted('14 days')}<w:ins>{run('21 days')}</w:ins>{run('.')}</w:p>"
    ended = f"<w:p>{run('Invoice')}{deleted('s')}{run(', sent')}{deleted(', ')}{deleted('late ')}{run('by us')}</w:p>"
    heading = "<w:pPr><w:pStyle w:val='Heading1'/><w:rPr><w:del/></w:rPr></w:pPr>"
    gone = f"<w:p>{heading}{deleted('Sundays cost EUR 310.')}</w:p>"
    assert text_of(change, ended, gone, p("Next.")) == (
        "within ~~14 days~~ 21 days.\n\nInvoice, sent~~, late~~ by us\n\n~~Sundays cost EUR 310.~~\n\nNext.\n"
    )


def test_conv_2_fields_show_their_result_and_controls_their_content():
    text = text_of(
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGEREF x</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
        "<w:sdt><w:sdtPr/><w:sdtContent>" + p("in a control") + "</w:sdtContent></w:sdt>",
        '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/>'
        "</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:t>agreed</w:t></w:r></w:p>",
    )
    assert text == "7\n\nin a control\n\n☒agreed\n"


def test_conv_2_symbols_soft_hyphens_and_breaks():
    text = text_of(
        '<w:p><w:r><w:sym w:font="Symbol" w:char="F061"/><w:t>\u00ad-r\u00aday</w:t><w:softHyphen/><w:br/>'
        '<w:t>next</w:t><w:tab/><w:sym w:font="Wingdings" w:char="F0FC"/><w:noBreakHyphen/></w:r></w:p>'
    )
    assert text == "α-ray\nnext ✓-\n"


FRACTION = (
    "<m:f><m:num><m:r><m:t>-b±</m:t></m:r><m:rad><m:radPr><m:degHide m:val='1'/></m:radPr><m:deg/><m:e><m:r>"
    "<m:t>D</m:t></m:r></m:e></m:rad></m:num><m:den><m:r><m:t>2a</m:t></m:r></m:den></m:f>"
)
SUM = (
    "<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r>"
    "<m:t>n</m:t></m:r></m:sup><m:e><m:d><m:e><m:r><m:t>i+1</m:t></m:r></m:e></m:d></m:e></m:nary>"
)


@pytest.mark.parametrize(
    ("omml", "shown"),
    [
        (
            "<m:r><m:t>A=π</m:t></m:r><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>",
            "A=πr^2",
        ),
        (FRACTION, "(-b±√D)/(2a)"),
        (SUM, "∑_(i=1)^n (i+1)"),
        (
            "<m:m><m:mr><m:e><m:r><m:t>a</m:t></m:r></m:e><m:e><m:r><m:t>b</m:t></m:r></m:e></m:mr></m:m>",
            "[a, b]",
        ),
    ],
)
def test_conv_2_equations_are_one_readable_line(omml, shown):
    assert text_of(f"<w:p><m:oMath>{omml}</m:oMath></w:p>") == f"{shown}\n"


def notes_document():
    document = docx.Document()
    ref = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    attach(
        document,
        f"{RELATIONS}/footnotes",
        f'<w:footnotes {NAMES}><w:footnote w:id="-1" w:type="separator">{p("sep")}</w:footnote>'
        f'<w:footnote w:id="5">{p("Second note.")}</w:footnote><w:footnote w:id="4">{p("First note.")}</w:footnote>'
        f'<w:footnote w:id="9">{p("Of a deleted mark.")}</w:footnote></w:footnotes>',
    )
    attach(
        document,
        f"{RELATIONS}/comments",
        f'<w:comments {NAMES}><w:comment w:id="0" w:author="Jo Roe" w:date="2024-05-01T10:00:00Z">{p("Why ten?")}'
        "</w:comment></w:comments>",
    )
    heading = '<w:pStyle w:val="Heading1"/>'
    return written(
        p("One", heading),
        f'<w:p><w:r><w:t>Ten</w:t></w:r>{ref.format(4)}<w:r><w:t xml:space="preserve"> </w:t></w:r>'
        '<w:commentRangeStart w:id="0"/><w:r><w:t>days</w:t></w:r><w:commentRangeEnd w:id="0"/>'
        '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:t>.</w:t></w:r></w:p>',
        f"<w:p><w:pPr>{heading}</w:pPr><w:r><w:t>Two</w:t></w:r>{ref.format(5)}</w:p>",
        p("End."),
        document=document,
    )


def test_conv_2_notes_and_comments_follow_the_section_that_refers_to_them():
    conversion = converted(notes_document())
    assert conversion.text == (
        "# One\n\nTen[^1] days.\n\n[^1]: First note.\n\n"
        'Comment (Jo Roe, 2024-05-01) on "days": Why ten?\n\n# Two[^2]\n\nEnd.\n\n[^2]: Second note.\n'
    )
    parts = {location.part for location in places(conversion).values() if location.part}
    assert parts == {"footnotes/4", "footnotes/5", "comments/0"}


BOX = (
    "<w:p><w:r><w:t>before</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:anchor>"
    "<wp:positionH relativeFrom='page'><wp:posOffset>{}</wp:posOffset></wp:positionH><wp:extent cx='100' cy='100'/>"
    "<wp:docPr id='1' name='x' hidden='{}'/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{}"
    "</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>"
    "<mc:Fallback><w:pict><w:txbxContent>{}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
)


def test_conv_2_text_boxes_are_read_once_in_paragraphs_and_in_cells():
    box = BOX.format(100, 0, p("in the box"), p("in the box"))
    assert text_of(box) == "before\n\nin the box\n"
    assert text_of(table([cell(box), cell("b")], [cell("c"), cell("d")])).startswith("| before in the box | b |")


@pytest.mark.parametrize(("offset", "mark", "kind"), [(-9_000_000, 0, "off_page"), (100, 1, "vanish")])
def test_conv_5_boxes_that_nobody_sees_are_hidden(offset, mark, kind):
    conversion = converted(written(BOX.format(offset, mark, p("secret"), p("secret"))))
    assert hidden(conversion) == [("secret", kind)]


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        (p("x y", run="<w:vanish/>"), "vanish"),
        (p("x y", run='<w:color w:val="FFFFFF"/>'), "white"),
        (p("x y", run='<w:color w:val="FEFEFA"/>'), "white"),
        (p("x y", run='<w:sz w:val="2"/>'), "tiny"),
        (p("x y", run='<w:color w:val="1F1F1F"/><w:shd w:val="clear" w:fill="202020"/>'), "white"),
        (p("x y", run='<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F4E79"/>'), ""),
        (p("x y", '<w:shd w:val="clear" w:fill="000000"/>', '<w:color w:val="FFFFFF"/>'), ""),
        (p("x y", run='<w:color w:val="FFFFFF"/><w:highlight w:val="darkBlue"/>'), ""),
        (p("x y", run='<w:vanish w:val="0"/>'), ""),
        (
            table(
                [cell(p("x y", run='<w:color w:val="FFFFFF"/>'), '<w:shd w:val="clear" w:fill="4472C4"/>'), cell("")]
            ),
            "",
        ),
        (table([cell(p("x y", run='<w:color w:val="FFFFFF"/>')), cell("")]), "white"),
        (table([cell("a"), cell("b")], ("<w:hidden/>", [cell("x y"), cell("")])), "hidden_row"),
    ],
)
def test_conv_5_text_that_cannot_be_seen_is_marked_with_its_kind(block, kind):
    conversion = converted(written(p("seen"), block))
    assert hidden(conversion) == ([("x y", kind)] if kind else [])


def test_conv_5_white_text_is_seen_on_the_colours_of_a_table_style():
    document = written(p("seen"), table([cell(p("head", run='<w:color w:val="FFFFFF"/>')), cell("b")]))
    document.tables[0].style = "Medium Shading 1 Accent 1"
    assert hidden(converted(document)) == []


def test_conv_5_a_hidden_style_hides():
    document = docx.Document()
    document.styles.add_style("Ghost", 1).font.hidden = True
    document.add_paragraph("unseen", style="Ghost")
    document.add_paragraph("seen")
    assert hidden(converted(document)) == [("unseen", "vanish")]


def test_conv_5_only_hidden_text_is_hidden_only_and_none_is_empty():
    document = docx.Document()
    assert converted(document).outcome == "empty"
    document.add_heading("x", 1).runs[0].font.hidden = True
    assert converted(document).outcome == "hidden_only"


def test_conv_2_merged_cells_fill_the_columns_they_cover():
    merged = table(
        [cell("A"), cell("B"), cell("C")],
        [cell("x", '<w:vMerge w:val="restart"/>'), cell("wide", '<w:gridSpan w:val="2"/>')],
        [cell("", "<w:vMerge/>"), cell("1"), cell("2")],
        ('<w:gridBefore w:val="1"/>', [cell("late"), cell("3")]),
    )
    assert text_of(merged) == (
        "| A | B | C |\n| --- | --- | --- |\n| x | wide | wide |\n| x | 1 | 2 |\n|  | late | 3 |\n"
    )


def test_conv_2_a_row_across_the_table_is_its_caption_and_two_header_rows_are_one():
    header = "<w:tblHeader/>"
    text = text_of(
        table(
            ("", [cell("Fees of 2024", '<w:gridSpan w:val="3"/>')]),
            [cell("a"), cell("b"), cell("c")],
            [cell("1"), cell("2"), cell("3")],
        ),
        table(
            (header, [cell("Year", '<w:vMerge w:val="restart"/>'), cell("Fees", '<w:gridSpan w:val="2"/>')]),
            (header, [cell("", "<w:vMerge/>"), cell("low"), cell("high")]),
            [cell("2024"), cell("2"), cell("3")],
        ),
    )
    assert text == (
        "Fees of 2024\n\n| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n\n"
        "| Year | Fees / low | Fees / high |\n| --- | --- | --- |\n| 2024 | 2 | 3 |\n"
    )


def test_conv_2_merged_cells_tie_two_rows_to_one_header_that_is_marked_nowhere():
    region = cell("Region", '<w:vMerge w:val="restart"/>')
    fees = [region, cell("Installation fee", '<w:gridSpan w:val="2"/>')]
    days = [cell("", "<w:vMerge/>"), cell("Weekday"), cell("Weekend")]
    assert text_of(table(fees, days, [cell("Voss"), cell("EUR 165"), cell("EUR 245")])) == (
        "| Region | Installation fee / Weekday | Installation fee / Weekend |\n| --- | --- | --- |\n"
        "| Voss | EUR 165 | EUR 245 |\n"
    )
    years = [cell(""), cell("2024"), cell("2025")]
    sales = text_of(table([cell("Site"), fees[1]], years, [cell("Voss"), cell("3"), cell("4")]))
    assert sales.startswith("| Site | Installation fee / 2024 | Installation fee / 2025 |\n")


@pytest.mark.parametrize("below", [("Voss", "EUR 165", "EUR 245"), ("", "EUR 165", "EUR 245"), ("Voss", "low", "high")])
def test_conv_2_values_below_a_merged_cell_are_no_header(below):
    fees = [cell("Region"), cell("Installation fee", '<w:gridSpan w:val="2"/>')]
    text = text_of(table(fees, [cell(one) for one in below], [cell("Bergen"), cell("EUR 1"), cell("EUR 2")]))
    assert text.startswith("| Region | Installation fee | Installation fee |\n")


def test_conv_2_nested_tables_stay_in_their_cell_and_a_frame_is_no_table():
    inner = table([cell("in"), cell("side")]) + p("")
    assert text_of(table([cell("a"), cell("b")], [cell(inner), cell("d")])).endswith("| in, side | d |\n")
    framed = table([cell(p("Framed.") + table([cell("a"), cell("b")], [cell("1"), cell("2")]))])
    conversion = converted(written(framed))
    assert conversion.text == "Framed.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    assert (places(conversion)["Framed."].table, places(conversion)["2"].table) == (1, 2)


def numbered(*levels, overrides=""):
    """A document with list 7 of these levels: (format, pattern, more)."""
    document = docx.Document()
    root = document.part.numbering_part.element
    made = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>{more}'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
        for depth, (kind, pattern, more) in enumerate(levels)
    )
    root.insert(0, parse_xml(f'<w:abstractNum {NAMES} w:abstractNumId="77">{made}</w:abstractNum>'))
    root.append(parse_xml(f'<w:num {NAMES} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    root.append(parse_xml(f'<w:num {NAMES} w:numId="78"><w:abstractNumId w:val="77"/>{overrides}</w:num>'))
    return document


def item(text, depth=0, number=77):
    return p(text, f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')


def test_conv_2_legal_numbers_are_as_displayed():
    document = numbered(
        ("upperRoman", "ARTICLE %1", ""), ("decimal", "%1.%2", "<w:isLgl/>"), ("lowerLetter", "(%3)", "")
    )
    blocks = [
        item("Fees"),
        item("Due", 1),
        item("late", 2),
        item("later", 2),
        item("Paid", 1),
        item("Term"),
        item("End", 1),
    ]
    assert converted(written(*blocks, document=document)).text == (
        "ARTICLE I Fees\n  1.1 Due\n    (a) late\n    (b) later\n  1.2 Paid\nARTICLE II Term\n  2.1 End\n"
    )


def test_conv_2_a_list_that_starts_anew_does():
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    document = numbered(("decimal", "%1.", ""), overrides=restart)
    blocks = [item("a"), item("b"), p("then"), item("c", number=78), item("d", number=78)]
    assert converted(written(*blocks, document=document)).text == "1. a\n2. b\n\nthen\n\n1. c\n2. d\n"


def test_conv_2_a_list_may_begin_at_nought():
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="0"/></w:lvlOverride>'
    document = numbered(("decimal", "%1.", ""), overrides=restart)
    blocks = [item("c", number=78), item("d", number=78), item("e", number=78)]
    assert converted(written(*blocks, document=document)).text == "0. c\n1. d\n2. e\n"


@pytest.mark.parametrize(
    ("number", "kind", "text"),
    [
        (0, "none", ""),
        (4, "lowerRoman", "iv"),
        (28, "lowerLetter", "bb"),
        (3, "upperLetter", "C"),
        (1999, "upperRoman", "MCMXCIX"),
        (7, "decimalZero", "07"),
        (22, "ordinal", "22nd"),
        (113, "ordinal", "113th"),
        (21, "cardinalText", "Twenty-one"),
        (12, "ordinalText", "Twelfth"),
        (30, "ordinalText", "Thirtieth"),
        (2, "chicago", "\u2020"),
        (3, "decimalEnclosedCircle", "\u2462"),
        (24, "chineseCounting", "\u4e8c\u5341\u56db"),
        (5, "none", ""),
        (9, "a format of the future", "9"),
    ],
)
def test_conv_2_list_numbers_are_as_displayed(number, kind, text):
    assert displayed(number, kind) == text


def test_conv_2_a_list_may_number_a_level_in_another_way():
    changed = (
        '<w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="ordinalText"/>'
        '<w:lvlText w:val="%1:"/></w:lvl></w:lvlOverride>'
    )
    document = numbered(("decimal", "%1.", ""), overrides=changed)
    assert converted(written(item("a"), item("b", number=78), document=document)).text == "1. a\nSecond: b\n"


def test_conv_2_a_level_without_numbers_shows_none():
    document = numbered(("none", "%1.", ""), ("bullet", "%1", ""))
    assert converted(written(item("plain"), item("dot", 1), document=document)).text == "plain\n\n  - dot\n"


def test_conv_2_lists_and_tables_in_a_cell_stay_apart():
    document = numbered(("bullet", "", ""), ("lowerLetter", "(%2)", ""))
    listed = cell(p("Needs:") + item("a cap") + item("a coat") + item("lined", 1))
    inner = table([cell("Size"), cell("Price")], [cell("S"), cell("5")]) + p("")
    text = converted(written(table([cell("What"), cell("Sold")], [listed, cell(inner)]), document=document)).text
    assert text.splitlines()[2] == "| Needs: \u2022 a cap \u2022 a coat (a) lined | Size, Price; S, 5 |"


@given(st.integers(1, 3999))
def test_conv_2_roman_numbers_are_those_that_count(number):
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    digits = [values[letter] for letter in displayed(number, "lowerRoman")]
    following = [*digits[1:], 0]
    assert sum(-one if one < after else one for one, after in zip(digits, following, strict=True)) == number


def looking(*lines):
    """A document of (text, size, bold)."""
    document = docx.Document()
    for text, size, bold in lines:
        run = document.add_paragraph().add_run(text)
        run.bold, run.font.size = bold, Pt(size)
    return document


BODY = ("The borrower pays the fee on the first day of each month and without any notice.", 11, False)


def test_conv_2_short_bold_lines_in_larger_type_are_headings():
    document = looking(("Loan agreement", 20, True), BODY, ("Fees", 14, True), BODY, ("Terms", 14, True), BODY)
    assert re.findall("^#.*", converted(document).text, re.MULTILINE) == ["# Loan agreement", "## Fees", "## Terms"]


@pytest.mark.parametrize(
    "line", [("Note", 11, True), ("Fees are due.", 14, True), ("Fees", 12, False), ("1,250", 16, True)]
)
def test_conv_2_other_lines_are_none(line):
    assert "#" not in converted(looking(BODY, line, BODY)).text


def test_conv_2_an_outline_level_makes_a_heading():
    assert (
        text_of(p("Fees", '<w:outlineLvl w:val="1"/>'), p("# of loans is not one"))
        == "## Fees\n\n\\# of loans is not one\n"
    )


def test_conv_2_listings_keep_their_lines():
    code = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>'
    text = text_of(
        p("Run:"),
        p("for x in y:", run=code),
        p("    print(x)", run=code).replace("<w:t>", "<w:t xml:space='preserve'>"),
    )
    assert text == "Run:\n\n```\nfor x in y:\n    print(x)\n```\n"
    assert text_of(p("Dear Sir or Madam", run=code)) == "Dear Sir or Madam\n"


def test_conv_2_links_are_kept_where_the_text_hides_them():
    document = docx.Document()
    ids = [document.part.relate_to(url, KIND.HYPERLINK, is_external=True) for url in LINKS]
    links = "".join(
        f'<w:p><w:hyperlink r:id="{id_}"><w:r><w:t>{shown}</w:t></w:r></w:hyperlink></w:p>'
        for id_, shown in zip(ids, LINKS.values(), strict=True)
    )
    assert (
        converted(written(links, document=document)).text
        == "[the portal](https://a.example/x)\n\nwww.b.example\n\nclick\n"
    )


LINKS = {"https://a.example/x": "the portal", "http://www.b.example/": "www.b.example", "javascript:alert(1)": "click"}


def test_conv_2_running_headers_are_metadata_and_a_title_pages_header_is_text():
    document = docx.Document()
    section = document.sections[0]
    section.different_first_page_header_footer = True
    section.header.paragraphs[0].text = "Corvane Policy"
    section.footer.paragraphs[0].text = "Page 1"
    section.first_page_header.paragraphs[0].text = "Reference LA-7"
    section.first_page_footer.paragraphs[0].text = "Page 3"
    document.add_paragraph("Body.")
    conversion = converted(document)
    assert conversion.text == "Reference LA-7\n\nBody.\n\nHeader: Corvane Policy\n"
    assert conversion.metadata["running"] == ["Corvane Policy", "Page 1"]


def test_conv_2_what_a_footer_says_stands_once_at_the_end_with_its_place():
    document = docx.Document()
    document.add_heading("Harbour rules", 1)
    document.add_paragraph("Boats moor at the pier.")
    document.sections[0].header.paragraphs[0].text = "Harbour rules"
    document.sections[0].footer.paragraphs[0].text = "Harbour master: 0131 555 01 02\tAdopted by the council in May"
    second = document.add_section()
    second.footer.is_linked_to_previous = False
    second.footer.paragraphs[0].text = "Harbour master: 0131 555 01 02"
    conversion = converted(document)
    body, _, foot = conversion.text.partition("Boats moor at the pier.\n\n")
    assert body == "# Harbour rules\n\n"
    assert foot == "Footer: Harbour master: 0131 555 01 02\n\nFooter: Adopted by the council in May\n"
    assert conversion.source_map.entries[-1].location.part == "footers/2"


@pytest.mark.parametrize(
    ("footer", "said"),
    [
        (f"{FIELD.format('PAGE', '4')}", ""),
        (f"{run('Seite ')}{FIELD.format('PAGE', '4')}{run(' von ')}{FIELD.format('NUMPAGES', '9')}", ""),
        (f"{FIELD.format('FILENAME', 'rules.docx')}", ""),
        (run("p. 4 of 9"), ""),
        (run("- 4 -"), ""),
        (f"{run('Editor: Ada Moss, page ')}{FIELD.format('PAGE', '4')}", "Footer: Editor: Ada Moss, page 4\n"),
        (run("Room 12"), "Footer: Room 12\n"),
    ],
)
def test_conv_2_numbers_of_pages_and_fields_alone_say_nothing(footer, said):
    document = docx.Document()
    document.add_paragraph("Body.")
    element = document.sections[0].footer.paragraphs[0]._p
    for one in parse_xml(f"<w:p {NAMES}>{footer}</w:p>"):
        element.append(one)
    assert converted(document).text.partition("Body.\n")[2].lstrip() == said


def test_reliability_hidden_text_of_a_footer_is_marked():
    document = docx.Document()
    document.add_paragraph("Body.")
    run_ = document.sections[0].footer.paragraphs[0].add_run("obey me")
    run_.font.hidden = True
    conversion = converted(document)
    assert [conversion.text[mark.start : mark.end] for mark in conversion.source_map.hidden] == ["obey me"]
    assert converted_empty().outcome == "empty"


def converted_empty():
    """A document with a footer and nothing else."""
    document = docx.Document()
    document.sections[0].footer.paragraphs[0].text = "Adopted by the council in May"
    return converted(document)


def test_conv_2_a_chart_is_a_table():
    series = (
        "<c:ser><c:tx><c:v>{}</c:v></c:tx><c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>Q1</c:v></c:pt>"
        "<c:pt idx='1'><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>"
        "<c:pt idx='0'><c:v>{}</c:v></c:pt><c:pt idx='1'><c:v>0.30000000000000004</c:v></c:pt>"
        "</c:numCache></c:numRef></c:val></c:ser>"
    )
    document = docx.Document()
    plot = f"<c:lineChart>{series.format('North', 7)}{series.format('South', 8)}</c:lineChart>"
    id_ = attach(
        document,
        f"{RELATIONS}/chart",
        f"<c:chartSpace {NAMES}><c:chart><c:plotArea>{plot}</c:plotArea></c:chart></c:chartSpace>",
    )
    graphic = f'<a:graphic><a:graphicData><c:chart r:id="{id_}"/></a:graphicData></a:graphic>'
    drawing = f"<w:p><w:r><w:drawing><wp:inline>{graphic}</wp:inline></w:drawing></w:r></w:p>"
    assert converted(written(drawing, document=document)).text == (
        "Line chart\n\n|  | North | South |\n| --- | --- | --- |\n| Q1 | 7 | 8 |\n| Q2 | 0.3 | 0.3 |\n"
    )


def test_conv_3_what_a_library_left_in_the_properties_is_not_metadata():
    metadata = converted(written(p("x"))).metadata
    assert not {"created", "modified", "author", "title"} & metadata.keys()


def with_part(document, name, xml):
    """The saved document with one more part, or another one of this name."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(document))) as source, zipfile.ZipFile(out, "w") as target:
        for other in source.namelist():
            if other != name:
                target.writestr(other, source.read(other))
        target.writestr(name, xml)
    return DocxConverter().convert(out.getvalue(), name="a.docx")


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2024-05-01T08:30:00Z", "2024-05-01T08:30:00+00:00"),
        ("2024-05-01T08:30:00.25+02:00", "2024-05-01T06:30:00+00:00"),
        ("2024-05-01", "2024-05-01T00:00:00+00:00"),
        ("1998-05-01T00:00:00Z", "1998-05-01T00:00:00+00:00"),
        ("1970-01-01T00:00:00Z", None),
        ("2013-12-23T23:15:00Z", None),
        ("2000-01-01T00:00:00Z", None),
        ("yesterday", None),
    ],
)
def test_conv_3_times_are_those_of_the_document(stored, shown):
    core = (
        '<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        f'xmlns:t="http://purl.org/dc/terms/"><t:created>{stored}</t:created></c:coreProperties>'
    )
    assert with_part(written(p("x")), "docProps/core.xml", core).metadata.get("created") == shown


def test_conv_3_custom_properties_are_kept():
    custom = (
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" '
        'xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        '<property name="Reference"><vt:lpwstr>LA-7</vt:lpwstr></property>'
        '<property name="MSIP_Label_1"><vt:lpwstr>x</vt:lpwstr></property></Properties>'
    )
    assert with_part(written(p("x")), "docProps/custom.xml", custom).metadata == {"properties": {"Reference": "LA-7"}}
    assert with_part(written(p("x")), "docProps/custom.xml", "<no").outcome == "ok"


def test_conv_5_text_that_is_nested_too_deeply_is_said_to_be_missing():
    document = docx.Document()
    document.add_paragraph("seen")
    cell_ = document.add_table(1, 2).cell(0, 0)
    for _ in range(60):
        cell_ = cell_.add_table(1, 2).cell(0, 0)
    cell_.text = "deep"
    conversion = converted(document)
    assert (conversion.outcome, "nested" in conversion.reason) == ("partial", True)


def test_conv_5_an_embedded_document_is_said_to_be_missing():
    conversion = converted(written(p("x"), '<w:altChunk r:id="rId99"/>'))
    assert (conversion.outcome, "embedded" in conversion.reason) == ("partial", True)


@settings(max_examples=30)
@given(
    st.lists(
        st.text(st.characters(categories=("L", "N", "P", "Zs"), max_codepoint=0x2FFF), max_size=12),
        min_size=1,
        max_size=8,
    )
)
def test_conv_1_every_word_of_a_paragraph_is_in_the_text_at_its_place(words):
    document = docx.Document()
    for word in words:
        document.add_paragraph(word)
    conversion = converted(document)
    for entry in conversion.source_map.entries:
        original = words[entry.location.paragraph - 1]
        assert conversion.text[entry.start : entry.end] == original.replace("\u00ad", "").strip()


def test_conv_2_a_control_table_has_no_header_and_a_table_of_roles_keeps_its_own():
    control = [("Document No:", "POL-7"), ("Version:", "2.3"), ("Owner:", "HR")]
    bare = [("Document", "Travel policy"), ("Version", "2.3"), ("Effective date", "1 May 2024"), ("Applies to", "all")]
    for rows in (control, bare):
        text = text_of(table(*[[cell(value) for value in row] for row in rows]))
        assert text.startswith(f"|  |  |\n| --- | --- |\n| {rows[0][0]} | {rows[0][1]} |\n"), text
    history = [("Version", "Date"), ("1.0", "2023"), ("1.1", "2024")]
    assert text_of(table(*[[cell(value) for value in row] for row in history])).startswith("| Version | Date |\n| ---")


def test_conv_2_a_field_that_is_computed_from_another_shows_its_result_alone():
    def mark(kind):
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    inner = (
        f"{mark('begin')}<w:r><w:instrText>MERGEFIELD a</w:instrText></w:r>{mark('separate')}{word('ONE')}{mark('end')}"
    )
    field = (
        f"{mark('begin')}<w:r><w:instrText>IF </w:instrText></w:r>{inner}{mark('separate')}{word('two')}{mark('end')}"
    )
    assert text_of(f"<w:p>{word('See ')}{field}{word(' and ')}{inner}.</w:p>") == "See two and ONE\n"


def word(text, run=""):
    return f'<w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def test_conv_2_powers_and_what_is_struck_out_are_told():
    raised, struck = '<w:vertAlign w:val="superscript"/>', "<w:strike/>"
    power = f"{word('10')}{word('6', raised)}{word(' m')}{word('2', raised)}"
    assert (
        text_of(f"<w:p>{power}{word('; ')}{word('30', struck)}{word(' 45 days')}</w:p>") == "10^6 m2; ~~30~~ 45 days\n"
    )


def test_conv_3_what_the_header_of_every_page_says_of_the_document_is_metadata():
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "POL-1\tVersion 3.2\tEffective: 1 May 2024"
    document.add_paragraph("Body.")
    conversion = converted(document)
    found = described(conversion.text, conversion.metadata)
    assert (found["version"], found["effective"]) == ("3.2", "2024-05-01")
    assert described("Version: 4\n", conversion.metadata)["version"] == "4"
    running = {"running": ["Printed 3 May 2026", "Edition 7, 15 January 2026"]}
    assert described("Body.\n", running)["content_date"] == "2026-01-15"
    assert "content_date" not in described("Body.\n", {"running": ["3 May 2026"]})


def test_conv_2_bold_or_shaded_names_beside_their_values_are_no_header():
    rows = [("Purpose", "To define travel."), ("Scope", "All staff."), ("Duty", "HR leads.")]
    bold = table(*[[cell(p(name, run="<w:b/>")), cell(value)] for name, value in rows])
    grey = '<w:shd w:val="clear" w:fill="D9D9D9"/>'
    shaded = table(*[[cell(name, grey), cell(value)] for name, value in rows])
    for block in (bold, shaded):
        assert text_of(block).startswith("|  |  |\n| --- | --- |\n| Purpose | To define travel. |\n| Scope |")
    first = [cell(p(value, run="<w:b/>")) for value in rows[0]]
    headed = table(first, *[[cell(value) for value in row] for row in rows[1:]])
    both = table(*[[cell(p(name, run="<w:b/>")), cell(p(value, run="<w:b/>"))] for name, value in rows])
    for block in (headed, both, table(*[[cell(value) for value in row] for row in rows])):
        assert text_of(block).startswith("| Purpose | To define travel. |\n| --- |")
