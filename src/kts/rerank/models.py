"""A cross-encoder by its name. Light: the libraries that run it are imported when one is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.errors import MissingModel
from kts.weights.folder import NAME, missing_library, plain_name

if TYPE_CHECKING:
    from pathlib import Path

    from kts.ports.models import Reranker


def load(name: str, *, models: Path) -> Reranker:
    """The cross-encoder in the folder `name` of the models' folder, ready to read.

    Raises UsageError for what cannot be a name, MissingModel naming the expected path, MissingExtra.
    """
    folder = models / plain_name(name)
    if not (folder / NAME).is_file():
        message = f"the cross-encoder {name} is not on this machine: {folder / NAME} is missing"
        raise MissingModel(message, path=str(folder), hint="put its folder there, or leave search.reranker empty")
    try:
        from kts.rerank.onnx import OnnxReranker
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return OnnxReranker(folder)
