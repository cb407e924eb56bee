"""What a folder of a hub's model holds: its graph, and what `config.json` says of it. Light: nothing is run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kts.entail.catalogue import QUANTISED
from kts.entail.labels import labels
from kts.errors import UsageError
from kts.weights.folder import CONFIG, GRAPH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from kts.entail.labels import Label

GRAPHS = (QUANTISED, f"onnx/{GRAPH}", "model_quantized.onnx", GRAPH)
"""Where hubs keep the graph, the smallest first."""
CLASSIFIER = "ForSequenceClassification"
"""How the architecture of a model ends that has classes."""
CLASSES = 2
"""Labels that a classifier has at least: a cross-encoder that gives one score has one."""
MOST = 512
"""Tokens of a pair where the model has more positions, or does not say (a default: what such models are trained on)."""


def classifies(folder: Path) -> bool:
    """Whether a folder holds a classifier of texts, and no encoder."""
    said = _said(folder)
    names = label_names(said)
    architectures = [str(one) for one in said.get("architectures") or ()]
    is_named = any(one.endswith(CLASSIFIER) for one in architectures) or bool(labels(names))
    return is_named and len(names) >= CLASSES


def label_names(said: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the outputs in their order, as `id2label` gives them; none where it gives none."""
    found = said.get("id2label")
    try:
        numbered = {int(number): str(name) for number, name in dict(found or {}).items()}
    except (TypeError, ValueError):
        return ()
    return tuple(numbered[at] for at in range(len(numbered))) if set(numbered) == set(range(len(numbered))) else ()


def labels_of(folder: Path) -> tuple[Label, ...]:
    """Which output is which class. Raises UsageError where the names do not tell."""
    names = label_names(_said(folder))
    found = labels(names)
    if not found:
        path = folder / CONFIG
        message = (
            f"{path} does not tell which outputs are entailment and contradiction: {', '.join(names) or 'no names'}"
        )
        hint = 'name them in its "id2label" as the model card does: {"0": "contradiction", "1": "entailment", ...}'
        raise UsageError(message, path=str(path), hint=hint)
    return found


def graph_of(folder: Path) -> Path:
    """The graph. Raises UsageError where there is none."""
    found: Sequence[Path] = [folder / name for name in GRAPHS if (folder / name).is_file()]
    if not found:
        message = f"{folder} holds a classifier without a graph: {', '.join(GRAPHS)} are missing"
        raise UsageError(message, path=str(folder), hint="optimum-cli export onnx makes one of the model's weights")
    return found[0]


def positions_of(folder: Path) -> int:
    """How many tokens a pair may have."""
    said = _said(folder).get("max_position_embeddings")
    return min(said, MOST) if isinstance(said, int) and said > 0 else MOST


def pad_of(folder: Path) -> int:
    """The token that fills a pair up."""
    said = _said(folder).get("pad_token_id")
    return said if isinstance(said, int) and said >= 0 else 0


def _said(folder: Path) -> Mapping[str, Any]:
    try:
        found = json.loads((folder / CONFIG).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
