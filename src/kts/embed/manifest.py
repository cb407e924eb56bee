"""`model_manifest.json`: what a model folder holds, where it came from and how its vectors are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.embed import windows
from kts.embed.catalogue import QUERY_ROLE
from kts.weights import folder as folders
from kts.weights.folder import GRAPH, TOKENIZER, Quantisation, Upstream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from kts.weights.folder import File

POOLINGS = ("mean", "cls")


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
    return folders.digest(parts)


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into its folder; the last step of adding a model."""
    folders.write_manifest(folder, as_json(manifest))


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
    manifest = folders.read_manifest(folder, _typed, absent="kts models add minilm_onnx")
    folders.refuse(folder, _wrong(manifest))
    return manifest


def meets(documents: Path, questions: Path) -> bool:
    """Whether a query encoder was trained for the vectors of a model of documents: both name the same upstream model.

    Raises MissingModel for a folder that holds no query encoder.
    """
    folders.of_role(questions, folders.role_of(questions), QUERY_ROLE, hint="embed.query_encoder names a query encoder")
    encoder, model = read(questions), read(documents)
    return encoder.upstream._replace(licence="") == model.upstream._replace(licence="")


def _typed(found: Mapping[str, Any]) -> Manifest:
    return Manifest(
        id=str(found["id"]),
        role=str(found["role"]),
        upstream=Upstream(**found["upstream"]),
        source=str(found["source"]),
        files=folders.typed_files(found),
        dims=int(found["dims"]),
        pooling=str(found["pooling"]),
        normalise=bool(found["normalise"]),
        query_prefix=str(found["query_prefix"]),
        document_prefix=str(found["document_prefix"]),
        max_tokens=int(found["max_tokens"]),
        quantisation=Quantisation(**found["quantisation"]),
        golden=Golden(str(found["golden"]["text"]), tuple(map(float, found["golden"]["vector"]))),
    )


def _wrong(manifest: Manifest) -> Iterator[str]:
    yield from folders.wrong_files(manifest.files)
    if manifest.pooling not in POOLINGS:
        yield f"the pooling {manifest.pooling!r} is not one of {', '.join(POOLINGS)}"
    if not manifest.normalise:
        yield "its vectors are not of unit length, which an index of cosines needs"
    if manifest.dims < 1 or manifest.max_tokens < 1:
        yield "dims and max_tokens are at least 1"
