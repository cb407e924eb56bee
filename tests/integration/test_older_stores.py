"""MIG: a store of an older schema is read as it is, and migrated by the next ingest in one transaction."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from kts import Workspace
from kts.errors import CorruptStore
from kts.store import database
from kts.store.truth import MIGRATIONS
from support import older
from support.command import kts
from support.folders import policies
from support.index import MEANING, made, stored

if TYPE_CHECKING:
    from pathlib import Path

TABLES = "SELECT sql FROM sqlite_schema WHERE tbl_name IN ('text_block', 'passage') AND sql IS NOT NULL ORDER BY name"
LONG = "\n\n".join(f"Clause {number}. The servicer keeps the {number}th ledger in order." for number in range(900))


@pytest.fixture(autouse=True)
def searched_by_meaning_too(monkeypatch):
    """The index has vectors, and whoever opens it searches them."""
    for name, value in MEANING.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def docs(tmp_path):
    folder = policies(tmp_path / "docs", 4)
    (folder / "long.md").write_text(f"# Ledgers\n\n{LONG}\n", encoding="utf-8", newline="\r\n")
    return folder


@pytest.fixture
def index(tmp_path, docs):
    made(tmp_path / "index", docs, environment=MEANING).close()
    return tmp_path / "index"


def truth(index: Path) -> Path:
    return index / ".kts" / "kts.db"


def aged(index: Path) -> Path:
    """The index with the store as schema 4 left it."""
    with older.opened(truth(index)) as db:
        older.unpack(db)
    return index


def schema(index: Path) -> int:
    ((version,),) = stored(index, "PRAGMA user_version")
    return int(version)


def told(index: Path) -> list[Any]:
    """What the index says: contents, rankings at three levels, places."""
    with Workspace.open(str(index)) as workspace:
        assert workspace.verify(full=True).problems == ()
        asked = [workspace.search("servicer ledger", k=9, level=level) for level in ("chunk", "section", "item")]
        found = [(one.hit.passage, one.hit.score, one.citation) for results in asked for one in results.results]
        assert found
        return [workspace.content_hash(), list(workspace.export("passages")), found]


def test_mig_a_store_whose_texts_are_not_packed_is_read_as_it_is(index):
    before = told(index)
    assert told(aged(index)) == before
    assert schema(index) == older.UNPACKED


def test_mig_an_ingest_packs_what_an_older_store_holds_and_reads_no_file_again(index, docs, tmp_path):
    before, tables = told(index), stored(index, TABLES)
    aged(index)
    saved = tmp_path / "saved.json"
    saved.write_text(kts("search", "899th ledger", "--kb", index, "--json").ok().out, encoding="utf-8")
    report = kts("ingest", docs, "--kb", index, "--json", env=MEANING).ok().done
    assert (report["indexed"], report["unchanged"]) == (0, 5)
    assert (schema(index), stored(index, TABLES)) == (database.TRUTH_SCHEMA, tables)
    assert stored(index, "PRAGMA freelist_count") == [(0,)]
    assert told(index) == before
    kts("verify", saved, "--kb", index).ok()


def test_mig_a_migration_that_fails_leaves_the_store_as_it_was(index):
    aged(index)
    with older.opened(truth(index)) as db:
        db.create_function("packed", 1, lambda _: 1 / 0)
        with pytest.raises(sqlite3.OperationalError):
            database.migrate(db, truth(index), application_id=database.TRUTH_ID, migrations=MIGRATIONS)
    assert schema(index) == older.UNPACKED
    assert told(index)


@pytest.mark.parametrize(
    "body", [b"", b"x", b"\x78\x5e\x03\x00\x00\x00\x00\x01"], ids=["nothing", "no_stream", "emptied"]
)
def test_reliability_a_text_that_cannot_be_unpacked_is_damage_that_is_named(index, body):
    with older.opened(truth(index)) as db:
        db.execute("UPDATE text_block SET body = ? WHERE text_id = (SELECT text_id FROM version WHERE path = ?)",
                   (body, b"p00.md"))  # fmt: skip
    with Workspace.open(str(index)) as workspace:
        problems = workspace.verify().problems
        assert ("text", "p00.md") in {(problem.kind, problem.path) for problem in problems}
        with pytest.raises(CorruptStore):
            workspace.search("mark0x1")
