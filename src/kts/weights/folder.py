"""A model's folder: the files that its manifest names, by size and SHA-256. Light: no library that runs a model.

Each role has a manifest of its own (`kts.embed.manifest`, `kts.rerank.manifest`); what they share is here.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kts.errors import MissingExtra, MissingModel, UsageError
from kts.extras import how_to_get

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

T = TypeVar("T")
NAME = "model_manifest.json"
GRAPH = "model.onnx"
TOKENIZER = "tokenizer.json"
CONFIG = "config.json"
WEIGHTS = "model.safetensors"
SMALL = 4_000_000
"""Bytes up to which a file is hashed whenever the model is loaded: the tokenizer, but not the weights."""
BLOCK = 1 << 20
"""Bytes that are hashed at a time."""
OWN = frozenset({"entailment", "query_encoder", "reader", "selector"})
"""Models that were trained here and lie in the folder `models` of the source, not in a package."""
_NAMED = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


class Upstream(NamedTuple):
    """Who made the weights: a hub's repository, its revision, and the licence (an SPDX name)."""

    repo: str = ""
    revision: str = ""
    licence: str = ""


class File(NamedTuple):
    """A file of the folder."""

    path: str
    size: int
    sha256: str


class Quantisation(NamedTuple):
    """How the numbers are stored, and the hash of the weights that they were made from."""

    scheme: str
    from_sha256: str = ""


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


def plain_name(name: str) -> str:
    """The name, which can be that of a folder. Raises UsageError for another."""
    if not _NAMED.fullmatch(name):
        message = f"'{name}' is no name of a model: small letters, digits, '_', '-' and '.'"
        raise UsageError(message, hint="kts models list shows the names")
    return name


def found_folder(models: Path, name: str, *, kind: str, hint: str) -> Path:
    """The folder of the model `name`. Raises UsageError for what cannot be a name, MissingModel naming the path."""
    folder = models / plain_name(name)
    if not (folder / NAME).is_file():
        message = f"the {kind} {name} is not on this machine: {folder / NAME} is missing"
        raise MissingModel(message, path=str(folder), hint=hint)
    return folder


def missing_library(error: ModuleNotFoundError) -> Exception:
    """What to say when a library of the extra is absent; the error itself when it is one of our own modules."""
    if error.name is None or error.name.partition(".")[0] == "kts":
        return error
    return MissingExtra(f"models need the library {error.name}", hint=how_to_get("vectors"))


def role_of(folder: Path) -> str:
    """The role that a folder's manifest names, empty where none can be read."""
    try:
        return str(json.loads((folder / NAME).read_bytes())["role"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def read_manifest(folder: Path, typed: Callable[[Mapping[str, Any]], T], *, absent: str) -> T:
    """What `typed` makes of a folder's manifest; `absent` is the hint where there is none.

    Raises MissingModel when there is none, or it makes no sense.
    """
    path = folder / NAME
    try:
        return typed(json.loads(path.read_bytes()))
    except FileNotFoundError:
        message = f"no model at {folder}: {NAME} is missing"
        raise MissingModel(message, path=str(folder), hint=absent) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{path} cannot be used: {type(error).__name__}: {error}"
        raise MissingModel(message, path=str(path), hint=again(folder.name)) from None


def of_role(folder: Path, found: str, role: str, *, hint: str) -> None:
    """Raise MissingModel when a folder holds a model for something else."""
    if found != role:
        message = f"{folder} holds a model for {found}, not for {role}"
        raise MissingModel(message, path=str(folder / NAME), hint=hint)


def digest(parts: Mapping[str, Any]) -> str:
    """The hash of everything that what a model says hangs on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def write_manifest(folder: Path, values: Mapping[str, Any]) -> None:
    """Write the manifest into its folder; the last step of adding a model."""
    text = json.dumps(values, indent=1, sort_keys=True, ensure_ascii=False)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")


def typed_files(found: Mapping[str, Any]) -> tuple[File, ...]:
    """The files that a manifest lists. Raises KeyError, TypeError, ValueError for what is none."""
    return tuple(File(str(one["path"]), int(one["size"]), str(one["sha256"])) for one in found["files"])


def wrong_files(files: Sequence[File]) -> Iterator[str]:
    """What a received manifest may not say: any path that leads out of the folder, or neither graph nor tokenizer."""
    names = {file.path for file in files}
    for name in sorted(names):
        if name in {"", ".", ".."} or set(name) & set("/\\:\0"):
            yield f"the file name {name!r} leads out of the folder"
    for name in (GRAPH, TOKENIZER):
        if name not in names:
            yield f"it does not list {name}"


def refuse(folder: Path, wrong: Iterator[str]) -> None:
    """Raise MissingModel for the first thing that is wrong with a manifest."""
    for said in wrong:
        path = folder / NAME
        message = f"{path}: {said}"
        raise MissingModel(message, path=str(path), hint=again(folder.name))


def check(folder: Path, files: Sequence[File], *, full: bool) -> None:
    """Compare the files with their entries: all sizes, and the hashes (small files only, unless `full`).

    Raises MissingModel naming the first file that differs.
    """
    for file in files:
        path = folder / file.path
        size = path.stat().st_size if path.is_file() else -1
        if size != file.size:
            found = "is missing" if size < 0 else f"has {size} bytes, not {file.size}"
            raise _damaged(path, found)
        if (full or size <= SMALL) and sha256(path) != file.sha256:
            raise _damaged(path, "is not the file that its manifest names (another SHA-256)")


def _damaged(path: Path, found: str) -> MissingModel:
    return MissingModel(f"{path} {found}", path=str(path), hint=again(path.parent.name))


def again(name: str) -> str:
    """The hint for a model that is damaged: one of our own comes from a folder of the source."""
    return f"add it again: kts models add {f'models/{name}' if name in OWN else name}"


def entry(path: Path) -> File:
    """The manifest's line for a file that is there."""
    return File(path.name, path.stat().st_size, sha256(path))


def sha256(path: Path) -> str:
    """The hash of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def staged(models: Path, name: str) -> Iterator[Path]:
    """A folder beside the models that takes the name's place when the block ends without an error."""
    models.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=models))
    try:
        yield place
        _swap(place, models / name)
    finally:
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def taken(folder: Path, files: Sequence[File], models: Path, name: str) -> Iterator[Path]:
    """`staged`, with the files of a ready folder in it, every hash checked. Raises MissingModel for a damaged file."""
    check(folder, files, full=True)
    with staged(models, name) as place:
        for file in files:
            shutil.copyfile(folder / file.path, place / file.path)
        yield place


def _swap(place: Path, final: Path) -> None:
    place.chmod(0o755)  # a temporary folder is its owner's alone
    if not final.exists():
        place.replace(final)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{final.name}-old-", dir=final.parent))
    final.replace(old / final.name)
    place.replace(final)
    shutil.rmtree(old, ignore_errors=True)
