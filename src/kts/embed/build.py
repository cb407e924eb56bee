"""From upstream files, or a ready folder, to a model in its place: convert, try, compare, move, in this order.

Nothing is in place before it has passed; what was there before stays until then.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kts.embed import manifest as manifests
from kts.embed.catalogue import GOLDEN_TEXT, KNOWN, ROLE, SCHEME, UPSTREAM_FILES
from kts.embed.graph import INPUTS, OUTPUTS, build_graph
from kts.embed.manifest import Golden, Manifest
from kts.embed.models import canonical
from kts.embed.onnx import OnnxEmbedder
from kts.embed.sentences import SENTENCES
from kts.errors import CheckFailed, MissingModel, UsageError
from kts.types import NOTHING
from kts.weights.folder import (
    CONFIG,
    GRAPH,
    TOKENIZER,
    WEIGHTS,
    Quantisation,
    Upstream,
    again,
    check,
    entry,
    sha256,
    staged,
    taken,
)
from kts.weights.inspect import check_graph
from kts.weights.safetensors import read_weights
from kts.weights.shape import read_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from kts.embed.catalogue import Known
    from kts.weights.shape import Shape

GATE = 0.99
"""Mean cosine to single precision, over the shipped sentences, under which a build is refused (SPEC EMB-4)."""
GOLDEN_TOLERANCE = 1e-3
"""Difference to a pinned number of the vector: printed with five digits, computed in another order."""
SAME = 0.999
"""Cosine to the vector that the folder's maker computed: another machine rounds differently, another model is far."""
GOLDEN_DIGITS = 6
"""Decimals that a manifest keeps of its golden vector."""


class Recipe(NamedTuple):
    """How a model is made of upstream files. `sha256` pins files by name, `golden` begins the vector of a text.

    `beside` are files that belong to the model: a card, a licence.
    """

    id: str
    source: str
    pooling: str
    max_tokens: int
    scheme: str = SCHEME
    query_prefix: str = ""
    document_prefix: str = ""
    upstream: Upstream = Upstream()
    sha256: Mapping[str, str] = NOTHING
    golden: tuple[float, ...] = ()
    role: str = ROLE
    beside: tuple[Path, ...] = ()


class Compared(NamedTuple):
    """A built model beside its single-precision original: the mean and the lowest cosine."""

    mean: float
    lowest: float


def recipe_of(known: Known, *, source: str, scheme: str = SCHEME, name: str = "") -> Recipe:
    """The recipe of a known model, under its own name or another."""
    return Recipe(
        name or known.id,
        source,
        known.pooling,
        known.max_tokens,
        scheme,
        known.query_prefix,
        known.document_prefix,
        known.upstream,
        known.sha256,
        known.golden,
    )


def recognised(folder: Path) -> Known | None:
    """The known model whose weights lie in the folder, if it is one."""
    path = folder / WEIGHTS
    digest = sha256(path) if path.is_file() else ""
    return next((known for known in KNOWN.values() if known.sha256[WEIGHTS] == digest), None)


def build(upstream: Path, models: Path, recipe: Recipe, *, tell: Callable[[str], None]) -> Manifest:
    """Convert the upstream files in a folder and put the model in its place.

    Raises UsageError for files that are missing, other than pinned or of an unknown kind; CheckFailed when the
    result is not what the upstream model computes.
    """
    check_pins(upstream, recipe.sha256)
    shape = read_shape(upstream / CONFIG)
    with staged(models, recipe.id) as place:
        tell(f"converting to {recipe.scheme}")
        _draw(upstream, place, recipe, shape)
        tell(f"comparing {len(SENTENCES)} sentences with single precision")
        found = _compared(upstream, place, recipe, shape)
        if found.mean < GATE:
            message = f"{recipe.id} as {recipe.scheme}: mean cosine {found.mean:.4f} to single precision, under {GATE}"
            raise CheckFailed(message, hint="build it with --quantize none")
        tell(f"mean cosine {found.mean:.4f}, lowest {found.lowest:.4f}")
    return manifests.read(models / recipe.id)


def adopt(folder: Path, models: Path, *, tell: Callable[[str], None], name: str = "") -> Manifest:
    """Take a ready model folder: every file's hash, the graph's contents and the golden vector are checked first.

    Raises MissingModel, CheckFailed, and UsageError for a name that is none.
    """
    given = manifests.read(folder)
    name = canonical(name or given.id)
    with taken(folder, given.files, models, name) as place:
        manifests.write(place, given._replace(id=name))
        tell("trying it")
        examine(place)
    return manifests.read(models / name)


def examine(folder: Path) -> Manifest:
    """Check a model folder wholly: hashes, graph, shapes, golden vector. Raises MissingModel or CheckFailed."""
    found = manifests.read(folder)
    check(folder, found.files, full=True)
    check_graph(folder / GRAPH, inputs=INPUTS, outputs=OUTPUTS)
    embedder = OnnxEmbedder(folder, threads=1)
    _smoke(embedder)
    _check_golden(embedder, folder)
    return found


def check_pins(folder: Path, pins: Mapping[str, str]) -> None:
    """Raise UsageError for an upstream file that is missing or, where a hash is pinned, another one."""
    for name in UPSTREAM_FILES:
        path = folder / name
        if not path.is_file():
            message = f"{path} is missing: a model comes as {', '.join(UPSTREAM_FILES)}"
            raise UsageError(message, path=str(path), hint="copy all three from the model's own repository")
        if name in pins and sha256(path) != pins[name]:
            message = f"{path} is not the file that is pinned (another SHA-256)"
            raise UsageError(message, path=str(path), hint="download it again, from the revision that is named")


def _draw(upstream: Path, place: Path, recipe: Recipe, shape: Shape) -> None:
    """Write graph, tokenizer and manifest; the golden vector is filled in by the finished model itself."""
    weights = read_weights(upstream / WEIGHTS)
    try:
        graph = build_graph(weights, shape, scheme=recipe.scheme, pooling=recipe.pooling)
    except KeyError as error:
        message = f"{upstream / WEIGHTS} lacks the tensor {error}"
        raise UsageError(message, path=str(upstream / WEIGHTS), hint="kts models list shows models that work") from None
    (place / GRAPH).write_bytes(graph)
    shutil.copyfile(upstream / TOKENIZER, place / TOKENIZER)
    for path in recipe.beside:
        shutil.copyfile(path, place / path.name)
    drawn = _manifest(upstream, place, recipe, shape)
    manifests.write(place, drawn)
    embedder = _tried(place, upstream)
    vector = tuple(round(float(number), GOLDEN_DIGITS) for number in embedder.embed_documents([GOLDEN_TEXT])[0])
    manifests.write(place, drawn._replace(golden=Golden(GOLDEN_TEXT, vector)))


def _tried(place: Path, upstream: Path) -> OnnxEmbedder:
    """The drawn model, loaded and tried. Raises UsageError naming the upstream file that cannot be used."""
    try:
        embedder = OnnxEmbedder(place, threads=1)
    except MissingModel as problem:
        message = problem.message.replace(str(place), str(upstream))
        raise UsageError(message, path=str(upstream), hint="copy the file again from the model's repository") from None
    _smoke(embedder)
    return embedder


def _manifest(upstream: Path, place: Path, recipe: Recipe, shape: Shape) -> Manifest:
    return Manifest(
        id=recipe.id,
        role=recipe.role,
        upstream=recipe.upstream,
        source=recipe.source,
        files=tuple(entry(place / name) for name in (GRAPH, TOKENIZER, *(path.name for path in recipe.beside))),
        dims=shape.dims,
        pooling=recipe.pooling,
        normalise=True,
        query_prefix=recipe.query_prefix,
        document_prefix=recipe.document_prefix,
        max_tokens=min(recipe.max_tokens, shape.positions),
        quantisation=Quantisation(recipe.scheme, sha256(upstream / WEIGHTS)),
        golden=Golden("", ()),
    )


def _smoke(embedder: OnnxEmbedder) -> None:
    """The graph answers with the right shapes and lengths, for the shortest text and for one of several windows."""
    long = "a long text of many words, " * max(1, embedder.max_tokens // 4)
    vectors = embedder.embed_documents(["", GOLDEN_TEXT, long])
    _, tokens = embedder.embed_tokens(GOLDEN_TEXT)
    for found in (vectors, tokens):
        unit = np.abs(np.linalg.norm(found, axis=1) - 1) < GOLDEN_TOLERANCE
        if found.shape[1:] != (embedder.dims,) or not unit.all():
            message = f"{embedder.provider_id}: the graph gives {found.shape}, of lengths that are not 1"
            raise CheckFailed(message, hint="the files are not those of an encoder that is known")


def _compared(upstream: Path, place: Path, recipe: Recipe, shape: Shape) -> Compared:
    with tempfile.TemporaryDirectory(prefix="kts-exact-") as name:
        exact_place = Path(name)
        _draw(upstream, exact_place, recipe._replace(scheme="none"), shape)
        exact = OnnxEmbedder(exact_place, threads=1)
        _check_pinned(exact.embed_documents([GOLDEN_TEXT])[0], recipe)
        wanted = exact.embed_documents(SENTENCES)
        del exact  # before its files go: Windows keeps open files
    found = OnnxEmbedder(place, threads=1).embed_documents(SENTENCES)
    cosines = (wanted * found).sum(axis=1)
    return Compared(float(cosines.mean()), float(cosines.min()))


def _check_pinned(vector: NDArray[np.float32], recipe: Recipe) -> None:
    given = np.array(recipe.golden, dtype=np.float32)
    if np.abs(vector[: len(given)] - given).max(initial=0) > GOLDEN_TOLERANCE:
        message = f"{recipe.id}: '{GOLDEN_TEXT}' begins {vector[: len(given)].tolist()}, not {given.tolist()}"
        raise CheckFailed(message, hint="the files are not those of the model, or it is not converted rightly")


def _check_golden(embedder: OnnxEmbedder, folder: Path) -> None:
    golden = embedder.manifest.golden
    given = np.array(golden.vector, dtype=np.float32)
    found = embedder.embed_documents([golden.text])[0]
    if given.shape != found.shape or float(given @ found) < SAME:
        message = f"{folder}: '{golden.text}' has another vector than when the model was built"
        raise CheckFailed(message, path=str(folder), hint=again(folder.name))
