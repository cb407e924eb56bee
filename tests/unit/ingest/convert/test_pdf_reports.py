"""CONV-2, CONV-3: reports as they are printed: headers of statements, second headers, footers, labels of drawings."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from kts.ingest.convert.pdf.converter import PdfConverter
from support.pdfs import BOLD, converted

SENTENCE = "The agent keeps the books of the trust and files them with the court each month."


def table_of(conversion):
    return [line for line in conversion.text.splitlines() if line.startswith("|") and "---" not in line]


def amounts(y, label, *values):
    return [(72, y, label), *((x, y, value) for x, value in zip((300, 420), values, strict=True))]


def dated(y, *dates):
    """A header in letters smaller than the table's, two lines a column."""
    small = (9, BOLD)
    return [
        piece
        for x, (day, year) in zip((290, 410), dates, strict=True)
        for piece in ((x, y, day, *small), (x + 15, y - 10, year, *small))
    ]


def statement(y, *dates):
    return [
        (340, y + 34, "Three Months Ended", 9, BOLD),
        *dated(y + 23, *dates),
        (72, y, "Net sales:"),
        *amounts(y - 14, "Products", "96,388", "104,429"),
        *amounts(y - 28, "Services", "20,766", "19,516"),
    ]


DATES = (("December 31,", "2022"), ("December 25,", "2021"))


def test_conv_2_a_header_in_smaller_letters_above_the_first_label_is_the_tables_and_no_heading():
    text = [(72, 760 - 14 * number, SENTENCE) for number in range(3)]
    conversion = converted([*text, *statement(640, *DATES)])
    assert table_of(conversion) == [
        "|  | Three Months Ended December 31, 2022 | Three Months Ended December 25, 2021 |",
        "| Net sales: |  |  |",
        "| Products | 96,388 | 104,429 |",
        "| Services | 20,766 | 19,516 |",
    ]
    assert "#" not in conversion.text


def test_conv_2_a_label_in_larger_letters_below_a_first_table_still_ends_it():
    page = [*statement(700, *DATES), (72, 650, "Outlook", 16), (72, 630, SENTENCE)]
    assert "\n# Outlook\n" in converted(page).text


def test_conv_2_a_header_that_comes_again_begins_a_table_of_its_own():
    heads = [(290, 700, "Cash", 9, BOLD), (410, 700, "Fair value", 9, BOLD)]
    again = [(x, y - 70, *rest) for x, y, *rest in heads]
    page = [
        (345, 712, "June 25", 9, BOLD),
        *heads,
        *amounts(686, "Funds", "11", "12"),
        *amounts(672, "Bonds", "13", "14"),
        (345, 642, "March 26", 9, BOLD),
        *again,
        *amounts(616, "Funds", "21", "22"),
        *amounts(602, "Bonds", "23", "24"),
    ]
    text = converted(page).text
    first, second = text.strip().split("\n\n")
    assert "March" not in first
    assert first.startswith("|  | June 25 Cash | June 25 Fair value |\n")
    assert second.startswith("|  | March 26 Cash | March 26 Fair value |\n")


def test_conv_2_the_first_line_of_a_header_goes_where_its_second_line_goes():
    page = [
        (400, 712, "Cash and", 9, BOLD),
        (293, 700, "Fair value", 9, BOLD),
        (396, 700, "equivalents", 9, BOLD),
        *amounts(686, "Funds", "18,546", "11"),
        *amounts(672, "Bonds", "16,131", "9"),
        *amounts(658, "Total", "34,677", "20"),
    ]
    assert table_of(converted(page))[0] == "|  | Fair value | Cash and equivalents |"


def test_conv_2_marks_of_notes_belong_to_the_label_before_them():
    marked = [*amounts(686, "Wearables", "13,482", "14,701"), (129, 691, "(1)(2)", 10)]
    page = [*marked, *amounts(672, "Services", "20,766", "19,516"), *amounts(658, "Total", "34,248", "34,217")]
    assert table_of(converted(page))[-3] == "| Wearables (1)(2) | 13,482 | 14,701 |"


def test_conv_3_a_last_line_that_counts_the_pages_is_running_wherever_the_page_ends():
    ends = (500, 120, 640, 300)
    pages = [
        [(72, 720, f"{SENTENCE} {word}"), (200, end, f"Acme | Q1 2023 Form 10-Q | {number}", 8)]
        for number, (word, end) in enumerate(zip(("Oaks.", "Elms.", "Figs.", "Yews."), ends, strict=True), start=1)
    ]
    conversion = converted(*pages)
    assert conversion.text.endswith("\n\nFooter: Acme | Q1 2023 Form 10-Q\n")
    assert conversion.text.count("Acme") == 1
    assert len(conversion.metadata["running"]) == len(pages)


def test_conv_3_the_footer_of_a_chapter_is_running_on_pages_in_a_row_and_a_line_here_and_there_is_not():
    chapter, scattered = range(2, 6), (7, 9, 11, 13)
    pages = [
        [
            (72, 720, f"{SENTENCE} Page {'abcdefghijklmn'[number]}."),
            *([(72, 40, "Financial statements", 8)] if number in chapter else []),
            *([(72, 40, "Not audited", 8)] if number in scattered else []),
        ]
        for number in range(14)
    ]
    conversion = converted(*pages)
    assert conversion.metadata["running"] == ["Financial statements"]
    assert conversion.text.count("Not audited") == len(scattered)


@pytest.mark.parametrize(("heights", "kept"), [((40, 40), 0), ((40, 90), 2)])
def test_conv_3_two_pages_are_enough_for_bare_page_numbers_at_one_height(heights, kept):
    pages = [[(72, 720, SENTENCE), (290, height, str(page))] for page, height in enumerate(heights, start=1)]
    assert sum(line.isdigit() for line in converted(*pages).text.split()) == kept


def test_conv_2_bold_lines_smaller_than_the_text_are_labels_and_bold_rows_of_three_are_no_headings():
    page = [
        *((72, 720 - 14 * number, SENTENCE) for number in range(6)),
        (72, 600, "Tightened nut", 8, BOLD),
        (72, 570, "Figure 2. A nut."),
        (72, 540, "Publication", 11, BOLD),
        (200, 540, "Title", 11, BOLD),
        (330, 540, "Filing date", 11, BOLD),
        (72, 512, SENTENCE),
        (72, 480, "Scope", 11, BOLD),
        (72, 466, SENTENCE),
    ]
    assert [line for line in converted(page).text.splitlines() if line.startswith("#")] == ["# Scope"]


def test_conv_2_an_item_of_a_list_in_large_letters_is_no_heading():
    body = [(72, 720 - 14 * number, SENTENCE) for number in range(8)]
    page = [
        *body,
        (72, 580, "\u2022 All invoices go to the agent.", 14),
        (72, 550, "Invoices", 14),
        (72, 530, SENTENCE),
    ]
    assert [line for line in converted(page).text.splitlines() if line.startswith("#")] == ["# Invoices"]


def test_conv_2_a_note_that_begins_with_a_quotation_mark_is_a_note():
    body = [(72, 700 - 14 * n, f"Line {n} of a long paragraph whose text goes on and on until") for n in range(10)]
    note = [(72, 60, '5) "Terms of life insurance", annex 4.', 8)]
    text = converted([*body, *note], [(72, 700, "it ends here.")]).text
    assert text.endswith('until\nit ends here.\n\n5) "Terms of life insurance", annex 4.\n')


def test_conv_2_a_note_that_goes_on_at_the_foot_of_the_next_column_stays_one_note():
    left = [(72, 700 - 14 * n, f"The left column says in line {n} words") for n in range(12)]
    right = [(320, 700 - 14 * n, f"while the right one has line {n} as well") for n in range(12)]
    said = (
        "1) An accident is an event that comes from outside",
        "and is violent, sudden and not foreseen, but illness",
    )
    note = [(72, 90, said[0], 8), (72, 80, said[1], 8)]
    text = converted([*left, *note, *right, (320, 80, "does not count as one.", 8)]).text
    assert text.endswith("\n".join(["has line 11 as well", "", *said, "does not count as one.", ""]))


def test_conv_2_a_table_of_words_and_figures_is_not_cut_into_two_columns_of_text():
    rows = [(72, 700 - 14 * n, f"Amounts of the fund in the year {n}") for n in range(8)]
    right = [(320, 700 - 14 * n, f"Net amounts presented {n}") for n in range(5)]
    figures = [(x, 700 - 14 * n, f"{n},{n}00") for n in range(5, 8) for x in (320, 400)]
    text = converted([*rows, *right, *figures]).text
    assert text.index("Net amounts presented 4") < text.index("in the year 5")


def test_conv_3_a_line_that_tells_the_page_and_how_many_there_are_is_running_on_a_single_page_too():
    one = canvas_pages(["Body text of the only page.", "Page 1 of 1"])
    assert one.text == "Body text of the only page.\n"
    false = canvas_pages(["Body text of the only page.", "Page 2 of 7"])
    assert "Page 2 of 7" in false.text


def test_conv_2_a_numbered_heading_below_a_title_of_its_size_is_a_heading_of_its_own():
    assert "# Travel Policy\n\n# 1. Scope\n" in titled("Travel Policy", "1. Scope").text
    assert "# Changes under Section 2.1 Scope\n" in titled("Changes under Section", "2.1 Scope").text


def test_conv_3_what_a_library_writes_for_no_title_is_no_title():
    assert not {"title", "author", "subject"} & {*canvas_pages(["Body text.", "x"]).metadata}


def canvas_pages(*pages, size=11):
    """A document whose pages have these lines, the last one at the foot."""
    out = io.BytesIO()
    sheet = Canvas(out)
    for *lines, foot in pages:
        sheet.setFont("Helvetica", size)
        for row, line in enumerate(lines):
            sheet.drawString(72, 760 - 14 * row, line)
        sheet.drawString(280, 30, foot)
        sheet.showPage()
    sheet.save()
    return PdfConverter().convert(out.getvalue(), name="a.pdf")


def titled(*lines):
    """A page with these lines in large letters above a paragraph."""
    out = io.BytesIO()
    sheet = Canvas(out)
    for row, line in enumerate(lines):
        sheet.setFont("Helvetica-Bold", 18)
        sheet.drawString(72, 780 - 22 * row, line)
    sheet.setFont("Helvetica", 10)
    for row in range(12):
        sheet.drawString(72, 700 - 12 * row, "The traveller keeps each receipt and hands it in when the journey ends.")
    sheet.save()
    return PdfConverter().convert(out.getvalue(), name="a.pdf")
