"""The embedder that runs a model folder with onnxruntime: one text a run, one thread a run, no padding.

A session of one thread is shared by as many Python threads as there are processors: each vector is computed alone,
so it is the same bytes whatever its neighbours, and no second copy of the weights is in memory.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime

from kts.embed import manifest as manifests
from kts.embed.windows import windows
from kts.types import Span, well_formed
from kts.weights.folder import GRAPH, TOKENIZER, check
from kts.weights.session import session, spread, tokenizer, usable_processors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


class OnnxEmbedder:
    """An embedder over a model folder. Safe to use from several threads.

    Raises MissingModel when the folder holds no model, or files that are not those of its manifest. `runtime` is the
    version of onnxruntime: another one may round differently.
    """

    def __init__(self, folder: Path, *, threads: int = 0) -> None:
        """`threads` is how many texts are embedded at a time; 0 for one a processor."""
        self.manifest = manifests.read(folder)
        check(folder, self.manifest.files, full=False)
        self.provider_id = self.manifest.id
        self.dims = self.manifest.dims
        self.max_tokens = self.manifest.max_tokens
        self.model_hash = manifests.model_hash(self.manifest)
        self.runtime: str = onnxruntime.__version__
        self._threads = threads or usable_processors()
        self._tokenizer = tokenizer(folder / TOKENIZER)
        self._before, self._after = _specials(self._tokenizer)
        self._document_prefix = self._encoded(self.manifest.document_prefix).ids
        self._query_prefix = self._encoded(self.manifest.query_prefix).ids
        self._session = session(folder / GRAPH, ours=True)
        self._cut: dict[str, int] = {}

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, (texts, dims); equal texts are computed once."""
        longest_first = sorted(set(texts), key=lambda text: (-len(text), text))
        embedded = partial(self._embedded, prefix=self._document_prefix)
        found = spread(embedded, longest_first, threads=self._threads, name="embed")
        rows = {text: row for text, (row, _) in zip(longest_first, found, strict=True)}
        self._cut = {text: cuts for text, (_, cuts) in zip(longest_first, found, strict=True)}
        return np.stack([rows[text] for text in texts]) if texts else np.zeros((0, self.dims), np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, (dims,)."""
        return self._embedded(text, self._query_prefix)[0]

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded: 1 up to `max_tokens`. Known of those that were embedded last."""
        return self._cut.get(text) or len(windows(len(self._encoded(text).ids), self._room(self._document_prefix)))

    def embed_tokens(self, text: str) -> tuple[tuple[Span, ...], NDArray[np.float32]]:
        """The character span and the vector, of unit length, of each token of the text: (tokens, dims).

        The model's own special tokens are left out. Of two overlapping windows each gives the half that is nearer
        to its middle.
        """
        encoded, prefix = self._encoded(text), self._document_prefix
        spans = tuple(Span(start, end) for start, end in encoded.offsets)
        skip = len(self._before) + len(prefix)
        rows, done = [np.zeros((0, self.dims), np.float32)], 0
        cuts = windows(len(encoded.ids), self._room(prefix))
        for number, (start, end) in enumerate(cuts):
            following = cuts[number + 1][0] if number + 1 < len(cuts) else end
            until = (following + end) // 2
            vectors = self._run("tokens", prefix + encoded.ids[start:end])[0]
            rows.append(vectors[skip + done - start : skip + until - start])
            done = until
        return spans, np.concatenate(rows)

    def _embedded(self, text: str, prefix: list[int]) -> tuple[NDArray[np.float32], int]:
        """The vector of a text, and from how many windows."""
        ids = self._encoded(text).ids
        cuts = windows(len(ids), self._room(prefix))
        rows: list[NDArray[np.float32]] = [self._run("sentence", prefix + ids[start:end])[0] for start, end in cuts]
        if len(rows) == 1:
            return rows[0], 1
        total: NDArray[np.float64] = np.sum(rows, axis=0, dtype=np.float64)
        return (total / np.sqrt(total @ total)).astype(np.float32), len(rows)

    def _run(self, output: str, ids: list[int]) -> NDArray[np.float32]:
        row = np.array([[*self._before, *ids, *self._after]], dtype=np.int64)
        vectors: NDArray[np.float32] = self._session.run([output], {"input_ids": row})[0]
        return vectors

    def _encoded(self, text: str) -> Any:
        return self._tokenizer.encode(well_formed(text), add_special_tokens=False)

    def _room(self, prefix: list[int]) -> int:
        return max(1, self.max_tokens - len(self._before) - len(self._after) - len(prefix))


def _specials(tokenizer: Any) -> tuple[list[int], list[int]]:
    """The tokens that the model wants before and after each text."""
    framed = tokenizer.encode("a")
    marks = framed.special_tokens_mask
    first = marks.index(0)
    last = len(marks) - marks[::-1].index(0)
    return framed.ids[:first], framed.ids[last:]
