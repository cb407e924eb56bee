"""An index that is deleted, or made anew in its place, under a server that goes on running."""

from __future__ import annotations

import os
import shutil

import pytest
from starlette.testclient import TestClient

from kts.server.engine import Engine
from kts.server.guard import Guard
from kts.server.names import allowed
from kts.server.routes import application
from kts.workspace import Workspace
from server.conftest import HERE, PORT, data, refused


def made(folder, sentence):
    """An index over one note."""
    (folder / "notes").mkdir(exist_ok=True)
    (folder / "notes" / "moorings.md").write_text(f"# Moorings\n\n{sentence}\n", encoding="utf-8")
    with Workspace.create(str(folder)) as workspace:
        workspace.ingest([str(folder / "notes")], vectors=False)
    return folder


@pytest.fixture
def folder(tmp_path):
    return made(tmp_path, "A berth costs forty crowns a night.")


@pytest.fixture
def client(folder):
    engine = Engine(str(folder), threads=2)
    guarded = Guard(application(engine), rules=allowed(PORT), tokens=engine.tokens, metrics=engine.metrics)
    with TestClient(guarded, base_url=HERE) as made_client:
        made_client.headers["Authorization"] = f"Bearer {engine.tokens.token}"
        yield made_client


def texts(client):
    return " ".join(one["text"] for one in data(client.get("/api/search", params={"q": "berth a night"}))["results"])


def warm(client):
    """Have every thread open the index."""
    for _ in range(8):
        assert "forty" in texts(client)


def test_an_index_that_is_deleted_is_served_no_longer(client, folder):
    warm(client)
    assert data(client.get("/api/health"))["status"] == "ok"
    shutil.rmtree(folder / ".kts")
    for _ in range(4):
        refused(client.get("/api/search", params={"q": "berth a night"}), 503, "no_index")
    refused(client.post("/api/ask", json={"q": "What does a berth cost?"}), 503, "no_index")
    refused(client.get("/api/health"), 503, "no_index")
    assert client.get("/api/alive").status_code == 200


def test_an_index_that_is_made_anew_is_read_from_the_next_call(client, folder):
    warm(client)
    tag = client.get("/api/search", params={"q": "berth a night"}).headers["etag"]
    shutil.rmtree(folder / ".kts")
    made(folder, "A berth costs sixty crowns a night.")
    for _ in range(8):
        found = client.get("/api/search", params={"q": "berth a night"}, headers={"If-None-Match": tag})
        assert "sixty" in " ".join(one["text"] for one in data(found)["results"])
    asked = data(client.post("/api/ask", json={"q": "What does a berth cost a night?"}))
    assert "forty" not in asked["text"]
    assert data(client.get("/api/health"))["status"] == "ok"


def test_an_ingest_into_the_same_index_is_no_other_index(client, folder):
    warm(client)
    made(folder, "A berth costs seventy crowns a night.")
    assert "seventy" in texts(client)


def test_a_tag_is_of_the_settings_too(client, folder):
    first = client.get("/api/search", params={"q": "berth"})
    tag = {"If-None-Match": first.headers["etag"]}
    assert client.get("/api/search", params={"q": "berth"}, headers=tag).status_code == 304
    (folder / ".kts" / "config.toml").write_text("[search]\nmax_results = 2\n", encoding="utf-8")
    assert client.get("/api/search", params={"q": "berth"}, headers=tag).status_code == 200


def test_a_tag_stays_when_a_file_of_settings_is_written_anew_with_the_same(client, folder):
    config = folder / ".kts" / "config.toml"
    config.write_text("[search]\nmax_results = 2\n", encoding="utf-8")
    tag = {"If-None-Match": client.get("/api/search", params={"q": "berth"}).headers["etag"]}
    os.utime(config, ns=(1, 1))
    assert client.get("/api/search", params={"q": "berth"}, headers=tag).status_code == 304
