"""What a person may ask of a workspace that need not exist: its settings, and what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kts import config, registry
from kts.errors import NoIndex
from kts.store import layout
from kts.types import Finding
from kts.workspace import Workspace
from kts.workspace.followers import Followers

if TYPE_CHECKING:
    from collections.abc import Iterator

OFF = "switched off"
"""How it is said that somebody wants to do without a model."""


def settings_in_force(kb: str | None) -> tuple[config.Origin, ...]:
    """Every setting with its origin; without an index, those of the environment and the defaults."""
    return _in_force(kb)[1]


def _in_force(kb: str | None) -> tuple[config.Settings, tuple[config.Origin, ...]]:
    try:
        place: Path | None = layout.find(Path.cwd(), kb).config
    except NoIndex:
        place = None
    return config.load(place, os.environ)


def examine(kb: str | None, *, chunks: bool = False) -> tuple[Finding, ...]:
    """What is missing or wrong on this machine and, where there is one, in the index; `chunks`: how texts are split.

    That there is no index is a note, unless its folder is named: there it is a problem.
    """
    from kts.store.examine import index_findings, machine_findings

    formats = {name: registry.needs("converters", name) for name in registry.names("converters")}
    found = (*machine_findings(formats), *_engines(_in_force(kb)[0]))
    ignored = config.unknown(os.environ)
    if ignored:
        found = (*found, Finding("note", "environment", f"not used by this version: {', '.join(ignored)}"))
    try:
        place = layout.find(Path.cwd(), kb)
    except NoIndex as problem:
        return (*found, Finding("note", "index", f"{problem.message}; {problem.hint}"))
    if not place.truth.is_file():
        absent = layout.missing(place.folder)
        return (*found, Finding("problem", "index", f"{absent.message}; {absent.hint}"))
    followers = Followers(place, config.load(place.config, os.environ)[0])
    found = (*found, *index_findings(place, followers.lexical, lambda: followers.dense))
    if not chunks:
        return found
    with Workspace(place) as workspace:
        split = workspace.chunks()
    shares = f"p10 {split.p10}, {split.short:.1%} under {workspace.settings.ingest.minimum}"
    detail = f"{split.count} of {split.mean:.0f} characters on average, {shares}, {split.abrupt} abrupt ends"
    return (*found, Finding("note" if split.abrupt else "ok", "chunks", detail))


def _engines(settings: config.Settings) -> tuple[Finding, ...]:
    """The embedding model, those that read, and the OCR engine: all optional, all worth knowing."""
    from kts.embed.models import folder_of
    from kts.ingest.convert.ocr.choose import advice, engine_for
    from kts.weights.folder import NAME
    from kts.workspace.vectors import model_folder, provider_of

    provider = provider_of(settings.embed)
    if not provider:
        model = Finding("note", "model", f"{OFF}: everything is found by words alone")
    elif (
        provider in registry.names("embedders") or (folder_of(provider, model_folder(settings.embed)) / NAME).is_file()
    ):
        model = Finding("ok", "model", provider)
    else:
        model = Finding("note", "model", f"{provider} is not here: found by words alone; kts models add {provider}")
    engine = engine_for(settings.ingest.ocr)
    said = f"{engine.name} {engine.version}" if engine else f"none: {advice(engine)}"
    models = (model, *_query_encoder(settings), *_readers(settings), *_entailment(settings))
    return *models, Finding("ok" if engine else "note", "ocr", said)


def absent_models(kb: str | None) -> tuple[Finding, ...]:
    """The models that the settings name and that are not on this machine, with what is done without them."""
    settings = _in_force(kb)[0]
    found = (*_embedding(settings), *_query_encoder(settings), *_readers(settings), *_entailment(settings))
    return tuple(one for one in found if one.state != "ok" and not one.detail.startswith(OFF))


def _embedding(settings: config.Settings) -> Iterator[Finding]:
    """A model of vectors that is not here; one that a server or another library has is not looked for."""
    from kts.embed.catalogue import DEFAULT, SENTENCE_TRANSFORMERS
    from kts.embed.models import folder_of
    from kts.weights.folder import NAME
    from kts.workspace.opened import SERVED
    from kts.workspace.vectors import model_folder, provider_of

    provider = provider_of(settings.embed)
    elsewhere = not provider or provider.startswith((SERVED, SENTENCE_TRANSFORMERS))
    if elsewhere or (folder_of(provider, model_folder(settings.embed)) / NAME).is_file():
        return
    if provider not in registry.names("embedders"):
        then = "found by words alone" if provider == DEFAULT else "kts search and kts ingest stop with exit code 13"
        yield Finding("note", "model", f"{provider} is not here: {then}; kts models list")


def _query_encoder(settings: config.Settings) -> Iterator[Finding]:
    """What reads questions for the default model's vectors; nothing where another model has no such encoder."""
    from kts.embed.catalogue import DEFAULT, QUERY_ENCODER
    from kts.weights.folder import NAME
    from kts.workspace.vectors import NO_READER, model_folder, provider_of

    name = settings.embed.query_encoder
    if name == QUERY_ENCODER and provider_of(settings.embed) != DEFAULT:
        return
    without = "questions are embedded as documents are"
    if name == NO_READER:
        yield Finding("note", "query encoder", f"{OFF}: {without}")
    elif (model_folder(settings.embed) / name / NAME).is_file():
        yield Finding("ok", "query encoder", name)
    else:
        yield Finding("note", "query encoder", f"{name} is not here: {without}; kts models add FOLDER")


def _readers(settings: config.Settings) -> Iterator[Finding]:
    """The models that read the statements of an answer, and claims."""
    from kts.weights.folder import NAME
    from kts.workspace.vectors import NO_READER, model_folder

    without = {"reader": "claims go through the other gates", "selector": "statements are chosen by words and meaning"}
    for role, said in without.items():
        name = str(getattr(settings.answer, role))
        if name == NO_READER:
            yield Finding("note", role, f"{OFF}: {said}")
        elif (model_folder(settings.embed) / name / NAME).is_file() or name in registry.names("readers"):
            yield Finding("ok", role, name)
        else:
            yield Finding("note", role, f"{name} is not here: {said}; kts models add FOLDER")


def _entailment(settings: config.Settings) -> Iterator[Finding]:
    """The entailment model of checked claims; nothing where none is named."""
    from kts.entail.models import DEFAULT as ENTAILMENT
    from kts.weights.folder import NAME
    from kts.workspace.vectors import NO_READER, model_folder

    name = settings.answer.entailment
    if name in {"", NO_READER}:
        yield Finding("note", "entailment", f"{OFF}: claims go through the other gates")
    elif (model_folder(settings.embed) / name / NAME).is_file() or name in registry.names("entailment_models"):
        yield Finding("ok", "entailment", name)
    elif name == ENTAILMENT:
        detail = f"{name} is not here: claims go through the other gates; kts models add FOLDER"
        yield Finding("note", "entailment", detail)
    else:
        detail = f"{name} is not here: no claim is checked; kts models add FOLDER, or leave answer.entailment empty"
        yield Finding("problem", "entailment", detail)
