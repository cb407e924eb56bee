"""EMB-1, EMB-2, RELIABILITY I2: which model an index is searched with, and what is served while that changes."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from kts.embed.models import default_folder, load
from kts.errors import KTSError, Mismatch, MissingModel, UsageError
from support import models
from support.command import kts, python
from support.folders import policies, written
from support.index import QUIET, WORDS, ranked, store, stored
from support.vectors import COUNTING, FLEET, WIDER, Stopped, counts, ingested, long, notes, opened, paths, problems

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


# -- which model ---------------------------------------------------------------------------------------------------


def test_emb2_without_the_model_everything_is_found_by_words(docs, index, tmp_path):
    env = {"KTS_EMBED_PROVIDER": "minilm_onnx", "KTS_EMBED_MODELS": str(tmp_path / "none")}
    ran = kts("ingest", docs, "--kb", index, "--json", env=env).ok()
    assert (ran.done["indexed"], ran.done["embedded"]) == (6, 0)
    (note,) = ran.done["notes"]
    assert "kts models add minilm_onnx" in note
    found = kts("search", "remittance", "--kb", index, "--json", env=env).ok().data["data"]
    assert found["results"]
    assert any("by words alone" in note for note in found["notes"])
    kts("search", "remittance", "--mode", "dense", "--kb", index, env=env).ok(2)
    assert kts("status", "--kb", index, "--json", env=env).ok().data["data"]["model"] is None
    kts("verify", "--full", "--kb", index, env=env).ok()


def test_emb2_an_index_of_the_default_model_is_searched_by_words_where_that_is_missing(embedded, docs, index, tmp_path):
    ingested(index, docs)
    with closing(sqlite3.connect(store(index) / "kts.db")) as db, db:
        db.execute("UPDATE model SET provider_id = 'minilm_onnx'")
    env = {"KTS_EMBED_PROVIDER": "minilm_onnx", "KTS_EMBED_MODELS": str(tmp_path / "none")}
    assert "kts models add minilm_onnx" in notes(index, "remittance", env)
    assert paths(index, "remittance", env) == paths(index, "remittance", env, mode="lexical")
    with pytest.raises(MissingModel), opened(index, env) as workspace:
        workspace.search("remittance", mode="dense")


def test_emb2_another_model_that_is_missing_is_an_error_with_the_command_that_adds_it(docs, index, tmp_path):
    env = {"KTS_EMBED_PROVIDER": "mpnet_onnx", "KTS_EMBED_MODELS": str(tmp_path / "none")}
    ran = kts("ingest", docs, "--kb", index, env=env).ok(13)
    assert "kts models add mpnet_onnx" in ran.err
    kts("search", "remittance", "--kb", index, env=env).ok()


def test_emb2_vectors_switched_off_leave_no_note(docs, index):
    ingested(index, docs, environment=WORDS)
    assert notes(index, "remittance", WORDS) == ""
    with pytest.raises(UsageError), opened(index, WORDS) as workspace:
        workspace.search("remittance", mode="dense")


def test_emb2_an_index_of_another_model_is_refused_by_name_and_searched_by_words(package, docs, index):
    env, other = models.beside(package, **COUNTING), models.beside(package, **WIDER)
    kts("ingest", docs, "--kb", index, env=env).ok()
    for arguments in (("search", "remittance"), ("search", "remittance", "--mode", "dense")):
        ran = kts(*arguments, "--kb", index, env=other).ok(13)
        assert ("counting" in ran.err, "wider" in ran.err, "kts reindex --vectors" in ran.err) == (True, True, True)
    kts("search", "remittance", "--mode", "lexical", "--kb", index, env=other).ok()
    kts("status", "--kb", index, env=other).ok()
    kts("verify", "--full", "--kb", index, env=other).ok()
    written(docs, {"late.md": FLEET})
    ran = kts("ingest", "--kb", index, env=other).ok(13)
    assert ("counting" in ran.err, "wider" in ran.err) == (True, True)
    kts("search", "automobile", "--mode", "lexical", "--kb", index, env=other).ok()


def test_emb2_another_version_of_the_same_model_is_refused(embedded, docs, index):
    ingested(index, docs)
    strange = sys.modules[models.MODULE]
    strange.Counting.seed = "2"
    with pytest.raises(Mismatch, match="another version of counting"):
        notes(index, "remittance")


def test_emb2_a_model_that_was_replaced_is_another_model(embedded, docs, index):
    ingested(index, docs)
    with opened(index, WIDER) as workspace:
        workspace.reindex(vectors=True)
    with pytest.raises(Mismatch, match="wider"):
        notes(index, "remittance", COUNTING)
    before = len(embedded)
    with opened(index, COUNTING) as workspace:
        workspace.reindex(vectors=True)
    assert (notes(index, "remittance", COUNTING), len(embedded)) == ("", before), "its vectors are there still"


def reindexed(index: Path, environment: Mapping[str, str], watch: Callable[[], None]) -> None:
    with opened(index, environment) as workspace:
        workspace.reindex(vectors=True, embedding=lambda _progress: watch())


def test_emb2_during_a_change_of_model_the_old_one_serves_and_afterwards_the_new(embedded, docs, index):
    ingested(index, docs)
    before = paths(index, "car cleaned", mode="dense", k=10)
    seen: list[tuple[str, list[str]]] = []

    def watch() -> None:
        seen.append((notes(index, "remittance", WIDER), paths(index, "car cleaned", WIDER, mode="dense", k=10)))
        assert notes(index, "remittance", COUNTING) == ""

    reindexed(index, {**WIDER, "KTS_EMBED_BATCH": "2"}, watch)
    late = [note for note, _ in seen if note]
    assert late, "searched while some documents have the new vectors and some have not"
    assert all("counting" in note and "wider" in note for note in late)
    assert all(found == before for _, found in seen)
    with opened(index, WIDER) as workspace:
        assert workspace.status().model["provider_id"] == "wider"
    assert notes(index, "remittance", WIDER) == ""
    assert paths(index, "car cleaned", WIDER, mode="dense", k=10)
    assert problems(index, WIDER) == []
    with pytest.raises(Mismatch, match="wider"):
        notes(index, "remittance", COUNTING)


def test_emb2_a_change_of_model_that_stopped_in_the_middle_goes_on(embedded, docs, index):
    ingested(index, docs)
    with pytest.raises(KeyboardInterrupt), opened(index, {**WIDER, "KTS_EMBED_BATCH": "2"}) as workspace:
        workspace.reindex(vectors=True, embedding=Stopped(4))
    assert notes(index, "remittance", COUNTING) == ""
    embedded.clear()
    reindexed(index, WIDER, lambda: None)
    assert 0 < len(embedded) < len(stored(index, "SELECT DISTINCT context_sha256 FROM passage WHERE level = 'chunk'"))
    assert counts(index, WIDER).keys() == {"ready"}
    assert problems(index, WIDER) == []


# -- reading while somebody writes ----------------------------------------------------------------------------------

EDITIONS = """
import sys
from pathlib import Path
from kts import Workspace
folder, last = Path(sys.argv[2]), int(sys.argv[3])
with Workspace.create(sys.argv[1]) as workspace:
    for edition in range(2, last + 1):
        for path in sorted(folder.glob("*.md")):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(f"edition {edition - 1} ", f"edition {edition} "), encoding="utf-8")
        workspace.ingest()
"""
"""Writes all documents anew in the next edition, then ingests them with vectors; again and again."""
LAST = 5


def test_i2_searching_by_meaning_while_another_process_ingests_never_shows_a_mixture(embedded, package, docs, index):
    ingested(index, docs)
    editions = set()
    env = models.beside(package, **COUNTING)
    with opened(index) as workspace, python(EDITIONS, index, docs, str(LAST), env=env) as writer:
        while writer.poll() is None:
            for mode in ("hybrid", "dense"):
                found = workspace.search("which edition is it about", k=10, per_document=1, mode=mode)
                texts = [hit.passage.text for hit in found.ranking.hits]
                here = {text.partition("edition ")[2][:1] for text in texts if "edition " in text}
                assert len(here) <= 1, found.ranking.notes
                editions |= here
        assert writer.returncode == 0, writer.stderr.read()
        last = workspace.search("which edition is it about", k=10, mode="hybrid").ranking
        assert {hit.passage.text.partition("edition ")[2][:1] for hit in last.hits} == {str(LAST)}
    assert len(editions) > 1, "both sides of a commit were seen"
    assert problems(index) == []


# -- the model that people use --------------------------------------------------------------------------------------

REAL = {
    "billing.md": "# Fees\n\nThe custodian charges 25 dollars for each file that it releases to the servicer.\n",
    "leave.md": "# Absence\n\nEmployees may stay at home for up to five days a year when a child is ill.\n",
    "outage.md": "# Downtime\n\nWhen the licence server does not respond, restart the daemon and wait two minutes.\n",
    "harbour.md": "# Harbour\n\nThe vessel is painted in spring and launched before the regatta.\n",
}
PARAPHRASES = {
    "my daughter has a fever, can I take time off?": "leave.md",
    "what does it cost to get documents back from storage": "billing.md",
    "software activation is hanging": "outage.md",
    "maintenance of boats": "harbour.md",
}


@pytest.fixture(scope="module")
def minilm() -> dict[str, str]:
    """The settings of an index with the default model; skips where that is not installed."""
    folder = default_folder({})
    try:
        load("minilm_onnx", models=folder)
    except KTSError as problem:
        pytest.skip(f"{problem.message}; {problem.hint}")
    return {**QUIET, "KTS_EMBED_PROVIDER": "minilm_onnx", "KTS_EMBED_MODELS": str(folder)}


def test_emb1_a_paraphrase_is_found_by_meaning_and_not_by_words(minilm, tmp_path, index):
    ingested(index, written(tmp_path / "real", REAL), environment=minilm)
    for mode in ("hybrid", "dense"):
        assert {text: paths(index, text, minilm, mode=mode)[0] for text in PARAPHRASES} == PARAPHRASES
    by_words = {text: paths(index, text, minilm, mode="lexical")[:1] for text in PARAPHRASES}
    assert sum(by_words[text] == [path] for text, path in PARAPHRASES.items()) < len(PARAPHRASES)


def test_rank_a_hybrid_ranking_of_the_model_is_the_same_in_every_run(minilm, tmp_path, index):
    folder = policies(written(tmp_path / "real", {**REAL, "manual.md": long()}), 6)
    questions = (*PARAPHRASES, "P-003", "what is the rule about escrow")

    def said(place: Path, environment: Mapping[str, str]) -> list[Any]:
        with opened(place, environment) as workspace:
            return [ranked(workspace, text, mode=mode) for text in questions for mode in ("hybrid", "dense")]

    ingested(index, folder, environment=minilm)
    wanted = said(index, minilm)
    assert said(index, minilm) == wanted
    for threads in ("1", "3"):
        other = tmp_path / f"other{threads}"
        some = written(tmp_path / f"copy{threads}", {"billing.md": REAL["billing.md"]})
        ingested(other, some, environment={**minilm, "KTS_EMBED_THREADS": threads})
        for path in sorted(folder.iterdir(), reverse=True):
            shutil.copyfile(path, some / path.name)
        ingested(other, environment={**minilm, "KTS_EMBED_THREADS": threads, "KTS_EMBED_BATCH": "3"})
        assert without_ids(said(other, minilm)) == without_ids(wanted)


def without_ids(rankings: list[Any]) -> list[Any]:
    """Scores and texts: ids of passages hold the name of the folder."""
    return [sorted((-score, text) for _, score, text in ranking) for ranking in rankings]
