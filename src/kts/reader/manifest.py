"""`model_manifest.json` of a reader's folder: its files, what it was made for, and readings that it must repeat."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ports.models import ALONE, Weighing
from kts.weights import folder as folders
from kts.weights.folder import GRAPH, TOKENIZER, Quantisation, Upstream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from kts.ports.models import Form
    from kts.weights.folder import File

ROLE = "reader"
ABSENT = "kts models add FOLDER, with the reader's own folder"
INPUTS, OUTPUTS = ("input_ids", "token_type_ids"), ("answerable", "start", "end")
"""What goes into a reader's graph, and what comes out."""
FRAME = 3
"""Marks of the model around a question and a text."""
READ = ("claim", "question")
"""The forms of what is asked that a reader can be calibrated for."""


class Golden(NamedTuple):
    """A pair and what this graph made of it when it was built: logit, offsets of the span (-1 for none), its score."""

    question: str
    text: str
    answerable: float
    start: int
    end: int
    span_score: float


class Manifest(NamedTuple):
    """The whole file. Of a question `question` tokens are read, of a pair `max_tokens`.

    `window` is what texts had in training, `heading` what was put before them of title and heading; `weighings` are the
    calibration that was fitted once the graph was there.
    """

    id: str
    role: str
    upstream: Upstream
    source: str
    files: tuple[File, ...]
    max_tokens: int
    question: int
    window: int
    quantisation: Quantisation
    golden: tuple[Golden, ...]
    heading: int = 0
    weighings: Mapping[Form, Weighing] = ALONE

    def file(self, name: str) -> File:
        """The entry of one file. Raises KeyError when it is not listed."""
        return {file.path: file for file in self.files}[name]


def model_hash(manifest: Manifest) -> str:
    """A hash of everything that a reading hangs on."""
    parts = {
        "graph": manifest.file(GRAPH).sha256,
        "tokenizer": manifest.file(TOKENIZER).sha256,
        "max_tokens": manifest.max_tokens,
        "question": manifest.question,
        "window": manifest.window,
        **({"heading": manifest.heading} if manifest.heading else {}),
        **({} if manifest.weighings == ALONE else {"weighings": _weighings_json(manifest.weighings)}),
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
        "golden": [one._asdict() for one in manifest.golden],
        "weighings": _weighings_json(manifest.weighings),
    }


def _weighings_json(weighings: Mapping[Form, Weighing]) -> dict[str, Any]:
    return {form: one._asdict() for form, one in sorted(weighings.items())}


def read(folder: Path) -> Manifest:
    """The manifest of a folder, its fields checked. Raises MissingModel when there is none or it makes no sense."""
    manifest = folders.read_manifest(folder, _typed, absent=ABSENT)
    folders.of_role(folder, manifest.role, ROLE, hint="answer.reader names a reader")
    folders.refuse(folder, _wrong(manifest))
    return manifest


def _typed(found: Mapping[str, Any]) -> Manifest:
    return Manifest(
        id=str(found["id"]),
        role=str(found["role"]),
        upstream=Upstream(**found.get("upstream", {})),
        source=str(found.get("source", "")),
        files=folders.typed_files(found),
        max_tokens=int(found["max_tokens"]),
        question=int(found.get("question", 0)),
        window=int(found.get("window", 0)),
        quantisation=Quantisation(**found.get("quantisation", {"scheme": ""})),
        golden=tuple(_golden(one) for one in found.get("golden", ())),
        heading=int(found.get("heading", 0)),
        weighings=_weighings(found["weighings"]) if "weighings" in found else ALONE,
    )


def _weighings(found: Mapping[Form, Any]) -> dict[Form, Weighing]:
    return {form: Weighing(*(float(one[name]) for name in Weighing._fields)) for form, one in found.items()}


def _golden(found: Mapping[str, Any]) -> Golden:
    said = (str(found["question"]), str(found["text"]))
    return Golden(*said, float(found["answerable"]), int(found["start"]), int(found["end"]), float(found["span_score"]))


def _wrong(manifest: Manifest) -> Iterator[str]:
    yield from folders.wrong_files(manifest.files)
    if manifest.question < 1 or manifest.window < 1:
        yield "question and window are at least 1"
    if manifest.max_tokens < manifest.question + FRAME + 1:
        yield "max_tokens leaves no room for a text"
    if manifest.weighings.keys() - set(READ):
        yield f"weighings are of {' and '.join(READ)}"
    if not all(math.isfinite(number) for one in manifest.weighings.values() for number in one):
        yield "weighings are finite numbers"
