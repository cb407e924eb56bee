"""From weights to an ONNX graph that is fast and the same every time: BERT and MPNet encoders, without torch.

One text a run, no mask, no padding: the input has exactly one row. Activations are quantised a token at a time
(scale = the row's largest magnitude / 127), weights a column at a time to seven bits, so that the integer products
are exact and equal on all machines (two eight-bit products can overflow the AVX2 instruction, two of seven bits
cannot) and a text's result does not depend on anything else. `SkipLayerNormalization` is never used: it is several
times slower on a CPU than the addition and the normalisation that it stands for.

Sources: Devlin et al. 2019 (BERT), Song et al. 2020 (MPNet), Raffel et al. 2020 (relative position buckets),
Dettmers et al. 2022 (vector-wise quantisation).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kts.weights.shape import named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from kts.weights.shape import Shape

OPSET = 17
"""ONNX operator set: the first with LayerNormalization."""
IR_VERSION = 8
"""ONNX file format: the one of that operator set."""
MICROSOFT = "com.microsoft"
"""Domain of the runtime's own fused operators."""
ACTIVATION_LEVELS = 127
"""Largest quantised magnitude of an activation: symmetric eight bits."""
WEIGHT_LEVELS = 63
"""Largest quantised magnitude of a weight: seven bits, see above."""
ROW_LEVELS = 127
"""Largest quantised magnitude in a row of the word table; these are looked up, never multiplied as integers."""
TINY = 1e-12
"""Keeps a row of zeros from being divided by zero."""
BUCKETS_MAX_DISTANCE = 128
"""MPNet: tokens this far apart, or further, share a bucket."""


class Weights(NamedTuple):
    """A product's parameters as PyTorch stores them: `weight` is (out, in)."""

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]


class Quantised(NamedTuple):
    """An activation as bytes, with its scale and the byte that stands for zero; `row_scale` is multiplied in after."""

    value: str
    scale: str
    zero: str
    row_scale: str = ""


def encoder(
    graph: Drawing, weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, ids: str = "input_ids", kinds: str = ""
) -> str:
    """Draw the encoder over the input `ids` (1, n); returns the name of its last hidden state (1, n, dims).

    `kinds` names the input that says which token is of the first text and which of the second; without one, all are
    of the first. Raises KeyError naming the tensor when the weights lack one.
    """
    found = named(weights, shape)
    hidden = _embedded(graph, found, shape, ids=ids, kinds=kinds)
    bias = _relative_bias(graph, found, shape, ids=ids)
    for layer in range(shape.layers):
        hidden = _layer(graph, found, shape, f"encoder.layer.{layer}.", hidden=hidden, bias=bias)
    return hidden


class Drawing:
    """A graph while it is drawn: nodes, constants and fresh names.

    `levels`, at most `WEIGHT_LEVELS`, is the magnitude that a row's largest weight gets when quantised.
    """

    def __init__(self, scheme: str, levels: float = WEIGHT_LEVELS) -> None:
        self.scheme, self.levels = scheme, levels
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def node(self, kind: str, *inputs: str, domain: str = "", output: str = "", **attributes: Any) -> str:
        """Add a node with one output and return the output's name."""
        name = output or f"{kind.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], name=name, domain=domain, **attributes))
        return name

    def nodes(self, kind: str, *inputs: str, count: int) -> tuple[str, ...]:
        """Add a node with several outputs and return their names."""
        name = f"{kind.lower()}_{len(self._nodes)}"
        outputs = tuple(f"{name}_{number}" for number in range(count))
        self._nodes.append(helper.make_node(kind, list(inputs), list(outputs), name=name))
        return outputs

    def constant(self, name: str, value: NDArray[Any]) -> str:
        """Add a constant, once a name."""
        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(np.asarray(value, order="C"), name)
        return name

    def number(self, value: float) -> str:
        """A single-precision constant."""
        return self.constant(f"number_{value!r}", np.array(value, np.float32))

    def whole(self, *values: int) -> str:
        """A list of whole numbers as a constant."""
        return self.constant("whole_" + "_".join(map(str, values)), np.array(values, np.int64))

    def serialised(self, inputs: Sequence[str], outputs: Mapping[str, Sequence[int | str]]) -> bytes:
        """The model as bytes, checked: whole numbers (1, tokens) go in, `outputs` of the named shapes come out.

        The batch is 1: the runtime refuses any other.
        """
        given = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"]) for name in inputs]
        made = [helper.make_tensor_value_info(name, TensorProto.FLOAT, list(size)) for name, size in outputs.items()]
        graph = helper.make_graph(self._nodes, "encoder", given, made, list(self._constants.values()))
        imports = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=imports, producer_name="kts", ir_version=IR_VERSION)
        onnx.checker.check_model(model)
        content: bytes = model.SerializeToString(deterministic=True)
        return content


def _embedded(graph: Drawing, weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, ids: str, kinds: str) -> str:
    words = _word_rows(graph, weights["embeddings.word_embeddings.weight"], ids)
    positions = weights["embeddings.position_embeddings.weight"][shape.first_position :]
    if shape.family == "bert" and not kinds:
        positions = positions + weights["embeddings.token_type_embeddings.weight"][0]
    count = graph.node("Shape", ids, start=1, end=2)
    table = graph.constant("positions", positions[: shape.positions])
    used = graph.node("Slice", table, graph.whole(0), count, graph.whole(0))
    total = graph.node("Add", words, used)
    if kinds:
        types = graph.constant("kinds", weights["embeddings.token_type_embeddings.weight"])
        total = graph.node("Add", total, graph.node("Gather", types, kinds))
    return _normalised(graph, weights, shape, "embeddings.LayerNorm", total=total)


def _word_rows(graph: Drawing, table: NDArray[np.float32], ids: str) -> str:
    """The words' vectors; quantised, the table is a quarter of its size, each row with a scale of its own."""
    if graph.scheme == "none":
        return graph.node("Gather", graph.constant("words", table), ids)
    scales = np.maximum(np.abs(table).max(axis=1, keepdims=True), TINY) / ROW_LEVELS
    rows = graph.constant("words", np.rint(table / scales).astype(np.int8))
    found = graph.node("Cast", graph.node("Gather", rows, ids), to=TensorProto.FLOAT)
    scale = graph.node("Gather", graph.constant("word_scales", scales.astype(np.float32)), ids)
    return graph.node("Mul", found, scale)


def _relative_bias(graph: Drawing, weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, ids: str) -> str:
    """MPNet's (1, heads, n, n) addition to the attention scores, looked up by distance; empty for BERT."""
    if shape.family != "mpnet":
        return ""
    table = weights["encoder.relative_attention_bias.weight"]
    distances = np.arange(1 - shape.positions, shape.positions)
    by_distance = graph.constant("by_distance", table[_buckets(distances, len(table))].T)
    count = graph.node("Squeeze", graph.node("Shape", ids, start=1, end=2), graph.whole(0))
    zero, one = (graph.constant(f"scalar_{value}", np.array(value, np.int64)) for value in (0, 1))
    at = graph.node("Range", zero, count, one)
    apart = graph.node("Sub", graph.node("Unsqueeze", at, graph.whole(0)), graph.node("Unsqueeze", at, graph.whole(1)))
    index = graph.node("Add", apart, graph.whole(shape.positions - 1))
    return graph.node("Unsqueeze", graph.node("Gather", by_distance, index, axis=1), graph.whole(0))


def _buckets(distances: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The bucket of each distance (key minus query): half for each direction, exact when near, logarithmic beyond."""
    half = count // 2
    exact = half // 2
    size = np.abs(distances)
    far = np.log(np.maximum(size, 1) / exact) / np.log(BUCKETS_MAX_DISTANCE / exact) * (half - exact)
    large = np.minimum(exact + far.astype(np.int64), half - 1)
    found: NDArray[np.int64] = np.where(distances > 0, half, 0) + np.where(size < exact, size, large)
    return found


def _layer(
    graph: Drawing,
    weights: Mapping[str, NDArray[np.float32]],
    shape: Shape,
    prefix: str,
    *,
    hidden: str,
    bias: str,
) -> str:
    attended = _attention(graph, weights, shape, prefix, hidden=hidden, bias=bias)
    out = _weights(weights, f"{prefix}attention.output.dense")
    joined = graph.node(
        "Add", _biased(graph, out, prefix + "out", _product(graph, attended, out, prefix + "out")), hidden
    )
    middle = _normalised(graph, weights, shape, f"{prefix}attention.output.LayerNorm", total=joined)
    up = _weights(weights, f"{prefix}intermediate.dense")
    wide = _product(graph, middle, up, prefix + "up")
    active = graph.node("BiasGelu", wide, graph.constant(prefix + "up.bias", up.bias), domain=MICROSOFT)
    down = _weights(weights, f"{prefix}output.dense")
    total = graph.node(
        "Add", _biased(graph, down, prefix + "down", _product(graph, active, down, prefix + "down")), middle
    )
    return _normalised(graph, weights, shape, f"{prefix}output.LayerNorm", total=total)


def _attention(
    graph: Drawing,
    weights: Mapping[str, NDArray[np.float32]],
    shape: Shape,
    prefix: str,
    *,
    hidden: str,
    bias: str,
) -> str:
    parts = [_weights(weights, f"{prefix}attention.self.{name}") for name in ("query", "key", "value")]
    quantised = _quantised(graph, hidden)
    products = [
        _product(graph, hidden, part, f"{prefix}{name}", quantised=quantised)
        for part, name in zip(parts, ("query", "key", "value"), strict=True)
    ]
    biases = graph.constant(prefix + "attention.bias", np.concatenate([part.bias for part in parts]))
    more = ("", bias) if bias else ()
    inputs = (*products, biases, *more)
    return graph.node("MultiHeadAttention", *inputs, domain=MICROSOFT, num_heads=shape.heads)


def _weights(weights: Mapping[str, NDArray[np.float32]], name: str) -> Weights:
    return Weights(weights[f"{name}.weight"], weights[f"{name}.bias"])


def _biased(graph: Drawing, weights: Weights, name: str, product: str) -> str:
    return graph.node("Add", product, graph.constant(f"{name}.bias", weights.bias))


def _product(graph: Drawing, value: str, weights: Weights, name: str, *, quantised: Quantised | None = None) -> str:
    """`value` times the weights, without their bias."""
    given = quantised or _quantised(graph, value)
    if given is None:
        return graph.node("MatMul", value, graph.constant(f"{name}.weight", weights.weight.T))
    scales = np.maximum(np.abs(weights.weight).max(axis=1), TINY) / graph.levels
    rows = np.rint(weights.weight / scales[:, None]).astype(np.int8)
    product = graph.node(
        "MatMulIntegerToFloat",
        given.value,
        graph.constant(f"{name}.weight", rows.T),
        given.scale,
        graph.constant(f"{name}.scale", scales.astype(np.float32)),
        given.zero,
        domain=MICROSOFT,
    )
    return graph.node("Mul", product, given.row_scale) if given.row_scale else product


def _quantised(graph: Drawing, value: str) -> Quantised | None:
    if graph.scheme == "none":
        return None
    if graph.scheme == "int8-per-channel":
        return Quantised(*graph.nodes("DynamicQuantizeLinear", value, count=3))
    largest = graph.node("ReduceMax", graph.node("Abs", value), axes=[-1], keepdims=1)
    scale = graph.node("Mul", graph.node("Max", largest, graph.number(TINY)), graph.number(1 / ACTIVATION_LEVELS))
    middle = graph.constant("middle", np.array(128, np.uint8))
    rows = graph.node("QuantizeLinear", graph.node("Div", value, scale), graph.number(1.0), middle)
    return Quantised(rows, graph.number(1.0), middle, scale)


def _normalised(
    graph: Drawing, weights: Mapping[str, NDArray[np.float32]], shape: Shape, name: str, *, total: str
) -> str:
    scale = graph.constant(f"{name}.weight", weights[f"{name}.weight"])
    shift = graph.constant(f"{name}.bias", weights[f"{name}.bias"])
    return graph.node("LayerNormalization", total, scale, shift, axis=-1, epsilon=shape.epsilon)
