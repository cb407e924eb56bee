"""Which converter reads a file: what the bytes say goes before what the name says."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from kts.ingest.convert.decode import is_binary
from kts.ingest.convert.legacy.ole import SIGNATURE, kinds_of
from kts.ingest.convert.legacy.rtf import MAGIC
from kts.ingest.convert.outcomes import DAMAGE
from kts.ingest.convert.zipguard import is_protected_office
from kts.ingest.kit import is_unnamed

if TYPE_CHECKING:
    from collections.abc import Mapping

_OFFICE = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_LEGACY = frozenset({"doc", "ppt", "xls", "msg"})
_PACKED = {
    b"application/vnd.oasis.opendocument.": "odf",
    b"application/epub+zip": "epub",
}
"""What the member `mimetype` of a package begins with, and its converter."""
_BINARY = frozenset({"pdf", "docx", "pptx", "xlsx", "rtf", *_LEGACY, *_PACKED.values()})
_PDF_WINDOW = 1_024
TEXT = "text"
_LONGEST_TYPE = 100
_SUCCESSORS = {"doc": "docx", "ppt": "pptx", "xls": "xlsx"}
_HTML_START = (b"<!doctype html", b"<html")
_XHTML = re.compile(
    rb"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL
)
_XHTML_WINDOW = 2_048
_ZIP_START = (b"PK\x03\x04", b"PK\x05\x06")


def choose(content: bytes, *, name: str, suffixes: Mapping[str, str]) -> str | None:
    """The name of the converter for a file, None when there is none.

    `suffixes` maps a lower-case suffix with its dot to a converter name. An Office 97-2003 file goes to the
    converter of its main stream, whatever its suffix; one that is only the shell of an encrypted document keeps
    the converter of its suffix, which says so. A text file that talks about `%PDF` stays a text file.
    """
    by_name = suffixes.get(PurePosixPath(name).suffix.lower())
    if _is_pdf(content, by_name):
        return "pdf"
    if content.startswith(SIGNATURE):
        return _ole(content, by_name)
    if content.startswith(_ZIP_START):
        return _zipped(content) or (by_name if by_name in _BINARY else None)
    return _worded(content, name, by_name) or (_untold(content, name, suffixes) if by_name is None else None)


def _worded(content: bytes, name: str, by_name: str | None) -> str | None:
    """The converter of what is no container."""
    if content.startswith(MAGIC) and (by_name is None or by_name in _BINARY):
        return "rtf"
    if by_name in _BINARY and content.lstrip()[:16].lower().startswith(_HTML_START):
        return "html"
    if by_name == "xml" and _XHTML.match(content.removeprefix(b"\xef\xbb\xbf")[:_XHTML_WINDOW]):
        return "html"
    return None if _is_graph(name, by_name) else by_name


def _untold(content: bytes, name: str, suffixes: Mapping[str, str]) -> str | None:
    """The converter of text for what has no suffix that says otherwise, and reads like text."""
    unnamed = TEXT in suffixes.values() and is_unnamed(name)
    return TEXT if unnamed and content.strip() and not is_binary(content) else None


def _is_graph(name: str, by_name: str | None) -> bool:
    """Whether `.dot` cannot mean a Word template, which begins otherwise: then it is what Graphviz draws."""
    return by_name == "doc" and name.lower().endswith(".dot")


def _is_pdf(content: bytes, by_name: str | None) -> bool:
    head = content[:_PDF_WINDOW]
    if by_name is None or by_name in _BINARY:
        return b"%PDF-" in head
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"%PDF-")


def _ole(content: bytes, by_name: str | None) -> str | None:
    """The kind of its suffix when it holds that stream, else the first that it holds; `ole` when it holds none."""
    if is_protected_office(content):
        return _SUCCESSORS.get(by_name or "", by_name) if by_name in _BINARY else "ole"
    kinds = kinds_of(content)
    return by_name if by_name in kinds else next(iter(kinds), by_name if by_name in _LEGACY else "ole")


def _zipped(content: bytes) -> str | None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            kind = _beginning(archive, "mimetype") if "mimetype" in names else b""
    except DAMAGE:
        return None
    packed = next((converter for start, converter in _PACKED.items() if kind.startswith(start)), None)
    return packed or _office(names)


def _beginning(archive: zipfile.ZipFile, name: str) -> bytes:
    """The first bytes of a member, whatever size it claims."""
    with archive.open(name) as member:
        return member.read(_LONGEST_TYPE)


def _office(names: list[str]) -> str | None:
    if "[Content_Types].xml" not in names:
        return None
    folders = {f"{name.split('/', 1)[0]}/" for name in names if "/" in name}
    return next((converter for folder, converter in _OFFICE.items() if folder in folders), None)
