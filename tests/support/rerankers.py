"""A small cross-encoder: a graph that scores shared words, worked out by hand, in a folder as a real one has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from kts.rerank.manifest import describe
from kts.weights.folder import GRAPH, TOKENIZER

if TYPE_CHECKING:
    from pathlib import Path

WORDS = """the a of is how long cure period thirty days whales are mammals open sea engine cold wet and error notice to
bank in licence server did not answer""".split()
SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,:;?!'\"()[]-<>/"
MAX_TOKENS = 32
STOP = 5
"""The first words count little: they are in every text."""
LITTLE = 0.1


def vocabulary():
    pieces = [*SPECIALS, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    return {word: number for number, word in enumerate(dict.fromkeys(pieces))}


def worth():
    """What a shared token adds: specials, single letters and filler words next to nothing."""
    words = vocabulary()
    weights = np.full(len(words), 0.0, np.float32)
    for at, word in enumerate(WORDS):
        weights[words[word]] = LITTLE if at < STOP else 1.0
    return weights


def tokenizer():
    words = vocabulary()
    made = Tokenizer(models.WordPiece(words, unk_token="[UNK]"))  # noqa: S106 - a word
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [("[CLS]", words["[CLS]"]), ("[SEP]", words["[SEP]"])]
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    made.add_special_tokens(list(SPECIALS))
    return made


def graph(*, classes: int = 1):
    """Of both sides the sum of one-hot rows, their product weighted: how many words the sides share."""
    size = len(vocabulary())
    held = {
        "rows": np.eye(size, dtype=np.float32),
        "worth": worth(),
        "one": np.array(1, np.int64),
        "axis": np.array([1], np.int64),
        "last": np.array([2], np.int64),
    }
    steps = [
        helper.make_node("Gather", ["rows", "input_ids"], ["tokens"]),
        helper.make_node("Mul", ["token_type_ids", "attention_mask"], ["second"]),
        helper.make_node("Sub", ["one", "token_type_ids"], ["other"]),
        helper.make_node("Mul", ["other", "attention_mask"], ["first"]),
    ]
    for side in ("first", "second"):
        steps += [
            helper.make_node("Cast", [side], [f"{side}_f"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", [f"{side}_f", "last"], [f"{side}_u"]),
            helper.make_node("Mul", ["tokens", f"{side}_u"], [f"{side}_t"]),
            helper.make_node("ReduceMax", [f"{side}_t", "axis"], [f"{side}_s"], keepdims=0),
        ]
    steps += [
        helper.make_node("Mul", ["first_s", "second_s"], ["shared"]),
        helper.make_node("Mul", ["shared", "worth"], ["weighed"]),
        helper.make_node("ReduceSum", ["weighed", "axis"], ["logit"], keepdims=1),
    ]
    if classes == 2:
        steps += [
            helper.make_node("Neg", ["logit"], ["against"]),
            helper.make_node("Concat", ["against", "logit"], ["logits"], axis=1),
        ]
    names = ("input_ids", "attention_mask", "token_type_ids")
    made = helper.make_graph(
        steps,
        "overlap",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "tokens_of_a_pair"]) for name in names],
        [helper.make_tensor_value_info("logits" if classes == 2 else "logit", TensorProto.FLOAT, ["pairs", classes])],
        [numpy_helper.from_array(value, name) for name, value in held.items()],
    )
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def write(folder: Path, *, batch_exact: bool = True, classes: int = 1) -> Path:
    """The folder of a model, manifest and all."""
    folder.mkdir(parents=True)
    onnx.save(graph(classes=classes), str(folder / GRAPH))
    tokenizer().save(str(folder / TOKENIZER))
    describe(folder, name=folder.name, max_tokens=MAX_TOKENS, batch_exact=batch_exact)
    return folder
