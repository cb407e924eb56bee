"""Small models, made once."""

from __future__ import annotations

import pytest

from kts.embed.build import Recipe, build
from kts.embed.onnx import OnnxEmbedder
from unit.embed.tiny import MAX_TOKENS, write_upstream


def quiet(_line):
    """Progress that nobody reads."""


@pytest.fixture(scope="session")
def upstream(tmp_path_factory):
    return write_upstream(tmp_path_factory.mktemp("upstream") / "tiny")


@pytest.fixture(scope="session")
def installed(tmp_path_factory, upstream):
    """A folder of models with one in it."""
    models = tmp_path_factory.mktemp("models")
    recipe = Recipe("tiny", "a test", "mean", MAX_TOKENS, query_prefix="what is ", document_prefix="")
    build(upstream, models, recipe, tell=quiet)
    return models


@pytest.fixture(scope="session")
def embedder(installed):
    return OnnxEmbedder(installed / "tiny", threads=2)
