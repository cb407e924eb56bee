"""CONV-1, CONV-2: JSON and CSV keep every value at its bytes."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.csv import CsvConverter, records, sniff
from kts.ingest.convert.json import JsonConverter

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
        'service.retries[0].delay: 30\nservice.retries[0].delay: 31\nservice["a.b"]: x\u00e9\n\ntitle: T\ne: []\n'
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


def test_conv_2_json_lines_are_numbered():
    assert JsonConverter().convert(b'{"a":1}\n{"a":2}\n', name="a.json").text == "[0].a: 1\n\n[1].a: 2\n"


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
