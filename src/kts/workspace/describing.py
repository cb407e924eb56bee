"""The part of the facade that has images described by a language model that sees (SPEC IMG-2)."""

from __future__ import annotations

import os
import secrets
import time
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import KTSError, Locked, UsageError
from kts.store import database
from kts.workspace.ticketing import Ticketing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.ports.models import LanguageModel
    from kts.store.descriptions import Description
    from kts.store.images import StoredImage

KEPT_EVERY = 5.0
"""Seconds after which what was described is written down (a default, not fitted: some requests of a vision model)."""
FAILURES = 4
"""Images in a row for which no answer comes, after which the rest is left for another run (as in `kts.llm.openai`)."""


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
        of the report and asked for again by the next run, after those that it never asked for. Raises UsageError when
        `llm.describe` is off, the model is on another machine while `llm.redact` is on, or `descriptions.json` has a
        mistake; MissingExtra, Locked.
        """
        from kts.ingest.describe import PROMPT
        from kts.store.descriptions import in_vain, read
        from kts.store.images import body, images

        model = self._seeing()
        known = read(self.layout.descriptions)
        with self._snapshot():
            found = tuple(images(self._reader()))
        made = (model.model_id, PROMPT) if again else None
        before = in_vain(self.layout.descriptions)
        late = {digest: place for place, digest in enumerate(before, 1)}
        asked = [image for image in found if _wanted(known.get(image.sha256), made)]
        asked.sort(key=lambda image: late.get(image.sha256, 0))
        run = _Run(model, limit)
        try:
            for image in asked:
                if run.over:
                    break
                run.take(image, body(self._reader(), image.sha256))
                progress(run.taken, len(asked), image.path)
                if run.due:
                    self._keep_in_passing(run)
        finally:
            self._keep_descriptions(run)
            self._note_in_vain(run, before, asked)
        return run.report(len(found), len(asked))

    def _seeing(self) -> LanguageModel:
        """The model that is switched on for images. Raises UsageError where none may be asked."""
        from kts.workspace.language import Absent, language_model

        settings = self.settings.llm
        if not settings.describe or not (settings.provider or self._given_model):
            message = "no language model is switched on for images"
            raise UsageError(message, hint="[llm] provider, model and describe = true in .kts/config.toml")
        model = self._given_model or language_model(settings, os.environ)
        if isinstance(model, Absent):
            raise UsageError(model.missing, hint=model.hint)
        if settings.redact and not getattr(model, "local", False):
            message = "images would leave this machine, and personal data cannot be taken out of a picture"
            raise UsageError(message, hint="a model on this machine, or llm.redact = false")
        return model

    def _keep_descriptions(self, run: _Run) -> None:
        from kts.store.descriptions import keep

        if run.fresh:
            with database.errors(self.layout.folder):
                keep(self.layout.descriptions, run.fresh)
        run.keep_done()

    def _keep_in_passing(self, run: _Run) -> None:
        """Write down what there is; a file that is held, or broken by an editor, has until the next time, once."""
        try:
            self._keep_descriptions(run)
        except (UsageError, Locked):
            if run.put_off:
                raise
            run.keep_done(put_off=True)

    def _note_in_vain(self, run: _Run, before: Sequence[str], asked: Sequence[StoredImage]) -> None:
        """Which images are still without a description that were asked for, those of this run last."""
        from kts.store.descriptions import note_in_vain

        failed = tuple(one.sha256 for one in run.failed)
        left = {image.sha256 for image in asked}.difference(run.described, failed)
        now = (*(digest for digest in before if digest in left), *failed)
        if now != before:
            with database.errors(self.layout.folder):
                note_in_vain(self.layout.descriptions, now)


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
        self.fresh: dict[str, Description] = {}
        self.described: set[str] = set()
        self.failed: list[Undescribed] = []
        self.put_off = False
        self._model = model
        self._limit = limit
        self._prompt = files("kts.data").joinpath("images", f"{PROMPT}.txt").read_text("utf-8")
        self._kept = time.monotonic()
        self._tokens = self._in_a_row = 0
        self._left_out: Counter[str] = Counter()
        self._ended = ""

    @property
    def over(self) -> bool:
        """Whether no more may be asked for."""
        asked = len(self.described) + len(self.failed)
        return bool(self._ended) or (self._limit is not None and asked >= self._limit)

    @property
    def due(self) -> bool:
        """Whether it is time to write down what was described."""
        return time.monotonic() - self._kept > KEPT_EVERY

    def take(self, image: StoredImage, body: bytes) -> None:
        """Ask for one image, or leave it out. Raises UsageError for a model that sees no images."""
        from kts.ingest.describe import PROMPT, describe, unfit
        from kts.llm.failed import Spent
        from kts.store.descriptions import Description

        if reason := unfit(image.suffix, image.size, body):
            self.taken += 1
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
        except Spent as problem:
            self._ended = f"{problem.message}: the others were not tried"
            return
        except KTSError as problem:
            self._fail(image, problem)
            return
        self.taken += 1
        self.fresh[image.sha256] = Description(said.text, "model", self._model.model_id, PROMPT)
        self.described.add(image.sha256)
        self._tokens += said.tokens
        self._in_a_row = 0

    def _fail(self, image: StoredImage, problem: KTSError) -> None:
        """An image without a description. A bad answer is one of this image; no answer may be the server's end."""
        from kts.llm.failed import ModelFailed

        self.taken += 1
        self.failed.append(Undescribed(image.sha256, image.path, problem.message))
        self._in_a_row += 1
        if isinstance(problem, ModelFailed):
            self._tokens += problem.tokens
            self._in_a_row = 0 if problem.answered else self._in_a_row
        if self._in_a_row >= FAILURES:
            self._ended = f"{FAILURES} images in a row were not answered: the others were not tried"

    def keep_done(self, *, put_off: bool = False) -> None:
        """What was described is written down, or `put_off` until it is due again."""
        self.put_off, self._kept = put_off, time.monotonic()
        if not put_off:
            self.fresh = {}

    def report(self, images: int, asked: int) -> Described:
        """What became of so many images, so many of which were to be described."""
        return Described(
            images,
            len(self.described),
            images - asked,
            dict(self._left_out),
            tuple(self.failed),
            asked - self.taken,
            self._tokens,
            (self._ended,) if self._ended and asked > self.taken else (),
        )
