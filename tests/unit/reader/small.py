"""A small reader with random weights: the tiny encoder of the embedder's tests with two heads, and what it computes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from kts.reader.build import Files, Recipe
from unit.embed import tiny

if TYPE_CHECKING:
    from pathlib import Path

QUESTION, WINDOW = 12, 24
RECIPE = Recipe("random numbers, for tests", "small", max_tokens=tiny.POSITIONS, question=QUESTION, window=WINDOW)


def weights(seed=7):
    """The tiny encoder, with heads that tell texts apart."""
    random = np.random.default_rng(seed + 1)
    heads = {
        "reader.answerable.weight": random.normal(0, 1, (1, tiny.DIMS)),
        "reader.answerable.bias": random.normal(0, 1, 1),
        "reader.span.weight": random.normal(0, 1, (2, tiny.DIMS)),
        "reader.span.bias": random.normal(0, 1, 2),
    }
    return tiny.weights("bert", seed) | {name: value.astype(np.float32) for name, value in heads.items()}


def files(folder: Path, tensors=None) -> Files:
    """The files of a trained reader, as the training leaves them."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Files(folder / "model.safetensors", folder / "config.json", folder / "tokenizer.json")
    made.weights.write_bytes(tiny.safetensors(tensors or weights()))
    made.config.write_text(json.dumps(tiny.config("bert")))
    made.tokenizer.write_text(tiny.tokenizer("bert").to_str())
    return made


def computed(ids, kinds):
    """The three logits of a pair in double precision, term by term."""
    tensors = weights()
    table = tensors["embeddings.token_type_embeddings.weight"].astype(np.float64)
    moved = tensors | {"embeddings.position_embeddings.weight": _with_kinds(tensors, table, kinds)}
    named = {name: value.astype(np.float64) for name, value in moved.items()}
    hidden = named["embeddings.word_embeddings.weight"][ids]
    hidden = hidden + named["embeddings.position_embeddings.weight"]
    hidden = tiny._norm(hidden, named, "embeddings.LayerNorm", 1e-12)
    for layer in range(tiny.LAYERS):
        hidden = tiny._layer(hidden, named, f"encoder.layer.{layer}.", "bert", 1e-12)
    both = tiny._dense(hidden, named, "reader.span")
    return tiny._dense(hidden[0], named, "reader.answerable"), both[:, 0], both[:, 1]


def _with_kinds(tensors, table, kinds):
    return tensors["embeddings.position_embeddings.weight"][: len(kinds)].astype(np.float64) + table[kinds]
