from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.choose import choose
from kts.ingest.convert.legacy.epub import EpubConverter
from kts.ingest.convert.legacy.odf import OdfConverter
from kts.ingest.convert.legacy.odflists import shown
from kts.ingest.convert.legacy.rtf import RtfConverter
from kts.testing import check_converter
from kts.types import Location, Span
from support.opened import BOOK, HIDDEN, NAMES, PACKAGE, RTF, TREATY, odf, packed

SUFFIXES = {".odt": "odf", ".epub": "epub", ".rtf": "rtf", ".doc": "doc", ".docx": "docx", ".txt": "text"}


def placed(conversion, words):
    at = conversion.text.index(words)
    return conversion.source_map.locate(conversion.text, Span(at, at + len(words)))


def test_odt_headings_lists_tables_notes_and_images():
    conversion = OdfConverter().convert(TREATY, name="a.odt")
    assert conversion.text == (
        "## Custody of records\n\nThe custodian  keeps them[^1].\n\n- first\n  - inner\n\n"
        "| Fund | Fee |\n| --- | --- |\n| Alpha | 0.25 % |\n\nunseen\n\nAfter.\n\n[^1]: Of each page.\n"
    )
    assert placed(conversion, "0.25 %") == Location("docx", table=1, row=2, cell=2)
    assert placed(conversion, "keeps") == Location("docx", paragraph=2)
    (mark,) = conversion.source_map.hidden
    assert conversion.text[mark.start : mark.end] == "unseen"
    (image,) = conversion.images
    assert (image.suffix, image.location.paragraph) == (".gif", 6)
    assert conversion.metadata == {"title": "Treaty", "keywords": "a, b", "modified": "2024-01-31T10:00:00"}


NUMBERED = """<text:list-style style:name="L">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>
</text:list-style>"""


def test_odt_numbers_of_lists_are_those_displayed():
    items = "".join(f"<text:list-item><text:p>{word}</text:p></text:list-item>" for word in ("one", "two"))
    inner = f"<text:list-item><text:p>three</text:p><text:list>{items}</text:list></text:list-item>"
    goes_on = f'<text:list text:style-name="L" text:continue-numbering="true">{inner}</text:list>'
    body = f'<text:list text:style-name="L">{items}</text:list><text:p>Between.</text:p>{goes_on}'
    conversion = OdfConverter().convert(odf("text", body, styles=NUMBERED), name="a.odt")
    assert conversion.text == "1. one\n2. two\n\nBetween.\n\n3. three\n  (a) one\n  (b) two\n"


LEGAL = """<text:list-style style:name="L">
<text:list-level-style-number text:level="1" style:num-format="I"/>
<text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2" style:num-suffix=")"/>
</text:list-style><text:outline-style>
<text:outline-level-style text:level="1" style:num-format="A" style:num-suffix="."/>
<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>
<text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>"""


def test_conv_4_odt_numbers_of_headings_and_of_several_levels():
    def h(level, text, more=""):
        return f'<text:h text:outline-level="{level}"{more}>{text}</text:h>'

    inner = "<text:list><text:list-item><text:p>due</text:p></text:list-item></text:list>"
    body = h(1, "Fees") + h(2, "Low") + h(2, "High") + h(1, "Term") + h(2, "End") + h(3, "Plain")
    body += h(1, "Bare", ' text:is-list-header="true"')
    body += f'<text:list text:style-name="L"><text:list-item>{h(1, "Listed")}{inner}</text:list-item></text:list>'
    assert OdfConverter().convert(odf("text", body, styles=LEGAL), name="a.odt").text == (
        "# A. Fees\n\n## A.1 Low\n\n## A.2 High\n\n# B. Term\n\n## B.1 End\n\n### Plain\n\n# Bare\n\n# I Listed\n"
        "  I.1) due\n"
    )


def test_conv_4_odt_merged_cells_fill_what_they_cover():
    def cell(text, more=""):
        return f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"

    covered = "<table:covered-table-cell/>"
    rows = [
        cell("Fees of 2024", 'table:number-columns-spanned="3"') + covered * 2,
        cell("Fund", 'table:number-rows-spanned="2"') + cell("Fee", 'table:number-columns-spanned="2"') + covered,
        covered + cell("low") + cell("high"),
        cell("Alpha") + '<table:table-cell table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell>',
    ]
    body = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    assert OdfConverter().convert(odf("text", f"<table:table>{body}</table:table>"), name="a.odt").text == (
        "Fees of 2024\n\n| Fund | Fee | Fee |\n| --- | --- | --- |\n| Fund | low | high |\n| Alpha | 1 | 1 |\n"
    )


def test_conv_4_odt_lists_in_a_cell_stay_apart():
    items = "".join(f"<text:list-item><text:p>{word}</text:p></text:list-item>" for word in ("cap", "coat"))
    cells = f"<table:table-cell><text:list>{items}</text:list></table:table-cell>"
    cells += f'<table:table-cell><text:list text:style-name="L">{items}</text:list></table:table-cell>'
    body = f"<table:table><table:table-row>{cells}</table:table-row></table:table>"
    text = OdfConverter().convert(odf("text", body, styles=NUMBERED), name="a.odt").text
    assert text.startswith("| \u2022 cap \u2022 coat | 1. cap 2. coat |\n")


@pytest.mark.parametrize(
    ("number", "form", "text"), [(4, "i", "iv"), (1999, "I", "MCMXCIX"), (28, "a", "bb"), (0, "a", "0"), (7, "1", "7")]
)
def test_numbers_in_their_formats(number, form, text):
    assert shown(number, form) == text


SHEETS = odf(
    "spreadsheet",
    """<table:table table:name="Rates"><table:table-row table:number-rows-repeated="2"><table:table-cell/>
    </table:table-row>
    <table:table-row><table:table-cell/><table:table-cell><text:p>Fund</text:p></table:table-cell>
    <table:table-cell><text:p>From</text:p></table:table-cell></table:table-row>
    <table:table-row><table:table-cell/><table:table-cell><text:p>Alpha</text:p></table:table-cell>
    <table:table-cell office:value-type="date" office:date-value="2024-01-31"><text:p>31.1.24</text:p>
    </table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/>
    </table:table-row>
    </table:table><table:table table:name="Secret" table:style-name="T"><table:table-row>
    <table:table-cell><text:p>x</text:p>
    </table:table-cell></table:table-row></table:table>""",
    styles='<style:style style:name="T"><style:table-properties table:display="false"/></style:style>',
)


def test_ods_cells_are_cited_by_their_names_and_hidden_sheets_are_marked():
    conversion = OdfConverter().convert(SHEETS, name="a.ods")
    assert conversion.text == "## Rates\n\n| Fund | From |\n| --- | --- |\n| Alpha | 2024-01-31 |\n\n## Secret\n\nx\n"
    assert placed(conversion, "2024-01-31") == Location("xlsx", sheet="Rates", cell="C4")
    assert {mark.kind for mark in conversion.source_map.hidden} == {"hidden_sheet"}


DECK = odf(
    "presentation",
    """<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Fees</text:p></draw:text-box>
    </draw:frame>
    <draw:frame presentation:class="outline"><draw:text-box><text:list><text:list-item><text:p>Custody</text:p>
    </text:list-item>
    </text:list></draw:text-box></draw:frame><draw:frame presentation:class="footer">
    <draw:text-box><text:p>page</text:p>
    </draw:text-box></draw:frame><draw:custom-shape><text:p>A box</text:p></draw:custom-shape>
    <presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Say it.</text:p>
    </draw:text-box></draw:frame>
    </presentation:notes></draw:page><draw:page draw:style-name="P"><draw:frame><draw:text-box><text:p>unseen</text:p>
    </draw:text-box></draw:frame></draw:page>""",
    styles='<style:style style:name="P"><style:drawing-page-properties presentation:visibility="hidden"/>'
    "</style:style>",
)


def test_odp_slides_lists_boxes_and_notes():
    conversion = OdfConverter().convert(DECK, name="a.odp")
    assert conversion.text == "## Fees\n\n- Custody\n\nA box\n\nNotes: Say it.\n\n---\n\nunseen\n"
    assert placed(conversion, "Custody") == Location("pptx", slide=1)
    assert placed(conversion, "Say it") == Location("pptx", slide=1, part="notes")
    assert any(conversion.text[mark.start : mark.end] == "unseen" for mark in conversion.source_map.hidden)


ENTITY = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]>'


def test_conv_4_rtf_merged_cells_fill_what_they_cover():
    rows = [
        (r"\clmgf\cellx1000\clmrg\cellx2000\clmrg\cellx3000", ["Fees of 2024", "", ""]),
        (r"\clvmgf\cellx1000\cellx3010", ["Fund", "Fee"]),
        (r"\clvmrg\cellx1000\cellx2000\cellx3000", ["", "low", "high"]),
        (r"\cellx1000\cellx2000\cellx3000", ["Alpha", "1", "2"]),
    ]
    body = "".join(
        rf"\trowd{edges}\pard\intbl " + "".join(rf"{cell}\cell " for cell in cells) + r"\row " for edges, cells in rows
    )
    assert RtfConverter().convert(rf"{{\rtf1 {body}\pard After.\par}}".encode(), name="a.rtf").text == (
        "Fees of 2024\n\n| Fund | Fee | Fee |\n| --- | --- | --- |\n"
        "| Fund | low | high |\n| Alpha | 1 | 2 |\n\nAfter.\n"
    )


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (odf("text", ""), "empty"),
        (odf("text", '<text:p text:style-name="H">x</text:p>', styles=HIDDEN), "hidden_only"),
        (odf("text", "<text:p>x</text:p>", **{"META-INF/manifest.xml": "<a><encryption-data/></a>"}), "encrypted"),
        (odf("chart", ""), "unsupported"),
        (packed({"mimetype": "application/vnd.oasis.opendocument.text"}), "malformed"),
        (packed({"content.xml": "<broken"}), "malformed"),
        (TREATY[:900], "malformed"),
    ],
)
def test_conv_5_odf_that_cannot_be_read_says_why(content, outcome):
    conversion = OdfConverter().convert(content, name="a.odt")
    assert (conversion.outcome, bool(conversion.reason)) == (outcome, True)


def test_conv_5_odf_fetches_no_entity():
    body = (
        f"{ENTITY}<office:document-content {NAMES}><office:body><office:text><text:p>a &e; b</text:p></office:text>"
        "</office:body></office:document-content>"
    )
    conversion = OdfConverter().convert(packed({"content.xml": body}), name="a.odt")
    assert conversion.text.split() == ["a", "b"]


def test_rtf_headings_lists_tables_notes_fonts_and_hidden_text():
    conversion = RtfConverter().convert(RTF, name="a.rtf")
    assert conversion.text == (
        "# Custody of \u201erecords\u201c\n\nThe custodian\xa0keeps seven copies.[^1]\n\n1. first\n2. second\n\n"
        "| Fund | Fee |\n| --- | --- |\n| Alpha | 0.25 % |\n\nunseen\u0414\u0430\n\n[^1]: Of each page.\n"
    )
    assert conversion.metadata == {"title": "Treaty", "author": "Ann", "created": "2024-01-31"}
    assert placed(conversion, "0.25 %") == Location("docx", table=1, row=2, cell=2)
    (mark,) = conversion.source_map.hidden
    assert conversion.text[mark.start : mark.end] == "unseen"


@given(st.text(st.characters(codec="utf-16", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp", "Cf")), min_size=1))
def test_rtf_text_in_unicode_escapes_comes_back(text):
    units = memoryview(text.encode("utf-16-le")).cast("H")
    body = "".join(f"\\u{unit - 65_536 if unit > 32_767 else unit}?" for unit in units)
    assert RtfConverter().convert(b"{\\rtf1 " + body.encode() + b"}", name="a.rtf").text == f"{text}\n"


@given(st.binary(max_size=300))
def test_conv_5_rtf_of_noise_gives_an_outcome(noise):
    assert RtfConverter().convert(b"{\\rtf1 " + noise, name="a.rtf").outcome in {
        "ok",
        "empty",
        "malformed",
        "hidden_only",
    }


LOCKED = (
    '<encryption><e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
    '<e:EncryptionMethod Algorithm="{}"/></e:EncryptedData></encryption>'
)


def test_epub_chapters_in_the_order_of_the_spine():
    conversion = EpubConverter().convert(packed(BOOK), name="a.epub")
    assert conversion.text == "# One\n\nFirst words.\n\n# Two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    assert placed(conversion, "First words") == Location("epub", part="OPS/text/one a.xhtml", line=2)
    assert conversion.metadata == {"title": "Handbook", "author": "Ann", "language": "en"}
    assert [(image.suffix, image.alt) for image in conversion.images] == [(".gif", "a plan")]


@pytest.mark.parametrize(
    ("changed", "outcome"),
    [
        ({"META-INF/encryption.xml": LOCKED.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")}, "encrypted"),
        ({"META-INF/encryption.xml": LOCKED.format("http://www.idpf.org/2008/embedding")}, "ok"),
        ({"META-INF/container.xml": "<a/>"}, "malformed"),
        ({"OPS/book.opf": PACKAGE.replace("two.xhtml", "three.xhtml")}, "partial"),
        ({"OPS/book.opf": "<package/>"}, "empty"),
    ],
)
def test_conv_5_epub_says_what_it_lacks(changed, outcome):
    assert EpubConverter().convert(packed({**BOOK, **changed}), name="a.epub").outcome == outcome


@pytest.mark.parametrize(
    ("converter", "content"),
    [
        (OdfConverter, TREATY),
        (OdfConverter, SHEETS),
        (OdfConverter, DECK),
        (RtfConverter, RTF),
        (EpubConverter, packed(BOOK)),
    ],
)
def test_conv_5_the_converters_keep_the_suite(converter, content):
    check_converter(converter(), {"a": content})


@pytest.mark.parametrize("name", ["a.odt", "a.docx", "a.doc", "a"])
def test_crawl_1_what_the_bytes_say_goes_before_the_suffix(name):
    assert choose(TREATY, name=name, suffixes=SUFFIXES) == "odf"
    assert choose(packed(BOOK), name=name, suffixes=SUFFIXES) == "epub"
    assert choose(RTF, name=name, suffixes=SUFFIXES) == "rtf"


def test_crawl_1_a_text_file_that_holds_rtf_stays_text():
    assert choose(RTF, name="a.txt", suffixes=SUFFIXES) == "text"
