"""One candidate file: read it stably, convert it, stage it; whatever happens is an outcome of that file."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kts.errors import TooLarge, UnstableFile
from kts.ingest.crawl import MISSING
from kts.ingest.ids import document_id
from kts.ingest.prepare import prepare, suffix_of
from kts.types import Conversion, ManifestRow, well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.prepare import Kit
    from kts.ports import Converter, Sources, Truth, Walked
    from kts.types import Outcome, SourceFile

FINE_NS = 50_000_000
"""A file changed within 50 ms of its reading may change again within the same time stamp: do not trust it."""
COARSE_NS = 2_000_000_000
"""The same for file systems that keep whole seconds (FAT: two)."""
SUCCESS = frozenset({"ok", "partial"})


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a candidate. `row` goes into the manifest; `key` names a staged version, if any."""

    row: ManifestRow
    key: int | None = None
    passages: int = 0
    same: bool = False
    renamed_from: str = ""


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
    """Read, convert and stage one file. `moved` maps the hashes of vanished files to their paths.

    `again` converts it even when nothing changed since `old`.
    """
    if not kit.reads(entry.path):
        reason = f"no converter for {suffix_of(entry.path) or 'files without a suffix'}"
        return _failed(entry, old, "unsupported", reason)
    try:
        source, content = sources.read(root, entry.path, limit=kit.settings.max_file_bytes)
    except TooLarge as error:
        return _failed(entry, old, "too_large", error.message)
    except UnstableFile as error:
        return _failed(entry, old, "unstable", error.message)
    except OSError as error:
        return _failed(entry, old, "unreadable", error.strerror or str(error))
    return _taken(source, content, old, moved=moved, kit=kit, truth=truth, again=again)


def _failed(entry: Walked, old: ManifestRow | None, outcome: Outcome, reason: str) -> Taken:
    """A file that could not be read; the last good version stays, marked stale."""
    row = ManifestRow(entry.path, entry.size, entry.mtime_ns, "", outcome, well_formed(reason), "", "")
    if old is not None and old.fingerprint:
        row = row._replace(document_id=old.document_id, fingerprint=old.fingerprint, stale=True)
    return Taken(row, same=row == old)


def _taken(
    source: SourceFile,
    content: bytes,
    old: ManifestRow | None,
    *,
    moved: Mapping[str, str],
    kit: Kit,
    truth: Truth,
    again: bool,
) -> Taken:
    converter = kit.converter_for(content, name=source.path)
    fingerprint = kit.fingerprint(converter) if converter else ""
    hint = _trusted(source)
    known = old is not None and old.sha256 == source.sha256 and not old.stale and old.fingerprint == fingerprint
    if old is not None and known and not again:
        return Taken(_row(source, hint, old.outcome, old.reason, old.document_id, fingerprint), same=True)
    id_ = document_id(source.root, source.path)
    renamed = moved.get(source.sha256, "") if old is None else ""
    staged = truth.staged(id_, sha256=source.sha256, fingerprint=fingerprint)
    if staged is not None:
        row = _row(source, hint, staged.outcome, staged.reason, id_, fingerprint)
        return Taken(row, staged.key, staged.chunks, renamed_from=renamed)
    conversion = (
        _unknown(source) if converter is None else attempted(converter, content, name=source.path.rpartition("/")[2])
    )
    if converter is None or conversion.outcome not in SUCCESS:
        row = _row(source, hint, conversion.outcome, conversion.reason, "", "")
        if old is not None and old.fingerprint:
            row = row._replace(document_id=old.document_id, fingerprint=old.fingerprint, stale=True)
        return Taken(row, same=row == old)
    prepared = prepare(source, conversion, converter=converter, kit=kit)
    key = truth.stage(prepared)
    row = _row(source, hint, conversion.outcome, conversion.reason, id_, fingerprint)
    return Taken(row, key, len(prepared.passages) - 1, renamed_from=renamed)


def _unknown(source: SourceFile) -> Conversion:
    return Conversion("unsupported", reason=f"the content is not what {suffix_of(source.path)} files hold")


def attempted(converter: Converter, content: bytes, *, name: str) -> Conversion:
    """A conversion that always ends in an outcome, whatever the converter or its library does."""
    try:
        return converter.convert(content, name=name)
    except ModuleNotFoundError as error:
        return Conversion("unsupported", reason=f"{MISSING}{error.name}: pip install 'kts[full]'")
    except MemoryError:
        return Conversion("memory", reason="the converter ran out of memory")
    except Exception as error:  # one document's failure is one row in the report
        return Conversion("crashed", reason=f"{type(error).__name__}: {error}"[:500])


def _trusted(source: SourceFile) -> int:
    """The mtime, or -1 when the file may have changed since within the same time stamp."""
    margin = FINE_NS if source.mtime_ns % 1_000_000_000 else COARSE_NS
    return source.mtime_ns if abs(time.time_ns() - source.mtime_ns) > margin else -1


def _row(source: SourceFile, hint: int, outcome: Outcome, reason: str, document: str, fingerprint: str) -> ManifestRow:
    said = well_formed(reason)
    return ManifestRow(source.path, source.size, hint, source.sha256, outcome, said, document, fingerprint)
