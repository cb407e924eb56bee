"""A small encoder with random weights: its upstream files, and what it computes, worked out in plain numpy."""

from __future__ import annotations

import json
import math
import struct
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

if TYPE_CHECKING:
    from pathlib import Path

DIMS, HEADS, LAYERS, WIDE, POSITIONS = 32, 4, 2, 64, 48
MAX_TOKENS = 24
WORDS = """the a of is how long cure period thirty days whales are mammals open sea engine cold wet and error licence
server did not answer hello world and in to who may what notice fee bank text many words""".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,:;?!'\"()[]-<>/"
SPECIALS = {
    "bert": ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    "mpnet": ("<s>", "<pad>", "</s>", "[UNK]", "<mask>"),
}
FRAME = {"bert": ("[CLS]", "[SEP]"), "mpnet": ("<s>", "</s>")}


def vocabulary(family):
    continued = [f"##{letter}" for letter in LETTERS]
    return {
        word: number for number, word in enumerate(dict.fromkeys([*SPECIALS[family], *WORDS, *LETTERS, *continued]))
    }


def tokenizer(family):
    """A WordPiece tokenizer that pads and cuts, as the files of real models do."""
    words, (first, last) = vocabulary(family), FRAME[family]
    made = Tokenizer(models.WordPiece(words, unk_token="[UNK]"))  # noqa: S106 - a word
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    ends = [(first, words[first]), (last, words[last])]
    made.post_processor = processors.TemplateProcessing(single=f"{first} $A {last}", special_tokens=ends)
    made.add_special_tokens(list(SPECIALS[family]))
    made.enable_truncation(8)
    made.enable_padding(length=8)
    return made


def config(family):
    more = 2 if family == "mpnet" else 0
    return {
        "model_type": family,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "hidden_size": DIMS,
        "intermediate_size": WIDE,
        "max_position_embeddings": POSITIONS + more,
        "vocab_size": len(vocabulary(family)),
        "layer_norm_eps": 1e-12 if family == "bert" else 1e-5,
        "hidden_act": "gelu",
        "pad_token_id": 0 if family == "bert" else 1,
    }


def weights(family, seed=7):
    """Random tensors under the names that each family uses."""
    random = np.random.default_rng(seed)
    attention = {
        "bert": ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"),
        "mpnet": ("attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o"),
    }[family]
    norm = {"bert": "attention.output.LayerNorm", "mpnet": "attention.LayerNorm"}[family]
    found = {
        "embeddings.word_embeddings.weight": random.normal(0, 1, (len(vocabulary(family)), DIMS)),
        "embeddings.position_embeddings.weight": random.normal(
            0, 0.1, (config(family)["max_position_embeddings"], DIMS)
        ),
    }
    if family == "bert":
        found["embeddings.token_type_embeddings.weight"] = random.normal(0, 0.1, (2, DIMS))
    else:
        found["encoder.relative_attention_bias.weight"] = random.normal(0, 1, (32, HEADS))
    products = [(name, DIMS, DIMS) for name in attention]
    products += [("intermediate.dense", WIDE, DIMS), ("output.dense", DIMS, WIDE)]
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        for name, out, into in products:
            found[f"{prefix}{name}.weight"] = random.normal(0, 0.1, (out, into))
            found[f"{prefix}{name}.bias"] = random.normal(0, 0.1, out)
        norms += [f"{prefix}{norm}", f"{prefix}output.LayerNorm"]
    for name in norms:
        found[f"{name}.weight"] = random.normal(1, 0.1, DIMS)
        found[f"{name}.bias"] = random.normal(0, 0.1, DIMS)
    return {name: value.astype(np.float32) for name, value in found.items()}


def safetensors(tensors, kinds=None):
    """The bytes of a safetensors file; `kinds` maps names to (type, encoder) where they are not single precision."""
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, value in tensors.items():
        kind, encode = (kinds or {}).get(name, ("F32", lambda numbers: numbers.astype("<f4").tobytes()))
        content = encode(value)
        header[name] = {
            "dtype": kind,
            "shape": list(value.shape),
            "data_offsets": [len(body), len(body) + len(content)],
        }
        body += content
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + body


def write_upstream(folder: Path, family="bert", pooling="mean", seed=7):
    """The files of a model as a hub has them."""
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config(family)))
    (folder / "model.safetensors").write_bytes(safetensors(weights(family, seed)))
    (folder / "tokenizer.json").write_text(tokenizer(family).to_str())
    said = {"pooling_mode_cls_token": pooling == "cls", "pooling_mode_mean_tokens": pooling == "mean"}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(said))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": MAX_TOKENS}))
    return folder


def computed(tensors, family, ids, pooling):
    """The sentence vector and the token vectors of one text, in double precision, term by term."""
    named = {name: value.astype(np.float64) for name, value in tensors.items()}
    epsilon = config(family)["layer_norm_eps"]
    first = 2 if family == "mpnet" else 0
    hidden = named["embeddings.word_embeddings.weight"][ids]
    hidden = hidden + named["embeddings.position_embeddings.weight"][first : first + len(ids)]
    if family == "bert":
        hidden = hidden + named["embeddings.token_type_embeddings.weight"][0]
    hidden = _norm(hidden, named, "embeddings.LayerNorm", epsilon)
    for layer in range(LAYERS):
        hidden = _layer(hidden, named, f"encoder.layer.{layer}.", family, epsilon)
    pooled = hidden[0] if pooling == "cls" else hidden.mean(axis=0)
    return pooled / np.linalg.norm(pooled), hidden / np.linalg.norm(hidden, axis=1, keepdims=True)


def _layer(hidden, named, prefix, family, epsilon):
    q, k, v, o = (
        ("self.query", "self.key", "self.value", "output.dense")
        if family == "bert"
        else ("attn.q", "attn.k", "attn.v", "attn.o")
    )
    query, key, value = (_dense(hidden, named, f"{prefix}attention.{name}") for name in (q, k, v))
    size, parts = DIMS // HEADS, []
    for head in range(HEADS):
        own = slice(head * size, (head + 1) * size)
        scores = query[:, own] @ key[:, own].T / math.sqrt(size)
        if family == "mpnet":
            table = named["encoder.relative_attention_bias.weight"][:, head]
            n = len(hidden)
            scores = scores + np.array([[table[bucket(j - i)] for j in range(n)] for i in range(n)])
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        parts.append(shares / shares.sum(axis=1, keepdims=True) @ value[:, own])
    attended = _dense(np.concatenate(parts, axis=1), named, f"{prefix}attention.{o}")
    norm = "attention.output.LayerNorm" if family == "bert" else "attention.LayerNorm"
    hidden = _norm(attended + hidden, named, prefix + norm, epsilon)
    wide = _dense(hidden, named, f"{prefix}intermediate.dense")
    active = np.vectorize(lambda x: x * 0.5 * (1 + math.erf(x / math.sqrt(2))))(wide)
    return _norm(_dense(active, named, f"{prefix}output.dense") + hidden, named, f"{prefix}output.LayerNorm", epsilon)


def bucket(distance):
    """The bucket of a key `distance` tokens after its query, of 32: T5's rule, one number at a time."""
    base, size = (16, distance) if distance > 0 else (0, -distance)
    if size < 8:
        return base + size
    return base + min(15, 8 + int(math.log(size / 8) / math.log(128 / 8) * 8))


def _dense(hidden, named, name):
    return hidden @ named[f"{name}.weight"].T + named[f"{name}.bias"]


def _norm(hidden, named, name, epsilon):
    centred = hidden - hidden.mean(axis=1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + epsilon)
    return centred / spread * named[f"{name}.weight"] + named[f"{name}.bias"]
