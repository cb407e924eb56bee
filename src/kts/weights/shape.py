"""What an encoder looks like: its sizes, from the `config.json` that comes with the weights, and its tensors' names."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

FAMILIES = ("bert", "mpnet")
ACTIVATIONS = ("gelu", "gelu_python")
MPNET_NAMES = {
    "attention.self.query": "attention.attn.q",
    "attention.self.key": "attention.attn.k",
    "attention.self.value": "attention.attn.v",
    "attention.output.dense": "attention.attn.o",
    "attention.output.LayerNorm": "attention.LayerNorm",
}
"""How MPNet names what BERT has too."""


class Shape(NamedTuple):
    """The sizes of an encoder. `first_position` is the position of a text's first token in the position table."""

    family: str
    layers: int
    heads: int
    dims: int
    positions: int
    vocabulary: int
    epsilon: float
    first_position: int = 0


def read_shape(path: Path) -> Shape:
    """The shape that a `config.json` describes. Raises UsageError as `shape_of`, and for a file that is no JSON."""
    try:
        found = json.loads(path.read_bytes())
    except ValueError as error:
        message = f"{path} is not JSON: {error}"
        raise UsageError(message, path=str(path), hint="download it again") from None
    return shape_of(found if isinstance(found, dict) else {}, path=str(path))


def shape_of(config: Mapping[str, Any], *, path: str = "config.json") -> Shape:
    """The shape that a `config.json` describes. Raises UsageError for another family or a field that is missing."""
    family = str(config.get("model_type", ""))
    if family not in FAMILIES:
        message = f"{path}: encoders of the kind {family!r} are not known, only {' and '.join(FAMILIES)}"
        raise UsageError(message, path=path, hint="kts models list shows models that work")
    if config.get("hidden_act", "gelu") not in ACTIVATIONS:
        message = f"{path}: the activation {config['hidden_act']!r} is not known, only {ACTIVATIONS[0]}"
        raise UsageError(message, path=path, hint="kts models list shows models that work")
    first = int(config.get("pad_token_id") or 0) + 1 if family == "mpnet" else 0
    try:
        return Shape(
            family,
            layers=int(config["num_hidden_layers"]),
            heads=int(config["num_attention_heads"]),
            dims=int(config["hidden_size"]),
            positions=int(config["max_position_embeddings"]) - first,
            vocabulary=int(config["vocab_size"]),
            epsilon=float(config.get("layer_norm_eps", 1e-12)),
            first_position=first,
        )
    except (KeyError, TypeError, ValueError) as error:
        message = f"{path}: {error} is missing or no number"
        raise UsageError(message, path=path, hint="take the config.json of the model's own folder") from None


def named(weights: Mapping[str, NDArray[np.float32]], shape: Shape) -> Mapping[str, NDArray[np.float32]]:
    """The weights under BERT's names, without the prefix that a model with a head puts before them."""
    plain = {re.sub(rf"^{shape.family}\.", "", name): value for name, value in weights.items()}
    if shape.family == "bert":
        return plain
    ours = {theirs: name for name, theirs in MPNET_NAMES.items()}
    pattern = re.compile("|".join(map(re.escape, sorted(ours, key=len, reverse=True))))
    return {pattern.sub(lambda found: ours[found[0]], name): value for name, value in plain.items()}
