"""A cross-encoder by its name. Light: the libraries that run it are imported when one is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.weights.folder import found_folder, missing_library

if TYPE_CHECKING:
    from pathlib import Path

    from kts.ports.models import Reranker


def load(name: str, *, models: Path) -> Reranker:
    """The cross-encoder in the folder `name` of the models' folder, ready to read.

    Raises UsageError for what cannot be a name, MissingModel naming the expected path, MissingExtra.
    """
    hint = "put its folder there, or leave search.reranker empty"
    folder = found_folder(models, name, kind="cross-encoder", hint=hint)
    try:
        from kts.rerank.onnx import OnnxReranker
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return OnnxReranker(folder)
