"""RELIABILITY: a store truncated, bit-flipped or with a part missing is found; only derived parts are rebuilt.

The law of every damage: it is reported, or nothing that the index says has changed. Never a silent other answer.
"""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from kts import KTSError, Workspace
from kts.errors import CorruptStore
from support.command import kts
from support.folders import policies
from support.index import VECTORS, made, ranked
from support.older import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts.types import Location

FLIPS = 400
FEW = 150
QUESTIONS = ("servicer answers", "F-31", "mark2x1")


@pytest.fixture(autouse=True, scope="module")
def searched_by_meaning_too() -> Iterator[None]:
    """The index has vectors, and whoever opens it searches them."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in VECTORS.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `.kts` folder of a sound index, all of it in its files."""
    top = tmp_path_factory.mktemp("damage")
    folder = policies(top / "docs", 6)
    for _ in range(2):
        made(top / "index", folder, environment=VECTORS).close()
    return top / "index" / ".kts"


def said(workspace: Workspace) -> list[Any]:
    """Everything that the index tells of its documents."""
    return [
        workspace.content_hash(),
        list(workspace.export("documents")),
        list(workspace.export("passages")),
        [ranked(workspace, question) for question in QUESTIONS],
        list(places(workspace)),
    ]


def places(workspace: Workspace) -> Iterator[Location]:
    corpus = workspace.corpus()
    for record in corpus.documents():
        for section in corpus.sections(record.key):
            yield corpus.locate(record.key, section.span)
    corpus.close()


def reaction(damaged: Path, before: list[Any]) -> str:
    """How the damage shows: reported, harmless, silent (other answers), or the name of an error of no type of ours."""
    try:
        with Workspace.open(str(damaged)) as workspace:
            if workspace.verify(full=True).problems:
                return "reported"
            return "harmless" if said(workspace) == before else "silent"
    except KTSError:
        return "reported"
    except Exception as error:
        return type(error).__name__


def reactions(sound: Path, top: Path, number: int) -> dict[str, list[str]]:
    """Where a flipped bit led to which reaction; a place is shown with the bytes around it."""
    with Workspace.open(str(sound)) as workspace:
        before = said(workspace)
    content = (sound / "kts.db").read_bytes()
    written = [at for at in range(100, len(content)) if content[at]]
    chance = random.Random(5)  # noqa: S311
    damaged = top / ".kts"
    shutil.copytree(sound, damaged)
    found: dict[str, list[str]] = {}
    for _ in range(number):
        at, bit = chance.choice(written), 1 << chance.randrange(8)
        (damaged / "kts.db").write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
        for name in ("kts.db-wal", "kts.db-shm"):
            (damaged / name).unlink(missing_ok=True)
        found.setdefault(reaction(damaged, before), []).append(f"{at}^{bit}: {content[max(0, at - 20) : at + 10]!r}")
    return found


@pytest.fixture(scope="module")
def few(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return reactions(sound, tmp_path_factory.mktemp("flips"), FEW)


def test_reliability_flipped_bits_are_reported(few):
    assert len(few["reported"]) >= FEW / 4, {name: len(places) for name, places in few.items()}


def test_reliability_a_flipped_bit_is_never_silent(few):
    assert few.get("silent", []) == []


def test_reliability_a_flipped_bit_is_an_error_of_ours(few):
    assert few.keys() <= {"reported", "harmless", "silent"}


@pytest.mark.crash
def test_reliability_no_flipped_bit_of_many_is_silent(sound, tmp_path):
    found = reactions(sound, tmp_path, FLIPS)
    odd = {name: places for name, places in found.items() if name not in {"reported", "harmless"}}
    assert odd == {}, {name: len(places) for name, places in found.items()}


def truncated(sound: Path, top: Path, share: float) -> Path:
    damaged = top / ".kts"
    shutil.copytree(sound, damaged, dirs_exist_ok=True)
    content = (sound / "kts.db").read_bytes()
    (damaged / "kts.db").write_bytes(content[: int(len(content) * share)])
    for name in ("kts.db-wal", "kts.db-shm"):
        (damaged / name).unlink(missing_ok=True)
    return damaged


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 0.99])
def test_reliability_a_truncated_store_is_reported_and_kept_as_it_is(sound, tmp_path, share):
    damaged = truncated(sound, tmp_path, share)
    assert kts("verify", "--full", "--kb", damaged).code in {4, 10, 12}
    ran = kts("ingest", "--kb", damaged, env=VECTORS)
    assert ran.code in {0, 12}, ran.err
    assert kts("verify", "--full", "--kb", damaged).code in {4, 10, 12}


def test_reliability_a_truncated_store_is_an_error_of_ours(sound, tmp_path):
    odd = {}
    for percent in range(2, 100, 1):
        damaged = truncated(sound, tmp_path, percent / 100)
        for ask in (lambda workspace: ranked(workspace, "servicer"), said):
            try:
                with Workspace.open(str(damaged)) as workspace:
                    ask(workspace)
            except KTSError:
                continue
            except Exception as error:
                odd[percent] = repr(error)
    assert odd == {}


def test_reliability_a_view_that_somebody_edited_is_found_and_rebuilt(sound, tmp_path):
    damaged = tmp_path / ".kts"
    shutil.copytree(sound, damaged)
    view = next((damaged / "documents").rglob("content.md"))
    text = view.read_text(encoding="utf-8")
    view.write_text(text.replace("servicer", "trustee"), encoding="utf-8")
    assert "view" in kts("verify", "--full", "--kb", damaged).ok(4).out
    kts("verify", "--full", "--repair", "--kb", damaged).ok()
    assert view.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("part", ["lexical", "documents", "index_metadata.json", "manifest.json", "ledger.db"])
def test_reliability_a_missing_part_is_found_or_made_anew(sound, tmp_path, part):
    damaged = tmp_path / ".kts"
    shutil.copytree(sound, damaged)
    path = damaged / part
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    found = kts("search", "mark2x1", "--kb", damaged, "--json").ok().data["data"]["results"]
    assert found[0]["citation"]["path"] == "p02.md"
    kts("verify", "--full", "--repair", "--kb", damaged).ok()
    kts("verify", "--full", "--kb", damaged).ok()
    assert path.exists() or part == "ledger.db"


BLOCK = "UPDATE text_block SET body = zeroblob(9) WHERE text_id = (SELECT text_id FROM version WHERE path = :path)"
TERMS = (
    "UPDATE passage SET terms = zeroblob(9) WHERE passage_id = (SELECT min(passage_id) FROM passage"
    " JOIN version USING (version_id) WHERE path = :path AND level = 'section')"
)
"""Of p02.md: a block of its text, and the words of its first section, are no longer what was packed."""


def spoilt(sound: Path, top: Path, statement: str) -> Path:
    damaged = top / ".kts"
    shutil.copytree(sound, damaged)
    with opened(damaged / "kts.db") as db:
        assert db.execute(statement, {"path": b"p02.md"}).rowcount == 1
    return damaged


def checked(damaged: Path) -> dict[str, set[str]]:
    """The kinds of problems by path."""
    found: dict[str, set[str]] = {}
    with Workspace.open(str(damaged)) as workspace:
        for problem in workspace.verify(full=True).problems:
            found.setdefault(problem.path, set()).add(problem.kind)
    return found


def test_reliability_a_damaged_block_of_a_text_is_written_anew_from_its_file(sound, tmp_path):
    damaged = spoilt(sound, tmp_path, BLOCK)
    assert checked(damaged) == {"p02.md": {"text"}}
    kts("reindex", "--full", "--kb", damaged, env=VECTORS).ok()
    assert checked(damaged) == {}


def test_reliability_a_damaged_text_whose_file_was_edited_since_is_left_behind(tmp_path):
    folder = policies(tmp_path / "docs", 3)
    made(tmp_path / "index", folder, environment=VECTORS).close()
    damaged = spoilt(tmp_path / "index" / ".kts", tmp_path, BLOCK)
    policies(folder, 3, edition=2)
    kts("ingest", "--kb", damaged, env=VECTORS).ok()
    assert kts("search", "mark2x2", "--kb", damaged, "--json").ok().data["data"]["results"]
    assert checked(damaged) == {"p02.md": {"text"}}  # the one that was replaced


def test_reliability_damaged_words_of_a_section_are_named_and_nothing_else_goes_unchecked(sound, tmp_path):
    damaged = spoilt(sound, tmp_path, TERMS)
    view = next(path for path in (damaged / "documents").rglob("content.md") if "mark2x1" not in path.read_text())
    view.write_text("edited", encoding="utf-8")
    found = checked(damaged)
    assert found.pop("p02.md") == {"terms", "version"}
    assert {"view"} in found.values()
    assert all("sqlite" not in kinds for kinds in found.values())


def test_reliability_damaged_words_of_a_section_are_an_error_that_says_whose(sound, tmp_path):
    damaged = spoilt(sound, tmp_path, TERMS)
    with Workspace.open(str(damaged)) as workspace:
        corpus = workspace.corpus()
        keys = {record.path: record.key for record in corpus.documents()}
        assert corpus.rows_of([keys["p01.md"]], "section")
        with pytest.raises(CorruptStore, match=r"p02") as raised:
            corpus.rows_of([keys["p02.md"]], "section")
        corpus.close()
    assert "reindex --full" in raised.value.hint
    assert "p02" in kts("reindex", "--kb", damaged, env=VECTORS).err


def test_reliability_a_full_reindex_makes_damaged_words_of_a_section_anew(sound, tmp_path):
    damaged = spoilt(sound, tmp_path, TERMS)
    kts("reindex", "--full", "--kb", damaged, env=VECTORS).ok()
    assert checked(damaged) == {"p02.md": {"version"}}  # the one that was replaced


def test_an_index_of_words_that_can_neither_be_read_nor_made_is_said_and_how_to_mend_it(
    sound: Path, tmp_path: Path
) -> None:
    """Without it no word would be found in any document, and an answer would say so of documents that hold it."""
    folder = shutil.copytree(sound, tmp_path / ".kts")
    shutil.rmtree(folder / "lexical")
    (folder / "writer.lock").unlink(missing_ok=True)
    (folder / "writer.lock").mkdir()  # what nobody may write to, not even root
    with Workspace.open(str(folder)) as workspace:
        for asked in (workspace.ask, workspace.search):
            with pytest.raises(CorruptStore, match="index of words") as raised:
                asked("servicer answers")
            assert "kts verify --repair" in raised.value.hint
    (folder / "writer.lock").rmdir()
    with Workspace.open(str(folder)) as workspace:
        assert workspace.search("servicer answers").results


def test_a_damaged_ledger_stops_no_answer(sound: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(sound, tmp_path / ".kts")
    (folder / "ledger.db").write_bytes(b"no ledger any more " * 500)
    with Workspace.open(str(folder)) as workspace:
        found = workspace.ask("Within how many days does the servicer answer about custody?")
    assert found.claims
    assert not found.ledger_id
    assert any("not in the ledger" in note for note in found.notes)
    told = kts("ledger", "verify", "--kb", folder).ok(12)
    assert "ledger.db" in told.err
    assert "kts.db" not in told.err
    told = kts("verify", "--kb", folder).ok(4)
    assert "ledger.db: file is not a database" in told.out
    assert "move it away" in told.out
    assert "kts.db" not in told.out
    assert "--repair" not in told.out


@pytest.mark.parametrize("command", [("ingest",), ("reindex", "--full")])
def test_a_damaged_page_of_the_truth_ends_a_writer_with_the_remedy(
    sound: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    for first in range(2, 40, 4):
        folder = shutil.copytree(sound, tmp_path / str(first) / ".kts")
        content = bytearray((folder / "kts.db").read_bytes())
        content[first * 8192 : (first + 3) * 8192] = b"\xa5" * (3 * 8192)
        (folder / "kts.db").write_bytes(content)
        done = kts(*command, "--kb", folder, env=VECTORS)
        assert "defect of kts" not in done.err
        assert done.code in {0, 3, 12}
