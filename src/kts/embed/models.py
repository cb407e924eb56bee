"""An embedding model by its name.

Light on purpose: the libraries that run a model are imported when one is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.embed.catalogue import ALIASES, KNOWN, QUERY_ENCODER, ROLE
from kts.errors import MissingModel, UsageError
from kts.weights.folder import NAME, default_folder, found_folder, missing_library, of_role, plain_name, role_of

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


def load(provider: str, *, models: Path, threads: int = 0, questions: str = "") -> Embedder:
    """The model, ready to embed; `questions` is a query encoder that reads questions in its place.

    Raises MissingModel naming the expected path, MissingExtra without the libraries, UsageError for a query encoder
    that was named and is one of another model; the default one is left alone then, and where it is not here.
    """
    folder = folder_of(provider, models)
    if not (folder / NAME).is_file():
        name = canonical(provider)
        message = f"the model {name} is not on this machine: {folder / NAME} is missing"
        hint = f"kts models add {name}" if name in KNOWN else f"kts models add FOLDER --id {name}"
        raise MissingModel(message, path=str(folder), hint=hint)
    of_role(folder, role_of(folder) or ROLE, ROLE, hint="embed.provider names a model of documents")
    try:
        from kts.embed.onnx import OnnxEmbedder
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    encoder = _query_encoder(questions, folder, models)
    if encoder is None:
        return OnnxEmbedder(folder, threads=threads)
    from kts.embed.dual import DualEncoder, Folders

    return DualEncoder(Folders(folder, encoder), threads=threads)


def _query_encoder(name: str, documents: Path, models: Path) -> Path | None:
    """Its folder; None where none is named, and for the default one where it is absent or another model's."""
    if not name or (name == QUERY_ENCODER and not (models / name / NAME).is_file()):
        return None
    folder = found_folder(
        models, name, kind="query encoder", hint="kts models add FOLDER, or embed.query_encoder = 'none'"
    )
    from kts.embed.manifest import meets

    if meets(documents, folder):
        return folder
    if name == QUERY_ENCODER:
        return None
    message = f"the query encoder {name} reads questions for other vectors than those of {documents.name}"
    raise UsageError(message, path=str(folder), hint="embed.query_encoder = 'none'")
