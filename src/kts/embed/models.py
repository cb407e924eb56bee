"""Where models live on this machine, and loading one by name.

Light on purpose: the libraries that run a model are imported when one is loaded.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kts.embed.catalogue import ALIASES, KNOWN
from kts.embed.manifest import NAME
from kts.errors import MissingExtra, MissingModel, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ports import Embedder

_NAMED = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


def default_folder(environment: Mapping[str, str]) -> Path:
    """Where models live: `KTS_MODELS`, or the platform's place for a user's data."""
    if environment.get("KTS_MODELS"):
        return Path(environment["KTS_MODELS"]).expanduser().absolute()
    home = Path.home()
    if sys.platform == "win32":
        place = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        place = home / "Library" / "Application Support"
    else:
        place = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    return place / "kts" / "models"


def canonical(provider: str) -> str:
    """A model's own name for one of its names. Raises UsageError for what cannot be the name of a folder."""
    name = ALIASES.get(provider, provider)
    if not _NAMED.fullmatch(name):
        message = f"'{provider}' is no name of a model: small letters, digits, '_', '-' and '.'"
        raise UsageError(message, hint="kts models list shows the names")
    return name


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


def missing_library(error: ModuleNotFoundError) -> Exception:
    """What to say when a library of the extra is absent; the error itself when it is one of our own modules."""
    if error.name is None or error.name.partition(".")[0] == "kts":
        return error
    return MissingExtra(f"models need the library {error.name}", hint="pip install 'kts[vectors]'")
