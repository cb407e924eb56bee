"""FACES: a server as a process: found by the command line, watched, ended by signals and with its parent."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from kts.server.door import announced
from kts.workspace import Workspace
from support.command import environment, kts, line
from support.folders import document, policies

PATIENCE = 60.0
"""Seconds until a step that must happen has failed."""


@pytest.fixture
def folder(tmp_path):
    policies(tmp_path / "docs", 8)
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")])
    return tmp_path


def ready(process):
    """The line that says that a server answers."""
    said = process.stdout.readline()
    assert said, process.stderr.read()
    return json.loads(said)


@contextmanager
def serving(folder, *options, stdin=subprocess.DEVNULL):
    """A server over an index, ended when the block does."""
    pipe = subprocess.PIPE
    words = line("serve", "--json", "--kb", folder, *options)
    process = subprocess.Popen(words, env=environment(), stdin=stdin, stdout=pipe, stderr=pipe)
    try:
        yield process, ready(process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        assert b'"level": "error"' not in err, err


def door(folder):
    return announced(Path(folder) / ".kts" / "server.json")


def get(folder, path):
    """Status and JSON of a call with the announced token."""
    found = door(folder)
    connection = http.client.HTTPConnection(found.host, found.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Authorization": f"Bearer {found.token}"})
    answer = connection.getresponse()
    body = json.loads(answer.read())
    connection.close()
    return answer.status, body


def post(folder, path, body):
    """The status of a call without the token."""
    found = door(folder)
    connection = http.client.HTTPConnection(found.host, found.port, timeout=PATIENCE)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    status = connection.getresponse().status
    connection.close()
    return status


def metrics(folder):
    """The text of the server's metrics."""
    found = door(folder)
    connection = http.client.HTTPConnection(found.host, found.port, timeout=PATIENCE)
    connection.request("GET", "/api/metrics", headers={"Authorization": f"Bearer {found.token}"})
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def until(check):
    """What `check` gives as soon as it gives something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.05)
    message = "it did not happen"
    raise AssertionError(message)


def without_times(text):
    found = json.loads(text)
    found["data"].pop("timings_ms", None)
    return found


def test_faces_the_command_line_gets_the_same_from_a_server_bit_for_bit(folder):
    question = ("search", "mark3x1 answers within days", "--kb", folder, "-k", "4")
    alone = kts(*question).ok(), kts(*question, "--json", "--explain").ok()
    missing = kts("search", "x", "--doc", "none.md", "--kb", folder).ok(2)
    with serving(folder):
        served = kts(*question).ok(), kts(*question, "--json", "--explain").ok()
        bypassed = kts(*question, "--no-server").ok()
        counted = get(folder, "/api/status")[0]
        also_missing = kts("search", "x", "--doc", "none.md", "--kb", folder).ok(2)
    assert (served[0].out, served[0].err) == (alone[0].out, alone[0].err) == (bypassed.out, bypassed.err)
    assert without_times(served[1].out) == without_times(alone[1].out)
    assert (also_missing.out, also_missing.err) == (missing.out, missing.err)
    assert counted == 200


@pytest.mark.parametrize(
    "words",
    [("ask", "How soon does the servicer answer on escrow?"), ("terms", "escrow", "--json"), ("outline", "p03.md")],
)
def test_faces_every_command_that_asks_a_server_prints_the_same(folder, words):
    alone = kts(*words, "--kb", folder).ok()
    with serving(folder):
        served = kts(*words, "--kb", folder).ok()
        counted = metrics(folder)
    assert "kts_requests_total" in counted
    changing = re.compile(r"led_[0-9a-f]{16}")  # each answer is a record of its own
    assert changing.sub("", served.out) == changing.sub("", alone.out)
    assert served.err == alone.err


def calls(folder):
    """How many calls of the command line the server has answered."""
    text = metrics(folder)
    counts = [row.split()[1] for row in text.splitlines() if row.startswith('kts_requests_total{operation="search"')]
    return sum(map(float, counts))


def test_faces_the_server_is_asked_unless_the_call_says_otherwise(folder):
    with serving(folder):
        kts("search", "escrow", "--kb", folder).ok()
        assert calls(folder) == 1
        kts("search", "escrow", "--kb", folder, "--no-server").ok()
        kts("search", "escrow", "--kb", folder, env={"KTS_RRF_K": "30"}).ok()
        assert calls(folder) == 1


def test_faces_a_killed_server_is_gone_without_a_trace_in_the_answer(folder):
    question = ("search", "mark3x1", "--kb", folder)
    alone = kts(*question).ok()
    with serving(folder) as (process, _):
        process.kill()
        process.wait()
    fallen = kts(*question).ok()
    assert fallen.out == alone.out
    assert "the server was not asked" in fallen.err
    with serving(folder):
        assert kts(*question).ok().err == alone.err
    assert door(folder) is None


def test_faces_one_server_for_an_index(folder):
    with serving(folder) as (process, _):
        second = kts("serve", "--kb", folder, "--json").ok(11)
        assert str(process.pid) in second.data["data"]["message"]


def test_faces_the_page_of_a_running_server_is_reached_again(folder):
    with serving(folder, "--open") as (process, first):
        again = kts("serve", "--open", "--kb", folder, "--json").ok().data
        assert (again["event"], again["pid"], again["url"]) == ("running", process.pid, first["url"])
        assert again["link"] != first["link"]
        for link in (again["link"], first["link"]):
            code = link.partition("#code=")[2]
            assert post(folder, "/api/session", {"code": code}) == 200
            assert post(folder, "/api/session", {"code": code}) == 403
        assert again["url"] in kts("serve", "--open", "--kb", folder).ok().out


def test_faces_a_server_that_was_killed_is_followed_by_another(folder):
    with serving(folder) as (process, _):
        process.kill()
        process.wait()
    with serving(folder, "--open") as (_, said):
        assert said["event"] == "ready"


@pytest.mark.skipif(os.name == "nt", reason="sockets of the file system")
def test_faces_a_socket_of_the_file_system(folder):
    path = folder / "s"
    with serving(folder, "--socket", path):
        assert path.stat().st_mode & 0o777 == 0o600
        assert kts("search", "escrow", "--kb", folder).ok().err == ""
        stream = socket.socket(socket.AF_UNIX)
        stream.connect(str(path))
        stream.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert stream.recv(100).startswith(b"HTTP/1.1 401")
        stream.close()
    assert not path.exists()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1"])  # noqa: S104 - it must be refused
def test_reliability_another_address_needs_an_explicit_word(folder, host):
    done = kts("serve", "--kb", folder, "--host", host).ok(2)
    assert "--outside" in done.err


def test_reliability_without_an_index_there_is_no_server(tmp_path):
    assert "kts ingest" in kts("serve", "--kb", tmp_path).ok(10).err


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_faces_a_signal_ends_it_and_leaves_nothing_behind(folder, number):
    with serving(folder) as (process, said):
        assert said["event"] == "ready"
        assert door(folder).url == said["url"]
        process.send_signal(number)
        process.wait(PATIENCE)
    assert door(folder) is None


def test_reliability_it_ends_with_the_input_of_its_parent(folder):
    with serving(folder, "--with-parent", stdin=subprocess.PIPE) as (process, _):
        began = time.monotonic()
        process.stdin.close()
        process.stdin = None
        process.wait(PATIENCE)
        assert time.monotonic() - began < PATIENCE
    assert door(folder) is None


def test_crawl4_a_watched_folder_is_fresh_and_survives_vanishing(folder):
    docs = folder / "docs"
    with serving(folder, "--watch"):

        def found(word):
            return [one["citation"]["path"] for one in get(folder, f"/api/search?q={word}")[1]["data"]["results"]]

        assert not found("aardvark")
        time.sleep(1.0)  # the watch begins shortly after the server is ready
        (docs / "new.md").write_text("# New\n\nThe aardvark clause.\n", encoding="utf-8")
        assert until(lambda: found("aardvark")) == ["new.md"]
        (docs / "new.md").unlink()
        until(lambda: not found("aardvark"))
        docs.rename(folder / "away")
        time.sleep(1.5)
        assert found("mark3x1")
        (folder / "away" / "late.md").write_text("# Late\n\nThe zebra clause.\n", encoding="utf-8")
        (folder / "away").rename(docs)
        assert until(lambda: found("zebra")) == ["late.md"]


@pytest.mark.skipif(os.name == "nt", reason="there, nobody can delete what is open")
def test_reliability_an_index_that_is_made_anew_under_a_server_is_served_and_announced(folder):
    with serving(folder, "--watch") as (_, said):
        assert get(folder, "/api/search?q=mark3x1")[0] == 200
        here = door(folder)
        shutil.rmtree(folder / ".kts")
        (folder / "docs" / "p03.md").write_text("# Gone over\n\nThe quokka clause.\n", encoding="utf-8")
        kts("ingest", folder / "docs", "--kb", folder, "--quiet", "--no-vectors").ok()
        assert until(lambda: door(folder)) == here
        assert [one["citation"]["path"] for one in get(folder, "/api/search?q=quokka")[1]["data"]["results"]] == [
            "p03.md"
        ]
        assert get(folder, "/api/health")[1]["data"]["status"] == "ok"
    assert said["url"] == here.url
    assert door(folder) is None


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_crawl4_kts_watch_tells_what_it_read(folder):
    pipe = subprocess.PIPE
    words = line("watch", "--json", "--kb", folder, "--debounce", "100")
    process = subprocess.Popen(words, env=environment(), stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    try:
        assert ready(process) == {"event": "watching", "paths": [str(folder / "docs")]}
        time.sleep(1.0)
        (folder / "docs" / "new.md").write_text("# New\n\nThe aardvark clause.\n", encoding="utf-8")
        done = ready(process)
        assert (done["event"], done["indexed"]) == ("done", 1)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    with Workspace.open(str(folder)) as workspace:
        assert [one.citation.path for one in workspace.search("aardvark").results] == ["new.md"]


def test_reliability_many_clients_while_files_change_see_whole_generations(folder):
    """The short form of benchmarks/serve.py."""
    with serving(folder):

        def asked(number):
            status, body = get(folder, f"/api/search?q=edition+mark{number % 8}x1+mark{number % 8}x2&k=3")
            return status, body["data"]["generation"], [one["text"] for one in body["data"]["results"]]

        with ThreadPoolExecutor(16) as pool:
            before = list(pool.map(asked, range(32)))
            running = [pool.submit(asked, number) for number in range(160)]
            for number in range(8):
                (folder / "docs" / f"p{number:02d}.md").write_text(document(number, edition=2), encoding="utf-8")
            kts("ingest", "--kb", folder, "--quiet").ok()
            during = [one.result() for one in running]
            after = list(pool.map(asked, range(32)))
    assert {status for status, _, _ in (*before, *during, *after)} == {200}
    first, last = before[0][1], after[0][1]
    assert last > first
    for _, generation, texts in (*before, *during, *after):
        editions = {text.split("of edition ")[1][0] for text in texts if "of edition " in text}
        assert editions <= ({"1"} if generation == first else {"2"} if generation == last else {"1", "2"})


def test_faces_the_client_looks_for_a_server_where_the_index_is(tmp_path, monkeypatch):
    from kts.cli.remote import announcement

    (tmp_path / "deep" / "down").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep" / "down")
    assert announcement(None) is None
    with Workspace.create(str(tmp_path)) as workspace:
        (tmp_path / "a.md").write_text("# A\n", encoding="utf-8")
        workspace.ingest([str(tmp_path / "a.md")])
        place = str(workspace.layout.server)
    for named in (None, str(tmp_path), str(tmp_path / ".kts"), "../..", "../../.kts"):
        assert os.path.realpath(announcement(named)) == place


def test_faces_a_client_of_a_server_loads_little(folder):
    program = (
        "import sys; from kts.cli.main import run\n"
        f"code = run(['search', 'escrow', '--json', '--kb', {str(folder)!r}])\n"
        "heavy = {'numpy', 'sqlite3', 'tantivy', 'http', 'hashlib', 'pathlib', 'pydantic', 'fastapi'}\n"
        "loaded = heavy & set(sys.modules)\n"
        "sys.exit(code or ' '.join(sorted(loaded)) or 0)"
    )
    with serving(folder):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment(), check=False)
    assert done.stderr == b""
    assert done.returncode == 0


def test_reliability_the_log_is_json_lines_without_what_was_asked_or_found(folder):
    pipe = subprocess.PIPE
    words = line("serve", "--json", "--kb", folder, "--log-level", "debug")
    process = subprocess.Popen(words, env=environment(), stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    ready(process)
    get(folder, "/api/search?q=mark3x1+xylophone")
    get(folder, "/api/documents/p03.md")
    get(folder, "/api/documents/zebra.md")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    lines = [json.loads(said) for said in err.splitlines()]
    calls = [one for one in lines if one.get("event") == "call"]
    assert [(one["operation"], one["status"]) for one in calls] == [
        ("search", 200),
        ("document", 200),
        ("document", 404),
    ]
    assert all(one["ms"] > 0 for one in calls)
    for word in (b"mark3x1", b"xylophone", b"zebra", b"escrow", b"Bearer"):
        assert word not in err
