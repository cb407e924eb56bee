"""A hub's files become an entailment model, a ready folder comes to its place; nothing is there that has not passed."""

from __future__ import annotations

import shutil
from statistics import fmean
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kts.entail import manifest as manifests
from kts.entail.labels import CLASSES
from kts.entail.manifest import ROLE, Golden, Manifest
from kts.entail.onnx import OnnxEntailment
from kts.entail.pairs import GOLDEN, PAIRS
from kts.entail.upstream import graph_of, labels_of, pad_of, positions_of
from kts.errors import CheckFailed, MissingModel, UsageError
from kts.weights.folder import GRAPH, TOKENIZER, Upstream, again, check, entry, plain_name, sha256, staged, taken
from kts.weights.inspect import contained

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from kts.ports.models import Entailment

GOLDEN_TOLERANCE = 0.1
"""Mean difference to the golden probabilities over which a model is refused (a default). A processor that multiplies
bytes in another way moves those of a quantised graph by some hundredths, another model by several tenths."""


class Recipe(NamedTuple):
    """How a model is added. `sha256` pins files by their path; `max_tokens` is 0 for what its config says."""

    id: str
    source: str
    upstream: Upstream = Upstream()
    max_tokens: int = 0
    sha256: Mapping[str, str] = MappingProxyType({})


def build(upstream: Path, models: Path, recipe: Recipe, *, tell: Callable[[str], None]) -> Manifest:
    """Take a hub's graph and tokenizer as they are, and write what `config.json` says of them into the manifest.

    Raises UsageError for files that are missing, other than pinned, or whose labels tell nothing; CheckFailed for a
    graph that is more than a graph, or computes something else than its labels say.
    """
    _check_pins(upstream, recipe.sha256)
    labels, graph = labels_of(upstream), graph_of(upstream)
    if not (upstream / TOKENIZER).is_file():
        message = f"{upstream / TOKENIZER} is missing"
        raise UsageError(message, path=str(upstream), hint=manifests.ABSENT)
    contained(graph)
    with staged(models, plain_name(recipe.id)) as place:
        tell(f"taking {graph.relative_to(upstream)}")
        shutil.copyfile(graph, place / GRAPH)
        shutil.copyfile(upstream / TOKENIZER, place / TOKENIZER)
        drawn = Manifest(
            id=recipe.id,
            role=ROLE,
            upstream=recipe.upstream,
            source=recipe.source,
            files=(entry(place / GRAPH), entry(place / TOKENIZER)),
            max_tokens=recipe.max_tokens or positions_of(upstream),
            labels=labels,
            pad=pad_of(upstream),
        )
        manifests.write(place, drawn)
        tell(f"trying it on {len(GOLDEN)} pairs")
        model = _tried(place, upstream)
        golden = tuple(Golden(*pair, found) for pair, found in zip(GOLDEN, model.infer(GOLDEN), strict=True))
        _check_meaning([one.found for one in golden], upstream)
        manifests.write(place, drawn._replace(max_tokens=model.max_tokens, golden=golden))
        del model  # before its files move: Windows keeps open files
    return manifests.read(models / recipe.id)


def adopt(folder: Path, models: Path, *, tell: Callable[[str], None], name: str = "") -> Manifest:
    """Take a ready folder: every file's hash, the graph's contents and the golden probabilities are checked first.

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
    """Check a model's folder wholly: hashes, graph, golden probabilities. Raises MissingModel or CheckFailed."""
    found = manifests.read(folder)
    check(folder, found.files, full=True)
    contained(folder / GRAPH)
    model = OnnxEntailment(folder)
    again_read = _inferred(model, [(one.premise, one.hypothesis) for one in found.golden])
    moved = [
        abs(now - then)
        for one, new in zip(found.golden, again_read, strict=True)
        for now, then in zip(new, one.found, strict=True)
        if now is not None and then is not None
    ]
    if moved and fmean(moved) > GOLDEN_TOLERANCE:
        message = f"{folder}: pairs are read otherwise than when the model was added"
        raise CheckFailed(message, path=str(folder), hint=again(folder.name))
    return found


def _check_pins(upstream: Path, pins: Mapping[str, str]) -> None:
    for name, digest in pins.items():
        path = upstream / name
        if not path.is_file() or sha256(path) != digest:
            message = f"{path} is not the file that is pinned (missing, or another SHA-256)"
            raise UsageError(message, path=str(path), hint="download it again, from the revision that is named")


def _tried(place: Path, upstream: Path) -> OnnxEntailment:
    """The model, loaded and tried. Raises UsageError naming the upstream folder that cannot be used."""
    try:
        model = OnnxEntailment(place)
    except MissingModel as problem:
        message = f"{upstream} cannot be used: {problem.message.replace(str(place), str(upstream))}"
        raise UsageError(message, path=str(upstream), hint="see the model's own page for its files") from None
    long = "a long text of many words, " * model.max_tokens
    _inferred(model, [("", ""), (long, "because"), ("because", long)])
    return model


def _inferred(model: OnnxEntailment, pairs: Sequence[tuple[str, str]]) -> Sequence[Entailment]:
    """What the model makes of some pairs. Raises CheckFailed where the graph gives other classes, or no numbers."""
    try:
        found = model.infer(pairs)
    except ValueError as error:
        message = f"{model.provider_id}: the graph does not give {len(model.manifest.labels)} numbers a pair: {error}"
        raise CheckFailed(message, hint="config.json and the graph are of two models") from None
    if any(one is not None and not 0 <= one <= 1 for each in found for one in each):
        message = f"{model.provider_id}: the graph gives numbers that are none"
        raise CheckFailed(message, hint="the graph is damaged, or not a classifier's")
    return found


def _check_meaning(found: Sequence[Entailment], upstream: Path) -> None:
    """Raise CheckFailed where a sentence is contradicted rather than its denial, or the denial entailed rather than it.

    So labels that are named in another order than the outputs have are noticed before they judge anything.
    """
    entailed, contradicted = found[::2], found[1::2]
    for name, more, less in (("entailment", entailed, contradicted), ("contradiction", contradicted, entailed)):
        at = CLASSES.index(name)
        chances = [(one[at], other[at]) for one, other in zip(more, less, strict=True)]
        known = [(one, other) for one, other in chances if one is not None and other is not None]
        if known and fmean(one for one, _ in known) <= fmean(other for _, other in known):
            message = f"{upstream}: by {len(PAIRS)} sentences and their denials its {name} is another output"
            hint = "compare id2label in config.json with the model card: the order may be another one"
            raise CheckFailed(message, path=str(upstream), hint=hint)
