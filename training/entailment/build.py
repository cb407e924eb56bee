"""The trained weights become the folder that is shipped: a quantised graph, its manifest with golden readings.

python training/entailment/build.py --weights build/entailment/model.safetensors --config BODY/config.json --to
models/entailment; BODY is the folder of all-MiniLM-L6-v2.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto
from pairs import HERE, ROOT

from kts.entail import manifest as manifests
from kts.entail.labels import CLASSES
from kts.entail.manifest import ROLE, Golden, Manifest
from kts.entail.onnx import OnnxEntailment
from kts.entail.pairs import GOLDEN
from kts.weights.folder import GRAPH, TOKENIZER, Upstream, entry, staged
from kts.weights.graph import Drawing, encoder
from kts.weights.safetensors import read_weights
from kts.weights.shape import read_shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from kts.weights.shape import Shape

SCHEME = "int8-per-token"
MOST = 160
"""Tokens of a pair: what it was trained on."""
INPUTS = ("input_ids", "token_type_ids")
READER = ROOT / "models" / "reader"


def main() -> None:
    """Draw, write, try."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--config", type=Path, required=True, help="config.json of the body")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--scheme", default=SCHEME)
    parser.add_argument("--levels", type=float, default=63.0, help="what a row's largest weight is when quantised")
    given = parser.parse_args()
    if given.to.exists():
        shutil.rmtree(given.to)
    graph = drawn(read_weights(given.weights), read_shape(given.config), scheme=given.scheme, levels=given.levels)
    cards = [path for path in (HERE / "MODEL_CARD.md", HERE / "LICENSE") if path.exists()]
    with staged(given.to.absolute().parent, given.to.name) as place:
        (place / GRAPH).write_bytes(graph)
        for path in (READER / TOKENIZER, *cards):
            shutil.copyfile(path, place / path.name)
        manifest = Manifest(
            id=given.to.name,
            role=ROLE,
            upstream=Upstream("sentence-transformers/all-MiniLM-L6-v2", "", "Apache-2.0"),
            source="training/entailment of this repository",
            files=tuple(entry(place / name) for name in (GRAPH, TOKENIZER, *(path.name for path in cards))),
            max_tokens=MOST,
            labels=CLASSES,
            first="hypothesis",
            fitted=True,
        )
        manifests.write(place, manifest)
        model = OnnxEntailment(place)
        golden = tuple(Golden(*pair, found) for pair, found in zip(GOLDEN, model.infer(GOLDEN), strict=True))
        manifests.write(place, manifest._replace(golden=golden))


def drawn(weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, scheme: str, levels: float) -> bytes:
    """The graph: a pair's tokens and their sides (1, n) -> logits of `CLASSES` (1, 3)."""
    graph = Drawing(scheme, levels)
    ids, kinds = INPUTS
    hidden = encoder(graph, weights, shape, ids=ids, kinds=kinds)
    first = graph.node("Gather", hidden, graph.constant("first", np.array(0, np.int64)), axis=1)
    stated = graph.node("Cast", kinds, to=TensorProto.FLOAT)
    claim = graph.node("Sub", graph.number(1.0), stated)
    said, told = (_mean(graph, hidden, side) for side in (stated, claim))
    apart = graph.node("Abs", graph.node("Sub", said, told))
    both = graph.node("Concat", first, said, told, apart, graph.node("Mul", said, told), axis=1)
    inner = graph.node("Tanh", _product(graph, weights, "entailment.inner", given=both))
    classes = _product(graph, weights, "entailment.head", given=inner)
    answered = _product(graph, weights, "reader.answerable", given=first)
    is_yes = graph.constant("yes", np.array([[one == "entailment" for one in CLASSES]], np.float32))
    graph.node("Add", classes, graph.node("Mul", answered, is_yes), output="logits")
    return graph.serialised(INPUTS, {"logits": [1, len(CLASSES)]})


def _mean(graph: Drawing, hidden: str, of: str) -> str:
    """The mean of some tokens (1, dims); `of` (1, n) is 1 for these."""
    total = graph.node("MatMul", graph.node("Unsqueeze", of, graph.whole(1)), hidden)
    count = graph.node("ReduceSum", of, graph.whole(1), keepdims=1)
    return graph.node("Div", graph.node("Squeeze", total, graph.whole(1)), count)


def _product(
    graph: Drawing, weights: Mapping[str, NDArray[np.float32]], name: str, *, given: str, output: str = ""
) -> str:
    product = graph.node("MatMul", given, graph.constant(f"{name}.weight", weights[f"{name}.weight"].T))
    return graph.node("Add", product, graph.constant(f"{name}.bias", weights[f"{name}.bias"]), output=output)


if __name__ == "__main__":
    main()
