"""WIRE: every shape has the fields that WIRE.md promises, whatever is in them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.config import load
from kts.errors import Locked
from kts.records import DocumentRecord
from kts.server import wire
from kts.types import (
    Checked,
    Citation,
    FileOutcome,
    Finding,
    Hit,
    IngestReport,
    Location,
    Passage,
    Problem,
    Query,
    Ranking,
    Rechecked,
    Result,
    SearchResults,
    Section,
    Span,
    Status,
)

ENVELOPE = {"success", "data", "confidence", "reasoning"}
CITATION = set(
    "path uri title sha256 version converter document_id passage_id start end text_sha256 quote location".split()
)
RESULT = {"id", "text", "score", "confidence", "metadata", "citation", "snippet"}
COUNTS = set(
    "found indexed unchanged removed renamed skipped failed empty passages generation seconds withheld".split()
)
PLACES = [
    (Location("pdf", page=3, boxes=((1.234, 2.0, 3.0, 4.0),)), {"kind", "page", "boxes"}),
    (Location("text", line=1, byte_start=0, byte_end=5), {"kind", "line", "byte_start", "byte_end"}),
    (Location("docx", paragraph=2), {"kind", "paragraph"}),
    (Location("docx", table=1, row=2, cell=3), {"kind", "table", "row", "cell"}),
    (Location("pptx", slide=1, shape=2), {"kind", "slide", "shape"}),
    (Location("xlsx", sheet="Fees", cell="B7"), {"kind", "sheet", "cell"}),
    (Location("eml", part="1.2"), {"kind", "part"}),
    (Location("image", sha256="ab"), {"kind", "sha256"}),
]
PASSAGE = Passage(
    "chunk_1",
    "doc_1",
    "sec_1",
    "chunk",
    "prose",
    "The cure period.",
    Span(5, 21),
    {"section": "5.02", "heading": "Cure"},
)
CITED = Citation(
    "psa.md", "file:///docs/psa.md#L1", "PSA", "ab", "ab", "markdown:1", "doc_1", "chunk_1", Span(5, 21), "cd",
    "The cure period.", Location("text", line=1, byte_start=5, byte_end=21),
)  # fmt: skip
RECORD = DocumentRecord(
    1,
    "doc_1",
    "docs",
    "psa.md",
    "ab",
    "markdown:1",
    "PSA",
    "CONTRACT",
    "",
    "en",
    "2023-06-30",
    21,
    False,
    {"author": "A"},
)


def result(confidence=0.5):
    hit = Hit(PASSAGE, 2.5, {"passage_bm25": 1.5, "document_bm25": 1.0, "identifiers": 0.0})
    return Result(hit, CITED, "CONTRACT", "cure period", Span(9, 20), (Span(0, 4),), CITED.location, confidence)


def found(*results):
    query = Query("cure", "what is the cure?")
    hits = tuple(one.hit for one in results)
    ranking = Ranking(query, hits, 3, ("a note",), {"terms": []})
    return SearchResults(ranking, results, {"total": 1.5})


def written(shape):
    """What a reader of the JSON gets."""
    return json.loads(json.dumps(shape, allow_nan=False))


@pytest.mark.parametrize(("place", "fields"), PLACES)
def test_wire_a_location_has_the_fields_of_its_kind_and_no_others(place, fields):
    shape = written(wire.location(place))
    assert set(shape) == fields
    assert shape["kind"] == place.kind


def test_wire_boxes_are_rounded_and_there_even_where_a_page_has_none():
    assert wire.location(PLACES[0][0])["boxes"] == [[1.23, 2.0, 3.0, 4.0]]
    assert wire.location(Location("pdf", page=1)) == {"kind": "pdf", "page": 1, "boxes": []}


def test_wire_numbers_that_are_nought_are_no_absent_ones():
    assert wire.location(Location("text", line=1, byte_start=0, byte_end=0))["byte_start"] == 0


def test_wire_citation():
    shape = written(wire.citation(CITED))
    assert set(shape) == CITATION
    assert (shape["start"], shape["end"], shape["quote"]) == (5, 21, "The cure period.")


def test_wire_search():
    shape = written(wire.search(found(result(), result(0.25))))
    assert set(shape) == ENVELOPE
    assert set(shape["data"]) == {"query", "generation", "results", "images", "notes", "timings_ms"}
    assert (shape["data"]["query"], shape["data"]["generation"]) == ("what is the cure?", 3)
    assert (shape["success"], shape["confidence"], shape["reasoning"]) == (True, 0.5, "2 passages, best first")
    first = shape["data"]["results"][0]
    assert set(first) == RESULT
    assert {"title", "path", "doc_type", "section", "level", "heading", "stale"} <= set(first["metadata"])
    assert set(first["citation"]) == CITATION
    assert first["snippet"] == {
        "text": "cure period",
        "start": 9,
        "end": 20,
        "marks": [[0, 4]],
        "location": wire.location(CITED.location),
    }


def test_wire_search_explained_has_signals_and_the_explanation():
    shape = written(wire.search(found(result()), explain=True))
    assert set(shape["data"]["results"][0]) == RESULT | {"signals"}
    assert sum(shape["data"]["results"][0]["signals"].values()) == shape["data"]["results"][0]["score"]
    assert shape["data"]["explanation"] == {"terms": []}
    assert shape["reasoning"] == "1 passage, best first"


def test_wire_search_without_results_has_no_confidence():
    shape = wire.search(found())
    assert (shape["success"], shape["confidence"], shape["data"]["results"]) == (True, None, [])


def test_wire_ingest_done():
    report = IngestReport(found=2, indexed=1, failed=1, files=(FileOutcome("a.md", "malformed", "why", "docs"),))
    shape = written(wire.ingest_done(report))
    assert {"event", "files"} | COUNTS <= set(shape)
    assert shape["event"] == "done"
    assert shape["files"] == [{"path": "a.md", "outcome": "malformed", "reason": "why", "root": "docs"}]


def test_wire_ingest_progress():
    shape = wire.ingest_progress(1, 2, "a\n.md", "ok")
    assert shape == {"event": "file", "done": 1, "total": 2, "path": "a\\n.md", "outcome": "ok"}


@pytest.mark.parametrize(("path", "extra"), [(None, {}), ("a\x1b.md", {"path": "a\\x1b.md"})])
def test_wire_error(path, extra):
    shape = written(wire.error(Locked("pid 7 is writing", hint="wait", path=path)))
    assert shape["data"] == {
        "error": "locked", "message": "pid 7 is writing", "hint": "wait", "exit_code": 11, **extra,
    }  # fmt: skip
    assert (set(shape), shape["success"], shape["confidence"]) == (ENVELOPE, False, None)


def test_wire_verify_of_the_store():
    shape = written(wire.verified(Checked(5, (Problem("text", "doc_1", "psa.md", "hash"),))))
    assert set(shape) == ENVELOPE
    assert shape["data"] == {
        "checked": 5,
        "problems": [{"kind": "text", "id": "doc_1", "path": "psa.md", "detail": "hash"}],
    }
    assert (shape["success"], wire.verified(Checked(5, ()))["success"]) == (False, True)


@pytest.mark.parametrize(
    ("status", "good"), [("unchanged", True), ("moved", True), ("changed", False), ("gone", False)]
)
def test_wire_verify_of_a_saved_result(status, good):
    cited = wire.citation(CITED)
    shape = written(wire.rechecked([Rechecked(cited, status, "said")]))
    assert (set(shape), shape["success"]) == (ENVELOPE, good)
    (one,) = shape["data"]["citations"]
    assert set(one) == CITATION | {"status", "detail"}
    assert (one["status"], one["quote"]) == (status, CITED.quote)
    moved = wire.rechecked([Rechecked(cited, "moved", "", Location("pdf", page=2))])
    assert moved["data"]["citations"][0]["moved_to"] == {"kind": "pdf", "page": 2, "boxes": []}


STATUS = Status(
    "/kb/.kts", 3, 2, 5, 4, {"ok": 2}, 0, (("docs", "/docs"),), ("en",), 4096, 3, "ab", "cd", "2024-01-01T00:00:00"
)


def test_wire_status():
    shape = written(wire.status(STATUS))
    promised = {"generation", "documents", "passages", "vectors", "outcomes", "model", "disk_bytes"}
    assert promised <= set(shape["data"])
    assert (set(shape), set(shape["data"]["vectors"])) == (ENVELOPE, {"ready", "pending"})
    assert shape["data"]["roots"] == [{"label": "docs", "path": "/docs"}]
    assert not {"writer", "files"} & set(shape["data"])


def test_wire_status_names_the_writer_and_the_files_where_asked():
    data = wire.status(STATUS._replace(writer=77), [FileOutcome("a.md", "ok")])["data"]
    assert (data["writer"], data["files"]) == (77, [{"path": "a.md", "outcome": "ok", "reason": "", "root": ""}])
    assert wire.status(STATUS, [])["data"]["files"] == []


def test_wire_export_lines():
    assert set(written(wire.document(RECORD))) == set(DocumentRecord._fields) - {"key"}
    passage = written(wire.passage(PASSAGE))
    assert (passage["start"], passage["end"], passage["section"], passage["heading"]) == (5, 21, "5.02", "Cure")
    section = written(wire.section(("doc_1", Section(1, 0, 2, "5.02", "Cure", Span(0, 21), "sec_1"))))
    assert section == {
        "id": "sec_1", "document_id": "doc_1", "index": 1, "parent": 0, "level": 2, "number": "5.02",
        "heading": "Cure", "start": 0, "end": 21,
    }  # fmt: skip


def test_wire_config_and_doctor():
    _, origins = load(None, {"KTS_SEARCH_K1": "2"})
    shape = written(wire.settings(origins))
    assert (set(shape), shape["reasoning"]) == (ENVELOPE, "1 settings are not at their default")
    assert all(set(line) == {"name", "value", "origin"} for line in shape["data"])
    shape = written(wire.examined([Finding("ok", "python", "3.12"), Finding("problem", "index", "damaged")]))
    assert (set(shape), shape["success"]) == (ENVELOPE, False)
    assert shape["data"][1] == {"state": "problem", "subject": "index", "detail": "damaged"}


def test_wire_eval():
    shape = wire.evaluated({"ndcg@10": 0.5, "queries": 3})
    assert (set(shape), shape["data"], shape["reasoning"]) == (
        ENVELOPE, {"ndcg@10": 0.5, "queries": 3}, "nDCG@10 0.5000 over 3 queries",
    )  # fmt: skip


@given(st.one_of(st.text(), st.binary(max_size=20)))
def test_wire_a_path_is_shown_printable_whatever_its_bytes(name):
    path = name if isinstance(name, str) else name.decode("utf-8", "surrogateescape")
    shown = wire.shown(path)
    assert shown.isprintable()
    shown.encode()
    if path.isprintable():
        assert shown == path


@given(st.text(), st.floats(0, 1), st.booleans())
def test_wire_an_envelope_has_its_four_fields(reasoning, confidence, success):
    shape = wire.envelope([], confidence=confidence, reasoning=reasoning, success=success)
    assert shape == {"success": success, "data": [], "confidence": confidence, "reasoning": reasoning}
