from __future__ import annotations

import struct

import pytest

from kts.ingest.convert.choose import choose
from kts.ingest.convert.legacydoc import DocConverter
from kts.ingest.convert.legacymsg import MsgConverter
from kts.ingest.convert.legacypacked import unpacked_rtf
from kts.ingest.convert.legacyppt import PptConverter
from kts.ingest.convert.legacyxls import XlsConverter
from kts.testing import check_converter
from kts.types import Location, Span
from support.compound import ATTACHED, DECK, MESSAGE, RATES, TREATY, container, doc, msg, ppt, sheet

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
