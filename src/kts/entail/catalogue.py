"""The entailment models that are known by name, every file pinned by its SHA-256."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kts.weights.folder import CONFIG, TOKENIZER, Upstream

if TYPE_CHECKING:
    from collections.abc import Mapping

QUANTISED = "onnx/model_quantized.onnx"


class Known(NamedTuple):
    """A model whose files are pinned by SHA-256, each by its path in the repository."""

    id: str
    upstream: Upstream
    sha256: Mapping[str, str]
    max_tokens: int
    note: str


KNOWN: Mapping[str, Known] = MappingProxyType(
    {
        "nli_deberta_xsmall": Known(
            "nli_deberta_xsmall",
            Upstream("Xenova/nli-deberta-v3-xsmall", "2a4f614a701367a02d51389039afc998faeda637", "Apache-2.0"),
            {
                CONFIG: "ec0bd14cc28640326474399cd61d38ccd52b64900228799d0f81debda8c4bc53",
                TOKENIZER: "a86f883318afa11c8c10466f1bf4efaeb6ded28a52cbe57217a8fa0d0a2a87df",
                QUANTISED: "3fac2500c45c75af42c7711de0d1b93d59577456100208be0dc1f9e8811946b6",
            },
            max_tokens=512,
            note="nli-deberta-v3-xsmall: a further gate of checked claims, English; needs a hub or its files",
        )
    }
)
"""No package carries one, so these files were never run here; the hashes are those that several public projects pin."""


def known(name: str) -> Known | None:
    """The known model of that name, or of that repository."""
    return KNOWN.get(name) or next((one for one in KNOWN.values() if one.upstream.repo == name), None)
