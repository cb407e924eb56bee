"""Trained weights become a reader, a ready folder comes to its place: nothing is there before it has passed."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kts.errors import CheckFailed, MissingModel, UsageError
from kts.evaluate.calibration import auroc
from kts.reader import manifest as manifests
from kts.reader.graph import build_graph
from kts.reader.manifest import INPUTS, OUTPUTS, ROLE, Golden, Manifest
from kts.reader.models import DEFAULT
from kts.reader.onnx import OnnxReader
from kts.reader.pairs import GOLDEN, PAIRS
from kts.weights.folder import (
    GRAPH,
    TOKENIZER,
    Quantisation,
    Upstream,
    again,
    check,
    entry,
    plain_name,
    sha256,
    staged,
    taken,
)
from kts.weights.graph import WEIGHT_LEVELS
from kts.weights.inspect import check_graph
from kts.weights.safetensors import read_weights
from kts.weights.shape import read_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ports.models import Reading
    from kts.weights.shape import Shape

SCHEME = "int8-per-token"
"""How a reader is quantised unless asked otherwise: half the time of single precision, a quarter of its size."""
ALIKE = 0.98
"""Correlation of the quantised logits with single precision, over the shipped pairs, under which a build is refused
(heads of random numbers on the default body have .986)."""
LOST = 0.005
"""AUROC that quantising may cost over judged pairs (a default: a tenth of what half the training data is worth)."""
GOLDEN_TOLERANCE = 0.2
"""Mean difference to the golden logits, in their standard deviations, over which a reader is refused. A processor that
adds in another order rounds some activations to the next level: with every constant of a graph changed by a millionth
the shipped ones differ by .01 to .05, a single logit by up to .5; one shipped reader from the other by .5."""
ALONE = 1e-3
"""Least standard deviation: a single golden reading has none."""


class Recipe(NamedTuple):
    """How a reader is made. `beside` are further files of its folder: its card, its licence.

    `question`, `window`, `heading` and `max_tokens` are the tokens that it was trained on: of a question, of a text's
    window, of what stood before it, and of a pair. `source` says in words what the weights are, `upstream` whose the
    body was. `levels` is what a row's largest weight is when quantised: weights that were trained on from quantised
    ones lie near the steps of those, and rounding to the same steps would undo a part of the training.
    """

    source: str
    id: str = DEFAULT
    max_tokens: int = 256
    question: int = 40
    window: int = 84
    heading: int = 0
    scheme: str = SCHEME
    levels: float = WEIGHT_LEVELS
    upstream: Upstream = Upstream()
    beside: tuple[Path, ...] = ()


class Files(NamedTuple):
    """What a reader is made of."""

    weights: Path
    config: Path
    tokenizer: Path


def build_reader(
    files: Files,
    folder: Path,
    recipe: Recipe,
    *,
    judged: Sequence[tuple[str, str, bool]] = (),
    tell: Callable[[str], None],
) -> Manifest:
    """Write a reader's folder: graph, tokenizer, manifest with golden readings, and what stands beside them.

    `weights` is a safetensors file with BERT's names (`embeddings.word_embeddings.weight`, `encoder.layer.0....`) and
    the heads `reader.answerable.{weight,bias}` (1, dims) and `reader.span.{weight,bias}` (2, dims); other tensors are
    left out. `config` and `tokenizer` are the body's config.json and tokenizer.json. `judged` are (question, text,
    answered) of groups kept out of training: over them the quantised reader may lose `LOST` of the AUROC.

    Raises UsageError for files of an unknown kind, CheckFailed when the result is not what the weights compute.
    """
    shape = read_shape(files.config)
    with staged(folder.absolute().parent, folder.name) as place:
        tell(f"converting to {recipe.scheme}")
        _draw(files, place, recipe, shape)
        _compare(files, place, recipe, shape, judged=judged, tell=tell)
    return manifests.read(folder)


def adopt(folder: Path, models: Path, *, tell: Callable[[str], None], name: str = "") -> Manifest:
    """Take a ready folder: every file's hash, the graph's contents and the golden readings are checked first.

    Raises MissingModel, CheckFailed, and UsageError for a name that is none.
    """
    given = manifests.read(folder)
    name = plain_name(name or given.id)
    with taken(folder, given.files, models, name) as place:
        manifests.write(place, given._replace(id=name))
        tell("trying it")
        examine(place)
    return manifests.read(models / name)


def examine(folder: Path) -> Manifest:
    """Check a reader's folder wholly: hashes, graph, golden readings. Raises MissingModel or CheckFailed."""
    found = manifests.read(folder)
    check(folder, found.files, full=True)
    check_graph(folder / GRAPH, inputs=INPUTS, outputs=OUTPUTS)
    reader = OnnxReader(folder)
    _smoke(reader)
    _check_golden(found.golden, reader, folder)
    return found


def _draw(files: Files, place: Path, recipe: Recipe, shape: Shape) -> None:
    """Write graph, tokenizer and manifest; the golden readings are filled in by the finished reader itself."""
    try:
        graph = build_graph(read_weights(files.weights), shape, scheme=recipe.scheme, levels=recipe.levels)
    except KeyError as error:
        message = f"{files.weights} lacks the tensor {error}"
        raise UsageError(message, path=str(files.weights), hint="save the heads beside the body") from None
    (place / GRAPH).write_bytes(graph)
    shutil.copyfile(files.tokenizer, place / TOKENIZER)
    for path in recipe.beside:
        shutil.copyfile(path, place / path.name)
    drawn = _manifest(files, place, recipe, shape)
    manifests.write(place, drawn)
    reader = _tried(place, files)
    golden = tuple(_golden(question, text, reader.read(question, [text])[0]) for question, text in GOLDEN)
    manifests.write(place, drawn._replace(golden=golden))


def _manifest(files: Files, place: Path, recipe: Recipe, shape: Shape) -> Manifest:
    names = [GRAPH, TOKENIZER, *(path.name for path in recipe.beside)]
    return Manifest(
        id=plain_name(recipe.id),
        role=ROLE,
        upstream=recipe.upstream,
        source=recipe.source,
        files=tuple(entry(place / name) for name in names),
        max_tokens=min(recipe.max_tokens, shape.positions),
        question=recipe.question,
        window=recipe.window,
        quantisation=Quantisation(recipe.scheme, sha256(files.weights)),
        golden=(),
        heading=recipe.heading,
    )


def _tried(place: Path, files: Files) -> OnnxReader:
    """The drawn reader, loaded and tried. Raises UsageError naming the file that cannot be used."""
    try:
        reader = OnnxReader(place)
    except MissingModel as problem:
        message = f"a reader cannot be made of {files.weights}: {problem.message}"
        raise UsageError(message, path=str(files.weights), hint="see the body's own files") from None
    _smoke(reader)
    return reader


def _smoke(reader: OnnxReader) -> None:
    """Any pair has a finite reading, the shortest and one that is cut."""
    long = "a long text of many words, " * reader.max_tokens
    for question in ("", "why?", long):
        found = reader.read(question, ["", "because", long])
        if not all(np.isfinite((one.answerable, one.span_score)).all() for one in found):
            message = f"{reader.provider_id}: the graph gives numbers that are none"
            raise CheckFailed(message, hint="the weights are not those of a reader")


def _compare(
    files: Files,
    place: Path,
    recipe: Recipe,
    shape: Shape,
    *,
    judged: Sequence[tuple[str, str, bool]],
    tell: Callable[[str], None],
) -> None:
    """Hold the quantised reader against single precision. Raises CheckFailed where it is another."""
    tell(f"comparing {len(PAIRS) + len(judged)} pairs with single precision")
    made = OnnxReader(place)
    with tempfile.TemporaryDirectory(prefix="kts-exact-") as name:
        _draw(files, Path(name), recipe._replace(scheme="none", beside=()), shape)
        exact = OnnxReader(Path(name))
        wanted, found = (_logits(one, PAIRS) for one in (exact, made))
        wanted_judged, found_judged = (_logits(one, [pair[:2] for pair in judged]) for one in (exact, made))
        del exact  # before its files go: Windows keeps open files
    alike = float(np.corrcoef(wanted, found)[0, 1])
    tell(f"correlation {alike:.4f}")
    if not alike >= ALIKE:
        message = f"{recipe.id} as {recipe.scheme}: correlation {alike:.4f} with single precision, under {ALIKE}"
        raise CheckFailed(message, hint="build it with the scheme none")
    _check_auroc(wanted_judged, found_judged, [pair[2] for pair in judged], tell=tell)


def _check_auroc(
    wanted: Sequence[float], found: Sequence[float], right: Sequence[bool], *, tell: Callable[[str], None]
) -> None:
    if not right:
        return
    before, after = auroc(wanted, right), auroc(found, right)
    tell(f"AUROC {before:.4f} in single precision, {after:.4f} quantised, over {len(right)} judged pairs")
    if after < before - LOST:
        message = f"quantising costs {before - after:.4f} of the AUROC, more than {LOST}"
        raise CheckFailed(message, hint="build it with the scheme none")


def _logits(reader: OnnxReader, pairs: Sequence[tuple[str, str]]) -> list[float]:
    return [reader.read(question, [text])[0].answerable for question, text in pairs]


def _golden(question: str, text: str, found: Reading) -> Golden:
    start, end = found.span or (-1, -1)
    return Golden(question, text, found.answerable, start, end, found.span_score)


def _check_golden(golden: Sequence[Golden], reader: OnnxReader, folder: Path) -> None:
    """Hold all readings together against the golden ones; a span may be another where two are as likely."""
    made = [_golden(one.question, one.text, reader.read(one.question, [one.text])[0]) for one in golden]
    wanted, found = (np.array([(one.answerable, one.span_score) for one in some]) for some in (golden, made))
    spread = np.maximum(wanted.std(axis=0), ALONE)
    if golden and float(np.mean(np.abs(found - wanted) / spread)) > GOLDEN_TOLERANCE:
        message = f"{folder}: questions are read otherwise than when the reader was built"
        raise CheckFailed(message, path=str(folder), hint=again(folder.name))
