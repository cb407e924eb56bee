"""The cross-encoder that runs a model folder with onnxruntime: pairs of like length together, one thread a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kts.rerank import manifest as manifests
from kts.types import well_formed
from kts.weights.folder import GRAPH, TOKENIZER
from kts.weights.session import session, tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

BATCH = 8
"""Pairs of a run at most (a default: more cost memory and gain nothing on one thread)."""
DIGITS = 4
"""Decimal places of a score: a batch may round the last digits differently."""
CLASSES = 2
"""Columns of a graph that says irrelevant and relevant instead of one number."""


class OnnxReranker:
    """Implements `ports.Reranker` over a model folder.

    Raises MissingModel when the folder holds no cross-encoder, or files that are not those of its manifest.
    """

    def __init__(self, folder: Path) -> None:
        self.manifest = manifests.read(folder)
        self.provider_id = self.manifest.id
        self.max_tokens = self.manifest.max_tokens
        self.model_hash = manifests.model_hash(self.manifest)
        self._tokenizer = tokenizer(folder / TOKENIZER, most=self.max_tokens)
        self._session = session(folder / GRAPH, ours=False)
        self._inputs = {one.name for one in self._session.get_inputs()}

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, in the order of the texts; a long pair is cut, the longer side first."""
        pairs = [self._tokenizer.encode(well_formed(question), well_formed(text)) for text in texts]
        found = [0.0] * len(pairs)
        for places in _batches([len(pair.ids) for pair in pairs], BATCH if self.manifest.batch_exact else 1):
            for place, score in zip(places, self._run([pairs[place] for place in places]), strict=True):
                found[place] = score
        return found

    def _run(self, pairs: Sequence[Any]) -> list[float]:
        widest = max(1, *(len(pair.ids) for pair in pairs))
        given = {
            "input_ids": _padded([pair.ids for pair in pairs], widest),
            "attention_mask": _padded([pair.attention_mask for pair in pairs], widest),
            "token_type_ids": _padded([pair.type_ids for pair in pairs], widest),
        }
        logits = self._session.run(None, {name: rows for name, rows in given.items() if name in self._inputs})[0]
        rows: NDArray[np.float64] = np.asarray(logits, np.float64).reshape(len(pairs), -1)
        single = rows[:, 1] - rows[:, 0] if rows.shape[1] == CLASSES else rows[:, 0]
        return [round(float(score), DIGITS) for score in single]


def _batches(lengths: Sequence[int], size: int) -> list[list[int]]:
    """Places in order of length, so that a batch has little padding."""
    order = sorted(range(len(lengths)), key=lambda place: (-lengths[place], place))
    return [order[start : start + size] for start in range(0, len(order), size)]


def _padded(rows: Sequence[Sequence[int]], width: int) -> NDArray[np.int64]:
    made = np.zeros((len(rows), width), np.int64)
    for at, row in enumerate(rows):
        made[at, : len(row)] = row
    return made
