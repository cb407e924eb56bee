"""`model_manifest.json`: what a model folder holds, where it came from and how its vectors are made."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.embed import windows
from kts.errors import MissingModel

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

NAME = "model_manifest.json"
GRAPH = "model.onnx"
TOKENIZER = "tokenizer.json"
POOLINGS = ("mean", "cls")
SMALL = 4_000_000
"""Bytes up to which a file is hashed whenever the model is loaded: the tokenizer, but not the weights."""
BLOCK = 1 << 20
"""Bytes that are hashed at a time."""


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


class Golden(NamedTuple):
    """A text and the beginning of its vector, as this graph computed it when it was built."""

    text: str
    vector: tuple[float, ...]


class Manifest(NamedTuple):
    """The whole file. `normalise` is always true: graphs give vectors of unit length."""

    id: str
    role: str
    upstream: Upstream
    source: str
    files: tuple[File, ...]
    dims: int
    pooling: str
    normalise: bool
    query_prefix: str
    document_prefix: str
    max_tokens: int
    quantisation: Quantisation
    golden: Golden

    def file(self, name: str) -> File:
        """The entry of one file. Raises KeyError when it is not listed."""
        return {file.path: file for file in self.files}[name]


def model_hash(manifest: Manifest) -> str:
    """A hash of everything that a vector hangs on; the file's name, licence and source are not part of it."""
    parts = {
        "graph": manifest.file(GRAPH).sha256,
        "tokenizer": manifest.file(TOKENIZER).sha256,
        "pooling": manifest.pooling,
        "normalise": manifest.normalise,
        "query_prefix": manifest.query_prefix,
        "document_prefix": manifest.document_prefix,
        "dims": manifest.dims,
        "max_tokens": manifest.max_tokens,
        "quantisation": manifest.quantisation.scheme,
        "windows": windows.VERSION,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into its folder; the last step of adding a model."""
    text = json.dumps(as_json(manifest), indent=1, sort_keys=True, ensure_ascii=False)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")


def as_json(manifest: Manifest) -> dict[str, Any]:
    """The manifest as JSON values."""
    return manifest._asdict() | {
        "upstream": manifest.upstream._asdict(),
        "files": [file._asdict() for file in manifest.files],
        "quantisation": manifest.quantisation._asdict(),
        "golden": manifest.golden._asdict(),
    }


def read(folder: Path) -> Manifest:
    """The manifest of a folder, its fields checked. Raises MissingModel when there is none or it makes no sense."""
    path = folder / NAME
    try:
        manifest = _typed(json.loads(path.read_bytes()))
    except FileNotFoundError:
        message = f"no model at {folder}: {NAME} is missing"
        raise MissingModel(message, path=str(folder), hint="kts models add minilm_onnx") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{path} cannot be used: {type(error).__name__}: {error}"
        raise MissingModel(message, path=str(path), hint=_again(folder.name)) from None
    _check_names(manifest, path)
    return manifest


def _typed(found: Mapping[str, Any]) -> Manifest:
    return Manifest(
        id=str(found["id"]),
        role=str(found["role"]),
        upstream=Upstream(**found["upstream"]),
        source=str(found["source"]),
        files=tuple(File(str(one["path"]), int(one["size"]), str(one["sha256"])) for one in found["files"]),
        dims=int(found["dims"]),
        pooling=str(found["pooling"]),
        normalise=bool(found["normalise"]),
        query_prefix=str(found["query_prefix"]),
        document_prefix=str(found["document_prefix"]),
        max_tokens=int(found["max_tokens"]),
        quantisation=Quantisation(**found["quantisation"]),
        golden=Golden(str(found["golden"]["text"]), tuple(map(float, found["golden"]["vector"]))),
    )


def _check_names(manifest: Manifest, path: Path) -> None:
    """A received manifest may name any path: only plain names of this folder are files of the model."""
    for wrong in _wrong(manifest):
        message = f"{path}: {wrong}"
        raise MissingModel(message, path=str(path), hint=_again(path.parent.name))


def _wrong(manifest: Manifest) -> Iterator[str]:
    names = {file.path for file in manifest.files}
    for name in sorted(names):
        if name in {"", ".", ".."} or set(name) & set("/\\:\0"):
            yield f"the file name {name!r} leads out of the folder"
    for name in (GRAPH, TOKENIZER):
        if name not in names:
            yield f"it does not list {name}"
    if manifest.pooling not in POOLINGS:
        yield f"the pooling {manifest.pooling!r} is not one of {', '.join(POOLINGS)}"
    if not manifest.normalise:
        yield "its vectors are not of unit length, which an index of cosines needs"
    if manifest.dims < 1 or manifest.max_tokens < 1:
        yield "dims and max_tokens are at least 1"


def check(folder: Path, manifest: Manifest, *, full: bool) -> None:
    """Compare the files with the manifest: all sizes, and the hashes (small files only, unless `full`).

    Raises MissingModel naming the first file that differs.
    """
    for file in manifest.files:
        path = folder / file.path
        size = path.stat().st_size if path.is_file() else -1
        if size != file.size:
            found = "is missing" if size < 0 else f"has {size} bytes, not {file.size}"
            raise _damaged(path, found)
        if (full or size <= SMALL) and sha256(path) != file.sha256:
            raise _damaged(path, "is not the file that its manifest names (another SHA-256)")


def _damaged(path: Path, found: str) -> MissingModel:
    return MissingModel(f"{path} {found}", path=str(path), hint=_again(path.parent.name))


def _again(name: str) -> str:
    return f"add it again: kts models add {name}"


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
