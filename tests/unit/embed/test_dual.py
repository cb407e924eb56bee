"""EMB-2 (decision 0033): questions are read by an encoder of their own, documents keep the vectors that they have."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from kts.embed.build import Recipe, build
from kts.embed.catalogue import QUERY_ENCODER, QUERY_ROLE
from kts.embed.dual import DualEncoder, Folders
from kts.embed.models import load
from kts.embed.onnx import OnnxEmbedder
from kts.errors import MissingModel, UsageError
from kts.weights.folder import GRAPH, Upstream
from unit.embed.conftest import quiet
from unit.embed.tiny import MAX_TOKENS, write_upstream

OURS, OTHERS = Upstream("owner/tiny", "1", "Apache-2.0"), Upstream("owner/other", "1", "Apache-2.0")
QUESTION = "how long is the cure period"


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """A model of documents, the default query encoder for its vectors, and one for those of another model."""
    folder, made = tmp_path_factory.mktemp("models"), tmp_path_factory.mktemp("upstream")
    wanted = [("tiny", OURS, "embedding"), (QUERY_ENCODER, OURS._replace(licence="CC"), QUERY_ROLE),
              ("stranger", OTHERS, QUERY_ROLE), ("elsewhere", OTHERS, "embedding")]  # fmt: skip
    for seed, (name, upstream, role) in enumerate(wanted):
        recipe = Recipe(name, "a test", "mean", MAX_TOKENS, upstream=upstream, role=role)
        build(write_upstream(made / name, seed=seed), folder, recipe, tell=quiet)
    return folder


def test_emb_2_questions_have_the_vectors_of_their_encoder_and_documents_keep_theirs(models):
    both = load("tiny", models=models, questions=QUERY_ENCODER)
    documents, questions = OnnxEmbedder(models / "tiny"), OnnxEmbedder(models / QUERY_ENCODER)
    assert both.embed_documents([QUESTION]).tobytes() == documents.embed_documents([QUESTION]).tobytes()
    assert both.embed_query(QUESTION).tobytes() == questions.embed_query(QUESTION).tobytes()
    assert not np.allclose(both.embed_query(QUESTION), documents.embed_query(QUESTION), atol=0.01)
    assert both.embed_tokens(QUESTION)[1].tobytes() == documents.embed_tokens(QUESTION)[1].tobytes()
    assert both.windows("the " * 3 * MAX_TOKENS) == documents.windows("the " * 3 * MAX_TOKENS) > 1


def test_emb_4_an_index_does_not_know_the_query_encoder(models):
    both, alone = load("tiny", models=models, questions=QUERY_ENCODER), load("tiny", models=models)
    for name in ("provider_id", "model_hash", "dims", "max_tokens"):
        assert getattr(both, name) == getattr(alone, name)


def test_a_question_does_not_load_the_model_of_documents(models, monkeypatch):
    loaded = []

    def counted(folder, *, threads=0):
        loaded.append(folder.name)
        return OnnxEmbedder(folder, threads=threads)

    monkeypatch.setattr("kts.embed.dual.OnnxEmbedder", counted)
    both = DualEncoder(Folders(models / "tiny", models / QUERY_ENCODER))
    both.embed_query(QUESTION)
    both.embed_query("who may give notice")
    assert loaded == [QUERY_ENCODER]
    both.embed_documents([QUESTION])
    assert loaded == [QUERY_ENCODER, "tiny"]


@pytest.mark.parametrize(("provider", "questions"), [("tiny", ""), ("elsewhere", QUERY_ENCODER)])
def test_the_default_encoder_leaves_other_models_alone(models, provider, questions):
    assert isinstance(load(provider, models=models, questions=questions), OnnxEmbedder)


def test_the_default_encoder_may_be_absent_and_another_may_not(installed):
    assert isinstance(load("tiny", models=installed, questions=QUERY_ENCODER), OnnxEmbedder)
    with pytest.raises(MissingModel, match="mine is not on this machine") as missing:
        load("tiny", models=installed, questions="mine")
    assert "embed.query_encoder = 'none'" in missing.value.hint


def test_a_named_encoder_of_another_model_is_refused(models):
    with pytest.raises(UsageError, match="stranger reads questions for other vectors than those of tiny") as refused:
        load("tiny", models=models, questions="stranger")
    assert refused.value.hint == "embed.query_encoder = 'none'"


def test_models_are_not_taken_for_one_another(models):
    with pytest.raises(MissingModel, match="a model for query-encoder, not for embedding"):
        load(QUERY_ENCODER, models=models)
    with pytest.raises(MissingModel, match="a model for embedding, not for query-encoder"):
        load("tiny", models=models, questions="elsewhere")


def test_a_damaged_encoder_is_named_before_anything_is_asked(models, tmp_path):
    place = tmp_path / QUERY_ENCODER
    for name in ("tiny", QUERY_ENCODER):
        shutil.copytree(models / name, tmp_path / name)
    (place / GRAPH).write_bytes(b"cut")
    with pytest.raises(MissingModel, match="has 3 bytes") as damaged:
        load("tiny", models=tmp_path, questions=QUERY_ENCODER)
    assert damaged.value.hint == f"add it again: kts models add models/{QUERY_ENCODER}"
