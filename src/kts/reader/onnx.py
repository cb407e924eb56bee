"""The reader that runs a model folder with onnxruntime: one pair a run, one thread a run, no padding.

A pair is computed alone, so it has the same reading whatever its neighbours, on whichever thread. Safe to use from
several threads.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime

from kts.ports.models import Reading
from kts.reader import manifest as manifests
from kts.reader.manifest import INPUTS, OUTPUTS
from kts.reader.spans import best
from kts.types import Span, well_formed
from kts.weights.folder import GRAPH, TOKENIZER, check
from kts.weights.session import session, spread, tokenizer, usable_processors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

DIGITS = 5
"""Decimal places of a logit: more would show how a machine rounds."""
KEPT = 64
"""Readings that are kept: a question that is looked for in two ways often finds the same texts (one pair in six of 60
questions over samples/)."""


class OnnxReader:
    """Implements `ports.Reader` over a model folder, and `ports.Reranker`: `answerable` is a score.

    Raises MissingModel when the folder holds no reader, or files that are not those of its manifest.
    """

    def __init__(self, folder: Path, *, threads: int = 0) -> None:
        """`threads` is how many texts are read at a time; 0 for one a processor."""
        self.manifest = manifests.read(folder)
        check(folder, self.manifest.files, full=False)
        self.provider_id = self.manifest.id
        self.max_tokens = self.manifest.max_tokens
        self.window, self.heading = self.manifest.window, self.manifest.heading
        self.weighings = self.manifest.weighings
        self.model_hash = manifests.model_hash(self.manifest)
        self.runtime: str = onnxruntime.__version__
        self._tokenizer = tokenizer(folder / TOKENIZER)
        self._first, self._last = _frame(self._tokenizer)
        self._session = session(folder / GRAPH, ours=True)
        self._threads = threads or usable_processors()
        self._kept = lru_cache(maxsize=KEPT)(self._read)

    def count(self, text: str) -> int:
        """How many tokens a text has, without the model's marks."""
        return len(self._encoded(text).ids)

    def read(self, question: str, texts: Sequence[str]) -> Sequence[Reading]:
        """One reading a text, in the order of the texts; equal texts are read once."""
        asked = tuple(self._encoded(question).ids[: self.manifest.question])
        distinct = list(dict.fromkeys(texts))
        found = spread(lambda text: self._kept(asked, text), distinct, threads=self._threads, name="read")
        readings = dict(zip(distinct, found, strict=True))
        return [readings[text] for text in texts]

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """How well each text answers the question, in the order of the texts."""
        return [one.answerable for one in self.read(question, texts)]

    def _read(self, asked: tuple[int, ...], text: str) -> Reading:
        encoded = self._encoded(text)
        before = [self._first, *asked, self._last]
        kept = max(0, self.max_tokens - len(before) - 1)
        ids, places = encoded.ids[:kept], encoded.offsets[:kept]
        row = [*before, *ids, self._last]
        kinds = [0] * len(before) + [1] * (len(row) - len(before))
        given = (np.array([one], np.int64) for one in (row, kinds))
        answerable, start, end = self._session.run(list(OUTPUTS), dict(zip(INPUTS, given, strict=True)))
        chosen = best(start[0], end[0], low=len(before), high=len(before) + len(ids))
        span = Span(places[chosen.first - len(before)][0], places[chosen.last - len(before)][1]) if chosen else None
        score = round(chosen.score, DIGITS) if chosen else 0.0
        return Reading(round(float(answerable[0, 0]), DIGITS), span, score)

    def _encoded(self, text: str) -> Any:
        return self._tokenizer.encode(well_formed(text), add_special_tokens=False)


def _frame(made: Any) -> tuple[int, int]:
    """The mark before a pair, and the one after each of its texts, as BERT has them."""
    framed = made.encode("a").ids
    return framed[0], framed[-1]
