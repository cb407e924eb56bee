"""Ingests as jobs: progress, order, cancelling, and which paths may be read."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from kts.errors import KTSError
from kts.server.engine import Engine
from kts.server.guard import Guard
from kts.server.jobs import Wish, command, within_roots
from kts.server.names import allowed
from kts.server.routes import application
from kts.workspace import Workspace
from server.conftest import HERE, PORT, data, refused, write_documents


@pytest.fixture
def folder(tmp_path):
    """A folder of documents and an index of them, for one test."""
    write_documents(tmp_path / "docs")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
    return tmp_path


@pytest.fixture
def client(folder):
    engine = Engine(str(folder), threads=2)
    guarded = Guard(application(engine), rules=allowed(PORT), tokens=engine.tokens, metrics=engine.metrics)
    headers = {"Authorization": f"Bearer {engine.tokens.token}"}
    with TestClient(guarded, base_url=HERE, headers=headers) as one:
        yield one


def events(client, job):
    """The numbered events of a job, and the line that ends them."""
    text = client.get(f"/api/jobs/{job}/events").text
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")]
    return [(int(one["id"]), json.loads(one["data"])) for one in blocks if "id" in one], json.loads(blocks[-1]["data"])


def started(client, **wish):
    answer = client.post("/api/ingest", json=wish)
    assert answer.status_code == 202, answer.text
    assert answer.headers["location"] == f"/api/jobs/{answer.json()['data']['id']}"
    return answer.json()["data"]["id"]


def test_faces_an_ingest_takes_paths_as_citations_have_them_and_no_body_at_all(client, folder):
    (folder / "docs" / "notes" / "new.md").write_text("# New\n\nThe aardvark clause is new.\n", encoding="utf-8")
    _, end = events(client, started(client, paths=["notes/new.md"]))
    assert (end["paths"], end["last"]["indexed"]) == ([str(folder / "docs" / "notes" / "new.md")], 1)
    assert client.post("/api/ingest").status_code == 202
    for outside in ("../kts.db", "notes/../../x", ""):
        hint = refused(client.post("/api/ingest", json={"paths": [outside]}), 403, "refused")["hint"]
        assert "absolute or as citations have it" in hint


def test_faces_an_ingest_is_a_job_that_can_be_followed(client, folder):
    (folder / "docs" / "new.md").write_text("# New\n\nThe aardvark clause is new.\n", encoding="utf-8")
    job = started(client)
    lines, end = events(client, job)
    assert [number for number, _ in lines] == list(range(1, len(lines) + 1))
    assert (lines[-1][1]["event"], lines[-1][1]["indexed"]) == ("done", 1)
    assert end["state"] == "done"
    assert data(client.get(f"/api/jobs/{job}"))["last"] == lines[-1][1]
    found = data(client.get("/api/search", params={"q": "aardvark"}))
    assert [one["metadata"]["path"] for one in found["results"]] == ["new.md"]


def test_faces_events_are_resumed_after_the_last_one_seen(client, folder):
    for number in range(5):
        (folder / "docs" / f"n{number}.txt").write_text(f"Text number {number}.", encoding="utf-8")
    job = started(client)
    lines, _ = events(client, job)
    again = client.get(f"/api/jobs/{job}/events", headers={"Last-Event-ID": str(lines[-2][0])}).text
    assert again.count("\nid: ") + again.startswith("id: ") == 1


def test_faces_part_of_a_folder_is_read_and_nothing_else(client, folder):
    for name in ("one.md", "two.md"):
        (folder / "docs" / name).write_text(f"The word is {name[:3]}word.", encoding="utf-8")
    events(client, started(client, paths=[str(folder / "docs" / "one.md")]))
    assert data(client.get("/api/search", params={"q": "oneword"}))["results"]
    assert not data(client.get("/api/search", params={"q": "twoword"}))["results"]


def test_faces_a_job_that_waits_is_cancelled_at_once_and_one_that_runs_ends_clean(client, folder):
    for number in range(300):
        (folder / "docs" / f"n{number}.txt").write_text(f"Text number {number}.", encoding="utf-8")
    first, second = started(client), started(client)
    assert data(client.post(f"/api/jobs/{second}/cancel"))["id"] == second
    data(client.post(f"/api/jobs/{first}/cancel"))
    states = [events(client, job)[1]["state"] for job in (first, second)]
    assert states[1] == "cancelled"
    assert states[0] in {"cancelled", "done"}
    assert {one["id"] for one in data(client.get("/api/jobs"))["jobs"]} == {first, second}
    _, end = events(client, started(client))
    assert (end["state"], end["last"]["found"]) == ("done", 305)
    assert data(client.get("/api/status"))["documents"] == 305


def test_faces_a_path_where_nothing_is_and_never_was_is_refused(client, folder):
    for name in ("nothing.md", "notes/nothing.md", "no-folder"):
        refused(client.post("/api/ingest", json={"paths": [str(folder / "docs" / name)]}), 404, "not_found")
    assert data(client.get("/api/jobs"))["jobs"] == []


def test_faces_what_is_known_and_was_deleted_is_read_as_a_removal(client, folder):
    (folder / "docs" / "terms.md").unlink()
    _, end = events(client, started(client, paths=[str(folder / "docs" / "terms.md")]))
    assert (end["state"], end["last"]["removed"]) == ("done", 1)
    (folder / "docs" / "notes" / "retention.md").unlink()
    (folder / "docs" / "notes").rmdir()
    started(client, paths=[str(folder / "docs" / "notes")])


def test_mon_jobs_are_counted_by_how_they_ended(client):
    events(client, started(client))
    assert 'kts_jobs_total{state="done"} 1.0' in client.get("/api/metrics").text


def test_a_job_names_the_index_and_ends_its_options_before_paths():
    words = command("/index", Wish(("--help",), vectors=False, confirm_delete=True))
    assert words[-6:] == ["--kb", "/index", "--no-vectors", "--confirm-delete", "--", "--help"]


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    if os.name != "nt":
        (tmp_path / "in" / "link").symlink_to(tmp_path / "out")
        with pytest.raises(KTSError, match="may read"):
            within_roots([str(tmp_path / "in" / "link")], [str(tmp_path / "in")])
    assert within_roots([str(tmp_path / "in" / "a")], [str(tmp_path / "in")]) == (str(tmp_path / "in" / "a"),)


names = st.lists(st.sampled_from(["..", ".", "a", "b", "root", "rootx", ""]), max_size=6)


@given(names)
def test_law_what_is_let_in_lies_in_the_root(parts):
    path = "/allowed/" + "/".join(parts)
    try:
        within_roots([path], ["/allowed"])
    except KTSError:
        assert not os.path.realpath(path).startswith("/allowed/")
        assert os.path.realpath(path) != "/allowed"
    else:
        assert os.path.realpath(path) == "/allowed" or os.path.realpath(path).startswith("/allowed/")
