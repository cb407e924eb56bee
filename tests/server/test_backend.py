"""WIRE, IPC: JSON lines in, JSON lines out, in one process that ends with its input."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.command import environment

PATIENCE = 60.0
WORDS = (sys.executable, "-m", "kts.cli.backend_", "--kb")


def conversed(folder, *lines):
    """The ready line and all lines that come back for some lines in."""
    sent = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    done = subprocess.run(
        [*WORDS, str(folder)], input=sent, capture_output=True, env=environment(), timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    first, *rest = [json.loads(line) for line in done.stdout.splitlines()]
    assert first["event"] == "ready"
    return first, rest


def test_wire_methods_are_the_operations_of_rest(index):
    ready, answers = conversed(
        index,
        {"id": 1, "method": "search", "params": {"q": "cure period", "k": 1}},
        {"id": "two", "method": "status"},
        {"id": 3, "method": "document", "params": {"id": "terms.md", "limit": 7}},
        {"id": 4, "method": "health"},
    )
    assert {"ask", "search", "status", "verify", "ingest", "cancel", "jobs"} <= set(ready["methods"])
    by_id = {one["id"]: one for one in answers}
    assert set(by_id) == {1, "two", 3, 4}
    assert all(set(one) == {"id", "success", "data", "confidence", "reasoning"} for one in answers)
    assert by_id[1]["data"]["results"][0]["metadata"]["path"] == "terms.md"
    assert by_id[3]["data"]["text"] == "# Terms"


def test_wire_mistakes_are_answered_and_the_conversation_goes_on(index):
    _, answers = conversed(
        index,
        b"no json",
        b"[1]",
        b'{"id": 1, "method": "nothing"}',
        b'{"id": 2, "method": "search", "params": []}',
        b'{"id": 3, "method": "search", "params": {"k": 1}}',
        b'{"id": 4, "method": ["search"]}',
        b"",
        b"[" * 100_000,
        b'{"id": 5, "method": "search", "params": {"q": "cure"}}',
    )
    assert [one["success"] for one in answers if one["id"] == 5] == [True]
    failed = [one for one in answers if one["id"] != 5]
    assert len(failed) == 7
    assert {one["data"]["error"] for one in failed} == {"usage"}
    assert all(one["data"]["hint"] for one in failed)


def test_wire_an_ingest_tells_its_events_first(index):
    _, answers = conversed(
        index, {"id": 1, "method": "ingest", "params": {"vectors": False}}, {"id": 2, "method": "jobs"}
    )
    told = [one for one in answers if one["id"] == 1]
    assert told[0]["event"]["event"] == "job"
    assert told[-1]["data"]["state"] in {"done", "cancelled"}  # the end of the input ends what takes too long
    assert all("event" in one for one in told[:-1])


def test_wire_without_an_index_every_call_says_so(tmp_path):
    _, answers = conversed(tmp_path, {"id": 1, "method": "search", "params": {"q": "a"}}, {"id": 2, "method": "health"})
    assert {one["id"]: one["success"] for one in answers} == {1: False, 2: True}
    assert next(one for one in answers if one["id"] == 1)["data"]["error"] == "no_index"


def test_reliability_answers_in_flight_come_before_the_end(index):
    began = time.monotonic()
    _, answers = conversed(index, *({"id": n, "method": "search", "params": {"q": f"period {n}"}} for n in range(100)))
    assert {one["id"] for one in answers} == set(range(100))
    assert time.monotonic() - began < PATIENCE


@pytest.fixture(scope="module")
def backend(index):
    """A conversation for all examples of a law."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [*WORDS, str(index)], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment()
    )
    process.stdout.readline()
    yield process
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


plain = st.none() | st.booleans() | st.integers() | st.text(max_size=10)
anything = st.recursive(
    plain, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=5), one, max_size=3)
)
methods = st.sampled_from(
    ["search", "ask", "document", "documents", "sections", "status", "ledger", "feedback", "cancel"]
)
named = st.dictionaries(st.sampled_from(["q", "k", "id", "limit", "doc", "verdict", "start"]), anything, max_size=4)


@settings(max_examples=150)
@given(methods | anything, named | anything)
def test_law_every_line_gets_one_answer_and_no_defect(backend, method, params):
    backend.stdin.write(json.dumps({"id": 7, "method": method, "params": params}).encode() + b"\n")
    backend.stdin.flush()
    said = json.loads(backend.stdout.readline())
    assert said["id"] == 7
    assert said["success"] or said["data"]["error"] not in {"internal", "corrupt"}
