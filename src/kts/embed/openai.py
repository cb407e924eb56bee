"""Vectors from a server of the OpenAI protocol, `POST /embeddings`: for those who run one model for several programs.

The server's model is taken on trust: its vectors are kept by the hash of base URL, name and dimensions, and whoever
changes the model under the same name has to say so (`kts reindex --vectors`).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from kts.errors import KTSError
from kts.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

CHARACTERS_A_TOKEN = 3
"""Characters that a token is taken for when a text is cut to windows: fewer than usual, so that none is cut off."""
BATCH = 64
"""Texts of one request (a default, not fitted)."""
TINY = 1e-12
"""What a length is at least, so that windows that cancel each other divide by something."""
NOTHING = "."
"""What is sent for a text without words: servers refuse an empty one."""


class EmbeddingFailed(KTSError):
    """A server gave no vectors that can be used."""

    code = "embedding"


class OpenAIEmbedder:
    """Implements `ports.Embedder` over one function: `post(body)` sends it to `/embeddings` and gives the JSON back.

    `dims` is what the first vector has. Raises EmbeddingFailed when the server's answer is none.
    """

    def __init__(
        self, post: Callable[[Mapping[str, Any]], Any], model: str, *, server: str = "", max_tokens: int = 512
    ) -> None:
        self._post = post
        self._model = model
        self.provider_id = f"openai-{model}"
        self.max_tokens = max_tokens
        self.dims = 0
        self.dims = int(self._asked(["the"]).shape[1])
        self.model_hash = hashlib.sha256(f"openai {server} {model} {self.dims} {max_tokens}".encode()).hexdigest()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, (texts, dims); a long text is embedded as windows whose mean direction is taken."""
        windows = [self._windows(text) for text in texts]
        flat = sorted({part for parts in windows for part in parts}, key=lambda part: (len(part), part))
        known: dict[str, NDArray[np.float32]] = {}
        for at in range(0, len(flat), BATCH):
            batch = flat[at : at + BATCH]
            known.update(zip(batch, self._asked(batch), strict=True))
        rows = [mean([known[part] for part in parts]) for parts in windows]
        return np.stack(rows) if rows else np.zeros((0, self.dims), np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, (dims,)."""
        row: NDArray[np.float32] = self.embed_documents([text])[0]
        return row

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded."""
        return len(self._windows(text))

    def _windows(self, text: str) -> list[str]:
        words, room = well_formed(text), self.max_tokens * CHARACTERS_A_TOKEN
        return [words[at : at + room] for at in range(0, len(words), room)] or [NOTHING]

    def _asked(self, texts: Sequence[str]) -> NDArray[np.float32]:
        shown = [text if text.strip() else NOTHING for text in texts]
        answer = self._post({"model": self._model, "input": shown, "encoding_format": "float"})
        try:
            ordered = sorted(answer["data"], key=lambda one: int(one["index"]))
            rows = np.array([one["embedding"] for one in ordered], np.float32)
        except (KeyError, TypeError, ValueError) as error:
            message = f"the server gave no vectors: {error}"
            raise EmbeddingFailed(message, hint="llm.base_url names the server") from None
        wanted = self.dims or (rows.shape[1] if rows.ndim == 2 else 0)  # noqa: PLR2004 - a matrix
        lengths = np.linalg.norm(rows, axis=1, keepdims=True) if rows.ndim == 2 else np.zeros((0, 1))  # noqa: PLR2004
        if rows.shape != (len(texts), wanted) or not np.isfinite(rows).all() or (lengths == 0).any():
            message = f"the server gave {rows.shape} numbers for {len(texts)} texts of {wanted} dimensions"
            raise EmbeddingFailed(message, hint="another model under the same name? kts reindex --vectors")
        unit: NDArray[np.float32] = (rows / lengths).astype(np.float32)
        return unit


def mean(rows: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The direction in the middle of the windows, of length 1."""
    if len(rows) == 1:
        return rows[0]
    total: NDArray[np.float64] = np.sum(rows, axis=0, dtype=np.float64)
    return (total / max(float(np.sqrt(total @ total)), TINY)).astype(np.float32)
