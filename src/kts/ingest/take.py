"""One candidate file: read it stably, have it converted, stage it; whatever happens is an outcome of that file.

Reading (`begin`) and staging (`finish`) are done here; what lies between may be done elsewhere (`sandbox`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kts.errors import TooLarge, UnstableFile
from kts.extras import how_to_get
from kts.ingest.crawl import MISSING, limited
from kts.ingest.ids import document_id
from kts.ingest.jobs import Job
from kts.ingest.kit import is_unnamed, suffix_of
from kts.ingest.paged import SUCCESS
from kts.ingest.sparing import sparing
from kts.structure import PreparedDocument
from kts.types import Conversion, ManifestRow, well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from kts.ingest.kit import Kit
    from kts.ports import Converter, Sources, Truth
    from kts.records import Walked
    from kts.types import Outcome, Scope, SourceFile

FINE_NS = 50_000_000
"""A file changed within 50 ms of its reading may change again within the same time stamp: do not trust it."""
COARSE_NS = 2_000_000_000
"""The same for file systems that keep whole seconds (FAT: two)."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a candidate. `row` goes into the manifest; `key` names a staged version, if any."""

    row: ManifestRow
    key: int | None = None
    passages: int = 0
    same: bool = False
    renamed_from: str = ""

    @property
    def path(self) -> str:
        """The file, relative to its root."""
        return self.row.path


def take(
    entry: Walked,
    old: ManifestRow | None,
    *,
    root: str,
    moved: Mapping[str, str],
    kit: Kit,
    sources: Sources,
    truth: Truth,
    again: bool = False,
) -> Taken:
    """Read, convert and stage one file, all in this process. `moved` maps the hashes of vanished files to their paths.

    `again` converts it even when nothing changed since `old`.
    """
    begun = begin(entry, old, root=root, kit=kit, sources=sources, truth=truth, again=again)
    ((begun, result),) = in_turn([begun], kit=kit)
    return finish(begun, result, old, moved=moved, truth=truth)


def begin_each(
    candidates: Iterable[Walked],
    manifest: Mapping[str, ManifestRow],
    *,
    scope: Scope,
    kit: Kit,
    sources: Sources,
    truth: Truth,
    again: bool,
) -> Iterator[Taken | Job]:
    """Each candidate begun, as fast as somebody takes them."""
    for entry in sparing(candidates):
        old = manifest.get(entry.path)
        yield begin(entry, old, root=scope.root, kit=kit, sources=sources, truth=truth, again=again)


def begin(
    entry: Walked,
    old: ManifestRow | None,
    *,
    root: str,
    kit: Kit,
    sources: Sources,
    truth: Truth,
    again: bool = False,
) -> Taken | Job:
    """Read one file: what became of it, or the job that its conversion is."""
    if not kit.reads(entry.path):
        reason = f"no converter for {suffix_of(entry.path) or entry.path.rpartition('/')[2]}"
        return _failed(entry, old, "unsupported", reason)
    try:
        source, content = sources.read(root, entry.path, limit=kit.settings.max_file_bytes)
    except TooLarge as error:
        return _failed(entry, old, "too_large", error.message)
    except UnstableFile as error:
        return _failed(entry, old, "unstable", error.message)
    except OSError as error:
        return _failed(entry, old, "unreadable", error.strerror or str(error))
    return _begun(source, content, old, kit=kit, truth=truth, again=again)


def _failed(entry: Walked, old: ManifestRow | None, outcome: Outcome, reason: str) -> Taken:
    """A file that could not be read; the last good version stays, marked stale."""
    row = ManifestRow(entry.path, entry.size, entry.mtime_ns, "", outcome, well_formed(reason), "", "")
    if old is not None and old.fingerprint:
        row = row._replace(document_id=old.document_id, fingerprint=old.fingerprint, stale=True)
    return Taken(row, same=row == old)


def _begun(
    source: SourceFile, content: bytes, old: ManifestRow | None, *, kit: Kit, truth: Truth, again: bool
) -> Taken | Job:
    converter = kit.converter_for(content, name=source.path)
    fingerprint = kit.fingerprint(converter) if converter else ""
    known = old is not None and old.sha256 == source.sha256 and not old.stale and old.fingerprint == fingerprint
    if old is not None and known and not again:
        return Taken(_row(source, old.outcome, old.reason, old.document_id, fingerprint), same=True)
    if old is not None and old.sha256 == source.sha256 and limited(old) and not again:
        return Taken(old._replace(mtime_ns=_trusted(source)), same=True)
    id_ = document_id(source.root, source.path)
    staged = truth.staged(id_, sha256=source.sha256, fingerprint=fingerprint)
    if staged is not None:
        row = _row(source, staged.outcome, staged.reason, id_, fingerprint)
        return Taken(row, staged.key, staged.chunks)
    if converter is None:
        suffix = suffix_of(source.path)
        told = "of no kind that is read" if is_unnamed(source.path) else f"not what {suffix} files hold"
        reason = f"the content is {told}"
        return _unconverted(source, Conversion("unsupported", reason=reason), old)
    return Job(source, content, converter, fingerprint)


def finish(
    begun: Taken | Job,
    result: PreparedDocument | Conversion | None,
    old: ManifestRow | None,
    *,
    moved: Mapping[str, str],
    truth: Truth,
) -> Taken:
    """Stage what a job made, and find out whether the file is one that was renamed."""
    taken = _staged(begun, result, truth) if isinstance(begun, Job) and isinstance(result, PreparedDocument) else begun
    if isinstance(taken, Job):
        failure = result if isinstance(result, Conversion) else Conversion("crashed", reason="it was not converted")
        return _unconverted(taken.source, failure, old)
    renamed = moved.get(taken.row.sha256, "") if old is None and taken.key is not None else ""
    return replace(taken, renamed_from=renamed)


def _staged(job: Job, prepared: PreparedDocument, truth: Truth) -> Taken:
    key = truth.stage(prepared)
    row = _row(job.source, prepared.outcome, prepared.reason, prepared.document.id, job.fingerprint)
    return Taken(row, key, sum(one.level == "chunk" for one in prepared.passages))


def _unconverted(source: SourceFile, failure: Conversion, old: ManifestRow | None) -> Taken:
    """A file that gave no text; the last good version stays, marked stale."""
    row = _row(source, failure.outcome, failure.reason, "", "")
    if old is not None and old.fingerprint:
        row = row._replace(document_id=old.document_id, fingerprint=old.fingerprint, stale=True)
    return Taken(row, same=row == old)


def in_turn(
    steps: Iterable[Taken | Job], *, kit: Kit
) -> Iterator[tuple[Taken | Job, PreparedDocument | Conversion | None]]:
    """Each step, jobs with their result, made one after the other in this process: for converters that one trusts."""
    for step in steps:
        yield step, _worked(step, kit) if isinstance(step, Job) else None


def _worked(job: Job, kit: Kit) -> PreparedDocument | Conversion:
    from kts.ingest.prepare import prepare  # what it loads a process that has workers never needs

    conversion = attempted(job.converter, job.content, name=job.name)
    if conversion.outcome not in SUCCESS:
        return conversion
    return prepare(job.source, conversion, converter=job.converter, kit=kit)


def attempted(converter: Converter, content: bytes, *, name: str) -> Conversion:
    """A conversion that always ends in an outcome, whatever the converter or its library does."""
    return guarded(lambda: converter.convert(content, name=name))


def guarded(convert: Callable[[], Conversion]) -> Conversion:
    """The conversion, or the outcome that its exception is."""
    from kts.ingest.visible import sifted

    try:
        return sifted(convert())
    except ModuleNotFoundError as error:
        return Conversion("unsupported", reason=f"{MISSING}{error.name}: {how_to_get('full')}")
    except MemoryError:
        return Conversion("memory", reason="the converter ran out of memory")
    except Exception as error:  # one document's failure is one row in the report
        return Conversion("crashed", reason=f"{type(error).__name__}: {error}"[:500])


def _trusted(source: SourceFile) -> int:
    """The mtime, or -1 when the file may have changed since within the same time stamp."""
    margin = FINE_NS if source.mtime_ns % 1_000_000_000 else COARSE_NS
    return source.mtime_ns if abs(time.time_ns() - source.mtime_ns) > margin else -1


def _row(source: SourceFile, outcome: Outcome, reason: str, document: str, fingerprint: str) -> ManifestRow:
    said, hint = well_formed(reason), _trusted(source)
    return ManifestRow(source.path, source.size, hint, source.sha256, outcome, said, document, fingerprint)
