"""RANK-3, RANK-4, EVAL: a ranker fitted to one's own judged questions, chosen by name, and ablations, as commands."""

from __future__ import annotations

import json

import pytest

from support.command import kts

HASH = {"KTS_EMBED_PROVIDER": "hash"}
THINGS = [f"thing{at:02}" for at in range(30)]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Thirty pages, an index with vectors, and a question for each."""
    folder = tmp_path_factory.mktemp("train")
    docs = folder / "docs"
    docs.mkdir()
    questions = []
    for at, name in enumerate(THINGS):
        other = THINGS[(at + 1) % len(THINGS)]
        (docs / f"{name}.md").write_text(f"# About {name}\n\nThe {name} is kept in drawer {at}; see {other}.\n")
        place = {"file": f"{name}.md", "quote": f"The {name} is kept in drawer {at}"}
        questions.append({"id": name, "question": f"Where is the {name} kept?", "places": [place]})
    judged = folder / "questions.jsonl"
    judged.write_text("\n".join(map(json.dumps, questions)) + "\n")
    kts("ingest", docs, "--kb", folder / "kb", env=HASH).ok()
    return folder


@pytest.fixture(scope="module")
def trained(place):
    """The ranker fitted, kept whatever it gains: the pages are too simple to gain anything."""
    return kts(
        "train", "ranker", "--qrels", place / "questions.jsonl", "--kb", place / "kb", "--force", "--json", env=HASH
    ).ok()


def test_rank3_the_ranker_is_fitted_and_measured_on_what_was_left_out(trained, place):
    found = trained.data["data"]
    assert found["pooled"]["questions"] == len(THINGS)
    assert set(found["sets"]) == {"questions"}
    assert 0 <= found["pooled"]["fused"] <= 1
    assert found["kept"].endswith("ranker.json")
    assert json.loads((place / "kb" / ".kts" / "ranker.json").read_text())["format"] == 2


@pytest.mark.parametrize("name", ["fitted", "fusion", "semantic", "keyword", "metadata", "legacy"])
def test_rank4_every_ranker_can_be_chosen_for_a_search(trained, place, name):
    found = kts("search", "where is thing07 kept", "--kb", place / "kb", "--ranker", name, "--json", env=HASH).ok()
    results = found.data["results"] if "results" in found.data else found.data["data"]["results"]
    assert results


def test_rank4_a_ranker_that_nobody_knows_is_named_with_those_there_are(place):
    ran = kts("search", "thing07", "--kb", place / "kb", "--ranker", "best", env=HASH)
    assert ran.code == 2
    assert "best" in ran.err
    assert "legacy" in ran.err


def test_rank3_a_ranker_of_ones_own_that_is_damaged_says_so(trained, place):
    path = place / "kb" / ".kts" / "ranker.json"
    kept = path.read_text()
    path.write_text("{}")
    try:
        ran = kts("search", "thing07", "--kb", place / "kb", "--ranker", "fitted", env=HASH)
    finally:
        path.write_text(kept)
    assert ran.code == 2
    assert "ranker.json" in ran.err
    assert "kts train ranker" in ran.err


def test_rank3_without_vectors_there_is_nothing_to_fit(place):
    ran = kts(
        "train", "ranker", "--qrels", place / "questions.jsonl", "--kb", place / "kb", env={"KTS_EMBED_PROVIDER": ""}
    )
    assert ran.code == 2
    assert "vectors" in ran.err


def test_rank2_a_cross_encoder_reads_the_first_results(place):
    found = kts(
        "search",
        "where is thing07 kept",
        "--kb",
        place / "kb",
        "--explain",
        env={**HASH, "KTS_SEARCH_RERANKER": "overlap"},
    ).ok()
    assert "cross_encoder" in found.out


def test_eval_ablations_compare_every_stage(tmp_path):
    data = tmp_path / "set"
    data.mkdir()
    texts = {name: f"The {name} is kept in drawer {at}." for at, name in enumerate(THINGS[:8])}
    lines = {
        "corpus.jsonl": [{"_id": name, "title": name, "text": text} for name, text in texts.items()],
        "queries.jsonl": [{"_id": name, "text": f"where is the {name}"} for name in texts],
    }
    for name, values in lines.items():
        (data / name).write_text("\n".join(map(json.dumps, values)) + "\n")
    (data / "qrels.tsv").write_text("".join(f"{name}\t{name}\t1\n" for name in texts))
    rows = kts("eval", "--data", data, "--ablate", "--json", env=HASH).ok().data["data"]["stages"]
    assert rows[0]["switch"] == "as configured"
    names = {row["switch"] for row in rows}
    assert {"without typos", "mode lexical", "fusion rrf"} <= names
    assert names & {"ranker fitted", "ranker fusion"}
    assert all(0 <= row["value"] <= 1 for row in rows)
