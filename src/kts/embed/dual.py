"""A dual encoder: documents have the vectors of one model, questions those of another that was trained to meet them.

Karpukhin et al. 2020 (dense passage retrieval) train both; here the documents' model stays as it is, so that no index
changes when the questions' encoder does.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kts.embed import manifest as manifests
from kts.embed.onnx import OnnxEmbedder
from kts.weights import folder as folders

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from kts.types import Span


class Folders(NamedTuple):
    """Where the two models are."""

    documents: Path
    questions: Path


class DualEncoder:
    """Implements `ports.Embedder` by two models, each loaded when it is first needed: a search never reads documents.

    `model_hash`, `provider_id` and the sizes are those of the documents' model: an index is made by it alone. Raises
    MissingModel when a folder holds no model, or files that are not those of its manifest.
    """

    def __init__(self, places: Folders, *, threads: int = 0) -> None:
        self._places, self._threads = places, threads
        for place in places:
            folders.check(place, manifests.read(place).files, full=False)
        manifest = manifests.read(places.documents)
        self.provider_id = manifest.id
        self.dims = manifest.dims
        self.max_tokens = manifest.max_tokens
        self.model_hash = manifests.model_hash(manifest)

    @cached_property
    def _documents(self) -> OnnxEmbedder:
        return OnnxEmbedder(self._places.documents, threads=self._threads)

    @cached_property
    def _questions(self) -> OnnxEmbedder:
        return OnnxEmbedder(self._places.questions, threads=1)

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, (texts, dims), by the documents' model."""
        return self._documents.embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, (dims,), by the questions' encoder."""
        return self._questions.embed_query(text)

    def embed_tokens(self, text: str) -> tuple[tuple[Span, ...], NDArray[np.float32]]:
        """Spans and vectors of the text's tokens, by the documents' model."""
        return self._documents.embed_tokens(text)

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded."""
        return self._documents.windows(text)
