"""CONV-2, CONV-3: what print puts around and into text: marks of notes, exhibits, lists of terms, printed pages."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from kts.ingest.convert.pdf.converter import PdfConverter
from support.pdfs import BOLD, PLAIN, converted

CHAPTERS = ("Outlook", "Risks", "Controls", "Markets")
SENTENCE = "The agent keeps the books of the trust and files them with the court each month."


def raised(text, sign, *, rise=4, then=""):
    """A line of a PDF in which `sign` stands raised (or lowered) at the end of `text`, all in one text object."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    line = canvas.beginText(72, 700)
    line.setFont(PLAIN, 12)
    line.textOut(text)
    line.setFont(PLAIN, 7)
    line.setRise(rise)
    line.textOut(sign)
    line.setFont(PLAIN, 12)
    line.setRise(0)
    line.textOut(then)
    canvas.drawText(line)
    canvas.save()
    return PdfConverter().convert(out.getvalue(), name="a.pdf").text.strip()


def prose(top, count, *, size=11):
    return [(72, top - 1.3 * size * number, SENTENCE, size) for number in range(count)]


def headings(conversion):
    return [line.lstrip("# ") for line in conversion.text.splitlines() if line.startswith("#")]


@pytest.mark.parametrize(
    ("text", "sign", "rise", "written"),
    [
        ("under this Agreement", "1", 4, "under this Agreement[^1] and later"),
        ("under this Agreement.", "12", 4, "under this Agreement.[^12] and later"),
        ("ten to the power: 10", "6", 4, "ten to the power: 10^6 and later"),
        ("an area of 40 m", "2", 4, "an area of 40 m2 and later"),
        ("water is called HO", "2", -3, "water is called HO2 and later"),
    ],
)
def test_conv_2_a_raised_number_is_the_mark_of_a_note_and_kept_apart_from_its_word(text, sign, rise, written):
    assert raised(text, sign, rise=rise, then=" and later") == written


def test_conv_2_a_number_of_full_height_stays_a_part_of_its_name():
    assert converted([(72, 700, "chips named Gaudi2 and JBIG2")]).text == "chips named Gaudi2 and JBIG2\n"


def test_conv_2_a_raised_mark_drawn_later_stands_in_its_row_and_does_not_part_it():
    rows = [
        piece
        for y, label, amount in (
            (700, "Net revenue", "15,338"),
            (686, "Sale of equity", "4,705"),
            (672, "Total", "1.2"),
        )
        for piece in ((72, y, label), (400, y - 2, amount))
    ]
    table = converted([*rows, (72 + stringWidth("Sale of equity", PLAIN, 11), 690, "1", 6)]).text
    assert "| Sale of equity[^1] | 4,705 |" in table


def test_conv_2_an_exhibit_in_larger_letters_than_the_report_is_text_and_no_headings():
    report = [[(72, 780, name, 12), *prose(760, 40, size=8)] for name in CHAPTERS]
    exhibit = [(72, 780, "Award Agreement", 16), *prose(740, 20)]
    assert headings(converted(*report, exhibit)) == [*CHAPTERS, "Award Agreement"]


def test_conv_2_two_headings_with_a_space_between_them_are_two():
    page = [
        (72, 760, "Note 1 - Policies", 11, BOLD),
        (72, 736, "Basis of Presentation", 11, BOLD),
        *prose(716, 4),
        (72, 640, "Conditions of a", 11, BOLD),
        (72, 626, "Stock Award", 11, BOLD),
        *prose(606, 4),
    ]
    assert headings(converted(page)) == ["Note 1 - Policies", "Basis of Presentation", "Conditions of a Stock Award"]


def test_conv_2_a_line_a_little_larger_than_the_text_that_stands_alone_is_a_heading():
    page = [*prose(760, 6), (72, 660, "Pending acquisition", 12.5), *prose(640, 6)]
    assert headings(converted(page)) == ["Pending acquisition"]


TERMS = (
    ("5G", "The mobile network of the fifth generation, which brings speed and a low latency"),
    ("AI", "Artificial intelligence"),
    ("COVID-19", "The disease caused by the most recently discovered coronavirus of the year 2019"),
    ("CPU", "Processor"),
    ("IP", "Intellectual property"),
)


def test_conv_2_terms_and_their_meanings_are_one_table_however_long_these_are():
    rows = [
        piece
        for number, (term, meaning) in enumerate(TERMS)
        for piece in ((40, 720 - 16 * number, term, 9), (140, 720 - 16 * number, meaning, 9))
    ]
    conversion = converted([*prose(800, 4), (52, 738, "Term", 9), (300, 738, "Definition", 9), *rows])
    table = [line for line in conversion.text.splitlines() if line.startswith("|")]
    assert table == ["| Term | Definition |", "| --- | --- |", *(f"| {term} | {text} |" for term, text in TERMS)]


def test_conv_2_numbered_notes_stay_notes():
    rows = [
        piece
        for number in range(5)
        for piece in ((40, 700 - 14 * number, f"{number + 1}", 9), (80, 700 - 14 * number, SENTENCE, 9))
    ]
    assert "|" not in converted([*prose(800, 5), *rows]).text


def test_conv_2_rows_of_several_cells_without_a_label_are_rows():
    cells = [("Item 1.", "Statements", "Page 4"), ("Item 2.", "Discussion:", "")]
    cells += [("", "Liquidity", "Page 37 b"), ("", "Results", "Page 3 b"), ("Item 3.", "Controls", "Page 41")]
    page = [
        (x, 700 - 14 * number, text)
        for number, row in enumerate(cells)
        for x, text in zip((72, 240, 400), row, strict=True)
        if text
    ]
    text = converted(page).text
    assert "|  | Liquidity | Page 37 b |\n|  | Results | Page 3 b |" in text


def test_conv_2_a_sentence_that_names_an_article_goes_on():
    text = "That article of the treaty was found to be violated by the payments (it was later renumbered,"
    assert converted([(72, 700, text), (72, 686, "Article 102) and by others."), (72, 672, SENTENCE)]).text.startswith(
        f"{text}\nArticle 102) and by others."
    )


def test_conv_3_the_name_of_the_chapter_beside_the_number_of_the_page_runs_wherever_the_page_ends():
    pages = [
        [*prose(760, 5 + n), (72, 640 - 14.3 * n, f"Chapter of {n // 4 + 7}"), (500, 640 - 14.3 * n, str(n + 3))]
        for n in range(8)
    ]
    conversion = converted(*pages)
    assert conversion.text.split("\n\n") == ["\n".join([SENTENCE] * (5 + n)) + "" for n in range(8)] + [
        "Footer: Chapter of 7",
        "Footer: Chapter of 8\n",
    ]
    assert {"Chapter of 7", "Chapter of 8", "3"} <= {*conversion.metadata["running"]}


def test_conv_3_the_numbers_of_printed_pages_in_the_middle_of_a_long_text_are_no_text():
    """A contract filed as one long text, printed anew: its old pages end anywhere on the new ones."""
    lines = []
    for number in range(1, 6):
        lines += [SENTENCE] * 33 + ["Acme Confidential", f"- {number} -"]
    pages = [
        [(72 if line is SENTENCE else 250, 780 - 14 * at, line) for at, line in enumerate(lines[first : first + 50])]
        for first in range(0, len(lines), 50)
    ]
    conversion = converted(*pages)
    assert {*conversion.text.split("\n")} == {SENTENCE, "", "Footer: Acme Confidential"}


def test_conv_3_numbers_that_do_not_count_pages_stay():
    steps = [(250, 700 - 28 * number, str(number + 1)) for number in range(6)]
    text = [(72, 686 - 28 * number, SENTENCE) for number in range(6)]
    assert [
        line for line in converted([*steps, *text], prose(700, 9), prose(700, 9)).text.split("\n") if line.isdigit()
    ]
