"""CRAWL-1: what the bytes say goes before what the name says."""

from __future__ import annotations

import io
import zipfile

import pytest

from kts.ingest.convert.choose import choose

SUFFIXES = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".xlsx": "xlsx",
    ".md": "markdown",
    ".html": "html",
    ".txt": "text",
}
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)


def package(*names):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, b"x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        (b"%PDF-1.7\n", "contract.docx", "pdf"),
        (b"junk\n%PDF-1.7\n", "contract.pdf", "pdf"),
        (b"%PDF-1.7\n", "no_suffix", "pdf"),
        (b"A file starts with %PDF-1.7.", "notes.md", "markdown"),
        (package("[Content_Types].xml", "word/document.xml"), "a.pdf", "docx"),
        (package("[Content_Types].xml", "xl/workbook.xml"), "a", "xlsx"),
        (package("a.txt"), "a.txt", None),
        (package("a.txt"), "a.docx", "docx"),
        (OLE, "a.docx", "ole"),
        (OLE, "a.doc", "ole"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "a.docx", "docx"),
        (b"<!DOCTYPE html><p>x", "a.xlsx", "html"),
        (b"text", "A.TXT", "text"),
        (b"text", "a.xyz", None),
    ],
)
def test_crawl_1_choice(content, name, expected):
    assert choose(content, name=name, suffixes=SUFFIXES) == expected


def test_crawl_1_a_graph_is_no_word_template():
    suffixes = {".doc": "doc", ".dot": "doc"}
    assert choose(b"digraph { a -> b }", name="flow.dot", suffixes=suffixes) is None
    assert choose(b"<html><p>saved as Word</p></html>", name="page.dot", suffixes=suffixes) == "html"
    assert choose(b"digraph", name="flow.doc", suffixes=suffixes) == "doc"
