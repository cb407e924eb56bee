"""`model_manifest.json` of a cross-encoder's folder: which files it has, and how pairs are put to it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import MissingModel

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "model_manifest.json"
ROLE = "reranker"
GRAPH = "model.onnx"
TOKENIZER = "tokenizer.json"
BLOCK = 1 << 20
"""Bytes that are hashed at a time."""


class File(NamedTuple):
    """A file of the folder."""

    path: str
    size: int
    sha256: str


class Manifest(NamedTuple):
    """The whole file. `batch_exact` says that a pair has the same score in a batch as alone, to four decimals."""

    id: str
    role: str
    files: tuple[File, ...]
    max_tokens: int
    batch_exact: bool = False

    def file(self, name: str) -> File:
        """The entry of one file. Raises KeyError when it is not listed."""
        return {file.path: file for file in self.files}[name]


def model_hash(manifest: Manifest) -> str:
    """A hash of everything that a score hangs on."""
    parts = {
        "graph": manifest.file(GRAPH).sha256,
        "tokenizer": manifest.file(TOKENIZER).sha256,
        "max_tokens": manifest.max_tokens,
        "batch_exact": manifest.batch_exact,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def describe(folder: Path, *, name: str, max_tokens: int, batch_exact: bool = False) -> Manifest:
    """Write the manifest of a folder that holds the two files, and return it."""
    files = tuple(_entry(folder / path) for path in (GRAPH, TOKENIZER))
    manifest = Manifest(name, ROLE, files, max_tokens, batch_exact)
    value = manifest._asdict() | {"files": [file._asdict() for file in files]}
    (folder / NAME).write_text(json.dumps(value, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return manifest


def read(folder: Path) -> Manifest:
    """The manifest of a folder, checked. Raises MissingModel when there is none, or files are not those it names."""
    path = folder / NAME
    try:
        manifest = _typed(json.loads(path.read_bytes()))
    except FileNotFoundError:
        message = f"no cross-encoder at {folder}: {NAME} is missing"
        raise MissingModel(message, path=str(folder), hint="see docs/howto/order-results.md") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{path} cannot be used: {type(error).__name__}: {error}"
        raise MissingModel(message, path=str(path), hint="write the manifest anew") from None
    if manifest.role != ROLE:
        message = f"{folder} holds a model for {manifest.role}, not a {ROLE}"
        raise MissingModel(message, path=str(path), hint="search.reranker names a cross-encoder")
    for name in (GRAPH, TOKENIZER):
        _check(folder, manifest, name)
    return manifest


def _typed(found: Mapping[str, Any]) -> Manifest:
    files = tuple(File(str(one["path"]), int(one["size"]), str(one["sha256"])) for one in found["files"])
    most, exact = int(found["max_tokens"]), bool(found.get("batch_exact", False))
    manifest = Manifest(str(found["id"]), str(found["role"]), files, most, exact)
    if manifest.max_tokens < 1:
        message = "max_tokens is at least 1"
        raise ValueError(message)
    return manifest


def _check(folder: Path, manifest: Manifest, name: str) -> None:
    """The file is there, of the size that the manifest names; the tokenizer's bytes, too: it is small."""
    path = folder / name
    try:
        wanted = manifest.file(name)
    except KeyError:
        message = f"{folder / NAME} does not list {name}"
        raise MissingModel(message, path=str(path), hint="write the manifest anew") from None
    size = path.stat().st_size if path.is_file() else -1
    if size != wanted.size or (name == TOKENIZER and _sha256(path) != wanted.sha256):
        found = "is missing" if size < 0 else "is not the file that its manifest names"
        message = f"{path} {found}"
        raise MissingModel(message, path=str(path), hint="copy the model's folder again")


def _entry(path: Path) -> File:
    return File(path.name, path.stat().st_size, _sha256(path))


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()
