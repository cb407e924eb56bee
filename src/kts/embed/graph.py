"""The graph of an embedder: an encoder, and its tokens' vectors made one vector a text (`kts.weights.graph`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kts.weights.graph import Drawing, encoder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from kts.weights.shape import Shape


INPUTS, OUTPUTS = ("input_ids",), ("sentence", "tokens")


def build_graph(weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, scheme: str, pooling: str) -> bytes:
    """The serialised graph: `input_ids` (1, n) -> `sentence` (1, dims) and `tokens` (1, n, dims), all of unit length.

    Raises KeyError naming the tensor when the weights lack one.
    """
    graph = Drawing(scheme)
    _pooled(graph, encoder(graph, weights, shape), pooling)
    return graph.serialised(INPUTS, {"sentence": [1, shape.dims], "tokens": [1, "tokens", shape.dims]})


def _pooled(graph: Drawing, hidden: str, pooling: str) -> None:
    if pooling == "cls":
        first = graph.constant("first", np.array(0, np.int64))
        pooled = graph.node("Gather", hidden, first, axis=1)
    else:
        pooled = graph.node("ReduceMean", hidden, axes=[1], keepdims=0)
    for value, output in ((pooled, "sentence"), (hidden, "tokens")):
        graph.node("LpNormalization", value, output=output, axis=-1, p=2)
