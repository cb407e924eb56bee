"""RANK-2: the cross-encoder reads the first candidates once, and whoever it did not read stays behind them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import MissingModel, UsageError
from kts.rerank.models import load
from kts.rerank.onnx import OnnxReranker
from kts.search.candidates import Fused, Scored
from kts.search.rank_pairs import read_pairs
from kts.testing.reranker import OverlapReranker
from kts.weights.folder import GRAPH, NAME, TOKENIZER
from support import rerankers

QUESTION = "how long is the cure period"


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    place = tmp_path_factory.mktemp("models")
    rerankers.write(place / "tiny")
    return place


def fused(count):
    return [
        Fused(Scored(key, f"chunk_{key:02d}", key, 0.0, 0.0, 0.0), 10.0 - key, {"lexical": 10.0 - key})
        for key in range(count)
    ]


def read(texts, *, budget=20, reranker=None, **options):
    found = dict(enumerate(texts))
    return read_pairs(
        QUESTION,
        fused(len(texts)),
        reranker=reranker or OverlapReranker(),
        texts=lambda keys: {key: found[key] for key in keys},
        budget=budget,
        **options,
    )


def test_the_score_is_what_the_graph_computes(models):
    scores = load("tiny", models=models).scores(QUESTION, ["the cure period is thirty days", "whales", "how long"])
    shared = [{"the", "is", "cure", "period"}, set(), {"how", "long"}]
    filler = set(rerankers.WORDS[: rerankers.STOP])
    wanted = [sum(rerankers.LITTLE if word in filler else 1 for word in words) for words in shared]
    assert scores == pytest.approx(wanted, abs=1e-4)


def test_a_batch_gives_the_scores_of_single_runs(models, tmp_path):
    texts = [" ".join(rerankers.WORDS[start : start + 3 + start % 7]) for start in range(19)]
    single = OnnxReranker(rerankers.write(tmp_path / "single", batch_exact=False))
    assert load("tiny", models=models).scores(QUESTION, texts) == single.scores(QUESTION, texts)


@given(st.lists(st.text(max_size=40), max_size=12), st.integers(1, 12))
def test_rank2_everybody_stays_and_those_who_were_read_come_first(texts, budget):
    found = read(texts, budget=budget)
    assert sorted(one.scored.key for one in found.ranked) == list(range(len(texts)))
    assert found.pairs == min(budget, len(texts))
    assert all("cross_encoder" in one.signals for one in found.ranked[: found.pairs])
    scores = [one.score for one in found.ranked]
    assert scores == sorted(scores, reverse=True)
    assert all(abs(sum(one.signals.values()) - one.score) < 1e-5 for one in found.ranked)


def test_rank2_the_better_answer_moves_up():
    found = read(["whales are mammals", "the cure period is long", "nothing"])
    assert [one.scored.key for one in found.ranked] == [1, 0, 2]


def test_ret4_when_time_is_over_the_rest_is_not_read():
    found = read(["the cure period"] * 20, remaining=lambda: -1.0)
    assert 0 < found.pairs < 20
    assert [one.scored.key for one in found.ranked[found.pairs :]] == list(range(found.pairs, 20))


def test_a_model_that_is_not_there_says_where_it_was_looked_for(models):
    with pytest.raises(MissingModel, match="other"):
        load("other", models=models)
    with pytest.raises(UsageError, match="no name"):
        load("../other", models=models)


@pytest.mark.parametrize("wrong", [{"role": "embedding"}, {"max_tokens": 0}, {"files": []}])
def test_a_manifest_that_makes_no_sense_is_refused(tmp_path, wrong):
    folder = rerankers.write(tmp_path / "tiny")
    value = json.loads((folder / NAME).read_text()) | wrong
    (folder / NAME).write_text(json.dumps(value))
    with pytest.raises(MissingModel):
        OnnxReranker(folder)


@pytest.mark.parametrize("name", [GRAPH, TOKENIZER])
def test_a_damaged_file_is_refused(tmp_path, name):
    folder = rerankers.write(tmp_path / "tiny")
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content + b" ")
    with pytest.raises(MissingModel, match=name):
        OnnxReranker(folder)
