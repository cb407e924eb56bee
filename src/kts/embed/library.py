"""Vectors from models of other libraries: one of sentence-transformers by its name or folder, an embedder of Haystack.

Each text is embedded alone: those libraries pad a batch to its longest text, which moves the last bits of the others,
and the same text has to have the same vector whatever its neighbours are.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from kts.embed.catalogue import SENTENCE_TRANSFORMERS
from kts.embed.openai import CHARACTERS_A_TOKEN, NOTHING, EmbeddingFailed
from kts.embed.openai import mean as mean_of
from kts.errors import MissingExtra, MissingModel
from kts.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

HAYSTACK_TOKENS = 256
"""Tokens of a window for a model that does not say how many it reads: those of the smallest in use (a default)."""


class LibraryEmbedder:
    """Implements `ports.Embedder` over one function that turns a text into numbers.

    A long text is embedded as windows whose mean direction is taken. `query` is for models that read questions
    otherwise; `weights` tells models of one name apart. Raises EmbeddingFailed for what is no vector.
    """

    def __init__(
        self,
        embed: Callable[[str], Any],
        provider_id: str,
        *,
        query: Callable[[str], Any] | None = None,
        max_tokens: int = HAYSTACK_TOKENS,
        weights: str = "",
    ) -> None:
        self._embed = embed
        self._query = query or embed
        self.provider_id = provider_id
        self.max_tokens = max_tokens
        self.dims = 0
        self.dims = int(self._row("the", embed).shape[0])
        self.model_hash = hashlib.sha256(
            f"{provider_id} {self.dims} {max_tokens} {weights}".rstrip().encode()
        ).hexdigest()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, (texts, dims)."""
        rows = [self._whole(text, self._embed) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dims), np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, (dims,)."""
        return self._whole(text, self._query)

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded."""
        return len(self._windows(text))

    def _windows(self, text: str) -> list[str]:
        words, room = well_formed(text), self.max_tokens * CHARACTERS_A_TOKEN
        return [words[at : at + room] for at in range(0, len(words), room)] or [NOTHING]

    def _whole(self, text: str, embed: Callable[[str], Any]) -> NDArray[np.float32]:
        return mean_of([self._row(part, embed) for part in self._windows(text)])

    def _row(self, text: str, embed: Callable[[str], Any]) -> NDArray[np.float32]:
        row = np.asarray(embed(text if text.strip() else NOTHING), np.float32).reshape(-1)
        length = float(np.linalg.norm(row))
        if not np.isfinite(length) or not length or (self.dims and row.shape != (self.dims,)):
            message = f"{self.provider_id} gave {row.shape[0]} numbers of length {length:g}"
            raise EmbeddingFailed(message, hint="is it a model for sentences?")
        unit: NDArray[np.float32] = (row / length).astype(np.float32)
        return unit


def sentence_transformers(name: str, folder: Path | None = None) -> LibraryEmbedder:
    """A model of sentence-transformers that is on this machine, by its name, or in a folder; nothing is downloaded.

    It goes by its name even when a folder is given, so that an index holds no path of this machine. Raises
    MissingExtra without the library, MissingModel when the model is not here.
    """
    try:
        from sentence_transformers import SentenceTransformer  # type: ignore[import-not-found]
    except ModuleNotFoundError as error:
        message = "this model needs the library sentence-transformers"
        raise MissingExtra(message, hint="pip install sentence-transformers") from error
    try:
        model = SentenceTransformer(str(folder or name), local_files_only=True, device="cpu")
    except (OSError, ValueError) as error:
        message = f"sentence-transformers has no model '{folder or name}' on this machine"
        raise MissingModel(message, hint="download it with that library first, or name its folder") from error
    return of_sentence_transformers(model, name)


def of_sentence_transformers(model: Any, name: str) -> LibraryEmbedder:
    """The embedder around a `SentenceTransformer` that a program has; its own prompts for questions are kept."""
    asks = getattr(model, "encode_query", model.encode)
    reads = getattr(model, "encode_document", model.encode)
    return LibraryEmbedder(
        lambda text: reads([text], show_progress_bar=False)[0],
        f"{SENTENCE_TRANSFORMERS}{name}",
        query=lambda text: asks([text], show_progress_bar=False)[0],
        max_tokens=int(getattr(model, "max_seq_length", 0) or HAYSTACK_TOKENS),
        weights=_weights(model),
    )


def _weights(model: Any) -> str:
    """The SHA-256 of what a vector of a model of torch depends on, wherever it lies; empty for another."""
    if not hasattr(model, "state_dict"):
        return ""
    pooling = [one.get_pooling_mode_str() for one in model.children() if hasattr(one, "get_pooling_mode_str")]
    digest = hashlib.sha256(json.dumps([pooling, getattr(model, "prompts", {})], sort_keys=True).encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(f"{name} {tuple(tensor.shape)}".encode())
        digest.update(tensor.detach().cpu().float().numpy().tobytes())
    return digest.hexdigest()


def of_haystack(component: Any, name: str, *, query: Any = None, max_tokens: int = HAYSTACK_TOKENS) -> LibraryEmbedder:
    """The embedder around a text embedder of Haystack: `run(text=...)` with an `embedding` in what it gives.

    `query` is another component for questions, where a model reads them otherwise.
    """
    for one in (component, query):
        if hasattr(one, "warm_up"):
            one.warm_up()
    return LibraryEmbedder(
        lambda text: component.run(text=text)["embedding"],
        f"haystack-{name}",
        query=(lambda text: query.run(text=text)["embedding"]) if query is not None else None,
        max_tokens=max_tokens,
    )
