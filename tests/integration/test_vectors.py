"""CRAWL-5, EMB-1, RELIABILITY I2, I6: vectors are made once, kept whatever happens, and never served half."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from kts.errors import Mismatch
from kts.store import database
from kts.store.content import version_digest
from kts.store.rows import dumps
from kts.store.truth import changes_digest
from kts.store.vectors import LARGE
from support import models, older
from support.command import kts
from support.folders import document, written
from support.index import QUIET, account_adds_up, generations, store
from support.vectors import (
    COUNTING,
    FLEET,
    GERMAN,
    PARTS,
    Stopped,
    content,
    counts,
    ingested,
    long,
    notes,
    opened,
    paths,
    problems,
)

if TYPE_CHECKING:
    from pathlib import Path


# -- states -------------------------------------------------------------------------------------------------------


def test_emb_what_became_of_vectors_is_counted_by_passages(embedded, docs, index):
    written(docs, {"frist.md": GERMAN, "bad.md": "# Bad\n\nAn unspeakable word.\n"})
    report = ingested(index, docs)
    assert [path for path, _ in report.vectorless] == ["bad.md"]
    assert "unspeakable" in report.vectorless[0][1]
    written(docs, {"late.md": FLEET})
    ingested(index, docs, vectors=False)
    found = counts(index)
    assert {name: found[name] for name in ("failed", "skipped", "pending")} == {"failed": 1, "skipped": 1, "pending": 1}
    with opened(index) as workspace:
        status = workspace.status()
    assert sum(found.values()) == status.passages
    assert (status.model["provider_id"], status.model["dims"]) == ("counting", 64)
    assert found["ready"] == len(embedded)


def test_conv5_a_document_in_another_language_is_found_by_its_words(embedded, docs, index):
    written(docs, {"frist.md": GERMAN})
    ingested(index, docs)
    assert not any("Tage" in text for text in embedded)
    assert paths(index, "K\u00fcndigungsfrist")[0] == "frist.md"
    assert ingested(index, docs).embedded == 0, "what the model does not read is not tried again"


def test_conv5_a_text_that_a_document_in_another_language_shares_is_no_vector_of_that_document(embedded, docs, index):
    shared = "# Notes\n\n## Fees\n\n" + "The fee of the agent is paid on the first day of the month. " * 8 + "\n\n"
    written(docs, {"deutsch.md": shared + GERMAN.replace("# ", "## ") * 30})
    ingested(index, docs)
    written(docs, {"english.md": shared})
    assert ingested(index, docs).embedded == 1
    assert problems(index) == []
    with opened(index) as workspace:
        workspace.drop_followers(["dense"])
    assert "deutsch.md" not in paths(index, "fee of the agent", mode="dense", k=20)
    assert problems(index) == []


def test_emb_what_waits_is_found_by_words_and_the_notes_say_so(embedded, docs, index):
    ingested(index, docs)
    written(docs, {"late.md": FLEET})
    ingested(index, docs, vectors=False)
    assert paths(index, "automobile washed")[0] == "late.md"
    assert "wait for their vectors" in notes(index, "automobile")
    assert ingested(index, docs).embedded == 1
    assert notes(index, "automobile") == ""
    assert paths(index, "car cleaned")[0] == "late.md"


def test_emb_a_document_with_a_table_of_contents_gets_its_vectors(embedded, docs, index):
    lines = "".join(f"{number}. Part {number} of the manual ........ {number}\n" for number in range(1, 41))
    written(docs, {"listed.md": f"# Manual\n\n## Table of contents\n\n{lines}\n#{FLEET}"})
    ingested(index, docs)
    assert notes(index, "automobile") == "", "nothing is said to wait when no ingest would go on with it"
    assert "pending" not in counts(index)
    assert paths(index, "car cleaned", mode="dense")[0] == "listed.md"
    assert not any("Part 7" in text for text in embedded)
    with opened(index) as workspace:
        assert sum(counts(index).values()) == workspace.status().passages
    assert ingested(index, docs).embedded == 0


def test_ret1_what_no_word_finds_is_found_by_meaning(embedded, docs, index):
    written(docs, {"fleet.md": FLEET})
    ingested(index, docs)
    asked = "sedan cleaned"
    assert paths(index, asked, mode="hybrid")[0] == paths(index, asked, mode="dense")[0] == "fleet.md"
    assert paths(index, asked, mode="lexical") == [], "the table of synonyms does not have it"


# -- nothing is embedded twice ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 5])
def test_crawl5_after_ctrl_c_only_the_rest_is_embedded(embedded, docs, index, tmp_path, number):
    small = {**COUNTING, "KTS_EMBED_BATCH": "2"}
    with pytest.raises(KeyboardInterrupt):
        ingested(index, docs, environment=small, embedding=Stopped(number))
    first = list(embedded)
    assert len(first) >= number
    assert problems(index) == []
    assert paths(index, "remittance"), "what there is can be searched"
    report = ingested(index, environment=small)
    assert report.embedded == len(embedded) - len(first) > 0
    assert len(set(embedded)) == len(embedded)
    ingested(tmp_path / "other", docs)
    assert content(index) == content(tmp_path / "other")


def test_crawl5_a_file_of_very_many_passages_keeps_no_other_waiting_and_what_was_made_of_it_is_counted(
    embedded, docs, index
):
    lines = "".join(f"## Day {number}\n\n{f'The gate {number} was opened. ' * 24}\n\n" for number in range(LARGE + 20))
    written(docs, {"a-log.md": f"# Log\n\n{lines}"})
    with pytest.raises(KeyboardInterrupt):
        ingested(index, docs, embedding=Stopped(300))
    found = counts(index)
    assert found["ready"] == len(embedded) - found["made"] > 0
    assert paths(index, "sedan cleaned", mode="dense")
    assert found["made"] + found["pending"] > LARGE
    report = ingested(index)
    assert report.embedded == found["pending"]
    assert set(counts(index)) == {"ready"}


def test_crawl5_a_new_run_finds_nothing_to_do(embedded, docs, index):
    ingested(index, docs)
    number = len(embedded)
    report = ingested(index)
    assert (report.embedded, len(embedded), report.generation) == (0, number, max(generations(index)))


@pytest.mark.parametrize("act", ["rename", "copy", "touch"])
def test_emb_a_text_that_stands_elsewhere_is_not_embedded_again(embedded, docs, index, act):
    ingested(index, docs)
    before = len(embedded)
    if act == "rename":
        (docs / "p00.md").rename(docs / "moved.md")
    elif act == "copy":
        shutil.copyfile(docs / "p00.md", docs / "moved.md")
    else:
        (docs / "p00.md").touch()
    report = ingested(index)
    assert (report.embedded, len(embedded)) == (0, before)
    assert counts(index).keys() == {"ready"}
    assert problems(index) == []
    if act != "touch":
        assert "moved.md" in paths(index, "edition 1 about remittance", mode="dense", k=10)


def test_emb_of_a_changed_document_only_the_changed_passages_are_embedded(embedded, docs, index):
    written(docs, {"manual.md": long()})
    ingested(index, docs)
    with opened(index) as workspace:
        assert len(list(workspace.export("passages", document="manual.md"))) >= len(PARTS)
    embedded.clear()
    written(docs, {"manual.md": long("No bailee is named.")})
    report = ingested(index)
    assert all("custody" in text for text in embedded)
    assert (report.embedded, len(embedded)) == (1, 1)
    assert counts(index).keys() == {"ready"}


def test_emb_the_same_text_in_two_documents_is_embedded_once(embedded, tmp_path, index):
    ingested(index, written(tmp_path / "docs", {f"{name}.md": FLEET for name in "abc"}))
    assert len(embedded) == 1
    assert counts(index) == {"ready": 3}
    assert sorted(paths(index, "car cleaned", mode="dense")) == ["a.md", "b.md", "c.md"]


# -- a text that the model refuses --------------------------------------------------------------------------------


def test_reliability_a_refused_text_costs_one_document_its_vectors(package, docs, index):
    written(docs, {"bad.md": "# Bad\n\nAn unspeakable word of ours.\n"})
    env = models.beside(package, **COUNTING)
    ran = kts("ingest", docs, "--kb", index, "--json", env=env).ok(3)
    assert account_adds_up(ran.done)
    assert ran.done["indexed"] == 7, "it is no failure of the file"
    (line,) = ran.done["vectorless"]
    assert (line["path"], "ValueError" in line["reason"]) == ("bad.md", True)
    shown = kts("status", "--kb", index, "--json", env=env).ok().data["data"]["vectors"]
    assert (shown["failed"], shown["pending"]) == (1, 0)
    found = kts("search", "unspeakable word", "--kb", index, "--json", env=env).ok().data["data"]
    assert found["results"][0]["citation"]["path"] == "bad.md"
    assert any("could not be embedded" in note for note in found["notes"])
    again = kts("ingest", "--kb", index, "--json", env=env).ok(3)
    assert [line["path"] for line in again.done["vectorless"]] == ["bad.md"]
    mended = kts("ingest", "--kb", index, "--json", env={**env, "STRANGE_MENDED": "1"}).ok()
    assert (mended.done["embedded"], mended.done["vectorless"]) == (1, [])
    kts("verify", "--full", "--kb", index, env=env).ok()


def test_i6_a_refused_text_that_another_document_brings_later_is_no_damage(embedded, docs, index, monkeypatch):
    bad = "# Bad\n\nAn unspeakable word of ours.\n"
    written(docs, {"bad.md": bad})
    ingested(index, docs)
    written(docs, {"bad.md": "# Bad\n\nA word of ours.\n"})
    ingested(index)
    monkeypatch.setenv("STRANGE_MENDED", "1")
    written(docs, {"worse.md": bad})
    ingested(index)
    assert counts(index).keys() == {"ready"}
    assert problems(index) == []


# -- what is stored ------------------------------------------------------------------------------------------------


def flipped(path: Path) -> None:
    """One bit of the middle of a file, the other way round."""
    body = bytearray(path.read_bytes())
    body[len(body) // 2] ^= 1
    path.write_bytes(body)


def vector_flipped(index: Path, which: str = "SELECT min(vector_id) FROM vector") -> None:
    with closing(sqlite3.connect(store(index) / "kts.db")) as db, db:
        ((key,),) = db.execute(which)
        ((body,),) = db.execute("SELECT body FROM vector WHERE vector_id = ?", (key,))
        db.execute("UPDATE vector SET body = ? WHERE vector_id = ?", (bytes([body[0] ^ 1, *body[1:]]), key))


def test_reliability_a_flipped_bit_of_a_vector_of_record_is_found_and_mended(embedded, docs, index):
    ingested(index, docs)
    before, number = content(index), len(embedded)
    vector_flipped(index)
    assert "vectors" in problems(index)
    with opened(index) as workspace:
        workspace.reindex(vectors=True)
    assert problems(index) == []
    assert (content(index), number < len(embedded) <= 2 * number) == (before, True)


def test_reliability_a_flipped_bit_of_a_vector_that_nobody_needs_any_more_is_mended_too(embedded, docs, index):
    ingested(index, docs)
    written(docs, {"p00.md": document(0, edition=2)})
    ingested(index)
    vector_flipped(index, "SELECT vector_id FROM vector WHERE text_sha256 IN (SELECT context_sha256 FROM passage JOIN"
                   " version USING (version_id) WHERE last_generation IS NOT NULL) ORDER BY 1 LIMIT 1")  # fmt: skip
    assert "vectors" in problems(index)
    with opened(index) as workspace:
        workspace.reindex(vectors=True)
    assert problems(index) == []


def test_reliability_every_damaged_file_of_the_dense_index_is_found_and_built_anew(embedded, docs, index):
    ingested(index, docs)
    before = paths(index, "car cleaned", mode="dense", k=10)
    folder = store(index) / "dense"
    kinds = sorted({path.suffix for path in folder.iterdir() if path.stat().st_size})
    assert kinds
    seen = []
    for kind in kinds:
        damaged = min(folder.glob(f"*{kind}"))
        flipped(damaged)
        seen += [kind for problem in problems(index) if problem == "dense"]
        assert paths(index, "car cleaned", mode="dense", k=10) == before or seen[-1:] == [kind]
        with opened(index) as workspace:
            workspace.reindex(vectors=True)
        assert (problems(index), paths(index, "car cleaned", mode="dense", k=10)) == ([], before), kind
    assert seen, kinds


def test_crawl_a_dropped_dense_index_is_built_by_the_next_search(embedded, docs, index, package):
    ingested(index, docs)
    before, number = paths(index, "car cleaned", k=10), len(embedded)
    env = models.beside(package, **COUNTING)
    kts("drop", "--collections", "dense", "--kb", index, env=env).ok()
    assert not (store(index) / "dense").exists()
    assert paths(index, "car cleaned", k=10) == before
    assert (store(index) / "dense").exists()
    assert len(embedded) == number
    assert problems(index) == []


def downgraded(index: Path) -> None:
    """The store as the version before vectors left it, its documents read by that version."""
    with older.opened(store(index) / "kts.db") as db:
        older.unpack(db)
        db.execute("UPDATE passage SET context_sha256 = x''")
        db.execute("UPDATE version SET fingerprint = 'markdown:0'")
        for (key,) in db.execute("SELECT version_id FROM version").fetchall():
            db.execute("UPDATE version SET digest = ? WHERE version_id = ?", (version_digest(db, key), key))
        chained(db)
        for table in ("item", "definition", "reference", "embedded", "vector", "model"):
            db.execute(f"DROP TABLE {table}")
        db.execute("ALTER TABLE passage DROP COLUMN context_sha256")
        db.execute("PRAGMA user_version = 1")


def chained(db: sqlite3.Connection) -> None:
    """The one link of the chain of generations over what the versions are now."""
    ((created, kind, statistics, head),) = db.execute(
        "SELECT created_at, kind, statistics, ledger_head FROM generation"
    )
    changes = changes_digest(db, 1, db.execute("SELECT * FROM change").fetchall())
    content = dumps(["", 1, created, kind, json.loads(statistics), head, changes])
    db.execute("UPDATE generation SET hash = ?", (hashlib.sha256(content.encode()).hexdigest(),))


def schema(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}


def test_crawl_a_store_from_before_there_were_vectors_is_migrated_and_embedded(embedded, docs, index, tmp_path):
    ingested(index, docs, environment=QUIET)
    downgraded(index)
    first = database.open_writer(
        tmp_path / "first.db", application_id=database.TRUTH_ID,
        migrations=[database.script(name) for name in database.TRUTH_SCRIPTS[:1]],
    )  # fmt: skip
    first.close()
    assert schema(store(index) / "kts.db") == schema(tmp_path / "first.db"), "as the first script makes it"
    with pytest.raises(Mismatch, match="older schema"), opened(index) as workspace:
        workspace.search("remittance")
    report = ingested(index, docs)
    assert (report.indexed, report.embedded) == (6, len(embedded))
    assert counts(index).keys() == {"ready"}
    assert problems(index) == []
    assert paths(index, "car cleaned", mode="dense")
    ingested(tmp_path / "fresh", docs)
    assert content(index) == content(tmp_path / "fresh")


def test_crawl_a_migrated_store_that_was_not_read_again_claims_no_vectors(embedded, docs, index):
    ingested(index, docs, environment=QUIET)
    downgraded(index)
    for path in docs.iterdir():
        path.unlink()
    report = ingested(index, docs)  # too many have vanished: they are withheld
    assert (report.withheld, report.embedded) == (6, 0)
    assert "ready" not in counts(index)
    assert paths(index, "remittance") != []
