"""A reader by its name. Light: the libraries that run it are imported when one is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.errors import MissingModel
from kts.weights.folder import NAME, missing_library, plain_name

if TYPE_CHECKING:
    from pathlib import Path

    from kts.reader.onnx import OnnxReader

DEFAULT = "reader"
"""The name of the reader that comes with the product, in `models/reader`."""


def load(name: str, *, models: Path) -> OnnxReader:
    """The reader in the folder `name` of the models' folder, ready to read.

    Raises UsageError for what cannot be a name, MissingModel naming the expected path, MissingExtra.
    """
    folder = models / plain_name(name)
    if not (folder / NAME).is_file():
        message = f"the reader {name} is not on this machine: {folder / NAME} is missing"
        raise MissingModel(message, path=str(folder), hint="kts models add FOLDER, or answer.reader = 'none'")
    try:
        from kts.reader.onnx import OnnxReader as Loaded
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return Loaded(folder)
