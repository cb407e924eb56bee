"""Strict OOXML under the names of the transitional one, which is what the readers know."""

from __future__ import annotations

import io
import re
import zipfile

_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_SIGN = b"http://purl.oclc.org/ooxml/officeDocument"
_ROOT = "_rels/.rels"


def transitional(content: bytes) -> bytes:
    """The package with its name spaces rewritten if it is a strict one, else as it is.

    ISO/IEC 29500-1 and -4 differ in the names of the name spaces and in parts that carry no text.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        if _ROOT not in package.namelist() or _SIGN not in package.read(_ROOT):
            return content
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as rewritten:
            for name in package.namelist():
                rewritten.writestr(name, _rewritten(name, package.read(name)))
    return out.getvalue()


def _rewritten(name: str, body: bytes) -> bytes:
    if not name.endswith((".xml", ".rels")):
        return body
    return _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", body)
