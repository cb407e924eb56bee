"""The second half of an ingest: vectors for the texts that have none. Searching by words goes on meanwhile.

Resumable at every text: vectors are kept by the hash of their text as soon as they are made, and a document becomes
searchable by meaning with the generation that names it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import KTSError
from kts.ingest.crawl import matcher
from kts.records import EmbeddedText, EmbeddedVersion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.config import EmbedSettings
    from kts.ports import Embedder, VectorTruth
    from kts.records import VersionTexts

STEP = 256
"""Texts embedded between two looks at the clock of the progress bar; enough that both cores end together."""

FIRST = 128
"""Texts of the first generation, from which the pace is known: a few seconds of a fast machine, and little to lose on a
slow one (a default)."""


class VectorReport(NamedTuple):
    """`texts` were embedded, `windowed` of them in parts; `versions` became ready; `failed` are (path, reason)."""

    texts: int = 0
    windowed: int = 0
    versions: int = 0
    skipped: int = 0
    failed: tuple[tuple[str, str], ...] = ()
    generation: int = 0


class VectorProgress(NamedTuple):
    """How far the stage is: texts done of all that it will embed."""

    done: int
    total: int
    path: str


class _Work(NamedTuple):
    """Some documents whose texts are embedded together."""

    versions: tuple[VersionTexts, ...]
    texts: dict[str, str]
    path: str


class _Made(NamedTuple):
    """What came of one text."""

    sha256: str
    windows: int
    reason: str


def embed(
    *,
    truth: VectorTruth,
    embedder: Embedder,
    settings: EmbedSettings,
    progress: Callable[[VectorProgress], None],
    follow: Callable[[int], None],
) -> VectorReport:
    """Give every live document its vectors; `follow(generation)` after each commit.

    A text that cannot be embedded fails its document's vectors: it is found by words, its other passages keep theirs.
    """
    wanted = truth.pending()
    reasons = _reasons(wanted, settings, embedder)
    readable = [one for one in wanted if one.key not in reasons]
    report = _skip(reasons, truth=truth)
    done, total = 0, truth.count([one.key for one in readable])
    if total:
        progress(VectorProgress(0, total, ""))
    pace = _Pace(settings)
    for work in _works(readable, truth=truth, limit=pace.texts):
        made: dict[str, _Made] = {}
        began = time.monotonic()
        for step in _steps(work.texts):
            for one in _embedded(step, truth=truth, embedder=embedder):
                made[one.sha256] = one
            done += len(step)
            progress(VectorProgress(done, total, work.path))
        pace.saw(len(work.texts), time.monotonic() - began)
        before = report.generation
        report = _commit(work, made, report, truth=truth)
        if report.generation != before:
            follow(report.generation)
    if wanted or truth.serving:
        return report
    return report._replace(generation=truth.commit(()))


class _Pace:
    """How many texts the next generation has: as many as `batch_seconds` are enough for, and `batch` at most."""

    def __init__(self, settings: EmbedSettings) -> None:
        self._settings = settings
        self._next = min(FIRST, settings.batch)

    def texts(self) -> int:
        """The limit for the work that is begun now."""
        return self._next

    def saw(self, texts: int, seconds: float) -> None:
        """So many texts took so long; those of a document that was embedded before took no time and tell nothing."""
        if texts:
            fitting = self._settings.batch_seconds * texts / seconds if seconds > 0 else self._settings.batch
            self._next = max(1, int(min(fitting, self._settings.batch)))


def _reasons(versions: Sequence[VersionTexts], settings: EmbedSettings, embedder: Embedder) -> dict[int, str]:
    """Why some versions get no vectors, by key: a language that the model does not read, or the setting names them."""
    named = matcher(settings.exclude, setting="embed.exclude") if settings.exclude else None
    found = {}
    for one in versions:
        if named is not None and named(one.path):
            found[one.key] = "embed.exclude names it"
        elif settings.languages and one.language not in settings.languages:
            found[one.key] = f"{embedder.provider_id} does not read the language {one.language}"
    return found


def _skip(reasons: Mapping[int, str], *, truth: VectorTruth) -> VectorReport:
    """Documents that are searched by words alone."""
    if not reasons:
        return VectorReport()
    rows = [EmbeddedVersion(key, "skipped", reason) for key, reason in reasons.items()]
    return VectorReport(skipped=len(rows), generation=truth.commit(rows))


def _works(versions: Sequence[VersionTexts], *, truth: VectorTruth, limit: Callable[[], int]) -> Iterator[_Work]:
    """Documents in their order, together until they have `limit()` texts; a text of two documents comes once.

    One that has so many by itself does not keep those before it waiting.
    """
    taken: list[VersionTexts] = []
    texts: dict[str, str] = {}
    for version in versions:
        missing = truth.missing(version.key)
        if taken and len(missing) >= limit():
            yield _Work(tuple(taken), texts, taken[-1].path)
            taken, texts = [], {}
        taken.append(version)
        texts.update(missing)
        if len(texts) >= limit():
            yield _Work(tuple(taken), texts, version.path)
            taken, texts = [], {}
    if taken:
        yield _Work(tuple(taken), texts, taken[-1].path)


def _steps(texts: dict[str, str]) -> Iterator[list[tuple[str, str]]]:
    """Long texts first: the last ones of a step are short, and no core waits long for the other."""
    items = sorted(texts.items(), key=lambda item: (-len(item[1]), item[0]))
    for start in range(0, len(items), STEP):
        yield items[start : start + STEP]


def _embedded(step: Sequence[tuple[str, str]], *, truth: VectorTruth, embedder: Embedder) -> Iterator[_Made]:
    """Embed and keep; when a step fails, each of its texts alone, so that one bad text costs one document."""
    kept, failed = _kept(step, embedder)
    if failed:
        alone = [_kept([item], embedder) for item in step]
        kept = [text for texts, _ in alone for text in texts]
        for (sha256, _), (_, reason) in zip(step, alone, strict=True):
            if reason:
                yield _Made(sha256, 0, reason)
    truth.keep(kept)
    yield from (_Made(text.sha256, text.windows, "") for text in kept)


def _kept(step: Sequence[tuple[str, str]], embedder: Embedder) -> tuple[list[EmbeddedText], str]:
    try:
        rows = embedder.embed_documents([text for _, text in step])
        halves = rows.astype("<f2")
        kept = [
            EmbeddedText(sha256, embedder.windows(text), halves[i].tobytes()) for i, (sha256, text) in enumerate(step)
        ]
    except KTSError:
        raise
    except (RuntimeError, ValueError, ArithmeticError, MemoryError) as error:
        return [], f"{type(error).__name__}: {error}"[:500]
    return kept, ""


def _commit(work: _Work, made: dict[str, _Made], report: VectorReport, *, truth: VectorTruth) -> VectorReport:
    broken = {sha256: one.reason for sha256, one in made.items() if one.reason}
    rows, failed = [], []
    for version in work.versions:
        reasons = [broken[sha256] for sha256 in truth.missing(version.key) if sha256 in broken] if broken else []
        if not reasons or version.failed != reasons[0]:  # what failed again as before is no change
            rows.append(EmbeddedVersion(version.key, "failed" if reasons else "ready", reasons[0] if reasons else ""))
        failed += [(version.path, reasons[0])] if reasons else []
    return VectorReport(
        texts=report.texts + len(made) - len(broken),
        windowed=report.windowed + sum(one.windows > 1 for one in made.values()),
        versions=report.versions + len(work.versions) - len(failed),
        skipped=report.skipped,
        failed=(*report.failed, *failed),
        generation=truth.commit(rows) if rows else report.generation,
    )
