"""A small entailment model: a graph worked out by hand, in a folder as a hub has it.

What the premise shares with the hypothesis speaks for entailment, a `not` on one side only for contradiction, nothing
shared for neutral.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kts.weights.folder import CONFIG, GRAPH, TOKENIZER
from support.rerankers import tokenizer, vocabulary, worth

if TYPE_CHECKING:
    from pathlib import Path

ORDER = ("contradiction", "entailment", "neutral")
BOTH = ("input_ids", "attention_mask")
"""What graphs of DeBERTa take; those of BERT take the types of the tokens besides."""
STEEP = 4.0
"""What a share of 1 is worth more, as a logit, than one of a half."""


def graph(*, order=ORDER, length=0, inputs=BOTH):
    """Sides are told apart by the mark between them, as a model without token types has to."""
    words, size = vocabulary(), len(vocabulary())
    denial = np.zeros(size, np.float32)
    denial[words["not"]] = 1.0
    wanted = worth()
    wanted[words["not"]] = 0.0
    held = {
        "rows": np.eye(size, dtype=np.float32),
        "worth": wanted,
        "denial": denial,
        "mark": np.array(words["[SEP]"], np.int64),
        "one": np.array(1, np.int64),
        "some": np.array(1e-3, np.float32),
        "half": np.array(0.5, np.float32),
        "steep": np.array(STEEP, np.float32),
        "nothing": np.array(0.0, np.float32),
        "axis": np.array([1], np.int64),
        "last": np.array([2], np.int64),
        "along": np.array(1, np.int64),
    }
    node = helper.make_node
    steps = [
        node("Gather", ["rows", "input_ids"], ["tokens"]),
        node("Equal", ["input_ids", "mark"], ["is_mark"]),
        node("Cast", ["is_mark"], ["marks"], to=TensorProto.INT64),
        node("CumSum", ["marks", "along"], ["behind"]),
    ]
    for side, number in (("first", "zero"), ("second", "one")):
        steps += [
            node("Equal", ["behind", number], [f"{side}_is"]),
            node("Cast", [f"{side}_is"], [f"{side}_i"], to=TensorProto.INT64),
            node("Mul", [f"{side}_i", "attention_mask"], [f"{side}_m"]),
            node("Cast", [f"{side}_m"], [f"{side}_f"], to=TensorProto.FLOAT),
            node("Unsqueeze", [f"{side}_f", "last"], [f"{side}_u"]),
            node("Mul", ["tokens", f"{side}_u"], [f"{side}_t"]),
            node("ReduceMax", [f"{side}_t", "axis"], [f"{side}_s"], keepdims=0),
            node("Mul", [f"{side}_s", "denial"], [f"{side}_d"]),
            node("ReduceSum", [f"{side}_d", "axis"], [f"{side}_not"], keepdims=1),
        ]
    held["zero"] = np.array(0, np.int64)
    steps += [
        node("Mul", ["second_s", "worth"], ["wanted"]),
        node("ReduceSum", ["wanted", "axis"], ["total"], keepdims=1),
        node("Mul", ["wanted", "first_s"], ["shared"]),
        node("ReduceSum", ["shared", "axis"], ["held"], keepdims=1),
        node("Add", ["total", "some"], ["least"]),
        node("Div", ["held", "least"], ["share"]),
        node("Sub", ["share", "half"], ["over"]),
        node("Mul", ["over", "steep"], ["speaks"]),
        node("Sub", ["first_not", "second_not"], ["differ"]),
        node("Abs", ["differ"], ["turned"]),
        node("Mul", ["turned", "steep"], ["denied"]),
        node("Sub", ["speaks", "denied"], ["entailment"]),
        node("Sub", ["denied", "steep"], ["lacking"]),
        node("Add", ["speaks", "lacking"], ["contradiction"]),
        node("Mul", ["total", "nothing"], ["neutral"]),
        node("Identity", ["neutral"], ["other"]),
        *([node("Identity", ["token_type_ids"], ["types"])] if "token_type_ids" in inputs else []),
        node("Concat", list(order), ["logits"], axis=1),
    ]
    made = helper.make_graph(
        steps,
        "entailment",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", length or "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["pairs", len(order)])],
        [numpy_helper.from_array(value, name) for name, value in held.items()],
    )
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def write(folder: Path, *, place=GRAPH, names=ORDER, positions=64, **options) -> Path:
    """The folder of a hub's model; `names` are those of the labels in config.json."""
    (folder / place).parent.mkdir(parents=True)
    onnx.save(graph(**options), str(folder / place))
    tokenizer().save(str(folder / TOKENIZER))
    said = {
        "architectures": ["DebertaV2ForSequenceClassification"],
        "id2label": {str(number): name for number, name in enumerate(names)},
        "max_position_embeddings": positions,
        "pad_token_id": 0,
    }
    (folder / CONFIG).write_text(json.dumps(said), encoding="utf-8")
    return folder
