"""Choosing the embedding model of a call, and what to say when there is none that fits."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kts import registry
from kts.errors import Mismatch, MissingExtra, MissingModel, UsageError
from kts.search.dense import Dense

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple

    from kts.config import EmbedSettings
    from kts.ingest.vectors import VectorProgress
    from kts.ports import Embedder, VectorIndex
    from kts.ports.models import EntailmentModel, Reader
    from kts.store.corpus import SqliteCorpus
    from kts.store.truth import TruthWriter
    from kts.types import IngestReport
else:
    from kts.nouns import NamedTuple

REINDEX = "kts reindex --vectors embeds the documents again; --mode lexical searches by words as it is"

NO_READER = "none"
"""The value of `answer.reader`, and its like, that switches the model off."""


class Choice(NamedTuple):
    """What a question is searched with: by meaning too, or by words alone for the reason that the notes give."""

    dense: Dense | None
    notes: tuple[str, ...] = ()


def provider_of(settings: EmbedSettings) -> str:
    """The name of the configured model, aliases resolved; empty when vectors are switched off."""
    from kts.embed.models import canonical

    return canonical(settings.provider) if settings.provider else ""


def model_folder(settings: EmbedSettings) -> Path:
    """Where models are looked for: the setting, else the user's own folder."""
    from kts.weights.folder import default_folder

    return Path(settings.models).expanduser().absolute() if settings.models else default_folder(os.environ)


def embedder_of(name: str, settings: EmbedSettings) -> Embedder:
    """A model by its name, loaded. Raises MissingModel, UsageError for an unknown name."""
    from kts.embed import models
    from kts.embed.catalogue import KNOWN, SENTENCE_TRANSFORMERS

    if name not in KNOWN and name in registry.names("embedders"):  # to look for third parties' costs 50 ms
        made: Embedder = registry.load("embedders", name)()
        return made
    if name.startswith(SENTENCE_TRANSFORMERS):
        from kts.embed.library import sentence_transformers

        folder = model_folder(settings) / name
        return sentence_transformers(name.removeprefix(SENTENCE_TRANSFORMERS), folder if folder.is_dir() else None)
    questions = "" if settings.query_encoder == NO_READER else settings.query_encoder
    return models.load(name, models=model_folder(settings), threads=settings.threads, questions=questions)


def reader_of(name: str, settings: EmbedSettings, *, setting: str = "answer.reader") -> Reader | None:
    """A reader by its name in a setting, loaded: a model folder, or one of the port `readers`.

    None for `none`, and where the default one is not on this machine. Raises MissingModel for another that is not
    here, and for a damaged one; UsageError for what is no name.
    """
    from kts.reader.models import DEFAULTS, load
    from kts.weights.folder import NAME

    if name == NO_READER:
        return None
    models = model_folder(settings)
    if not (models / name / NAME).is_file():
        if name in DEFAULTS:
            return None
        if name in registry.names("readers"):
            made: Reader = registry.load("readers", name)()
            return made
    try:
        return load(name, models=models, setting=setting)
    except MissingExtra:
        if name not in DEFAULTS:
            raise
        return None


def entailment_of(name: str, settings: EmbedSettings) -> EntailmentModel | None:
    """An entailment model by its name in `answer.entailment`, loaded.

    None for an empty one and `none`, and where the default one is not on this machine. Raises MissingModel for another
    that is not here, and for a damaged one, MissingExtra, UsageError for what is no name.
    """
    if name in {"", NO_READER}:
        return None
    models = model_folder(settings)
    from kts.entail.models import DEFAULT, load
    from kts.weights.folder import NAME

    if not (models / name / NAME).is_file():
        if name == DEFAULT:
            return None
        if name in registry.names("entailment_models"):
            made: EntailmentModel = registry.load("entailment_models", name)()
            return made
    try:
        return load(name, models=models)
    except MissingExtra:
        if name != DEFAULT:
            raise
        return None


def chosen(
    mode: str,
    *,
    settings: EmbedSettings,
    corpus: SqliteCorpus,
    embedder: Callable[[str], Embedder],
    index: Callable[[], VectorIndex],
) -> Choice:
    """What a search in `mode` uses. Raises Mismatch for vectors of another model, MissingModel when none is there.

    `hybrid` without vectors, or without the default model, is a search by words with a note.
    """
    if mode == "lexical":
        return Choice(None)
    model = corpus.model
    if model is None or not settings.provider:
        return _without(mode, settings.provider)
    provider = provider_of(settings)
    notes = _incomplete(corpus)
    if model.provider_id != provider:
        if not corpus.switching_to(provider):
            message = f"the vectors of this index are those of {model.provider_id}; the configured model is {provider}"
            raise Mismatch(message, hint=REINDEX)
        notes = (*notes, f"searched with {model.provider_id}: the vectors of {provider} are still being made")
    try:
        loaded = embedder(model.provider_id)
    except (MissingModel, MissingExtra) as problem:
        if mode == "dense" or not _may_be_absent(provider):
            raise
        return Choice(None, (f"searched by words alone: {problem.message}; {problem.hint}",))
    if loaded.model_hash != model.hash:
        message = f"the vectors of this index were made by another version of {provider} than the one installed"
        raise Mismatch(message, hint=REINDEX)
    return Choice(Dense(loaded, index()), notes)


def _may_be_absent(provider: str) -> bool:
    """Whether it is the default model: without it everything is found by words (RELIABILITY, exit codes)."""
    from kts.embed.catalogue import DEFAULT

    return provider == DEFAULT


def _without(mode: str, provider: str) -> Choice:
    if mode == "dense":
        message = "this index has no vectors"
        raise UsageError(message, hint="kts ingest makes them when a model is installed: kts models list")
    return Choice(None, ("searched by words alone: no vectors yet; kts ingest makes them",) if provider else ())


def _incomplete(corpus: SqliteCorpus) -> tuple[str, ...]:
    """What is found by words alone although the index has vectors."""
    counts = corpus.vectors()
    total = sum(counts.values())
    names = {"pending": "wait for their vectors (kts ingest goes on)", "failed": "could not be embedded"}
    return tuple(
        f"{counts[state]} of {total} passages {said}: they are found by words alone"
        for state, said in names.items()
        if counts.get(state)
    )


def embed_pending(
    truth: TruthWriter,
    report: IngestReport,
    *,
    settings: EmbedSettings,
    embedder: Callable[[str], Embedder],
    progress: Callable[[VectorProgress], None],
    follow: Callable[[int], None],
    switch: bool,
) -> IngestReport:
    """The report with what became of vectors; `switch` allows another model than the index's.

    Without the default model everything is found by words, and the report says so. Raises Mismatch, MissingModel.
    """
    from kts.ingest.vectors import embed
    from kts.store.models import model_of
    from kts.store.vectors import VectorWriter, unembedded

    provider, model = provider_of(settings), model_of(truth.connection)
    if not provider or (not switch and not unembedded(truth.connection)):
        return report
    if model is not None and model.provider_id != provider and not switch:
        message = f"the vectors of this index are those of {model.provider_id}; the configured model is {provider}"
        raise Mismatch(message, hint="everything is found by words; " + REINDEX)
    try:
        loaded = embedder(provider)
    except (MissingModel, MissingExtra) as problem:
        if switch or not _may_be_absent(provider):
            raise
        return report._replace(notes=(*report.notes, f"no vectors were made: {problem.message}; {problem.hint}"))
    if model is not None and model.hash != loaded.model_hash and not switch:
        message = f"the vectors of this index were made by another version of {provider} than the one installed"
        raise Mismatch(message, hint="everything is found by words; " + REINDEX)
    writer = VectorWriter(truth, loaded)
    if switch:
        writer.discard_damaged()
    made = embed(truth=writer, embedder=loaded, settings=settings, progress=progress, follow=follow)
    return report._replace(embedded=made.texts, windowed=made.windowed, vectorless=made.failed)
