"""RELIABILITY and CRAWL-1: what one odd file, name, setting or saved result may cost is itself, never the run."""

from __future__ import annotations

import json
import ntpath
import os
import shutil
import sqlite3
import sys
from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pytest

from kts.cli.output import clean, near, size
from kts.errors import UsageError
from kts.store.lock import writing
from kts.store.sources import FileSources
from support.command import kts
from support.folders import policies, written
from support.index import WORDS, made, store

posix = pytest.mark.skipif(sys.platform == "win32", reason="such files exist on POSIX systems only")


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return tmp_path / "docs"


@pytest.mark.parametrize("value", ["", "42", "true", "[a, 7, null]", "{a: 1}", '"\\ud800"', "2024-01-01"])
def test_any_value_of_any_metadata_key_can_be_stored_indexed_and_found(docs, index, value):
    keys = ("tool", "title", "doc_type", "regime", "language", "created", "keywords")
    front = "".join(f"{key}: {value}\n" for key in keys)
    written(docs, {"a.md": f"---\n{front}---\n\nThe servicer remits monthly.\n"})
    with made(index, docs) as workspace:
        (found,) = workspace.search("servicer").results
        assert found.citation.title not in {"", "None"}
        assert found.doc_type != "NONE"
        assert workspace.verify(full=True).problems == ()


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="APFS takes no such names")
def test_a_name_that_is_no_text_may_be_the_title_the_suffix_or_the_root(tmp_path, index):
    root = os.fsdecode(os.fsencode(tmp_path) + b"/r\xe9")
    os.mkdir(root)  # noqa: PTH102
    for name in (b"caf\xe9.txt", b"odd.\xff"):
        Path(root, os.fsdecode(name)).write_text("the servicer remits monthly, " * 20, encoding="utf-8")
    done = kts("ingest", root, "--kb", index, "--json").ok().done
    assert (done["indexed"], done["skipped"]) == (1, 1)
    (found,) = kts("search", "servicer", "--kb", index, "--json").ok().data["data"]["results"]
    assert found["metadata"]["title"] == "caf\ufffd"
    again = kts("ingest", "--kb", index, "--json").ok().done
    assert again["unchanged"] == 1


@posix
@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="APFS takes no such names")
def test_an_answer_from_a_file_whose_name_is_no_text_is_given_and_recorded(docs, index):
    """CRAWL-1: every name is citable; the ledger keeps the bytes of the name."""
    folder = docs / os.fsdecode(b"d\xff")
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text("# Fees\n\nThe frobble fee is nine euros.\n", encoding="utf-8")
    with made(index, docs) as workspace:
        said = workspace.ask("What is the frobble fee?", record=True)
        kept = workspace.ledger_record(said.ledger_id)
    assert said.verdict == "answered"
    assert "d\\udcff" in json.dumps(kept)
    assert kts("ledger", "verify", "--kb", index).code == 0


def test_folders_nested_deeper_than_calls_may_be_are_walked(docs, index):
    docs.mkdir()
    here = os.getcwd()  # noqa: PTH109
    os.chdir(docs)
    for _ in range(1100):
        os.mkdir("d")  # noqa: PTH102
        os.chdir("d")
    Path("a.md").write_text("The servicer remits monthly.", encoding="utf-8")
    os.chdir(here)
    done = kts("ingest", docs, "--kb", index, "--json")
    shutil.rmtree(index)
    _removed(docs)
    assert done.ok().done["indexed"] == 1


def _removed(folder):
    """Delete a nest of folders that no recursion can."""
    here = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    while os.path.isdir("d"):  # noqa: PTH112
        os.chdir("d")
    Path("a.md").unlink()
    while not Path.cwd().samefile(folder):
        os.chdir("..")
        os.rmdir("d")  # noqa: PTH106
    os.chdir(here)


def test_a_line_of_an_ignore_file_that_is_no_pattern_is_passed_over(docs, index):
    written(docs, {".ktsignore": "!\n/\nb.md\n", "a.md": "The servicer.", "b.md": "The servicer."})
    assert kts("ingest", docs, "--kb", index, "--json").ok().done["found"] == 1


def test_an_ignore_file_that_cannot_be_used_stops_the_run_before_anything_changes(docs, index):
    written(docs, {".ktsignore": "x" * 1_100_000, "a.md": "The servicer."})
    ran = kts("ingest", docs, "--kb", index).ok(15)
    assert ".ktsignore" in ran.err


def test_excluded_globs_hold_in_and_beside_a_folder_named_settings(docs, index):
    written(docs, {"settings/.ktsignore": "no\n", "settings/a.skip.md": "x", "z.skip.md": "x", "b.md": "x"})
    done = kts("ingest", docs, "--kb", index, "--json", env={"KTS_INGEST_EXCLUDE": "*.skip.md"}).ok().done
    assert done["found"] == 1


def test_a_pattern_of_the_settings_that_is_none_is_named(docs, index):
    written(docs, {"a.md": "x"})
    assert "'!'" in kts("ingest", docs, "--kb", index, env={"KTS_INGEST_EXCLUDE": "!"}).ok(2).err


def test_a_single_file_does_not_make_the_next_run_walk_its_whole_folder(docs, index):
    written(docs, {"a.md": "The servicer.", "deep/.ktsignore": "x" * 1_100_000})
    kts("ingest", docs / "a.md", "--kb", index).ok()
    assert kts("ingest", "--kb", index, "--json").ok().done["found"] == 1


def test_ingest_without_paths_makes_no_index_in_a_mistyped_folder(index):
    kts("ingest", "--kb", index).ok(10)
    assert not index.exists()


@posix
@pytest.mark.parametrize("place", ["/dev/null", "/dev/null/deeper"])
def test_a_folder_that_cannot_be_made_is_an_error_of_storage(docs, place):
    written(docs, {"a.md": "x"})
    assert "defect" not in kts("ingest", docs, "--kb", place).ok(14).err


def test_a_file_that_cannot_be_read_on_a_full_reindex_keeps_its_version_marked_stale(docs, index):
    written(docs, {"a.json": '{"text": "the servicer remits"}'})
    kts("ingest", docs, "--kb", index).ok()
    (docs / "a.json").write_text("{broken", encoding="utf-8")
    kts("reindex", "--full", "--kb", index).ok(3)
    assert kts("status", "--kb", index, "--json").ok().data["data"]["stale"] == 1
    (found,) = kts("search", "servicer", "--kb", index, "--json").ok().data["data"]["results"]
    assert found["metadata"]["stale"]


def test_a_full_reindex_converts_what_failed_before_and_did_not_change(docs, index):
    written(docs, {"a.json": "{broken", "b.md": "The servicer."})
    kts("ingest", docs, "--kb", index).ok(3)
    done = kts("reindex", "--full", "--kb", index, "--json").ok(3).events
    assert {event["path"] for event in done if event["event"] == "file"} == {"a.json", "b.md"}
    assert (done[-1]["indexed"], done[-1]["failed"]) == (1, 1)


def test_a_file_whose_library_was_missing_is_tried_again(docs, index):
    written(docs, {"a.md": "The servicer."})
    kts("ingest", docs, "--kb", index).ok()
    with closing(sqlite3.connect(store(index) / "kts.db")) as db:
        db.execute("UPDATE file SET outcome = 'unsupported', reason = 'needs markdown_it', document_id = ''")
        db.commit()
    assert kts("ingest", "--kb", index, "--json").ok().done["indexed"] == 1


@pytest.mark.parametrize("content", [b"[search]\nk1 = 1.0 # \xe9\n", b"[search]\nmax_results = 2.7\n"])
def test_damage_in_the_settings_is_an_error_of_the_settings(tmp_path, content):
    (tmp_path / ".kts").mkdir()
    (tmp_path / ".kts" / "config.toml").write_bytes(content)
    assert "config.toml" in kts("config", "show", "--kb", tmp_path).ok(2).err


def test_settings_that_begin_with_a_byte_order_mark_are_read(tmp_path):
    (tmp_path / ".kts").mkdir()
    (tmp_path / ".kts" / "config.toml").write_bytes(b"\xef\xbb\xbf[search]\nk1 = 1.5\n")
    settings = kts("config", "show", "--kb", tmp_path, "--json").ok().data["data"]
    assert {one["name"]: one["value"] for one in settings}["search.k1"] == 1.5


def test_a_splitter_that_does_not_exist_is_named(docs, index):
    written(docs, {"a.md": "The servicer."})
    assert "legasy" in kts("ingest", docs, "--kb", index, env={"KTS_INGEST_SPLITTER": "legasy"}).ok(2).err


@pytest.mark.parametrize("damage", [b"\nab\n", b"\n\xff\xfe \x80\x80\x81\n", b""])
def test_damaged_terms_are_a_problem_of_the_store_not_of_the_program(tmp_path, index, damage):
    made(index, policies(tmp_path / "docs", 2)).close()
    with closing(sqlite3.connect(store(index) / "kts.db")) as db:
        db.execute("UPDATE passage SET terms = ?", (damage,))
        db.commit()
    assert kts("verify", "--kb", index).ok(4).out.count("terms")
    assert "defect" not in kts("reindex", "--kb", index).ok(0, 12).err


def test_verify_sees_a_record_of_the_ledger_that_was_changed(tmp_path, index):
    with made(index, policies(tmp_path / "docs", 1)) as workspace:
        with closing(sqlite3.connect(store(index) / "ledger.db")) as db:
            db.execute("DROP TRIGGER record_stays")
            db.execute("UPDATE record SET body = '{}'")
            db.commit()
        assert {problem.kind for problem in workspace.verify().problems} == {"ledger"}


def test_evid_6_verify_says_which_folder_is_not_there_to_compare_with(tmp_path, index):
    folder = policies(tmp_path / "docs", 1)
    made(index, folder).close()
    assert "not there" not in kts("verify", "--kb", index).ok().err
    folder.rename(tmp_path / "elsewhere")
    assert f"{tmp_path / 'docs'} is not there" in kts("verify", "--kb", index).ok().err


def saved(index: Path, **changes: object) -> dict[str, object]:
    """The citation of a search, changed."""
    (found, *_) = kts("search", "servicer", "--kb", index, "--json").ok().data["data"]["results"]
    return {**found["citation"], **changes}


@pytest.mark.parametrize("changes", [{"start": "x"}, {"end": None}, {"location": ["line"]}])
def test_a_saved_result_that_was_tampered_with_is_checked_all_the_same(tmp_path, index, changes):
    made(index, policies(tmp_path / "docs", 1)).close()
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(saved(index, **changes)), encoding="utf-8")
    kts("verify", file, "--kb", index).ok(0, 4)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_a_saved_result_is_read_in_the_encodings_that_shells_write(tmp_path, index, encoding):
    made(index, policies(tmp_path / "docs", 1)).close()
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(saved(index)), encoding=encoding)
    assert kts("verify", file, "--kb", index).ok().out.startswith("unchanged")


def test_a_saved_result_that_is_no_json_is_an_error_of_usage(tmp_path, index):
    made(index, policies(tmp_path / "docs", 1)).close()
    file = tmp_path / "saved.json"
    file.write_bytes(b"%PDF-1.4 \xe9\xff")
    kts("verify", file, "--kb", index).ok(2)


def test_a_path_out_of_the_root_is_not_read(tmp_path):
    docs = policies(tmp_path / "docs", 1)
    secret = tmp_path / "secret.md"
    secret.write_text("The password.", encoding="utf-8")
    sources = FileSources({"docs": str(docs)})
    for path in ("../secret.md", str(secret), "sub/../../secret.md"):
        with pytest.raises(FileNotFoundError):
            sources.read("docs", path, limit=100)


def test_a_date_is_compared_as_a_date_however_it_is_spelled(docs, index):
    written(docs, {"a.md": "---\ncreated: 2024-02-01\n---\n\nThe servicer and E7042.\n"})
    kts("ingest", docs, "--kb", index).ok()
    for given, count in (("20240101", 1), ("2024-W09-5", 0), ("2024-02-01", 1)):
        found = kts("search", "servicer E7042", "--since", given, "--kb", index, "--json").ok()
        assert len(found.data["data"]["results"]) == count, given


def test_an_evaluation_with_nothing_relevant_is_an_error_of_usage(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"_id": "d", "text": "x"}\n', encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "x"}\n', encoding="utf-8")
    (tmp_path / "qrels.tsv").write_text("q\td\t0\n", encoding="utf-8")
    assert "no query has a relevant document" in kts("eval", "--data", tmp_path).ok(2).err


def test_a_gate_that_questions_would_not_apply_is_refused(tmp_path):
    questions = tmp_path / "questions.jsonl"
    questions.write_text("", encoding="utf-8")
    assert "--min-ndcg" in kts("eval", "--questions", questions, "--min-ndcg", "0.5").ok(2).err


def test_judged_questions_name_files_that_are_there(docs, index):
    written(docs, {"a.md": "# Port\n\nThe port is blue.\n"})
    kts("ingest", docs, "--kb", index).ok()
    questions = docs.parent / "questions.jsonl"
    asked = [{"id": file, "question": "Which port?", "places": [{"file": file}]} for file in ("a.md", "nosuch.md")]
    questions.write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    for more in ((), ("--answers",)):
        told = kts("eval", "--questions", questions, *more, "--kb", index).ok().err
        assert "nosuch.md, named by 1 of the questions, is no document of the index" in told
        assert "a.md, named" not in told


def test_a_file_on_another_drive_is_shown_with_its_whole_path(monkeypatch):
    monkeypatch.setattr(os.path, "relpath", lambda path: ntpath.relpath(path, "C:\\here"))
    assert near("D:\\there\\a.md") == "D:\\there\\a.md"


def test_what_cannot_be_seen_does_not_reach_a_terminal():
    assert clean("a\x1b[31m\u202eb\ufeff\u2060\U000e0041c\u061c") == "a[31mbc"


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (2_500_000, "2.5 MB"), (4 * 10**12, "4000.0 GB")]
)
def test_sizes_are_said_in_the_largest_unit_that_fits(number, said):
    assert size(number) == said


def test_two_snapshots_at_once_do_not_disturb_each_other(tmp_path, index):
    with made(index, policies(tmp_path / "docs", 3)) as workspace:
        exported = workspace.export("documents")
        first = next(exported)
        assert workspace.verify().problems == ()
        assert len({first.id, *(record.id for record in exported)}) == 3


def test_a_picture_that_left_its_document_leaves_the_views(docs, index):
    picture = b64encode(b"\x89PNG\r\n\x1a\n" + bytes(100)).decode()
    written(docs, {"a.html": f'<p>The servicer <img alt="A chart" src="data:image/png;base64,{picture}"></p>'})
    kts("ingest", docs, "--kb", index).ok()
    assert len(list(store(index).rglob("*.png"))) == 2
    written(docs, {"a.html": "<p>The servicer</p>"})
    kts("ingest", docs, "--kb", index).ok()
    assert list(store(index).rglob("*.png")) == []


def test_a_follower_that_lags_while_a_writer_works_is_no_problem(tmp_path, index):
    with made(index, policies(tmp_path / "docs", 1), environment=WORDS) as workspace:
        lagging = json.loads(workspace.layout.index_metadata.read_bytes())
        workspace.layout.index_metadata.write_text(json.dumps({**lagging, "generation": 7}), encoding="utf-8")
        assert [problem.kind for problem in workspace.verify().problems] == ["views"]
        with writing(workspace.layout.lock, wait=1.0):
            assert workspace.verify().problems == ()


def test_a_book_in_the_title_does_not_become_part_of_every_passage(docs, index):
    words = " ".join(f"w{number:x}q" for number in range(30_000))
    body = "The servicer remits. " * 2_000
    written(docs, {"a.json": json.dumps({"title": words, "body": body}), "b.md": f"# {words[:150_000]}\n\n{body}"})
    kts("ingest", docs, "--kb", index).ok()
    assert (store(index) / "kts.db").stat().st_size < 20_000_000


@pytest.mark.parametrize(("question", "number"), [(None, 5), (7, 5), ("servicer", "x"), ("servicer", 0)])
def test_what_is_no_question_or_no_number_is_a_mistake_of_the_caller(docs, index, question, number):
    written(docs, {"a.md": "# A\n\nThe servicer remits monthly.\n"})
    with made(index, docs) as workspace, pytest.raises(UsageError):
        workspace.retrieve(question, top_k=number)
