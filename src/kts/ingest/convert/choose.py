"""Which converter reads a file: what the bytes say goes before what the name says."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from kts.ingest.convert.outcomes import DAMAGE
from kts.ingest.convert.zipguard import is_protected_office

if TYPE_CHECKING:
    from collections.abc import Mapping

_OFFICE = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_BINARY = frozenset({"pdf", "docx", "pptx", "xlsx"})
_PDF_WINDOW = 1_024
_OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HTML_START = (b"<!doctype html", b"<html")
_ZIP_START = (b"PK\x03\x04", b"PK\x05\x06")


def choose(content: bytes, *, name: str, suffixes: Mapping[str, str]) -> str | None:
    """The name of the converter for a file, None when there is none.

    `suffixes` maps a lower-case suffix with its dot to a converter name. `ole` stands for an Office 97-2003
    file, whatever its suffix; one that is only the shell of an encrypted document keeps the converter of its
    suffix, which says so. A text file that talks about `%PDF` stays a text file.
    """
    by_name = suffixes.get(PurePosixPath(name).suffix.lower())
    if _is_pdf(content, by_name):
        return "pdf"
    if content.startswith(_OLE2):
        return by_name if by_name in _BINARY and is_protected_office(content) else "ole"
    if content.startswith(_ZIP_START):
        return _office(content) or (by_name if by_name in _BINARY else None)
    if by_name in _BINARY and content.lstrip()[:16].lower().startswith(_HTML_START):
        return "html"
    return by_name


def _is_pdf(content: bytes, by_name: str | None) -> bool:
    head = content[:_PDF_WINDOW]
    if by_name is None or by_name in _BINARY:
        return b"%PDF-" in head
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"%PDF-")


def _office(content: bytes) -> str | None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
    except DAMAGE:
        return None
    if "[Content_Types].xml" not in names:
        return None
    folders = {f"{name.split('/', 1)[0]}/" for name in names if "/" in name}
    return next((converter for folder, converter in _OFFICE.items() if folder in folders), None)
