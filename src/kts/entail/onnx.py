"""The entailment model that runs a model folder with onnxruntime: one pair a run, one thread.

A pair is computed alone: graphs that were quantised dynamically, as those of hubs are, give it another probability
beside others. Safe to use from several threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kts.entail import manifest as manifests
from kts.entail.labels import CLASSES
from kts.errors import MissingModel
from kts.ports.models import Entailment
from kts.types import well_formed
from kts.weights.folder import GRAPH, TOKENIZER, again
from kts.weights.session import session, tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

DIGITS = 5
"""Decimal places of a probability: more would show how a machine rounds."""
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
"""What a classifier of pairs may take: DeBERTa's graphs have no types."""


class OnnxEntailment:
    """Implements `ports.EntailmentModel` over a model folder.

    Raises MissingModel when the folder holds no entailment model, or files that are not those of its manifest.
    """

    def __init__(self, folder: Path) -> None:
        self.manifest = manifests.read(folder)
        self.provider_id = self.manifest.id
        self.model_hash = manifests.model_hash(self.manifest)
        self.least = self.manifest.least
        self.fitted = self.manifest.fitted
        self._session = session(folder / GRAPH, ours=False)
        self._inputs = [one.name for one in self._session.get_inputs()]
        if not {"input_ids"} <= set(self._inputs) <= set(INPUTS):
            message = f"{folder / GRAPH} takes {', '.join(self._inputs)}, not a pair of texts"
            raise MissingModel(message, path=str(folder / GRAPH), hint=again(folder.name))
        self._length = _fixed_length(self._session)
        self.max_tokens = min(self.manifest.max_tokens, self._length or self.manifest.max_tokens)
        self._turned = self.manifest.first == "hypothesis"
        cut = "only_second" if self._turned else "only_first"  # the premise
        self._tokenizer = tokenizer(folder / TOKENIZER, most=self.max_tokens, cut=cut)
        self._whole = tokenizer(folder / TOKENIZER)
        self._marks: int = self._tokenizer.num_special_tokens_to_add(is_pair=True)

    def infer(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Entailment]:
        """One result a pair of premise and hypothesis, in the order of the pairs; equal pairs are read once."""
        found = {pair: self._read(*map(well_formed, pair)) for pair in dict.fromkeys(pairs)}
        return [found[pair] for pair in pairs]

    def _read(self, premise: str, hypothesis: str) -> Entailment:
        own = len(self._whole.encode(hypothesis, add_special_tokens=False).ids)
        if own + self._marks >= self.max_tokens:
            return Entailment()
        pair = (hypothesis, premise) if self._turned else (premise, hypothesis)
        given = self._given(self._tokenizer.encode(*pair))
        logits: NDArray[np.float64] = np.asarray(self._session.run(None, given)[0], np.float64).reshape(-1)
        chances = np.exp(logits - logits.max())
        told = dict(zip(self.manifest.labels, (chances / chances.sum()).tolist(), strict=True))
        return Entailment(*(round(told[name], DIGITS) if name in told else None for name in CLASSES))

    def _given(self, pair: Any) -> Mapping[str, NDArray[np.int64]]:
        """The inputs that the graph takes, filled up where it takes one length only."""
        rows = dict(zip(INPUTS, (pair.ids, pair.attention_mask, pair.type_ids), strict=True))
        fill = {"input_ids": self.manifest.pad}
        missing = max(0, self._length - len(pair.ids))
        return {name: np.array([rows[name] + [fill.get(name, 0)] * missing], np.int64) for name in self._inputs}


def _fixed_length(running: Any) -> int:
    """The one number of tokens that a graph takes, 0 where it takes any."""
    length = running.get_inputs()[0].shape[-1]
    return length if isinstance(length, int) else 0
