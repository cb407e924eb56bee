"""An embedding model by its name.

Light on purpose: the libraries that run a model are imported when one is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.embed.catalogue import ALIASES, KNOWN
from kts.errors import MissingModel
from kts.weights.folder import NAME, default_folder, missing_library, plain_name

if TYPE_CHECKING:
    from pathlib import Path

    from kts.ports import Embedder

__all__ = ["canonical", "default_folder", "folder_of", "load"]


def canonical(provider: str) -> str:
    """A model's own name for one of its names. Raises UsageError for what cannot be the name of a folder."""
    return plain_name(ALIASES.get(provider, provider))


def folder_of(provider: str, models: Path) -> Path:
    """Where a model is, or would be."""
    return models / canonical(provider)


def load(provider: str, *, models: Path, threads: int = 0) -> Embedder:
    """The model, ready to embed. Raises MissingModel naming the expected path, MissingExtra without the libraries."""
    folder = folder_of(provider, models)
    if not (folder / NAME).is_file():
        name = canonical(provider)
        message = f"the model {name} is not on this machine: {folder / NAME} is missing"
        hint = f"kts models add {name}" if name in KNOWN else f"kts models add FOLDER --id {name}"
        raise MissingModel(message, path=str(folder), hint=hint)
    try:
        from kts.embed.onnx import OnnxEmbedder
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return OnnxEmbedder(folder, threads=threads)
