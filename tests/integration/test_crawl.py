"""What a crawl meets in the wild: CRAWL-1 to CRAWL-3, RELIABILITY (hazards, names, I4, I5).

Every run here is held to the account: found = indexed + unchanged + skipped + failed + empty.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import socket
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import pytest

from kts import Workspace, registry
from support.command import environment, kts, line
from support.folders import document, policies, written
from support.index import account_adds_up, fingerprint, live
from support.root import bound_by_rights

posix = pytest.mark.skipif(sys.platform == "win32", reason="such files exist on POSIX systems only")
NAMES = {
    "newline": b"two\nlines.md",
    "emoji": "\U0001f4c4 report.md".encode(),
    "invalid UTF-8": b"broken\xff\xfe.md",
    "255 bytes": b"n" * 252 + b".md",
    "composed": "re\u0301sume\u0301.md".encode(),
    "precomposed": "r\u00e9sum\u00e9.md".encode(),
    "capital": b"Case.md",
    "small": b"case.md",
    "escape": b"red\x1b[31m.md",
    "override": "gpj\u202etxt.md".encode(),
    "percent": b"100%25 sure?#1.md",
    "colon": b"a:12.md",
    "dash": b"--help.md",
}


def ingested(*arguments: Any, codes: tuple[int, ...] = (0,), **options: Any) -> Any:
    """The account of an ingest, which must add up."""
    done = kts("ingest", *arguments, "--json", **options).ok(*codes).done
    assert account_adds_up(done), done
    return done


def outcomes(index: Path) -> dict[str, str]:
    listed = kts("status", "--files", "--kb", index, "--json").ok().data["data"]["files"]
    return {line["path"]: line["outcome"] for line in listed}


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return policies(tmp_path / "docs", 4)


# -- things that are no documents -------------------------------------------------------------------------------


def hazards(folder: Path) -> dict[str, str]:
    """Make them in `folder`; returns what the account must say of each."""
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "link.md").symlink_to(folder / "p00.md")
    (folder / "dangling.md").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as listening:
        here = os.open(".", os.O_RDONLY)
        os.chdir(folder)  # the address of a socket is at most 108 bytes
        listening.bind("socket.txt")
        os.fchdir(here)
        os.close(here)
    (folder / "a.pdf").mkdir()
    written(folder / "a.pdf", {"inside.md": document(30)})
    with (folder / "sparse.txt").open("wb") as file:
        file.truncate(8 * 1024**3)
    links = dict.fromkeys(("loop", "link.md", "dangling.md"), "symbolic link")
    return {**links, "pipe.txt": "named pipe", "socket.txt": "socket", "sparse.txt": "cap"}


@posix
def test_crawl_hazards_are_each_listed_with_a_reason_and_nothing_hangs(docs, index):
    expected = hazards(docs)
    done = ingested(docs, "--kb", index)
    reasons = {line["path"]: line["reason"] for line in done["files"]}
    assert set(reasons) == set(expected)
    for path, word in expected.items():
        assert word in reasons[path], f"{path}: {reasons[path]}"
    assert (done["found"], done["indexed"], done["skipped"]) == (6, 5, 1)  # the sparse file is too large
    with Workspace.open(str(index)) as workspace:
        assert set(live(workspace)) == {*(f"p0{n}.md" for n in range(4)), "a.pdf/inside.md"}


@posix
def test_crawl_a_second_run_over_hazards_writes_nothing(docs, index):
    hazards(docs)
    ingested(docs, "--kb", index)
    ingested(docs, "--kb", index)  # may still note times that were too fresh to be trusted
    before = fingerprint(index)
    ingested(docs, "--kb", index)
    assert fingerprint(index) == before


@posix
def test_crawl_an_unreadable_file_is_a_failure_of_that_file_only(docs, index):
    before = bound_by_rights()
    (docs / "p01.md").chmod(0)
    done = ingested(docs, "--kb", index, codes=(3,), before=before)
    assert [(line["path"], line["outcome"]) for line in done["files"]] == [("p01.md", "unreadable")]
    assert (done["indexed"], done["failed"]) == (3, 1)
    (docs / "p01.md").chmod(0o644)
    assert ingested(docs, "--kb", index, before=before)["indexed"] == 1


@posix
def test_crawl_an_unreadable_folder_deletes_nothing_that_was_below_it(docs, index):
    before = bound_by_rights()
    written(docs / "sub", {"kept.md": document(31)})
    ingested(docs, "--kb", index)
    (docs / "sub").chmod(0)
    done = ingested(docs, "--kb", index, codes=(0, 3), before=before)
    (docs / "sub").chmod(0o755)
    assert done["removed"] == 0
    with Workspace.open(str(index)) as workspace:
        assert "sub/kept.md" in live(workspace)


# -- names --------------------------------------------------------------------------------------------------------


def named(folder: Path) -> dict[bytes, str]:
    """Files with every hostile name, each with a word of its own; one name may not exist on some systems."""
    words: dict[bytes, str] = {}
    for number, name in enumerate(NAMES.values()):
        word = f"unikat{number}"
        try:
            (folder / os.fsdecode(name)).write_text(f"# Title\n\nThe word here is {word}.\n", encoding="utf-8")
        except OSError:
            continue
        words[name] = word
    return words


@posix
def test_crawl_every_name_is_found_cited_and_displayed_escaped(tmp_path, index):
    folder = tmp_path / "docs"
    folder.mkdir()
    words = named(folder)
    assert ingested(folder, "--kb", index)["indexed"] == len(words)
    for name, word in words.items():
        ran = kts("search", word, "--kb", index, "-k", "1", "--json").ok()
        citation = ran.data["data"]["results"][0]["citation"]
        assert word in citation["quote"], name
        place = open_place(citation["uri"])
        assert os.fsencode(place.name) == name
        assert word.encode() in place.read_bytes()
        shown = kts("search", word, "--kb", index).ok().out
        bad = [c for c in shown if not (c.isprintable() or c == "\n")]
        assert not bad, f"{name!r} reaches the terminal with {bad}"
    for command in (["status", "--files"], ["verify", "--full"]):
        out = kts(*command, "--kb", index).ok().out
        assert all(c.isprintable() or c == "\n" for c in out), command
        out.encode()


def open_place(uri: str) -> Path:
    return Path(os.fsdecode(unquote_to_bytes(urlsplit(uri).path)))


@posix
def test_crawl_citations_of_every_name_verify(tmp_path, index):
    folder = tmp_path / "docs"
    folder.mkdir()
    words = named(folder)
    ingested(folder, "--kb", index)
    saved = tmp_path / "saved.json"
    saved.write_text(kts("search", "word", "-k", "50", "--kb", index, "--json").ok().out, encoding="utf-8")
    checked = kts("verify", saved, "--kb", index, "--json").ok().data["data"]["citations"]
    assert [one["status"] for one in checked] == ["unchanged"] * len(words)


@posix
def test_crawl_paths_over_4096_bytes_are_said_or_read_never_fatal(docs, index):
    here, top = os.open(".", os.O_RDONLY), docs
    os.chdir(top)
    try:
        for _ in range(21):
            Path("d" * 200).mkdir()
            os.chdir("d" * 200)
        Path("deep.md").write_text(document(40), encoding="utf-8")
    finally:
        os.fchdir(here)
        os.close(here)
    done = ingested(docs, "--kb", index, codes=(0, 3))
    assert done["indexed"] in {4, 5}
    deep = [line for line in done["files"] if "d" * 200 in line["path"]]
    assert done["indexed"] == 5 or deep, "neither indexed nor listed"
    again = ingested(docs, "--kb", index, codes=(0, 3))
    assert again["removed"] == 0


# -- what is left out ----------------------------------------------------------------------------------------------


def test_crawl_ktsignore_leaves_out_by_gitignore_rules(docs, index):
    written(docs, {
        ".ktsignore": "drafts/\n*.tmp.md\n!keep.tmp.md\n",
        "drafts/one.md": document(32),
        "x.tmp.md": document(33),
        "keep.tmp.md": document(34),
        "sub/.ktsignore": "/only-here.md\n",
        "sub/only-here.md": document(35),
        "sub/deeper/only-here.md": document(36),
        ".kts/config.md": document(37),
    })  # fmt: skip
    ingested(docs, "--kb", index)
    with Workspace.open(str(index)) as workspace:
        extra = set(live(workspace)) - {f"p0{n}.md" for n in range(4)}
    assert extra == {"keep.tmp.md", "sub/deeper/only-here.md"}


def test_crawl_what_is_ignored_later_leaves_the_index(docs, index):
    ingested(docs, "--kb", index)
    written(docs, {".ktsignore": "p00.md\n"})
    assert ingested(docs, "--kb", index)["removed"] == 1


# -- scope: nothing is deleted that was not looked at -------------------------------------------------------------


def test_crawl_a_sub_tree_ingest_deletes_nothing_outside_of_it(docs, index):
    written(docs, {"sub/a.md": document(41), "sub/b.md": document(42), "submarine.md": document(43)})
    ingested(docs, "--kb", index)
    (docs / "p00.md").unlink()
    (docs / "submarine.md").unlink()
    (docs / "sub" / "a.md").unlink()
    done = ingested(docs / "sub", "--kb", index)
    assert (done["found"], done["removed"]) == (1, 1)
    with Workspace.open(str(index)) as workspace:
        assert set(live(workspace)) == {"p00.md", "p01.md", "p02.md", "p03.md", "sub/b.md", "submarine.md"}


def test_crawl_a_single_file_ingest_deletes_nothing_else(docs, index):
    ingested(docs, "--kb", index)
    (docs / "p00.md").unlink()
    written(docs, {"p01.md": document(1, edition=2)})
    done = ingested(docs / "p01.md", "--kb", index)
    assert (done["found"], done["indexed"], done["removed"]) == (1, 1, 0)
    with Workspace.open(str(index)) as workspace:
        assert "p00.md" in live(workspace)


def test_crawl_single_files_of_an_unknown_folder_bring_no_neighbours(docs, index):
    ingested(docs / "p00.md", "--kb", index)
    ingested(docs / "p01.md", "--kb", index)
    ingested("--kb", index)
    with Workspace.open(str(index)) as workspace:
        assert set(live(workspace)) == {"p00.md", "p01.md"}


def test_exit_15_when_the_root_vanishes_and_nothing_is_deleted(docs, index, tmp_path):
    ingested(docs, "--kb", index)
    docs.rename(tmp_path / "elsewhere")
    ran = kts("ingest", "--kb", index, "--json")
    assert (ran.code, ran.data["data"]["error"]) == (15, "source")
    assert str(docs) in ran.data["data"]["message"]
    assert "kts drop --root docs" in ran.data["data"]["hint"]
    named_root = kts("ingest", docs, "--kb", index)
    assert (named_root.code, "hint:" in named_root.err) == (15, True)
    with Workspace.open(str(index)) as workspace:
        assert len(live(workspace)) == 4


@posix
def test_exit_15_when_the_root_cannot_be_listed(docs, index):
    before = bound_by_rights()
    ingested(docs, "--kb", index)
    docs.chmod(0)
    ran = kts("ingest", "--kb", index, before=before)
    docs.chmod(0o755)
    assert ran.code == 15, ran.err
    with Workspace.open(str(index)) as workspace:
        assert len(live(workspace)) == 4


def test_crawl_more_than_a_fifth_of_removals_waits_for_a_yes(tmp_path, index):
    docs = policies(tmp_path / "docs", 20)
    ingested(docs, "--kb", index)
    for number in range(8):
        (docs / f"p{number:02d}.md").unlink()
    done = ingested(docs, "--kb", index, codes=(3,))
    assert (done["removed"], done["withheld"]) == (0, 8)
    assert "--confirm-delete" in kts("ingest", docs, "--kb", index).ok(3).err
    with Workspace.open(str(index)) as workspace:
        assert len(live(workspace)) == 20
    assert ingested(docs, "--kb", index, "--confirm-delete")["removed"] == 8
    with Workspace.open(str(index)) as workspace:
        assert len(live(workspace)) == 12


@posix
@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_crawl_an_interruption_of_the_question_is_told_as_one(tmp_path, index, key):
    docs = policies(tmp_path / "docs", 20)
    ingested(docs, "--kb", index)
    for number in range(8):
        (docs / f"p{number:02d}.md").unlink()
    said, code = on_a_terminal(["ingest", docs, "--kb", index], answers={b"[y/N]": key})
    assert (code, b"interrupted:" in said, b"defect" in said) == (130, True, False), said
    with Workspace.open(str(index)) as workspace:
        assert len(live(workspace)) == 20


PATIENCE_S = 10.0
"""Seconds without a word after which a person presses the key again."""


def on_a_terminal(arguments: list[Any], *, answers: dict[bytes, bytes]) -> tuple[bytes, int]:
    """What a command prints on a terminal where each question is answered with keys, and its exit code."""
    import pty

    process, terminal = pty.fork()
    if not process:
        words = line(*arguments)
        os.execvpe(words[0], words, environment())  # noqa: S606 - a terminal of its own
    said, waiting, pressed = b"", dict(answers), b""
    with contextlib.suppress(OSError):  # how a terminal ends where nobody holds its other side any more
        while True:
            if pressed and not select.select([terminal], [], [], PATIENCE_S)[0]:
                os.write(terminal, pressed)  # an interruption that came just before the read began is lost
                continue
            if not (part := os.read(terminal, 4096)):
                break
            said += part
            for question in [one for one in waiting if one in said]:
                pressed = waiting.pop(question)
                os.write(terminal, pressed)
    os.close(terminal)
    return said, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


@pytest.mark.parametrize("parts", [("a", "b", "c"), tuple(f"p0{number}.md" for number in range(7))])
def test_crawl_what_vanished_from_several_named_paths_vanished_at_once(tmp_path, index, parts):
    docs = policies(tmp_path / "docs", 18)
    for name in ("a", "b", "c"):
        policies(docs / name, 4)  # of 30, each folder is less than a fifth
    ingested(docs, "--kb", index)
    for name in parts:
        (shutil.rmtree if (docs / name).is_dir() else os.unlink)(docs / name)
    gone = 12 if "a" in parts else 7
    done = ingested(*(docs / name for name in parts), docs / parts[0] / "below", "--kb", index, codes=(3,))
    assert (done["removed"], done["withheld"]) == (0, gone)


def test_crawl_what_somebody_leaves_out_has_not_vanished(tmp_path, index):
    docs = policies(tmp_path / "docs", 3)
    policies(docs / "misc", 9)
    ingested(docs, "--kb", index)
    (docs / ".ktsignore").write_text("misc/\n", encoding="utf-8")
    assert ingested("--kb", index)["removed"] == 9
    (docs / ".ktsignore").write_text("*\n", encoding="utf-8")  # nothing would be left: that may be a slip
    assert ingested("--kb", index, codes=(3,))["withheld"] == 3


def test_crawl_only_documents_count_among_what_has_vanished(tmp_path, index):
    docs = policies(tmp_path / "docs", 3)
    policies(docs / "misc", 4)
    for number in range(9):
        (docs / "misc" / f"{number}.xyz").write_bytes(bytes(9))
    ingested(docs, "--kb", index)
    shutil.rmtree(docs / "misc")
    assert ingested("--kb", index)["removed"] == 13


def test_crawl_a_file_that_moved_from_one_named_folder_to_another_is_renamed(tmp_path, index):
    docs = policies(tmp_path / "docs", 8)
    for name in ("a", "b"):
        policies(docs / name, 2)
    ingested(docs, "--kb", index)
    (docs / "a" / "p00.md").rename(docs / "b" / "moved.md")
    done = ingested(docs / "a" / "p00.md", docs / "b", "--kb", index)
    assert (done["renamed"], done["removed"], done["indexed"], done["found"]) == (1, 0, 0, 3)


def test_crawl_an_emptied_share_is_not_read_as_all_deleted(tmp_path, index):
    docs = policies(tmp_path / "docs", 20)
    ingested(docs, "--kb", index)
    shutil.rmtree(docs)
    docs.mkdir()
    assert ingested("--kb", index, codes=(3,))["withheld"] == 20


def test_crawl_two_folders_of_one_name_are_two_roots(tmp_path, index):
    first, second = policies(tmp_path / "a" / "docs", 2), policies(tmp_path / "b" / "docs", 2, edition=2)
    ingested(first, second, "--kb", index)
    with Workspace.open(str(index)) as workspace:
        assert len({record.id for record in workspace.export("documents")}) == 4
        roots = {root.label: root.path for root in workspace.corpus().roots()}
    assert sorted(roots.values()) == [str(first), str(second)]
    for edition, folder in ((1, first), (2, second)):
        found = kts("search", f"mark0x{edition}", "-k", "1", "--kb", index, "--json").ok().data["data"]["results"]
        assert open_place(found[0]["citation"]["uri"]) == folder / "p00.md"


# -- change -------------------------------------------------------------------------------------------------------


def saved_search(index: Path, question: str, file: Path) -> Path:
    file.write_text(kts("search", question, "--kb", index, "-k", "1", "--json").ok().out, encoding="utf-8")
    return file


def test_crawl_a_rename_keeps_old_citations_resolvable_and_converts_nothing(docs, index, tmp_path):
    ingested(docs, "--kb", index)
    saved = saved_search(index, "mark0x1", tmp_path / "saved.json")
    (docs / "p00.md").rename(docs / "moved here.md")
    assert kts("verify", saved, "--kb", index).code == 4  # not read yet: it is gone where it was
    done = ingested(docs, "--kb", index)
    assert (done["renamed"], done["removed"], done["unchanged"], done["indexed"]) == (1, 0, 4, 0)
    (checked,) = kts("verify", saved, "--kb", index, "--json").ok().data["data"]["citations"]
    assert checked["status"] == "moved"
    assert "moved here.md" in checked["detail"]
    old = checked["document_id"]
    assert kts("search", "mark0x1", "--doc", old, "--kb", index, "--json").ok().data["data"]["results"]
    (docs / "moved here.md").rename(docs / "twice.md")
    ingested(docs, "--kb", index)
    (checked,) = kts("verify", saved, "--kb", index, "--json").ok().data["data"]["citations"]
    assert (checked["status"], "twice.md" in checked["detail"]) == ("moved", True)


def test_crawl_a_file_renamed_and_back_is_where_it_was(docs, index, tmp_path):
    ingested(docs, "--kb", index)
    saved = saved_search(index, "mark0x1", tmp_path / "saved.json")
    for a, b in (("p00.md", "other.md"), ("other.md", "p00.md")):
        (docs / a).rename(docs / b)
        assert ingested(docs, "--kb", index)["renamed"] == 1
    (checked,) = kts("verify", saved, "--kb", index, "--json").ok().data["data"]["citations"]
    assert checked["status"] == "unchanged"


def test_reliability_a_failed_new_version_keeps_the_old_one_marked_stale(docs, index):
    written(docs, {"page.json": '{"clause": "grace period of nineteen days"}'})
    ingested(docs, "--kb", index)
    written(docs, {"page.json": "[" * 100_000})
    done = ingested(docs, "--kb", index, codes=(3,))
    assert [line["path"] for line in done["files"]] == ["page.json"]
    (found,) = kts("search", "nineteen", "--kb", index, "--json").ok().data["data"]["results"]
    assert found["metadata"]["stale"] is True
    assert "older version" in kts("search", "nineteen", "--kb", index).ok().out
    assert kts("status", "--kb", index, "--json").ok().data["data"]["stale"] == 1
    ingested(docs, "--kb", index, codes=(3,))
    before = fingerprint(index)
    ingested(docs, "--kb", index, codes=(3,))
    assert fingerprint(index) == before, "an unchanged failure is written again"
    written(docs, {"page.json": '{"clause": "grace period of twenty-one days"}'})
    ingested(docs, "--kb", index)
    (found,) = kts("search", "grace period", "--kb", index, "-k", "1", "--json").ok().data["data"]["results"]
    assert (found["metadata"]["stale"], "twenty-one" in found["text"]) == (False, True)


def test_crawl_changed_means_another_hash_not_another_time(docs, index):
    ingested(docs, "--kb", index)
    state = (docs / "p00.md").stat()
    os.utime(docs / "p00.md", ns=(state.st_atime_ns, 4_102_444_800_000_000_000))  # the clock of another century
    assert ingested(docs, "--kb", index)["unchanged"] == 4
    text = (docs / "p00.md").read_text(encoding="utf-8")
    (docs / "p00.md").write_text(text.replace("mark0x1", "mark0x7"), encoding="utf-8")
    assert ingested(docs, "--kb", index)["indexed"] == 1


def test_reliability_source_files_are_never_written(docs, index):
    before = fingerprint(docs)
    ingested(docs, "--kb", index)
    kts("search", "mark0x1", "--kb", index).ok()
    kts("reindex", "--full", "--kb", index).ok()
    kts("verify", "--full", "--kb", index).ok()
    assert fingerprint(docs) == before


def test_crawl_2_a_file_of_a_kind_that_nothing_read_is_read_when_something_does(tmp_path, monkeypatch):
    """After an update, or once an OCR engine is there; files of a kind that is still unknown stay unopened."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "rules.adoc").write_text("= Rules\n\nNotice is 30 days.\n")
    (source / "a.bin").write_bytes(b"\0")
    fewer = {name: suffixes for name, suffixes in registry.SUFFIXES.items() if name != "asciidoc"}
    with monkeypatch.context() as patched:
        patched.setattr(registry, "SUFFIXES", {**fewer, "asciidoc": frozenset({".never"})})
        with Workspace.create(str(tmp_path / "kb")) as workspace:
            assert workspace.ingest([str(source)]).skipped == 2
    with Workspace.open(str(tmp_path / "kb")) as workspace:
        report = workspace.ingest([str(source)])
        assert (report.indexed, report.skipped, report.unchanged) == (1, 1, 0)
