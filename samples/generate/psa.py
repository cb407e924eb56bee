"""Build the Pooling and Servicing Agreement (a long Word document) from its source text.

    python samples/generate/psa.py --out DIR     # writes DIR/contracts/psa-cmt-2021-a.docx

The text is in ``psa/*.md``, a small Markdown-like notation read by :func:`blocks`:

    # Heading 1      ## Heading 2      ### Heading 3
    | a | b |        a table (second row ``|---|---|``)
    {{NAME}} text    a directive: TITLE, CENTER, PLAINHEAD, TOCHEAD, TOC, PAGEBREAK, RIGHT
    "Term": text     a definition; the quoted term is set in bold
    four spaces      one level of clause below (a)
    **bold** *italic*  [^1] a footnote, whose text is a line ``[^1]: ...``

The same functions build the shorter Word documents of ``legal.py``.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from docx import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import nsdecls, qn
from docx.shared import Inches, Pt, RGBColor

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from zips import normalise_zip  # noqa: E402  (sibling script)

FONT = "Times New Roman"
_INLINE = re.compile(r"(\*\*.+?\*\*|(?<![*\w])\*[^*\s][^*]*?\*(?![*\w])|\[\^\d+\])")
_NOTE = re.compile(r"^\[\^(\d+)\]:\s*(.*)$", re.S)
_DIRECTIVE = re.compile(r"^\{\{([A-Z]+)\}\}\s*(.*)$", re.S)


@dataclass
class Block:
    kind: str
    text: str = ""
    level: int = 0
    rows: list[list[str]] = field(default_factory=list)


def blocks(source: str) -> tuple[list[Block], dict[int, str]]:
    """Read the notation: the blocks in order, and the footnotes by number."""
    found: list[Block] = []
    notes: dict[int, str] = {}
    for raw in re.split(r"\n\s*\n", source.strip("\n")):
        if not raw.strip():
            continue
        lead = len(raw) - len(raw.lstrip(" "))
        text = " ".join(line.strip() for line in raw.strip().splitlines())
        if raw.lstrip().startswith("|"):
            rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in raw.strip().splitlines()]
            found.append(Block("table", rows=[r for r in rows if not set("".join(r)) <= {"-"}]))
        elif match := _NOTE.match(text):
            notes[int(match[1])] = match[2]
        elif match := _DIRECTIVE.match(text):
            found.append(Block(match[1].lower(), match[2]))
        elif match := re.match(r"^(#{1,3}) (.*)$", text):
            found.append(Block("heading", match[2], len(match[1])))
        elif text[0] in '"\u201c' and lead == 0:
            found.append(Block("definition", text))
        else:
            found.append(Block("paragraph", text, lead // 4))
    return found, notes


def typographic(text: str) -> str:
    """Straight quotes and double hyphens to the characters a word processor makes."""
    text = re.sub(r'(^|[\s(\[*])"', "\\1\u201c", text)
    text = text.replace('"', "\u201d").replace("'", "\u2019")
    return text.replace(" -- ", " \u2013 ")


class Writer:
    """One Word document under construction."""

    def __init__(self, *, title: str, author: str, date: dt.datetime, header: str, footer: str):
        self.doc = Document()
        core = self.doc.core_properties
        core.title, core.author, core.last_modified_by = title, author, author
        core.comments, core.keywords, core.revision = "", "", 1
        core.created = core.modified = core.last_printed = date
        self.notes: list[str] = []
        self._bookmark = 0
        self._styles()
        self._page(header, footer)

    # -- set-up ---------------------------------------------------------------------
    def _styles(self) -> None:
        styles = self.doc.styles
        normal = styles["Normal"]
        normal.font.name, normal.font.size = FONT, Pt(11)
        normal.element.rPr.rFonts.set(qn("w:eastAsia"), FONT)
        normal.paragraph_format.space_after = Pt(7)
        normal.paragraph_format.line_spacing = 1.0
        for level, size in ((1, 14), (2, 12), (3, 12)):
            style = styles[f"Heading {level}"]
            style.font.name, style.font.size, style.font.bold = FONT, Pt(size), True
            style.font.color.rgb = RGBColor(0, 0, 0)
            fonts = style.element.rPr.rFonts
            fonts.attrib.clear()  # the template's theme fonts would win over a named font
            for script in ("w:ascii", "w:hAnsi", "w:eastAsia", "w:cs"):
                fonts.set(qn(script), FONT)
            style.paragraph_format.space_before = Pt(12)
            style.paragraph_format.space_after = Pt(10)
            style.paragraph_format.keep_with_next = True
        for level in (1, 2):
            style = styles.add_style(f"toc {level}", WD_STYLE_TYPE.PARAGRAPH)
            style.base_style = normal
            style.paragraph_format.left_indent = Inches(0.3 * (level - 1))
            style.paragraph_format.space_after = Pt(2)
        style = styles.add_style("Definition", WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = normal
        style.paragraph_format.first_line_indent = Inches(0.5)
        style = styles.add_style("footnote text", WD_STYLE_TYPE.PARAGRAPH)
        style.base_style, style.font.size = normal, Pt(10)
        style = styles.add_style("footnote reference", WD_STYLE_TYPE.CHARACTER)
        style.font.superscript = True

    def _page(self, header: str, footer: str) -> None:
        section = self.doc.sections[0]
        section.page_width, section.page_height = Inches(8.5), Inches(11)
        section.left_margin = section.right_margin = Inches(1.2)
        section.top_margin = section.bottom_margin = Inches(1)
        paragraph = section.header.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        paragraph.add_run(typographic(header)).font.size = Pt(9)
        paragraph = section.footer.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        paragraph.add_run(typographic(footer) + " \u2013 Page ").font.size = Pt(9)
        self._field(paragraph, "PAGE", "1")
        paragraph.add_run(" of ").font.size = Pt(9)
        self._field(paragraph, "NUMPAGES", "1")

    # -- pieces ---------------------------------------------------------------------
    @staticmethod
    def _char(paragraph, kind: str) -> None:
        mark = OxmlElement("w:fldChar")
        mark.set(qn("w:fldCharType"), kind)
        paragraph.add_run()._r.append(mark)

    def _field(self, paragraph, code: str, shown: str | None) -> None:
        self._char(paragraph, "begin")
        instruction = OxmlElement("w:instrText")
        instruction.set(qn("xml:space"), "preserve")
        instruction.text = f" {code} "
        paragraph.add_run()._r.append(instruction)
        self._char(paragraph, "separate")
        if shown is not None:
            paragraph.add_run(shown).font.size = Pt(9)
            self._char(paragraph, "end")

    def inline(self, paragraph, text: str, notes: dict[int, str]) -> None:
        for piece in _INLINE.split(text):
            if not piece:
                continue
            if match := re.fullmatch(r"\[\^(\d+)\]", piece):
                self.notes.append(notes[int(match[1])])
                run = paragraph.add_run(style="footnote reference")
                reference = OxmlElement("w:footnoteReference")
                reference.set(qn("w:id"), str(len(self.notes)))
                run._r.append(reference)
            elif piece.startswith("**"):
                paragraph.add_run(piece[2:-2]).bold = True
            elif piece.startswith("*") and piece.endswith("*") and len(piece) > 2:
                paragraph.add_run(piece[1:-1]).italic = True
            else:
                paragraph.add_run(piece)

    def heading(self, text: str, level: int) -> None:
        paragraph = self.doc.add_paragraph(style=f"Heading {level}")
        if level == 1:
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            paragraph.paragraph_format.page_break_before = True
        self._bookmark += 1
        start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
        for mark in (start, end):
            mark.set(qn("w:id"), str(self._bookmark))
        start.set(qn("w:name"), f"_Toc{self._bookmark:06d}")
        paragraph._p.append(start)
        paragraph.add_run(text)
        paragraph._p.append(end)

    def contents(self, headings: Iterable[tuple[int, str]]) -> None:
        """A table-of-contents field with its entries already filled in (without page numbers)."""
        first = paragraph = None
        for number, (level, text) in enumerate(headings, start=1):
            if level > 2:
                continue
            paragraph = self.doc.add_paragraph(style=f"toc {level}")
            if first is None:
                first = paragraph
                self._field(paragraph, r'TOC \o "1-2" \n \h \z', None)
            link = OxmlElement("w:hyperlink")
            link.set(qn("w:anchor"), f"_Toc{number:06d}")
            run, words = OxmlElement("w:r"), OxmlElement("w:t")
            words.text = text
            words.set(qn("xml:space"), "preserve")
            run.append(words)
            link.append(run)
            paragraph._p.append(link)
        if paragraph is not None:
            self._char(paragraph, "end")

    def table(self, rows: list[list[str]], notes: dict[int, str]) -> None:
        table = self.doc.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise ValueError(f"uneven table row: {row}")
            for j, cell in enumerate(row):
                paragraph = table.cell(i, j).paragraphs[0]
                paragraph.paragraph_format.space_after = Pt(2)
                self.inline(paragraph, cell, notes)
                for run in paragraph.runs:
                    run.font.size = Pt(10)
                    run.bold = True if i == 0 else run.bold
        repeat = OxmlElement("w:tblHeader")
        repeat.set(qn("w:val"), "true")
        table.rows[0]._tr.get_or_add_trPr().append(repeat)
        self.doc.add_paragraph().paragraph_format.space_after = Pt(4)

    # -- whole ----------------------------------------------------------------------
    def add(self, source: str) -> None:
        found, notes = blocks(typographic(source))
        headings = [(b.level, b.text) for b in found if b.kind == "heading"]
        for block in found:
            if block.kind == "heading":
                self.heading(block.text, block.level)
            elif block.kind == "table":
                self.table(block.rows, notes)
            elif block.kind == "toc":
                self.contents(headings)
            elif block.kind == "pagebreak":
                self.doc.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
            elif block.kind in ("title", "center", "plainhead", "tochead", "right"):
                paragraph = self.doc.add_paragraph()
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT if block.kind == "right" else WD_ALIGN_PARAGRAPH.CENTER
                self.inline(paragraph, block.text, notes)
                for run in paragraph.runs:
                    if block.kind in ("title", "plainhead", "tochead"):
                        run.bold = True
                    if block.kind == "title":
                        run.font.size = Pt(18)
            elif block.kind == "definition":
                self._definition(block.text, notes)
            else:
                paragraph = self.doc.add_paragraph()
                if block.level:
                    paragraph.paragraph_format.left_indent = Inches(0.5 * block.level)
                self.inline(paragraph, block.text, notes)

    def _definition(self, text: str, notes: dict[int, str]) -> None:
        paragraph = self.doc.add_paragraph(style="Definition")
        split = text.find(":")
        for i, piece in enumerate(re.split("(\u201c[^\u201d]+\u201d)", text[:split])):
            paragraph.add_run(piece).bold = bool(i % 2) or None
        self.inline(paragraph, text[split:], notes)

    def save(self, path: Path) -> None:
        if self.notes:
            self._footnotes()
        path.parent.mkdir(parents=True, exist_ok=True)
        self.doc.save(str(path))
        normalise_zip(path)

    def _footnotes(self) -> None:
        def escape(text: str) -> str:
            return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

        body = "".join(
            f'<w:footnote w:id="{i}"><w:p><w:pPr><w:pStyle w:val="footnotetext"/></w:pPr>'
            '<w:r><w:rPr><w:rStyle w:val="footnotereference"/></w:rPr><w:footnoteRef/></w:r>'
            f'<w:r><w:t xml:space="preserve"> {escape(note)}</w:t></w:r></w:p></w:footnote>'
            for i, note in enumerate(self.notes, start=1)
        )
        xml = (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
            f"<w:footnotes {nsdecls('w')}>"
            '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p>'
            "</w:footnote>"
            '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r>'
            "<w:continuationSeparator/></w:r></w:p></w:footnote>"
            f"{body}</w:footnotes>"
        )
        part = Part(
            PackURI("/word/footnotes.xml"),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml",
            xml.encode("utf-8"),
            self.doc.part.package,
        )
        self.doc.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)


def build(out: Path) -> list[Path]:
    source = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "psa").glob("*.md")))
    writer = Writer(
        title="Pooling and Servicing Agreement, Corvane Mortgage Trust 2021-A",
        author="Pellmoor Depositor LLC",
        date=dt.datetime(2021, 3, 18, 15, 0, 0),
        header="Corvane Mortgage Trust 2021-A -- Pooling and Servicing Agreement",
        footer="EXECUTION COPY",
    )
    writer.add(source)
    target = out / "contracts" / "psa-cmt-2021-a.docx"
    writer.save(target)
    return [target]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=HERE.parent, help="the samples folder")
    for path in build(parser.parse_args().out):
        print(path)


if __name__ == "__main__":
    main()
