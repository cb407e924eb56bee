"""CONV-1, CONV-2: JSON and CSV keep every value at its bytes."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.csv import CsvConverter, has_header, records, sniff
from kts.ingest.convert.json import JsonConverter
from kts.types import Span

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
FIELD = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]) | st.sampled_from('",'), max_size=6)


def test_conv_2_json_is_one_line_a_leaf_with_its_path():
    content = b'{"service": {"retries": [{"delay": 30, "delay": 31}], "a.b": "x\\u00e9"},\n "title": "T", "e": []}'
    conversion = JsonConverter().convert(content, name="a.json")
    assert conversion.text == (
        'service.retries[].delay: 30\nservice.retries[].delay: 31\n\nservice["a.b"]: x\u00e9\n\ntitle: T\ne: []\n'
    )
    assert conversion.metadata == {"title": "T"}
    places = {conversion.text[e.start : e.end]: e.location for e in conversion.source_map.entries}
    assert content[places["31"].byte_start : places["31"].byte_end] == b"31"
    assert content[places["x\u00e9"].byte_start : places["x\u00e9"].byte_end] == b"x\\u00e9"
    assert places["T"].line == 2


@given(value=JSON)
def test_conv_1_json_values_are_where_the_map_says(value):
    content = json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "replace")
    conversion = JsonConverter().convert(content, name="a.json")
    for entry in conversion.source_map.entries:
        raw = content[entry.location.byte_start : entry.location.byte_end].decode()
        shown = conversion.text[entry.start : entry.end]
        assert shown in {raw, f".{raw}"} or json.loads(f'"{raw}"') in shown or '["' in shown


@pytest.mark.parametrize("content", [b"{", b'{"a": 1,}', b"[1 2", b'{"a" 1}', b"nope", b"[" * 300, b"[" * 100_000])
def test_conv_5_broken_json_is_malformed(content):
    conversion = JsonConverter().convert(content, name="a.json")
    assert conversion.outcome == "malformed"
    assert conversion.reason


def test_conv_2_json_lines_are_records_of_one_list():
    assert JsonConverter().convert(b'{"a":1}\n{"a":2}\n', name="a.json").text == "[].a: 1\n\n[].a: 2\n"
    named = JsonConverter().convert(b'{"id":"T-1","n":[1,2.50,"x"]}\n{"id":"T-2"}\n', name="a.json").text
    assert named == "[T-1].id: T-1\n[T-1].n: 1, 2.50, x\n\n[T-2].id: T-2\n"


def test_conv_2_a_damaged_line_of_json_lines_loses_no_line_before_it():
    conversion = JsonConverter().convert(b'{"id":1}\n{"id":2}\n{"id":', name="a.json")
    assert conversion.outcome == "partial"
    assert conversion.text == "[1].id: 1\n\n[2].id: 2\n"
    assert "line 3" in conversion.reason


RECORD = st.fixed_dictionaries({"fee": st.integers()}, optional={"name": st.text("abc", min_size=1, max_size=3)})


@given(records=st.lists(RECORD, min_size=1, max_size=4), new=RECORD, at=st.integers(0, 4))
def test_conv_2_an_inserted_record_changes_nothing_that_is_said_of_the_others(records, new, at):
    before = JsonConverter().convert(json.dumps({"fees": records}).encode(), name="a.json").text
    changed = [*records[:at], new, *records[at:]]
    after = JsonConverter().convert(json.dumps({"fees": changed}).encode(), name="a.json").text
    assert set(before.splitlines()) <= set(after.splitlines())


@pytest.mark.parametrize("number", ["123456789012345678901234567890.10", "1e400", "-0.0", "1E+2"])
def test_conv_2_numbers_stay_as_written(number):
    assert JsonConverter().convert(f'\ufeff{{"n": {number}}}'.encode(), name="a.json").text == f"n: {number}\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_conv_2_csv_dialects_are_seen_and_rows_map_to_their_bytes(delimiter):
    content = 'Name;Fee\r\n"Doe; Jane";1.5\r\n\r\n"say ""hi""\nthere";2\r\n'.replace(";", delimiter).encode()
    conversion = CsvConverter().convert(content, name="a.csv")
    rows = conversion.text.splitlines()
    assert rows[:2] == ["| Name | Fee |", "| --- | --- |"]
    assert rows[3] == '| say "hi" there | 2 |'
    places = {conversion.text[e.start : e.end]: e.location for e in conversion.source_map.entries}
    assert content[places["2"].byte_start : places["2"].byte_end] == b"2"
    assert places['say "hi" there'].line == 4


@given(rows=st.lists(st.lists(FIELD, min_size=2, max_size=4), min_size=1, max_size=5))
def test_conv_2_records_agree_with_the_standard_reader(rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    parsed = [[field.value for field in row] for row in records(out.getvalue(), ",")]
    assert parsed == rows


def test_conv_5_a_quote_that_never_closes_is_a_character():
    assert [[f.value for f in row] for row in records('a,"b\nc,d', ",")] == [["a", '"b'], ["c", "d"]]
    assert sniff("one column\nonly\n") == ","
    assert CsvConverter().convert(b"\n,,\n", name="a.csv").outcome == "empty"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["Name", "Fee"], ["a", "1.50"], ["b", "2"]], True),
        ([["1.50", "2024-01-05"], ["2", "2024-02-05"], ["3", "2024-03-05"]], False),
        ([["Region", "2022", "2023"], ["TX", "4", "5"], ["OK", "6", "7"]], True),
        ([["F-1", "5.00"], ["F-2", "6.00"], ["F-3", "7.00"]], False),
        ([["a", "b"], ["c", "d"], ["e", "f"]], True),
        ([["1", "2"]], True),
    ],
)
def test_conv_2_the_first_row_is_a_header_unless_it_looks_like_the_others(rows, expected):
    assert has_header(rows) is expected


def test_conv_2_rows_without_a_header_are_quotable_by_column_number():
    text = CsvConverter().convert(b"F-1,5.00\nF-2,6.00\nF-3,7.00\n", name="a.csv").text
    assert text.startswith("| Column 1 | Column 2 |\n| --- | --- |\n| F-1 | 5.00 |\n")


def test_conv_2_lines_above_a_table_are_no_rows_of_it():
    text = CsvConverter().convert(b"Wire log,,\n\nDate,Amount,To\n2024-01-05,5,a\n2024-01-06,6,b\n", name="a.csv").text
    assert text.startswith("Wire log\n\n| Date | Amount | To |\n")


def test_conv_5_a_stray_quote_does_not_swallow_the_rows_below():
    rows = [[field.value for field in row] for row in records('a,"b\nc,d\ne,f"g\nh,i\n', ",")]
    assert rows == [["a", '"b'], ["c", "d"], ["e", 'f"g'], ["h", "i"]]


def test_conv_4_remarks_above_a_table_are_no_rows_of_it():
    text = CsvConverter().convert(b"# made by hand\n# in 2024\nFund,Fee\nAlpha,1\n", name="a.csv").text
    assert text == "# made by hand\n# in 2024\n\n| Fund | Fee |\n| --- | --- |\n| Alpha | 1 |\n"
    tagged = CsvConverter().convert(b"#tag,n\n#a,1\n#b,2\n", name="a.csv").text
    assert tagged.startswith("| #tag | n |\n")


def test_conv_1_a_damaged_line_of_json_lines_is_passed_over_where_the_name_says_lines():
    content = b'{"id":"T-1","text":"one"}\n{"id":"T-2",\n{"id":"T-3","text":"three"}\n'
    conversion = JsonConverter().convert(content, name="tickets.jsonl")
    assert conversion.text == "[T-1].id: T-1\n[T-1].text: one\n\n[T-3].id: T-3\n[T-3].text: three\n"
    assert (conversion.outcome, conversion.reason) == ("partial", "line 2 is no JSON: no key")
    assert "three" not in JsonConverter().convert(content, name="tickets.json").text
    start = conversion.text.index("three")
    assert conversion.source_map.locate(conversion.text, Span(start, start + 5)).line == 3


@pytest.mark.parametrize(
    "value",
    [
        {"success": True, "data": {"text": "The limit is 5."}, "confidence": 0.9, "reasoning": "one"},
        {"id": "1", "claim": "x", "support": "s", "score": 1, "standing": None, "reasons": [], "citations": []},
        {"id": "q1", "question": "How long?", "places": [{"file": "a.md", "quote": "Nine days."}]},
        {"id": "c1", "claim": "Nine days.", "label": "supported"},
    ],
)
def test_conv_1_a_saved_result_of_ours_is_no_document(value):
    for name, content in (("a.json", json.dumps(value, indent=1)), ("b.jsonl", f"{json.dumps(value)}\n" * 2)):
        conversion = JsonConverter().convert(content.encode(), name=name)
        assert (conversion.outcome, "kts" in conversion.reason) == ("unsupported", True)
    other = {"author": "Ada", **dict(list(value.items())[:2])}
    assert JsonConverter().convert(json.dumps(other).encode(), name="a.json").outcome == "ok"


def test_conv_2_a_table_of_too_many_cells_is_refused_with_the_limit(monkeypatch):
    monkeypatch.setattr("kts.ingest.convert.csv.MAX_CELLS", 1_000)
    rows = ["Asset;Room;Value", *(f"LH-{n:06};1.{n};{n},00" for n in range(332))]
    assert CsvConverter().convert("\n".join(rows).encode(), name="a.csv").outcome == "ok"
    found = CsvConverter().convert("\n".join([*rows, *rows]).encode(), name="a.csv")
    assert (found.outcome, found.text) == ("too_large", "")
    assert found.reason == "about 1,998 cells of a table; at most 1,000 are read"


def test_conv_2_words_with_commas_are_no_cells(monkeypatch):
    monkeypatch.setattr("kts.ingest.convert.csv.MAX_CELLS", 1_000)
    rows = ["Code,Text", *(f'F-{n},"{"a, " * 20}b"' for n in range(100))]
    assert CsvConverter().convert("\n".join(rows).encode(), name="a.csv").outcome == "ok"
