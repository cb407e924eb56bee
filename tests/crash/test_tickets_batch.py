"""kill -9 in the middle of a batch of tickets: the next start goes on, nothing is lost, nothing done twice (TICK-1)."""

from __future__ import annotations

import json
import sys
import time

import pytest

import kts
from support.command import finish, start
from support.command import kts as command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX signal")
COUNT, FIRST = 60, 5


@pytest.fixture
def desk(tmp_path):
    """An index of one article, and sixty tickets about it."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "lockout.md").write_text(
        "# Locked accounts\n\nThe help desk releases a locked account.\n", encoding="utf-8"
    )
    with kts.Workspace.create(str(tmp_path / "kb"), environment={"KTS_EMBED_PROVIDER": ""}) as workspace:
        workspace.ingest([str(docs)])
    rows = [{"id": f"T-{number}", "body": f"Who releases locked account {number}?"} for number in range(COUNT)]
    (tmp_path / "tickets.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def lines(out):
    path = out / "processed.jsonl"
    return path.read_text("utf-8").split("\n")[:-1] if path.is_file() else []


def test_tick_1_a_batch_that_is_killed_goes_on_where_it_was(desk):
    out = desk / "out"
    call = ("tickets", "run", desk / "tickets.jsonl", "--kb", desk / "kb", "--out", out)
    process = start(*call)
    while process.poll() is None and len(lines(out)) < FIRST:
        time.sleep(0.01)
    process.kill()
    assert finish(process).code < 0
    before = len(lines(out))
    assert FIRST <= before < COUNT
    with (out / "processed.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "T-59", "answ')  # as a power cut leaves it
    ran = command(*call).ok()
    assert f"{before} done before" in ran.out
    assert f"{COUNT - before} of {COUNT - before} tickets" in ran.err
    ids = [json.loads(line)["id"] for line in lines(out)]
    assert sorted(ids) == sorted(f"T-{number}" for number in range(COUNT))
