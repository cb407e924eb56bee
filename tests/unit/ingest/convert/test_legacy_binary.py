from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.builder import Run
from kts.ingest.convert.choose import choose
from kts.ingest.convert.legacy.doc import DocConverter
from kts.ingest.convert.legacy.doclists import read_lists
from kts.ingest.convert.legacy.doctables import Shape, grid_of, shape_of
from kts.ingest.convert.legacy.msg import MsgConverter
from kts.ingest.convert.legacy.packed import unpacked_rtf
from kts.ingest.convert.legacy.ppt import PptConverter
from kts.ingest.convert.legacy.xls import XlsConverter
from kts.ingest.convert.listnumbers import Lists
from kts.testing import check_converter
from kts.types import Location, Span
from support.compound import (
    ATTACHED,
    CELL,
    DECK,
    MESSAGE,
    RATES,
    ROW,
    TREATY,
    container,
    doc,
    msg,
    numbering,
    ppt,
    record,
    shape,
    sheet,
    text_atom,
)

pytest.importorskip("olefile")
SUFFIXES = {".doc": "doc", ".ppt": "ppt", ".xls": "xls", ".msg": "msg", ".docx": "docx", ".txt": "text"}


def placed(conversion, words):
    at = conversion.text.index(words)
    return conversion.source_map.locate(conversion.text, Span(at, at + len(words)))


def test_doc_headings_lists_tables_fields_and_notes():
    conversion = DocConverter().convert(TREATY, name="a.doc")
    assert conversion.outcome == "ok"
    assert conversion.text == (
        "# Custody of Records\n\nThe custodian keeps seven copies.\n\n- first duty\n- second duty\n\n"
        "| Fund | Fee |\n| --- | --- |\n| Alpha | 0.25 % |\n\nThe end. Gr\u00fc\u00dfe\n\n[^1]: Of each page.\n"
    )
    assert conversion.metadata["title"] == "Custody of Records"
    assert placed(conversion, "seven copies") == Location("docx", paragraph=2)
    assert placed(conversion, "0.25 %") == Location("docx", table=1, row=2, cell=2)
    assert placed(conversion, "Of each page") == Location("docx", part="footnotes/1")


def test_doc_hidden_text_is_marked():
    content = doc([("Seen and ", 0, b""), ("unseen.\r", 0, b"")], hidden=[(9, 15)])
    conversion = DocConverter().convert(content, name="a.doc")
    (mark,) = conversion.source_map.hidden
    assert (conversion.text[mark.start : mark.end], mark.kind) == ("unseen", "hidden_text")


def of_list(number, depth=0):
    return struct.pack("<HH", 0x460B, number) + struct.pack("<HB", 0x260A, depth)


def test_conv_4_doc_numbers_of_lists_are_as_displayed():
    legal = [(1, "Article \x00.", 0), (0, "\x00.\x01", 0x04), (4, "(\x02)", 0)]
    content = doc(
        [
            ("Fees\r", 1, b""),
            ("Due\r", 0, of_list(1, 1)),
            ("late\r", 0, of_list(1, 2)),
            ("later\r", 0, of_list(1, 2)),
            ("Term\r", 1, b""),
            ("End\r", 0, of_list(1, 1)),
            ("Plain heading\r", 1, of_list(0)),
            ("point\r", 0, of_list(2)),
            ("kept\x07", 0, CELL + of_list(3)),
            ("sign\x07", 0, CELL + of_list(2)),
            ("\x07", 0, ROW),
        ],
        lists=[legal, [(23, "\uf0b7", 0)], [(0, "\x00)", 0)]],
        styled=of_list(1),
    )
    assert DocConverter().convert(content, name="a.doc").text == (
        "# Article I. Fees\n\n  1.1 Due\n    (a) late\n    (b) later\n\n# Article II. Term\n\n  2.1 End\n\n"
        "# Plain heading\n\n- point\n\n| 1) kept | \u2022 sign |\n| --- | --- |\n"
    )


def row_of(edges, flags=()):
    """The end of a row whose cells stand between these edges."""
    cells = b"".join(struct.pack("<H18x", flag) for flag in flags)
    rest = bytes([len(edges) - 1]) + struct.pack(f"<{len(edges)}h", *edges) + cells
    return ROW + struct.pack("<HH", 0xD608, len(rest) + 1) + rest


def test_conv_4_doc_merged_cells_fill_what_they_cover():
    def marked(*texts):
        return [(f"{text}\x07", 0, CELL) for text in texts]

    rows = [
        *marked("Fund", "Fee"),
        ("\x07", 0, row_of([0, 1010, 3000])),
        *marked("Alpha", "low", "high"),
        ("\x07", 0, row_of([0, 1000, 2000, 3000], [0x60])),
        *marked("", "1", "2"),
        ("\x07", 0, row_of([0, 1000, 2000, 3000], [0x20])),
    ]
    assert DocConverter().convert(doc(rows), name="a.doc").text == (
        "| Fund | Fee | Fee |\n| --- | --- | --- |\n| Alpha | low | high |\n| Alpha | 1 | 2 |\n"
    )
    titled = [
        *marked("Fees of 2024"),
        ("\x07", 0, row_of([0, 3000])),
        *marked("Beta", "both", ""),
        ("\x07", 0, row_of([0, 1000, 2000, 3000], [0, 1, 2])),
        *marked("1", "2", "3"),
        ("\x07", 0, row_of([0, 1000, 2000, 3000])),
    ]
    assert DocConverter().convert(doc(titled), name="a.doc").text == (
        "Fees of 2024\n\n| Beta | both | both |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n"
    )


@given(st.lists(st.lists(st.integers(0, 2_000), min_size=1, max_size=6), min_size=1, max_size=5), st.data())
def test_conv_4_every_cell_of_a_grid_is_in_it(rows, data):
    made = []
    for number, edges in enumerate(rows):
        places = sorted({edge * 40 for edge in edges})
        if len(places) > 1:
            cells = [(Run(f"{number}.{at}"),) for at in range(len(places) - 1)]
            made.append((cells, Shape(tuple(places), tuple(data.draw(st.sampled_from(["", "above"])) for _ in cells))))
    grid = grid_of(made)
    shown = {run.text for row in grid for cell in row for run in cell}
    assert shown == {run.text for cells, _ in made for cell in cells for run in cell}
    assert len({len(row) for row in grid}) <= 1


@given(st.binary(max_size=60))
def test_conv_5_any_definition_of_a_row_is_read_or_left(operand):
    shape = shape_of(operand)
    assert len(shape.edges) in {0, len(shape.goes_on) + 1}


@given(st.integers(0, 400))
def test_conv_5_doc_lists_that_break_off_leave_the_text(length):
    definitions, uses = numbering([[(0, "\x00.", 0)] * 9])
    lists = Lists(*read_lists(definitions[:length], uses[:length]))
    assert lists.label("1", 0) in {"", "1. "}


def test_doc_whose_text_is_all_hidden_says_so():
    assert DocConverter().convert(doc([("unseen\r", 0, b"")], hidden=[(0, 6)]), name="a.doc").outcome == "hidden_only"


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (doc([("secret\r", 0, b"")], flags=0x0100), "encrypted"),
        (doc([("\r", 0, b"")]), "empty"),
        (b"", "empty"),
        (b"{\\rtf1 not an OLE file}", "malformed"),
        (TREATY[:3000], "malformed"),
    ],
)
def test_conv_5_doc_that_cannot_be_read_says_why(content, outcome):
    conversion = DocConverter().convert(content, name="a.doc")
    assert (conversion.outcome, bool(conversion.reason)) == (outcome, True)


def test_ppt_slides_titles_lists_and_hidden_slides():
    conversion = PptConverter().convert(DECK, name="a.ppt")
    assert conversion.text == "## Fees\n\n- Custody\n- Audit\n\n---\n\nA box of text\n"
    assert placed(conversion, "Audit") == Location("pptx", slide=1)
    hidden = {conversion.text[mark.start : mark.end] for mark in conversion.source_map.hidden}
    assert "A box of text" in hidden
    assert not any("Fees" in text for text in hidden)


def boxed(text, *edges):
    """A cell of a table: a shape with its edges in the group."""
    box = record(0xF00D, text_atom(4, text) if text else b"", container=True)
    return record(0xF004, record(0xF00F, struct.pack("<4i", *edges)) + box, container=True)


def table_of(*cells):
    group = record(0xF004, record(0xF122, struct.pack("<HI", 0x039F, 1), instance=1), container=True)
    return record(0xF003, group + b"".join(cells), container=True)


def test_conv_4_ppt_tables_are_grids_with_merged_cells_filled():
    table = table_of(
        boxed("Fund", 0, 0, 100, 50),
        boxed("Fees of all years", 100, 0, 301, 50),
        boxed("Alpha\rone", 0, 50, 100, 150),
        boxed("1", 102, 50, 200, 100),
        boxed("", 200, 50, 300, 100),
        boxed("3", 100, 100, 200, 150),
        boxed("4", 200, 100, 300, 150),
        record(0xF004, record(0xF00F, struct.pack("<4i", 50, 0, 50, 150)), container=True),
    )
    deck = ppt([([], [shape(text_atom(0, "Rates")), table, shape(text_atom(5, "Sub"))], False)])
    assert PptConverter().convert(deck, name="a.ppt").text == (
        "## Rates\n\n| Fund | Fees of all years | Fees of all years |\n| --- | --- | --- |\n"
        "| Alpha one | 1 |  |\n| Alpha one | 3 | 4 |\n\nSub\n"
    )


def test_conv_4_ppt_groups_that_are_no_table_stay_text():
    group = record(0xF003, record(0xF004, b"", container=True) + boxed("free", 0, 0, 9, 9), container=True)
    assert PptConverter().convert(ppt([([], [group], False)]), name="a.ppt").text == "free\n"


@pytest.mark.parametrize("content", [ppt([], edit_length=32), ppt([], token=0xF3D1C4DF)])
def test_conv_5_ppt_behind_a_password_says_so(content):
    assert PptConverter().convert(content, name="a.ppt").outcome == "encrypted"


def test_msg_header_body_attachments_and_forwarded_messages():
    conversion = MsgConverter().convert(container({**MESSAGE, **ATTACHED}), name="a.msg")
    assert conversion.text == (
        "From: Ann <ann@example.org>\nTo: Bob\nDate: 2024-01-15T00:00:00+00:00\nSubject: Fees\n\nDear Bob,\n\nno.\n\n"
        "Attachments:\n- scan.pdf (8 bytes)\n\nSubject: Inner\n\nForwarded text\n"
    )
    assert conversion.metadata["title"] == "Fees"
    assert conversion.metadata["content_date"] == "2024-01-15T00:00:00+00:00"
    assert placed(conversion, "no.") == Location("eml", part="1")
    assert placed(conversion, "scan.pdf") == Location("eml", part="a1")
    assert placed(conversion, "Forwarded") == Location("eml", part="a2.1")


@pytest.mark.parametrize(
    "data",
    [
        ("10130102", "<p>Gr\u00fc\u00dfe <b>aus</b> Bern</p>".encode()),
        ("10090102", struct.pack("<IIII", 0, 30, 0x414C454D, 0) + b"{\\rtf1 Gr\\'fc\\'dfe aus Bern}"),
    ],
)
def test_msg_without_plain_text_is_read_from_html_or_rtf(data):
    conversion = MsgConverter().convert(container(msg({"0037": "x"}, data=[data])), name="a.msg")
    assert "Gr\u00fc\u00dfe aus Bern" in conversion.text


def test_packed_rtf_of_the_specification():
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked_rtf(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


def test_packed_rtf_that_copies_what_it_writes():
    packed = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert unpacked_rtf(packed) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


def test_xls_cells_are_cited_by_their_names():
    pytest.importorskip("xlrd")
    conversion = XlsConverter().convert(RATES, name="a.xls")
    assert conversion.text.endswith("Rates of 2024\n\n| Fund | Fee |\n| --- | --- |\n| Alpha | 0.25 |\n")
    assert placed(conversion, "0.25").cell == "B3"
    beside = sheet(
        (0, 0, "A"), (0, 1, "B"), (1, 0, "x"), (1, 1, 1.0), (0, 3, "C"), (0, 4, "D"), (1, 3, "y"), (1, 4, 2.0)
    )
    assert XlsConverter().convert(beside, name="a.xls").text.count("| --- | --- |") == 2
    assert XlsConverter().convert(sheet(), name="a.xls").outcome == "empty"
    assert XlsConverter().convert(b"<html><table>", name="a.xls").outcome == "malformed"


@pytest.mark.parametrize(
    ("converter", "content"),
    [
        (DocConverter, TREATY),
        (PptConverter, DECK),
        (MsgConverter, container({**MESSAGE, **ATTACHED})),
        (XlsConverter, RATES),
    ],
)
def test_conv_5_the_converters_keep_the_suite(converter, content):
    if converter is XlsConverter:
        pytest.importorskip("xlrd")
    check_converter(converter(), {f"a.{converter.name}": content})


@pytest.mark.parametrize(("content", "kind"), [(TREATY, "doc"), (DECK, "ppt"), (container(MESSAGE), "msg")])
@pytest.mark.parametrize("name", ["a.doc", "a.ppt", "a.xls", "a.msg", "a.docx", "a.txt", "a"])
def test_crawl_1_the_main_stream_goes_before_the_suffix(content, kind, name):
    assert choose(content, name=name, suffixes=SUFFIXES) == kind


def test_crawl_1_a_document_inside_of_another_does_not_hide_it():
    deck = container({"ObjectPool/_1/WordDocument": b"x", "PowerPoint Document": b"y"})
    assert choose(deck, name="a.ppt", suffixes=SUFFIXES) == "ppt"
    assert choose(container({"EncryptedPackage": b"x"}), name="a.doc", suffixes=SUFFIXES) == "docx"


@pytest.mark.shared
@pytest.mark.parametrize("converter", [DocConverter, PptConverter, XlsConverter, MsgConverter])
def test_files_of_other_programs_give_text_or_say_why(converter, shared_data):
    if converter is XlsConverter:
        pytest.importorskip("xlrd")
    for path in sorted((shared_data / "parser-files").rglob(f"*.{converter.name}")):
        conversion = converter().convert(path.read_bytes(), name=path.name)
        if "assword" in path.name:
            assert conversion.outcome == "encrypted", path
        elif path.name.startswith("empty"):
            assert conversion.outcome == "empty", path
        elif "fuzz" not in path.name.lower() and "Crash" not in path.name and path.name != "bug55732.ppt":
            assert conversion.outcome == "ok", path
