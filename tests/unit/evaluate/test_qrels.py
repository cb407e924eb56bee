"""EVAL (WIRE `eval --data`): judged collections are read whole or refused with file and line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.evaluate.qrels import CorpusDocument, read_collection, read_corpus, read_qrels, read_queries

ids = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=6)


@pytest.fixture
def folder(tmp_path):
    rows = [
        {"_id": "q1", "text": "late charge?"},
        {"_id": "q2", "text": "escrow?"},
        {"_id": "q3", "text": "?"},
    ]
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "qrels.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\ta/b c.md\t2\nq1\tx\t0\nq2\tx\t0\n", encoding="utf-8"
    )
    return tmp_path


def test_a_folder_is_queries_and_judgements(folder):
    collection = read_collection(folder)
    assert collection.qrels == {"q1": {"a/b c.md": 2, "x": 0}, "q2": {"x": 0}}
    assert set(collection.queries) == {"q1", "q2", "q3"}
    assert collection.judged == {"q1": "late charge?"}


def test_the_layout_with_a_qrels_folder_and_no_header_is_read(folder):
    (folder / "qrels").mkdir()
    (folder / "qrels.tsv").unlink()
    (folder / "qrels" / "test.tsv").write_text("q1\ta\t1\r\n\r\nq2\tb\t1\r\n", encoding="utf-8")
    assert read_collection(folder).qrels == {"q1": {"a": 1}, "q2": {"b": 1}}


def test_a_folder_without_judgements_says_what_is_expected(folder):
    (folder / "qrels.tsv").unlink()
    with pytest.raises(UsageError, match=r"neither qrels\.tsv nor qrels/test\.tsv") as caught:
        read_collection(folder)
    assert "TAB" in caught.value.hint


def test_a_judged_query_without_text_is_refused(folder):
    (folder / "qrels.tsv").write_text("q9\ta\t1\n", encoding="utf-8")
    with pytest.raises(UsageError, match="'q9'"):
        read_collection(folder)


def test_a_missing_file_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match=r"queries\.jsonl cannot be read"):
        read_collection(tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"q1 a 1", "3 columns"),
        (b"q1\ta", "3 columns separated by tabs are expected, not 2"),
        (b"q1\ta\tyes", "integer, not 'yes'"),
        (b"q1\td\t0", "two different scores"),
        (b"q1\t\xff\t1", "not UTF-8 at byte 3"),
        (b"query-id\tcorpus-id\tscore", "integer"),
    ],
)
def test_a_damaged_judgement_is_named_by_file_and_line(tmp_path, line, message):
    path = tmp_path / "qrels.tsv"
    path.write_bytes(b"q1\td\t1\n\n" + line + b"\n")
    with pytest.raises(UsageError, match=message) as caught:
        read_qrels(path)
    assert caught.value.message.startswith(f"{path}:3: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "object is expected, not list"),
        ('{"text": "t"}', '"_id" must be a string'),
        ('{"_id": 7, "text": "t"}', '"_id" must be a string, not 7'),
        ('{"_id": "", "text": "t"}', '"_id" is empty'),
        ('{"_id": "b"}', '"text" must be a string'),
        ('{"_id": "a", "text": "t"}', "'a' occurs a second time"),
    ],
)
def test_a_damaged_query_is_named_by_file_and_line(tmp_path, line, message):
    path = tmp_path / "queries.jsonl"
    path.write_text(f'\ufeff{{"_id": "a", "text": "u\u2028v"}}\n{line}\n', encoding="utf-8")
    with pytest.raises(UsageError, match=message) as caught:
        read_queries(path)
    assert caught.value.message.startswith(f"{path}:2: ")


def test_a_document_may_lack_title_and_text(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"_id": "a", "text": "t"}\n{"_id": "b", "title": "B", "more": 1}\n', encoding="utf-8")
    assert list(read_corpus(path)) == [CorpusDocument("a", "", "t"), CorpusDocument("b", "B", "")]


@given(qrels=st.dictionaries(ids, st.dictionaries(ids, st.integers(-1, 4), min_size=1)), header=st.booleans())
def test_judgements_survive_being_written_and_read(tmp_path_factory, qrels, header):
    path = tmp_path_factory.mktemp("qrels") / "qrels.tsv"
    lines = [f"{query}\t{doc}\t{score}\n" for query, found in qrels.items() for doc, score in found.items()]
    path.write_text("".join(["query-id\tcorpus-id\tscore\n"] * header + lines), encoding="utf-8", newline="\n")
    assert read_qrels(path) == qrels
