"""CONV-5: what is true of DOCX, PPTX and XLSX alike: damaged, protected and oversized packages are outcomes."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest

from kts.ingest.convert.docx.converter import DocxConverter
from kts.ingest.convert.pptx.converter import PptxConverter
from kts.ingest.convert.xlsx.converter import XlsxConverter

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)


def letter() -> bytes:
    out, document = io.BytesIO(), docx.Document()
    document.add_paragraph("The cure period is thirty days. " * 200)
    document.save(out)
    return out.getvalue()


def package(parts: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    return out.getvalue()


@pytest.mark.parametrize("converter", [DocxConverter(), PptxConverter(), XlsxConverter()], ids=lambda one: one.name)
@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 no zip", "malformed"),
        (letter()[:5_000], "malformed"),
        (package({"word/media/a.bin": bytes(30_000_000)}), "too_large"),
        (package({str(number): b"" for number in range(10_001)}, zipfile.ZIP_STORED), "too_large"),
        (OLE, "unsupported"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    ],
    ids=["nothing", "no zip", "cut", "bomb", "many parts", "other office", "encrypted"],
)
def test_conv_5_damaged_protected_and_bombs_are_outcomes(converter, content, outcome):
    found = converter.convert(content, name="a")
    assert found.outcome == outcome
    assert found.reason
