"""Small PDF files made by hand, object by object, so that every object can be made wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
RESOURCES = b"<< /Font << /F1 5 0 R >> /XObject << /X1 6 0 R >> /Properties << /OC1 7 0 R >> >>"


def stream(body: bytes, entries: bytes = b"", *, length: bytes | None = None) -> bytes:
    """A stream object; `length` is what its dictionary claims."""
    claimed = str(len(body)).encode() if length is None else length
    return b"<< /Length " + claimed + b" " + entries + b" >>\nstream\n" + body + b"\nendstream"


def show(text: str, *, at: tuple[int, int] = (72, 700), size: float = 12, before: str = "") -> bytes:
    """Operators that show a line of text."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"q {before} BT /F1 {size} Tf {at[0]} {at[1]} Td ({escaped}) Tj ET Q\n".encode()


def pdf(
    content: bytes = b"",
    *,
    objects: Mapping[int, bytes] | None = None,
    catalog: bytes = b"",
    page: bytes = b"",
    trailer: bytes = b"",
    box: bytes = b"[0 0 612 792]",
) -> bytes:
    """One page: 1 is the catalog, 2 the page tree, 3 the page, 4 its content, 5 a font; `objects` replace or add."""
    shown = content or show("Plain words of a page.")
    parts = {
        1: b"<< /Type /Catalog /Pages 2 0 R " + catalog + b" >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox "
        + box
        + b" /Resources "
        + RESOURCES
        + b" /Contents 4 0 R "
        + page
        + b" >>",
        4: stream(shown),
        5: FONT,
        6: stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 100 100]"),
        7: b"<< /Type /OCG /Name (Layer) >>",
        **(objects or {}),
    }
    return assembled(parts, trailer)


def assembled(parts: Mapping[int, bytes], trailer: bytes = b"") -> bytes:
    """The objects, the table of their places and the trailer."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = {}
    for number, body in sorted(parts.items()):
        places[number] = len(out)
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start, size = len(out), max(parts) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        place = places.get(number)
        out += b"0000000000 65535 f \n" if place is None else b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R " % size + trailer + b" >>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)
