"""Build the Word documents of policies/, sops/ and product/ from their source text.

    python samples/generate/ops.py --out samples

The text is in ``ops_text/<folder>/<name>.txt``; each file becomes
``<out>/<folder>/<name>.docx``.  Needs python-docx; the same version gives the same
bytes on each run.  The Markdown, reStructuredText, HTML, JSON and CSV files of these
folders are not generated: they are committed as they were written.

Notation, one block a line:

    @title, @subtitle, @header, @footer TEXT     front page and page header and footer
    # Heading 1     ## Heading 2
    | a | b |       a table row (the first row of a run is the heading row)
    > text          a warning
    1. text         (a) text     3.2 text        numbered lines, the number is text
    text            a paragraph
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import sys
from pathlib import Path

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.shared import Pt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from zips import normalise_zip  # noqa: E402  (sibling script)

STAMP = dt.datetime(2024, 4, 30, 12, 0, 0)
NUMBERED = re.compile(r"^(\d+\.|\([a-z]\)) ")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _table(document, rows: list[list[str]]) -> None:
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"uneven table row: {row}")
        for cell, text in zip(table.add_row().cells, row):
            run = cell.paragraphs[0].add_run(text)
            run.bold = number == 0
            run.font.size = Pt(9)
    flag = OxmlElement("w:tblHeader")  # the heading row repeats on each page
    table.rows[0]._tr.get_or_add_trPr().append(flag)
    document.add_paragraph()


def build_one(source: Path, target: Path) -> None:
    document = Document()
    document.styles["Normal"].font.name = "Calibri"
    document.styles["Normal"].font.size = Pt(10.5)
    properties = document.core_properties
    properties.author = "Corvane Loan Servicing, Inc."
    properties.last_modified_by = "Records"
    properties.comments = ""
    properties.created = properties.modified = STAMP
    rows: list[list[str]] = []
    for line in [*source.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append(_cells(line))
            continue
        if rows:
            _table(document, rows)
            rows = []
        if not line.strip():
            continue
        key, _, text = line.partition(" ")
        if key == "@title":
            properties.title = text
            document.add_heading(text, level=0)
        elif key == "@subtitle":
            document.add_paragraph(text, style="Subtitle")
        elif key == "@header":
            document.sections[0].header.paragraphs[0].text = text
        elif key == "@footer":
            foot = document.sections[0].footer.paragraphs[0]
            foot.text = text
            foot.alignment = WD_ALIGN_PARAGRAPH.CENTER
        elif key in ("#", "##"):
            document.add_heading(text, level=len(key))
        elif key == ">":
            document.add_paragraph(text, style="Intense Quote")
        elif NUMBERED.match(line):
            paragraph = document.add_paragraph(line)
            paragraph.paragraph_format.left_indent = Pt(18)
            paragraph.paragraph_format.first_line_indent = Pt(-18)
        else:
            document.add_paragraph(line)
    target.parent.mkdir(parents=True, exist_ok=True)
    document.save(str(target))
    normalise_zip(target)


def build(out: Path) -> list[Path]:
    made = []
    for source in sorted((HERE / "ops_text").glob("*/*.txt")):
        target = out / source.parent.name / (source.stem + ".docx")
        build_one(source, target)
        made.append(target)
    return made


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder that gets policies/, sops/ and product/")
    for path in build(parser.parse_args(argv).out):
        print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
