"""An embedding model that is asked the same question twice answers once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.ports import Embedder
    from kts.ports.models import TokenVectors

REMEMBERED = 512
"""Questions whose vectors are kept (a default, not fitted: 0.8 MB at 384 dimensions)."""


class Remembering:
    """An embedder that keeps the vectors of the questions asked last: people ask, and then ask for more of it."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()
        self.provider_id, self.dims = inner.provider_id, inner.dims
        self.max_tokens, self.model_hash = inner.max_tokens, inner.model_hash

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, made once."""
        with self._lock:
            if text in self._kept:
                self._kept.move_to_end(text)
                return self._kept[text]
        vector = self._inner.embed_query(text)
        with self._lock:
            self._kept[text] = vector
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        return vector

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text; not kept."""
        return self._inner.embed_documents(texts)

    @property
    def embed_tokens(self) -> TokenVectors | None:
        """The vectors of a text's tokens, where the model gives them."""
        return getattr(self._inner, "embed_tokens", None)

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded."""
        return self._inner.windows(text)
