"""EMB-4: models of other libraries keep the suite of embedders; what is no vector is said."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from kts.embed.library import LibraryEmbedder, of_haystack, of_sentence_transformers
from kts.embed.openai import EmbeddingFailed
from kts.errors import MissingExtra, MissingModel
from kts.testing.embedder import HashEmbedder, check_embedder
from kts.workspace.vectors import embedder_of

WORDS = HashEmbedder(dims=32)


class Encoder:
    """What a model of sentence-transformers looks like from outside."""

    max_seq_length = 24

    def encode(self, texts, *, show_progress_bar):
        assert show_progress_bar is False
        return 3 * WORDS.embed_documents(texts)


class Tensor:
    """What a tensor of torch looks like from outside."""

    def __init__(self, values):
        self.values = np.asarray(values, np.float32)
        self.shape = self.values.shape

    def detach(self):
        return self

    cpu = float = detach

    def numpy(self):
        return self.values


class Torch(Encoder):
    """A model whose weights and pooling can be seen."""

    def __init__(self, weight=1.0, pooling="mean"):
        self.weight, self.pooling = weight, pooling

    def state_dict(self):
        return {"word": Tensor([[self.weight, 2.0]]), "bias": Tensor(0.5)}

    def children(self):
        return [SimpleNamespace(), SimpleNamespace(get_pooling_mode_str=lambda: self.pooling)]


class Component:
    """What a text embedder of Haystack looks like from outside."""

    def __init__(self):
        self.warm = False

    def warm_up(self):
        self.warm = True

    def run(self, text):
        assert self.warm
        return {"embedding": WORDS.embed_query(text).tolist(), "meta": {}}


def test_emb_4_a_model_of_sentence_transformers_keeps_the_suite():
    check_embedder(lambda: of_sentence_transformers(Encoder(), "words"))
    assert of_sentence_transformers(Encoder(), "words").max_tokens == 24


def test_emb_4_an_embedder_of_haystack_keeps_the_suite():
    check_embedder(lambda: of_haystack(Component(), "words"))


@pytest.mark.parametrize("row", [[], [0.0, 0.0], [float("nan"), 1.0]])
def test_emb_4_what_is_no_vector_is_said(row):
    with pytest.raises(EmbeddingFailed):
        LibraryEmbedder(lambda _text: np.array(row), "broken")


def test_emb_4_a_model_that_is_not_here_is_said():
    from kts.config import EmbedSettings

    with pytest.raises((MissingExtra, MissingModel)) as caught:
        embedder_of("sentence-transformers-no-such-model", EmbedSettings())
    assert "sentence-transformers" in str(caught.value)


def test_emb_4_models_of_one_name_are_told_apart_by_their_weights_and_pooling():
    hashes = [of_sentence_transformers(model, "words").model_hash for model in (Torch(), Torch(3.0), Torch(1.0, "cls"))]
    assert len(set(hashes)) == len(hashes)
    assert of_sentence_transformers(Torch(), "words").model_hash == hashes[0]


def test_emb_4_a_model_s_folder_goes_by_its_name_wherever_it_lies(tmp_path, monkeypatch):
    from kts.config import EmbedSettings

    name, asked = "sentence-transformers-words", []

    def made(where, **_others):
        asked.append(where)
        return Torch()

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=made))
    for folder in ("one", "two"):
        (tmp_path / folder / name).mkdir(parents=True)
    found = [embedder_of(name, EmbedSettings(models=str(tmp_path / folder))) for folder in ("one", "two", "none")]
    assert asked == [str(tmp_path / "one" / name), str(tmp_path / "two" / name), "words"]
    assert {one.provider_id for one in found} == {name}
    assert len({one.model_hash for one in found}) == 1
