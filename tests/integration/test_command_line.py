"""FACES, RELIABILITY (exit codes) and WIRE.md: the command line as programs and people meet it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from kts.cli.group import COMMANDS
from kts.store.rows import packed, text_of
from support.command import environment, kts, line, python
from support.folders import document, policies, written
from support.index import account_adds_up
from support.pdfs import drawn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.command import Ran

CITATION = {
    "path": str,
    "uri": str,
    "title": str,
    "sha256": str,
    "version": str,
    "converter": str,
    "document_id": str,
    "passage_id": str,
    "start": int,
    "end": int,
    "text_sha256": str,
    "quote": str,
    "location": dict,
}
DONE = ("found", "indexed", "unchanged", "removed", "renamed", "skipped", "failed", "empty", "passages", "generation")
STATUS = {
    "generation": int,
    "documents": int,
    "passages": int,
    "vectors": dict,
    "outcomes": dict,
    "disk_bytes": int,
}


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return policies(tmp_path_factory.mktemp("cli") / "docs", 4)


@pytest.fixture(scope="module")
def index(docs: Path) -> Path:
    """An index that no test changes."""
    kts("ingest", docs, "--kb", docs.parent / "index").ok()
    return docs.parent / "index"


@pytest.fixture
def own(tmp_path: Path) -> tuple[Path, Path]:
    """A folder and its index, for a test that breaks one of them."""
    folder = policies(tmp_path / "docs", 4)
    kts("ingest", folder, "--kb", tmp_path / "index").ok()
    return folder, tmp_path / "index"


def fits(value: dict[str, Any], shape: dict[str, type]) -> bool:
    return all(isinstance(value.get(name), kind) for name, kind in shape.items())


def enveloped(ran: Ran) -> Any:
    """The data of an envelope that has WIRE.md's fields and no others."""
    assert set(ran.data) == {"success", "data", "confidence", "reasoning"}
    assert isinstance(ran.data["success"], bool)
    assert isinstance(ran.data["reasoning"], str)
    confidence = ran.data["confidence"]
    assert confidence is None or 0 <= confidence <= 1
    return ran.data["data"]


# -- exit codes: each is reached, named alike in JSON, and says what to do -------------------------------------


def none_found(folder: Path, index: Path) -> list[Any]:
    return ["search", "anything", "--kb", index.parent / "nowhere"]


def wrong_option(folder: Path, index: Path) -> list[Any]:
    return ["search", "anything", "--since", "yesterday", "--kb", index]


def wrong_setting(folder: Path, index: Path) -> list[Any]:
    written(index / ".kts", {"config.toml": "[search]\nmax_resluts = 3\n"})
    return ["search", "anything", "--kb", index]


def torn(folder: Path, index: Path) -> list[Any]:
    (index / ".kts" / "kts.db").write_bytes(b"this was a database " * 400)
    (index / ".kts" / "kts.db-wal").unlink(missing_ok=True)
    return ["search", "anything", "--kb", index]


def from_the_future(folder: Path, index: Path) -> list[Any]:
    with closing(sqlite3.connect(index / ".kts" / "kts.db")) as db:
        db.execute("PRAGMA user_version = 99")
    return ["search", "anything", "--kb", index]


def root_gone(folder: Path, index: Path) -> list[Any]:
    folder.rename(folder.with_name("elsewhere"))
    return ["ingest", "--kb", index]


FAILURES: list[tuple[int, str, Callable[[Path, Path], list[Any]]]] = [
    (2, "usage", wrong_option),
    (2, "config", wrong_setting),
    (10, "no_index", none_found),
    (12, "corrupt", torn),
    (13, "mismatch", from_the_future),
    (15, "source", root_gone),
]


@pytest.mark.parametrize(("code", "word", "arrange"), FAILURES, ids=[case[2].__name__ for case in FAILURES])
def test_exit_codes_say_what_happened_and_what_to_do(own, code, word, arrange):
    """Codes 11, 14 and 130 have tests of their own."""
    arguments = arrange(*own)
    ran = kts(*arguments, "--json")
    data = enveloped(ran)
    assert (ran.code, data["error"], data["exit_code"], ran.data["success"]) == (code, word, code, False)
    assert data["message"]
    assert data["hint"]
    told = kts(*arguments)
    assert told.code == code
    assert told.out == ""
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("arrange", "named"),
    [(none_found, "nowhere"), (wrong_setting, "config.toml:2"), (torn, "kts.db"), (from_the_future, "kts.db"),
     (root_gone, "docs")],
)  # fmt: skip
def test_errors_name_the_file_and_the_next_step(own, arrange, named):
    told = kts(*arrange(*own))
    assert named in told.err
    assert "hint:" in told.err


def test_exit_0_when_all_is_well_and_when_nothing_is_found(index):
    assert kts("search", "zzyzx", "--kb", index).ok().out.strip() == "nothing found"
    kts("verify", "--full", "--kb", index).ok()


def test_exit_1_for_a_defect_that_is_not_the_user_s(tmp_path, index):
    """A broken library stands for what nobody thought of."""
    written(tmp_path, {"tantivy.py": "raise RuntimeError('boom')\n"})
    paths = f"{tmp_path}:{environment()['PYTHONPATH']}" if sys.platform != "win32" else ""
    ran = kts("search", "anything", "--kb", index, "--json", env={"PYTHONPATH": paths})
    assert (ran.code, enveloped(ran)["error"]) == (1, "internal")
    told = kts("search", "anything", "--kb", index, env={"PYTHONPATH": paths})
    assert (told.code, "boom" in told.err, "KTS_DEBUG" in told.err) == (1, True, True)
    assert "Traceback" not in told.err
    shown = kts("search", "anything", "--kb", index, env={"PYTHONPATH": paths, "KTS_DEBUG": "1"})
    assert "Traceback" in shown.err


def test_exit_3_when_a_file_failed(own):
    folder, index = own
    written(folder, {"bad.json": "[" * 100_000})
    ran = kts("ingest", folder, "--kb", index, "--json").ok(3)
    assert account_adds_up(ran.done)
    assert [line["path"] for line in ran.done["files"]] == ["bad.json"]
    told = kts("ingest", folder, "--kb", index).ok(3)
    assert "bad.json" not in told.out
    assert "1 more as at the last ingest: kts status --files" in told.out
    written(folder, {"worse.json": "{" * 100_000})
    told = kts("ingest", folder, "--kb", index, "--quiet").ok(3)
    first, *rest = told.out.splitlines()
    assert "2 failed" in first
    assert [("worse.json" in line, "bad.json" in line) for line in rest] == [(True, False)]
    assert len(kts("ingest", folder, "--kb", index, "--quiet").ok(3).out.splitlines()) == 1


def test_exit_4_when_a_citation_no_longer_holds(own, tmp_path):
    folder, index = own
    saved = tmp_path / "saved.json"
    saved.write_text(kts("search", "mark0x1", "-k", "1", "--kb", index, "--json").ok().out, encoding="utf-8")
    kts("verify", saved, "--kb", index).ok()
    text = (folder / "p00.md").read_text(encoding="utf-8")
    (folder / "p00.md").write_text(text.replace("without form", "with form"), encoding="utf-8")
    ran = kts("verify", saved, "--kb", index, "--json").ok(4)
    (checked,) = enveloped(ran)["citations"]
    assert (checked["status"], ran.data["success"]) == ("changed", False)
    assert fits(checked, {**CITATION, "status": str})
    assert "changed" in kts("verify", saved, "--kb", index).ok(4).out
    (folder / "p00.md").unlink()
    (checked,) = enveloped(kts("verify", saved, "--kb", index, "--json").ok(4))["citations"]
    assert checked["status"] == "gone"


def test_exit_4_when_the_store_was_changed_by_another_hand(own):
    _, index = own
    with closing(sqlite3.connect(index / ".kts" / "kts.db")) as db:
        ((body,),) = db.execute("SELECT body FROM text_block WHERE rowid = 1")
        altered = packed(text_of(body).replace("servicer", "Servicer"))
        db.execute("UPDATE text_block SET body = ? WHERE rowid = 1", (altered,))
        db.commit()
    ran = kts("verify", "--full", "--kb", index, "--json").ok(4)
    kinds = {problem["kind"] for problem in enveloped(ran)["problems"]}
    assert "text" in kinds
    assert all(set(problem) == {"kind", "id", "path", "detail"} for problem in enveloped(ran)["problems"])


def test_derived_parts_that_are_missing_or_damaged_are_rebuilt(own):
    _, index = own
    for damage in ("lost", "bytes"):
        for path in sorted((index / ".kts" / "lexical").rglob("*")):
            if path.is_file() and damage == "lost":
                path.unlink()
            elif path.is_file() and path.suffix in {".store", ".term", ".idx", ".json"}:
                path.write_bytes(b"\x00" * path.stat().st_size)
        kts("verify", "--repair", "--kb", index).ok()
        found = kts("search", "mark0x1", "--kb", index, "--json").ok().data["data"]["results"]
        assert found[0]["citation"]["path"] == "p00.md"


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX")
def test_crawl_5_an_interrupt_is_clean_and_the_next_run_goes_on(tmp_path, signal_):
    """Ctrl-C is exit 130, with what was read kept; a polite kill needs no manual step either."""
    folder, index = policies(tmp_path / "docs", 400), tmp_path / "index"
    process = subprocess.Popen(
        line("ingest", folder, "--kb", index, "--json"),
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal_)
    _, err = process.communicate(timeout=60)
    if signal_ == signal.SIGINT:
        assert (process.returncode, "Traceback" in err) == (130, False)
    else:
        assert process.returncode in {-signal.SIGTERM, 130, 143}
    done = kts("ingest", folder, "--kb", index, "--json").ok().done
    assert account_adds_up(done)
    assert done["indexed"] + done["unchanged"] == 400
    kts("verify", "--full", "--kb", index).ok()


# -- shapes ----------------------------------------------------------------------------------------------------


def test_wire_search(index):
    data = enveloped(kts("search", "servicer answers", "-k", "2", "--explain", "--kb", index, "--json").ok())
    assert fits(data, {"query": str, "generation": int, "results": list, "notes": list, "timings_ms": dict})
    assert len(data["results"]) == 2
    for result in data["results"]:
        assert fits(result, {"id": str, "text": str, "score": float, "metadata": dict, "signals": dict})
        assert 0 <= result["confidence"] <= 1
        assert fits(result["metadata"], {"title": str, "path": str, "doc_type": str, "section": str, "level": str})
        assert fits(result["citation"], CITATION)
        assert result["citation"]["quote"] == result["text"]
        assert fits(result["citation"]["location"], {"kind": str, "line": int, "byte_start": int, "byte_end": int})
        assert abs(sum(result["signals"].values()) - result["score"]) < 1e-5
    assert [one["score"] for one in data["results"]] == sorted((one["score"] for one in data["results"]), reverse=True)


def test_rank5_of_named_documents_all_passages_are_shown(tmp_path):
    section = (
        "## Part {0}\n\n" + "The pump of hall {0} is checked for leaks by the shift in the morning. " * 30 + "\n\n"
    )
    manual = "# Manual\n\n" + "".join(section.format(number) for number in range(4))
    written(tmp_path / "docs", {"manual.md": manual, "note.md": "# Note\n\nThe pump is blue.\n"})
    kts("ingest", tmp_path / "docs", "--kb", tmp_path / "kb").ok()

    def shown(*more: str) -> list[str]:
        found = kts("search", "pump", "-k", "40", *more, "--kb", tmp_path / "kb", "--json").ok().data["data"]
        return [one["metadata"]["path"] for one in found["results"]]

    assert sorted(shown()) == ["manual.md", "note.md"]
    assert len(shown("--doc", "manual.md")) > 3
    assert set(shown("--doc", "manual.md")) == {"manual.md"}
    assert shown("--doc", "manual.md", "--per-document", "1") == ["manual.md"]


def test_wire_search_prints_the_same_twice(index):
    first, second = (kts("search", "servicer", "--kb", index, "--json").ok().data["data"] for _ in range(2))
    assert first["results"] == second["results"]


def test_wire_ingest_events(docs, tmp_path):
    ran = kts("ingest", docs, "--kb", tmp_path, "--json").ok()
    *files, done = ran.events
    assert [event["event"] for event in files] == ["file"] * 4
    assert [event["done"] for event in files] == [1, 2, 3, 4]
    assert all(fits(event, {"total": int, "path": str, "outcome": str}) for event in files)
    assert done["event"] == "done"
    assert fits(done, {**dict.fromkeys(DONE, int), "seconds": float, "files": list})
    assert account_adds_up(done)


def test_wire_status_verify_config_doctor(index):
    status = enveloped(kts("status", "--files", "--kb", index, "--json").ok())
    assert fits(status, STATUS)
    assert set(status["vectors"]) == {"ready", "pending"}
    assert {"model", "files"} <= set(status)
    assert "writer" not in status
    verified = enveloped(kts("verify", "--kb", index, "--json").ok())
    assert fits(verified, {"checked": int, "problems": list})
    names = [one["name"] for one in enveloped(kts("config", "show", "--kb", index, "--json").ok())]
    assert names == sorted(names)
    assert "search.max_results" in names
    assert enveloped(kts("doctor", "--kb", index, "--json").ok(0, 4))
    assert fits(enveloped(kts("reindex", "--kb", index, "--json").ok()), {"generation": int})


@pytest.mark.parametrize("more", [(), ("--chunks",), ("--structure",)])
def test_faces_doctor_says_that_the_named_folder_holds_no_index(tmp_path, more):
    told = kts("doctor", "--kb", tmp_path / "none", *more).ok(10)
    assert f"{tmp_path / 'none' / '.kts'} holds no index; kts ingest FOLDER makes one" in told.out or more


def test_faces_doctor_without_an_index_looks_at_the_machine(tmp_path):
    told = kts("doctor", cwd=tmp_path).ok()
    assert "python" in told.out
    assert "kts ingest FOLDER makes one" in told.out


def test_wire_export_lines(index):
    for what, names in {
        "documents": {"id", "path", "sha256", "title"},
        "passages": {"id", "document_id", "start", "end", "text"},
        "sections": {"id", "document_id", "heading", "level"},
    }.items():
        lines = kts("export", what, "--kb", index).ok().events
        assert lines
        assert all(names <= set(one) for one in lines), what


def test_wire_errors_of_usage_are_enveloped(index):
    for arguments in (["search", "--kb", index], ["frobnicate"], ["search", "x", "--since", "soon"], ["search", "  "]):
        ran = kts(*arguments, "--json", env={"KTS_KB_PATH": str(index)})
        assert ran.code == 2, arguments
        assert enveloped(ran)["error"] in {"usage", "config"}


def test_settings_from_the_environment_by_old_and_new_name(index):
    for name in ("KTS_MAX_RESULTS", "KTS_SEARCH_MAX_RESULTS"):
        found = kts("search", "servicer", "--kb", index, "--json", env={name: "2"}).ok().data["data"]["results"]
        assert len(found) == 2


# -- help ------------------------------------------------------------------------------------------------------


def commands() -> list[tuple[str, ...]]:
    from importlib import import_module

    found: list[tuple[str, ...]] = [()]
    for name in COMMANDS:
        group = getattr(import_module(f"kts.cli.{name.replace('-', '_')}_").command, "commands", {})
        found += [(name, sub) for sub in sorted(group)] or [(name,)]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help_with_an_example(words):
    ran = kts(*words, "--help").ok()
    assert len(ran.out.splitlines()) > 3
    assert "Example" in ran.out


def test_an_index_is_found_upward_and_by_variable(own):
    folder, index = own
    (index / "deep" / "er").mkdir(parents=True)
    kts("search", "servicer", cwd=index / "deep" / "er").ok()
    kts("search", "servicer", cwd=folder, env={"KTS_KB_PATH": str(index)}).ok()
    assert kts("search", "servicer", cwd=folder).code == 10


def test_python_and_command_line_give_the_same_answer(index):
    code = "import json, sys, kts; print(json.dumps(kts.open(sys.argv[1]).retrieve('servicer answers', top_k=3)))"
    with python(code, index) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    results = kts("search", "servicer answers", "-k", "3", "--kb", index, "--json").ok().data["data"]["results"]
    assert json.loads(out) == {
        "results": [{name: one[name] for name in ("id", "text", "confidence", "metadata")} for one in results]
    }


def test_documents_cannot_write_to_the_terminal(tmp_path):
    hostile = "# Title \x1b]0;owned\x07\n\nThe servicer \x1b[31mpays\x1b[0m \u202egnp.exe\u202c at once.\n" + document(
        0
    )
    written(tmp_path / "docs", {"x.md": hostile})
    kts("ingest", tmp_path / "docs", "--kb", tmp_path).ok()
    out = kts("search", "servicer pays", "--kb", tmp_path).ok().out
    assert not [c for c in out if not c.isprintable() and c != "\n"]


def test_a_first_ingest_says_where_the_index_is(tmp_path):
    policies(tmp_path / "docs", 2)
    told = 'index in .kts here; ask with: kts ask "..."'
    assert told in kts("ingest", "docs", cwd=tmp_path).ok().out
    assert told not in kts("ingest", "docs", cwd=tmp_path).ok().out
    assert "--kb other" in kts("ingest", "docs", "--kb", "other", cwd=tmp_path).ok().out
    assert told not in kts("ingest", "docs", "--kb", "third", "--json", cwd=tmp_path).ok().out


def test_an_index_above_the_current_folder_is_named(tmp_path):
    policies(tmp_path / "docs", 2)
    policies(tmp_path / "docs" / "more", 3)
    told = f"note: the index is {tmp_path / '.kts'}, above this folder"
    assert told not in kts("ingest", "docs", cwd=tmp_path).ok().err
    below = tmp_path / "docs" / "more"
    for words in (("ingest", "."), ("ask", "When is it due?"), ("search", "due"), ("check", "It is due at once.")):
        assert told in kts(*words, cwd=below).ok().err
        assert told not in kts(*words, "--kb", tmp_path, cwd=below).ok().err
        assert told not in kts(*words, cwd=below, env={"KTS_KB_PATH": str(tmp_path)}).ok().err
    assert told not in kts("search", "due", cwd=tmp_path).ok().err


def test_a_place_that_cannot_be_written_is_the_users_to_mend(index, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "tickets.json").write_text('[{"id": "T-1", "subject": "Fee", "text": "When is it due?"}]')
    pdf = tmp_path / "docs" / "fees.pdf"
    pdf.parent.mkdir()
    pdf.write_bytes(drawn([(72, 700, "A fee of five per cent is due at once, whoever asks for it.")]))
    kts("ingest", "docs", cwd=tmp_path).ok()
    kts("tickets", "run", "tickets.json", "--out", "desk", cwd=tmp_path).ok()
    for words in (
        ("tickets", "report", "desk", "--html", "nowhere/x.html"),
        ("tickets", "run", "tickets.json", "--out", "file/desk"),
        ("show", "docs/fees.pdf, page 1", "--image", "nowhere/x.png"),
        ("graph", "show", "fees.pdf", "--svg", "nowhere/x.svg"),
    ):
        ran = kts(*words, cwd=tmp_path).ok(2)
        assert f"cannot write {words[-1]}" in ran.err
        assert "defect" not in ran.err


def test_a_printed_place_needs_no_quotes(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "late fees.md").write_text("# Fees\n\nA fee of five per cent is due.\n", encoding="utf-8")
    kts("ingest", "docs", cwd=tmp_path).ok()
    assert "five per cent" in kts("show", "docs/late", "fees.md:3", cwd=tmp_path).ok().out
    assert "fees.md" in kts("open", "--print", "docs/late", "fees.md:3", cwd=tmp_path).ok().out
    assert kts("show", cwd=tmp_path).code == 2


def test_a_place_of_a_file_that_changed_is_shown_with_a_note(tmp_path):
    file = tmp_path / "docs" / "ferry.md"
    file.parent.mkdir()
    file.write_text("# Ferry\n\nThe first ferry leaves at six.\n", encoding="utf-8")
    kts("ingest", "docs", cwd=tmp_path).ok()
    assert "note:" not in kts("show", "ferry.md:3", cwd=tmp_path).ok().err
    assert enveloped(kts("show", "ferry.md:3", "--json", cwd=tmp_path).ok())["original"] == "unchanged"
    file.write_text("# Ferry\n\nThe first ferry leaves at nine.\n", encoding="utf-8")
    changed = kts("show", "ferry.md:3", cwd=tmp_path).ok()
    assert "leaves at six" in changed.out
    assert "ferry.md has changed since it was indexed" in changed.err
    file.unlink()
    assert "ferry.md is gone" in kts("show", "ferry.md:3", cwd=tmp_path).ok().err


def test_a_page_that_a_file_does_not_have_is_not_opened(tmp_path):
    (tmp_path / "docs").mkdir()
    pages = ([(72, 700, "Ferry timetable")], [(72, 700, "Winter ferries")])
    (tmp_path / "docs" / "ferry.pdf").write_bytes(drawn(*pages))
    kts("ingest", "docs", cwd=tmp_path).ok()
    assert kts("open", "--print", "ferry.pdf#page=2", cwd=tmp_path).ok().out.strip().endswith("ferry.pdf#page=2")
    for wrong in ("3", "0"):
        refused = kts("open", "--print", f"ferry.pdf#page={wrong}", cwd=tmp_path)
        assert refused.code == 2
        assert f"has no page {wrong}" in refused.err


def test_status_says_why_vectors_were_skipped():
    from types import SimpleNamespace

    from kts.cli.status_ import SKIPPED, _vectors

    model = {"provider_id": "m", "dims": 8}
    found = SimpleNamespace(model=model, vectors={"ready": 57, "skipped": 1}, dense_generation=1, generation=1)
    assert _vectors(found) == f"57 ready, 1 skipped ({SKIPPED}) (m, 8 dimensions)"
