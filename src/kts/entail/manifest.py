"""`model_manifest.json` of an entailment model: its files, which output is which class, and what it must repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kts.entail.labels import CLASSES, labels
from kts.ports.models import Entailment, Least
from kts.weights import folder as folders
from kts.weights.folder import GRAPH, TOKENIZER, Upstream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from kts.entail.labels import Label
    from kts.weights.folder import File

ROLE = "entailment"
Side = Literal["premise", "hypothesis"]
ABSENT = "kts models add FOLDER, with the model's config.json, tokenizer.json and ONNX graph"


class Golden(NamedTuple):
    """A pair and what this graph made of it when it was added."""

    premise: str
    hypothesis: str
    found: Entailment


class Manifest(NamedTuple):
    """The whole file. `labels` are the classes of the graph's outputs, in their order.

    `pad` is the token that fills a pair up for a graph that takes one length only. `least` is the calibration, where
    there is one. `first` is what the graph reads first of a pair; `fitted` says that the weights of the first gate were
    fitted with this very model, so that it is heard in every claim.
    """

    id: str
    role: str
    upstream: Upstream
    source: str
    files: tuple[File, ...]
    max_tokens: int
    labels: tuple[Label, ...]
    pad: int = 0
    golden: tuple[Golden, ...] = ()
    least: Least = Least()
    first: Side = "premise"
    fitted: bool = False

    def file(self, name: str) -> File:
        """The entry of one file. Raises KeyError when it is not listed."""
        return {file.path: file for file in self.files}[name]


def model_hash(manifest: Manifest) -> str:
    """A hash of everything that a probability, and what is believed of it, hangs on."""
    parts = {
        "graph": manifest.file(GRAPH).sha256,
        "tokenizer": manifest.file(TOKENIZER).sha256,
        "max_tokens": manifest.max_tokens,
        "labels": manifest.labels,
        "pad": manifest.pad,
        "least": manifest.least,
        **({} if manifest.first == "premise" else {"first": manifest.first}),
        **({"fitted": True} if manifest.fitted else {}),
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
        "golden": [one._asdict() | {"found": one.found._asdict()} for one in manifest.golden],
        "least": manifest.least._asdict(),
    }


def read(folder: Path) -> Manifest:
    """The manifest of a folder, checked. Raises MissingModel when there is none, or files are not those it names."""
    manifest = folders.read_manifest(folder, _typed, absent=ABSENT)
    folders.of_role(folder, manifest.role, ROLE, hint="answer.entailment names an entailment model")
    folders.refuse(folder, _wrong(manifest))
    folders.check(folder, manifest.files, full=False)
    return manifest


def _typed(found: Mapping[str, Any]) -> Manifest:
    return Manifest(
        id=str(found["id"]),
        role=str(found["role"]),
        upstream=Upstream(**found.get("upstream", {})),
        source=str(found.get("source", "")),
        files=folders.typed_files(found),
        max_tokens=int(found["max_tokens"]),
        labels=tuple(found.get("labels", ())),
        pad=int(found.get("pad", 0)),
        golden=tuple(_golden(one) for one in found.get("golden", ())),
        least=Least(*(_chance(found.get("least", {}).get(name)) for name in Least._fields)),
        first=found.get("first", "premise"),
        fitted=found.get("fitted") is True,
    )


def _golden(found: Mapping[str, Any]) -> Golden:
    chances = Entailment(*(_chance(found["found"][name]) for name in CLASSES))
    return Golden(str(found["premise"]), str(found["hypothesis"]), chances)


def _chance(found: Any) -> float | None:
    return None if found is None else float(found)


def _wrong(manifest: Manifest) -> Iterator[str]:
    yield from folders.wrong_files(manifest.files)
    told = [one for one in manifest.labels if one != "other"]
    if any(one not in {*CLASSES, "other"} for one in manifest.labels) or not labels(told):
        yield "labels name entailment or contradiction, each class once"
    if manifest.max_tokens < 1:
        yield "max_tokens is at least 1"
    if manifest.first not in {"premise", "hypothesis"}:
        yield "first is premise or hypothesis"
    if any(one is not None and not 0 <= one <= 1 for one in manifest.least):
        yield "least has probabilities, from 0 to 1"
