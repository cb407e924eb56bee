"""Small office files made by hand, so that every part of them can be made wrong."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

XML = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
MAIN = "application/vnd.openxmlformats-officedocument"
STAMP = (2024, 1, 1, 0, 0, 0)


def zipped(members: Mapping[str, bytes] | Iterable[tuple[str, bytes]], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these members, the same bytes every time."""
    pairs = members.items() if hasattr(members, "items") else members
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in pairs:
            archive.writestr(entry(name, method), content)
    return out.getvalue()


def entry(name: str, method: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    """The header of a member, its name as given (no separator is changed)."""
    header = zipfile.ZipInfo(date_time=STAMP)
    header.filename, header.orig_filename, header.compress_type = name, name, method
    return header


def members(content: bytes) -> dict[str, bytes]:
    """The members of an archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(content: bytes, **parts: bytes) -> bytes:
    """The archive with whole members replaced or added; `__` stands for `/` and `_dot_` for a dot in names."""
    named = {name.replace("__", "/").replace("_dot_", "."): body for name, body in parts.items()}
    return zipped({**members(content), **named})


def relations(*targets: tuple[str, str, bool]) -> bytes:
    """A part of relationships: (type, target, external)."""
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if external else "/>")
        for number, (kind, target, external) in enumerate(targets, start=1)
    )
    return XML + f'<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'.encode()


def types(**overrides: str) -> bytes:
    """The content types; `__` stands for `/` in part names."""
    rows = "".join(
        f'<Override PartName="/{name.replace("__", "/")}.xml" ContentType="{MAIN}.{kind}+xml"/>'
        for name, kind in overrides.items()
    )
    defaults = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
    )
    return XML + f'<Types xmlns="{PACKAGE}/content-types">{defaults}{rows}</Types>'.encode()


def paragraph(text: str, run: str = "", properties: str = "") -> str:
    """A Word paragraph of one run; `run` and `properties` are the contents of their property elements."""
    return (
        f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'
    )


def docx(body: str = "", *, doctype: str = "", extra: Mapping[str, bytes] | None = None, links: bytes = b"") -> bytes:
    """A Word document with this body; `doctype` goes before the root element."""
    content = body or paragraph("Plain words of a document.")
    main = (
        XML
        + doctype.encode()
        + f'<w:document xmlns:w="{WORD}" xmlns:r="{OFFICE}"><w:body>{content}</w:body></w:document>'.encode()
    )
    parts = {
        "[Content_Types].xml": types(
            word__document="wordprocessingml.document.main", word__styles="wordprocessingml.styles"
        ),
        "_rels/.rels": relations(("officeDocument", "word/document.xml", False)),
        "word/document.xml": main,
        "word/_rels/document.xml.rels": links or relations(),
    }
    return zipped({**parts, **(extra or {})})


def row(number: int, *cells: str, attributes: str = "") -> str:
    """A sheet row of inline strings."""
    inner = "".join(
        f'<c r="{chr(ord("A") + column)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
        for column, cell in enumerate(cells)
    )
    return f'<row r="{number}" {attributes}>{inner}</row>'


def xlsx(
    *sheets: tuple[str, str],
    before: str = "",
    after: str = "",
    doctype: str = "",
    extra: Mapping[str, bytes] | None = None,
) -> bytes:
    """A workbook of (state, rows); `before` and `after` surround the rows of the first sheet."""
    given = sheets or (("visible", row(1, "Name", "Fee") + row(2, "Northmarch", "ten")),)
    listed = "".join(
        f'<sheet name="Sheet{number}" sheetId="{number}" state="{state}" r:id="rId{number}"/>'
        for number, (state, _) in enumerate(given, start=1)
    )
    workbook = f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>'
    parts = {
        "[Content_Types].xml": types(
            xl__workbook="spreadsheetml.sheet.main",
            **{f"xl__worksheets__sheet{number}": "spreadsheetml.worksheet" for number, _ in enumerate(given, start=1)},
        ),
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml", False)),
        "xl/workbook.xml": XML + doctype.encode() + workbook.encode(),
        "xl/_rels/workbook.xml.rels": relations(
            *(("worksheet", f"worksheets/sheet{number}.xml", False) for number, _ in enumerate(given, start=1))
        ),
    }
    for number, (_, rows) in enumerate(given, start=1):
        edges = (before, after) if number == 1 else ("", "")
        sheet = f'<worksheet xmlns="{SHEET}">{edges[0]}<sheetData>{rows}</sheetData>{edges[1]}</worksheet>'
        parts[f"xl/worksheets/sheet{number}.xml"] = XML + doctype.encode() + sheet.encode()
    return zipped({**parts, **(extra or {})})


@cache
def _deck() -> tuple[tuple[str, bytes], ...]:
    from pptx import Presentation

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "TITLE"
    slide.placeholders[1].text = "BODY"
    out = io.BytesIO()
    deck.save(out)
    return tuple(members(out.getvalue()).items())


def pptx(
    title: str = "A plain slide",
    body: str = "Plain words of a slide.",
    *,
    shapes: str = "",
    attributes: str = "",
    doctype: str = "",
    extra: Mapping[str, bytes] | None = None,
) -> bytes:
    """A deck of one slide; `shapes` are added to its tree, `attributes` to the slide element."""
    parts = dict(_deck())
    slide = parts["ppt/slides/slide1.xml"].decode()
    slide = slide.replace("TITLE", title).replace("BODY", body).replace("</p:spTree>", f"{shapes}</p:spTree>")
    slide = slide.replace("<p:sld ", f"{doctype}<p:sld {attributes} ")
    return zipped({**parts, "ppt/slides/slide1.xml": slide.encode(), **(extra or {})})


def shape(text: str, *, at: tuple[int, int] = (1_000_000, 1_000_000), run: str = "", number: int = 90) -> str:
    """A text box of a slide; `run` is the inside of its run properties, `at` its offset in EMU."""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="box{number}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>'
        f'<a:xfrm><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="3000000" cy="400000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>'
        f"<a:p><a:r>{run or '<a:rPr/>'}<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def plain(kind: str) -> bytes:
    """A sound file of the format."""
    return {"docx": docx, "xlsx": xlsx, "pptx": pptx}[kind]()
