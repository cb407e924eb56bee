"""`model_manifest.json` of a cross-encoder's folder: which files it has, and how pairs are put to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.weights import folder as folders
from kts.weights.folder import GRAPH, TOKENIZER, entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from kts.weights.folder import File

ROLE = "reranker"
HINT = "see docs/howto/order-results.md"


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
    return folders.digest(parts)


def describe(folder: Path, *, name: str, max_tokens: int, batch_exact: bool = False) -> Manifest:
    """Write the manifest of a folder that holds the two files, and return it."""
    files = tuple(entry(folder / path) for path in (GRAPH, TOKENIZER))
    manifest = Manifest(name, ROLE, files, max_tokens, batch_exact)
    folders.write_manifest(folder, as_json(manifest))
    return manifest


def as_json(manifest: Manifest) -> dict[str, Any]:
    """The manifest as JSON values."""
    return manifest._asdict() | {"files": [file._asdict() for file in manifest.files]}


def read(folder: Path) -> Manifest:
    """The manifest of a folder, checked. Raises MissingModel when there is none, or files are not those it names."""
    manifest = folders.read_manifest(folder, _typed, absent=HINT)
    folders.of_role(folder, manifest.role, ROLE, hint="search.reranker names a cross-encoder")
    folders.refuse(folder, _wrong(manifest))
    folders.check(folder, manifest.files, full=False)
    return manifest


def _typed(found: Mapping[str, Any]) -> Manifest:
    most, exact = int(found["max_tokens"]), bool(found.get("batch_exact", False))
    return Manifest(str(found["id"]), str(found["role"]), folders.typed_files(found), most, exact)


def _wrong(manifest: Manifest) -> Iterator[str]:
    yield from folders.wrong_files(manifest.files)
    if manifest.max_tokens < 1:
        yield "max_tokens is at least 1"
