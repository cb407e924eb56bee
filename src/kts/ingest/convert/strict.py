"""Office packages under the names that the readers know: strict ones, templates, shows, and those with macros."""

from __future__ import annotations

import io
import re
import zipfile

_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_SIGN = b"http://purl.oclc.org/ooxml/officeDocument"
_ROOT = "_rels/.rels"
_TYPES = "[Content_Types].xml"
_OPEN = rb"application/vnd\.openxmlformats-officedocument\."
_KINDS = (
    (
        re.compile(
            rb"application/vnd\.ms-word\.(?:document\.macroEnabled|template\.macroEnabledTemplate)\.main\+xml|"
            + _OPEN
            + rb"wordprocessingml\.template\.main\+xml"
        ),
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ),
    (
        re.compile(
            rb"application/vnd\.ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled\.main\+xml|"
            + _OPEN
            + rb"presentationml\.(?:slideshow|template)\.main\+xml"
        ),
        b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    ),
)
"""Kinds of main parts whose content is that of a document or a presentation (ECMA-376-1, 11.3.10 and 13.3.6)."""


def transitional(content: bytes) -> bytes:
    """The package with its names rewritten if it is a strict one or of a kind that is not read, else as it is.

    ISO/IEC 29500-1 and -4 differ in the names of the name spaces and in parts that carry no text. Macros are no text.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = package.namelist()
        strict = _ROOT in names and _SIGN in package.read(_ROOT)
        types = package.read(_TYPES) if _TYPES in names else b""
        if not strict and _of_main_kind(types) == types:
            return content
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as rewritten:
            for name in names:
                rewritten.writestr(name, _rewritten(name, package.read(name)))
    return out.getvalue()


def _of_main_kind(types: bytes) -> bytes:
    for pattern, kind in _KINDS:
        types = pattern.sub(kind, types)
    return types


def _rewritten(name: str, body: bytes) -> bytes:
    if name == _TYPES:
        body = _of_main_kind(body)
    if not name.endswith((".xml", ".rels")):
        return body
    return _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", body)
