"""CONV-1, CONV-2, CONV-3, IMG-1: XLSX as a spreadsheet displays it, with the cell of every range."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from PIL import Image as Picture

from kts.ingest.convert.xlsx import sheets
from kts.ingest.convert.xlsx.converter import XlsxConverter
from kts.ingest.convert.xlsx.tables import column_of, letters
from kts.ingest.convert.xlsx.values import shown
from kts.types import Span


def saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def converted(content):
    return XlsxConverter().convert(content, name="a.xlsx")


def sheet_of(*rows, title="S"):
    """A workbook whose sheet has these rows; None is an empty cell."""
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return book


def text_of(*rows):
    return converted(saved(sheet_of(*rows))).text.removeprefix("## S\n\n")


def places(conversion):
    return {conversion.text[entry.start : entry.end]: entry.location for entry in conversion.source_map.entries}


def hidden(conversion):
    return {conversion.text[mark.start : mark.end]: mark.kind for mark in conversion.source_map.hidden}


def workbook():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Rates"
    sheet["A1"] = "Rates by state"
    sheet["A3"], sheet["B3"] = "State", "Fee"
    sheet.merge_cells("B3:C3")
    sheet["A4"], sheet["B4"], sheet["C4"] = "TX", 0.125, 1234567.5
    sheet["B4"].number_format, sheet["C4"].number_format = "0.0%", "#,##0.00"
    sheet["A5"], sheet["B5"], sheet["C5"] = "CA", 3.0, dt.date(2024, 1, 2)
    secret = book.create_sheet("Secret")
    secret["A1"] = "unseen"
    secret.sheet_state = "veryHidden"
    return book


def test_conv_2_sheets_are_tables_with_filled_headers():
    assert converted(saved(workbook())).text == (
        "## Rates\n\nRates by state\n\n| State | Fee | Fee |\n| --- | --- | --- |\n"
        "| TX | 12.5% | 1,234,567.50 |\n| CA | 3 | 2024-01-02 |\n\n## Secret\n\nunseen\n"
    )


def test_conv_1_cells_have_their_names_and_hidden_sheets_their_mark():
    conversion = converted(saved(workbook()))
    assert (places(conversion)["12.5%"].sheet, places(conversion)["12.5%"].cell) == ("Rates", "B4")
    assert hidden(conversion) == {"Secret": "very_hidden_sheet", "unseen": "very_hidden_sheet"}


def test_conv_5_what_nobody_sees_is_marked_with_its_kind():
    book = sheet_of(["Name", "Fee", "Note"], ["a", 1, "seen"], ["b", 2, "row"], ["c", 3, "white"], ["d", 4, "format"])
    sheet = book.active
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet["C4"].font = Font(color="FFFFFFFF")
    sheet["C5"].number_format = ";;;"
    found = hidden(converted(saved(book)))
    assert {text: found[text] for text in ("b", "1", "white", "format")} == {
        "b": "hidden_row",
        "1": "hidden_column",
        "white": "white",
        "format": "vanish",
    }
    assert "seen" not in found


def test_conv_5_white_text_on_a_dark_cell_is_seen():
    book = sheet_of(["Name", "Fee"], ["a", 1])
    book.active["A1"].font = Font(color="FFFFFFFF")
    book.active["A1"].fill = PatternFill("solid", fgColor="FF1F4E79")
    assert hidden(converted(saved(book))) == {}


def test_conv_5_only_hidden_values_are_hidden_only_and_none_is_empty():
    assert converted(saved(openpyxl.Workbook())).outcome == "empty"
    book = sheet_of(["a", "b"], ["1", "2"])
    for number in (1, 2):
        book.active.row_dimensions[number].hidden = True
    assert converted(saved(book)).outcome == "ok"  # the sheet's name is seen
    book.active.title = "-"
    assert converted(saved(book)).outcome == "hidden_only"


def test_conv_2_the_header_is_the_first_full_row_of_words():
    text = text_of(
        ["Fee schedule"],
        ["Valid from", "2024"],
        ["Code", "Fee", "Amount", "Note"],
        ["F1", "Late", 75, "x"],
        ["F2", "Wire", 12, "y"],
    )
    assert text == (
        "Fee schedule\n\nValid from: 2024\n\n| Code | Fee | Amount | Note |\n| --- | --- | --- | --- |\n"
        "| F1 | Late | 75 | x |\n| F2 | Wire | 12 | y |\n"
    )


def test_conv_2_a_table_without_a_header_has_none():
    assert text_of([1, 2], [3, 4]) == "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n"
    assert text_of(["Item", 2023, 2024], ["Fees", 5, 6]).startswith("| Item | 2023 | 2024 |\n| --- |")


def test_conv_2_two_merged_header_rows_are_one():
    book = sheet_of(["State", "Fees", None], [None, "low", "high"], ["TX", 1, 2], ["CA", 3, 4])
    book.active.merge_cells("A1:A2")
    book.active.merge_cells("B1:C1")
    assert "| State | Fees / low | Fees / high |\n| --- | --- | --- |\n| TX | 1 | 2 |" in converted(saved(book)).text


def test_conv_2_tables_are_divided_by_empty_rows_and_columns():
    side_by_side = [["A", "B", None, "C", "D"], ["x", 1, None, "y", 2], ["z", 3, None, "w", 4]]
    assert text_of(*side_by_side, [], ["E", "F"], ["u", 5]) == (
        "| A | B |\n| --- | --- |\n| x | 1 |\n| z | 3 |\n\n| C | D |\n| --- | --- |\n| y | 2 |\n| w | 4 |\n\n"
        "| E | F |\n| --- | --- |\n| u | 5 |\n"
    )


def test_conv_2_numbers_beside_an_empty_column_keep_their_names():
    text = text_of(["Item", "Unit", None, "2023", "2024"], ["Fee", "$", None, 1, 2], ["Rate", "%", None, 3, 4])
    assert text.splitlines()[2] == "| Fee | $ |  | 1 | 2 |"


def test_conv_4_a_table_far_beside_another_has_its_own_header():
    text = text_of(["Item", "Unit", None, None, "Low", "High"], ["Fee", "$", None, None, 1, 2])
    assert text == "| Item | Unit |\n| --- | --- |\n| Fee | $ |\n\n| Low | High |\n| --- | --- |\n| 1 | 2 |\n"
    years = text_of(["Item", "Unit", None, None, 2023, 2024], ["Fee", "$", None, None, 1, 2])
    assert years.splitlines()[2] == "| Fee | $ |  |  | 1 | 2 |"


def test_conv_2_tables_that_touch_at_a_corner_are_two():
    upper = [["A", "B"], ["x", 1]]
    lower = [[None, None, "C", "D"], [None, None, "y", 2]]
    assert text_of(*upper, *lower).count("| --- | --- |") == 2


def test_conv_2_formulas_show_their_stored_result_or_say_that_there_is_none():
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("S")
    for row, values in enumerate([("Item", "Sum"), ("a", None), ("b", None)]):
        sheet.write_row(row, 0, values)
    sheet.write_formula("B2", "=1+2", None, 3)
    sheet.write_formula("B3", "=1/0", None, "#DIV/0!")
    book.close()
    assert converted(out.getvalue()).text.endswith("| a | 3 |\n| b | #DIV/0! |\n")
    bare = converted(saved(sheet_of(["Item", "Sum"], ["c", "=SUM(B2:B3)"])))
    assert "| c | =SUM(B2:B3) (no stored value) |" in bare.text
    assert bare.metadata["formulas_without_value"] == 1


def test_conv_2_comments_links_boxes_and_pictures_of_a_sheet():
    picture = io.BytesIO()
    Picture.new("RGB", (20, 20), "red").save(picture, "PNG")
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("S")
    sheet.write_row("A1", ["Name", "Where"])
    sheet.write("A2", "portal")
    sheet.write_url("B2", "https://a.example/x", string="open it")
    sheet.write_comment("A2", "Until May", {"author": "Jo Roe"})
    sheet.insert_textbox("D4", "A box")
    sheet.insert_image("E9", "red.png", {"image_data": picture, "description": "A red square"})
    book.close()
    conversion = converted(out.getvalue())
    assert "[open it](https://a.example/x)" in conversion.text
    found = places(conversion)
    assert {
        text: found[text].cell for text in ("A box", "[Image: A red square]", "Comment on A2 (Jo Roe): Until May")
    } == {
        "A box": "D4",
        "[Image: A red square]": "E9",
        "Comment on A2 (Jo Roe): Until May": "A2",
    }
    assert [(image.alt, image.location.cell) for image in conversion.images] == [("A red square", "E9")]


def test_conv_2_a_comment_by_another_program_is_read_too():
    book = sheet_of(["Name", "Fee"], ["a", 1])
    book.active["B2"].comment = Comment("Jo Roe:\nper loan", "Jo Roe")
    assert "Comment on B2 (Jo Roe): per loan" in converted(saved(book)).text


def test_conv_5_a_sheet_beyond_the_cap_is_partial(monkeypatch):
    monkeypatch.setattr(sheets, "MAX_CELLS", 10)
    conversion = converted(saved(sheet_of(*([f"name {row}", row] for row in range(20)))))
    assert conversion.outcome == "partial"
    assert "read up to row 5" in conversion.reason
    assert "name 4" in conversion.text
    assert "name 5" not in conversion.text


def test_conv_5_a_value_in_the_last_cell_of_the_grid_is_read():
    book = sheet_of(["a", "b"], ["c", "d"])
    book.active["XFD1048576"] = "far"
    assert places(converted(saved(book)))["far"].cell == "XFD1048576"


def test_conv_5_a_damaged_sheet_leaves_the_others():
    book = sheet_of(["good", "sheet"])
    book.create_sheet("Bad").append(["lost"])
    broken = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(book))) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            body = source.read(name)
            target.writestr(name, body[: len(body) // 2] if name.endswith("sheet2.xml") else body)
    conversion = converted(broken.getvalue())
    assert (conversion.outcome, "Bad" in conversion.reason, "good" in conversion.text) == ("partial", True, True)


def test_conv_5_the_bytes_alone_decide_the_conversion():
    bare = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(workbook()))) as source, zipfile.ZipFile(bare, "w") as target:
        for name in source.namelist():
            if not name.startswith("docProps/"):
                target.writestr(name, source.read(name))
    assert converted(bare.getvalue()).metadata == {"sheets": ["Rates", "Secret"]}


NOON = dt.datetime(2024, 3, 5, 14, 7, 9)  # noqa: DTZ001 - a spreadsheet knows no time zones


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (True, "General", "TRUE"),
        (2.0, "General", "2"),
        (0.1 + 0.2, "General", "0.3"),
        (-1234.5, '"$"#,##0.00', "-$1,234.50"),
        (-1234.5, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$(1,234.50)"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
        (0.125, "0.0%", "12.5%"),
        (1234567, '0.0,,"M"', "1.2M"),
        (1.005, "0.00", "1.01"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (2.5, "# ?/?", "2 1/2"),
        (7, "000", "007"),
        (5551234567, "(000) 000-0000", "(555) 123-4567"),
        (150, '[>100]"big" 0;"small" 0', "big 150"),
        (-0.001, "0.00", "0.00"),
        (0, '0;-0;"none"', "none"),
        (5, "[Red]0", "5"),
        (0.00001, "General", "0.00001"),
        (-0.00000015, "General", "-0.00000015"),
        (2.5e-10, "General", "2.5E-10"),
        (1e20, "General", "1E+20"),
        (NOON, "mm-dd-yy", "2024-03-05"),
        (NOON, "m/d/yyyy h:mm AM/PM", "3/5/2024 2:07 PM"),
        (NOON, "[$-409]mmmm d, yyyy", "March 5, 2024"),
        (NOON, "dd.mm.yyyy", "05.03.2024"),
        (NOON, "General", "2024-03-05 14:07:09"),
        (dt.time(9, 5), "h:mm", "9:05"),
        (dt.timedelta(hours=30, minutes=5), "[h]:mm:ss", "30:05:00"),
    ],
)
def test_conv_2_values_are_as_displayed(value, number_format, text):
    assert shown(value, number_format) == text


@given(st.integers(-(10**12), 10**12), st.integers(0, 4))
def test_conv_2_a_plain_format_keeps_the_number(value, places_):
    code = "#,##0" + ("." + "0" * places_ if places_ else "")
    number = value / 10**places_
    assert float(shown(number, code).replace(",", "")) == pytest.approx(number, abs=0.51 / 10**places_)


def test_conv_5_a_number_of_many_digits_is_shown():
    assert shown(1e28, "0") == "1" + "0" * 28
    assert shown(1e300, "0.00%").startswith("1000000")


@given(st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.datetimes()), st.text(max_size=20))
def test_conv_5_any_format_shows_something_printable(value, number_format):
    assert isinstance(shown(value, number_format), str)


@given(st.integers(1, 16_384))
def test_conv_1_columns_have_one_name_each(column):
    assert column_of(letters(column)) == column


@settings(max_examples=40)
@given(
    st.lists(
        st.lists(
            st.one_of(st.none(), st.integers(-(10**14), 10**14), st.text("abc xy", min_size=1, max_size=5)), max_size=6
        ),
        max_size=8,
    )
)
def test_conv_1_every_value_is_in_the_text_at_its_cell(rows):
    book = sheet_of(*rows)
    found = {(location.cell): text for text, location in _entries(converted(saved(book)))}
    for cells in book.active.iter_rows():
        for cell in cells:
            if cell.value is not None and str(cell.value).strip():
                assert found[cell.coordinate] == str(cell.value).strip()


def _entries(conversion):
    return [(conversion.text[entry.start : entry.end], entry.location) for entry in conversion.source_map.entries[1:]]


def test_conv_2_days_head_the_columns_of_a_plan():
    days = [dt.date(2024, 5, 1), dt.date(2024, 5, 2)]
    assert text_of(["Shift", *days], ["Early", "Ann", "Bob"], ["Late", "Cid", "Dan"]).splitlines()[:3] == [
        "| Shift | 2024-05-01 | 2024-05-02 |",
        "| --- | --- | --- |",
        "| Early | Ann | Bob |",
    ]
    assert text_of(["Ann", *days], ["Bob", *days]).startswith("|  |  |  |\n| --- |")


def test_conv_2_an_empty_row_does_not_take_the_header_from_the_rows_below_it():
    rows = [["No.", "Question", "Answer"], [1, "How?", "Thus."], [], [2, "Who?", "Ann."]]
    assert text_of(*rows).endswith("| --- | --- | --- |\n| 1 | How? | Thus. |\n| 2 | Who? | Ann. |\n")
    fees = [["Item", "Unit", "Price"], ["Pen", "box", 5], ["Ink", "l", 6], [], ["Total", None, 11]]
    assert text_of(*fees).endswith("| Ink | l | 6 |\n| Total |  | 11 |\n")
    sums = [["Id", "Loan", "Rate", "Fee", "Paid"], [1, "L1", 2, 3, 4], [], ["Closing balance", None, 5]]
    assert "| 1 | L1 | 2 | 3 | 4 |\n\n" in text_of(*sums)
    other = [["No.", "Question", "Answer"], [1, "How?", "Thus."], [], ["Site", "Town", "Staff"], ["A", "Bern", 5]]
    assert "| Site | Town | Staff |\n| --- |" in text_of(*other)
    assert "| Site | Town | Staff |\n| --- |" in text_of(*rows[:2], [], [], ["Site", "Town", "Staff"], ["A", "Bern", 5])


def test_conv_2_rows_below_an_empty_one_keep_the_header_where_they_hold_the_like():
    boats = [
        ["Boat", "2023", "2024", "Winter", "Crane", "Wash"],
        ["Dinghy", 210, 220, 90, 40, 12],
        ["Yacht", 800, 840, 300, 95, 30],
    ]
    less = [["Second boat", "-10 %", "-12 %"], ["Members of the rescue crew", "-25 %", "-30 %"]]
    assert "| 95 | 30 |\n| Second boat | -10 % | -12 % |" in text_of(*boats, [], *less)
    ladder = [["Length", "5 %", "10 %"], ["up to 6 m", 20, 40]]
    assert "\n\n| Length | 5 % | 10 % |\n| --- |" in text_of(*boats, [], *ladder)
    words = [["Pier", "Keeper", "Keys"], ["North", "Ada", "office"]]
    assert "\n\n| Pier | Keeper | Keys |\n| --- |" in text_of(*boats, [], *words)


def test_conv_2_remarks_below_a_table_are_lines():
    boats = [["Boat", "2023", "2024"], ["Dinghy", 210, 220]]
    remarks = [["Children pay half in winter."], ["Valid until the pier is rebuilt"]]
    assert text_of(*boats, [], *remarks).endswith(
        "\n\nChildren pay half in winter.\n\nValid until the pier is rebuilt\n"
    )
    names = [["Keeper"], ["Ada Moss"], ["Ben Roe"]]
    assert text_of(*boats, [], *names).endswith("\n\n| Keeper |\n| --- |\n| Ada Moss |\n| Ben Roe |\n")


def test_conv_2_remarks_beside_a_table_are_none_of_its_rows():
    rows = [
        ["Boat", "Fee", None, "Notes"],
        ["Dinghy", 210, None, "The crane is out of order until May."],
        ["Yacht", 800],
    ]
    assert text_of(*rows) == (
        "| Boat | Fee |\n| --- | --- |\n| Dinghy | 210 |\n| Yacht | 800 |\n\n"
        "| Notes |\n| --- |\n| The crane is out of order until May. |\n"
    )
    joined = text_of(*rows, [], ["Second boat", "-10 %", None, None])
    assert "| Dinghy | 210 |" in joined
    states = [["Boat", "Fee", None, "Paid"], ["Dinghy", 210, None, "yes"], ["Yacht", 800, None, "not yet"]]
    assert "| Dinghy | 210 |  | yes |" in text_of(*states)
    near = [["Boat", "Fee", "Notes"], ["Dinghy", 210, "The crane is out of order until May."], ["Yacht", 800]]
    assert "| Dinghy | 210 | The crane is out of order until May. |" in text_of(*near)


def test_conv_1_a_row_has_the_range_of_its_cells():
    conversion = converted(saved(sheet_of(["Boat", "2023", "2024"], ["Dinghy", 210, 220])))
    row = conversion.text.index("| Dinghy")
    locate = conversion.source_map.locate
    assert locate(conversion.text, Span(row, len(conversion.text))).cell == "A2:C2"
    assert locate(conversion.text, Span(row + 2, row + 4)).cell == "A2"
