"""A cross-encoder by its name. Light: the libraries that run it are imported when one is loaded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.errors import MissingExtra, MissingModel, UsageError
from kts.rerank.manifest import NAME

if TYPE_CHECKING:
    from pathlib import Path

    from kts.ports.models import Reranker

_NAMED = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


def load(name: str, *, models: Path) -> Reranker:
    """The cross-encoder in the folder `name` of the models' folder, ready to read.

    Raises UsageError for what cannot be a name, MissingModel naming the expected path, MissingExtra.
    """
    if not _NAMED.fullmatch(name):
        message = f"'{name}' is no name of a model: small letters, digits, '_', '-' and '.'"
        raise UsageError(message, hint="kts models list shows the names")
    folder = models / name
    if not (folder / NAME).is_file():
        message = f"the cross-encoder {name} is not on this machine: {folder / NAME} is missing"
        raise MissingModel(message, path=str(folder), hint="put its folder there, or leave search.reranker empty")
    try:
        from kts.rerank.onnx import OnnxReranker
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "kts":
            raise
        message = f"cross-encoders need the library {error.name}"
        raise MissingExtra(message, hint="pip install 'kts[vectors]'") from error
    return OnnxReranker(folder)
