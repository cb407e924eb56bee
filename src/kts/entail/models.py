"""An entailment model by its name. Light: the libraries that run one are imported when it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.weights.folder import found_folder, missing_library

if TYPE_CHECKING:
    from pathlib import Path

    from kts.ports.models import EntailmentModel


DEFAULT = "entailment"
"""The name of the model that comes with the product, in `models/entailment`; it may be absent."""


def load(name: str, *, models: Path) -> EntailmentModel:
    """The entailment model in the folder `name` of the models' folder, ready to read.

    Raises UsageError for what cannot be a name, MissingModel naming the expected path, MissingExtra.
    """
    hint = "kts models add FOLDER, or leave answer.entailment empty"
    folder = found_folder(models, name, kind="entailment model", hint=hint)
    try:
        from kts.entail.onnx import OnnxEntailment
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return OnnxEntailment(folder)
