"""Attacks by archives and the XML in them: bombs, lies of headers, entities, references to elsewhere."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import TYPE_CHECKING

from hostile.case import BURIED, OFFICE, Case
from hostile.office import docx, members, paragraph, plain, pptx, relations, row, shape, xlsx, zipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hostile.case import World

REFUSED = frozenset({"too_large", "malformed", "encrypted", "unsupported"})
MAIN_PART = {"docx": "word/document.xml", "pptx": "ppt/slides/slide1.xml", "xlsx": "xl/worksheets/sheet1.xml"}
PLACES = {"docx": "word", "pptx": "ppt", "xlsx": "xl"}


def archives(world: World) -> Iterator[Case]:
    """All attacks of this module."""
    for kind in OFFICE:
        yield from _bombs(kind)
        yield from _lies(kind)
        yield from _names(kind)
        yield from _entities(kind, world)
        yield from _references(kind, world)
        yield from _missing(kind)
    yield from _word(world)
    yield from _sheets()
    yield from _decks()
    yield from _other_archives(world)


def _with(kind: str, extra: dict[str, bytes]) -> bytes:
    return zipped({**members(plain(kind)), **extra})


def _bombs(kind: str) -> Iterator[Case]:
    media = f"{PLACES[kind]}/media"
    zeros = bytes(30_000_000)
    yield Case(f"{kind}/bomb-ratio.{kind}", "bomb", _with(kind, {f"{media}/a.png": zeros}), outcomes=REFUSED)
    yield Case(f"{kind}/bomb-xml.{kind}", "bomb", _with(kind, {MAIN_PART[kind]: b" " * 30_000_000}), outcomes=REFUSED)
    entries = {f"{media}/{number}.bin": b"" for number in range(12_000)}
    yield Case(f"{kind}/bomb-entries.{kind}", "bomb", _with(kind, entries), outcomes=REFUSED)
    inner = zipped({"a": bytes(10_000_000)})
    nested = zipped({f"{number}.zip": inner for number in range(40)})
    yield Case(f"{kind}/bomb-nested.{kind}", "bomb", _with(kind, {f"{media}/a.zip": nested}))
    yield Case(f"{kind}/bomb-overlap.{kind}", "bomb", _overlapping(plain(kind), f"{media}/z", 3_000_000, 200))


def _overlapping(content: bytes, name: str, size: int, count: int) -> bytes:
    """Many directory entries for one and the same packed member."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, body in members(content).items():
            archive.writestr(part, body)
        archive.writestr(name, bytes(size))
        first = archive.getinfo(name)
        for number in range(count):
            copy = zipfile.ZipInfo(f"{name}{number}")
            for field in ("compress_type", "CRC", "compress_size", "file_size", "header_offset", "external_attr"):
                setattr(copy, field, getattr(first, field))
            archive.filelist.append(copy)
    return out.getvalue()


def _patched(content: bytes, signature: bytes, offset: int, value: bytes) -> bytes:
    """Every header of that signature with a field overwritten."""
    out, at = bytearray(content), content.find(signature)
    while at >= 0:
        out[at + offset : at + offset + len(value)] = value
        at = content.find(signature, at + 4)
    return bytes(out)


def _lies(kind: str) -> Iterator[Case]:
    content = plain(kind)
    central, local = b"PK\x01\x02", b"PK\x03\x04"
    small, huge = struct.pack("<I", 1), struct.pack("<I", 0x7FFFFFFF)
    lies = {
        "size-small": _patched(_patched(content, central, 24, small), local, 22, small),
        "size-huge": _patched(_patched(content, central, 24, huge), local, 22, huge),
        "packed-huge": _patched(content, central, 20, huge),
        "crc": _patched(content, central, 16, b"\0\0\0\0"),
        "encrypted-flag": _patched(_patched(content, central, 8, b"\1\0"), local, 6, b"\1\0"),
        "method": _patched(content, central, 10, b"\x63\0"),
        "offset": _patched(content, central, 42, huge),
        "directory": content[:-6] + huge + content[-2:],
        "two-ends": content + content[-22:],
        "prefix": b"#!/bin/sh\nexit 1\n" + content,
        "comment": content[:-2] + b"\xff\xff" + b"x" * 65_535,
        "half": content[: len(content) // 2],
        "tenth": content[: len(content) // 10],
        "no-directory": content[: content.find(central)],
    }
    for name, body in lies.items():
        yield Case(f"{kind}/zip-{name}.{kind}", "lying-header", body)
    for name, method in (("bzip2", zipfile.ZIP_BZIP2), ("lzma", zipfile.ZIP_LZMA), ("stored", zipfile.ZIP_STORED)):
        yield Case(f"{kind}/zip-{name}.{kind}", "lying-header", zipped(members(content), method=method))
    twice = [*members(content).items(), (MAIN_PART[kind], b"<a/>")]
    yield Case(f"{kind}/zip-duplicate.{kind}", "lying-header", _quiet(twice))


def _quiet(pairs: list[tuple[str, bytes]]) -> bytes:
    """An archive in which a name may occur twice."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in pairs:
            archive.NameToInfo.pop(name, None)
            archive.writestr(name, body)
    return out.getvalue()


def _names(kind: str) -> Iterator[Case]:
    names = {
        "up": "../../../../canary-written.txt",
        "absolute": "/tmp/canary-written.txt",  # noqa: S108  # the attack: nothing may be written there
        "backslash": "..\\..\\canary-written.txt",
        "drive": "C:\\canary-written.txt",
        "nul": "word/a\0canary-written.txt",
        "long": "a/" * 5_000 + "canary-written.txt",
        "newline": "word/\n../canary-written.txt",
    }
    for name, path in names.items():
        yield Case(f"{kind}/path-{name}.{kind}", "traversal", _with(kind, {path: b"canary"}))
    parts = [("link", b"/etc/passwd")]
    out = io.BytesIO(plain(kind))
    with zipfile.ZipFile(out, "a") as archive:
        for target, body in parts:
            link = zipfile.ZipInfo(f"{PLACES[kind]}/{target}")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, body)
    yield Case(f"{kind}/path-symlink.{kind}", "traversal", out.getvalue())


def _declared(kind: str, doctype: str, reference: str) -> bytes:
    if kind == "docx":
        return docx(paragraph(f"Words {reference} here."), doctype=doctype)
    if kind == "xlsx":
        return xlsx(("visible", row(1, "Words", reference)), doctype=doctype)
    return pptx(body=f"Words {reference} here.", doctype=doctype)


def _entities(kind: str, world: World) -> Iterator[Case]:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    types = {
        "laughs": (f'<!DOCTYPE r [<!ENTITY l0 "lol">{laughs}]>', "&l9;"),
        "quadratic": (f'<!DOCTYPE r [<!ENTITY a "{"a" * 50_000}">]>', "&a;" * 2_000),
        "parameter": (f'<!DOCTYPE r [<!ENTITY % p SYSTEM "{world.server}/{kind}-p.dtd"> %p;]>', "x"),
        "external-dtd": (f'<!DOCTYPE r SYSTEM "{world.server}/{kind}.dtd">', "x"),
        "xxe-file": (f'<!DOCTYPE r [<!ENTITY x SYSTEM "{world.file_url}">]>', "&x;"),
        "xxe-http": (f'<!DOCTYPE r [<!ENTITY x SYSTEM "{world.server}/{kind}-x">]>', "&x;"),
        "recursive": ('<!DOCTYPE r [<!ENTITY a "&b;"><!ENTITY b "&a;">]>', "&a;"),
    }
    for name, (doctype, reference) in types.items():
        yield Case(f"{kind}/xml-{name}.{kind}", "entities", _declared(kind, doctype, reference), hidden=(BURIED,))
    deep = b"<a>" * 20_000 + b"</a>" * 20_000
    yield Case(f"{kind}/xml-deep.{kind}", "nesting", _with(kind, {MAIN_PART[kind]: deep}))
    flood = b"<a " + b" ".join(b'a%d="b"' % number for number in range(50_000)) + b"/>"
    yield Case(f"{kind}/xml-attributes.{kind}", "flood", _with(kind, {MAIN_PART[kind]: flood}))
    garbage = world.random.randbytes(4_000)
    yield Case(f"{kind}/xml-garbage.{kind}", "damage", _with(kind, {MAIN_PART[kind]: garbage}))
    yield Case(
        f"{kind}/xml-utf7.{kind}",
        "damage",
        _with(kind, {MAIN_PART[kind]: b'<?xml version="1.0" encoding="utf-7"?><a/>'}),
    )


def _references(kind: str, world: World) -> Iterator[Case]:
    place = PLACES[kind]
    main = {"docx": "document", "pptx": "slides/slide1", "xlsx": "workbook"}[kind]
    folder, _, name = main.rpartition("/")
    part = f"{place}/{folder}/_rels/{name}.xml.rels".replace("//", "/")
    old = members(plain(kind)).get(part, relations())
    targets = (
        ("image", f"{world.server}/{kind}.png"),
        ("attachedTemplate", f"{world.server}/{kind}.dotm"),
        ("oleObject", f"{world.server}/{kind}.bin"),
        ("aFChunk", world.file_url),
        ("hyperlink", "javascript:alert(1)"),
        ("frame", f"{world.server}/{kind}.html"),
        ("externalLink", "\\\\127.0.0.1\\share\\a.xlsx"),
    )
    rows = "".join(
        f'<Relationship Id="x{number}" TargetMode="External" Target="{target}" '
        f'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{type_}"/>'
        for number, (type_, target) in enumerate(targets)
    )
    linked = old.replace(b"</Relationships>", rows.encode() + b"</Relationships>")
    yield Case(f"{kind}/external-links.{kind}", "external", _with(kind, {part: linked}), hidden=(BURIED,))
    loops = relations(*[(type_, "../" * 9 + "canary-written.txt", False) for type_ in ("image", "hyperlink")])
    yield Case(f"{kind}/external-parts.{kind}", "external", _with(kind, {f"{place}/_rels/x.xml.rels": loops}))
    yield Case(f"{kind}/macro.{kind}", "macro", _with(kind, {f"{place}/vbaProject.bin": b"Sub AutoOpen()\nShell"}))


def _missing(kind: str) -> Iterator[Case]:
    whole = members(plain(kind))
    for name in ("[Content_Types].xml", "_rels/.rels", MAIN_PART[kind]):
        short = name.strip("[]_").replace("/", "-").lower()
        yield Case(f"{kind}/missing-{short}.{kind}", "damage", zipped({k: v for k, v in whole.items() if k != name}))
    yield Case(f"{kind}/empty-zip.{kind}", "damage", zipped({}))
    yield Case(f"{kind}/only-types.{kind}", "damage", zipped({"[Content_Types].xml": whole["[Content_Types].xml"]}))


def _word(world: World) -> Iterator[Case]:
    fields = "".join(
        f'<w:p><w:fldSimple w:instr=" {code} "><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>'
        for code in (
            f'INCLUDETEXT "{world.outside}"',
            f'INCLUDEPICTURE "{world.server}/field.png"',
            'DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"',
        )
    )
    yield Case("docx/fields.docx", "active", docx(fields), hidden=(BURIED,))
    cell = "<w:tc><w:tcPr><w:gridSpan w:val='{0}'/></w:tcPr><w:p/></w:tc>"
    for name, span in (("huge", "999999999"), ("negative", "-5"), ("word", "many")):
        table = f"<w:tbl><w:tr>{cell.format(span)}</w:tr></w:tbl>"
        yield Case(f"docx/span-{name}.docx", "numbers", docx(table + paragraph("After the table.")))
    nested = "<w:tbl><w:tr><w:tc>" * 400 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 400
    yield Case("docx/tables-in-tables.docx", "nesting", docx(nested))
    yield Case("docx/one-long-paragraph.docx", "long", docx(paragraph("word " * 400_000)))
    yield Case("docx/many-paragraphs.docx", "long", docx(paragraph("A few words.") * 20_000))
    levels = paragraph("item", properties='<w:numPr><w:ilvl w:val="99999999"/><w:numId w:val="-1"/></w:numPr>')
    yield Case("docx/list-levels.docx", "numbers", docx(levels * 50))
    yield Case(
        "docx/style-loop.docx",
        "loops",
        docx(
            paragraph("Styled.", properties='<w:pStyle w:val="A"/>'),
            extra={
                "word/styles.xml": b'<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
                b'<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>'
                b'<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>'
                b"</w:styles>",
            },
            links=relations(("styles", "styles.xml", False)),
        ),
    )


def _sheets() -> Iterator[Case]:
    cells = {
        "far-cell": '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row>',
        "beyond": '<row r="99999999999"><c r="ZZZZZZ99999999999"><v>1</v></c></row>',
        "no-reference": "<row><c><v>1</v></c></row>",
        "shared-range": '<row r="1"><c r="A1" t="s"><v>99999999</v></c></row>',
        "overflow": '<row r="1"><c r="A1"><v>1e308</v></c><c r="B1"><v>1e999</v></c><c r="C1"><v>NaN</v></c></row>',
        "formulas": '<row r="1"><c r="A1"><f>B1</f><v>1</v></c><c r="B1"><f>A1</f><v>2</v></c></row>',
        "dde": '<row r="1"><c r="A1" t="str"><f>cmd|\'/c calc\'!A0</f><v>=cmd</v></c></row>',
        "webservice": '<row r="1"><c r="A1" t="str"><f>WEBSERVICE("http://127.0.0.1:9/")</f><v>x</v></c></row>',
        "error": '<row r="1"><c r="A1" t="e"><v>#REF!</v></c><c r="B1" t="d"><v>9999-99-99</v></c></row>',
        "sparse": "".join(
            f'<row r="{number * 5000}"><c r="A{number * 5000}"><v>1</v></c></row>' for number in range(1, 200)
        ),
        "wide": row(1, *["x"] * 20) + '<row r="2"><c r="XFD2"><v>1</v></c></row>',
    }
    for name, rows in cells.items():
        yield Case(f"xlsx/cells-{name}.xlsx", "numbers", xlsx(("visible", rows)))
    merges = '<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="A1:A1"/><mergeCell ref="B2:A1"/></mergeCells>'
    yield Case("xlsx/merges.xlsx", "numbers", xlsx(("visible", row(1, "a", "b")), after=merges))
    yield Case("xlsx/dimension.xlsx", "numbers", xlsx(before='<dimension ref="A1:XFD1048576"/>'))
    yield Case("xlsx/columns.xlsx", "numbers", xlsx(before='<cols><col min="1" max="99999999" width="9"/></cols>'))
    yield Case("xlsx/many-sheets.xlsx", "flood", xlsx(*[("visible", row(1, "a"))] * 500))


def _decks() -> Iterator[Case]:
    deep = "<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>" * 300 + shape("Deep down.") + "</p:grpSp>" * 300
    yield Case("pptx/groups.pptx", "nesting", pptx(shapes=deep))
    yield Case("pptx/many-shapes.pptx", "flood", pptx(shapes="".join(shape("Box", number=n) for n in range(2, 3000))))
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name="t"/><p:cNvGraphicFramePr/><p:nvPr/>'
        '</p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid>'
        '<a:gridCol w="1"/></a:tblGrid><a:tr h="1"><a:tc gridSpan="99999999" rowSpan="99999999"><a:txBody>'
        "<a:bodyPr/><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData>"
        "</a:graphic></p:graphicFrame>"
    )
    yield Case("pptx/table-spans.pptx", "numbers", pptx(shapes=frame))
    yield Case("pptx/far-away.pptx", "numbers", pptx(shapes=shape("Far.", at=(2**62, -(2**62)))))


def _other_archives(world: World) -> Iterator[Case]:
    text = f'<!DOCTYPE r [<!ENTITY x SYSTEM "{world.file_url}">]><office:document-content xmlns:office="o">&x;'
    odt = {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": text.encode()}
    yield Case("other/xxe.odt", "entities", zipped(odt), hidden=(BURIED,))
    epub = {"mimetype": b"application/epub+zip", "META-INF/container.xml": b'<rootfile full-path="../../etc/passwd"/>'}
    yield Case("other/traversal.epub", "traversal", zipped(epub))
    yield Case("other/plain.zip", "traversal", zipped({"../canary-written.txt": b"canary", "a.md": b"# A\n"}))
    inner = zipped({"a.txt": bytes(1_000_000)})
    for _ in range(8):
        inner = zipped({"a.zip": inner})
    yield Case("other/nested.zip", "bomb", inner)
