"""A reader by its name. Light: the libraries that run it are imported when one is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.weights.folder import found_folder, missing_library

if TYPE_CHECKING:
    from pathlib import Path

    from kts.reader.onnx import OnnxReader

DEFAULT = "reader"
"""The name of the reader that comes with the product, in `models/reader`."""
SELECTOR = "selector"
"""The name of the reader of single statements that comes with the product, in `models/selector`."""
DEFAULTS = frozenset({DEFAULT, SELECTOR})
"""Readers that may be absent."""


def load(name: str, *, models: Path, setting: str = "answer.reader") -> OnnxReader:
    """The reader in the folder `name` of the models' folder, ready to read; `setting` is where it is named.

    Raises UsageError for what cannot be a name, MissingModel naming the expected path, MissingExtra.
    """
    folder = found_folder(models, name, kind="reader", hint=f"kts models add FOLDER, or {setting} = 'none'")
    try:
        from kts.reader.onnx import OnnxReader as Loaded
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return Loaded(folder)
