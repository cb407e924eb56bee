"""Entailment models as a person adds them: by name from a hub, from a folder of a hub's files, or a ready folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.entail import catalogue
from kts.entail.upstream import classifies, graph_of
from kts.errors import UsageError
from kts.weights.folder import CONFIG, TOKENIZER, Upstream, missing_library, sha256

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kts.entail.catalogue import Known
    from kts.entail.manifest import Manifest
    from kts.workspace.models import Wishes

__all__ = ["adopted", "built", "classifies", "examined", "fetched", "means_one"]


def means_one(what: str, wishes: Wishes) -> bool:
    """Whether a name, or the files that are pinned of a repository, are those of an entailment model."""
    return catalogue.known(what) is not None or any(name.endswith(".onnx") for name in wishes.sha256)


def fetched(what: str, models: Path, wishes: Wishes, place: Path, *, tell: Callable[[str], None]) -> Manifest:
    """Download a hub's model into `place`, each file by its hash, and add it. Raises as `from_hub` and `built` do."""
    try:
        from kts.embed.fetch import HUB, from_hub
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    known = catalogue.known(what)
    upstream = known.upstream if known else Upstream(what, wishes.revision or "main")
    pins = {**(known.sha256 if known else {CONFIG: "", TOKENIZER: ""}), **wishes.sha256}
    revision = wishes.revision or upstream.revision
    given = {name: digest for name, digest in pins.items() if digest}
    base = wishes.base or HUB
    source = from_hub(upstream.repo, revision, given, place, base=base, files=sorted(pins), tell=tell)
    return built(place, models, wishes, source=source, known=known, upstream=upstream, tell=tell)


def built(
    folder: Path,
    models: Path,
    wishes: Wishes,
    *,
    source: str,
    known: Known | None = None,
    upstream: Upstream | None = None,
    tell: Callable[[str], None],
) -> Manifest:
    """Add the model of a folder with a hub's files; a known one is recognised by its graph, another needs a name.

    Raises UsageError, MissingExtra, CheckFailed.
    """
    try:
        from kts.entail.build import Recipe, build
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    known = known or _recognised(folder)
    name = wishes.name or (known.id if known else "")
    if not name:
        message = f"{source} is no known entailment model: it needs a name"
        raise UsageError(message, hint="--id NAME")
    pins = {one: known.sha256[one] for one in (CONFIG, TOKENIZER)} if known else {}
    recipe = Recipe(
        name,
        source,
        upstream=known.upstream if known else upstream or Upstream(),
        max_tokens=wishes.max_tokens or (known.max_tokens if known else 0),
        sha256={**pins, **wishes.sha256},
    )
    return build(folder, models, recipe, tell=tell)


def adopted(folder: Path, models: Path, name: str, *, tell: Callable[[str], None]) -> Manifest:
    """Take a ready folder. Raises MissingModel, MissingExtra, CheckFailed, UsageError for a name that is none."""
    try:
        from kts.entail.build import adopt
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return adopt(folder, models, tell=tell, name=name)


def examined(folder: Path) -> None:
    """Check a model wholly. Raises MissingModel, CheckFailed, MissingExtra."""
    try:
        from kts.entail.build import examine
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    examine(folder)


def _recognised(folder: Path) -> Known | None:
    digest = sha256(graph_of(folder))
    return next((one for one in catalogue.KNOWN.values() if digest in one.sha256.values()), None)
