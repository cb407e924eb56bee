"""EMB-4: models of other libraries keep the suite of embedders; what is no vector is said."""

from __future__ import annotations

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
