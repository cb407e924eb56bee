"""The graph of a reader: an encoder over question and text, one head that reads the first token, one for each token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kts.reader.manifest import INPUTS, OUTPUTS
from kts.weights.graph import WEIGHT_LEVELS, Drawing, encoder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from kts.weights.shape import Shape


def build_graph(
    weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, scheme: str, levels: float = WEIGHT_LEVELS
) -> bytes:
    """The serialised graph: both inputs (1, n) -> the logits `answerable` (1, 1), `start` and `end` (1, n).

    The heads are `reader.answerable` (1, dims) and `reader.span` (2, dims: start, end), in single precision: they read
    the last hidden state as it is. Raises KeyError naming the tensor when the weights lack one.
    """
    ids, kinds = INPUTS
    graph = Drawing(scheme, levels)
    hidden = encoder(graph, weights, shape, ids=ids, kinds=kinds)
    first = graph.node("Gather", hidden, graph.constant("first", np.array(0, np.int64)), axis=1)
    _head(graph, weights, "reader.answerable", given=first, output="answerable")
    both = _head(graph, weights, "reader.span", given=hidden)
    for place, output in enumerate(OUTPUTS[1:]):
        graph.node("Gather", both, graph.constant(f"place_{place}", np.array(place, np.int64)), axis=2, output=output)
    return graph.serialised(INPUTS, {"answerable": [1, 1], "start": [1, "tokens"], "end": [1, "tokens"]})


def _head(
    graph: Drawing, weights: Mapping[str, NDArray[np.float32]], name: str, *, given: str, output: str = ""
) -> str:
    product = graph.node("MatMul", given, graph.constant(f"{name}.weight", weights[f"{name}.weight"].T))
    return graph.node("Add", product, graph.constant(f"{name}.bias", weights[f"{name}.bias"]), output=output)
