"""EMB-1, EMB-4: every embedder keeps the embedders' suite; the default model is itself when it is on this machine."""

from __future__ import annotations

import os

import numpy as np
import pytest

from kts import registry
from kts.embed.build import Recipe, build
from kts.embed.catalogue import DEFAULT, KNOWN
from kts.embed.models import default_folder, load
from kts.embed.onnx import OnnxEmbedder
from kts.errors import MissingModel
from kts.testing.embedder import HashEmbedder, check_embedder
from unit.embed import tiny

FAKE = (-0.15733193, 0.8195896, -0.526879, 0.16099082)
"""The fake's vector of `cure period` in four dimensions."""


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """A folder of small models, one a scheme."""
    place = tmp_path_factory.mktemp("small")
    upstream = tiny.write_upstream(place / "upstream")
    for scheme in ("none", "int8-per-token", "int8-per-channel"):
        recipe = Recipe(scheme, "a test", "mean", tiny.MAX_TOKENS, scheme=scheme, query_prefix="what is ")
        build(upstream, place / "models", recipe, tell=lambda _line: None)
    return place / "models"


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN["embedders"]))
def test_emb_4_every_embedder_keeps_the_suite(name):
    check_embedder(registry.load("embedders", name))


@pytest.mark.parametrize("scheme", ["none", "int8-per-token", "int8-per-channel"])
def test_emb_4_a_model_folder_keeps_the_suite(models, scheme):
    check_embedder(lambda: OnnxEmbedder(models / scheme))


@pytest.mark.parametrize("size", [{"dims": 8, "max_tokens": 4}, {"dims": 300}])
def test_emb_4_the_fake_keeps_the_suite_in_any_size(size):
    check_embedder(lambda: HashEmbedder(**size))


def test_the_fake_is_the_same_on_every_machine():
    found = HashEmbedder(dims=4).embed_query("cure periods")
    np.testing.assert_allclose(found, FAKE, atol=1e-6)
    assert np.array_equal(found, HashEmbedder(dims=4).embed_query("Cure: period"))


class Changed(HashEmbedder):
    """An embedder with one thing wrong."""

    def __init__(self, change):
        super().__init__(max_tokens=8)
        self.change = change

    def embed_documents(self, texts):
        rows = super().embed_documents(texts)
        match self.change:
            case "length":
                rows *= 2
            case "precision":
                rows = rows.astype(np.float64)
            case "neighbours" if len(texts) > 1:
                rows += rows.mean(axis=0) * 1e-6
            case "cut":
                rows = super().embed_documents([" ".join(text.split()[:8]) for text in texts])
            case "rows":
                rows = rows[:1]
            case "meaning":
                rows = super().embed_documents([str(len(text)) for text in texts])
        return rows

    def embed_query(self, text):
        if self.change == "empty" and not text:
            raise ValueError(text)
        return super().embed_query(text)

    def windows(self, text):
        return 1 if self.change == "windows" else super().windows(text)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("length", "has length 1"),
        ("precision", "single precision"),
        ("neighbours", "whatever its neighbours"),
        ("cut", "nothing is cut off"),
        ("rows", "one row of `dims` a text"),
        ("meaning", "nearer to its answer"),
        ("empty", "not an exception"),
        ("windows", "several windows"),
    ],
)
def test_emb_4_a_broken_rule_is_named(change, rule):
    with pytest.raises(AssertionError, match=rule):
        check_embedder(lambda: Changed(change))


@pytest.fixture(scope="module")
def default():
    """The default model, where a person has added it."""
    try:
        return load(DEFAULT, models=default_folder(os.environ))
    except MissingModel as missing:
        pytest.skip(f"{missing.message}; kts models add {DEFAULT}")


def test_emb_4_the_default_model_keeps_the_suite(default):
    check_embedder(lambda: default)


def test_emb_1_the_default_model_is_the_published_one(default):
    found, pinned = default.embed_documents(["hello world"])[0], KNOWN[DEFAULT].golden
    assert (default.dims, default.max_tokens) == (384, 256)
    assert np.abs(found[: len(pinned)] - pinned).max() < 0.02  # seven bits of a weight


def test_emb_4_the_default_model_tells_meanings_apart(default):
    query = default.embed_query("How do I end the contract early?")
    near, far = default.embed_documents(
        ["Either party may terminate the agreement before its expiry with 30 days notice.", "The pump needs no oil."]
    )
    assert query @ near > query @ far + 0.2
