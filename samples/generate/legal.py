"""Build the binary legal documents of the sample folder.

    python samples/generate/legal.py --out DIR    # writes DIR/contracts/*.docx, .pdf, .odt

The plain ones beside them in ``contracts/`` (txt, md, rtf) are written by hand and are
not built.  Every output is the same, byte for byte, on each run.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import psa  # noqa: E402  (sibling script)
from zips import normalise_zip  # noqa: E402

TEXT = HERE / "legal_text"


def source(name: str) -> str:
    return (TEXT / f"{name}.md").read_text(encoding="utf-8")


# -- Word ---------------------------------------------------------------------------
WORD = [
    {
        "name": "psa-first-amendment",
        "title": "First Amendment to Pooling and Servicing Agreement",
        "author": "Pellmoor Depositor LLC",
        "date": dt.datetime(2022, 9, 15, 16, 30, 0),
        "header": "CMT 2021-A -- First Amendment",
        "footer": "EXECUTION COPY",
    },
    {
        "name": "side-letter-northmarch-2023",
        "title": "Side Letter No. 1",
        "author": "H. Vandeleur-Achebe",
        "date": dt.datetime(2023, 6, 22, 10, 5, 0),
        "header": "NCB-SUB-22-006 / SL-1",
        "footer": "Northmarch Community Bank",
    },
    {
        "name": "notice-of-servicer-report-2023-11",
        "title": "Notice of Servicer Report, November 2023",
        "author": "Investor Reporting",
        "date": dt.datetime(2023, 11, 17, 15, 50, 0),
        "header": "CMT 2021-A -- November 2023",
        "footer": "Corvane Loan Servicing, Inc.",
    },
]


def build_word(out: Path) -> list[Path]:
    made = []
    for item in WORD:
        options = dict(item)
        name = options.pop("name")
        writer = psa.Writer(**options)
        writer.add(source(name))
        path = out / "contracts" / f"{name}.docx"
        writer.save(path)
        made.append(path)
    return made


# -- PDF ----------------------------------------------------------------------------
class NumberedCanvas(Canvas):
    """A canvas that knows the number of pages when it writes the footers."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._pages: list[dict] = []

    def showPage(self) -> None:  # noqa: N802  (reportlab's name)
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        total = len(self._pages)
        for number, page in enumerate(self._pages, start=1):
            self.__dict__.update(page)
            self.setFont("Times-Roman", 9)
            if number > 1:
                self.drawString(inch, 10.45 * inch, "Subservicing Agreement \u2013 Northmarch")
                self.drawRightString(7.5 * inch, 10.45 * inch, "NCB-SUB-22-006")
                self.line(inch, 10.38 * inch, 7.5 * inch, 10.38 * inch)
            self.drawString(inch, 0.6 * inch, "Confidential")
            self.drawRightString(7.5 * inch, 0.6 * inch, f"Page {number} of {total}")
            super().showPage()
        super().save()


class Outlined(BaseDocTemplate):
    """Adds each heading to the PDF's outline as it is placed."""

    def afterFlowable(self, flowable) -> None:  # noqa: N802  (reportlab's name)
        level = getattr(flowable, "outline_level", None)
        if level is None:
            return
        key = f"h{getattr(flowable, 'outline_key', 0)}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(flowable.getPlainText(), key, level=level, closed=level == 0)


def markup(text: str) -> str:
    text = escape(text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    return re.sub(r"(?<![*\w])\*([^*\s][^*]*?)\*(?![*\w])", r"<i>\1</i>", text)


def build_pdf(out: Path) -> Path:
    path = out / "contracts" / "subservicing-northmarch-2022.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    body = ParagraphStyle("body", fontName="Times-Roman", fontSize=11, leading=14, spaceAfter=7)
    clause = ParagraphStyle("clause", parent=body, leftIndent=18)
    centre = ParagraphStyle("centre", parent=body, alignment=TA_CENTER, spaceAfter=14)
    title = ParagraphStyle("title", parent=centre, fontName="Times-Bold", fontSize=20, leading=26)
    head1 = ParagraphStyle("head1", parent=centre, fontName="Times-Bold", fontSize=13, spaceBefore=16, keepWithNext=1)
    head2 = ParagraphStyle("head2", parent=body, fontName="Times-Bold", spaceBefore=6, spaceAfter=4, keepWithNext=1)
    cell = ParagraphStyle("cell", parent=body, fontSize=9.5, leading=12, spaceAfter=0)
    story: list = [Spacer(1, 1.6 * inch)]
    blocks, _ = psa.blocks(psa.typographic(source("subservicing-northmarch-2022")))
    headings = 0
    for block in blocks:
        if block.kind == "heading":
            headings += 1
            paragraph = Paragraph(markup(block.text), head1 if block.level == 1 else head2)
            paragraph.outline_level = block.level - 1
            paragraph.outline_key = headings
            story.append(paragraph)
        elif block.kind == "title":
            story.append(Paragraph(markup(block.text), title))
        elif block.kind == "center":
            story.append(Paragraph(markup(block.text), centre))
        elif block.kind == "pagebreak":
            story.append(PageBreak())
        elif block.kind == "table":
            rows = [[Paragraph(markup(c), cell) for c in row] for row in block.rows]
            rows[0] = [Paragraph(f"<b>{markup(c)}</b>", cell) for c in block.rows[0]]
            table = Table(
                rows,
                colWidths=[w * inch for w in (0.6, 2.7, 0.8, 1.1, 1.3)],
                repeatRows=1,
            )
            table.setStyle(
                TableStyle(
                    [
                        ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
                        ("BACKGROUND", (0, 0), (-1, 0), colors.Color(0.9, 0.9, 0.9)),
                        ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ]
                )
            )
            story += [table, Spacer(1, 10)]
        else:
            style = clause if re.match(r"^\([a-z]+\)", block.text) else body
            story.append(Paragraph(markup(block.text), style))
    document = Outlined(
        str(path),
        pagesize=letter,
        title="Subservicing Agreement, Northmarch Community Bank",
        author="Northmarch Community Bank",
        subject="Contract reference NCB-SUB-22-006",
        invariant=1,
    )
    frame = Frame(inch, 0.9 * inch, 6.5 * inch, 9.35 * inch, id="body")
    document.addPageTemplates([PageTemplate(id="page", frames=[frame])])
    document.build(story, canvasmaker=NumberedCanvas)
    return path


# -- OpenDocument -------------------------------------------------------------------
_NS = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("meta", "meta"),
        ("fo", "xsl-fo-compatible"),
    )
)
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def build_odt(out: Path) -> Path:
    path = out / "contracts" / "powers-of-attorney.odt"
    path.parent.mkdir(parents=True, exist_ok=True)
    blocks, _ = psa.blocks(psa.typographic(source("powers-of-attorney")))
    body: list[str] = []
    for block in blocks:
        text = escape(block.text)
        if block.kind == "heading":
            body.append(
                f'<text:h text:style-name="Heading_20_{block.level}" text:outline-level="{block.level}">{text}</text:h>'
            )
        elif block.kind == "table":
            rows = [
                "<table:table-row>"
                + "".join(
                    f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
                    for cell in row
                )
                + "</table:table-row>"
                for row in block.rows
            ]
            body.append(
                '<table:table table:name="Log">'
                f'<table:table-column table:number-columns-repeated="{len(block.rows[0])}"/>'
                f"<table:table-header-rows>{rows[0]}</table:table-header-rows>"
                f"{''.join(rows[1:])}</table:table>"
            )
        else:
            body.append(f'<text:p text:style-name="Text_20_body">{text}</text:p>')
    content = (
        f'{_XML}<office:document-content {_NS} office:version="1.3"><office:body><office:text>'
        f"{''.join(body)}</office:text></office:body></office:document-content>"
    )
    styles = f'{_XML}<office:document-styles {_NS} office:version="1.3"><office:styles>' + (
        '<style:style style:name="Standard" style:family="paragraph" style:class="text"/>'
        '<style:style style:name="Text_20_body" style:display-name="Text body" '
        'style:family="paragraph" style:parent-style-name="Standard">'
        '<style:paragraph-properties fo:margin-bottom="0.25cm"/></style:style>'
    )
    for level, size in ((1, 18), (2, 14)):
        styles += (
            f'<style:style style:name="Heading_20_{level}" style:display-name="Heading {level}" '
            f'style:family="paragraph" style:default-outline-level="{level}">'
            f'<style:text-properties fo:font-size="{size}pt" fo:font-weight="bold"/></style:style>'
        )
    styles += "</office:styles></office:document-styles>"
    meta = (
        f'{_XML}<office:document-meta {_NS} xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'office:version="1.3"><office:meta><dc:title>Powers of Attorney, Series POA-C21A'
        "</dc:title><meta:initial-creator>Agnethe Quillfeather</meta:initial-creator>"
        "<dc:date>2024-01-29T11:20:00</dc:date></office:meta></office:document-meta>"
    )
    kind = "application/vnd.oasis.opendocument.text"
    manifest = (
        f'{_XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:'
        f'manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" '
        f'manifest:media-type="{kind}"/>'
        + "".join(
            f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>'
            for name in ("content.xml", "styles.xml", "meta.xml")
        )
        + "</manifest:manifest>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", styles)
        archive.writestr("meta.xml", meta)
        archive.writestr("META-INF/manifest.xml", manifest)
    normalise_zip(path)
    return path


def build(out: Path) -> list[Path]:
    return [*psa.build(out), *build_word(out), build_pdf(out), build_odt(out)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the binary legal documents.")
    parser.add_argument("--out", type=Path, default=HERE.parent, help="the samples folder")
    for path in build(parser.parse_args().out):
        print(path)


if __name__ == "__main__":
    main()
