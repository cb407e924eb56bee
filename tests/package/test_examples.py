"""FACES, CONV-1, CHUNK-2, IDX-1: adapters of a third party are found by their entry points, and the pages show them.

Each example is built and installed as a user would install it, offline, into a folder of its own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

PAGES = {
    "kts-subtitles": "add-a-converter.md",
    "kts-waymark": "add-a-sectioner.md",
    "kts-plain-index": "add-an-index.md",
}
TALK = """1
00:00:01,000 --> 00:00:04,500
The escrow account is analysed once a year.

2
00:00:05,000 --> 00:00:07,000
A shortage is spread over twelve months.
"""
NOTES = "@ Night shift\n\nNothing.\n\n@@ Generator\n\nStart the generator by hand when the mains fail.\n"


@pytest.fixture(scope="module")
def installed(repository, tmp_path_factory):
    """The environment of a process in which all examples are installed."""
    target = tmp_path_factory.mktemp("site")
    examples = [str(repository / "examples" / name) for name in PAGES]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
    run([*pip, "--no-deps", "--no-build-isolation", "--target", str(target), *examples])
    paths = os.pathsep.join([str(target), str(repository / "src")])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def kts(installed, tmp_path):
    """Runs the command line in an empty folder: `kts(*arguments, **settings)`."""

    def call(*arguments, **settings):
        return run([sys.executable, "-m", "kts", *arguments], cwd=tmp_path, env={**installed, **settings})

    return call


def first_result(printed):
    return json.loads(printed)["data"]["results"][0]


def test_conv_1_a_converter_of_a_third_party_reads_its_files(kts, tmp_path):
    (tmp_path / "talk.srt").write_text(TALK, encoding="utf-8")
    kts("ingest", ".")
    found = first_result(kts("search", "escrow", "shortage", "--json"))
    assert "twelve months" in found["text"]
    assert "-->" not in found["text"]
    assert found["metadata"]["path"] == "talk.srt"
    place = found["citation"]["location"]
    said = (tmp_path / "talk.srt").read_bytes()[place["byte_start"] : place["byte_end"]]
    assert said.startswith(b"The escrow account")
    assert said.endswith(b"twelve months.")
    assert "talk.srt:3" in kts("search", "escrow account")


def test_chunk_2_a_sectioner_of_a_third_party_is_chosen_by_name(kts, tmp_path):
    (tmp_path / "shift.txt").write_text(NOTES, encoding="utf-8")
    kts("ingest", ".", KTS_INGEST_SECTIONER="waymark")
    assert first_result(kts("search", "mains", "fail", "--json"))["metadata"]["heading"] == "Generator"


def test_chunk_2_another_sectioner_takes_files_as_changed(kts, tmp_path):
    (tmp_path / "shift.txt").write_text(NOTES, encoding="utf-8")
    kts("ingest", ".")
    assert first_result(kts("search", "mains", "fail", "--json"))["metadata"]["heading"] != "Generator"
    kts("ingest", ".", KTS_INGEST_SECTIONER="waymark")
    assert first_result(kts("search", "mains", "fail", "--json"))["metadata"]["heading"] == "Generator"


@pytest.mark.parametrize("index", ["plain", "memory"])
def test_idx_1_another_index_finds_the_same_with_the_same_scores(kts, tmp_path, index):
    (tmp_path / "talk.srt").write_text(TALK, encoding="utf-8")
    (tmp_path / "shift.txt").write_text(NOTES, encoding="utf-8")
    kts("ingest", ".", KTS_SEARCH_INDEX=index)
    assert not list(tmp_path.glob(".kts/lexical/*"))
    question = ("search", "hand shortage generator", "--json", "-k", "5")
    found = [(result["id"], result["score"]) for result in results(kts(*question, KTS_SEARCH_INDEX=index))]
    usual = [(result["id"], result["score"]) for result in results(kts(*question))]
    assert found == usual
    assert len(found) > 1
    if index != "memory":
        kts("verify", "--full", KTS_SEARCH_INDEX=index)


def results(printed):
    return json.loads(printed)["data"]["results"]


def test_idx_1_the_index_of_a_third_party_follows_changes(kts, tmp_path):
    chosen = {"KTS_SEARCH_INDEX": "plain"}
    (tmp_path / "a.txt").write_text("The quillmark gateway is closed on Fridays.\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("The gateway opens at nine.\n", encoding="utf-8")
    kts("ingest", ".", **chosen)
    (tmp_path / "a.txt").unlink()
    (tmp_path / "b.txt").write_text("The gateway opens at ten.\n", encoding="utf-8")
    kts("ingest", ".", **chosen)
    found = results(kts("search", "quillmark gateway", "--json", **chosen))
    assert [result["metadata"]["path"] for result in found] == ["b.txt"]
    assert "at ten" in found[0]["text"]


def test_faces_an_unknown_name_is_an_error_that_lists_the_known(installed, tmp_path):
    environment = {**installed, "KTS_INGEST_SECTIONER": "absent"}
    command = [sys.executable, "-m", "kts", "ingest", "."]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False, encoding="utf-8"
    )
    assert done.returncode == 2
    assert "structure" in done.stderr
    assert "waymark" in done.stderr


@pytest.mark.parametrize("example", PAGES)
def test_faces_the_suite_of_each_example_passes(installed, repository, tmp_path, example):
    (test,) = (repository / "examples" / example).glob("test_*.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(test)]
    assert "passed" in run(command, env=installed, cwd=tmp_path)


@pytest.mark.parametrize("example", PAGES)
def test_faces_the_page_shows_the_files_of_the_example(repository, example):
    text = (repository / "docs" / "howto" / PAGES[example]).read_text(encoding="utf-8")
    shown = re.findall(r"(?ms)^```(?:toml|python)\n(.*?)^```", text)
    files = [path for path in (repository / "examples" / example).rglob("*") if path.suffix in {".py", ".toml"}]
    assert sorted(shown) == sorted(path.read_text(encoding="utf-8") for path in files)
    for path in files:
        assert f"examples/{example}/{path.relative_to(repository / 'examples' / example).as_posix()}" in text
