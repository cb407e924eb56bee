"""The part of the facade that has images described by a language model that sees (SPEC IMG-2)."""

from __future__ import annotations

import os
import secrets
import time
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import KTSError, UsageError
from kts.store import database
from kts.workspace.ticketing import Ticketing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.ports.models import LanguageModel
    from kts.store.descriptions import Description
    from kts.store.images import StoredImage

KEPT_EVERY = 5.0
"""Seconds after which what was described is written down (a default, not fitted: some requests of a vision model)."""
FAILURES = 4
"""Images that fail one after the other, after which the rest is left for another run (as `kts.llm.openai` does)."""


class Undescribed(NamedTuple):
    """An image that the model gave no description of, and why; the next run asks again."""

    sha256: str
    path: str
    reason: str


class Described(NamedTuple):
    """What became of the images: `images` = described + known + the sum of left_out + failed + waiting.

    `known` have a description of a model or a person already; `left_out` counts by reason what is never sent; `waiting`
    were not asked for, because of the limit or because the run ended early, which `notes` say.
    """

    images: int
    described: int
    known: int
    left_out: Mapping[str, int]
    failed: tuple[Undescribed, ...]
    waiting: int
    tokens: int
    notes: tuple[str, ...] = ()


class Describing(Ticketing):
    """Descriptions of embedded images."""

    def describe(
        self,
        *,
        again: bool = False,
        limit: int | None = None,
        progress: Callable[[int, int, str], None] = lambda _done, _total, _path: None,
    ) -> Described:
        """Ask the language model for what each image shows that has no description, once a content; keep each.

        `again` also asks where another model or wording described it, never where a person did; `limit` is how many are
        asked for at most. `progress` is told of how many of how many, and the document. An image that fails is a line
        of the report and asked for again by the next run. Raises UsageError when `llm.describe` is off, the model is on
        another machine while `llm.redact` is on, or `descriptions.json` has a mistake; MissingExtra, Locked.
        """
        from kts.ingest.describe import PROMPT
        from kts.store.descriptions import read
        from kts.store.images import body, images

        model = self._seeing()
        known = read(self.layout.descriptions)
        with self._snapshot():
            found = tuple(images(self._reader()))
        made = (model.model_id, PROMPT) if again else None
        asked = [image for image in found if _wanted(known.get(image.sha256), made)]
        run = _Run(model, limit)
        try:
            for image in asked:
                if run.over:
                    break
                run.take(image, body(self._reader(), image.sha256))
                progress(run.taken, len(asked), image.path)
                if run.due:
                    self._keep_descriptions(run)
        finally:
            self._keep_descriptions(run)
        return run.report(len(found), len(asked))

    def _seeing(self) -> LanguageModel:
        """The model that is switched on for images. Raises UsageError where none may be asked."""
        from kts.workspace.language import language_model

        settings = self.settings.llm
        if not settings.describe or not (settings.provider or self._given_model):
            message = "no language model is switched on for images"
            raise UsageError(message, hint="[llm] provider, model and describe = true in .kts/config.toml")
        model = self._given_model or language_model(settings, os.environ)
        if settings.redact and not getattr(model, "local", False):
            message = "images would leave this machine, and personal data cannot be taken out of a picture"
            raise UsageError(message, hint="a model on this machine, or llm.redact = false")
        return model

    def _keep_descriptions(self, run: _Run) -> None:
        from kts.store.descriptions import keep

        fresh = run.handed_over()
        if fresh:
            with database.errors(self.layout.folder):
                keep(self.layout.descriptions, fresh)


def _wanted(known: Description | None, made: tuple[str, str] | None) -> bool:
    """Whether an image is to be described; `made` by which model of which wording, where others are made anew."""
    if known is None or known.source == "ocr":
        return True
    return made is not None and known.source == "model" and (known.model, known.prompt) != made


class _Run:
    """One run over images: what came of it so far, and what is not written down yet."""

    def __init__(self, model: LanguageModel, limit: int | None) -> None:
        from kts.ingest.describe import PROMPT

        self.taken = 0
        self._model = model
        self._limit = limit
        self._prompt = files("kts.data").joinpath("images", f"{PROMPT}.txt").read_text("utf-8")
        self._fresh: dict[str, Description] = {}
        self._kept = time.monotonic()
        self._described = self._tokens = self._in_a_row = 0
        self._left_out: Counter[str] = Counter()
        self._failed: list[Undescribed] = []

    @property
    def over(self) -> bool:
        """Whether no more may be asked for."""
        spent = self._limit is not None and self._described + len(self._failed) >= self._limit
        return spent or self._in_a_row >= FAILURES

    @property
    def due(self) -> bool:
        """Whether it is time to write down what was described."""
        return time.monotonic() - self._kept > KEPT_EVERY

    def take(self, image: StoredImage, body: bytes) -> None:
        """Ask for one image, or leave it out. Raises UsageError for a model that sees no images."""
        from kts.ingest.describe import PROMPT, describe, unfit
        from kts.store.descriptions import Description

        self.taken += 1
        if reason := unfit(image.suffix, image.size, body):
            self._left_out[reason] += 1
            return
        try:
            said = describe(
                body,
                title=image.title,
                alt=image.alt,
                model=self._model,
                prompt=self._prompt,
                mark=secrets.token_hex(8),
            )
        except UsageError:
            raise
        except KTSError as problem:
            self._failed.append(Undescribed(image.sha256, image.path, problem.message))
            self._in_a_row += 1
            return
        self._fresh[image.sha256] = Description(said.text, "model", self._model.model_id, PROMPT)
        self._described += 1
        self._tokens += said.tokens
        self._in_a_row = 0

    def handed_over(self) -> Mapping[str, Description]:
        """What is to be written down now."""
        fresh, self._fresh, self._kept = self._fresh, {}, time.monotonic()
        return fresh

    def report(self, images: int, asked: int) -> Described:
        """What became of so many images, so many of which were to be described."""
        note = f"{FAILURES} images failed one after the other: the others were not tried"
        return Described(
            images,
            self._described,
            images - asked,
            dict(self._left_out),
            tuple(self._failed),
            asked - self.taken,
            self._tokens,
            (note,) if self._in_a_row >= FAILURES and asked > self.taken else (),
        )
